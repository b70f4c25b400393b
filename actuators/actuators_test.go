package actuators_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pp/actuators"
	"pp/actuators/tools"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/sexp"
)

// spy is an actuator that does what it is told without looking.
type spy struct{ ran int }

func (s *spy) Do(context.Context, engine.Cleared) (engine.Result, error) {
	s.ran++
	return engine.Result{Text: "ran"}, nil
}

func clearedMessage(t testing.TB, target engine.Target, text string) engine.Cleared {
	t.Helper()
	return enginetest.Clear(t, engine.Action{Target: target, Op: engine.Message{Text: text}}, effect.Effects{}, "/")
}

func clearedCall(t testing.TB, tool string) engine.Cleared {
	t.Helper()
	return enginetest.Clear(t, engine.Action{Target: engine.TargetTool, Op: engine.Call{Tool: tool}}, effect.Effects{},
		"/")
}

func clearedEval(t testing.TB, code string) engine.Cleared {
	t.Helper()
	return enginetest.Clear(t, engine.Action{Target: engine.TargetSystem, Op: engine.Eval{Code: code}}, effect.Effects{},
		"/")
}

func TestInvariant1ActuatorsRefuseZeroCleared(t *testing.T) {
	said := func(string) error {
		t.Error("something was said")
		return nil
	}
	every := map[string]engine.Actuator{
		"CLI": actuators.NewCLI(said), "SYSTEM": actuators.NewSystem(said, nil),
		"TOOL": actuators.NewTools(tools.Builtin(tools.Options{})), "SIGNAL": messages(&outbox{}),
	}
	for name, a := range every {
		if res, err := a.Do(context.Background(), engine.Cleared{}); !errors.Is(err, engine.ErrNotCleared) || res.Text != "" {
			t.Errorf("%s acted on nothing: %+v, %v", name, res, err)
		}
	}
}

// The registry refuses for an actuator that forgets to.
func TestInvariant1RegistryRefusesZeroCleared(t *testing.T) {
	var r actuators.Registry
	var careless spy
	r.Register("CARELESS", &careless)
	a, ok := r.Find("CARELESS")
	if !ok {
		t.Fatal("not found")
	}
	if _, err := a.Do(context.Background(), engine.Cleared{}); !errors.Is(err, engine.ErrNotCleared) {
		t.Errorf("a zero Cleared: %v", err)
	}
	// What was cleared for one target is not cleared for another.
	_, err := a.Do(context.Background(), clearedMessage(t, engine.TargetCLI, "x"))
	if !errors.Is(err, engine.ErrNotCleared) || !strings.Contains(err.Error(), ":CLI") {
		t.Errorf("an action for another target: %v", err)
	}
	if careless.ran != 0 {
		t.Error("the actuator ran")
	}
	if res, err := a.Do(context.Background(), clearedMessage(t, "CARELESS", "x")); err != nil || res.Text != "ran" ||
		careless.ran != 1 {
		t.Errorf("its own action: %+v, %v", res, err)
	}
}

func TestRegistry(t *testing.T) {
	var r actuators.Registry
	if _, ok := r.Find(engine.TargetCLI); ok {
		t.Error("an empty registry finds something")
	}
	r.Register(engine.TargetTool, &spy{})
	r.Register(":cli", &spy{})
	for _, name := range []engine.Target{"CLI", "cli", ":Cli", "TOOL"} {
		if _, ok := r.Find(name); !ok {
			t.Errorf("%s is not found", name)
		}
	}
	if _, ok := r.Find("SHELL"); ok {
		t.Error("SHELL is found")
	}
	for name, register := range map[string]func(){
		"a duplicate":           func() { r.Register("CLI", &spy{}) },
		"a duplicate as :cli":   func() { r.Register(":cli", &spy{}) },
		"no target":             func() { r.Register("", &spy{}) },
		"no actuator":           func() { r.Register("SHELL", nil) },
		"no sink for :CLI":      func() { actuators.NewCLI(nil) },
		"no sink for :SYSTEM":   func() { actuators.NewSystem(nil, nil) },
		"a duplicate of a tool": func() { actuators.NewTools([]tools.Tool{{}, {}}) },
	} {
		if !panics(register) {
			t.Errorf("%s does not panic", name)
		}
	}
}

