package gateway

import (
	"pp/cli/ask"
	"pp/cli/output"
	"pp/engine"
)

// question is what a person is shown of a question: all of it, or why it cannot be shown.
func (t *turn) question(s ask.Shown) Question {
	a := s.Question.Verdict.Action
	redact := t.app.Out.Redact
	q := Question{Chat: t.meta.Chat, Summary: redact(output.OneLine(a.Essence(), 200))}
	action := ask.ActionText(a)
	if redact(action) != action {
		q.Why = "it holds a secret, which is shown nowhere"
		return q
	}
	if t.private(s.Question) {
		q.Why, q.Summary = "it is about private notes, which leave this machine nowhere", a.Tool()
		return q
	}
	q.Text = redact(s.Text())
	return q
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
