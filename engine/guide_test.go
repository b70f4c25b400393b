package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/session"
)

// guide says the same of every signal, and a note with the first one.
type guide struct {
	instead string
	sensors []engine.Sensor
	noted   bool
}

func (g *guide) Prompt(_ context.Context, s engine.Signal) (text, by string, notes []string) {
	g.sensors = append(g.sensors, s.Sensor())
	if !g.noted {
		notes, g.noted = []string{"the prompt of the skill y is left out: broken"}, true
	}
	return g.instead, "x", notes
}

func (g *guide) Mandates(_ context.Context, s engine.Signal) (texts, notes []string) {
	return []string{"Mandate for " + s.Sensor().String() + "."}, nil
}

// sent are the texts of a prompt's turns.
func sent(p engine.Prompt) string {
	var out []string
	for _, t := range p.Turns {
		out = append(out, t.Text)
	}
	return strings.Join(out, "|")
}

// What stands in the place of the person's words holds through the run and is only sent: the
// conversation keeps what the person said. Mandates are asked for at every signal.
func TestGuide(t *testing.T) {
	p := &replies{list: []string{callRead, "done", "again"}}
	l := newLoop(p, &judge{}, &hands{result: engine.Result{Text: "content"}})
	g := &guide{instead: "Say it in French: hello"}
	rec := &records{}
	l.Guide, l.Recorder = g, rec
	var notes []string
	l.Watch = func(e engine.Event) {
		if n, ok := e.(engine.Noted); ok {
			notes = append(notes, n.Text)
		}
	}
	for _, text := range []string{"hello", "hello again"} {
		if out := l.Run(t.Context(), input(text)); out.Err != nil {
			t.Fatal(out.Err)
		}
	}
	if len(p.prompts) != 3 {
		t.Fatalf("%d prompts", len(p.prompts))
	}
	for i, want := range []string{"Say it in French: hello", "Say it in French: hello||content",
		"hello||content|done|Say it in French: hello"} {
		if got := sent(p.prompts[i]); got != want {
			t.Errorf("prompt %d: %s; want %s", i, got, want)
		}
		sensor := []string{"USER-INPUT", "TOOL-OUTPUT", "USER-INPUT"}[i]
		if !strings.HasSuffix(p.prompts[i].System, "Mandate for "+sensor+".") ||
			strings.Count(p.prompts[i].System, "Mandate") != 1 {
			t.Errorf("prompt %d: %s", i, p.prompts[i].System)
		}
	}
	if !slices.Equal(g.sensors, []engine.Sensor{engine.SensorUserInput, engine.SensorUserInput}) {
		t.Errorf("asked for a prompt at %v", g.sensors)
	}
	if l.Session.Turns()[0].Text != "hello" {
		t.Errorf("the conversation has %q", l.Session.Turns()[0].Text)
	}
	if len(notes) != 1 || !strings.Contains(notes[0], "broken") {
		t.Errorf("notes: %q", notes)
	}
	faults, by := 0, 0
	for _, r := range rec.list {
		if r.Kind == engine.RecordFault {
			faults++
		}
		if name, _ := r.Fields.Text("SKILL"); name == "x" {
			by++
		}
	}
	if faults != 1 || by != 3 {
		t.Errorf("%d faults, %d prompts by x are in the trace", faults, by)
	}
}

// Without a conversation the guide's words are the prompt, and --show-prompt shows them.
func TestGuideWithoutAConversation(t *testing.T) {
	p := &replies{list: []string{"done"}}
	l := newLoop(p, &judge{}, &hands{})
	l.Session, l.Guide = nil, &guide{instead: "instead"}
	l.Run(t.Context(), input("hello"))
	if got := sent(p.prompts[0]); got != "instead" {
		t.Errorf("%s", got)
	}
	l.Session = session.NewMemory(0)
	shown, err := l.Prompt(t.Context(), engine.Input{Text: "hello", Origin: engine.OriginPerson})
	if err != nil || sent(shown) != "instead" || !strings.Contains(shown.System, "Mandate for USER-INPUT.") {
		t.Errorf("%v %v", shown, err)
	}
}

// A judgement knows what the signal was.
func TestOccasionOfAJudgement(t *testing.T) {
	p := &replies{list: []string{callRead, "done"}}
	seen := []engine.Occasion{}
	l := newLoop(p, judgeFunc(func(a engine.Action, f engine.Facts) engine.Verdict {
		if len(seen) == 0 || seen[len(seen)-1] != f.Occasion {
			seen = append(seen, f.Occasion)
		}
		return engine.Verdict{Decision: engine.Allow, Action: a}
	}), &hands{result: engine.Result{Text: "content"}})
	l.Run(t.Context(), input("hello"))
	want := []engine.Occasion{
		{Sensor: engine.SensorUserInput, Source: "CLI"},
		{Sensor: engine.SensorToolOutput, Source: "CLI"},
	}
	if !slices.Equal(seen, want) {
		t.Errorf("%+v", seen)
	}
}

type judgeFunc func(engine.Action, engine.Facts) engine.Verdict

func (f judgeFunc) Judge(a engine.Action, facts engine.Facts) engine.Verdict { return f(a, facts) }
