package jobs

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"pp/engine/memory/org"
)

// Fact is what a note says of something at a time.
type Fact struct {
	Where      string // what a person calls the note by, such as its handle
	Scope      string // facts of different scopes do not contradict each other
	Title      string
	Text       string
	Properties []org.Property
	When       time.Time // the zero time: not known

	note *note // of a headline
	at   int
}

// Two notes are about the same thing when they have one title, or the same words but for figures and a "not".
// They contradict each other when of a property, a figure or that "not" they say different things, and one is
// newer. Where a link leads, an identifier and a number in the title above a text say what a note is about.
// What is said by more of them than mostSame recurs, and is a record and no contradiction.
const (
	mostSame  = 3
	fewWords  = 3
	manyWords = 40
)

// contradictions finds the notes that a newer one contradicts. What is right only the person knows.
func (g *gardener) contradictions() {
	facts := slices.Clone(g.Facts)
	for _, n := range g.notes {
		if g.Loose != "" && strings.HasPrefix(n.Name, g.Loose+"/") {
			continue
		}
		for i := range n.Headlines {
			if h := &n.Headlines[i]; !n.private(h.Start) {
				facts = append(facts, n.fact(g.shown(n.Name), h))
			}
		}
	}
	titles, said := grouping{}, grouping{}
	for i, f := range facts {
		if f.When.IsZero() {
			continue
		}
		if len(f.Properties) > 0 && f.Title != "" {
			titles.add(f.Scope+"\x00"+strings.ToLower(words(f.Title)), i)
		}
		if s := f.saying(); s.usable() {
			said.add(f.Scope+"\x00"+strings.Join(s.words, " "), i)
		}
	}
	for _, group := range titles.each() {
		g.properties(pick(facts, group))
	}
	for _, group := range said.each() {
		g.sayings(pick(facts, group))
	}
}

// fact is what a headline says.
func (n *note) fact(shown string, h *org.Headline) Fact {
	f := Fact{Where: shown, Title: h.Title, Text: n.Text[h.Body.Start:h.Body.End], When: n.Modified, note: n, at: h.Start}
	for _, s := range n.hidden { // of a Markdown file none
		if s.Start < h.Body.End && h.Body.Start < s.End {
			f.Text = ""
		}
	}
	for _, p := range h.Properties {
		if p.Name == "CREATED" {
			if t, ok := timeOf(p.Value); ok {
				f.When = t
			}
		} else if says(p) {
			f.Properties = append(f.Properties, p)
		}
	}
	return f
}

// says reports whether a property says something of its subject, and not of the note.
func says(p org.Property) bool {
	for _, name := range [...]string{"ID", "CUSTOM_ID", "ARCHIVE", "EXPORT", "HEADER-ARGS", "LAST_REPEAT", "LOGGING",
		"ORDERED", "STYLE", "CATEGORY", "COLUMNS", "VISIBILITY", "EFFORT", "SOURCE", "ATTACH", "DIR", "ROAM", "UPDATED",
		"MODIFIED", "CLOCK", "COOKIE", "REPEAT", "NOTER", "TANGLE"} {
		if strings.HasPrefix(p.Name, name) {
			return false
		}
	}
	return p.Value != "" && !strings.HasSuffix(p.Name, "+") && !strings.HasSuffix(p.Name, "_ID")
}

// timeOf reads a time stamp such as [2026-01-02 Fri 10:00].
func timeOf(stamp string) (time.Time, bool) {
	fields := strings.Fields(strings.Trim(stamp, "<>[] "))
	if len(fields) == 0 {
		return time.Time{}, false
	}
	t, err := time.Parse(time.DateOnly, fields[0])
	if err != nil {
		t, err = time.Parse(time.RFC3339, fields[0])
		return t, err == nil
	}
	if clock, err := time.Parse("15:04", fields[len(fields)-1]); err == nil {
		t = t.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute)
	}
	return t, true
}

// grouping is indexes by what they have in common.
type grouping map[string][]int

func (g grouping) add(key string, i int) { g[key] = append(g[key], i) }

// each gives the groups in which something can contradict, in the order of their first.
func (g grouping) each() (out [][]int) {
	for _, list := range g {
		if len(list) > 1 && len(list) <= mostSame {
			out = append(out, list)
		}
	}
	slices.SortFunc(out, func(a, b []int) int { return a[0] - b[0] })
	return out
}

// pick gives some facts, the newest first.
func pick(facts []Fact, some []int) (out []Fact) {
	for _, i := range some {
		out = append(out, facts[i])
	}
	slices.SortStableFunc(out, func(a, b Fact) int { return b.When.Compare(a.When) })
	return out
}

