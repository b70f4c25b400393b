package org_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"pp/engine/enginetest"
	"pp/engine/memory/org"
)

func TestMain(m *testing.M) {
	enginetest.Quicken(os.Getenv, 4)
	m.Run()
}

// emacs runs a script of testdata with lines on its standard input.
func emacs(t *testing.T, script string, lines ...string) []byte {
	t.Helper()
	name, err := exec.LookPath("emacs")
	if err != nil {
		enginetest.Skip(t, os.Getenv, true, "no Emacs: %v", err)
	}
	c := exec.CommandContext(t.Context(), name, "--batch", "-Q", "-l", filepath.Join("testdata", script))
	c.Env = append(os.Environ(), "HOME="+t.TempDir(), "LC_ALL=C.UTF-8")
	c.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var errs strings.Builder
	c.Stderr = &errs
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	return out
}

// What Emacs and Parse read of a file, in one form.
type (
	seenFile struct {
		FileTags  []string       `json:"filetags"`
		Open      []string       `json:"open"`
		Done      []string       `json:"donekw"`
		Headlines []seenHeadline `json:"headlines"`
		File      []*string      `json:"file"`
	}
	seenHeadline struct {
		Begin, End, Level           int
		TODO                        string
		Done                        bool
		Priority                    rune
		Title                       string
		Tags, AllTags               []string
		Closed, Scheduled, Deadline string
		Properties                  [][2]string
		Inherited                   []*string
		Comment                     bool
	}
)

var askedFor = []string{"ID", "FOO", "bar", "Effort"}

func seen(d *org.Document) seenFile {
	f := seenFile{FileTags: d.Tags}
	for _, s := range d.Sequences {
		f.Open, f.Done = append(f.Open, s.Open...), append(f.Done, s.Done...)
	}
	for i, h := range d.Headlines {
		s := seenHeadline{h.Start, h.End, h.Level, h.TODO, h.Done, h.Priority, h.Title, h.Tags, d.AllTags(i),
			h.Closed, h.Scheduled, h.Deadline, nil, inherited(d, i), h.Comment}
		for _, p := range h.Properties {
			s.Properties = append(s.Properties, [2]string{p.Name, p.Value})
		}
		f.Headlines = append(f.Headlines, s)
	}
	if d.Text != "" && (len(d.Headlines) == 0 || d.Headlines[0].Start > 0) {
		f.File = inherited(d, -1)
	}
	return f
}

func inherited(d *org.Document, i int) []*string {
	var all []*string
	root := i // Emacs gives an outermost headline of another level than one nothing of the file's drawer
	for root >= 0 && d.Headlines[root].Parent >= 0 {
		root = d.Headlines[root].Parent
	}
	if root >= 0 && d.Headlines[root].Level > 1 {
		return nil
	}
	for _, name := range askedFor {
		var v *string
		if s, ok := d.Property(i, name, !strings.HasPrefix(d.Text, "*")); ok {
			v = &s
		}
		all = append(all, v)
	}
	return all
}

var pieces = [...]string{
	"* A headline\n", "** Deeper :tag:\n", "*** Third level\n", "* TODO [#A] With all :a:b_c:@d:\n", "** DONE done\n",
	"* TODO\n", "*  TODO   spaced   :x: \n", "** [#B] only a priority\n", "* COMMENT left out :y:\n", "* :only:\n",
	"* TODO :only:\n", "*bold* is none\n", " * an item\n", "** WAIT for it\n", "** CANCELLED no :ARCHIVE:\n", "*\tno\n",
	"* Ünïcode ñ :größe:\n", "** a :b :c:\n", "* a :b:c\n", "***** far below\n", "* TODOX no\n", "* \n",
	"** [#é] é\n",
	"* TODO\tno\n", "* DONE COMMENT both\n", "* a[fn:1] [[https://x.org][a link]] :z:\n", "* trailing\t:t:\t\n",
	"* ::: \n", "* x ::::\n", "* [#A]x:tag:\n", "* todo small\n", "* a :tag:extra: b\n", "* [[id:1]] :crypt:\n",
	"CLOSED: [2026-01-02 Fri 10:00]\n", "  SCHEDULED: <2026-01-02 Fri> DEADLINE: <2026-02-03 Tue +1w>\n",
	"DEADLINE: <2026-01-02 Fri 10:00-11:00>--<2026-01-03 Sat>\n", "CLOSED: nothing\n", "SCHEDULED: <2026-1-2>\n",
	"DEADLINE: [2026-01-02] CLOSED: [2026-01-03 Sat] DEADLINE: <2026-01-05 Mon>\n",
	":PROPERTIES:\n:ID: 1f-%d\n:END:\n", "  :PROPERTIES:\n  :FOO:   a value  \n  :FOO+: more\n  :bar: nil\n  :END:\n",
	":properties:\n:Effort: 1:00\n:a:b: c\n:end:\n", ":PROPERTIES:\n:END:\n", ":PROPERTIES:\n:BAR+: added %d\n:END:\n",
	":PROPERTIES:\n:FOO:bad\n:END:\n", ":PROPERTIES:\n:FOO: open\n",
	":PROPERTIES:\n:FOO:\n:FOO: second\n:END: no\n:END:\n",
	":PROPERTIES:\n:FOO:\ttab\n:END:\n", ":PROPERTIES:\n\n:FOO: x\n:END:\n", ":PROPERTIES:\ntext\n:END:\n", ":END:\n",
	":PROPERTIES:\n:FOO: nil\n:BAR: %d\n:BAR+:\n:END:\n",
	":LOGBOOK:\nCLOCK: [2026-01-02 Fri 10:00]--[2026-01-02 Fri 11:00] =>  1:00\n:END:\n",
	"#+TODO: NEXT(n) WAIT(w@/!) | DONE(d) CANCELLED\n", "#+SEQ_TODO: A B\n", "#+typ_todo: Fred Lucy | DONE\n",
	"#+FILETAGS: :f:g:\n", "#+filetags: one two\n", "#+PROPERTY: FOO from above\n", "#+PROPERTY: FOO+ and more\n",
	"#+TITLE: A title\n", "# a comment\n", "#+BEGIN_SRC go -n :x y\nfunc f() {}\n#+TODO: NO NEVER | X\n#+END_SRC\n",
	"#+begin_src sh\n* not here\n#+end_src\n", "#+BEGIN_SRC\n", "#+END_SRC\n",
	"#+begin_example\n#+FILETAGS: :no:\n#+end_example\n",
	"#+BEGIN_QUOTE\n#+begin_src c\nx\n#+end_src\n#+END_QUOTE\n", "#+BEGIN_QUOTE\n#+BEGIN_SRC c\n#+END_QUOTE\n#+END_SRC\n",
	"\n", "\n\n", "Some text with *bold* and :colons: here.\n", "- item\n", "| a | table |\n", "    indented\n",
	"日本語 text\n",
}

