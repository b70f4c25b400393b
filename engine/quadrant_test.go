package engine_test

import (
	"context"
	"testing"

	"pp/engine"
)

// TestQuadrant: what a model is sent and proposes is probabilistic, all else is not; a signal's
// record says when nobody asked for it now.
func TestQuadrant(t *testing.T) {
	for _, tc := range []struct {
		kind       engine.RecordKind
		background bool
		modelled   bool
		want       string
	}{{engine.RecordProposal, false, true, "foreground probabilistic"},
		{engine.RecordPrompt, true, true, "background probabilistic"},
		{engine.RecordPrompt, true, false, "background deterministic"},
		{engine.RecordVerdict, false, true, "foreground deterministic"},
		{engine.RecordResult, true, true, "background deterministic"}} {
		if got := tc.kind.Quadrant(tc.background, tc.modelled).String(); got != tc.want {
			t.Errorf("%s: %s, want %s", tc.kind, got, tc.want)
		}
	}
	if engine.Quadrant(9).String() != "UNKNOWN" {
		t.Error("a quadrant that is none has a name")
	}
	for _, background := range []bool{false, true} {
		var kept keeping
		l := engine.Loop{Recorder: &kept}
		l.Run(t.Context(), engine.Signal{Meta: engine.Meta{Background: background}, Payload: engine.Heartbeat{}})
		if len(kept) == 0 || kept[0].Fields.True("BACKGROUND") != background {
			t.Errorf("background %v: %+v", background, kept)
		}
	}
}

type keeping []engine.Record

func (r *keeping) Record(_ context.Context, rec engine.Record) error {
	*r = append(*r, rec)
	return nil
}
