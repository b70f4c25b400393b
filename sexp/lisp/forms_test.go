package lisp

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// writtenForm is a form, or several of which the last is compared, with SBCL's answer. A file of them has each
// beginning at the start of a line and going on in lines that begin with a space; then
//
//	;=> the answer
//	;departs: class       where this package answers otherwise, see departures
type writtenForm struct {
	text, answer, departs string
}

// departures are the classes of forms that this package answers otherwise than SBCL, as the package
// documentation lists them.
var departures = []string{
	"absent",
	"backquote",
	"checked when loaded",
	"complex numbers",
	"counters",
	"frozen",
	"globals",
	"interning",
	"no output",
	"regular expressions",
	"undefined consequences",
}

var (
	unprintable = regexp.MustCompile(`#<[^<>]*>`)
	addresses   = regexp.MustCompile(`\{[0-9A-F]{8,}\}`)
	gensyms     = regexp.MustCompile(`#:(\w*?)\d+`)
)

// comparableTo gives an answer without what may differ: addresses and counters.
func comparableTo(answer string) string {
	for {
		next := unprintable.ReplaceAllString(answer, "#")
		if next == answer {
			return gensyms.ReplaceAllString(answer, "#:$1")
		}
		answer = next
	}
}

// readEntries reads a file of entries.
func readEntries(t testing.TB, path string) (head []string, all []writtenForm) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		last := len(all) - 1
		switch {
		case strings.HasPrefix(line, ";=> "):
			all[last].answer = line[len(";=> "):]
		case strings.HasPrefix(line, ";departs: "):
			all[last].departs = line[len(";departs: "):]
		case strings.HasPrefix(line, ";"):
			head = append(head, line)
		case line != "" && line[0] != ' ':
			all = append(all, writtenForm{text: line})
		case last >= 0:
			all[last].text += "\n" + line
		}
	}
	return head, all
}

// writeEntries writes a file of entries.
func writeEntries(t *testing.T, path string, head []string, all []writtenForm) {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(strings.Join(head, "\n") + "\n")
	for _, e := range all {
		b.WriteString(e.text + "\n;=> " + e.answer + "\n")
		if e.departs != "" {
			b.WriteString(";departs: " + e.departs + "\n")
		}
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestWrittenForms compares the written forms with the answers that SBCL gave when they were recorded, by
// PP_UPDATE=1 where SBCL and CL-PPCRE are installed.
func TestWrittenForms(t *testing.T) {
	files, err := filepath.Glob("../../testdata/lisp/forms/*.lisp")
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("PP_UPDATE") == "1" {
		recordForms(t, files)
	}
	forms, classes := 0, map[string]int{}
	for _, path := range files {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".lisp"), func(t *testing.T) {
			_, all := readEntries(t, path)
			forms += len(all)
			for _, e := range all {
				classes[e.departs]++
				compareEntry(t, e)
			}
		})
	}
	if forms < 3000 {
		t.Errorf("only %d forms", forms)
	}
	for _, class := range departures {
		if classes[class] == 0 {
			t.Errorf("no form shows the departure %q", class)
		}
	}
	t.Logf("%d forms, departures by class: %v", forms, classes)
}

func compareEntry(t *testing.T, e writtenForm) {
	t.Helper()
	got, err := answerOf(t, e.text)
	same := comparableTo(got) == comparableTo(e.answer)
	switch {
	case e.departs == "" && !same:
		t.Errorf("%s\n  SBCL %s\n  here %s %v", e.text, e.answer, got, err)
	case e.departs != "" && same:
		t.Errorf("%s\n  does not depart: %s", e.text, got)
	case e.departs != "" && !slices.Contains(departures, e.departs):
		t.Errorf("%s\n  departs by an unknown class %q", e.text, e.departs)
	}
}

// recordForms asks SBCL for the answers.
func recordForms(t *testing.T, files []string) {
	t.Helper()
	s := startSBCL(t)
	for _, path := range files {
		head, all := readEntries(t, path)
		for i := range all {
			all[i].answer = addresses.ReplaceAllString(s.ask(t, all[i].text), "{}")
		}
		writeEntries(t, path, head, all)
	}
}
