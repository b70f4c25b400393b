package output

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// machine is a loop's judge, which allows, its actuator, and its recorder.
type machine struct{ result engine.Result }

func (machine) Judge(a engine.Action, _ engine.Facts) engine.Verdict {
	return engine.Verdict{Decision: engine.Allow, Action: a, Dir: "/w",
		Effects: effect.Effects{Writes: []effect.Path{{Name: "/w/x"}}}}
}

func (m machine) Find(engine.Target) (engine.Actuator, bool) { return m, true }

func (m machine) Do(context.Context, engine.Cleared) (engine.Result, error) { return m.result, nil }

func (machine) Record(context.Context, engine.Record) error { return nil }

// carried carries a request out by the real loop, and gives what is said of it: the
// lines on standard error, the object, and the exit code.
func carried(t *testing.T, op engine.Op, r engine.Result, o Options) (lines, object string, code int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	p := New(system.System{Stdout: &stdout, Stderr: &stderr}, &o)
	p.Redactor = shout{}
	p.WantReport("json")
	m := machine{r}
	silent := []engine.Target{engine.TargetShell}
	l := engine.Loop{Judge: m, Actuators: m, Recorder: m, Silent: silent, Watch: func(e engine.Event) {
		if acted, ok := e.(engine.Acted); ok {
			p.Acted(acted)
		}
	}}
	out := l.Run(t.Context(), engine.Signal{
		Payload: engine.Request{Action: engine.Action{Target: engine.TargetShell, Op: op}}})
	if out.Err != nil && !r.Failed {
		t.Fatal(out.Err)
	}
	out.Err = nil
	code = p.End(p.Conclude(nil, out))
	return stderr.String(), stdout.String(), code
}

type shout struct{}

func (shout) Redact(text string) string { return strings.ReplaceAll(text, "hunter2", "[MASKED]") }

