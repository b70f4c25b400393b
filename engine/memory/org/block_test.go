package org_test

import (
	"strings"
	"testing"

	"pp/engine/memory/org"
)

// checkBlocks checks properties of every text: source blocks do not overlap, and their line
// numbers are right.
func checkBlocks(t *testing.T, d *org.Document) {
	at := 0
	for _, b := range d.SourceBlocks() {
		if b.Start < at || b.End <= b.Start || b.End > len(d.Text) || b.Headline >= len(d.Headlines) {
			t.Fatalf("a block at %v, after %d of %d", b.Span, at, len(d.Text))
		}
		if b.Line != 1+strings.Count(d.Text[:b.Start], "\n") {
			t.Fatalf("a block at %v has line %d", b.Span, b.Line)
		}
		at = b.End
	}
}

func TestTangleInForce(t *testing.T) {
	d := org.Parse("#+PROPERTY: header-args:a (f) :tangle b.a :x\n#+begin_src a\n#+end_src\n" +
		"#+begin_src b\n#+end_src\n* H\n:PROPERTIES:\n:header-args: :tangle no\n:END:\n#+begin_src b\n#+end_src\n" +
		"#+begin_src a :tangle \"t x\"\n#+end_src\n")
	for i, want := range []string{"b.a", "", "no", "t x"} {
		if got := d.SourceBlocks()[i].Tangle; got != want {
			t.Errorf("block %d: %q, want %q", i, got, want)
		}
	}
}
