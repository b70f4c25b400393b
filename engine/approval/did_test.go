package approval

import (
	"errors"
	"testing"

	"pp/engine"
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