func panics(f func()) (did bool) {
	defer func() { did = recover() != nil }()
	f()
	return false
}

func TestCLI(t *testing.T) {
	var said []string
	a := actuators.NewCLI(func(text string) error {
		said = append(said, text)
		return nil
	})
	res, err := a.Do(context.Background(), clearedMessage(t, engine.TargetCLI, "hello\n"))
	if err != nil || res.Text != "hello\n" || res.Failed || !slices.Equal(said, []string{"hello\n"}) {
		t.Errorf("%+v, %v, said %q", res, err, said)
	}
	run := enginetest.Clear(t, engine.Action{Target: engine.TargetCLI, Op: engine.Run{Command: "ls"}}, effect.Effects{},
		"/")
	if _, err := a.Do(context.Background(), run); err == nil || len(said) != 1 {
		t.Errorf("a command went to :CLI: %v, %q", err, said)
	}
	broken := errors.New("standard output is closed")
	_, err = actuators.NewCLI(func(string) error { return broken }).Do(context.Background(),
		clearedMessage(t, engine.TargetCLI, "x"))
	if !errors.Is(err, broken) {
		t.Errorf("a broken sink: %v", err)
	}
}

// evaluator answers every form alike.
type evaluator struct {
	value string
	err   error
}

func (e evaluator) Eval(_ context.Context, code string) (string, error) { return e.value + code, e.err }

func TestSystem(t *testing.T) {
	var logged []string
	log := func(text string) error {
		logged = append(logged, text)
		return nil
	}
	a := actuators.NewSystem(log, nil)
	res, err := a.Do(context.Background(), clearedMessage(t, engine.TargetSystem, "note"))
	if err != nil || res.Text != "TOOL [message] RESULT: logged" || !slices.Equal(logged, []string{"note"}) {
		t.Errorf("%+v, %v, logged %q", res, err, logged)
	}
	_, err = a.Do(context.Background(), clearedEval(t, "(+ 1 2)"))
	if !errors.Is(err, actuators.ErrNoEvaluator) || !strings.Contains(err.Error(), "not available yet") {
		t.Errorf("no evaluator: %v", err)
	}
	res, err = actuators.NewSystem(log, evaluator{value: "3 of "}).Do(context.Background(), clearedEval(t, "(+ 1 2)"))
	if err != nil || res.Text != "TOOL [eval-form] RESULT: 3 of (+ 1 2)" {
		t.Errorf("%+v, %v", res, err)
	}
	bad := errors.New("division by zero")
	if _, err = actuators.NewSystem(log, evaluator{err: bad}).Do(context.Background(),
		clearedEval(t, "(/ 1 0)")); !errors.Is(err, bad) {
		t.Errorf("a failing form: %v", err)
	}
	call := enginetest.Clear(t, engine.Action{Target: engine.TargetSystem, Op: engine.Call{Tool: "x"}}, effect.Effects{},
		"/")
	if _, err := a.Do(context.Background(), call); err == nil {
		t.Error("a call went to :SYSTEM")
	}
}

// toolGiving is a tool with a fixed outcome.
func toolGiving(name string, res engine.Result, err error) tools.Tool {
	return tools.Tool{Spec: engine.ToolSpec{Name: name}, Run: func(context.Context, engine.Cleared) (engine.Result,
		error) {
		return res, err
	}}
}

