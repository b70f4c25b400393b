package index

import (
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"hash"
	"path/filepath"
	"slices"
	"strconv"
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
	ident      ident
	content    int64
	above      string   // of an object the parent's ID
	below      []string // of an object the children's IDs
}

// contentOf is the beginning of the hash of a note's own text.
func contentOf(title, body string) int64 {
	sum := sha256.Sum256([]byte(title + "\n" + body))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

func identOf(identity []byte) ident {
	sum := sha256.Sum256(identity)
	return ident(binary.BigEndian.Uint64(sum[:]))
}

// extract gives the notes of a file, and how many headlines are left out as private. name is its path below its root.
func extract(name, text string, rules org.Privacy) (entries []entry, private int) {
	d := parseFile(name, text)
	hidden := rules.SpansOf(d)
	x := extractor{file: sha256.New(), outlines: map[ident]int{}}
	x.file.Write([]byte(name))
	if e, ok := preamble(d, name); ok && (len(hidden) == 0 || hidden[0].Start >= d.Body.End) {
		x.name(&e)
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
	file     hash.Hash // of the file's name
	entries  []entry
	at       []int // the entries by headline
	stack    []outline
	outlines map[ident]int // how many there were with one outline
}

// outline is a headline that has not ended, and the hash of its titles so far.
type outline struct {
	level int
	state []byte
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
	x.name(&e)
	x.entries = append(x.entries, e)
}

// name gives an entry what it is known by: its ID, else its file and outline.
func (x *extractor) name(e *entry) {
	for len(x.stack) > 0 && x.stack[len(x.stack)-1].level >= e.level {
		x.stack = x.stack[:len(x.stack)-1]
	}
	h := sha256.New()
	above, _ := x.file.(encoding.BinaryMarshaler).MarshalBinary()
	if len(x.stack) > 0 {
		above = x.stack[len(x.stack)-1].state
	}
	_ = h.(encoding.BinaryUnmarshaler).UnmarshalBinary(above)
	h.Write([]byte{0})
	h.Write([]byte(e.title))
	state, _ := h.(encoding.BinaryMarshaler).MarshalBinary()
	x.stack = append(x.stack, outline{level: e.level, state: state})
	e.content = contentOf(e.title, e.body)
	if e.id != "" {
		e.ident = identOf([]byte(e.id))
		return
	}
	var sum [sha256.Size]byte
	key := ident(binary.BigEndian.Uint64(h.Sum(sum[:0])))
	n := x.outlines[key]
	x.outlines[key]++
	h.Write(strconv.AppendInt([]byte{0}, int64(n), 10))
	e.ident = ident(binary.BigEndian.Uint64(h.Sum(sum[:0])))
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
		ident: identOf([]byte(o.ID)), when: o.Time, above: o.Parent, below: o.Children, children: len(o.Children),
		kind: o.Type, scope: o.Scope, origin: o.Origin}
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
