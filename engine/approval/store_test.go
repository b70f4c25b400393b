package approval

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pp/engine"
	"pp/engine/effect"
)

func TestSuspendAndClaim(t *testing.T) {
	c, sc := newClock(), newScene(t)
	dir := filepath.Join(t.TempDir(), "state", "approvals")
	s := NewStore(dir, options(c, 1))
	if _, err := s.Find("0000-0000-0000"); !errors.Is(err, ErrUnknown) {
		t.Errorf("no store: %v", err)
	}
	v, b := sc.judge(t)
	if _, err := s.Claim(t.Context(), "0000-0000-0000", v, b); !errors.Is(err, ErrUnknown) {
		t.Errorf("no store: %v", err)
	}
	if list, err := s.List(); err != nil || len(list) != 0 {
		t.Errorf("no store: %v, %v", list, err)
	}
	if _, err := os.Lstat(filepath.Dir(dir)); !errors.Is(err, fs.ErrNotExist) {
		t.Fatal("looking made something")
	}
	a := suspended(t, s, sc)
	if a.Kind != engine.AnswerSuspend || !a.Expires.Equal(c.now().Add(24*time.Hour)) || a.Approves() {
		t.Errorf("%+v", a)
	}
	p := found(t, s, strings.ToUpper(strings.ReplaceAll(a.Token, "-", " ")))
	want := Plan{Token: a.Token, ID: p.ID, Conversation: talk, Dir: sc.dir, Workspace: effect.Workspace{Root: sc.root},
		Action: sc.action,
		State:  StatePlan, Changed: c.now(), Asks: asks(v), Form: digestForm,
		Seal: Seal{Created: c.now(), Expires: a.Expires}}
	want.Digest, _ = DigestOf(v, b)
	want.Bound, _ = boundTo(v, b)
	if diff := cmp.Diff(want, p, cmpopts.IgnoreUnexported(Asked{})); diff != "" {
		t.Errorf("the plan was kept otherwise (-want +got):\n%s", diff)
	}
	c.pass(time.Hour)
	if answer := p.Answer(v, b, c.now()); answer.Approves() {
		t.Error("an unclaimed plan approves")
	}
	p, err := s.Claim(t.Context(), a.Token, v, b)
	if err != nil || p.State != StateClaimed {
		t.Fatalf("%+v, %v", p, err)
	}
	if answer := p.Answer(v, b, c.now()); answer.Kind != engine.AnswerOnce {
		t.Errorf("%+v", answer)
	}
	if answer := p.Answer(v, b, c.now().Add(24*time.Hour)); answer.Approves() {
		t.Error("an expired claim approves")
	}
	if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, ErrUsed) {
		t.Errorf("a second claim: %v", err)
	}
	if p, err = s.Commit(t.Context(), p.ID, "it wrote"); err != nil || p.State != StateDone || p.Note != "it wrote" {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, again := range []func() (Plan, error){
		func() (Plan, error) { return s.Commit(t.Context(), p.ID, "") }, func() (Plan,
			error) {
			return s.Abort(t.Context(), p.ID, "")
		}} {
		if _, err := again(); !errors.Is(err, ErrState) {
			t.Errorf("after its end: %v", err)
		}
	}
	if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, ErrUsed) {
		t.Errorf("after its end: %v", err)
	}
	filepath.WalkDir(filepath.Dir(dir), func(name string, d fs.DirEntry, err error) error {
		if info, _ := d.Info(); info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
		return err
	})
}

func TestAbortGivesBack(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	a := suspended(t, s, sc)
	v, b := sc.judge(t)
	p, err := s.Claim(t.Context(), a.Token, v, b)
	if err != nil {
		t.Fatal(err)
	}
	if p, err = s.Abort(t.Context(), p.ID, "the record could not be written"); err != nil || !p.Waits(c.now()) {
		t.Fatalf("%+v, %v", p, err)
	}
	if _, err = s.Claim(t.Context(), a.Token, v, b); err != nil {
		t.Errorf("claimed again: %v", err)
	}
}

func TestDeny(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	a := suspended(t, s, sc)
	v, b := sc.judge(t)
	if p, err := s.Deny(t.Context(), a.Token, "not on a Friday"); err != nil || p.State != StateDenied {
		t.Fatalf("%+v, %v", p, err)
	}
	_, err := s.Claim(t.Context(), a.Token, v, b)
	if !errors.Is(err, ErrDenied) || !strings.Contains(err.Error(), "not on a Friday") {
		t.Errorf("%v", err)
	}
	if _, err := s.Deny(t.Context(), a.Token, ""); !errors.Is(err, ErrDenied) {
		t.Errorf("denied again: %v", err)
	}
	if pending, err := s.Pending(); err != nil || len(pending) != 0 {
		t.Errorf("%v, %v", pending, err)
	}
}

