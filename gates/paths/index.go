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
	top // of the file system
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
	class class
	kind  string
	given string // as the data has it, without its mark
	lead  string // the directories before the last name, with a slash behind each; "" for none
	last  pattern
	in    anchor
	tree  bool // everything below it too
	but   []pattern
	order int // among all
}

// anchor says where a path begins.
type anchor uint8

const (
	anywhere anchor = iota
	atRoot
	atHome
)

// index finds the entries for a path: by their last name, or one by one where that is a pattern.
type index struct {
	names    map[string][]*entry
	patterns []*entry
	ordered  []*entry
}

// indexed is made when first asked for, as many runs judge no path.
var indexed = sync.OnceValue(func() *index {
	x := &index{names: map[string][]*entry{}}
	for _, rows := range [...][]row{secrets[:], places[:]} {
		for _, r := range rows {
			var but []pattern
			for _, text := range split(r.but) {
				but = append(but, compile(text))
			}
			for _, text := range split(r.paths) {
				e := parse(text)
				e.class, e.kind, e.but, e.order = r.class, r.kind, but, len(x.ordered)
				x.add(&e)
			}
		}
	}
	return x
})

func split(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list, ", ")
}

// parse reads the notation of the package comment.
func parse(text string) entry {
	var e entry
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
	return e
}

func (x *index) add(e *entry) {
	x.ordered = append(x.ordered, e)
	if e.last.open {
		x.patterns = append(x.patterns, e)
		return
	}
	x.names[e.last.text] = append(x.names[e.last.text], e)
}

// found are the entries of each class that say most of a path; nil for none.
type found [classes]*entry

// kind is what a person is told that the path is, "" where it is none of the class.
func (f *found) kind(c class) string {
	if f[c] == nil {
		return ""
	}
	return f[c].kind
}

// question is a path that is looked up, folded.
type question struct {
	path string
	home string // the home directory that it is in, "" for none
	dir  bool   // it is a directory, which holds secrets by its place alone
}

// look finds the entries for a path.
func (x *index) look(q question) found {
	var out found
	template := !q.dir && sample(path.Base(q.path))
	for from := 0; from < len(q.path); {
		end := strings.IndexByte(q.path[from:], '/')
		last := end < 0
		if end += from; last {
			end = len(q.path)
		}
		name := q.path[from:end]
		try := func(e *entry) {
			switch was := out[e.class]; {
			case was != nil && !e.before(was), !last && !e.tree:
			case e.class == secret && !e.tree && (template || q.dir && e.lead == ""):
			case e.leads(q.path[:from], q.home) && !e.spares(q.path, from, last):
				out[e.class] = e
			}
		}
		for _, e := range x.names[name] {
			try(e)
		}
		for _, e := range x.patterns {
			if (last || e.tree) && e.last.match(name) {
				try(e)
			}
		}
		from = end + 1
	}
	return out
}

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
		return before[:min(1, len(before))] == "/" && before[1:] == e.lead
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
	case e.but == nil, e.tree && last:
		return false
	case e.tree:
		return anyMatches(e.but, path.Base(p))
	}
	for name := range strings.SplitSeq(p[:from], "/") {
		if anyMatches(e.but, name) {
			return true
		}
	}
	return false
}

// pattern is a name, or one with * and [0-9] in it as path.Match has them.
type pattern struct {
	text       string
	open       bool   // it is more than a name
	start, end string // what stands before and behind what is open
	one        bool   // that is a single *
}

func compile(text string) pattern {
	first := strings.IndexAny(text, "*[")
	if first < 0 {
		return pattern{text: text}
	}
	last := strings.LastIndexAny(text, "*]")
	return pattern{text, true, text[:first], text[last+1:], first == last}
}

func (p *pattern) match(name string) bool {
	if !p.open {
		return p.text == name
	}
	if len(name) < len(p.start)+len(p.end) || !strings.HasPrefix(name, p.start) || !strings.HasSuffix(name, p.end) {
		return false
	}
	if p.one {
		return true
	}
	ok, err := path.Match(p.text, name)
	return ok && err == nil
}

func anyMatches(patterns []pattern, name string) bool {
	for i := range patterns {
		if patterns[i].match(name) {
			return true
		}
	}
	return false
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
