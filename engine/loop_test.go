package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/session"
)

// replies is a provider that gives one reply after another.
type replies struct {
	list    []string
	full    []engine.Reply // what comes before the list
	prompts []engine.Prompt
	err     error
}

func (r *replies) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	r.prompts = append(r.prompts, p)
	if r.err != nil {
		return engine.Reply{}, r.err
	}
	if len(r.full) > 0 {
		reply := r.full[0]
		r.full = r.full[1:]
		return reply, nil
	}
	if len(r.list) == 0 {
		return engine.Reply{}, &engine.LLMError{Provider: "test", Err: errors.New("no reply left")}
	}
	text := r.list[0]
	r.list = r.list[1:]
	return engine.Reply{Text: text, Provider: "test", Model: "m"}, nil
}

// judge decides by the text of the canonical action.
type judge struct {
	deny, ask string
	calls     int
	flip      func(call int) engine.Decision
}

func (j *judge) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	j.calls++
	d, reason := engine.Allow, "fine"
	text := a.Canonical()
	switch {
	case j.deny != "" && strings.Contains(text, j.deny):
		d, reason = engine.Deny, "it has "+j.deny
	case j.ask != "" && strings.Contains(text, j.ask):
		d, reason = engine.Ask, "it has "+j.ask
	}
	if j.flip != nil {
		d = j.flip(j.calls)
	}
	find := engine.Finding{Decision: d, Rule: "text", Reason: reason}
	return engine.Verdict{Decision: d, Action: a, Trace: []engine.Step{{Gate: "test", Decision: d, Rule: "text",
		Reason:   reason,
		Findings: []engine.Finding{find}}}}
}

// hands records what was done.
type hands struct {
	mu     sync.Mutex
	did    []engine.Action
	result engine.Result
	err    error
	panics bool
	each   func(n int) engine.Result
}

func (h *hands) Find(engine.Target) (engine.Actuator, bool) { return h, true }

