package shell_test

import (
	"maps"
	"slices"
	"testing"

	"pp/engine"
)

// TestOrdinaryCommands judges what a developer types in a day, and prints by
// group what asks and why. Of what is harmless nothing may be denied, and at
// most three in a hundred may ask.
func TestOrdinaryCommands(t *testing.T) {
	a, f := analyst(), home()
	type count struct{ harmless, asked, heavy, heavyAsked, denied int }
	groups, total := map[string]*count{}, count{}
	for _, l := range readCorpus(t, "../../testdata/corpus/ordinary.jsonl") {
		g := groups[l.Class]
		if g == nil {
			g = &count{}
			groups[l.Class] = g
		}
		v := judge(t, a, l.Cmd, f)
		if l.Want != engine.Allow.String() {
			g.heavy++
			switch v.Decision {
			case engine.Ask:
				g.heavyAsked++
			case engine.Deny:
				g.denied++
			}
			continue
		}
		g.harmless++
		switch v.Decision {
		case engine.Ask:
			g.asked++
			t.Logf("asks: %s: %s\n    %s", l.Class, clipped(l.Cmd, 120), clipped(v.Sentence(), 200))
		case engine.Deny:
			t.Errorf("%s is harmless and denied: %s\n    %s", l.ID, clipped(l.Cmd, 120), clipped(v.Sentence(), 200))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(groups)) {
		g := *groups[name]
		t.Logf("%-20s harmless %4d, of which asked %2d; heavy %3d, of which asked %3d, denied %2d", name, g.harmless, g.asked,
			g.heavy, g.heavyAsked, g.denied)
		total = count{total.harmless + g.harmless, total.asked + g.asked, total.heavy + g.heavy,
			total.heavyAsked + g.heavyAsked, total.denied + g.denied}
	}
	t.Logf("%-20s harmless %4d, of which asked %2d; heavy %3d, of which asked %3d, denied %2d", "all", total.harmless,
		total.asked, total.heavy, total.heavyAsked, total.denied)
	if n := total.harmless + total.heavy; n < 1000 {
		t.Errorf("only %d commands were judged", n)
	}
	if total.asked*100 > total.harmless*3 {
		t.Errorf("%d of %d harmless commands ask, more than 3 %%", total.asked, total.harmless)
	}
}
