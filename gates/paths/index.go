package paths

import (
	"path"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"
)

// class is what a row is about.
type class uint8

const (
	secret class = iota
	own
	project // the project's rules for pp
	startup
	system
	loaded // in a home
	surface
	tool     // in a home, programs and settings of the person's tools
	settings // in a home, settings that only programs read
	cache    // in a home, caches of those
	holder   // a directory on the way to surfaces
	top      // of the file system
	classes
)

// row is one line of the data.
type row struct {
	class class
	kind  string // what a person is told that such a path is
	paths string
	// but are names with which a path is none after all: of a directory the files below it, of a file the directories
	// above it.
	but string
}

// entry is one path of a row.
type entry struct {
	*row
	given string // as the data has it, without its mark
	lead  string // the directories before the last name, with a slash behind each; "" for none
	last  pattern
	in    anchor
	tree  bool // everything below it too
	order int32
	next  int32 // one more than the place of the next of that name; 0 for none
}

// anchor says where a path begins.
type anchor uint8

const (
	anywhere anchor = iota
	atRoot
	atHome
)

// index finds the entries for a path: by their last name, or, where that is a pattern, by the last letter of it.
type index struct {
	entries []entry
	names   map[string]int32 // one more than the place of the first
	files   [1 << 7][]int32  // patterns by their last letter, 0 for those that end with a star
	trees   []int32          // patterns of directories
}

// indexed is made when first asked for, as many runs judge no path.
var indexed = sync.OnceValue(newIndex)

func newIndex() *index {
	x := &index{entries: make([]entry, 0, 1<<10), names: make(map[string]int32, 1<<10)} // about as many as there are
	for _, r := range rows() {
		for text := range strings.SplitSeq(r.paths, ", ") {
			x.add(r, text)
			if r.class == surface {
				x.addHolders(r.kind, text)
			}
		}
	}
	return x
}

// add reads the notation of the package comment.
func (x *index) add(r *row, text string) {
	n := int32(len(x.entries))
	e := entry{row: r, order: n}
	if rest, ok := strings.CutPrefix(text, "~/"); ok {
		e.in, text = atHome, rest
	} else if rest, ok := strings.CutPrefix(text, "/"); ok {
		e.in, e.tree, text = atRoot, true, rest
	}
	if rest, ok := strings.CutSuffix(text, "/"); ok {
		e.tree, text = true, rest
	}
	e.given = text
	lead, last := path.Split(fold(text))
	e.lead, e.last = lead, compile(last)
	switch letter := e.last.text[len(e.last.text)-1]; {
	case !e.last.open():
		e.next, x.names[last] = x.names[last], n+1
	case e.tree:
		x.trees = append(x.trees, n)
	case letter == '*':
		x.files[0] = append(x.files[0], n)
	default:
		x.files[letter] = append(x.files[letter], n)
	}
	x.entries = append(x.entries, e)
}

// addHolders adds the directories on the way to a surface, and the surface itself if it is a directory.
func (x *index) addHolders(kind, text string) {
	for i := range len(text) {
		if text[i] == '/' {
			x.add(&row{class: holder, kind: kind}, text[:i])
		}
	}
}

// found are the entries of each class that say most of a path; nil for none.
type found [classes]*entry

// kind is what a person is told that the path is, "" where it is none of the class.
func (f *found) kind(c class) string {
	if f[c] == nil {
		return ""
	}
	return f[c].row.kind
}

// question is a path that is looked up, folded.
type question struct {
	path string
	home string // the home directory that it is in, "" for none
	dir  bool   // it is a directory, which holds secrets by its place alone
}

// look finds the entries for a path.
func (x *index) look(q question) (out found) {
	for from, end := 0, 0; end < len(q.path); from = end + 1 {
		if end = strings.IndexByte(q.path[from:], '/') + from; end < from {
			end = len(q.path)
		}
		name := q.path[from:end]
		if name == "" {
			continue
		}
		for n := x.names[name]; n > 0; n = x.entries[n-1].next {
			x.entries[n-1].try(&out, q, from, end)
		}
		x.patterns(x.trees, &out, q, from, end)
		if end == len(q.path) {
			x.patterns(x.files[0], &out, q, from, end)
			x.patterns(x.files[name[len(name)-1]&0x7f], &out, q, from, end)
		}
	}
	return out
}

