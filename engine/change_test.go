package engine_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// layer is what an action did, of which nothing is there yet.
type layer struct {
	changes []engine.Change
	taken   []string
	ended   int
	rested  int
}

func (l *layer) Changes() []engine.Change       { return l.changes }
func (l *layer) Diff(engine.Change, int) string { return "" }
func (l *layer) Drop() error                    { l.ended++; return nil }
func (l *layer) Rest()                          { l.rested++ }
func (l *layer) Kept() (engine.KeptLayer, error) {
	return engine.KeptLayer{}, nil
}
func (l *layer) Keep(time.Time, ...engine.Result) error { return errors.New("it cannot wait") }
func (l *layer) Take(_ context.Context, take func(engine.Change) bool) (engine.Taken, error) {
	l.ended++
	for _, c := range l.changes {
		if take(c) {
			l.taken = append(l.taken, c.Path.Name)
		}
	}
	return engine.Taken{Changed: l.taken}, nil
}

// trier does actions in a layer.
type trier struct {
	layer  *layer
	tried  int
	done   int
	absent bool // there is no layer
	fails  bool // a trial fails
}

func (h *trier) Find(engine.Target) (engine.Actuator, bool) { return h, true }

func (h *trier) Do(_ context.Context, c engine.Cleared) (engine.Result, error) {
	switch {
	case c.Action().Tool() == "message":
		return engine.Result{}, nil
	case c.Trial() && h.absent:
		return engine.Result{}, engine.ErrNoLayer
	case c.Trial():
		h.tried++
	case c.Valid():
		h.done++
	default:
		return engine.Result{}, engine.ErrNotCleared
	}
	r := engine.Result{Text: "ran"}
	if len(h.layer.changes) > 0 && !h.absent {
		r.Held = h.layer
	}
	if h.fails && c.Trial() {
		r.Exit = &engine.Exit{Code: 1}
	}
	return r, nil
}

// after is a judge whose questions come after the action.
type after struct{ judge }

func (j *after) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	v := j.judge.Judge(a, f)
	if v.Decision == engine.Ask {
		v.Decision = engine.Try
	}
	return v
}

// byName decides about a change by its name; an action that was approved covers "plain".
type byName struct{}

func (byName) Review(_ engine.Verdict, approved bool, changes []engine.Change) []engine.Finding {
	var out []engine.Finding
	for _, c := range changes {
		f := engine.Finding{Decision: engine.Ask, Rule: "name", Reason: "Writes " + c.Path.Name + "."}
		switch {
		case c.Path.Name == "/w/hook":
			f.Decision = engine.Deny
		case c.Path.Name == "/w/plain" && approved:
			f.Decision = engine.Allow
		case c.Path.Name == "/w/waived":
			f.WaivedBy = "accept-edits"
		}
		out = append(out, f)
	}
	return out
}

func changed(names ...string) []engine.Change {
	var out []engine.Change
	for _, n := range names {
		out = append(out, engine.Change{Path: effect.Path{Name: n}})
	}
	return out
}

