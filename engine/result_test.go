package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// A run has failed when nothing succeeded in the place of what failed last.
func TestUnmended(t *testing.T) {
	test := engine.Run{Command: "go test ./..."}
	edit, read := engine.Call{Tool: "edit-file"}, engine.Call{Tool: "read-file"}
	stake := map[string]effect.Stake{"shell": effect.StakeCheck, "edit-file": effect.StakeChange}
	done := func(op engine.Op, code int) engine.ActionReport {
		a := engine.Action{Op: op}
		return engine.ActionReport{Action: a, Stake: stake[a.Tool()], Result: engine.Result{Exit: &engine.Exit{Code: code}}}
	}
	failed := engine.ActionReport{Action: engine.Action{Op: edit}, Stake: effect.StakeChange,
		Result: engine.Result{Failed: true}}
	in := func(reply int, a engine.ActionReport) engine.ActionReport {
		a.Reply = reply
		return a
	}
	said := engine.ActionReport{Action: engine.Action{Op: engine.Message{Text: "All is well."}}}
	for _, c := range []struct {
		name string
		list []engine.ActionReport
		tool string
	}{
		{"nothing was done", nil, ""},
		{"only something said", []engine.ActionReport{said}, ""},
		{"it succeeded", []engine.ActionReport{done(test, 0), said}, ""},
		{"it failed and was talked over", []engine.ActionReport{done(test, 1), said}, "shell"},
		{"mended and tried again", []engine.ActionReport{done(test, 1), done(edit, 0), done(test, 0), said}, ""},
		{"mended and failed again", []engine.ActionReport{done(test, 1), done(edit, 0), done(test, 1)}, "shell"},
		{"only looked at", []engine.ActionReport{done(test, 1), done(read, 0), said}, "shell"},
		{"looked at in vain, then well", []engine.ActionReport{done(test, 1), done(read, 1), done(read, 0)}, "shell"},
		{"the wrong file, then the right one", []engine.ActionReport{done(read, 1), done(read, 0)}, ""},
		{"a tool failed", []engine.ActionReport{done(test, 0), failed}, "edit-file"},
		{"another tool beside it", []engine.ActionReport{in(1, failed), in(1, done(test, 0)), said}, "edit-file"},
		{"another tool beside it, then again", []engine.ActionReport{in(1, failed), in(1, done(test, 0)),
			in(2, done(edit, 0))}, ""},
		{"a look beside another", []engine.ActionReport{in(1, done(read, 1)), in(1, done(read, 0))}, "read-file"},
		{"a look behind another", []engine.ActionReport{in(1, done(read, 0)), in(1, done(read, 1))}, "read-file"},
		{"a look beside another, then again", []engine.ActionReport{in(1, done(read, 1)), in(1, done(read, 0)),
			in(2, done(read, 0))}, ""},
		{"mended beside a look in vain", []engine.ActionReport{in(1, failed), in(2, done(edit, 0)),
			in(2, done(read, 1))}, "read-file"},
		{"mended behind a look in vain", []engine.ActionReport{in(1, failed), in(2, done(read, 1)),
			in(2, done(edit, 0))}, "read-file"},
		{"another tool in its place", []engine.ActionReport{failed, done(edit, 0)}, ""},
		{"a test in its place", []engine.ActionReport{failed, done(test, 0), said}, "edit-file"},
		{"a test in the place of a test", []engine.ActionReport{done(test, 1), done(test, 0), said}, ""},
		{"a test after both failed", []engine.ActionReport{failed, done(test, 1), done(read, 1)}, "edit-file"},
	} {
		got, ok := engine.Outcome{Actions: c.list}.Unmended()
		if ok != (c.tool != "") || ok && got.Action.Tool() != c.tool {
			t.Errorf("%s: %v %s", c.name, ok, got.Action.Tool())
		}
	}
}

// kept keeps the records of a run.
type kept []engine.Record

func (k *kept) Record(_ context.Context, r engine.Record) error {
	*k = append(*k, r)
	return nil
}

// result is the one record of a result.
func (k kept) result(t *testing.T) string {
	t.Helper()
	found := ""
	for _, r := range k {
		if r.Kind == engine.RecordResult && strings.Contains(sexp.Print(r.Fields.Value()), `"shell"`) {
			found += sexp.Print(r.Fields.Value())
		}
	}
	return found
}

// shout masks one word.
type shout struct{}

func (shout) Redact(text string) string { return strings.ReplaceAll(text, "hunter2", "[MASKED]") }

// How an action ended is told as it is: to the outcome and to the trace.
func TestResultIsTold(t *testing.T) {
	for _, c := range []struct {
		result engine.Result
		record string
		well   bool
	}{
		{engine.Result{}, `(:STATUS :SUCCESS :TOOL "shell")`, true},
		{engine.Result{Exit: &engine.Exit{}, Changed: []string{"/w/a", "/w/hunter2"}},
			`(:STATUS :SUCCESS :TOOL "shell" :EXIT 0 :CHANGED ("/w/a" "/w/[MASKED]"))`, true},
		{engine.Result{Exit: &engine.Exit{Code: 3}, Duration: 2 * time.Second, Error: "no"},
			`(:STATUS :ERROR :TOOL "shell" :EXIT 3 :MILLISECONDS 2000)`, false},
		{engine.Result{Exit: &engine.Exit{Signal: "SIGKILL", TimedOut: true}, Failed: true},
			`(:STATUS :ERROR :TOOL "shell" :SIGNAL "SIGKILL" :TIMED-OUT T)`, false},
		{engine.Result{Exit: &engine.Exit{}, Withheld: []string{"/w/.git/hooks/post-commit"}, Added: 2, Removed: 1},
			`(:STATUS :SUCCESS :TOOL "shell" :EXIT 0 :ADDED 2 :REMOVED 1 :WITHHELD ("/w/.git/hooks/post-commit"))`, true},
	} {
		var trace kept
		c.result.Text = "text for the model"
		l := newLoop(&replies{list: []string{runRM, "done"}}, &judge{}, &hands{each: func(n int) engine.Result {
			if n > 1 {
				return engine.Result{}
			}
			return c.result
		}})
		l.Recorder, l.Redactor = &trace, shout{}
		out := l.Run(t.Context(), input("hi"))
		if got := trace.result(t); got != c.record {
			t.Errorf("recorded %s, want %s", got, c.record)
		}
		got := out.Actions[0]
		if got.EndedWell() != c.well || got.Exit != c.result.Exit || got.Error != c.result.Error || got.Text != "" ||
			out.Withheld() != (c.result.Withheld != nil) {
			t.Errorf("%+v", got)
		}
	}
}

