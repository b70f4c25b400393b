package secrets

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// hits reports whether a rule matched, under its name where plain is set.
func hits(found []Match, rule string) bool {
	return slices.ContainsFunc(found, func(m Match) bool { return m.Rule == rule })
}

func anyHit(found []Match) bool {
	return slices.ContainsFunc(found, func(m Match) bool { return m.Rule != ruleUnchecked })
}

// TestPlain holds every rule to its name and its place.
func TestPlain(t *testing.T) {
	for _, s := range samples(t, 3) {
		found := Scan(s.text, Options{})
		if !hits(found, s.rule) {
			t.Errorf("%s: found %v in %q", s.rule, found, s.text)
			continue
		}
		at := strings.Index(s.text, s.secret)
		if !slices.ContainsFunc(found, func(m Match) bool { return m.Start <= at && m.End >= at+len(s.secret) }) {
			t.Errorf("%s: %v does not cover [%d,%d) of %q", s.rule, found, at, at+len(s.secret), s.text)
		}
	}
}

// recall counts what is found.
type recall struct{ tried, found int }

func (r *recall) count(t *testing.T, what, text string) {
	r.tried++
	if anyHit(Scan(text, Options{})) {
		r.found++
	} else if testing.Verbose() {
		t.Logf("missed %s: %.200q", what, text)
	}
}

// check fails when less than percent were found.
func (r *recall) check(t *testing.T, what string, percent int) {
	t.Helper()
	t.Logf("%s: %d of %d found (%.2f %%)", what, r.found, r.tried, 100*float64(r.found)/float64(r.tried))
	if r.found*100 < r.tried*percent {
		t.Errorf("%s: %d of %d found, want %d %%", what, r.found, r.tried, percent)
	}
}

// oneIn is how many of a table's cases stand for each that is tried: PP_LONG=1 tries
// all of them, as .ci/run does.
func oneIn(n int) int {
	if os.Getenv("PP_LONG") != "" {
		return 1
	}
	return n
}

// TestRecall measures what is found over all rules and encodings, two deep (of those
// one in eleven); that with reversal, archives and UTF-16 apart.
func TestRecall(t *testing.T) {
	var one, two, extra recall
	pairs := 0
	for _, s := range samples(t, 1) {
		for _, inner := range encodings {
			r := &one
			if inner.extra {
				r = &extra
			}
			r.count(t, s.rule+" in "+inner.name, inner.hide(s.text))
			for _, outer := range encodings {
				r := &two
				if inner.extra || outer.extra {
					r = &extra
				}
				if !outer.second {
					continue
				}
				if pairs++; pairs%oneIn(11) == 0 {
					r.count(t, s.rule+" in "+inner.name+" in "+outer.name, outer.hide(inner.hide(s.text)))
				}
			}
		}
	}
	one.check(t, "one deep", 99)
	two.check(t, "two deep", 98)
	extra.check(t, "reversed, gzip, UTF-16", 70)
}

// splits break up a token without encoding it. at is where.
var splits = []struct {
	name  string
	apart func(s string, at int) string
}{
	{"concatenation", func(s string, at int) string { return `"` + s[:at] + `" + "` + s[at:] + `"` }},
	{"concatenation over lines", func(s string, at int) string { return "'" + s[:at] + "' +\n    '" + s[at:] + "'" }},
	{"adjacent strings", func(s string, at int) string { return `"` + s[:at] + `" "` + s[at:] + `"` }},
	{"line continuation", func(s string, at int) string { return s[:at] + "\\\n" + s[at:] }},
	{"indented continuation", func(s string, at int) string { return s[:at] + "\\\r\n    " + s[at:] }},
	{"empty quotes", func(s string, at int) string { return s[:at] + "''" + s[at:] }},
	{"quoted part", func(s string, at int) string { return s[:at] + `"` + s[at:at+3] + `"` + s[at+3:] }},
	{"zero width", func(s string, at int) string { return s[:at] + "\u200b" + s[at:] }},
	{"zero width everywhere", func(s string, _ int) string { return strings.Join(strings.Split(s, ""), "\u2060") }},
	{"soft hyphen", func(s string, at int) string { return s[:at] + "\u00ad" + s[at:] }},
	{"colours", func(s string, at int) string { return s[:at] + "\x1b[01;31m" + s[at:] + "\x1b[0m" }},
	{"wide letters", func(s string, at int) string {
		return strings.Map(func(r rune) rune {
			if r > ' ' && r < 0x7f {
				return r - '!' + 0xff01
			}
			return r
		}, s)
	}},
}

// TestSplit measures what is found of tokens that are broken up.
func TestSplit(t *testing.T) {
	var r recall
	for _, s := range samples(t, 1) {
		if !s.line {
			continue
		}
		at := strings.Index(s.text, s.secret) + len(s.secret)/2
		for _, sp := range splits {
			r.count(t, s.rule+" by "+sp.name, sp.apart(s.text, at))
		}
		if s.fixed && len(s.secret) >= 20 {
			for _, sep := range []string{" ", "\n", `", "`, "' '"} {
				r.count(t, s.rule+" over "+sep, s.text[:at]+sep+s.text[at:])
			}
		}
	}
	r.check(t, "split", 98)
}

// TestUnchecked: what the bounds leave unread is itself a match, and masked.
func TestUnchecked(t *testing.T) {
	text := strings.Repeat("the password = \"nothing\" and ", 50)
	s := &scanner{table: allTriggers(), effort: 100, limit: 1 << 10, minRun: minEncoded, minText: minText}
	s.levels(&view{text: text})
	if found := merge(s.found); len(found) == 0 || found[len(found)-1].Rule != ruleUnchecked ||
		found[len(found)-1].End != len(text) {
		t.Errorf("with no effort left: %v", found)
	}
	s = &scanner{table: allTriggers(), effort: 1 << 20, limit: 64, minRun: minEncoded, minText: minText}
	s.levels(&view{text: strings.Repeat("%41 is a letter ", 50)})
	if found := merge(s.found); len(found) != 1 || found[0].Rule != ruleUnchecked {
		t.Errorf("with no room left: %v", found)
	}
}

// TestWorstCasesAreRead: input made to be slow is looked through all the same:
// a token behind it is found, or all of it is reported as unchecked.
func TestWorstCasesAreRead(t *testing.T) {
	_, token, _ := formats[0].token(t, newRand())
	for _, w := range worstCases(64 << 10) {
		text := w.text + "\n;\n" + token + "\n"
		found := Scan(text, Options{})
		if n := len(found); n == 0 || found[n-1].End < len(text)-1 {
			t.Errorf("%s: the token at the end is not found", w.name)
		}
	}
}

// TestNoTokenInThisPackage: the tests draw their tokens, so that no file of
// the repository holds one.
func TestNoTokenInThisPackage(t *testing.T) {
	files, err := filepath.Glob("*.go")
	data, _ := filepath.Glob("*.txt")
	lines, _ := filepath.Glob("testdata/*.txt")
	files = append(append(files, data...), lines...)
	if err != nil || len(files) < 10 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range Scan(string(b), Options{}) {
			t.Errorf("%s:%d: %s", f, 1+strings.Count(string(b[:m.Start]), "\n"), m.Rule)
		}
	}
}

func ExampleScan() {
	text := "url: postgres://svc:" + fakePassword() + "@db.example/app"
	for _, m := range Scan(text, Options{}) {
		fmt.Println(m.Rule, text[:m.Start]+"…"+text[m.End:])
	}
	// Output: url-password url: postgres://svc:…@db.example/app
}
