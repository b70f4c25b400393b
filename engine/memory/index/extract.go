package index

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/memory"
	"pp/engine/memory/org"
)

// entry is a note as it is read, before it is part of an index.
type entry struct {
	parent     int // among the entries of the file; -1 of none
	start, end int // of the subtree
	own        int // where its own text ends
	level      int
	children   int
	title, id  string
	kind       string // memory.Note.Type
	scope      memory.Scope
	origin     engine.Origin
	todo       string
	done       bool
	tags       []string
	props      string // names and values of its properties, for searching
	body       string
	when       time.Time // zero: the file's
	handle     string    // whole
	content    int64
}

// contentOf is the beginning of the hash of a note's own text.
func contentOf(title, body string) int64 {
	sum := sha256.Sum256([]byte(title + "\n" + body))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// extract gives the notes of a file, and how many headlines are left out as private. name is its path below its root.
func extract(name, text string, rules org.Privacy) (entries []entry, private int) {
	d := parseFile(name, text)
	hidden := rules.SpansOf(d)
	x := extractor{name: name, outlines: map[string]int{}}
	if e, ok := preamble(d, name); ok && (len(hidden) == 0 || hidden[0].Start >= d.Body.End) {
		x.identify(&e)
		x.entries = append(x.entries, e)
	}
	x.at = make([]int, len(d.Headlines))
	for i := range d.Headlines {
		h := &d.Headlines[i]
		for len(hidden) > 0 && hidden[0].End <= h.Start {
			hidden = hidden[1:]
		}
		if len(hidden) > 0 && hidden[0].Start <= h.Start {
			private++
			continue
		}
		x.add(d, h, i)
	}
	return x.entries, private
}

// extractor makes entries of the headlines of one file.
type extractor struct {
	name     string // of the file
	entries  []entry
	at       []int // the entries by headline
	stack    []outline
	outlines map[string]int // how many there were with one outline
}

// outline is a headline that has not ended, and a hash of the file's name and of the titles so far.
type outline struct {
	level int
	hash  hash.Cloner
}

func (x *extractor) add(d *org.Document, h *org.Headline, i int) {
	e := entry{parent: -1, start: h.Start, end: h.End, own: h.Body.End, level: h.Level, title: h.Title, id: h.ID,
		body: d.Text[h.Body.Start:h.Body.End], kind: "HEADLINE", origin: engine.OriginPerson, todo: h.TODO, done: h.Done}
	if h.Parent >= 0 {
		e.parent = x.at[h.Parent]
		x.entries[e.parent].children++
		e.tags = slices.Clone(x.entries[e.parent].tags)
	} else {
		e.tags = slices.Clone(d.Tags)
	}
	for _, t := range h.Tags {
		if !slices.Contains(e.tags, t) {
			e.tags = append(e.tags, t)
		}
	}
	for _, p := range h.Properties {
		switch p.Name {
		case "ID":
		case "CREATED":
			e.when = parseTime(p.Value)
		default:
			e.props += p.Name + " " + p.Value + "\n"
		}
	}
	if e.when.IsZero() {
		if e.when = dateIn(e.title, e.body); e.when.IsZero() && h.Parent >= 0 {
			e.when = x.entries[e.parent].when
		}
	}
	x.at[i] = len(x.entries)
	x.identify(&e)
	x.entries = append(x.entries, e)
}

// identify gives an entry its handle: from its ID, else from its file and outline.
func (x *extractor) identify(e *entry) {
	for len(x.stack) > 0 && x.stack[len(x.stack)-1].level >= e.level {
		x.stack = x.stack[:len(x.stack)-1]
	}
	var h hash.Cloner
	if len(x.stack) > 0 {
		h, _ = x.stack[len(x.stack)-1].hash.Clone() // one of SHA-256 can always be copied
	} else {
		h = sha256.New().(hash.Cloner)
		h.Write([]byte(x.name))
	}
	h.Write([]byte("\x00" + e.title))
	x.stack = append(x.stack, outline{e.level, h})
	e.content = contentOf(e.title, e.body)
	if e.id != "" {
		e.handle = handleOfID(e.id)
		return
	}
	key := string(h.Sum(nil))
	numbered, _ := h.Clone()
	fmt.Fprintf(numbered, "\x00%d", x.outlines[key])
	x.outlines[key]++
	e.handle = handleOf(numbered.Sum(nil))
}

func handleOfID(id string) string {
	sum := sha256.Sum256([]byte(id))
	return handleOf(sum[:])
}

// preamble is the note of what a file says outside any headline.
func preamble(d *org.Document, name string) (entry, bool) {
	body := d.Text[d.Body.Start:d.Body.End]
	says := false
	for line := range strings.Lines(body) {
		line = strings.TrimSpace(line)
		says = says || line != "" && !strings.HasPrefix(line, "#")
	}
	title := d.Title
	if title == "" {
		title = strings.TrimSuffix(filepath.Base(name), filepath.Ext(name))
	}
	return entry{parent: -1, start: d.Body.Start, end: d.Body.End, own: d.Body.End, title: title, body: body,
		kind: "HEADLINE", origin: engine.OriginPerson, tags: d.Tags}, says
}

// objectEntry is the note of an object of the store.
func objectEntry(o memory.Object) entry {
	title, _, _ := strings.Cut(strings.TrimSpace(o.Content), "\n")
	e := entry{parent: -1, end: len(o.Content), own: len(o.Content), id: o.ID, body: o.Content,
		handle: handleOfID(o.ID), when: o.Time, kind: o.Type, scope: o.Scope, origin: o.Origin}
	for _, a := range o.Attributes {
		switch a.Name {
		case "TITLE":
			title = a.Value
		case "TODO":
			e.todo, e.done = a.Value, a.Value == "DONE"
		case "TAGS":
			e.tags = strings.FieldsFunc(a.Value, func(r rune) bool { return r == ':' || r == ' ' })
		case "CREATED":
			e.when = parseTime(a.Value)
		default:
			e.props += a.Name + " " + a.Value + "\n"
		}
	}
	e.title = shorten(title, maxTitle)
	e.content = contentOf(e.title, e.body)
	return e
}

// maxTitle is how many bytes of an object's first line are its title.
const maxTitle = 120

// shorten gives the beginning of a text, at most most bytes, cut between characters.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	for most > 0 && text[most]&0xC0 == 0x80 {
		most--
	}
	return text[:most]
}

