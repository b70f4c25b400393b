package effect_test

import (
	"slices"
	"testing"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// Every kind of effect is listed under a name of its own, which can be read back, and none
// but those that change nothing is harmless.
func TestEveryKind(t *testing.T) {
	harmless := []string{"Reads", "Recalls", "Runs"} // of a program that only reads
	seen := map[effect.Kind]string{}
	for name, e := range enginetest.EachEffect() {
		all := e.All()
		if len(all) != 1 || e.None() || all[0].Subject == "" {
			t.Errorf("%s: %+v", name, all)
			continue
		}
		kind := all[0].Kind
		if again, known := effect.ParseKind(kind.String()); !known || again != kind || seen[kind] != "" {
			t.Errorf("%s is of the kind %s, as %s is", name, kind, seen[kind])
		}
		seen[kind] = name
		if e.Harmless() != slices.Contains(harmless, name) {
			t.Errorf("%s: harmless is %v", name, e.Harmless())
		}
	}
	for kind := effect.KindAction + 1; kind.String() != "unknown"; kind++ {
		if seen[kind] == "" && kind != effect.KindText { // a text is a part of an action, and no effect
			t.Errorf("no effect is of the kind %s", kind)
		}
	}
}
