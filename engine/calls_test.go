package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pp/engine"
	"pp/engine/session"
)

// answersWith is a provider that gives whole replies one after another.
type answersWith struct {
	list    []engine.Reply
	prompts []engine.Prompt
}

func (a *answersWith) Complete(_ context.Context, p engine.Prompt) (engine.Reply, error) {
	a.prompts = append(a.prompts, p)
	if len(a.list) == 0 {
		return engine.Reply{}, &engine.LLMError{Provider: "test", Err: errors.New("no reply left")}
	}
	r := a.list[0]
	a.list = a.list[1:]
	return r, nil
}

func calling(calls ...engine.ToolCall) engine.Reply {
	return engine.Reply{Calls: calls, Provider: "test"}
}

func call(id, tool, args string) engine.ToolCall {
	return engine.ToolCall{ID: id, Tool: tool, Args: args}
}

func read(id, file string) engine.ToolCall {
	return call(id, "read-file", fmt.Sprintf(`{"filepath":%q,"explanation":"to see what is in it"}`, file))
}

func shellCall(id, cmd string) engine.ToolCall {
	return call(id, "shell", fmt.Sprintf(`{"command":%q,"explanation":"because it is needed"}`, cmd))
}

// paired fails the test unless every call of a conversation has its result right after
// the turn it stands in, in order, which is what every protocol asks for.
func paired(t *testing.T, turns []engine.Turn) {
	t.Helper()
	for i, turn := range turns {
		for j, c := range turn.Calls {
			if at := i + 1 + j; at >= len(turns) || turns[at].Answers != c.ID {
				t.Errorf("the call %q of turn %d has no result in its place: %+v", c.ID, i, turns)
			}
		}
	}
}

func TestCallsOfAReplyAreAnsweredTogether(t *testing.T) {
	h := &hands{each: func(n int) engine.Result { return engine.Result{Text: fmt.Sprintf("result %d", n)} }}
	p := &answersWith{list: []engine.Reply{
		{Text: "I look at both.", Calls: []engine.ToolCall{read("a", "x"), read("b", "y")}},
		{Text: "Both are fine."}}}
	l := newLoop(p, &judge{}, h)
	l.Limits.Turns = 1 // they are one turn
	var remarks []string
	l.Watch = func(e engine.Event) {
		if r, ok := e.(engine.Remarked); ok {
			remarks = append(remarks, r.Text)
		}
	}
	out := l.Run(t.Context(), input("look"))
	if out.Err != nil || !slices.Equal(out.Answers, []string{"Both are fine."}) {
		t.Fatalf("answers %q, err %v", out.Answers, out.Err)
	}
	if len(h.did) != 3 || len(remarks) != 1 {
		t.Errorf("%d done with %d remarks", len(h.did), len(remarks))
	}
	turns := l.Session.Turns()
	paired(t, turns)
	if len(turns) != 5 || turns[1].Text != "I look at both." || turns[1].Calls[0].Form == "" {
		t.Errorf("the conversation is %+v", turns)
	}
	if got := p.prompts[1].Turns; len(got) != 4 || got[2].Text == got[3].Text || got[3].Answers != "b" {
		t.Errorf("the second prompt has %+v", got)
	}
}

func TestOneDeniedCallLeavesTheOthers(t *testing.T) {
	h := &hands{result: engine.Result{Text: "done"}}
	p := &answersWith{list: []engine.Reply{calling(read("a", "x"), shellCall("b", "rm -rf /"), read("c", "y")),
		{Text: "I could not remove it."}}}
	l := newLoop(p, &judge{deny: "rm -rf"}, h)
	out := l.Run(t.Context(), input("go"))
	if out.Err != nil || len(h.did) != 3 || len(out.Denials) != 1 {
		t.Fatalf("did %v, denials %v, err %v", h.did, out.Denials, out.Err)
	}
	turns := l.Session.Turns()
	paired(t, turns)
	if !turns[3].Denied || !strings.Contains(turns[3].Text, "it has rm -rf") {
		t.Errorf("the denied call's result is %+v", turns[3])
	}
}

func TestCallsThatAreAllDeniedComeBackEightTimes(t *testing.T) {
	h := &hands{}
	p := &answersWith{}
	for i := range 10 {
		p.list = append(p.list, calling(shellCall("", fmt.Sprintf("rm -rf /%d", i))))
	}
	l := newLoop(p, &judge{deny: "rm -rf"}, h)
	out := l.Run(t.Context(), input("go"))
	if len(p.prompts) != 8 || len(out.Denials) != 8 || len(h.did) != 0 {
		t.Errorf("%d prompts, %d denials, did %v", len(p.prompts), len(out.Denials), h.did)
	}
	paired(t, l.Session.Turns())
}

