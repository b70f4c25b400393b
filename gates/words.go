package gates

import (
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// about is a cause over a path that stands in the action.
func (j *judgement) about(k cause.Kind, p effect.Path) cause.Cause {
	c := k.OfPath(p.Name)
	if p.Linked {
		c.Given = p.Given
	}
	return j.at(c, p.Span)
}

// at says where in the action stands what a cause is about.
func (j *judgement) at(c cause.Cause, s effect.Span) cause.Cause {
	cmd := j.c.Action.Command()
	switch {
	case s.Arg != "":
		c.Line, c.Position = s.Arg, -1
	case cmd != "" && s.End > s.Start && s.End <= len(cmd):
		c.Line, c.Position = lineOf(cmd, s.Start), s.Word
	}
	return c
}

// lineOf is the line of a command in which an offset stands.
func lineOf(cmd string, at int) string {
	start := strings.LastIndexByte(cmd[:at], '\n') + 1
	if end := strings.IndexByte(cmd[start:], '\n'); end >= 0 {
		return strings.TrimSpace(cmd[start : start+end])
	}
	return strings.TrimSpace(cmd[start:])
}

// tell gives a cause as one or more whole sentences.
func tell(c cause.Cause) string {
	s := c.Sentence()
	if strings.HasSuffix(s, ".") || s == "" {
		return s
	}
	return s + "."
}

// tellHazard is tell for a hazard, with who may allow it.
func tellHazard(c cause.Cause, d engine.Decision) string {
	ends := cause.OnlyPerson
	if d == engine.Deny {
		ends = cause.NoRule
	}
	s := c.Sentence()
	if c.Kind == "" {
		s = cause.Dangerous.Bare().Sentence()
	}
	return strings.TrimSuffix(s, ".") + c.Where() + ". " + tell(ends.Bare())
}

// tellOpaque is tell for a part that cannot be read, with what follows from where it stands.
func tellOpaque(text string, c cause.Cause, ends cause.Kind) string {
	whole := cause.CannotBeRead.OfWord(text)
	whole.Text, whole.Line, whole.Position = c.String(), c.Line, c.Position
	return tell(whole) + " " + tell(ends.Bare())
}
