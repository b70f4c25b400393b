package org_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"pp/engine/memory/org"
)

// edited are texts in which the headline with X in its title is edited.
var edited = []string{
	"* X\n", "* X", "text\n* A\n** TODO X :a:b:\nbody\n** B\n",
	"* DONE [#A] X :a:\nCLOSED: [2026-01-01 Thu]\n:PROPERTIES:\n" +
		":ID:       1\n:FOO:      old\n:END:\nbody\n", "* X\nSCHEDULED: <2026-01-01 Thu>\nbody\n* B\n",
	"* X\n  DEADLINE: <2026-01-01 Thu> SCHEDULED: <2026-01-02 Fri>\n  :PROPERTIES:\n  :FOO: a\n  :FOO+: b\n  :END:\n",
	"#+TODO: NEXT | DONE GONE\n* NEXT X\n:PROPERTIES:\n:foo: old\n:END:\n\n\n* B\n", "* X\n:PROPERTIES:\n:END:\n",
	"* X\n\n:PROPERTIES:\n:FOO: not a drawer\n:END:\n", "* COMMENT X :ü:\n",
}

var edits = [][]string{
	{"todo", "DONE"}, {"todo", ""}, {"tag", "neu"}, {"untag", "a"}, {"property", "FOO", "new value"},
	{"property", "ID", "2"}, {"unproperty", "FOO"}, {"plan", "SCHEDULED", "2026-03-04"}, {"plan", "DEADLINE", ""},
	{"plan", "SCHEDULED", ""},
}

func apply(t *testing.T, d *org.Document, i int, edit []string) string {
	t.Helper()
	var edits []org.Edit
	var err error
	switch edit[0] {
	case "todo":
		edits, err = d.SetTODO(i, edit[1])
	case "tag", "untag":
		edits, err = d.SetTag(i, edit[1], edit[0] == "tag")
	case "property":
		edits, err = d.SetProperty(i, edit[1], edit[2])
	case "unproperty":
		edits, err = d.DeleteProperty(i, edit[1])
	case "plan":
		edits, err = d.SetPlanning(i, edit[1], edit[2])
	}
	if err != nil {
		t.Fatalf("%q: %v", edit, err)
	}
	text, err := org.Apply(d.Text, edits)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestEditsAsEmacs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines, names, want []string
	for n, text := range edited {
		d := org.Parse(text)
		for m, edit := range edits {
			name := filepath.Join(dir, fmt.Sprintf("%d-%d.org", n, m))
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			for i, h := range d.Headlines {
				if strings.Contains(h.Title, "X") {
					want = append(want, apply(t, d, i, edit))
				}
			}
			names = append(names, name)
			lines = append(lines, strings.Join(append([]string{name, edit[0], "X"}, edit[1:]...), "\t"))
		}
	}
	emacs(t, "edit.el", lines...)
	for i, name := range names {
		got, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		// Whether the last line ends is not looked at.
		if diff := cmp.Diff(strings.TrimSuffix(string(got), "\n"), strings.TrimSuffix(want[i], "\n")); diff != "" {
			t.Errorf("%q in:\n%s(-Emacs +edit)\n%s", lines[i][len(name):], edited[i/len(edits)], diff)
		}
	}
}

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