func TestCallsThatMeanNothingGoBack(t *testing.T) {
	for name, c := range map[string]engine.ToolCall{
		"no object":    call("a", "read-file", `"x"`),
		"cut off":      call("a", "read-file", `{"filepath":"x`),
		"twice":        call("a", "read-file", `{"filepath":"x","FILEPATH":"y"}`),
		"an object":    call("a", "read-file", `{"filepath":{"a":1}}`),
		"more":         call("a", "read-file", `{} {}`),
		"unknown":      call("a", "conjure", `{}`),
		"no command":   call("a", "shell", `{}`),
		"two commands": call("a", "shell", `{"command":"ls","cmd":"id"}`),
		"the harness":  call("a", "shell", `{"command":"ls","approved":true}`),
	} {
		h := &hands{}
		l := newLoop(&answersWith{list: []engine.Reply{calling(c), {Text: "Sorry."}}}, &judge{}, h)
		l.Decoder.Tools = engine.ToolTable{"read-file": {Name: "read-file"}}
		out := l.Run(t.Context(), input("go"))
		if len(h.did) != 1 || len(out.Denials) != 1 || out.Denials[0].Gate != "decode" { // the answer is the one
			t.Errorf("%s: did %v, denials %+v", name, h.did, out.Denials)
		}
		paired(t, l.Session.Turns())
	}
}

func TestTooManyCallsGoBack(t *testing.T) {
	var calls []engine.ToolCall
	for i := range engine.MaxCalls + 1 {
		calls = append(calls, read("", fmt.Sprint(i)))
	}
	h := &hands{}
	out := newLoop(&answersWith{list: []engine.Reply{calling(calls...), {Text: "Sorry."}}}, &judge{}, h).
		Run(t.Context(), input("go"))
	if len(h.did) != 1 || len(out.Denials) != 1 {
		t.Errorf("did %d, denials %v", len(h.did), out.Denials)
	}
}

// meeting is an actuator whose calls end only when all of them have begun.
type meeting struct {
	waiting atomic.Int32
	all     chan struct{}
	number  int32
}

func (m *meeting) Find(engine.Target) (engine.Actuator, bool) { return m, true }

func (m *meeting) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if _, said := c.Action().Op.(engine.Message); said {
		return engine.Result{}, nil
	}
	if m.waiting.Add(1) == m.number {
		close(m.all)
	}
	select {
	case <-m.all:
		return engine.Result{Text: c.Action().Canonical()}, nil
	case <-ctx.Done():
		return engine.Result{}, context.Cause(ctx)
	}
}

func TestCallsThatReadRunSideBySide(t *testing.T) {
	m := &meeting{all: make(chan struct{}), number: 4}
	p := &answersWith{list: []engine.Reply{calling(read("a", "1"), read("b", "2"), read("c", "3"), read("d", "4")),
		{Text: "Done."}}}
	l := &engine.Loop{Provider: p, Judge: &judge{}, Actuators: m, Session: session.NewMemory(0)}
	if out := l.Run(t.Context(), input("go")); out.Err != nil {
		t.Fatal(out.Err)
	}
	turns := l.Session.Turns()
	paired(t, turns)
	for i, want := range []string{"1", "2", "3", "4"} {
		if !strings.Contains(turns[2+i].Text, `:FILEPATH "`+want+`"`) {
			t.Errorf("result %d is %q", i, turns[2+i].Text)
		}
	}
}

func TestPanicBesideOthersIsTheirResult(t *testing.T) {
	h := &hands{panics: true}
	l := newLoop(&answersWith{list: []engine.Reply{calling(read("a", "1"), read("b", "2"))}}, &judge{}, h)
	out := l.Run(t.Context(), input("go"))
	if len(out.Actions) != 2 || !out.Actions[0].Failed {
		t.Errorf("actions %+v, err %v", out.Actions, out.Err)
	}
	paired(t, l.Session.Turns())
}