func TestSuspendRefuses(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(filepath.Join(t.TempDir(), "s"), options(c, 1))
	v, b := sc.judge(t)
	for _, d := range []engine.Decision{engine.Deny, engine.Revise, engine.Allow} {
		w := v
		w.Decision = d
		if _, err := s.Suspend(t.Context(), w, b, talk); err == nil {
			t.Errorf("a verdict of %v was suspended", d)
		}
	}
	for name, op := range map[string]engine.Op{"nothing": nil, "bad text": engine.Run{Command: "echo \xff"},
		"a fraction": engine.Run{Command: "x", Limit: 1}} {
		w := v
		w.Action.Op = op
		if _, err := s.Suspend(t.Context(), w, b, talk); err == nil {
			t.Errorf("%s was suspended", name)
		}
	}
	if _, err := s.Suspend(t.Context(), v, Binding{}, talk); err == nil {
		t.Error("it was suspended without a view of the files")
	}
	broken := NewStore(filepath.Join(t.TempDir(), "s"), Options{Clock: c.now,
		Random: iotest.ErrReader(errors.New("no randomness"))})
	if _, err := broken.Suspend(t.Context(), v, b, talk); err == nil {
		t.Error("it was suspended with a token that is not random")
	}
	if names := tree(t, broken.dir); len(names) != 0 {
		t.Errorf("something was made: %v", names)
	}
}

func TestPendingIsBounded(t *testing.T) {
	c, sc := newClock(), newScene(t)
	o := options(c, 1)
	o.Pending, o.Life = 3, time.Hour
	s := NewStore(t.TempDir(), o)
	for range 3 {
		suspended(t, s, sc)
	}
	v, b := sc.judge(t)
	if _, err := s.Suspend(t.Context(), v, b, talk); !errors.Is(err, ErrTooMany) {
		t.Fatalf("%v", err)
	}
	c.pass(time.Hour)
	suspended(t, s, sc)
	if pending, err := s.Pending(); err != nil || len(pending) != 1 {
		t.Errorf("%d pending, %v", len(pending), err)
	}
}

func TestListAndPrune(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	if n, err := s.Prune(t.Context(), 0); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	first := suspended(t, s, sc)
	c.pass(time.Second)
	second := suspended(t, s, sc)
	c.pass(time.Second)
	third := suspended(t, s, sc)
	list, err := s.List()
	if err != nil || len(list) != 3 || list[0].Token != first.Token || list[2].Token != third.Token {
		t.Fatalf("%+v, %v", list, err)
	}
	if _, err := s.Deny(t.Context(), first.Token, ""); err != nil {
		t.Fatal(err)
	}
	broken := s.file(found(t, s, second.Token))
	data, _ := os.ReadFile(broken)
	data[40] ^= 1
	if err := errors.Join(os.WriteFile(broken, append(data, data...), 0o600),
		os.WriteFile(broken+".new", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if list, err := s.List(); len(list) != 2 || err == nil || !strings.Contains(err.Error(), broken) {
		t.Errorf("%d plans, %v", len(list), err)
	}
	if n, err := s.Prune(t.Context(), time.Hour); n != 0 || err != nil {
		t.Errorf("pruned %d, %v", n, err)
	}
	if _, err := os.Lstat(broken + ".new"); !errors.Is(err, fs.ErrNotExist) {
		t.Error("what was half made is still there")
	}
	c.pass(2 * time.Hour)
	if n, err := s.Prune(t.Context(), time.Hour); n != 1 || err != nil {
		t.Errorf("pruned %d, %v; want the denied one", n, err)
	}
	c.pass(48 * time.Hour)
	if n, err := s.Prune(t.Context(), time.Hour); n != 1 || err != nil {
		t.Errorf("pruned %d, %v; want the expired one", n, err)
	}
	if _, err := os.Lstat(broken); err != nil {
		t.Errorf("a damaged plan was pruned: %v", err)
	}
}

// Every way of cutting a plan's file short gives the plan in an earlier state or
// none, never an error that hides it and never a state that was not recorded.
func TestTornPlanFile(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	a := suspended(t, s, sc)
	p := found(t, s, a.Token)
	first, _ := os.ReadFile(s.file(p))
	v, b := sc.judge(t)
	if _, err := s.Claim(t.Context(), a.Token, v, b); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(s.file(p))
	for cut := len(first); cut < len(whole); cut += 3 {
		if err := os.WriteFile(s.file(p), whole[:cut], 0o600); err != nil {
			t.Fatal(err)
		}
		if q := found(t, s, a.Token); q.State != StatePlan {
			t.Fatalf("cut at %d of %d: %v", cut, len(whole), q.State)
		}
		if _, err := s.Deny(t.Context(), a.Token, "cut"); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if q := found(t, s, a.Token); q.State != StateDenied {
			t.Fatalf("cut at %d, then denied: %v", cut, q.State)
		}
	}
}

func TestTokens(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 9))
	seen := map[string]bool{}
	for range 50 {
		a := suspended(t, s, sc)
		if seen[a.Token] || len(a.Token) != 14 {
			t.Fatalf("token %q", a.Token)
		}
		seen[a.Token] = true
		if back, err := ParseToken(" " + strings.ToUpper(a.Token) + " "); err != nil || back != a.Token {
			t.Fatalf("%q, %v", back, err)
		}
	}
	for _, bad := range []string{"", "0000", "0000-0000-000", "0000-0000-00000", "0000-0000-000u", "../../etc/pass",
		"0000-0000-000\n", strings.Repeat("0", 1<<20)} {
		if got, err := ParseToken(bad); !errors.Is(err, ErrUnknown) {
			t.Errorf("%.30q is %q, %v", bad, got, err)
		}
	}
	if got, err := ParseToken("oOiI-lL00-0000"); err != nil || got != "0011-1100-0000" {
		t.Errorf("%q, %v", got, err)
	}
}
