package approval

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pp/engine"
	"pp/engine/effect"
)

// keptAt is when what is in testdata/kept was made, by the version before this one.
var keptAt = time.Date(2026, 1, 2, 3, 4, 5, 678, time.UTC)

func keptDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/kept")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Flight plans of the version before this one still open, whatever became of them,
// and can still be denied.
func TestKeptPlansStillOpen(t *testing.T) {
	c := newClock()
	s := NewStore(keptDir(t), options(c, 1))
	got, err := s.List()
	if err != nil {
		t.Fatal(err)
	}
	first := samplePlan()
	for i := range first.Digest {
		first.Digest[i] = byte(i * 7)
	}
	first.Created, first.Expires = keptAt, keptAt.Add(24*time.Hour)
	later := first
	first.Conversation, first.Workspace = Conversation{}, effect.Workspace{Why: "no marker"}
	later.Workspace.Added = []string{"/added", "/o\xff"}
	later.Asks = append(later.Asks[:1:1], Asked{Gate: "dispatcher", Rule: "write", Reason: "Writes \xff",
		Kind: effect.KindWrite, Subject: "/w/\xffx", WaivedBy: "grant: r1 learned"})
	notes := map[State]string{StateApproved: "marked in the Org file", StateDone: "exit 0", StateDenied: "not now",
		StateVoid: "two\nlines"}
	var want []Plan
	for state := StatePlan; state <= StateVoid; state++ {
		p := later
		if state == StatePlan {
			p = first
		}
		p.ID, p.Token = fmt.Sprintf("20260102-030405-%08d", state), fmt.Sprintf("k7qp-3mxd-9wz%d", state)
		p.State, p.Note, p.Changed = state, notes[state], keptAt.Add(time.Duration(state-StatePlan)*time.Minute)
		want = append(want, p)
	}
	essence := cmp.Comparer(func(a, b engine.Action) bool { return a.Canonical() == b.Canonical() })
	if diff := cmp.Diff(want, got, essence, cmpopts.IgnoreUnexported(Asked{})); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
	if err := got[0].Check(engine.Verdict{Decision: engine.Ask}, Binding{}, keptAt); !errors.Is(err, ErrChanged) ||
		!strings.Contains(err.Error(), "older version") {
		t.Errorf("a plan with another digest form: %v; want ErrChanged and \"older version\"", err)
	}
	if _, err := s.Deny(t.Context(), "k7qp-3mxd-9wz1", "no"); err != nil {
		t.Error(err)
	}
	if p := found(t, s, "k7qp-3mxd-9wz1"); p.State != StateDenied || p.Note != "no" {
		t.Errorf("%+v", p)
	}
	var pe *PlanError
	if _, err := s.Deny(t.Context(), "k7qp-3mxd-9wz4", "no"); !errors.As(err, &pe) {
		t.Errorf("a plan that was carried out was denied: %v", err)
	}
}

// Rules of the version before this one are still in force.
func TestKeptRulesStillOpen(t *testing.T) {
	got, err := NewRules(keptDir(t), options(newClock(), 1)).List()
	if err != nil {
		t.Fatal(err)
	}
	rule := func(id string, pattern engine.Pattern, kinds ...effect.Kind) Rule {
		return Rule{Since: keptAt, Grant: engine.Grant{ID: id, Learned: true, Where: "learned 2026-01-02", Pattern: pattern,
			Kinds: kinds}}
	}
	push := rule("r1", engine.Pattern{Tool: "shell", Words: []string{"git", "push", "*"}}, effect.KindRun,
		effect.KindListen)
	push.Place, push.Program, push.From, push.Example = "/w", "git push", "approval at the prompt", "git push \xff"
	script := rule("r2", engine.Pattern{Tool: "shell", Words: []string{"./run.sh"}, Path: "/w/out/"}, effect.KindWrite)
	script.Grant.Script, script.Script, script.Place, script.Program = "ab12", "/w/run.sh", "/w", "run.sh"
	script.Repository, script.FileHash, script.From, script.Why = "/w", "cd34", ".pp/rules.toml", "it builds"
	script.Revoked, script.Note = keptAt.Add(time.Hour), "too wide"
	fetch := rule("r4", engine.Pattern{Tool: "fetch-url", Host: "example.org"}, effect.KindConnect)
	fetch.From = "x"
	if diff := cmp.Diff([]Rule{push, script, fetch}, got, cmpopts.IgnoreUnexported(Rule{}),
		cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-written +read):\n%s", diff)
	}
}
