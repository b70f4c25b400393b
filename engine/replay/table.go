package replay

import (
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"pp/engine"
	"pp/engine/audit"
	"pp/engine/effect"
	"pp/sexp"
)

// Table has the facts of a trace, as far as it was read. Its zero value has none. It is not safe
// for concurrent use.
type Table struct {
	now *facts // since the numbers began
}

// facts are those of one process, or of one part of a session.
type facts struct {
	base  []fact // what is not about a path
	infos paths[info]
	whole paths[listing]
	links paths[content]
	texts paths[content]
	parts paths[int]
	kept  paths[bool]
	holds paths[engine.CommitsAnswer]
	there []audit.Span // the numbers of all
}

// fact is one that is not about a path.
type fact struct {
	number int
	kind   string
	items  sexp.List
}

// info is what was found under one name.
type info struct {
	effect.FileInfo
	err error
}

// listing are the names in a directory.
type listing struct {
	names []string
	there bool
}

// content is what a file or link held.
type content struct {
	text  string
	there bool
}

// noted is what a fact says, with the number of the fact.
type noted[T any] struct {
	number int
	value  T
}

type paths[T any] map[string][]noted[T]

func (p *paths[T]) add(name string, number int, value T) {
	if *p == nil {
		*p = paths[T]{}
	}
	(*p)[name] = append((*p)[name], noted[T]{number, value})
}

// find gives what a case's facts say of a path.
func (p paths[T]) find(name string, c *Case) (value T, ok bool) {
	list := p[name]
	for i := len(list) - 1; i >= 0; i-- {
		if c.has(list[i].number) {
			return list[i].value, true
		}
	}
	return value, false
}

// Take takes over what a record says, and gives the case that it is about. It must be called
// for each record of a trace that has facts, in order.
func (t *Table) Take(f audit.Facts) *Case {
	if f.From == 1 || t.now == nil { // another process, or another part
		t.now = new(facts)
	}
	for i, v := range f.New {
		t.now.note(f.From+i, v)
	}
	c := &Case{table: t.now, uses: f.Uses}
	if !t.now.have(f.Uses) {
		c.Missing = "a part of its record is gone"
	}
	return c
}

// have reports whether all the facts of some numbers are there.
func (t *facts) have(uses []audit.Span) bool {
	for _, s := range uses {
		in := func(there audit.Span) bool { return there.First <= s.First && s.Last <= there.Last }
		if !slices.ContainsFunc(t.there, in) {
			return false
		}
	}
	return true
}

// note takes over one fact. What cannot be read is not there.
func (t *facts) note(number int, v sexp.Value) {
	if n := len(t.there); n > 0 && t.there[n-1].Last == number-1 {
		t.there[n-1].Last = number
	} else {
		t.there = append(t.there, audit.Span{First: number, Last: number})
	}
	list, ok := v.(sexp.List)
	if !ok {
		return
	}
	kind, _ := list.At(0).(sexp.Symbol)
	items := list.Slice(1, list.Len())
	if !t.notePath(number, kind.Name, items) {
		t.base = append(t.base, fact{number, kind.Name, items})
	}
}

// notePath takes over a fact about a path, and reports whether it is one.
func (t *facts) notePath(number int, kind string, items sexp.List) bool {
	name := textAt(items, 0)
	switch kind {
	case engine.FactIn, engine.FactDir:
		t.directory(number, name, items, kind == engine.FactDir)
	case engine.FactList:
		t.whole.add(name, number, listing{textsAt(items, 1), items.Len() > 1})
	case engine.FactLink:
		t.links.add(name, number, content{textAt(items, 1), trueAt(items, 1)})
	case engine.FactText:
		t.texts.add(name, number, content{textAt(items, 1), trueAt(items, 1)})
	case engine.FactParts:
		t.parts.add(name, number, numberAt(items, 1))
	case engine.FactKept:
		t.kept.add(name, number, trueAt(items, 1))
	case engine.FactCommits:
		t.holds.add(name, number, engine.CommitsAnswer{Known: trueAt(items, 1), Files: textsAt(items, 2)})
	default:
		return false
	}
	return true
}

func (t *facts) directory(number int, dir string, items sexp.List, whole bool) {
	var names []string
	for i := 1; i+1 < items.Len(); i += 2 {
		base := textAt(items, i)
		name := path.Join(dir, base)
		if dir == "" {
			name = base
		}
		if sexp.IsNil(items.At(i + 1)) {
			t.infos.add(name, number, info{err: fs.ErrNotExist})
			continue
		}
		names = append(names, base)
		if in, ok := parseInfo(textAt(items, i+1)); ok {
			t.infos.add(name, number, in)
		}
	}
	if whole {
		t.whole.add(dir, number, listing{names, true})
	}
}

// parseInfo reads a code, as engine records it.
func parseInfo(code string) (in info, ok bool) {
	if code == "!" {
		return info{err: fs.ErrPermission}, true
	}
	parts := strings.Fields(code)
	if len(parts) == 0 {
		return in, false
	}
	if in.Mode, ok = engine.ParseModeCode(parts[0]); !ok {
		return in, false
	}
	in.Links = 1
	if in.Mode.IsDir() {
		in.Links = 2
	}
	for i, to := range []*uint64{&in.Links, &in.Dev, &in.Inode} {
		if len(parts) != 4 {
			break
		}
		n, err := strconv.ParseUint(parts[i+1], 10, 64)
		if err != nil {
			return in, false
		}
		*to = n
	}
	return in, true
}

// Case are the facts of one judgement. It implements effect.FS and engine.Recoverer over them,
// for one judgement at a time.
type Case struct {
	table *facts
	uses  []audit.Span
	// Missing says what of that which was looked at is not on record; "" while everything was.
	Missing string
	// SameParts and SamePaths say that today the same parts of texts, and the same paths, are
	// private as then.
	SameParts, SamePaths bool

	confined bool // nothing looked for secrets by their names
	patterns bool // names may be found by patterns
}

func (c *Case) has(number int) bool {
	i, found := slices.BinarySearchFunc(c.uses, number, func(s audit.Span, n int) int { return s.First - n })
	return found || i > 0 && number <= c.uses[i-1].Last
}

func textAt(l sexp.List, i int) string {
	if i >= l.Len() {
		return ""
	}
	s, _ := l.At(i).(sexp.String)
	return string(s)
}

func textsAt(l sexp.List, i int) []string {
	if i >= l.Len() {
		return nil
	}
	list, _ := l.At(i).(sexp.List)
	out := make([]string, list.Len())
	for j := range out {
		out[j] = textAt(list, j)
	}
	return out
}

func numberAt(l sexp.List, i int) int {
	if i >= l.Len() {
		return 0
	}
	n, _ := l.At(i).(sexp.Int)
	return int(n)
}

func trueAt(l sexp.List, i int) bool { return i < l.Len() && !sexp.IsNil(l.At(i)) }
