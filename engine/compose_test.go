package engine_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/sexp"
)

// body is what a composed tool does after what its calls gave.
type body func(args sexp.Plist, results []engine.Inner) (engine.Next, error)

// bodies are the composed tools by name.
type bodies map[string]body

func (b bodies) Composes(tool string) bool { return b[tool] != nil }

func (b bodies) Compose(_ context.Context, tool string, args sexp.Plist, results []engine.Inner) (engine.Next, error) {
	return b[tool](args, results)
}

// steps makes calls in order, whatever they give, and ends with all that they gave.
func steps(calls ...engine.Next) body {
	return func(_ sexp.Plist, results []engine.Inner) (engine.Next, error) {
		if len(results) < len(calls) {
			return calls[len(results)], nil
		}
		return engine.Next{Content: told(results)}, nil
	}
}

func told(results []engine.Inner) string {
	var out []string
	for _, r := range results {
		out = append(out, r.Tool+" "+r.Status+" "+r.Content)
	}
	return strings.Join(out, "\n")
}

func sh(cmd string) engine.Next {
	return engine.Next{Tool: "shell", Args: sexp.NewPlist().With("CMD", sexp.String(cmd))}
}

func reads(file string) engine.Next {
	return engine.Next{Tool: "read-file", Args: sexp.NewPlist().With("FILEPATH", sexp.String(file)),
		Explanation: "to count in it"}
}

func calls(tool string) engine.Next { return engine.Next{Tool: tool} }

// numbered gives each call a result of its own.
func numbered(n int) engine.Result {
	return engine.Result{Text: fmt.Sprintf("result %d", n), Origin: engine.OriginUntrusted}
}

// outcomes are what was done, without the answer to the person.
func (h *hands) tools() []string {
	var out []string
	for _, a := range h.did {
		switch op := a.Op.(type) {
		case engine.Run:
			out = append(out, op.Command)
		case engine.Call:
			out = append(out, op.Tool)
		}
	}
	return out
}

// composing is a loop whose model calls the tool "made" once, and then answers.
func composing(b bodies, j engine.Judge, h *hands, list ...string) *engine.Loop {
	p := &answersWith{list: []engine.Reply{calling(call("a", "made", `{"explanation":"it is what this is for"}`)),
		{Text: "That is all."}}}
	for _, text := range list {
		p.list = append(p.list, engine.Reply{Text: text})
	}
	l := newLoop(p, j, h)
	l.Composer, l.Recorder = b, recorder{}
	return l
}

// result is what the conversation has of the first call.
func result(t *testing.T, l *engine.Loop) engine.Turn {
	t.Helper()
	paired(t, l.Session.Turns())
	for _, turn := range l.Session.Turns() {
		if turn.Role == engine.RoleTool {
			return turn
		}
	}
	t.Fatal("no call has a result")
	return engine.Turn{}
}

func TestComposedToolMakesItsCalls(t *testing.T) {
	h := &hands{each: numbered}
	l := composing(bodies{"made": steps(reads("x"), sh("wc -l x"))}, &judge{}, h)
	l.Limits.Turns = 3 // its calls are turns, and it is one
	out := l.Run(t.Context(), input("go"))
	if want := []string{"read-file", "wc -l x"}; out.Err != nil || !slices.Equal(h.tools(), want) {
		t.Fatalf("did %q, err %v; want %q", h.tools(), out.Err, want)
	}
	if got := result(t, l); got.Text != "read-file SUCCESS result 1\nshell SUCCESS result 2" ||
		got.Origin != engine.OriginUntrusted || got.Failed || got.Answers != "a" {
		t.Errorf("the model is given %+v", got)
	}
	var reported []string
	for _, a := range out.Actions {
		reported = append(reported, a.Action.Tool())
	}
	if want := []string{"read-file", "shell", "made", "message"}; !slices.Equal(reported, want) {
		t.Errorf("reported %q, want %q", reported, want)
	}
	l = composing(bodies{"made": steps(reads("x"), sh("wc -l x"))}, &judge{}, h)
	l.Limits.Turns = 2
	if out := l.Run(t.Context(), input("go")); !errors.Is(out.Err, engine.ErrTurns) {
		t.Errorf("it took two turns: %v", out.Err)
	}
	for i, want := range []string{"For made: to count in it", "Called by the tool made."} {
		if got := h.did[i].Explanation; got != want {
			t.Errorf("call %d is explained by %q, want %q", i, got, want)
		}
	}
}

