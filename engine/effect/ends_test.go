package effect_test

import (
	"testing"

	"pp/engine/effect"
)

func TestEnds(t *testing.T) {
	if effect.EndsOf(".env") != 0 || effect.EndsOf("") != 0 || effect.EndsOf("py") != 0 {
		t.Error("what is no ending is one")
	}
	both := effect.EndsOf(".go") | effect.EndsOf(".XML")
	for name, want := range map[string]bool{"a.go": true, "a.GO": true, "b.xml": true, ".env": false, "go": false,
		"a.goo": false, "a.py": false, "": false} {
		if both.Fit(name) != want {
			t.Errorf("%q: %v", name, !want)
		}
	}
}
