package shell_test

import (
	"math/rand/v2"
	"testing"

	"pp/gates/shell"
	"pp/gates/shell/table"
)

// TestInvariant14RemovingAProgram: a program that a project removes from the
// table is unknown, and nothing that runs it is more permitted for that.
func TestInvariant14RemovingAProgram(t *testing.T) {
	a, f := analyst(), home()
	r := rand.New(rand.NewPCG(20261121, 6))
	tables := map[string]*shell.Analyst{}
	asked := 0
	for _, s := range metaSubjects(t, everyCorpus...) {
		if s.name == "" || !long() && r.IntN(5) != 0 {
			continue
		}
		less := tables[s.name]
		if less == nil {
			less = &shell.Analyst{Table: table.Default().Remove(s.name)}
			tables[s.name] = less
		}
		before, after := judge(t, a, s.Cmd, f), judge(t, less, s.Cmd, f)
		if after.Decision > before.Decision {
			t.Errorf("%s without %s: %v instead of %v: %s", s.ID, s.name, after.Decision, before.Decision, clipped(s.Cmd, 200))
		}
		if after.Decision < before.Decision {
			asked++
		}
	}
	if asked == 0 {
		t.Error("removing a program changes nothing")
	}
}
