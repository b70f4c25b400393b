package jobs

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"pp/engine/memory/org"
)

// The properties by which a note says what it was made from.
const (
	sourceID   = "SOURCE_ID"
	sourceHash = "SOURCE_HASH"
)

// Distilled is an existing note of the scribe.
type Distilled struct {
	Source string // as Source.ID
	Hash   string
}

// Source is a note that is to become one of its own.
type Source struct {
	ID    string // its Org ID, else where it stands: daily/2026-01-02.org::*Title
	Hash  string // of what it says, in hexadecimal digits
	Title string
	Tags  []string
	Text  string // what it says, without what is private
	File  string // absolute
	// Changed says that a note was made of it before it came to say what it says now.
	Changed bool

	link string
}

// Distil gives the notes below a directory of which no note was made yet: the headlines of the first level, with
// what is below them, and what a file says above them. What is private is left out. done are those
// that are known; a note with a SOURCE_ID and its hash says so itself.
func Distil(m Memex, from string, done []Distilled) []Source {
	s := scribe{Memex: m, made: map[string]string{}, hashes: map[string][]string{}}
	for _, d := range done {
		s.know(d)
	}
	var found []Source
	for i := range m.Files {
		n := m.read(&m.Files[i])
		for h := range n.Headlines {
			id, _ := n.Property(h, sourceID, false)
			if hash, ok := n.Property(h, sourceHash, false); ok && id != "" {
				s.know(Distilled{id, hash})
			}
		}
		if strings.HasPrefix(n.Name, strings.TrimSuffix(from, "/")+"/") {
			found = append(found, s.sources(n)...)
		}
	}
	here := map[string]bool{}
	for i, f := range found {
		here[f.ID] = true
		was, made := s.made[f.ID]
		found[i].Changed = made && was != f.Hash
	}
	return slices.DeleteFunc(found, func(f Source) bool { return s.has(f, here) })
}

type scribe struct {
	Memex
	made   map[string]string   // hashes by source, the last
	hashes map[string][]string // sources by hash
}

func (s *scribe) know(d Distilled) {
	s.made[d.Source] = d.Hash
	if !slices.Contains(s.hashes[d.Hash], d.Source) {
		s.hashes[d.Hash] = append(s.hashes[d.Hash], d.Source)
	}
}

// has reports whether a note was made of what a source says: of itself, or of one that is not there any more, since
// it was moved.
func (s *scribe) has(f Source, here map[string]bool) bool {
	return slices.ContainsFunc(s.hashes[f.Hash], func(of string) bool { return of == f.ID || !here[of] })
}

// sources are the notes of a file.
func (s *scribe) sources(n *note) (out []Source) {
	shown := strings.TrimPrefix(n.Name, s.Root+"/")
	seen := map[string]int{}
	for i := -1; i < len(n.Headlines); i++ {
		f := Source{File: n.Name}
		switch {
		case i < 0:
			if n.private(n.Body.Start) || !speaks(n.Text[n.Body.Start:n.Body.End]) {
				continue
			}
			f.Title = n.Title
			if f.Title == "" {
				f.Title = shortName(n.Name)
			}
			f.Text, f.Tags, f.ID, f.link = n.bare(n.Body), n.Tags, shown, "file:"+n.Name
			if id, _ := n.Property(-1, "ID", false); id != "" {
				f.ID, f.link = id, "id:"+id
			}
		case n.Headlines[i].Parent >= 0 || n.private(n.Headlines[i].Start) || n.Headlines[i].Comment ||
			n.isMade(i):
			continue
		default:
			f.of(n, i, shown)
		}
		f.ID = oneLine(f.ID)
		if seen[f.ID]++; seen[f.ID] > 1 {
			f.ID += " (" + strconv.Itoa(seen[f.ID]) + ")"
		}
		sum := sha256.Sum256([]byte(f.Title + "\n" + f.Text))
		f.Hash = hex.EncodeToString(sum[:16])
		out = append(out, f)
	}
	return out
}

