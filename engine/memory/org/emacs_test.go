package org_test

import (
	"bufio"
	_ "embed"
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

//go:embed testdata/pieces.txt
var piecesText string

// pieces are what Org files are put together from; the first 33 are headlines.
var pieces = piecesOf(piecesText)

// piecesOf reads a piece a line, where \n is the end of a line and \\ a backslash.
func piecesOf(text string) (out []string) {
	for line := range strings.Lines(text) {
		out = append(out, strings.NewReplacer(`\n`, "\n", `\\`, `\`).Replace(strings.TrimSuffix(line, "\n")))
	}
	return out
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
