package approval

import (
	"errors"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"pp/engine"
)

// TestApprovedElsewhere: what another agent asked for is let through once a person approved it, once, to that
// agent, in those words, while nothing changed, and is never carried out here.
func TestApprovedElsewhere(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(filepath.Join(t.TempDir(), "approvals"), options(c, 1))
	v, b := sc.judge(t)
	b.Given = "codex\x00./run.sh  > link/out.txt"
	a, err := s.Suspend(t.Context(), v, b, Conversation{Agent: "codex"})
	if err != nil {
		t.Fatal(err)
	}
	if p := found(t, s, a.Token); p.Agent != "codex" {
		t.Errorf("kept as of %q", p.Agent)
	}
	if _, err := s.Use(t.Context(), a.Token, "codex", v, b); !errors.Is(err, ErrState) {
		t.Errorf("used before anybody approved it: %v", err)
	}
	if _, err := s.SyncOrg(t.Context(), s.OrgFile()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Approve(t.Context(), a.Token); err != nil {
		t.Fatal(err)
	}
	other := b
	other.Given = "codex\x00./run.sh > link/out.txt"
	for _, c := range []struct {
		name, agent string
		b           Binding
	}{{"another agent", "gemini", b}, {"no agent", "", b}, {"other words", "codex", other}} {
		if _, ok, err := s.Match(v, c.b, c.agent); ok || err != nil {
			t.Errorf("%s matches: %v", c.name, err)
		}
		if _, err := s.Use(t.Context(), a.Token, c.agent, v, c.b); err == nil {
			t.Errorf("%s uses it", c.name)
		}
	}
	if _, err := s.SyncOrg(t.Context(), s.OrgFile()); err != nil { // whose file says that it waits
		t.Fatal(err)
	}
	if p, ok, err := s.Match(v, b, "codex"); !ok || err != nil || p.State != StateApproved {
		t.Fatalf("%+v %v %v", p, ok, err)
	}
	sc.file(t, "sub/run.sh", "echo two")
	if changed, cb := sc.judge(t); true {
		cb.Given = b.Given
		if _, err := s.Use(t.Context(), a.Token, "codex", changed, cb); !errors.Is(err, ErrChanged) {
			t.Errorf("used with another script: %v", err)
		}
	}
	sc.file(t, "sub/run.sh", "echo one")
	v, fresh := sc.judge(t)
	fresh.Given = b.Given
	var wg sync.WaitGroup
	results := make([]error, 20)
	for i := range results {
		wg.Go(func() { _, results[i] = s.Use(t.Context(), a.Token, "codex", v, fresh) })
	}
	wg.Wait()
	used := 0
	for _, err := range results {
		if err == nil {
			used++
		} else if !errors.Is(err, ErrUsed) {
			t.Error(err)
		}
	}
	if used != 1 {
		t.Errorf("used %d times", used)
	}
	if _, ok, _ := s.Match(v, fresh, "codex"); ok {
		t.Error("it is still good")
	}
	a, _ = s.Suspend(t.Context(), v, fresh, Conversation{Agent: "codex"})
	_, _ = s.Approve(t.Context(), a.Token)
	c.pass(25 * time.Hour)
	if _, err := s.Use(t.Context(), a.Token, "codex", v, fresh); !errors.Is(err, ErrExpired) {
		t.Errorf("used after its time: %v", err)
	}
	own := suspended(t, s, sc)
	if _, err := s.Approve(t.Context(), own.Token); !errors.Is(err, ErrState) {
		t.Errorf("one of pp's own is only marked: %v", err)
	}
}

// TestSupersededElsewhere: of one session of another agent the last calls wait, each once; those of others stay.
func TestSupersededElsewhere(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(filepath.Join(t.TempDir(), "approvals"), options(c, 1))
	ask := func(agent, session, given string) string {
		t.Helper()
		c.pass(time.Second)
		v, b := sc.judge(t)
		b.Given = given
		if agent == "codex" && session == "" {
			v.Dir += "/" + given // another call
		}
		a, err := s.Suspend(t.Context(), v, b, Conversation{Agent: agent, Meta: engine.Meta{Session: session}})
		if err != nil {
			t.Fatal(err)
		}
		return a.Token
	}
	waits := func(token string) bool { _, err := s.Find(token); return err == nil }
	other, ours := ask("codex", "other", "x"), ask("", "s", "x")
	before := ask("codex", "s", "x")
	if after := ask("codex", "s", "y"); waits(before) || !waits(after) || !waits(other) || !waits(ours) {
		t.Error("the same call waits twice, or another one no more")
	}
	first := ask("codex", "", "0")
	for i := range OfSession - 1 {
		ask("codex", "", strconv.Itoa(i+1))
	}
	if !waits(first) {
		t.Error("it is gone before there are too many")
	}
	if last := ask("codex", "", "last"); waits(first) || !waits(last) || !waits(other) || !waits(ours) {
		t.Error("not the oldest of the session is gone")
	}
}