// of fills in a headline.
func (f *Source) of(n *note, i int, shown string) {
	h := &n.Headlines[i]
	f.Title, f.Tags, f.Text = h.Title, n.AllTags(i), n.bare(h.Body)
	for j := i + 1; j < len(n.Headlines) && n.Headlines[j].Start < h.End; j++ {
		below := &n.Headlines[j]
		if !n.private(below.Start) {
			f.Text += strings.Repeat("*", below.Level-h.Level+1) + " " + below.Title + "\n" + n.bare(below.Body)
		}
	}
	f.ID, f.link = shown+"::*"+h.Title, "file:"+n.Name
	if h.ID != "" {
		f.ID, f.link = h.ID, "id:"+h.ID
	}
}

// isMade reports whether a headline was made of another note itself.
func (n *note) isMade(i int) bool {
	_, made := n.Property(i, sourceHash, false)
	return made
}

// speaks reports whether a text says anything but of its file.
func speaks(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line[0] != ':' {
			return true
		}
	}
	return false
}

// bare is a part of the text without what is private, and of Org without the lines that say something of the file.
func (n *note) bare(s org.Span) string {
	var b strings.Builder
	for at := s.Start; at < s.End; {
		_, end := n.lineAround(at, at)
		end = min(end+1, s.End)
		line := strings.TrimSpace(n.Text[at:end])
		if !n.private(at) && (n.markdown || !strings.HasPrefix(line, "#+") || blockLine(line)) {
			b.WriteString(n.Text[at:end])
		}
		at = end
	}
	return strings.Trim(b.String(), "\r\n") + "\n"
}

func blockLine(line string) bool {
	return len(line) > 6 && (strings.EqualFold(line[2:6], "begi") || strings.EqualFold(line[2:6], "end_"))
}

// Made is the note of its own that a source becomes.
type Made struct {
	File string // absolute
	Text string
}

// Note writes the note of a source below a directory, with a text that says what it says. The same source has the
// same file and ID, whenever it is written.
func (f Source) Note(dir, text string, now time.Time) Made {
	sum := sha256.Sum256([]byte("pp-scribe-1\x00" + f.ID + "\x00" + f.Hash))
	name := path.Join(dir, slug(f.Title)+"-"+hex.EncodeToString(sum[:4])+".org")
	var b strings.Builder
	b.WriteString("* " + headline(f.Title))
	if tags := slices.DeleteFunc(slices.Clone(f.Tags), func(t string) bool { return !org.IsTag(t) }); len(tags) > 0 {
		b.WriteString(" :" + strings.Join(tags, ":") + ":")
	}
	fmt.Fprintf(&b, "\n:PROPERTIES:\n:ID:       %s\n:%s: %s\n:%s: %s\n:CREATED:  %s\n:END:\n",
		newID(f.ID, f.Hash, 0), sourceID, f.ID, sourceHash, f.Hash, now.Format("[2006-01-02 Mon 15:04]"))
	if text = strings.TrimSpace(text); text != "" {
		text += "\n\n"
	}
	for line := range strings.Lines(text) {
		if line[0] == '*' || strings.HasPrefix(line, "#+") {
			line = " " + line // else it would be another headline, or say something of the file
		}
		b.WriteString(line)
	}
	link := f.link
	if file, ok := strings.CutPrefix(link, "file:"); ok {
		link = "file:" + relative(dir, file)
	}
	if !strings.ContainsAny(link, `[]\`) {
		fmt.Fprintf(&b, "From [[%s][%s]].\n", link, path.Base(f.File))
	}
	return Made{name, b.String()}
}

// headline is a title that stands on one line, and has nothing at its end that would be read as tags.
func headline(title string) string {
	title = strings.Join(strings.Fields(title), " ")
	if title = strings.TrimRight(title, ": "); title == "" {
		return "Note"
	}
	return title
}

// shortName returns a file's name without its directory and extension.
func shortName(name string) string {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base))
}

// slug is a title as the name of a file.
func slug(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		if b.Len() > 48 {
			break
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		} else if s := b.String(); s != "" && s[len(s)-1] != '-' {
			b.WriteByte('-')
		}
	}
	if s := strings.Trim(b.String(), "-"); s != "" {
		return s
	}
	return "note"
}
