package front

import (
	"strconv"

	"pp/cli/talk"
	"pp/engine"
	"pp/sexp"
)

// Watch implements talk.Front: it tells the client what happens in the loop.
func (t *conversation) Watch(e engine.Event) {
	switch ev := e.(type) {
	case engine.Thinking:
		t.enter("thinking")
	case engine.Judged:
		if !ev.Final && ev.Verdict.Decision != engine.Deny { // it is judged once more
			return
		}
		t.enter("acting")
		if t.now.wants("GATE-TRACE") {
			t.frames.send("LOG", t.now.tag(), traceOf(ev.Verdict, ev.Final))
		}
	case engine.Acted:
		if _, said := ev.Cleared.Action().Op.(engine.Message); !said && t.now.wants("TOOL-OUTPUT") {
			t.frames.send("EVENT", t.now.tag(), resultOf(ev))
		}
	case engine.Remarked:
		_ = t.chunk("") // its end; a client that is gone is found at once
	case engine.Answered, engine.Noted, engine.Shortened, engine.Unremembered, engine.Rejected,
		engine.Tried:
	}
}

// resultOf is what an action came to. What did not end well is a :TOOL-ERROR.
func resultOf(ev engine.Acted) sexp.Plist {
	a, r, dir := ev.Cleared.Action(), ev.Result, ev.Cleared.Verdict().Dir
	sensor := "tool-output"
	if !r.EndedWell() {
		sensor = "tool-error"
	}
	var places []sexp.Plist
	for _, p := range talk.Places(a, r, dir) {
		places = append(places, list("FILE", p.File, "LINE", p.Line))
	}
	return list("SENSOR", keyword(sensor), "TOOL", a.Tool(), "REQUEST", a.Canonical(), "ENDING", r.Ending(),
		"TEXT", r.Text, "SECONDS", strconv.FormatFloat(r.Duration.Seconds(), 'f', 3, 64), "CHANGED", r.Changed,
		"MADE", r.Made, "DELETED", r.Deleted, "WITHHELD", r.Withheld, "CONFLICTS", r.Conflicts,
		"PLACES", places)
}
