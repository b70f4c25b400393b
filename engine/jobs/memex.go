package jobs

import (
	"path"
	"strings"

	"pp/engine/memory/org"
)

// File is one of the person's notes.
type File struct {
	Name string // absolute and resolved
	Text string
}

// Memex is what is looked at. It is not changed.
type Memex struct {
	Root, Home string
	// Files are the Org and Markdown files, in the order of their names. The private ones are
	// among them: what they hold can be linked to.
	Files []File
	// Names are all the files and directories below Root, those of Files too.
	Names []string
	// Exists reports whether anything is at an absolute path that is not below Root; nil: always.
	Exists  func(name string) bool
	Private org.Privacy
	// Loose is a directory of notes that nothing needs to link to, such as a journal's; "": none.
	Loose string
}

// note is a file that was read.
type note struct {
	Name string
	*org.Document
	markdown bool
	hidden   []org.Span        // what is private
	abbrev   map[string]string // #+LINK
	lines    []int             // where they begin, once somebody asked

	named *anchors // what can be linked to in it, once somebody asked
	out   bool     // it links to another note
	in    bool     // another links to it
}

func (m Memex) read(f *File) *note {
	n := &note{Name: f.Name}
	switch strings.ToLower(path.Ext(f.Name)) {
	case ".md", ".markdown":
		n.Document, n.markdown = org.ParseMarkdown(f.Text), true
	default:
		n.Document = org.Parse(f.Text)
		n.abbrev = abbreviations(f.Text)
	}
	switch {
	case m.Private.Whole(f.Name), len(f.Text) > org.MaxPrivate:
		n.hidden = []org.Span{{End: len(f.Text)}}
	case m.Private.MayHold(f.Name):
		n.hidden = m.Private.Spans(f.Text)
	}
	return n
}

// abbreviations are those that #+LINK lines give.
func abbreviations(text string) map[string]string {
	var out map[string]string
	for rest, at := text, 0; ; rest = rest[at+1:] {
		if at = strings.Index(rest, "#+"); at < 0 {
			return out
		}
		line, _, _ := strings.Cut(rest[at:], "\n")
		if f := strings.Fields(line); len(f) > 2 && strings.EqualFold(f[0], "#+link:") {
			if out == nil {
				out = map[string]string{}
			}
			out[f[1]] = f[2]
		}
	}
}

// private reports whether a place of the text is private.
func (n *note) private(at int) bool {
	for _, s := range n.hidden {
		if s.Start <= at && at < s.End || s.Start == 0 && s.End == len(n.Text) {
			return true
		}
	}
	return false
}

// line is the number of the line that a place is in, from 1.
func (n *note) line(at int) int {
	if n.lines == nil {
		n.lines = []int{0}
		for i := range len(n.Text) {
			if n.Text[i] == '\n' {
				n.lines = append(n.lines, i+1)
			}
		}
	}
	low, high := 0, len(n.lines)
	for high-low > 1 {
		if mid := (low + high) / 2; n.lines[mid] <= at {
			low = mid
		} else {
			high = mid
		}
	}
	return low + 1
}

// headline is the one that a place is below; -1 of none.
func (n *note) headline(at int) int {
	low, high := -1, len(n.Headlines)
	for high-low > 1 {
		if mid := (low + high) / 2; n.Headlines[mid].Start <= at {
			low = mid
		} else {
			high = mid
		}
	}
	return low
}

// dir is the file's directory.
func (n *note) dir() string { return path.Dir(n.Name) }
