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

// walkUntil walks something that may be left early in a way, with what may be left in it.
func walkUntil(m *walker, way, inside leaving, do func()) {
	outer, left := m.inside, m.left
	m.inside = inside
	within := whatLeaves(m, do)
	m.inside = outer
	if way == leftLoop && outer&leftLoop == 0 {
		way |= leftLoops
	}
	m.left = left | within&^way
}

// whatLeaves walks something, and says what it may leave early.
func whatLeaves(m *walker, do func()) leaving {
	left := m.left
	m.left = 0
	do()
	way := m.left
	m.left |= left
	return way
}

// reportLeaving walks break, continue, return and exit.
func reportLeaving(sc *simple) {
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
	if way != leftShell || sc.inside&leftShell != 0 || len(sc.traps) > 0 {
		sc.left |= way
	}
}

// walkInOrder walks the parts of something, from the first that may leave it on as what may not happen. After an error,
// bash goes on with the first part that is fresh.
func walkInOrder(a *walker, n int, walk func(i int), fresh func(i int) bool) {
	var left leaving
	for i := range n {
		if fresh(i) {
			left &^= leftLine
		}
		left |= whatLeaves(a, func() {
			if left == 0 {
				walk(i)
			} else {
				walkMaybe(a, func() { walk(i) })
			}
		})
	}
}

// walkStmts walks statements in order.
func walkStmts(a *walker, list []*syntax.Stmt) { walkLines(a, list, func(int) bool { return false }) }

// walkScript walks a whole script, the traps it set included.
func walkScript(a *walker, file *syntax.File) {
	walkShell(a, func() {
		walkLines(a, file.Stmts, func(i int) bool {
			return i > 0 && file.Stmts[i].Pos().Line() > file.Stmts[i-1].End().Line()
		})
	})
}

func walkLines(a *walker, list []*syntax.Stmt, fresh func(i int) bool) {
	walkInOrder(a, len(list), func(i int) {
		walkStmt(a, list[i])
		afterCd(a)
	}, fresh)
}

// walkMaybe walks something that may not happen.
func walkMaybe(a *walker, do func()) {
	layer, out := walkBranch(a, do)
	a.out.add(value.Join(value.Text(""), out))
	mergeLayers(a, true, layer)
}

// opens reports whether redirections surely succeed; where one does not, its command does not run.
func opens(f *walker, list []*syntax.Redirect) bool {
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
		paths, ok := f.resolve(name, workDirs(f), true)
		return !ok || slices.ContainsFunc(paths, func(p effect.Path) bool {
			if r.Op != syntax.RdrIn {
				p.Name = path.Dir(p.Name)
			}
			info, err := f.view.Lstat(p.Name)
			return err != nil || info.Mode.IsDir() == (r.Op == syntax.RdrIn)
		})
	})
}
