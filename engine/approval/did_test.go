package approval

import (
	"errors"
	"fmt"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// An approval of what was done in a layer is good for that alone: not for what has another sum, and not for the action
// before it was done.
func TestInvariant8WhatItDidIsBound(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	v, b := sc.judge(t)
	b.Did = Did{Layer: "l", Sum: Digest{1}, New: 1}
	a, err := s.Suspend(t.Context(), v, b, talk)
	if err != nil {
		t.Fatal(err)
	}
	p := found(t, s, a.Token)
	if p.Did.Layer != "l" || p.Did.Sum != b.Did.Sum || p.Did.New != 1 {
		t.Errorf("%+v", p.Did)
	}
	for name, did := range map[string]Did{"another sum": {Layer: "l", Sum: Digest{2}}, "not done": {}} {
		other := b
		other.Did = did
		if err := p.Check(v, other, c.now()); !errors.Is(err, ErrChanged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if p, err = s.Claim(t.Context(), a.Token, v, b); err != nil || p.Answer(v, b, c.now()).Kind != engine.AnswerOnce {
		t.Errorf("%v", err)
	}
}

// A plan whose action is done anew is void, once.
func TestRenew(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	a := suspended(t, s, sc)
	if p, err := s.Renew(t.Context(), a.Token, "it moved"); err != nil || p.State != StateVoid || p.Note != "it moved" {
		t.Errorf("%+v, %v", p, err)
	}
	if _, err := s.Renew(t.Context(), a.Token, "again"); !errors.Is(err, ErrChanged) {
		t.Errorf("twice: %v", err)
	}
	v, b := sc.judge(t)
	if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, ErrChanged) {
		t.Errorf("claimed: %v", err)
	}
}

// All changes are counted, and the first are named, each with why it asks.
func TestDidCounts(t *testing.T) {
	var d Did
	for i := range maxDid + 10 {
		r := engine.Reviewed{Change: engine.Change{Kind: engine.ChangeKind(i % 4), Path: effect.Path{Name: fmt.Sprint(i)}}}
		r.Finding.Decision, r.Finding.Reason = engine.Allow, "why"
		if i%2 == 0 {
			r.Finding.Decision = engine.Ask
		}
		d.Add(r, 2, 1)
	}
	n := maxDid + 10
	if d.Count() != n || len(d.Changes) != maxDid || d.Added != 2*n || d.Removed != n || d.Changes[0].Asks != "why" ||
		d.Changes[1].Asks != "" || d.New == 0 || d.Modified <= d.New || d.Deleted == 0 {
		t.Errorf("%d, %+v", n, d)
	}
}