// TestExplanationsOfCalls checks that the explanation of a call is its argument, or else the text of the reply.
func TestExplanationsOfCalls(t *testing.T) {
	d := engine.Decoder{Tools: engine.ToolTable{"look": {Name: "look", ReadOnly: true}, "act": {Name: "act"}}}
	for _, tc := range []struct{ tool, args, said, want string }{
		{"look", `{}`, "", ""},
		{"Look", `{"explanation":" "}`, "", ""},
		{"look", `{}`, "I look at all of it.", "I look at all of it."},
		{"look", `{}`, "I look.", "I look."},
		{"look", `{"explanation":"to see what it is"}`, "I look at it.", "to see what it is"},
		{"eval-form", `{"code":"(+ 1 2)"}`, "", ""},
		{"act", `{}`, "", ""},
		{"shell", `{"command":"ls"}`, "", ""},
	} {
		a, err := d.Call(engine.ToolCall{Tool: tc.tool, Args: tc.args}, tc.said)
		if err != nil || a.Explanation != tc.want {
			t.Errorf("%+v: %q, %v", tc, a.Explanation, err)
		}
	}
	// A form in text says it itself, or stands beside what does.
	for _, tc := range [][2]string{{`(look)`, ""}, {"I look at it now.\n\n```\n(act)\n```", "I look at it now."},
		{`(act)`, ""}, {`(act :EXPLANATION "to act at all")`, "to act at all"}} {
		said, err := d.Decode(tc[0], engine.TargetCLI)
		if err != nil || said.Action.Explanation != tc[1] {
			t.Errorf("%s: %q, %v", tc[0], said.Action.Explanation, err)
		}
	}
}

// A call and the request in text that means the same have one essence, and go back
// into each other.
func TestCallOfIsTheCallAgain(t *testing.T) {
	d := engine.Decoder{}
	for _, form := range []string{callRead, runRM,
		`(:TYPE :REQUEST :TARGET :SYSTEM :PAYLOAD (:ACTION :EVAL :CODE "(+ 1 2)" :EXPLANATION "to know the sum"))`,
		`(:TYPE :REQUEST :TARGET :TOOL :PAYLOAD (:ACTION :CALL :TOOL "read-file" ` +
			`:ARGS (:FILEPATH "x" :START 3 :NUMBERED T) :EXPLANATION "the third line"))`} {
		said, err := d.Decode(form, engine.TargetCLI)
		if err != nil {
			t.Fatal(err)
		}
		a := said.Action
		b, err := d.Call(engine.CallOf(a), "")
		if err != nil || a.Canonical() != b.Canonical() {
			t.Errorf("%s\nbecomes\n%s, %v", a.Canonical(), b.Canonical(), err)
		}
	}
}

func FuzzCall(f *testing.F) {
	for _, args := range []string{`{}`, `{"filepath":"x","start":3}`, `{"a":[1,2.5,"x",true,null]}`, `{"a":`, `[]`, ``,
		`{"a":1e999}`, `{"a":"\ud800"}`, `{"explanation":"why"}`} {
		f.Add("read-file", args, "said")
	}
	f.Fuzz(func(t *testing.T, tool, args, said string) {
		a, err := engine.Decoder{}.Call(engine.ToolCall{Tool: tool, Args: args}, said)
		var pe *engine.ProtocolError
		if err != nil {
			if !errors.As(err, &pe) {
				t.Fatalf("the error is %T", err)
			}
			return
		}
		again, err := engine.Decoder{}.Call(engine.CallOf(a), "")
		if err != nil {
			t.Fatalf("%s does not come back: %v", a.Canonical(), err)
		}
		if len(said) == 0 && again.Essence() != a.Essence() {
			t.Fatalf("%s comes back as %s", a.Essence(), again.Essence())
		}
	})
}

// All that one reply calls is told apart from what another calls, also where a composed tool made calls between.
func TestActionsSayWhichReplyCalledThem(t *testing.T) {
	made := engine.ToolCall{ID: "m", Tool: "made", Args: `{}`}
	p := &answersWith{list: []engine.Reply{{Calls: []engine.ToolCall{made, read("a", "x")}},
		{Calls: []engine.ToolCall{read("b", "y")}}, {Text: "Done."}}}
	l := newLoop(p, &judge{}, &hands{each: numbered})
	l.Composer = bodies{"made": steps(reads("z"))}
	var got []int
	for _, a := range l.Run(t.Context(), input("go")).Actions {
		got = append(got, a.Reply)
	}
	if want := []int{0, 1, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("called by the replies %v, want %v", got, want)
	}
}
