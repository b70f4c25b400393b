package session

import (
	"fmt"
	"slices"
	"strings"

	"pp/engine"
)

// Compactor is an engine.Shortener.
type Compactor struct {
	// Tokens is how many tokens turns have in a prompt, guessed high.
	Tokens func(turns []engine.Turn) int
	// Reads reports whether a tool only reads, so that it may be called again for what it
	// gave; nil: none does.
	Reads func(tool string) bool
	// Extract gives the sentences that carry a text; nil where there is nothing to do it.
	Extract func(text string) string
}

var _ engine.Shortener = Compactor{}

// Sent implements engine.Shortener.
func (c Compactor) Sent(turns []engine.Turn) []engine.Turn {
	at, cut := lastCut(turns)
	if at < 0 {
		return turns
	}
	return c.apply(turns, cut, turns[at])
}

// lastCut is the last turn that cuts, and how; -1 where none does.
func lastCut(turns []engine.Turn) (int, engine.Cut) {
	for i, t := range slices.Backward(turns) {
		if t.Cut != (engine.Cut{}) {
			return i, bounded(turns, t.Cut, i)
		}
	}
	return -1, engine.Cut{}
}

// bounded is a cut as it can be made: it comes from a file. What it sums ends where no
// call is separated from its results.
func bounded(turns []engine.Turn, cut engine.Cut, at int) engine.Cut {
	cut.Lined = min(max(0, cut.Lined), at)
	cut.Summed = min(max(0, cut.Summed), at)
	for cut.Summed > 0 && cut.Summed < len(turns) && !starts(turns, cut.Summed) {
		cut.Summed--
	}
	return cut
}

// apply is a conversation without what a cut leaves out; summary stands for what it sums.
func (c Compactor) apply(turns []engine.Turn, cut engine.Cut, summary engine.Turn) []engine.Turn {
	var out []engine.Turn
	if cut.Summed > 0 {
		first, last := pinned(turns, cut.Summed)
		if first >= 0 {
			task := turns[first]
			if last > first && cut.Most > 0 {
				task.Text = middle(task.Text, cut.Most)
			}
			out = append(out, task)
		}
		if last > first {
			out = append(out, turns[last])
		}
		if summary.Text != "" {
			out = append(out, summary)
		}
	}
	asked := lastInput(turns)
	for i := cut.Summed; i < len(turns); i++ {
		t := turns[i]
		switch {
		case t.Cut != (engine.Cut{}):
			continue
		case !isData(t), t.Role == engine.RoleUser && i >= asked:
		case i < cut.Lined:
			t.Text, t.Picture = c.line(turns, i), engine.Picture{}
		case cut.Most > 0:
			t.Text = middle(t.Text, cut.Most)
		}
		out = append(out, t)
	}
	return out
}

// pinned are the person's task, and the last thing they said, among the first n turns; the
// latter is the task where something was said after those turns. Both are -1 when the
// person said nothing there.
func pinned(turns []engine.Turn, n int) (first, last int) {
	first, last = -1, -1
	for i, t := range turns[:n] {
		if isPerson(t) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if slices.ContainsFunc(turns[n:], isPerson) {
		last = first
	}
	return first, last
}

// lastInput is where the last thing that the person said stands.
func lastInput(turns []engine.Turn) int {
	for i, t := range slices.Backward(turns) {
		if isPerson(t) {
			return i
		}
	}
	return 0
}

func isPerson(t engine.Turn) bool {
	return t.Role == engine.RoleUser && t.Origin == engine.OriginPerson
}

// isData reports whether a turn is the result of a call, or what the person attached.
func isData(t engine.Turn) bool {
	return t.Role == engine.RoleTool || t.Role == engine.RoleUser && t.Origin == engine.OriginUntrusted
}

// starts reports whether the turns from i on can stand without those before: no result
// among them is that of an earlier call, and no data belongs to an earlier message.
func starts(turns []engine.Turn, i int) bool {
	at := max(i, 0)
	for at < len(turns) && turns[at].Cut != (engine.Cut{}) {
		at++
	}
	if i <= 0 || at == len(turns) {
		return true
	}
	if isData(turns[at]) {
		return false
	}
	made := map[string]bool{}
	for _, t := range turns[:i] {
		for _, call := range t.Calls {
			made[call.ID] = true
		}
		delete(made, t.Answers)
	}
	delete(made, "")
	return !slices.ContainsFunc(turns[i:], func(t engine.Turn) bool { return t.Answers != "" && made[t.Answers] })
}

// shortEnough is how long a result may be that stays as it is, in bytes.
const shortEnough = 240

// line stands in the place of a result: what it was of, how large, how to see it again.
func (c Compactor) line(turns []engine.Turn, i int) string {
	t := turns[i]
	if t.Picture.Is() {
		return fmt.Sprintf("[%s, left out to save room; ask for it again where you need it]", t.Picture)
	}
	if len(t.Text) <= shortEnough {
		return t.Text
	}
	tool, asked := caller(turns, i)
	size := fmt.Sprintf("%d lines, %d bytes", strings.Count(t.Text, "\n")+1, len(t.Text))
	switch {
	case t.Role == engine.RoleUser:
		begin, _, _ := strings.Cut(strings.TrimSpace(t.Text), "\n")
		return fmt.Sprintf("[%s: %s, left out to save room; it begins: %s]", orData(t.Label), size,
			engine.Clip(begin, shortEnough/2))
	case t.Failed:
		begin, _, _ := strings.Cut(strings.TrimSpace(t.Text), "\n")
		return fmt.Sprintf("%s [%s in all; the rest was left out to save room]", engine.Clip(begin, shortEnough), size)
	case c.Reads != nil && c.Reads(tool):
		return fmt.Sprintf("[result of %s: %s, left out to save room; call it again where you need it]", asked, size)
	}
	return fmt.Sprintf("[result of %s: %s, left out to save room; it was done, so do not repeat it to see this]",
		asked, size)
}

func orData(label string) string {
	if label == "" {
		return "the data"
	}
	return label
}

// caller is the tool that a result is of, and its call in a few words.
func caller(turns []engine.Turn, i int) (tool, asked string) {
	t := turns[i]
	for _, before := range slices.Backward(turns[:i]) {
		for _, call := range before.Calls {
			if t.Answers != "" && call.ID == t.Answers {
				return call.Tool, call.Tool + " " + engine.Clip(oneLine(call.Args), 120)
			}
		}
		if before.Role == engine.RoleAssistant && t.Answers == "" {
			break
		}
	}
	return t.Label, orData(t.Label)
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// middle removes the middle of a text with more than the given bytes, and inserts a note about it.
func middle(text string, most int) string {
	if len(text) <= most+shortEnough {
		return text
	}
	e := engine.NewExcerpt(most)
	_, _ = e.WriteString(text)
	return e.String()
}