// dateIn finds when a note was written that has no property for that: its title or its text begins with a date, or
// its text has an inactive time stamp near its beginning.
func dateIn(title, body string) time.Time {
	first, _, _ := strings.Cut(strings.TrimSpace(shorten(body, maxExcerpt)), " ")
	_, stamp, _ := strings.Cut(shorten(body, maxExcerpt), "[2")
	stamp, _, _ = strings.Cut(stamp, "]")
	for _, text := range []string{title, strings.TrimRight(first, ":,;."), "2" + stamp} {
		if when := parseTime(text); !when.IsZero() {
			return when
		}
	}
	return time.Time{}
}

// parseTime reads a time stamp of Org or of RFC 3339; the zero time when it is neither.
func parseTime(stamp string) time.Time {
	stamp = strings.TrimSpace(stamp)
	if t, err := time.Parse(time.RFC3339, stamp); err == nil {
		return t
	}
	fields := strings.Fields(strings.Trim(stamp, "<>[]"))
	if len(fields) == 0 {
		return time.Time{}
	}
	t, err := time.Parse(time.DateOnly, fields[0])
	if err != nil {
		return time.Time{}
	}
	if clock, err := time.Parse("15:04", fields[len(fields)-1]); err == nil {
		t = t.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute)
	}
	return t
}

// parseFile reads a file as its name says.
func parseFile(name, text string) *org.Document {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".md", ".markdown":
		return org.ParseMarkdown(text)
	}
	return org.Parse(text)
}
