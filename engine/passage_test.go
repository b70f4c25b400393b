package engine_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// remembering is a memory that has one passage for what is said.
type remembering struct {
	asked []string
	err   error
}

func (m *remembering) Context(_ context.Context, said string) ([]engine.Passage, error) {
	m.asked = append(m.asked, said)
	return []engine.Passage{{Origin: engine.OriginPerson, Text: "# about " + said + "\n"},
		{ID: "i-1", Handle: "k3f", Hash: [32]byte{1}, Origin: engine.OriginPerson, Text: "* Mine {k3f}\n"},
		{ID: "i-2", Origin: engine.OriginUntrusted, Label: "memory {k4}", Text: "* Of a page\n"}}, m.err
}

func TestConversationHasPassagesBeforeWhatWasSaidLast(t *testing.T) {
	passages, _ := (&remembering{}).Context(t.Context(), "x")
	p := engine.Prompt{Nonce: "N", Context: passages, Turns: []engine.Turn{
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "first"},
		{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: "done"},
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "second"},
		{Role: engine.RoleUser, Origin: engine.OriginUntrusted, Label: "a file", Text: "data"},
		{Role: engine.RoleTool, Origin: engine.OriginUntrusted, Label: "shell", Text: "result"},
	}}
	var got []string
	for _, turn := range p.Conversation() {
		got = append(got, p.Render(turn))
	}
	want := []string{"first", "done", "# about x\n* Mine {k3f}\n", "<<data N from memory {k4}>>\n* Of a page\n<<end N>>",
		"second", "<<data N from a file>>\ndata\n<<end N>>", "<<data N from shell>>\nresult\n<<end N>>"}
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant %q", got, want)
	}
	if len(p.Turns) != 5 || p.Turns[2].Text != "second" {
		t.Error("the prompt itself was changed")
	}
	p.Turns = nil
	if got := p.Conversation(); len(got) != 2 {
		t.Errorf("without a turn: %+v", got)
	}
}

func TestWithoutMemoryLeavesNothingOfIt(t *testing.T) {
	passages, _ := (&remembering{}).Context(t.Context(), "x")
	p := engine.Prompt{Context: passages, Turns: []engine.Turn{{Text: "said"}, {Text: "secret note", Memory: true},
		{Text: "a file"}}}
	got, had := p.WithoutMemory()
	if !had || len(got.Context) != 0 || got.Turns[0].Text != "said" || got.Turns[2].Text != "a file" ||
		strings.Contains(got.Turns[1].Text, "secret") || p.Turns[1].Text != "secret note" {
		t.Errorf("%v, %+v", had, got)
	}
	for _, had := range []engine.Prompt{{}, {Turns: []engine.Turn{{Text: "x"}}}} {
		if _, had := had.WithoutMemory(); had {
			t.Error("there was no memory")
		}
	}
	if _, had := (engine.Prompt{Turns: []engine.Turn{{Text: "x", Memory: true}}}).WithoutMemory(); !had {
		t.Error("a result is memory")
	}
}

// Memory is asked once for an input, whatever number of prompts it takes; the trace names
// what was shown by its hash and has none of its text.
func TestMemoryIsAskedOnceForAnInput(t *testing.T) {
	p := &replies{list: []string{callRead, "done", callRead, "done"}}
	l := newLoop(p, recalling{&judge{}}, &hands{result: engine.Result{Text: "found"}})
	m, kept := &remembering{}, &records{}
	l.Contexter, l.LogLimit, l.Recorder = m, 3, kept
	for _, said := range []string{"one", "two"} {
		if out := l.Run(t.Context(), input(said)); out.Err != nil {
			t.Fatal(out.Err)
		}
	}
	if !slices.Equal(m.asked, []string{"one", "two"}) {
		t.Fatalf("asked %q", m.asked)
	}
	log := func(i int) string {
		if n := len(p.prompts[i].Context); n > 3 {
			return p.prompts[i].Context[3].Text
		}
		return ""
	}
	const logged = "LOGS:\nverdict: allow read-file, test/text\nresult: read-file done\n"
	if log(0) != "" || log(1) != "" || log(2) != logged || log(3) != logged {
		t.Errorf("logs %q, %q, %q, %q", log(0), log(1), log(2), log(3))
	}
	last := p.prompts[3]
	if !last.Turns[len(last.Turns)-1].Memory {
		t.Error("a result that memory gave is not marked")
	}
	var named bool
	for _, rec := range kept.list {
		named = named || strings.Contains(sexp.Print(rec.Fields.Value()), `"i-1 01000000`)
		if rec.Kind == engine.RecordPrompt && strings.Contains(rec.Text, "* Mine") {
			t.Error("the text of a note is in the trace")
		}
	}
	if !named {
		t.Error("the trace does not name what was shown")
	}
	shown, err := l.Prompt(t.Context(), engine.Input{Text: "three"})
	if err != nil || shown.Context[0].Text != "# about three\n" || len(shown.Turns) != len(last.Turns)+2 {
		t.Errorf("%+v, %v", shown, err)
	}
}

// recalling judges every action to recall something.
type recalling struct{ by *judge }

func (r recalling) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	v := r.by.Judge(a, f)
	v.Effects.Recalls = []effect.Memory{{}}
	return v
}

type records struct{ list []engine.Record }

func (r *records) Record(_ context.Context, rec engine.Record) error {
	r.list = append(r.list, rec)
	return nil
}

func TestAMemoryThatFailsEndsTheInput(t *testing.T) {
	p := &replies{list: []string{"hello"}}
	l := newLoop(p, &judge{}, &hands{})
	l.Contexter = &remembering{err: errors.New("no such note")}
	if out := l.Run(t.Context(), input("hi")); out.Err == nil || !strings.Contains(out.Err.Error(), "no such note") ||
		len(p.prompts) != 0 {
		t.Errorf("%+v after %d prompts", out, len(p.prompts))
	}
}

// narrow is a model that takes no memory for want of room.
type narrow struct{ prompts []engine.Prompt }

func (n *narrow) Complete(_ context.Context, p engine.Prompt) (engine.Reply, error) {
	n.prompts = append(n.prompts, p)
	if len(p.Context) > 0 {
		return engine.Reply{}, &engine.LLMError{Provider: "test", Kind: engine.LLMTooLarge, Err: errors.New("too long")}
	}
	return engine.Reply{Text: "fine", Provider: "test"}, nil
}

func TestMemoryIsLeftOutWhereItDoesNotFit(t *testing.T) {
	n := &narrow{}
	l := newLoop(n, &judge{}, &hands{})
	l.Contexter = &remembering{}
	said := 0
	l.Watch = func(e engine.Event) {
		if _, is := e.(engine.Unremembered); is {
			said++
		}
	}
	if out := l.Run(t.Context(), input("hi")); out.Err != nil || len(n.prompts) != 2 || said != 1 {
		t.Errorf("%v after %d prompts, said %d times", out.Err, len(n.prompts), said)
	}
}
