package session

import (
	"fmt"
	"slices"

	"pp/engine"
)

// Window is how much of a conversation a model is shown. Zero fields do not
// bound.
type Window struct {
	Bytes  int
	Tokens int
	// Count is how many tokens a text has; nil estimates one for four bytes.
	Count func(text string) int
}

// Elide gives the turns as they fit a window, and how many of them were elided:
// their text is replaced by a mark that says what stood there, and their origin,
// role and label stay. The oldest outputs of tools go first, then the oldest
// other untrusted text, then the oldest of the rest. The person's last words,
// what they attached to them, and the last turn are never elided; what does not
// fit even so is returned as it is, for the provider to refuse. The turns given
// are not changed.
func Elide(turns []engine.Turn, w Window) ([]engine.Turn, int) {
	e := elision{window: w, turns: turns}
	e.measure()
	if !e.over() {
		return turns, 0
	}
	e.turns = slices.Clone(turns)
	asked, attached := lastAsked(turns)
	passes := []func(t engine.Turn) bool{
		func(t engine.Turn) bool { return t.Role == engine.RoleTool },
		func(t engine.Turn) bool { return t.Origin == engine.OriginUntrusted },
		func(engine.Turn) bool { return true },
	}
	for _, elidable := range passes {
		for i := 0; i < len(turns)-1 && e.over(); i++ {
			if (i < asked || i >= attached) && elidable(e.turns[i]) {
				e.elide(i)
			}
		}
	}
	return e.turns, e.elided
}

// lastAsked is where the person's last words stand, and the end of what they
// attached to them.
func lastAsked(turns []engine.Turn) (asked, attached int) {
	asked = len(turns)
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Role == engine.RoleUser && turns[i].Origin == engine.OriginPerson {
			asked = i
			break
		}
	}
	attached = min(asked+1, len(turns))
	for attached < len(turns) && turns[attached].Role == engine.RoleUser &&
		turns[attached].Origin == engine.OriginUntrusted {
		attached++
	}
	return asked, attached
}

type elision struct {
	window        Window
	turns         []engine.Turn
	done          map[int]bool
	bytes, tokens int
	elided        int
}

func (e *elision) measure() {
	for _, t := range e.turns {
		e.count(t.Text, 1)
	}
	e.done = make(map[int]bool)
}

func (e *elision) count(text string, sign int) {
	e.bytes += sign * len(text)
	switch {
	case e.window.Tokens <= 0:
	case e.window.Count != nil:
		e.tokens += sign * e.window.Count(text)
	default:
		e.tokens += sign * ((len(text) + 3) / 4)
	}
}

func (e *elision) over() bool {
	return e.window.Bytes > 0 && e.bytes > e.window.Bytes || e.window.Tokens > 0 && e.tokens > e.window.Tokens
}

func (e *elision) elide(i int) {
	t := e.turns[i]
	mark := elisionMark(t)
	if e.done[i] || len(mark) >= len(t.Text) {
		return
	}
	e.done[i] = true
	e.count(t.Text, -1)
	e.count(mark, 1)
	e.turns[i].Text = mark
	e.elided++
}

// elisionMark stands in the place of a turn's text.
func elisionMark(t engine.Turn) string {
	what := "earlier text"
	switch {
	case t.Role == engine.RoleTool && t.Label != "":
		what = "output of " + t.Label
	case t.Role == engine.RoleTool:
		what = "output of a tool"
	case t.Label != "":
		what = t.Label
	}
	return fmt.Sprintf("[elided: %s, %d bytes]", what, len(t.Text))
}
