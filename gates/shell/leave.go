package shell

import (
	"path"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/value"
)

// leaving is what a command leaves early, so that what stands behind it in there may not happen.
type leaving uint8

const (
	leftLine  leaving = 1 << iota // by an error, after which bash goes on with the next line
	leftLoop                      // by break and continue
	leftLoops                     // several of them
	leftCall                      // of a function, or of a file that is sourced
	leftShell                     // one whose output or traps matter
)

// until walks something that may be left early in a way, with what may be left in it.
func (m *memory) until(way, inside leaving, do func()) {
	outer, left := m.inside, m.left
	m.inside = inside
	within := m.leaving(do)
	m.inside = outer
	if way == leftLoop && outer&leftLoop == 0 {
		way |= leftLoops
	}
	m.left = left | within&^way
}

// leaving walks something, and says what it may leave early.
func (m *memory) leaving(do func()) leaving {
	left := m.left
	m.left = 0
	do()
	way := m.left
	m.left |= left
	return way
}

// leaves walks break, continue, return and exit.
func (sc *simple) leaves() {
	way := leftLoop
	switch sc.words[0].Text {
	case "return":
		way = leftCall
	case "exit":
		way = leftShell
	}
	switch {
	case sc.inside&way == 0:
		way = leftShell
	case way == leftLoop && len(sc.words) > 1:
		way = leftLoops
	}
	if way != leftShell || sc.inside&leftShell != 0 || sc.hasTraps() {
		sc.left |= way
	}
}

// hasTraps reports whether something may run when the shell ends.
func (m *memory) hasTraps() bool {
	for f := m.state; f != nil; f = f.parent {
		if len(f.traps) > 0 {
			return true
		}
	}
	return false
}

// sequence walks statements in order. What stands behind one that may leave early may not happen; where they are the
// lines of a script, an error leaves its line only.
func (a *analysis) sequence(list []*syntax.Stmt, lines bool) {
	for len(list) > 0 {
		left := a.leaving(func() {
			a.stmt(list[0])
			a.afterCd()
		})
		n := 1
		switch {
		case left == leftLine && lines:
			n = line(list)
		case left != 0:
			n = len(list)
		}
		if rest := list[1:n]; len(rest) > 0 {
			a.maybe(func() { a.sequence(rest, lines) })
		}
		list = list[n:]
	}
}

// line is how many statements stand on the line on which the first one ends.
func line(list []*syntax.Stmt) int {
	for i := 1; i < len(list); i++ {
		if list[i].Pos().Line() > list[i-1].End().Line() {
			return i
		}
	}
	return len(list)
}

// maybe walks something that may not happen.
func (a *analysis) maybe(do func()) {
	layer, out := a.branch(do)
	a.out.add(value.Join(value.Text(""), out))
	a.merge(true, layer)
}

// opens reports whether redirections surely succeed; where one does not, its command does not run.
func (f *files) opens(list []*syntax.Redirect) bool {
	return !slices.ContainsFunc(list, func(r *syntax.Redirect) bool {
		name := r.Word.Lit()
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc, syntax.WordHdoc:
			return false
		case syntax.DplIn, syntax.DplOut:
			if name == "-" || value.IsNumber(name) {
				return len(name) > 1 || name > "2"
			}
		}
		if len(r.Word.Parts) == 1 && name == "" {
			_, process := r.Word.Parts[0].(*syntax.ProcSubst)
			return !process
		}
		if sinkDevice(name) {
			return false
		}
		paths, ok := f.resolve(name, f.dirs(), true)
		return !ok || slices.ContainsFunc(paths, func(p effect.Path) bool {
			if r.Op != syntax.RdrIn {
				p.Name = path.Dir(p.Name)
			}
			info, err := f.view.Lstat(p.Name)
			return err != nil || info.Mode.IsDir() == (r.Op == syntax.RdrIn)
		})
	})
}