// patterns takes those entries whose last name is like the one at an offset.
func (x *index) patterns(list []int32, out *found, q question, from, end int) {
	for _, n := range list {
		if e := &x.entries[n]; e.last.match(q.path[from:end]) {
			e.try(out, q, from, end)
		}
	}
}

// try takes an entry whose last name stands at an offset of a path.
func (e *entry) try(out *found, q question, from, end int) {
	last := end == len(q.path)
	switch was := out[e.class]; {
	case was != nil && !e.before(was), !last && !e.tree, last && e.tree && e.below():
	case e.class == secret && !e.tree && (q.dir && e.lead == "" || !q.dir && sample(q.path[from:])):
	case e.leads(q.path[:from], q.home) && !e.spares(q.path, from, last):
		out[e.class] = e
	}
}

// below reports whether what is in a directory is meant, and not the directory itself: to make it does nothing.
func (e *entry) below() bool { return e.class == surface || e.class == loaded }

// before reports whether an entry says more of a path than another: the name of a file, than the directory that it is
// in, and else what stands first.
func (e *entry) before(other *entry) bool {
	if e.tree != other.tree {
		return other.tree
	}
	return e.order < other.order
}

// leads reports whether what stands before the last name is as the entry has it.
func (e *entry) leads(before, home string) bool {
	switch e.in {
	case atRoot:
		if strings.Contains(e.lead, "*") {
			ok, err := path.Match("/"+e.lead, before)
			return ok && err == nil
		}
		return strings.HasPrefix(before, "/") && before[1:] == e.lead
	case atHome:
		return home != "" && len(before) > len(home) && strings.HasPrefix(before, home) && before[len(home)] == '/' &&
			before[len(home)+1:] == e.lead
	case anywhere:
	}
	return strings.HasSuffix(before, e.lead) &&
		(len(before) == len(e.lead) || before[len(before)-len(e.lead)-1] == '/')
}

// spares reports whether another name in a path says that it is none after all.
func (e *entry) spares(p string, from int, last bool) bool {
	switch {
	case e.but == "", e.tree && last:
		return false
	case e.tree:
		return e.butFor(path.Base(p))
	}
	for name := range strings.SplitSeq(p[:from], "/") {
		if e.butFor(name) {
			return true
		}
	}
	return false
}

func (e *entry) butFor(name string) bool {
	for text := range strings.SplitSeq(e.but, ", ") {
		if p := compile(text); p.match(name) {
			return true
		}
	}
	return false
}

// pattern is a name, or one with * and [0-9] in it as path.Match has them.
type pattern struct {
	text       string
	start, end uint8 // how much stands before and behind what is open
	more       bool  // that is more than a single *
}

func compile(text string) pattern {
	first := strings.IndexAny(text, "*[")
	if first < 0 {
		return pattern{text: text, start: uint8(len(text))}
	}
	last := strings.LastIndexAny(text, "*]")
	return pattern{text, uint8(first), uint8(len(text) - last - 1), first != last}
}

// open reports whether it is more than a name.
func (p *pattern) open() bool { return int(p.start) != len(p.text) }

func (p *pattern) match(name string) bool {
	start, end := int(p.start), int(p.end)
	switch {
	case !p.open():
		return p.text == name
	case len(name) < start+end, name[len(name)-end:] != p.text[len(p.text)-end:], name[:start] != p.text[:start]:
		return false
	case !p.more:
		return true
	case p.text[start] == '[':
		ok, err := path.Match(p.text, name)
		return ok && err == nil
	}
	// Two stars with a text between them.
	return strings.Contains(name[start:len(name)-end], p.text[start+1:len(p.text)-end-1])
}

// Fold gives a path as paths are compared: in lower case, with compatibility characters mapped to those they stand
// for. Folding may only raise severity.
func Fold(name string) string { return fold(name) }

// fold has a fast path for ASCII.
func fold(name string) string {
	for i := 0; i < len(name); i++ {
		if name[i] >= 0x80 {
			return strings.ToLower(norm.NFKC.String(name))
		}
	}
	return strings.ToLower(name)
}