// properties finds the properties that a newer note of the same title gives another value.
func (g *gardener) properties(list []Fact) {
	newest := map[string]int{}
	for i, f := range list {
		for _, p := range f.Properties {
			first, known := newest[p.Name]
			if !known {
				newest[p.Name] = i
				continue
			}
			is := list[first].property(p.Name)
			if unlinked(is) != unlinked(p.Value) && f.When.Before(list[first].When) {
				g.stale(f, list[first], ":"+p.Name+": "+p.Value, fmt.Sprintf(":%s: %s", p.Name, is))
			}
		}
	}
}

func (f Fact) property(name string) string {
	for _, p := range f.Properties {
		if p.Name == name {
			return p.Value
		}
	}
	return ""
}

// sayings finds what a newer note with the same words says otherwise.
func (g *gardener) sayings(list []Fact) {
	now := list[0].saying()
	for _, f := range list[1:] {
		equal := strings.TrimSpace(f.Text) != "" && words(f.Text) == words(list[0].Text)
		if f.When.Before(list[0].When) && !equal && now.contradicts(f.saying()) &&
			(f.note == nil || f.note != list[0].note) {
			g.stale(f, list[0], oneLine(f.Text), oneLine(list[0].Text))
		}
	}
}

// stale notes that an older note says something else than a newer one.
func (g *gardener) stale(old, newer Fact, was, is string) {
	f := Finding{Kind: Contradiction, Title: old.Title, What: was, Why: fmt.Sprintf("%s, of %s, says %s",
		newer.place(), newer.When.Format(time.DateOnly), is)}
	if old.note != nil {
		g.add(old.note, old.at, f)
		return
	}
	f.What = old.Where + ": " + was
	g.report.Findings = append(g.report.Findings, f)
}

func (f Fact) place() string {
	if f.note == nil {
		return f.Where
	}
	return fmt.Sprintf("%s:%d", f.Where, f.note.line(f.at))
}

// linked finds where links lead: in brackets, of Markdown, in angles, and as they stand in the text.
var linked = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[\[[^\]\n]*\]|\]\([^)\n]*\)|\]:[ \t]*\S+|<[^<>\s]+>|` +
		`(?i)\b(?:(?:id|file|attachment|mailto):|[a-z][a-z0-9+.-]*://)\S+`)
})

// unlinked is a text without where its links lead.
func unlinked(text string) string {
	return words(linked().ReplaceAllString(text, " "))
}

// figure finds what a note can say otherwise later: a number, perhaps with a unit. What else has digits identifies.
var figure = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^v?[0-9]{1,11}(?:[.:/-][0-9]{1,11})*\pL{0,3}$`)
})

// saying is a text by its words, each once and in order; its figures; and whether it denies something.
type saying struct {
	words, numbers []string
	denies, dated  bool
}

func (f Fact) saying() saying {
	if strings.TrimSpace(f.Text) == "" {
		return sayingOf("", f.Title)
	}
	return sayingOf(f.Title, f.Text)
}

// sayingOf reads a text and its title, whose numbers say what it is about.
func sayingOf(title, text string) (s saying) {
	if len(title)+len(text) > 4<<10 {
		return s
	}
	for _, target := range linked().FindAllString(title+"\n"+text, -1) {
		s.words = append(s.words, strings.ToLower(target))
	}
	s.read(linked().ReplaceAllString(title, " "))
	s.words, s.numbers = append(s.words, s.numbers...), nil
	s.read(linked().ReplaceAllString(text, " "))
	slices.Sort(s.words)
	s.words = slices.Compact(s.words)
	return s
}

func (s *saying) read(text string) {
	for field := range strings.FieldsFuncSeq(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("'’.-:/", r)
	}) {
		field = strings.Trim(field, "'’.-:/")
		if _, ok := timeOf(field); ok {
			s.dated = true
		}
		switch {
		case field == "":
		case figure().MatchString(field):
			s.numbers = append(s.numbers, field)
		case slices.Contains([]string{"not", "no", "never", "nicht", "kein", "keine", "nie"}, field),
			strings.HasSuffix(field, "n't"), strings.HasSuffix(field, "n’t"):
			s.denies = !s.denies
		case slices.Contains([]string{"do", "does", "did"}, field): // which comes with a "not"
		default:
			s.words = append(s.words, field)
		}
	}
}

// usable reports whether a text is a statement: long enough to be about something, short enough to be about one thing,
// and of no certain day.
func (s saying) usable() bool {
	return len(s.words) >= fewWords && len(s.words) <= manyWords && !s.dated
}

func (s saying) contradicts(o saying) bool {
	return s.denies != o.denies || len(s.numbers) > 0 && len(o.numbers) > 0 && !slices.Equal(s.numbers, o.numbers)
}

// shortName is a file's name without its directory and ending.
func shortName(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}