func TestToolResults(t *testing.T) {
	long := strings.Repeat("word\n", 50_000)
	a := actuators.NewTools([]tools.Tool{
		toolGiving("content", engine.Result{Text: "the content\n", Origin: engine.OriginPerson, Changed: []string{"/x"}},
			nil),
		toolGiving("error", engine.Result{}, errors.New("it does not exist")),
		toolGiving("failed", engine.Result{Text: "it went wrong", Failed: true}, nil),
		toolGiving("nothing", engine.Result{}, nil),
		toolGiving("changed", engine.Result{Changed: []string{"/a", "/b"}}, nil),
		toolGiving("long", engine.Result{Text: long}, nil),
		{Spec: engine.ToolSpec{Name: "panics"}, Run: func(context.Context, engine.Cleared) (engine.Result, error) {
			var m map[string]int
			m["x"] = 1
			return engine.Result{}, nil
		}},
		{Spec: engine.ToolSpec{Name: "hollow"}},
	})
	changed := sexp.Print(sexp.NewPlist().With("STATUS", sexp.Keyword("SUCCESS")).
		With("CHANGED", sexp.NewList(sexp.String("/a"), sexp.String("/b"))).Value())
	for _, c := range []struct {
		tool, want string
		failed     bool
	}{
		{"content", "the content\n", false},
		{"CONTENT", "the content\n", false},
		{"Error", "ERROR [error]: it does not exist", true},
		{"failed", "ERROR [failed]: it went wrong", true},
		{"nothing", "TOOL [nothing] RESULT: " + sexp.Print(sexp.NewPlist().With("STATUS", sexp.Keyword("SUCCESS")).Value()),
			false},
		{"changed", "TOOL [changed] RESULT: " + changed, false},
		{"eror", `ERROR [eror]: there is no tool "eror". The nearest are: error, long, hollow.`, true},
	} {
		res, err := a.Do(context.Background(), clearedCall(t, c.tool))
		if err != nil || res.Text != c.want || res.Failed != c.failed || res.Origin != engine.OriginUntrusted {
			t.Errorf("%s: %+v, %v; want %q, failed %v", c.tool, res, err, c.want, c.failed)
		}
	}
	res, err := a.Do(context.Background(), clearedCall(t, "long"))
	if err != nil || len(res.Text) > 100_100 || !strings.Contains(res.Text, " left out here]\n") {
		t.Errorf("a long result has %d bytes, %v", len(res.Text), err)
	}
	for _, name := range []string{"panics", "hollow"} {
		res, err := a.Do(context.Background(), clearedCall(t, name))
		if err != nil || !res.Failed || !strings.HasPrefix(res.Text, "ERROR ["+name+"]: the tool broke off unexpectedly") ||
			strings.Contains(res.Text, "goroutine") || strings.Contains(res.Text, ".go:") {
			t.Errorf("%s: %+v, %v", name, res, err)
		}
	}
	message := enginetest.Clear(t, engine.Action{Target: engine.TargetTool, Op: engine.Message{Text: "x"}},
		effect.Effects{}, "/")
	if _, err := a.Do(context.Background(), message); err == nil {
		t.Error("a message went to :TOOL")
	}
	res, err = actuators.NewTools(nil).Do(context.Background(), clearedCall(t, strings.Repeat("x", 5000)))
	if err != nil || !res.Failed || len(res.Text) > 300 || !strings.Contains(res.Text, "there are no tools") {
		t.Errorf("no tools at all: %+v, %v", res, err)
	}
}

func TestUnknownToolNamesTheNearest(t *testing.T) {
	a := actuators.NewTools(tools.Builtin(tools.Options{}))
	for name, first := range map[string]string{
		"read": "read-file", "readfile": "read-file", "list": "list-directory", "search": "search-files",
		"find_file": "find-files",
		"list-dir":  "list-directory", "WRITE": "write-file", "serch-files": "search-files",
	} {
		res, err := a.Do(context.Background(), clearedCall(t, name))
		if err != nil || !res.Failed || !strings.Contains(res.Text, "The nearest are: "+first+", ") {
			t.Errorf("%s: %q, %v; want %s first", name, res.Text, err, first)
		}
	}
}

// A cancelled context is the loop's to report, with its cause, and no failure of
// the tool.
func TestToolCancelled(t *testing.T) {
	cause := errors.New("interrupted")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	a := actuators.NewTools([]tools.Tool{toolGiving("t", engine.Result{}, context.Canceled)})
	if res, err := a.Do(ctx, clearedCall(t, "t")); !errors.Is(err, cause) || res.Text != "" {
		t.Errorf("%+v, %v", res, err)
	}
}
