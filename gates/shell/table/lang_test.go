package table

import (
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// TestCodeHazards: what code read from standard input must come out as.
func TestCodeHazards(t *testing.T) {
	for _, c := range enginetest.Table[struct {
		language, text string
		least          engine.Decision // Allow when there is no hazard
		understood     bool
	}]("testdata/lang.txt") {
		hazards, understood := CodeHazards(c.language, c.text)
		least := engine.Allow
		for _, h := range hazards {
			if least = min(least, engine.Ask); !h.Asks {
				least = engine.Deny
			}
		}
		if least != c.least || understood != c.understood {
			t.Errorf("%s %q: %v, understood %v; want %v, %v", c.language, c.text, least, understood, c.least, c.understood)
		}
	}
}
