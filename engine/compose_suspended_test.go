package engine_test

import (
	"crypto/rand"
	"slices"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/approval"
)

// waiting runs until a call of a composed tool waits, and gives what it waits with.
func waiting(t *testing.T, b bodies, h *hands) ([]engine.Composition, engine.Action) {
	t.Helper()
	var within []engine.Composition
	l := composing(b, &judge{ask: "rm"}, h)
	l.Approver = asking(func(q engine.Question) engine.Answer {
		within = q.Within
		return engine.Answer{Kind: engine.AnswerSuspend, Token: "T"}
	})
	out := l.Run(t.Context(), input("go"))
	if out.Err != nil || len(out.Pending) != 1 || out.Pending[0].Token != "T" || len(out.Answers) != 0 {
		t.Fatalf("outcome %+v", out)
	}
	if got := result(t, l).Text; !strings.Contains(got, "A call that it made waits for a person's approval.") {
		t.Errorf("the model is told %q", got)
	}
	return within, out.Pending[0].Action
}

// goingOn carries out what waited, with a yes to it and to nothing else.
func goingOn(t *testing.T, b bodies, j *judge, h *hands, within []engine.Composition, a engine.Action) (*engine.Loop,
	engine.Outcome) {
	t.Helper()
	l := newLoop(&answersWith{list: []engine.Reply{{Text: "That is all."}}}, j, h)
	l.Composer, l.Recorder, l.Approver = b, recorder{}, &answers{{Kind: engine.AnswerOnce}}
	return l, l.Run(t.Context(), engine.Signal{Meta: input("").Meta,
		Payload: engine.Request{Action: a, Within: within}})
}

// What was suspended goes on from what its calls gave: none of them is made again.
func TestSuspendedCompositionGoesOn(t *testing.T) {
	for name, b := range map[string]bodies{
		"alone":  {"made": steps(reads("x"), sh("rm x"), reads("y"))},
		"within": {"made": steps(reads("x"), calls("other"), reads("y")), "other": steps(reads("z"), sh("rm x"))},
		"twice":  {"made": steps(reads("x"), sh("rm x"), reads("y"), sh("ls"))},
	} {
		h := &hands{each: numbered}
		within, a := waiting(t, b, h)
		before := len(h.did)
		if a.Command() != "rm x" || slices.Contains(h.tools(), "rm x") {
			t.Fatalf("%s: %s waits, and %q was done", name, a.Canonical(), h.tools())
		}
		l, out := goingOn(t, b, &judge{ask: "rm"}, h, keptAs(t, within, a), a)
		if out.Err != nil || !slices.Equal(out.Answers, []string{"That is all."}) {
			t.Fatalf("%s: outcome %+v", name, out)
		}
		want := h.tools()[:before]
		switch name {
		case "alone":
			want = append(want, "rm x", "read-file")
		case "within":
			want = append(want, "rm x", "read-file")
		case "twice":
			want = append(want, "rm x", "read-file", "ls")
		}
		if got := h.tools(); !slices.Equal(got, want) {
			t.Errorf("%s: did %q, want %q", name, got, want)
		}
		turns := l.Session.Turns()
		paired(t, turns)
		if turns[0].Calls[0].Tool != "made" || !strings.HasPrefix(turns[1].Text, "read-file SUCCESS result 1\n") ||
			turns[1].Failed {
			t.Errorf("%s: the conversation goes on with %+v", name, turns)
		}
		if out.Actions[0].Action.Command() != "rm x" || out.Actions[0].Gate != "approved" {
			t.Errorf("%s: what waited is not what was done first: %+v", name, out.Actions[0])
		}
	}
}

// keptAs is what a flight plan gives back of compositions.
func keptAs(t *testing.T, within []engine.Composition, a engine.Action) []engine.Composition {
	t.Helper()
	store := approval.NewStore(t.TempDir(), approval.Options{Clock: func() time.Time { return time.Unix(1e9, 0) },
		Random: rand.Reader})
	v := engine.Verdict{Decision: engine.Ask, Action: a, Dir: "/w"}
	answer, err := store.Suspend(t.Context(), v, approval.Binding{}, approval.Conversation{Within: within})
	if err != nil {
		t.Fatal(err)
	}
	plan, err := store.Find(answer.Token)
	if err != nil {
		t.Fatal(err)
	}
	return plan.Within
}

// A composition that is not what it was when it was suspended does nothing.
func TestChangedCompositionDoesNotGoOn(t *testing.T) {
	before := bodies{"made": steps(reads("x"), sh("rm x"), reads("y"))}
	for name, tc := range map[string]struct {
		now  bodies
		deny string
		ask  string
		want string
	}{
		"another call waits":        {bodies{"made": steps(reads("x"), sh("rm -r x"))}, "", "rm", "not what it was"},
		"another was made":          {bodies{"made": steps(reads("xx"), sh("rm x"))}, "", "rm", "not what it was"},
		"it is gone":                {bodies{}, "", "rm", "there is no such tool any more"},
		"it is denied":              {before, `TOOL "made"`, "rm", "The gates denied it"},
		"it asks":                   {before, "", `"made"`, "by now it needs a person's yes itself"},
		"it asks of something else": {before, "", `"made"`, "by now it needs a person's yes itself"},
		"the call is denied": {bodies{"made": steps(reads("x"), sh("rm x"))}, "rm x", "",
			"shell DENIED The gates denied it"},
	} {
		h := &hands{each: numbered}
		within, a := waiting(t, before, h)
		if name == "it asks of something else" {
			within[0].Asked = engine.Verdict{Decision: engine.Ask, Action: within[0].Action}.Question()
		}
		l, out := goingOn(t, tc.now, &judge{deny: tc.deny, ask: tc.ask}, h, within, a)
		if want := []string{"read-file"}; !slices.Equal(h.tools(), want) {
			t.Errorf("%s: did %q, want %q", name, h.tools(), want)
		}
		if _, failed := out.Unmended(); !failed && (len(out.Denials) == 0 || out.Denials[0].Corrected) {
			t.Errorf("%s: nothing says that it was not done: %+v", name, out)
		}
		if got := result(t, l); !strings.Contains(got.Text, tc.want) {
			t.Errorf("%s: the model is told %q, want %q in it", name, got.Text, tc.want)
		}
	}
}