// What an action came to is on one line, masked and escaped.
func TestActedLine(t *testing.T) {
	edit := engine.Call{Tool: "edit-file"}
	edit.Args = edit.Args.With("FILEPATH", sexp.String("sum.go"))
	many := []string{"/w/1", "/w/2", "/w/3", "/w/4", "/w/5", "/w/6", "/w/7"}
	for _, c := range []struct {
		op     engine.Op
		result engine.Result
		want   string
	}{
		{edit, engine.Result{Changed: []string{"/w/sum.go"}, Added: 1, Removed: 1}, "edit-file sum.go +1 -1"},
		{edit, engine.Result{Failed: true}, "edit-file sum.go  failed"},
		{edit, engine.Result{Failed: true, Interrupted: true}, "edit-file sum.go  interrupted"},
		{engine.Run{Command: "go test ./..."}, engine.Result{Exit: &engine.Exit{Code: 1}, Duration: 2140 * time.Millisecond},
			"go test ./...  exit 1  2.1s"},
		{engine.Run{Command: "true"}, engine.Result{Exit: &engine.Exit{}}, "true"},
		{engine.Run{Command: "x &"}, engine.Result{Exit: &engine.Exit{}, Rest: true}, "x &  ended what it left running"},
		{engine.Run{Command: "a\nb"}, engine.Result{Exit: &engine.Exit{Signal: "SIGSEGV"}}, "a⏎b  killed by SIGSEGV"},
		{engine.Run{Command: "sleep 9"}, engine.Result{Failed: true, Exit: &engine.Exit{Signal: "SIGKILL", TimedOut: true}},
			"sleep 9  timed out"},
		{engine.Run{Command: "touch hunter2 \x1b[31m \u202e"}, engine.Result{Changed: []string{"/w/hunter2", "/t/\n"},
			Exit: &engine.Exit{}}, `touch [MASKED] \u{1b}[31m \u{202e}  changed [MASKED], "/t/\n"`},
		{engine.Run{Command: "make"}, engine.Result{Exit: &engine.Exit{}, Changed: many, Withheld: []string{"/w/.envrc"}},
			"make  changed 1, 2, 3, 4, 5 and 2 more  withheld .envrc"},
	} {
		lines, _, _ := carried(t, c.op, c.result, Options{Verbose: true})
		if got, _, _ := strings.Cut(lines, "\n"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
		lines, _, _ = carried(t, c.op, c.result, Options{})
		if quiet, _, _ := carried(t, c.op, c.result, Options{Verbose: true, Quiet: true}); strings.Contains(quiet+lines,
			c.want+"\n") {
			t.Errorf("%q was said unasked: %q", quiet, c.want)
		}
	}
}

// No line is longer than the terminal is wide; how the action ended gives way last.
func TestActedLineFits(t *testing.T) {
	for columns := 8; columns < 60; columns++ {
		for _, begin := range []string{"true", strings.Repeat("long ", 30), strings.Repeat("漢", 40)} {
			for _, end := range []string{"", "  exit 1  2.1s", "  withheld " + strings.Repeat("漢 ", 40)} {
				got := fitted(begin, end, columns)
				if Cells(got) > columns {
					t.Errorf("%d columns: %q", columns, got)
				}
				if len(end) < 20 && columns > 40 && !strings.HasSuffix(got, end) {
					t.Errorf("%d columns: %q has lost %q", columns, got, end)
				}
			}
		}
	}
	if got := fitted("true", "  exit 1", 80); got != "true  exit 1" {
		t.Errorf("%q", got)
	}
}

// What was withheld is not done: the object lists it and the exit code is that of a denial.
func TestWithheldIsNotDone(t *testing.T) {
	r := engine.Result{Exit: &engine.Exit{}, Changed: []string{"/w/out"}, Withheld: []string{"/w/.git/hooks/hunter2"}}
	for _, c := range []struct {
		options Options
		exit    int
		code    int
		status  string
	}{
		{Options{}, 0, exit.Denied, "denied"},
		{Options{AllowDenials: true}, 0, exit.OK, "done"},
		{Options{}, 2, exit.Denied, "denied"},
		{Options{AllowDenials: true}, 2, exit.Failed, "error"},
	} {
		r.Exit = &engine.Exit{Code: c.exit}
		lines, object, code := carried(t, engine.Run{Command: "make"}, r, c.options)
		var got struct {
			Status   string
			ExitCode int `json:"exit_code"`
			Actions  []struct {
				Failed            bool
				Exit              *int
				Changed, Withheld []string
			}
		}
		if err := json.Unmarshal([]byte(object), &got); err != nil || len(got.Actions) != 1 {
			t.Fatalf("%v %s", err, object)
		}
		a := got.Actions[0]
		if code != c.code || got.ExitCode != c.code || got.Status != c.status || a.Failed != (c.exit != 0) ||
			a.Exit == nil || *a.Exit != c.exit || len(a.Changed) != 1 || len(a.Withheld) != 1 ||
			a.Withheld[0] != "/w/.git/hooks/[MASKED]" {
			t.Errorf("%+v: exit code %d, %s", c, code, object)
		}
		if c.code == exit.Denied && !strings.Contains(lines, "pp: withheld: /w/.git/hooks/[MASKED]") {
			t.Errorf("what was withheld is not said: %q", lines)
		}
	}
}

// What a failed command printed is said, unless the answer has it.
func TestFailureInItsOwnWords(t *testing.T) {
	a := engine.ActionReport{Action: engine.Action{Op: engine.Run{Command: "make"}},
		Result: engine.Result{Exit: &engine.Exit{Code: 2}, Error: "no rule\nstop\n"}}
	if got := Failure(a, "", shout{}.Redact); got != "make: exit 2\nno rule\nstop" {
		t.Errorf("%q", got)
	}
	if got := Failure(a, "It said:\nno rule\nstop\n[exit status 2]", shout{}.Redact); got != "make: exit 2" {
		t.Errorf("%q", got)
	}
	a.Error = strings.Repeat("x", failureBytes+10) + "hunter2" + strings.Repeat("y", failureBytes-3)
	if got := Failure(a, "", shout{}.Redact); strings.Contains(got, "er2") {
		t.Errorf("half a secret is shown: %.60q", got)
	}
	a.Error = strings.Repeat("漢字\n", 100_000) + "the end"
	got := Failure(a, "", shout{}.Redact)
	if len(got) > failureBytes+100 || strings.Count(got, "\n") > failureLines+1 || !strings.HasSuffix(got, "\nthe end") ||
		strings.Contains(got, "\uFFFD") {
		t.Errorf("%d bytes, %q", len(got), got)
	}
}