// What a call gave comes to the body as data: how it ended, and its output without what is put
// around it; secrets masked.
func TestWhatInnerCallsGive(t *testing.T) {
	failed := func(code int) *engine.Exit { return &engine.Exit{Code: code} }
	for _, tc := range []struct {
		name string
		did  engine.Result
		next engine.Next
		want string
	}{
		{"output", engine.Result{Text: "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)\nout\n(:A 1)", Exit: failed(0)},
			sh("x"),
			"SUCCESS out\n(:A 1)"},
		{"no output", engine.Result{Text: "TOOL [shell] RESULT: (:STATUS :SUCCESS :EXIT 0)", Exit: failed(0)}, sh("x"),
			"SUCCESS "},
		{"exit 1", engine.Result{Text: "TOOL [shell] RESULT: (:STATUS :ERROR :EXIT 1)\nno", Error: "no", Exit: failed(1)},
			sh("x"),
			"ERROR no"},
		{"a silent failure", engine.Result{Text: "TOOL [shell] RESULT: (:STATUS :ERROR :EXIT 1)", Exit: failed(1)}, sh("x"),
			"ERROR TOOL [shell] RESULT: (:STATUS :ERROR :EXIT 1)"},
		{"content", engine.Result{Text: "(:STATUS :DENIED) is in it"}, reads("x"), "SUCCESS (:STATUS :DENIED) is in it"},
		{"no content", engine.Result{Text: "TOOL [read-file] RESULT: (:STATUS :SUCCESS)"}, reads("x"),
			"SUCCESS (:STATUS :SUCCESS)"},
		{"failed", engine.Result{Text: "ERROR [read-file]: no such file", Error: "no such file", Failed: true}, reads("x"),
			"ERROR no such file"},
		{"withheld", engine.Result{Text: "not all", Withheld: []string{"/w/hook"}, Exit: failed(0)}, sh("x"),
			"ERROR not all"},
		{"masked", engine.Result{Text: "the key is hunter2"}, reads("x"), "SUCCESS the key is [MASKED]"},
		{"no such tool", engine.Result{}, calls("read-flie"), `ERROR There is no tool "read-flie".`},
		{"bad arguments", engine.Result{}, engine.Next{Tool: "shell"},
			"ERROR A shell request needs :CMD with the command as a string."},
	} {
		l := composing(bodies{"made": steps(tc.next)}, &judge{}, &hands{result: tc.did})
		l.Decoder.Tools = engine.ToolTable{"made": {Name: "made"}, "read-file": {Name: "read-file"}}
		l.Redactor = hunter{}
		l.Run(t.Context(), input("go"))
		if got, want := result(t, l).Text, tc.next.Tool+" "+tc.want; got != want {
			t.Errorf("%s: the body is given %q, want %q", tc.name, got, want)
		}
	}
}

type hunter struct{}

func (hunter) Redact(text string) string { return strings.ReplaceAll(text, "hunter2", "[MASKED]") }

func TestComposedToolsEnd(t *testing.T) {
	many := make([]engine.Next, 30)
	for i := range many {
		many[i] = reads(fmt.Sprint(i))
	}
	deep := bodies{"made": steps(calls("b")), "b": steps(calls("c")), "c": steps(calls("d")), "d": steps(reads("x"))}
	same := func(sexp.Plist, []engine.Inner) (engine.Next, error) { return reads("x"), nil }
	for _, tc := range []struct {
		name   string
		bodies bodies
		each   func(int) engine.Result
		turns  int
		did    int
		want   string
		failed bool
		err    error
	}{
		{"calls", bodies{"made": steps(many...)}, numbered, 0, 20, "it made 20 calls and did not end", true, nil},
		{"depth", deep, numbered, 0, 0, "ERROR it is called within 3 others", false, nil},
		{"three deep", bodies{"made": deep["made"], "b": deep["b"], "c": deep["d"]}, numbered, 0, 1,
			"b SUCCESS c SUCCESS read-file SUCCESS result 1", false, nil},
		{"itself", bodies{"made": steps(calls("made"))}, numbered, 0, 0, "ERROR it is called within 3 others", false, nil},
		{"repeats", bodies{"made": same}, func(int) engine.Result { return engine.Result{Text: "same"} }, 0, 3,
			"3 times in a row with the same result", true, nil},
		{"turns", bodies{"made": steps(many...)}, numbered, 7, 7, "the limit", true, engine.ErrTurns},
		{"an error", bodies{"made": func(sexp.Plist, []engine.Inner) (engine.Next, error) {
			return engine.Next{}, errors.New("steps.lisp:3:1: no function FOO")
		}}, numbered, 0, 0, "ERROR [made]: steps.lisp:3:1: no function FOO", true, nil},
		{"a panic", bodies{"made": func(sexp.Plist, []engine.Inner) (engine.Next, error) { panic("fell over") }}, numbered, 0,
			0,
			"unexpected failure: fell over", true, nil},
		{"a failure", bodies{"made": func(sexp.Plist, []engine.Inner) (engine.Next, error) {
			return engine.Next{Failed: true, Content: "nothing to count"}, nil
		}}, numbered, 0, 0, "ERROR [made]: nothing to count", true, nil},
		{"nothing to say", bodies{"made": steps()}, numbered, 0, 0, "TOOL [made] RESULT: (:STATUS :SUCCESS)", false, nil},
		{"too much to say", bodies{"made": func(sexp.Plist, []engine.Inner) (engine.Next, error) {
			return engine.Next{Content: strings.Repeat("x", 1<<20)}, nil
		}}, numbered, 0, 0, "xx…", false, nil},
	} {
		h := &hands{each: tc.each}
		l := composing(tc.bodies, &judge{}, h)
		l.Limits.Turns = tc.turns
		out := l.Run(t.Context(), input("go"))
		if !errors.Is(out.Err, tc.err) {
			t.Errorf("%s: Err = %v, want %v", tc.name, out.Err, tc.err)
		}
		if got := result(t, l); !strings.Contains(got.Text, tc.want) || got.Failed != tc.failed || len(got.Text) > 65<<10 {
			t.Errorf("%s: the model is told %.300q (failed %v), want %q in it", tc.name, got.Text, got.Failed, tc.want)
		}
		if got := len(h.tools()); got != tc.did {
			t.Errorf("%s: %d calls, want %d", tc.name, got, tc.did)
		}
		if _, failed := out.Unmended(); failed != tc.failed {
			t.Errorf("%s: the run is said to have failed: %v", tc.name, failed)
		}
	}
}

