package org_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

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

var archives = []struct{ name, text, archive string }{
	{"a new archive", "#+FILETAGS: :f:\n* A [1/2] [[id:1][link]] :t:\n** Parent\n*** DONE X :u:t:\nbody\n**** " +
		"below\n** B\n", ""},
	{"there already", "* A\n* DONE X\n:PROPERTIES:\n:ID: 1\n:END:\n\n* B\n", "* Old one\ntext"},
	{"there, with a blank line", "#+CATEGORY: cat\n* A\n**** TODO X\nSCHEDULED: <2026-01-02 Fri>\n", "* Old one\n\n"},
	{"under a heading there", "#+ARCHIVE: %s_archive::* Finished\n** DONE X\nbody\n\n* B\n",
		"\n* Finished :tag:\n** one\n\n* Z\n"},
	{"under a heading to be made", "* A\n:PROPERTIES:\n:ARCHIVE: %s_archive::** From %s\n:CATEGORY: c\n:END:\n** X\n",
		"* Z\n"},
	{"in the file itself", "#+ARCHIVE: ::* Archive\n* DONE X\nbody\n* B\n", ""},
	{"in the file itself, there", "#+ARCHIVE: ::* Archive\n* Archive\n** one\n\n* DONE X\nbody\n* B\n", ""},
}

func TestArchivesAsEmacs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var lines []string
	type result struct{ text, archive string }
	want := make([]result, len(archives))
	for n, tt := range archives {
		name := filepath.Join(dir, fmt.Sprintf("%d.org", n))
		write(t, name, tt.text)
		if tt.archive != "" {
			write(t, name+"_archive", tt.archive)
		}
		lines = append(lines, name+"\tarchive\tX")
		want[n].text, want[n].archive = archive(t, tt.text, tt.archive, name)
	}
	emacs(t, "edit.el", lines...)
	for n, tt := range archives {
		name, _, _ := strings.Cut(lines[n], "\t")
		// Emacs counts anew what stands in brackets above; that is the person's to do here.
		got := result{strings.Replace(read(t, name), "[0/0]", "[1/2]", 1), ""}
		if want[n].archive != "" {
			got.archive = read(t, name+"_archive")
		}
		if diff := cmp.Diff(got, want[n], cmp.AllowUnexported(got)); diff != "" {
			t.Errorf("%s (-Emacs +Archived):\n%s", tt.name, diff)
		}
	}
}

// archive archives the headline with X as `pp memory archive` does.
func archive(t *testing.T, text, into, name string) (string, string) {
	t.Helper()
	d := org.Parse(text)
	s := org.Source{File: name, Time: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)}
	for i, h := range d.Headlines {
		if !strings.Contains(h.Title, "X") {
			continue
		}
		a, err := d.ArchiveOf(i, s)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := d.Archived(i, a, s)
		if err != nil {
			t.Fatal(err)
		}
		cut := []org.Edit{{Span: h.Span}}
		if a.File == "" {
			return must(org.Apply(text, append(cut, d.AppendArchived(a, tree)))), ""
		}
		if into == "" {
			into = org.NewArchive(s)
		}
		return must(org.Apply(text, cut)), must(org.Apply(into, []org.Edit{org.Parse(into).AppendArchived(a, tree)}))
	}
	t.Fatalf("no X in %q", text)
	return "", ""
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