func TestWhatWasDoneInALayer(t *testing.T) {
	yes, no := engine.Answer{Kind: engine.AnswerOnce}, engine.Answer{Reason: "not that"}
	for _, tc := range []struct {
		name               string
		ask                string // what the judge asks about; "" allows everything
		did                []string
		answers            answers
		absent             bool
		tried, done, ended int
		taken, withheld    []string
		denials, pending   int
	}{
		{"nothing changed, nothing asked", "rm", nil, nil, false, 1, 0, 0, nil, nil, 0, 0},
		{"yes", "rm", []string{"/w/plain"}, answers{yes}, false, 1, 0, 1, []string{"/w/plain"}, nil, 0, 0},
		{"no drops all", "rm", []string{"/w/plain", "/w/waived"}, answers{no}, false, 1, 0, 1, nil,
			nil, 1, 0},
		{"nobody there", "rm", []string{"/w/plain"}, answers{{Absent: true}}, false, 1, 0, 1, nil,
			nil, 1, 0},
		{"suspended", "rm", []string{"/w/plain"}, answers{{Kind: engine.AnswerSuspend, Token: "t"}}, false, 1, 0, 1,
			nil, nil, 0, 1},
		{"waived needs no question", "rm", []string{"/w/waived"}, nil, false, 1, 0, 1, []string{"/w/waived"}, nil, 0, 0},
		{"yes takes no denial", "rm", []string{"/w/hook", "/w/plain"}, answers{yes}, false, 1, 0, 1,
			[]string{"/w/plain"}, []string{"/w/hook"}, 0, 0},
		{"a denial alone needs no question", "rm", []string{"/w/hook"}, nil, false, 1, 0, 1, nil, []string{"/w/hook"}, 0, 0},
		{"allowed and covered", "", []string{"/w/plain"}, nil, false, 0, 1, 1, []string{"/w/plain"}, nil, 0, 0},
		{"allowed, not covered, no", "", []string{"/w/plain", "/w/other"}, answers{no}, false, 0, 1, 1,
			[]string{"/w/plain"}, []string{"/w/other"}, 0, 0},
		{"allowed, not covered, yes", "", []string{"/w/plain", "/w/other"}, answers{yes}, false, 0, 1, 1,
			[]string{"/w/plain", "/w/other"}, nil, 0, 0},
		{"no layer asks first", "rm", []string{"/w/plain"}, answers{yes}, true, 0, 1, 0, nil, nil, 0, 0},
		{"no layer, no", "rm", []string{"/w/plain"}, answers{no}, true, 0, 0, 0, nil, nil, 1, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			h := &trier{layer: &layer{changes: changed(tc.did...)}, absent: tc.absent}
			l := newLoop(&replies{list: []string{runRM, "Done."}}, &after{judge{ask: tc.ask}}, nil)
			l.Actuators, l.Approver, l.Recorder, l.Reviewer = h, &tc.answers, recorder{}, byName{}
			out := l.Run(t.Context(), input("x"))
			if out.Err != nil {
				t.Fatal(out.Err)
			}
			if h.tried != tc.tried || h.done != tc.done || h.layer.ended != tc.ended {
				t.Errorf("tried %d, done %d, ended %d", h.tried, h.done, h.layer.ended)
			}
			if !reflect.DeepEqual(h.layer.taken, tc.taken) {
				t.Errorf("took %v, want %v", h.layer.taken, tc.taken)
			}
			if len(out.Denials) != tc.denials || len(out.Pending) != tc.pending || len(tc.answers) != 0 {
				t.Errorf("%d denials, %d pending, %d answers left", len(out.Denials), len(out.Pending), len(tc.answers))
			}
			var withheld []string
			for _, a := range out.Actions {
				withheld = append(withheld, a.Withheld...)
				if len(a.Withheld) > 0 && a.EndedWell() {
					t.Errorf("the action counts as a success, want a failure since %v was withheld", a.Withheld)
				}
			}
			if !reflect.DeepEqual(withheld, tc.withheld) {
				t.Errorf("withheld %v, want %v", withheld, tc.withheld)
			}
		})
	}
}

// fetching is a judge of actions that ask for a network.
type fetching struct{ after }

func (j *fetching) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	v := j.after.Judge(a, f)
	v.Effects.Connects = []effect.Endpoint{{Host: effect.AnyHost}}
	return v
}

