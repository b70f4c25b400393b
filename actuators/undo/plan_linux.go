package undo

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// maxLocks bounds how many of git's references are locked one by one.
const maxLocks = 100

// planner turns the changes that were chosen into steps.
type planner struct {
	l       *Layer
	changes Changes
	chosen  []bool
	steps   []step
	slots   []int
	parents []int             // for each change in a new directory, the change of that; else -1
	stepOf  map[int]int       // change to step
	gone    map[string]int    // masked paths that were moved, to a change of their tree
	dirs    []map[string]bool // for each tree, directories in which something is done
	out     Outcome
}

// plan gives the steps that take over what keep chooses. It looks once more at what lies below.
func (l *Layer) plan(changes Changes, keep func(*Change) bool) planner {
	p := planner{l: l, changes: changes, chosen: make([]bool, len(changes.List)), slots: make([]int, len(l.trees)),
		parents: parents(changes.List), stepOf: map[int]int{}, gone: map[string]int{}}
	for range l.trees {
		p.dirs = append(p.dirs, map[string]bool{})
	}
	if changes.Over {
		return p
	}
	p.choose(keep)
	p.masks()
	for i := range p.chosen {
		p.step(i)
	}
	p.locks()
	slices.SortStableFunc(p.steps, func(a, b step) int { return cmp.Compare(a.class(), b.class()) })
	p.directories()
	return p
}

// choose asks for each change; what is in a new directory goes where that goes.
func (p *planner) choose(keep func(*Change) bool) {
	for i := range p.changes.List {
		c := &p.changes.List[i]
		if c.Conflict == "" && c.theirs.Ino != 0 && c.From == "" && p.moved(c) {
			c.Conflict = "somebody else changed it meanwhile"
		}
		if parent := p.parents[i]; c.takeable() && (parent < 0 || p.chosen[parent]) {
			p.chosen[i] = keep(c)
		}
		if c.Conflict != "" {
			t := p.l.trees[c.Tree]
			kept := Kept{Path: t.lower(c.Path), Why: c.Conflict}
			if c.Kind != engine.ChangeDeleted {
				kept.Ours = t.upper(c.Path)
			}
			p.out.Conflicts = append(p.out.Conflicts, kept)
		}
	}
}

// parents finds, for each change in a new directory, the change of that directory.
func parents(list []Change) []int {
	out := make([]int, len(list))
	var open []int
	for i := range list {
		for len(open) > 0 {
			if up := &list[open[len(open)-1]]; up.Tree == list[i].Tree && within(list[i].Path, up.Path) {
				break
			}
			open = open[:len(open)-1]
		}
		out[i] = -1
		if list[i].Inside && len(open) > 0 {
			out[i] = open[len(open)-1]
		}
		if list[i].Mode.IsDir() {
			open = append(open, i)
		}
	}
	return out
}

// moved reports whether what lies below is not what was compared.
func (p *planner) moved(c *Change) bool {
	t, since := p.l.trees[c.Tree], p.l.since[c.Tree]
	var st unix.Stat_t
	if unix.Lstat(t.lower(c.Path), &st) != nil || !c.theirs.same(&st) {
		return true
	}
	if c.Kind == engine.ChangeMetadata && c.Mode.IsDir() {
		return false
	}
	if c.Was.IsDir() {
		changed := func(st *unix.Stat_t) bool { return st.Ctim.Nano() >= since }
		if _, foreign := scan(t.lower(c.Path), changed, maxEntries); foreign {
			return true
		}
	}
	return st.Ctim.Nano() >= since
}

// masks keeps what would lose a masked file: where its new place was not chosen, the old one stays.
func (p *planner) masks() {
	for i := range p.changes.List {
		from := &p.changes.List[i]
		if from.From == "" {
			continue
		}
		if p.chosen[i] && p.stays(from) {
			p.chosen[i] = false
			p.out.Withheld = append(p.out.Withheld, p.l.trees[from.Tree].lower(from.Path))
		}
		if p.chosen[i] {
			p.gone[from.From] = from.Tree
			continue
		}
		for j := range p.changes.List {
			if c := &p.changes.List[j]; p.chosen[j] && c.Tree == from.fromTree && c.theirs.Ino != 0 && !c.Mode.IsDir() &&
				within(from.From, c.Path) {
				p.chosen[j] = false
				p.out.Withheld = append(p.out.Withheld, p.l.trees[c.Tree].lower(c.Path))
			}
		}
	}
}

// stays reports whether a masked file that was moved is to stay in its old place, since its going
// from there was not chosen.
func (p *planner) stays(moved *Change) bool {
	for j := range p.changes.List {
		if c := &p.changes.List[j]; !p.chosen[j] && c.Tree == moved.fromTree && c.Kind == engine.ChangeDeleted &&
			within(moved.From, c.Path) {
			return true
		}
	}
	return false
}

func (p *planner) slot(tree int) int {
	p.slots[tree]++
	return p.slots[tree]
}

