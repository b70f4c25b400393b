package mcp

import (
	"testing"
)

func TestLearnPins(t *testing.T) {
	s := &standIn{}
	set := newSet(t, s, nil)
	if got := set.Missing(); len(got) != 1 || len(set.Tools()) != 0 || s.starts != 0 {
		t.Fatalf("before anything: missing %v, %d starts", got, s.starts)
	}
	if err := set.Learn(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	tools := set.Tools()
	if len(tools) != 1 || tools[0].Spec.Name != "mcp__one__greet" || len(set.Missing()) != 0 {
		t.Fatalf("%+v", tools)
	}
	if st := set.Status()[0]; st.State != StateReady || len(st.Tools) != 1 {
		t.Errorf("%+v", st)
	}
}