// What asks for a network is tried without one. Where that worked, only its changes are asked about; where it failed,
// they are dropped, and the question is whether to run it with a network.
func TestTriedWithoutNetwork(t *testing.T) {
	yes := engine.Answer{Kind: engine.AnswerOnce}
	for _, tc := range []struct {
		fails              bool
		answer             engine.Answer
		tried, done, taken int
	}{{false, yes, 1, 0, 1}, {true, yes, 1, 1, 1}, {true, engine.Answer{Reason: "no"}, 1, 0, 0}} {
		h := &trier{layer: &layer{changes: changed("/w/plain")}, fails: tc.fails}
		l := newLoop(&replies{list: []string{runRM, "Done."}}, &fetching{after{judge{ask: "rm"}}}, nil)
		l.Actuators, l.Approver, l.Recorder, l.Reviewer = h, &answers{tc.answer}, recorder{}, byName{}
		l.Run(t.Context(), input("x"))
		if h.tried != tc.tried || h.done != tc.done || len(h.layer.taken) != tc.taken {
			t.Errorf("%+v: tried %d, done %d, took %v", tc, h.tried, h.done, h.layer.taken)
		}
	}
}

// A trial that no layer was kept from is no clearance: an actuator that looks for one
// refuses it.
func TestInvariant1ATrialIsNotValid(t *testing.T) {
	h := &hands{}
	l := newLoop(&replies{list: []string{runRM, "Done."}}, &after{judge{ask: "rm"}}, h)
	l.Approver, l.Recorder = &answers{}, recorder{}
	out := l.Run(t.Context(), input("x"))
	for _, a := range h.did {
		if a.Tool() == "shell" {
			t.Errorf("did %s", a.Canonical())
		}
	}
	if len(out.Actions) == 0 || !out.Actions[0].Failed {
		t.Errorf("actions %+v", out.Actions)
	}
}

// What was said yes to is judged again before it becomes real.
func TestInvariant8AYesToWhatChangedIsNone(t *testing.T) {
	h := &trier{layer: &layer{changes: changed("/w/plain")}}
	j := &after{}
	j.flip = func(call int) engine.Decision {
		switch call {
		case 1, 2:
			return engine.Ask
		case 3:
			return engine.Deny
		}
		return engine.Allow
	}
	l := newLoop(&replies{list: []string{runRM, "Done."}}, j, nil)
	l.Actuators, l.Approver, l.Recorder, l.Reviewer = h, &answers{{Kind: engine.AnswerOnce}}, recorder{}, byName{}
	out := l.Run(t.Context(), input("x"))
	if len(h.layer.taken) != 0 || h.layer.ended != 1 || len(out.Denials) != 1 {
		t.Errorf("took %v, denials %v", h.layer.taken, out.Denials)
	}
}

// An error while the question stands leaves nothing behind.
func TestAQuestionThatFailsDropsTheLayer(t *testing.T) {
	h := &trier{layer: &layer{changes: changed("/w/plain")}}
	l := newLoop(&replies{list: []string{runRM, "Done."}}, &after{judge{ask: "rm"}}, nil)
	l.Actuators, l.Recorder, l.Reviewer = h, recorder{}, byName{}
	l.Approver = failing{}
	out := l.Run(t.Context(), input("x"))
	if h.layer.ended != 1 || len(h.layer.taken) != 0 {
		t.Errorf("ended %d, took %v", h.layer.ended, h.layer.taken)
	}
	if len(out.Actions) == 0 || !out.Actions[0].Failed {
		t.Errorf("it reads as done: %+v", out.Actions)
	}
}

type failing struct{}

func (failing) Ask(context.Context, engine.Question) (engine.Answer, error) {
	return engine.Answer{}, errors.New("the terminal is gone")
}

func TestTheConversationSaysWhatBecameOfIt(t *testing.T) {
	h := &trier{layer: &layer{changes: changed("/w/hook", "/w/plain")}}
	p := &replies{list: []string{runRM, "Done."}}
	l := newLoop(p, &after{judge{ask: "rm"}}, nil)
	l.Actuators, l.Approver, l.Recorder, l.Reviewer = h, &answers{{Kind: engine.AnswerOnce}}, recorder{}, byName{}
	l.Run(t.Context(), input("x"))
	last := p.prompts[len(p.prompts)-1].Turns
	text := last[len(last)-1].Text
	if !strings.Contains(text, `:WITHHELD ("/w/hook")`) || !strings.Contains(text, "Writes /w/hook.") {
		t.Errorf("the model reads %q", text)
	}
}