// step adds what one change needs.
func (p *planner) step(i int) {
	c := &p.changes.List[i]
	s := step{tree: c.Tree, path: c.Path, ours: c.ours, theirs: c.theirs, changed: c.changed}
	if parent := p.parents[i]; parent >= 0 {
		if !p.chosen[parent] {
			return
		}
		p.inner(i, parent, s)
		return
	}
	if !p.chosen[i] || c.Mode.IsDir() && c.Kind == engine.ChangeMetadata {
		return // directories that stay are dealt with in the end
	}
	switch {
	case c.From != "":
		s.op, s.from = opMove, c.From
		p.note(c.Tree, c.From)
	case c.Kind == engine.ChangeNew:
		s.op = opPut
	case c.Kind == engine.ChangeMetadata:
		s.op = opMeta
	case c.Kind == engine.ChangeDeleted:
		if tree, ok := p.gone[c.Path]; ok && tree == c.Tree {
			return
		}
		s.op, s.slot = opDrop, p.slot(c.Tree)
	default:
		s.op = opSwap
	}
	if c.strip && c.Kind != engine.ChangeMetadata {
		s.strip = []string{"."}
	}
	if _, rest, ok := gitPath(c.Path); ok && rest == "index" && c.From == "" {
		s.from = indexSum(p.l.trees[c.Tree].upper(c.Path))
	}
	p.stepOf[i] = len(p.steps)
	p.steps = append(p.steps, s)
	p.note(c.Tree, c.Path)
	p.out.Done = append(p.out.Done, p.l.trees[c.Tree].lower(c.Path))
}

// note says that something is done in the directory of a path.
func (p *planner) note(tree int, rel string) {
	for rel != "." && !p.dirs[tree][path.Dir(rel)] {
		rel = path.Dir(rel)
		p.dirs[tree][rel] = true
	}
}

// inner deals with what is in a new directory, which is taken over as a whole: what is not to be
// goes aside first, and is not looked at further.
func (p *planner) inner(i, parent int, s step) {
	c := &p.changes.List[i]
	if p.chosen[i] && c.From == "" {
		if c.strip {
			top := parent
			for p.parents[top] >= 0 {
				top = p.parents[top]
			}
			t := &p.steps[p.stepOf[top]]
			t.strip = append(t.strip, strings.TrimPrefix(c.Path, t.path+"/"))
		}
		return
	}
	p.steps = append(p.steps, step{op: opPrune, tree: c.Tree, path: c.Path, slot: p.slot(c.Tree), ours: c.ours})
	up := &p.changes.List[parent]
	p.changes.dirs = append(p.changes.dirs, dirTimes{tree: c.Tree, path: up.Path, ours: up.ours})
	p.note(c.Tree, c.Path)
	if p.chosen[i] {
		s.op, s.from, s.ours = opMove, c.From, ident{}
		p.note(c.Tree, c.From)
		p.steps = append(p.steps, s)
		p.out.Done = append(p.out.Done, p.l.trees[c.Tree].lower(c.Path))
	}
}

// locks adds git's own locks on what of a repository is changed.
func (p *planner) locks() {
	seen := map[string]bool{}
	for _, s := range p.steps {
		dir, rest, ok := gitPath(s.path)
		if !ok || s.class() < classRefs || strings.HasPrefix(rest, "logs/") || s.ours.dir() || s.theirs.dir() {
			continue
		}
		name := path.Join(dir, rest) + ".lock"
		if !seen[name] && len(seen) < maxLocks {
			seen[name] = true
			p.steps = append(p.steps, step{op: opLock, tree: s.tree, path: name, slot: p.slot(s.tree)})
			p.note(s.tree, name)
		}
	}
}

// gitPath splits a path at the repository's own directory.
func gitPath(rel string) (dir, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(rel, ".git/"); ok {
		return ".git", rest, true
	}
	i := strings.Index(rel, "/.git/")
	if i < 0 {
		return "", "", false
	}
	return rel[:i+5], rel[i+6:], true
}

// The classes of steps, in the order in which they are done: a repository is whole at every
// point, since what is named comes before what names it.
const (
	classLock = iota
	classPrune
	classPut
	classMove
	classChange
	classDrop
	classRefs
	classHead
	classDir
)

func (s *step) class() int {
	if s.op > opPrune && s.op != opDir {
		if _, rest, ok := gitPath(s.path); ok {
			switch {
			case rest == "index", strings.HasSuffix(rest, "HEAD") && !strings.Contains(rest, "/"):
				return classHead
			case rest == "packed-refs", within(rest, "refs"), within(rest, "logs"):
				return classRefs
			}
		}
	}
	return [...]int{opLock: classLock, opPrune: classPrune, opPut: classPut, opMove: classMove, opSwap: classChange,
		opMeta: classChange, opDrop: classDrop, opDir: classDir}[s.op]
}

// directories adds what the directories that stay are to be in the end, the deepest first.
func (p *planner) directories() {
	type dirKey struct {
		tree int
		path string
	}
	own, seen := map[dirKey]bool{}, map[dirKey]bool{}
	for i := range p.changes.List {
		if c := &p.changes.List[i]; p.chosen[i] && c.Kind == engine.ChangeMetadata && c.Mode.IsDir() {
			own[dirKey{c.Tree, c.Path}] = true
			p.out.Done = append(p.out.Done, p.l.trees[c.Tree].lower(c.Path))
			p.note(c.Tree, c.Path)
		}
	}
	for _, d := range slices.Backward(p.changes.dirs) {
		at := dirKey{d.tree, d.path}
		if seen[at] || !own[at] && !p.dirs[d.tree][d.path] {
			continue
		}
		seen[at] = true
		s := step{op: opDir, tree: d.tree, path: d.path, ours: d.ours, theirs: d.their, changed: d.changed}
		if d.their.Ino != 0 && !own[at] {
			s.ours.Mode, s.ours.UID, s.ours.GID = d.their.Mode, d.their.UID, d.their.GID
		}
		if d.foreign {
			s.ours.Mtime, s.theirs.Mtime = anyTime, anyTime
		}
		p.steps = append(p.steps, s)
	}
}