func TestCancelledComposition(t *testing.T) {
	cause := errors.New("the person pressed Ctrl-C")
	ctx, cancel := context.WithCancelCause(t.Context())
	h := &hands{each: numbered}
	b := bodies{"made": func(_ sexp.Plist, results []engine.Inner) (engine.Next, error) {
		if len(results) == 2 {
			cancel(cause)
		}
		return reads(fmt.Sprint(len(results))), nil
	}}
	l := composing(b, &judge{}, h)
	out := l.Run(ctx, input("go"))
	if !errors.Is(out.Err, cause) || len(h.tools()) != 2 {
		t.Errorf("Err = %v after %q", out.Err, h.tools())
	}
	if got := result(t, l); !got.Failed || !strings.Contains(got.Text, cause.Error()) {
		t.Errorf("the conversation has %+v", got)
	}
	if len(out.Actions) != 3 || !out.Actions[2].Failed {
		t.Errorf("reported %+v", out.Actions)
	}
}

// A dry run judges the calls that can be known without doing any, and does none.
func TestDryRunOfAComposition(t *testing.T) {
	for _, tc := range []struct {
		name             string
		made             body
		judged           []string
		pending, denials int
	}{
		{"allowed", steps(reads("x"), sh("rm x")), []string{"made", "read-file"}, 0, 0},
		{"asks", steps(sh("ask x"), reads("x")), []string{"made", "shell"}, 1, 0},
		{"denied", steps(sh("rm x"), reads("x")), []string{"made", "shell", "read-file"}, 0, 1},
	} {
		h := &hands{each: numbered}
		l := composing(bodies{"made": tc.made}, &judge{deny: "rm", ask: "ask x"}, h)
		l.DryRun, l.Approver = true, &answers{}
		var judged []string
		l.Watch = func(e engine.Event) {
			if v, ok := e.(engine.Judged); ok && v.Final {
				judged = append(judged, v.Verdict.Action.Tool())
			}
		}
		out := l.Run(t.Context(), input("go"))
		if out.Err != nil || len(h.did) != 0 || len(out.Actions) != 0 || !slices.Equal(judged, tc.judged) {
			t.Errorf("%s: did %v, reported %v, judged %q, err %v", tc.name, h.did, out.Actions, judged, out.Err)
		}
		if len(out.Pending) != tc.pending || len(out.Denials) != tc.denials {
			t.Errorf("%s: %d pending, %d denials", tc.name, len(out.Pending), len(out.Denials))
		}
	}
}

// Composed calls stand in the trace, and each of their own with who made it.
func TestComposedCallsAreRecorded(t *testing.T) {
	var got []string
	l := composing(bodies{"made": steps(sh("ls"))}, &judge{}, &hands{each: numbered})
	l.Recorder = recording(func(r engine.Record) {
		by, _ := r.Fields.Text("BY")
		switch r.Kind {
		case engine.RecordProposal, engine.RecordIntent, engine.RecordResult:
			got = append(got, strings.TrimSpace(string(r.Kind)+" "+by))
		}
	})
	l.Run(t.Context(), input("go"))
	want := []string{"PROPOSAL", "INTENT", "PROPOSAL made", "INTENT", "RESULT", "RESULT", "PROPOSAL", "INTENT", "RESULT"}
	if !slices.Equal(got, want) {
		t.Errorf("recorded %q, want %q", got, want)
	}
}

type recording func(engine.Record)

func (f recording) Record(_ context.Context, r engine.Record) error { f(r); return nil }