// waits is a layer that can wait.
type waits struct {
	*layer
	until time.Time
	came  engine.Result
	fails bool
}

func (w *waits) Kept() (engine.KeptLayer, error) { return engine.KeptLayer{ID: "it"}, nil }
func (w *waits) Keep(until time.Time, came ...engine.Result) error {
	if w.fails {
		return errors.New("the disk is full")
	}
	w.until, w.came = until, came[0]
	return nil
}

// keeper does actions in a layer that can wait.
type keeper struct {
	trier
	held *waits
}

func (h *keeper) Find(engine.Target) (engine.Actuator, bool) { return h, true }

func (h *keeper) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	r, err := h.trier.Do(ctx, c)
	if r.Held != nil {
		r.Held = h.held
	}
	return r, err
}

// asker gives one answer, and keeps the question.
type asker struct {
	answer engine.Answer
	asked  engine.Question
}

func (a *asker) Ask(_ context.Context, q engine.Question) (engine.Answer, error) {
	a.asked = q
	return a.answer, nil
}

// hides hides the output of a command.
type hides struct{}

func (hides) Redact(text string) string { return strings.ReplaceAll(text, "ran", "[MASKED]") }

// What a suspended action did waits as long as its question, with what came of it and no secret; what cannot
// wait is dropped, and what the gates had allowed never waits.
func TestSuspendedItWaits(t *testing.T) {
	until := time.Unix(1e9, 0)
	for name, tc := range map[string]struct {
		allowed, fails bool
		ended          int
		waits          bool
	}{
		"it waits": {waits: true}, "it cannot": {fails: true, ended: 1}, "allowed": {allowed: true, ended: 1},
	} {
		l := &layer{changes: changed("/w/other")}
		h := &keeper{trier{layer: l}, &waits{layer: l, fails: tc.fails}}
		ask := "rm"
		if tc.allowed {
			ask = ""
		}
		k := &asker{answer: engine.Answer{Kind: engine.AnswerSuspend, Token: "t", Expires: until}}
		loop := newLoop(&replies{list: []string{runRM, "Done."}}, &after{judge{ask: ask}}, nil)
		loop.Actuators, loop.Approver, loop.Recorder, loop.Reviewer, loop.Redactor = h, k, recorder{}, byName{}, hides{}
		out := loop.Run(t.Context(), input("x"))
		if l.ended != tc.ended || h.held.until.Equal(until) != tc.waits || (k.asked.Kept == nil) != tc.allowed {
			t.Errorf("%s: ended %d, until %v, may wait: %v", name, l.ended, h.held.until, k.asked.Kept != nil)
		}
		if tc.waits && (h.held.came.Text != "[MASKED]" || len(out.Pending) != 1 || out.Pending[0].Did != 1) {
			t.Errorf("%s: %+v, %+v", name, h.held.came, out.Pending)
		}
		if len(l.taken) > 0 {
			t.Errorf("%s: took %v", name, l.taken)
		}
	}
}

// A yes of somebody who did not see what it did covers no more than a yes to the action would.
func TestAYesUnseenCoversLess(t *testing.T) {
	h := &trier{layer: &layer{changes: changed("/w/hook", "/w/other", "/w/plain")}}
	l := newLoop(&replies{list: []string{runRM, "Done."}}, &after{judge{ask: "rm"}}, nil)
	l.Actuators, l.Recorder, l.Reviewer = h, recorder{}, byName{}
	l.Approver = &asker{answer: engine.Answer{Kind: engine.AnswerOnce, Unseen: true}}
	out := l.Run(t.Context(), input("x"))
	if !reflect.DeepEqual(h.layer.taken, []string{"/w/plain"}) || h.layer.ended != 1 || len(out.Actions) == 0 ||
		!reflect.DeepEqual(out.Actions[0].Withheld, []string{"/w/hook", "/w/other"}) || out.Actions[0].Gate != "approved" {
		t.Errorf("took %v, %+v", h.layer.taken, out.Actions)
	}
}
