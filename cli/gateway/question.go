package gateway

import (
	"fmt"
	"strings"

	"pp/cli/ask"
	"pp/cli/output"
	"pp/engine"
	"pp/sexp"
)

// question is what a person is shown of a question: all of it, or why it cannot be shown.
func (t *turn) question(s ask.Shown) Question {
	a := s.Question.Verdict.Action
	redact := t.app.Out.Redact
	q := Question{Chat: t.meta.Chat, Summary: redact(output.OneLine(a.Essence(), 200))}
	action := actionText(a)
	if redact(action) != action {
		q.Why = "it holds a secret, which is shown nowhere"
		return q
	}
	if t.private(s.Question) {
		q.Why, q.Summary = "it is about private notes, which leave this machine nowhere", a.Tool()
		return q
	}
	var b strings.Builder
	lines := func(mark string, list []string) {
		for _, line := range list {
			b.WriteString(mark + strings.ReplaceAll(line, "\n", `\u{0a}`) + "\n")
		}
	}
	if len(s.Did) > 0 {
		b.WriteString("It was done in a layer, and nothing of it is there yet:\n")
	}
	lines("asks ", s.Reasons)
	quote(&b, "| ", action)
	lines("  ", s.Does)
	lines("  ", s.Did)
	lines("  ", s.Remarks)
	if a.Explanation != "" {
		quote(&b, "the model says: ", redact(a.Explanation))
	}
	if s.Diff != "" {
		quote(&b, "| ", strings.TrimSuffix(s.Diff, "\n"))
	}
	q.Text = b.String()
	return q
}

// quote adds each line of what somebody else wrote, behind a mark.
func quote(b *strings.Builder, mark, text string) {
	for line := range strings.SplitSeq(text, "\n") {
		b.WriteString(mark + line + "\n")
	}
}

// actionText is an action, every byte of it: a command as it is, a call argument by argument.
func actionText(a engine.Action) string {
	switch op := a.Op.(type) {
	case engine.Run:
		if op.Limit > 0 {
			return fmt.Sprintf("%s\nfor at most %v", op.Command, op.Limit)
		}
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

// private reports whether a question is about a file that is private, or has private parts:
// a diff would show what stands beside the change.
func (t *turn) private(q engine.Question) bool {
	rules := t.agent.Settings.Private
	names := []string{}
	for _, p := range q.Verdict.Effects.Writes {
		names = append(names, p.Name)
	}
	for _, d := range q.Did {
		names = append(names, d.Path.Name)
	}
	for _, name := range names {
		if rules.Whole(name) {
			return true
		}
		if !rules.MayHold(name) {
			continue
		}
		text, err := q.Verdict.Facts.FS.ReadFile(name, 1<<20)
		if err == nil && rules.Parts(string(text)) > 0 {
			return true
		}
	}
	return false
}
