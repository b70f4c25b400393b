package ask

import (
	"strings"

	"pp/engine"
	"pp/sexp"
)

// Text returns the lines of the whole question, with a mark before quoted text. It contains the action's secrets.
func (s Shown) Text() string {
	a := s.Question.Verdict.Action
	var b strings.Builder
	lines := func(mark string, list []string) {
		for _, line := range list {
			b.WriteString(mark + oneLine(line) + "\n")
		}
	}
	if s.Failed != "" {
		quote(&b, "", s.Failed)
	}
	if len(s.Did) > 0 {
		b.WriteString("It was done in a layer, and nothing of it is there yet:\n")
	}
	lines("asks ", s.Reasons)
	quote(&b, "| ", ActionText(a))
	lines("  ", s.Does)
	lines("  ", s.Did)
	lines("  ", s.Remarks)
	if a.Explanation != "" {
		quote(&b, "the model says: ", a.Explanation)
	} else {
		b.WriteString("explanation: " + engine.NoExplanation + "\n")
	}
	if s.Diff != "" {
		quote(&b, "| ", strings.TrimSuffix(s.Diff, "\n"))
	}
	return b.String()
}

// quote adds each line of what somebody else wrote, behind a mark.
func quote(b *strings.Builder, mark, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(mark + line + "\n")
	}
}

// ActionText is an action, every byte of it: a command as it is, a call argument by argument.
func ActionText(a engine.Action) string {
	switch op := a.Op.(type) {
	case engine.Run:
		return op.Command
	case engine.Call:
		text := op.Tool
		for key, value := range op.Args.All() {
			text += "\n:" + key + " " + sexp.Print(value)
		}
		return text
	case engine.Message:
		return strings.Join(append([]string{"message to " + op.To, op.Text}, op.Files...), "\n")
	case engine.Eval:
	}
	return a.Essence()
}
