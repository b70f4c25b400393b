package org_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pp/engine/memory/org"
)

// checkBlocks checks what holds for every text: source blocks follow one another, lines are
// numbered as they stand, and what is tangled is whole lines of blocks that are tangled.
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
	tangled, err := d.Tangle("a.org")
	if err != nil && !errors.Is(err, org.ErrTangle) {
		t.Fatal(err)
	}
	n := 0
	for _, f := range tangled.Files {
		n += len(f.Blocks)
		if !strings.HasSuffix(f.Text, "\n") || f.Name == "" || len(f.Blocks) == 0 {
			t.Fatalf("tangled: %+v", f)
		}
		for _, i := range f.Blocks {
			if tangled.Targets[i] != f.Name {
				t.Fatalf("block %d is tangled to %q and %q", i, f.Name, tangled.Targets[i])
			}
		}
	}
	for _, name := range tangled.Targets {
		if name != "" {
			n--
		}
	}
	if n != 0 {
		t.Fatal("a block is tangled twice or never")
	}
}

func TestTangleRefuses(t *testing.T) {
	block := func(args string) string { return "#+begin_src sh " + args + "\n<<a>> b\n#+end_src\n" }
	for _, c := range []struct{ text, says string }{
		{block(`:tangle (concat "a" "b")`), `line 1 has :tangle (concat "a" "b"), which is Emacs Lisp`},
		{"\n#+HEADER: :mkdirp `t\n" + block(":tangle a"), "line 3 has :mkdirp `t, which is Emacs Lisp"},
		{"#+PROPERTY: header-args :tangle 'a\n" + block(""), "line 2 has :tangle 'a, which is Emacs Lisp"},
		{block(":tangle a :noweb yes"), "has the noweb reference <<a>>"},
		{block(":tangle a :noweb no-export :x y"), "has the noweb reference <<a>>"},
		{block(":tangle a :var x=1"), "has :var, which is not known here"},
		{block(":tangle a :comments link"), "has :comments link, which"},
		{block(":tangle a :tangle-mode o755"), "has :tangle-mode, which"},
		{block(":tangle a :prologue x"), "has :prologue, which"},
		{block(":tangle"), "has :tangle without a value"},
		{block(":tangle 5"), "has :tangle 5, which is a number"},
		{block(`:tangle "a\n"`), "does not end, or is too long"},
		{block(`:tangle a :x "b`), "does not end, or is too long"},
		{block(`:tangle a :x (b`), "does not end, or is too long"},
		{block(":tangle a :x " + strings.Repeat("y", 9000)), "does not end, or is too long"},
		{block(":tangle /ssh:host:a"), "is no plain name of a file"},
		{block(":tangle a.gz"), "is no plain name of a file"},
		{block(":tangle ~root/a"), "is no plain name of a file"},
		{block(":tangle a/"), "is no plain name of a file"},
		{"#+begin_src a/b :tangle yes\n#+end_src\n", "its language can be no extension"},
		{"#+begin_src a\n* x\n#+end_src\n", "line 1 does not end"},
		{"a\r\nb\n", "line endings of two kinds"}, {"a\xff", "is not UTF-8"}, {"a\x00", "has a NUL"},
		{"# -*- org-src-preserve-indentation: t -*-\n", "sets variables of Emacs"},
		{"\n# Local Variables:\n# eval: (x)\n# End:\n", "sets variables of Emacs"},
		{":PROPERTIES:\n:header-args: :tangle a\n:END:\n** Two\n", "which Emacs does not see"},
		{strings.Repeat("#+begin_src a\n#+end_src\n", 5001), "more than 5000 blocks"},
	} {
		got, err := org.Parse(c.text).Tangle("a.org")
		if !errors.Is(err, org.ErrTangle) || !strings.Contains(err.Error(), c.says) || got.Files != nil {
			t.Errorf("%.200q: %v, want %q", c.text, err, c.says)
		}
	}
	for _, text := range []string{
		"#+PROPERTY: header-args :tangle (f)\n" + block(":tangle no"), "* COMMENT x\n" + block(":tangle (f)"),
		block(":tangle no :var x=1 :noweb yes"),
	} {
		if got, err := org.Parse(text).Tangle("a.org"); err != nil || got.Files != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
}

func TestHeaderArgument(t *testing.T) {
	d := org.Parse("#+PROPERTY: header-args:a :tangle (f \":x\") :x\n#+begin_src a\n#+end_src\n" +
		"#+begin_src b\n#+end_src\n* H\n:PROPERTIES:\n:header-args: :tangle no\n:END:\n#+begin_src b\n#+end_src\n" +
		"#+begin_src a :tangle \"t x\"\n#+end_src\n")
	for i, want := range []string{`(f ":x") true`, " false", "no true", "t x true"} {
		value, given := d.HeaderArgument(d.SourceBlocks()[i], ":tangle")
		if got := fmt.Sprint(value, " ", given); got != want {
			t.Errorf("block %d: %s, want %s", i, got, want)
		}
	}
}