func (h *hands) Do(_ context.Context, c engine.Cleared) (engine.Result, error) {
	if !c.Valid() {
		return engine.Result{}, engine.ErrNotCleared
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.did = append(h.did, c.Action())
	if h.panics {
		panic("hands fell off")
	}
	if h.each != nil {
		return h.each(len(h.did)), nil
	}
	return h.result, h.err
}

type answers []engine.Answer

func (a *answers) Ask(context.Context, engine.Question) (engine.Answer, error) {
	if len(*a) == 0 {
		return engine.Answer{}, errors.New("asked more often than expected")
	}
	first := (*a)[0]
	*a = (*a)[1:]
	return first, nil
}

const (
	callRead = `(:TYPE :REQUEST :TARGET :TOOL ` +
		`:PAYLOAD (:ACTION :CALL :TOOL "read-file" :ARGS (:FILEPATH "x") :EXPLANATION "to see what is in it"))`
	runRM = `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "rm -rf /" :EXPLANATION "to clean everything up"))`
)

func newLoop(p engine.Provider, j engine.Judge, h *hands) *engine.Loop {
	return &engine.Loop{Provider: p, Judge: j, Actuators: h, Session: session.NewMemory(0),
		Clock: func() time.Time { return time.Unix(0, 0) }, Nonce: "n0nce"}
}

func input(text string) engine.Signal {
	return engine.Signal{Meta: engine.Meta{Source: engine.TargetCLI, Session: "s1"},
		Payload: engine.Input{Text: text, Origin: engine.OriginPerson}}
}

// A signal that is too deep is dropped, and the run says so.
func TestDepthOverTenGivesNothing(t *testing.T) {
	h := &hands{}
	l := newLoop(&replies{list: []string{"hello"}}, &judge{}, h)
	s := input("hi")
	s.Depth = 11
	out := l.Run(t.Context(), s)
	if len(out.Answers) != 0 || len(h.did) != 0 {
		t.Errorf("a signal of depth 11 had an effect: %+v", out)
	}
	if !errors.Is(out.Err, engine.ErrDepth) {
		t.Errorf("Err = %v, want ErrDepth", out.Err)
	}
	s.Depth = 10
	if out := newLoop(&replies{list: []string{"hello"}}, &judge{}, &hands{}).Run(t.Context(), s); len(out.Answers) != 1 {
		t.Errorf("depth 10 must still pass: %+v", out)
	}
}

// A stage that fails leads to :LOOP-ERROR.
func TestFailingStageLeadsToLoopError(t *testing.T) {
	for _, tc := range []struct {
		name string
		loop *engine.Loop
		want string
	}{
		{"provider", newLoop(&replies{err: errors.New("CRITICAL BRAIN FAILURE")}, &judge{}, &hands{}),
			"CRITICAL BRAIN FAILURE"},
		{"actuator panics", newLoop(&replies{list: []string{"hi"}}, &judge{}, &hands{panics: true}), "hands fell off"},
		{"judge panics", newLoop(&replies{list: []string{"hi"}}, panicking{}, &hands{}), "no judgement"},
	} {
		var seen []engine.Sensor
		tc.loop.Handlers = map[engine.Sensor]engine.Handler{
			engine.SensorLoopError: func(_ context.Context, s engine.Signal) (engine.Signal, bool, error) {
				seen = append(seen, s.Sensor())
				if s.Depth != 1 {
					t.Errorf("%s: the fault has depth %d, want 1", tc.name, s.Depth)
				}
				return s, true, nil
			},
		}
		out := tc.loop.Run(t.Context(), input("x"))
		if len(seen) != 1 {
			t.Errorf("%s: the loop error was perceived %d times, want once", tc.name, len(seen))
		}
		if out.Err == nil || !strings.Contains(out.Err.Error(), tc.want) {
			t.Errorf("%s: Err = %v, want it to contain %q", tc.name, out.Err, tc.want)
		}
		var pe *engine.PipelineError
		if !errors.As(out.Err, &pe) {
			t.Errorf("%s: no PipelineError in %v", tc.name, out.Err)
		}
	}
}

type panicking struct{}

func (panicking) Judge(engine.Action, engine.Facts) engine.Verdict { panic("no judgement") }

// A gate that denies stops rm -rf /.
func TestGateStopsRemoval(t *testing.T) {
	h := &hands{}
	p := &replies{list: []string{runRM, runRM, runRM, runRM, runRM, runRM}}
	out := newLoop(p, &judge{deny: "rm -rf"}, h).Run(t.Context(), input("clean up"))
	if len(h.did) != 0 {
		t.Fatalf("it was done: %v", h.did)
	}
	if len(out.Denials) != 5 || len(p.prompts) != 5 || out.Err != nil {
		t.Errorf("%d denials, %d prompts, %v; want 5 denials of the same action", len(out.Denials), len(p.prompts),
			out.Err)
	}
	fed := p.prompts[1].Last
	for _, want := range []string{"PREVIOUS PROPOSAL REJECTED by test/text", "it has rm -rf", `rm -rf /`} {
		if !strings.Contains(fed, want) {
			t.Errorf("the second prompt lacks %q:\n%s", want, fed)
		}
	}
}

// deleting is a judge whose denials are of deletions.
type deleting struct{ of engine.Judge }

func (d deleting) Judge(a engine.Action, f engine.Facts) engine.Verdict {
	v := d.of.Judge(a, f)
	if v.Decision != engine.Allow {
		v.Effects.Deletes = []effect.Path{{Name: "/"}}
	}
	if strings.Contains(a.Canonical(), "touch") {
		v.Effects.Writes = []effect.Path{{Name: "/x"}}
	}
	if strings.Contains(a.Canonical(), "go test") {
		v.Effects = effect.Effects{Runs: []effect.Program{{Name: "go", Class: effect.ProgramBuilds}}}
	}
	return v
}

// silent is a model that says nothing.
type silent struct{ asked int }

func (s *silent) Complete(context.Context, engine.Prompt) (engine.Reply, error) {
	s.asked++
	return engine.Reply{}, &engine.LLMError{Err: engine.ErrEmptyReply}
}

// A model that says nothing however often it is asked has been denied nothing.
func TestNothingSaidIsNoDenial(t *testing.T) {
	l, model := newLoop(&replies{}, &judge{}, &hands{}), &silent{}
	l.Provider = model
	out := l.Run(t.Context(), input("hello"))
	if !errors.Is(out.Err, engine.ErrEmptyReply) || len(out.Denials) > 0 || model.asked < 2 {
		t.Errorf("asked %d times: %v, %+v", model.asked, out.Err, out.Denials)
	}
}

// Neither words nor a look nor a test that passes stand for a change that was denied, in text and in calls, nor does
// what was called beside it: nor what such a test leaves: only a change after it does.
func TestWordsCorrectNoDeniedChange(t *testing.T) {
	touch, test := strings.Replace(runRM, "rm -rf /", "touch x", 1), strings.Replace(runRM, "rm -rf /", "go test", 1)
	const leaves, idle, fails = "a test that leaves something", "a change of nothing", "a change that fails"
	call := func(id, form string) engine.ToolCall {
		cmd := "touch x"
		if form == runRM {
			cmd = "rm -rf /"
		}
		return engine.ToolCall{ID: id, Tool: "shell",
			Args: `{"command":"` + cmd + `","explanation":"to clean everything up"}`}
	}
	said := func(texts ...string) (out []engine.Reply) {
		for _, text := range texts {
			out = append(out, engine.Reply{Text: text})
		}
		return out
	}
	for _, tc := range []struct {
		name      string
		replies   []engine.Reply
		corrected bool
	}{
		{"a test", said(runRM, test, "Done."), false},
		{leaves, said(runRM, test, "Done."), false},
		{idle, said(runRM, touch, "Done."), false},
		{fails, said(runRM, touch, "Done."), false},
		{"words", said(runRM, "Done."), false},
		{"a look", said(runRM, callRead, "Done."), false},
		{"a change", said(runRM, touch, "Done."), true},
		{"a look, then a change", said(runRM, callRead, touch, "Done."), true},
		{"words after a call", []engine.Reply{{Calls: []engine.ToolCall{call("1", runRM)}}, {Text: "Done."}}, false},
		{"a change after a call", []engine.Reply{{Calls: []engine.ToolCall{call("1", runRM)}},
			{Calls: []engine.ToolCall{call("2", touch)}}, {Text: "Done."}}, true},
		{"a change beside it", []engine.Reply{{Calls: []engine.ToolCall{call("1", runRM), call("2", touch)}},
			{Text: "Done."}}, false},
		{"a call that cannot be used", []engine.Reply{{Calls: []engine.ToolCall{{ID: "1", Tool: "write-file", Args: `{`}}},
			{Text: "Done."}}, false},
	} {
		h := &hands{}
		h.each = func(n int) engine.Result {
			if tc.name == idle {
				return engine.Result{}
			}
			return engine.Result{Changed: []string{"/w/x"}, Failed: tc.name == fails && n == 1}
		}
		l := newLoop(&replies{full: tc.replies}, deleting{&judge{deny: "rm -rf"}}, h)
		l.Recorder = recorder{}
		out := l.Run(t.Context(), input("clean up"))
		if out.Err != nil || len(out.Denials) != 1 || out.Denials[0].Corrected != tc.corrected {
			t.Errorf("%s: %v, denials %+v", tc.name, out.Err, out.Denials)
		}
	}
}

// The last look decides: what Reason let through, Act
// judges again.
func TestLastMileRejection(t *testing.T) {
	h := &hands{}
	j := &judge{flip: func(call int) engine.Decision {
		if call == 2 {
			return engine.Deny
		}
		return engine.Allow
	}}
	p := &replies{list: []string{callRead, "It was denied."}}
	out := newLoop(p, j, h).Run(t.Context(), input("read it"))
	if len(h.did) != 1 || h.did[0].Tool() != "message" {
		t.Errorf("did %v, want only the message", h.did)
	}
	if len(out.Denials) != 1 {
		t.Fatalf("denials = %+v", out.Denials)
	}
	last := p.prompts[1].Turns[len(p.prompts[1].Turns)-1]
	if last.Role != engine.RoleTool || !last.Failed || !strings.Contains(last.Text, "denied") {
		t.Errorf("the denial was not fed back: %+v", last)
	}
}

// Where a signal came from is kept to its answer.
func TestMetaIsPreserved(t *testing.T) {
	meta := engine.Meta{Source: "TUI", Session: "s9"}
	var got []engine.Meta
	l := newLoop(&replies{list: []string{callRead,
		`(:TYPE :REQUEST :PAYLOAD (:ACTION :MESSAGE :TEXT "done" :EXPLANATION "that was all of it"))`}},
		&judge{}, &hands{result: engine.Result{Text: "content"}})
	keep := func(_ context.Context, s engine.Signal) (engine.Signal, bool, error) {
		got = append(got, s.Meta)
		return s, true, nil
	}
	l.Handlers = map[engine.Sensor]engine.Handler{engine.SensorUserInput: keep, engine.SensorToolOutput: keep}
	s := input("go")
	s.Meta = meta
	out := l.Run(t.Context(), s)
	if len(got) < 2 || got[0] != meta || got[1] != meta {
		t.Errorf("metas = %v, want %v each", got, meta)
	}
	if out.Session != "s9" {
		t.Errorf("session = %q", out.Session)
	}
}

// A picture that a tool gave comes to the model as an attached one does, behind all results.
func TestPicturesOfATool(t *testing.T) {
	picture := engine.Picture{Type: "image/png", Data: []byte("\x89PNG")}
	p := &replies{list: []string{callRead, "It is red."}}
	hand := &hands{result: engine.Result{Text: "(it follows)", Pictures: []engine.Picture{picture}}}
	newLoop(p, &judge{}, hand).Run(t.Context(), input("what is in x?"))
	if len(p.prompts) < 2 || len(p.prompts[1].Shown()) != 1 {
		t.Fatalf("%d prompts", len(p.prompts))
	}
	turns := p.prompts[1].Turns
	last := turns[len(turns)-1]
	if turns[len(turns)-2].Role != engine.RoleTool || last.Role != engine.RoleUser ||
		last.Origin != engine.OriginUntrusted || !last.Picture.Is() || !strings.Contains(last.Text, "image/png") {
		t.Errorf("last turn = %+v", last)
	}
}

func TestToolOutputLeadsToASecondTurn(t *testing.T) {
	p := &replies{list: []string{callRead, "It says hello."}}
	l := newLoop(p, &judge{}, &hands{result: engine.Result{Text: "hello"}})
	l.Limits.Turns = 1
	out := l.Run(t.Context(), input("what is in x?"))
	if out.Err != nil || len(out.Actions) != 2 || out.Answers[0] != "It says hello." {
		t.Fatalf("outcome = %+v", out)
	}
	turns := p.prompts[1].Turns
	last := turns[len(turns)-1]
	if last.Role != engine.RoleTool || last.Origin != engine.OriginUntrusted || last.Text != "hello" {
		t.Errorf("last turn = %+v", last)
	}
	rendered := p.prompts[1].Render(last)
	if !strings.HasPrefix(rendered, "<<data n0nce") || !strings.HasSuffix(rendered, "<<end n0nce>>") {
		t.Errorf("tool output is not delimited: %q", rendered)
	}
}

func TestBreakers(t *testing.T) {
	many := func() []string {
		list := make([]string, 100)
		for i := range list {
			list[i] = strings.Replace(callRead, `"x"`, fmt.Sprintf(`"x%d"`, i), 1)
		}
		return list
	}
	same := make([]string, 100)
	for i := range same {
		same[i] = callRead
	}
	for _, tc := range []struct {
		name  string
		list  []string
		hands *hands
		want  error
		calls int
	}{
		{"turns", many(), &hands{result: engine.Result{Text: "ok"}}, engine.ErrTurns, 51},
		{"repeat", same, &hands{result: engine.Result{Text: "ok"}}, engine.ErrRepeat, 3},
		{"failures go deeper", many(), &hands{each: func(n int) engine.Result {
			return engine.Result{Text: fmt.Sprint("failed ", n), Failed: true}
		}}, engine.ErrDepth, 11},
	} {
		out := newLoop(&replies{list: tc.list}, &judge{}, tc.hands).Run(t.Context(), input("go"))
		if !errors.Is(out.Err, tc.want) {
			t.Errorf("%s: Err = %v, want %v", tc.name, out.Err, tc.want)
		}
		if len(tc.hands.did) != tc.calls {
			t.Errorf("%s: %d calls, want %d", tc.name, len(tc.hands.did), tc.calls)
		}
	}
}

func TestCancelledContextEndsTheLoop(t *testing.T) {
	cause := errors.New("the person pressed Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	l := newLoop(blocking{}, &judge{}, &hands{})
	go func() {
		time.Sleep(10 * time.Millisecond)
		cancel(cause)
	}()
	out := l.Run(ctx, input("x"))
	if !errors.Is(out.Err, cause) {
		t.Errorf("Err = %v, want the cause", out.Err)
	}
}

type blocking struct{}

func (blocking) Complete(ctx context.Context, _ engine.Prompt) (engine.Reply, error) {
	<-ctx.Done()
	return engine.Reply{}, ctx.Err()
}

// memory counts what the loop asks of it.
type memory struct {
	snapshots, rollbacks int
}

func (m *memory) Snapshot() (engine.Mark, error) { m.snapshots++; return 7, nil }
func (m *memory) Rollback(k engine.Mark) error {
	if k != 7 {
		return errors.New("wrong mark")
	}
	m.rollbacks++
	return nil
}

func TestRecoveryTiers(t *testing.T) {
	for _, tc := range []struct {
		name      string
		provider  engine.Provider
		hands     *hands
		payload   engine.Payload
		depth     int
		rollbacks int
	}{
		{"transient: provider", &replies{err: &engine.LLMError{Provider: "p", Err: errors.New("down")}}, &hands{}, nil, 0, 0},
		{"critical: panic", &replies{list: []string{"hi"}}, &hands{panics: true}, nil, 0, 1},
		{"recursive: deep", &replies{list: []string{"hi"}}, &hands{panics: true}, nil, 3, 1},
	} {
		m := &memory{}
		l := newLoop(tc.provider, &judge{}, tc.hands)
		l.Memory = m
		s := input("x")
		s.Depth = tc.depth
		out := l.Run(t.Context(), s)
		if out.Err == nil || m.snapshots != 1 || m.rollbacks != tc.rollbacks {
			t.Errorf("%s: err %v, %d snapshots, %d rollbacks; want an error, 1, %d", tc.name, out.Err, m.snapshots, m.rollbacks,
				tc.rollbacks)
		}
	}
}

func TestRestarts(t *testing.T) {
	for _, tc := range []struct {
		restart engine.Restart
		wantErr string
	}{
		{engine.Restart{Kind: engine.SkipSignal}, "down"},
		{engine.Restart{Kind: engine.AbortPipeline}, "down"},
		{engine.Restart{Kind: engine.UseFallback, Text: "canned"}, "canned"},
		{engine.Restart{}, "down"},
	} {
		l := newLoop(&replies{err: &engine.LLMError{Provider: "p", Err: errors.New("down")}}, &judge{}, &hands{})
		l.Recover = func(_ context.Context, _ engine.Signal, err error) engine.Restart {
			var le *engine.LLMError
			if !errors.As(err, &le) || le.Provider != "p" {
				t.Errorf("the handler got %v", err)
			}
			return tc.restart
		}
		out := l.Run(t.Context(), input("x"))
		if out.Err == nil || !strings.Contains(out.Err.Error(), tc.wantErr) {
			t.Errorf("%+v: Err = %v, want %q", tc.restart, out.Err, tc.wantErr)
		}
	}
}

func TestPromptOrder(t *testing.T) {
	p := engine.Prompter{Assistant: "Nell", Forms: "FORMS", Tools: []engine.ToolSpec{{Name: "read-file", Doc: "reads"}},
		Mandates: []string{"the mandate"}, Place: "WHERE: /w", Repository: "ours", Label: "AGENTS.md"}
	asked := []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "do it"}}
	prompt := p.Prompt(asked, "the feedback", nil)
	got := prompt.InText()
	for _, turn := range prompt.Turns {
		got += "\n" + prompt.Render(turn)
	}
	got += prompt.Last
	at := -1
	for _, part := range []string{"IDENTITY: Nell", engine.Manner, engine.Acting, "the mandate", "WHERE: /w", "FORMS",
		"TOOLS:", "from AGENTS.md>>\nours", "do it", "the feedback"} {
		i := strings.Index(got, part)
		if i <= at {
			t.Fatalf("%q is not after what should come before it:\n%s", part, got)
		}
		at = i
	}
	p.Forms = ""
	plain := p.Prompt(asked, "", nil)
	if plain.System != "IDENTITY: Nell\n"+engine.Manner+"\n\nthe mandate" || len(plain.Turns) != 1 || plain.Tools != nil {
		t.Errorf("without tools: %+v", plain)
	}
}
