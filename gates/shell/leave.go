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
	if way != leftShell || sc.inside&leftShell != 0 || hasTraps(sc.walker) {
		sc.left |= way
	}
}

// hasTraps reports whether something may run when the shell ends.
func hasTraps(m *walker) bool {
	for f := m.state; f != nil; f = f.parent {
		if len(f.traps) > 0 {
			return true
		}
	}
	return false
}

// sequence walks statements in order. If they are the lines of a script, an error only leaves its line.
type sequence struct {
	*walker
	lines bool
}

// walkSequence walks statements. The statements after one that may leave early may not run.
func walkSequence(s sequence, list []*syntax.Stmt) {
	for i := 0; i < len(list); {
		end, left := walkFirst(s, list[i:])
		if end += i; left && end > i+1 {
			walkRest(s, list[i+1:end])
		}
		i = end
	}
}

// walkRest walks statements that may not run, and each of which may be the last one.
func walkRest(s sequence, list []*syntax.Stmt) {
	walkMayEnd(s.walker, func(end func()) {
		for i := 0; i < len(list); {
			n, left := walkFirst(s, list[i:])
			if left && i+n == len(list) {
				end()
				n = 1
			} else if left && n > 1 {
				walkRest(s, list[i+1:i+n])
			}
			i += n
		}
	})
}

// walkFirst walks the first of some statements. It returns how many statements, itself included, it may leave, and
// whether it may leave any.
func walkFirst(s sequence, list []*syntax.Stmt) (n int, left bool) {
	way := whatLeaves(s.walker, func() {
		walkStmt(s.walker, list[0])
		afterCd(s.walker)
	})
	switch {
	case way == leftLine && s.lines:
		return line(list), true
	case way != 0:
		return len(list), true
	}
	return 1, false
}

// walkMayEnd walks code that may not run, and that may end wherever do calls end. Afterwards the state covers each of
// these ends. mayEnd does not stack a layer for each end, because the cost would grow with the square of their number.
func walkMayEnd(a *walker, do func(end func())) {
	view, stdin, out, printed := a.view, a.stdin, a.out, value.Text("")
	ended := &frame{parent: a.state} // the state at the ends so far
	ended.stdin = new(stdin)
	whole := &frame{parent: a.state} // the state if the code goes on
	under := view.layer()
	a.out, a.state, a.view = &sink{}, &frame{parent: whole}, under.layer()
	fold := func(early bool) {
		part, changed := dropLayer(a), a.view
		a.view = view
		if early {
			a.state = ended
			mergeLayers(a, true, part)
			ended.stdin = new(value.Join(*ended.stdin, a.stdin))
			printed = value.Join(printed, a.out.value())
		}
		a.state = whole
		keepLayer(a, part)
		under.absorb(changed, false)
		under.unmake(changed)
	}
	a.cond++
	do(func() {
		fold(true)
		a.state, a.view = &frame{parent: whole}, under.layer()
	})
	fold(false)
	a.cond--
	whole.view, whole.stdin = under, new(a.stdin)
	out.add(value.Join(printed, a.out.value()))
	a.state, a.stdin, a.out = whole.parent, stdin, out
	mergeLayers(a, false, ended, whole)
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