// generate writes an Org file of those pieces.
func generate(seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 14))
	var b strings.Builder
	for n := r.IntN(40); n >= 0; n-- {
		piece := pieces[r.IntN(len(pieces))]
		if r.IntN(3) == 0 {
			piece = pieces[r.IntN(33)] // a headline
		}
		if strings.Contains(piece, "%d") {
			piece = fmt.Sprintf(piece, r.IntN(9))
		}
		b.WriteString(piece)
	}
	text := b.String()
	if r.IntN(4) == 0 {
		text = strings.TrimSuffix(text, "\n")
	}
	return text
}

// fuzzed are the texts that fuzzing found, but for those that Emacs would first decode.
func fuzzed(t *testing.T) []string {
	var texts []string
	names, err := filepath.Glob("testdata/fuzz/FuzzParse/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no corpus: %v", err)
	}
	for _, name := range names {
		_, text, _ := strings.Cut(read(t, name), "\nstring(")
		text, err := strconv.Unquote(strings.TrimSuffix(text, ")\n"))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if utf8.ValidString(text) && !strings.ContainsAny(text, "\r\ufeff") {
			texts = append(texts, text)
		}
	}
	return texts
}

// realFiles are Org files that the machine's packages have, or that are in the directory
// that PP_ORG_FILES names. Those with CR LF Emacs would first decode.
func realFiles() []string {
	var names []string
	for _, root := range []string{"/usr/share/emacs", "/usr/share/doc", "/usr/share/org-mode", os.Getenv("PP_ORG_FILES")} {
		if root == "" {
			continue
		}
		_ = filepath.WalkDir(root, func(name string, e fs.DirEntry, err error) error {
			if err == nil && e.Type().IsRegular() && strings.HasSuffix(name, ".org") && len(names) < 400 {
				if text, err := os.ReadFile(name); err == nil && !strings.Contains(string(text), "\r") {
					names = append(names, name)
				}
			}
			return nil
		})
	}
	return names
}

func TestReadsAsEmacs(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	names := realFiles()
	for seed := range uint64(300) {
		name := filepath.Join(dir, fmt.Sprintf("%d.org", seed))
		write(t, name, generate(seed))
		names = append(names, name)
	}
	for n, text := range fuzzed(t) {
		name := filepath.Join(dir, fmt.Sprintf("fuzz-%d.org", n))
		write(t, name, text)
		names = append(names, name)
	}
	compareWithEmacs(t, names)
}

func compareWithEmacs(t *testing.T, names []string) {
	out := bufio.NewScanner(strings.NewReader(string(emacs(t, "read.el",
		slices.Concat([]string{strings.Join(askedFor, " ")}, names)...))))
	out.Buffer(nil, 64<<20)
	headlines := 0
	for _, name := range names {
		var want seenFile
		if !out.Scan() {
			t.Fatalf("Emacs says nothing of %s", name)
		}
		if err := json.Unmarshal(out.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got := seen(org.Parse(string(text)))
		headlines += len(got.Headlines)
		if diff := cmp.Diff(want, got, emptyIsNil); diff != "" {
			t.Errorf("%s (-Emacs +Parse):\n%s\n%s", name, diff, text[:min(len(text), 2000)])
		}
	}
	t.Logf("%d files, %d headlines", len(names), headlines)
}

// emptyIsNil takes a list without elements for none.
var emptyIsNil = cmpopts.EquateEmpty()