// cut is an actuator whose action is interrupted.
type cut struct{ cancel context.CancelCauseFunc }

var errCut = errors.New("interrupted")

func (c cut) Find(engine.Target) (engine.Actuator, bool) { return c, true }

func (c cut) Do(ctx context.Context, _ engine.Cleared) (engine.Result, error) {
	c.cancel(errCut)
	return engine.Result{}, ctx.Err()
}

// nobody finds no actuator.
type nobody struct{}

func (nobody) Find(engine.Target) (engine.Actuator, bool) { return nil, false }

// What was cut off, and what nobody could carry out, has failed and is told of.
func TestActionThatWasNotDoneIsTold(t *testing.T) {
	for _, name := range []string{"interrupted", "no actuator"} {
		t.Run(name, func(t *testing.T) {
			var trace kept
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			a := engine.Actuators(nobody{})
			if name == "interrupted" {
				a = cut{cancel}
			}
			l := newLoop(&replies{list: []string{"Done."}}, &judge{}, nil)
			l.Actuators, l.Recorder, l.Silent = a, &trace, []engine.Target{engine.TargetShell}
			run := engine.Action{
				Target:      engine.TargetShell,
				Op:          engine.Run{Command: "make"},
				Explanation: "to build it all",
			}
			out := l.Run(ctx, engine.Signal{Payload: engine.Request{Action: run}})
			if len(out.Actions) != 1 || out.Actions[0].EndedWell() || !strings.Contains(out.Actions[0].Error, name) {
				t.Errorf("%+v", out.Actions)
			}
			if out.Err == nil || name == "interrupted" && !errors.Is(out.Err, errCut) {
				t.Errorf("%v", out.Err)
			}
			if got := trace.result(t); got != `(:STATUS :ERROR :TOOL "shell")` {
				t.Errorf("recorded %q", got)
			}
		})
	}
}

func TestAddChanges(t *testing.T) {
	many := make([]string, 30)
	for i := range many {
		many[i] = fmt.Sprintf("/w/%02d", i)
	}
	for _, c := range []struct {
		dir  string
		r    engine.Result
		want string
	}{
		{"/w", engine.Result{}, "NIL"},
		{"/w", engine.Result{Changed: []string{"/other/a", "/w", "/w/a", "/w/b", "/w/c/d", "/ww"}, Made: []string{"/w/b"},
			Deleted: []string{"/w/c/d"}}, `(:CHANGED ("/other/a" "/w" "a" "/ww") :MADE ("b") :DELETED ("c/d"))`},
		{"", engine.Result{Changed: []string{"/a"}}, `(:CHANGED ("/a"))`},
		{"/", engine.Result{Changed: []string{"/a"}}, `(:CHANGED ("a"))`},
		{"/w", engine.Result{Changed: []string{"/w/.git/index", "/w/.git/objects/aa", "/w/.git/refs/heads/main", "/w/a"},
			Made: []string{"/w/.git/objects/aa"}}, `(:CHANGED (".git" "a"))`},
		{"/w", engine.Result{Changed: []string{"/w/m/.git", "/w/m/.git/HEAD"}, Made: []string{"/w/m/.git", "/w/m/.git/HEAD"}},
			`(:MADE ("m/.git"))`},
		{"/w", engine.Result{Changed: many[:21]}, "(:CHANGED (" + strings.Join(strings.Fields(`"00" "01" "02" "03" "04" "05"
			"06" "07" "08" "09" "10" "11" "12" "13" "14" "15" "16" "17" "18" "19"`), " ") + ` "and 1 more"))`},
	} {
		if got := sexp.Print(c.r.AddChanges(sexp.Plist{}, c.dir).Value()); got != c.want {
			t.Errorf("%q %v:\n%s, want\n%s", c.dir, c.r, got, c.want)
		}
	}
}

// A failure says how it failed, with the last lines.
func TestFailure(t *testing.T) {
	for _, tc := range []struct {
		r    engine.Result
		want string
	}{
		{engine.Result{Exit: &engine.Exit{}, Error: "said"}, ""},
		{engine.Result{Exit: &engine.Exit{Code: 1}}, "exit 1"},
		{engine.Result{Exit: &engine.Exit{Code: 2}, Error: "1\n2\n\n3\n4\n5\n"}, "exit 2\n2\n3\n4\n5"},
		{engine.Result{Failed: true, Error: "no such file\n"}, "failed\nno such file"},
	} {
		if got := tc.r.Failure(); got != tc.want {
			t.Errorf("%q, want %q", got, tc.want)
		}
	}
}
