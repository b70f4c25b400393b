package shell

import (
	"reflect"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// noFailure forgets that a cd may have failed.
func noFailure(m *walker) {
	if p := m.state.place(); p.failed != nil {
		p.failed = nil
		m.state.set(cellPlace, p)
	}
}

// afterCd admits that a cd whose success nothing tested may have failed.
func afterCd(m *walker) {
	if p := m.state.place(); p.failed != nil {
		if shellOptions(m).must&errexit == 0 {
			p.dirs = joinDirs(p.dirs, p.failed)
		}
		p.failed = nil
		m.state.set(cellPlace, p)
	}
}

// walkStmt walks one statement with its redirections.
func walkStmt(a *walker, s *syntax.Stmt) {
	if s == nil || !a.step() || !a.enter() {
		return
	}
	defer a.leave()
	if s.Background || s.Coprocess || s.Disown {
		a.fork++
		a.background++
		walkSubshell(a, func() { walkPlainStmt(a, s) })
		a.background--
		a.fork--
		return
	}
	walkPlainStmt(a, s)
}

func walkPlainStmt(a *walker, s *syntax.Stmt) {
	call, simple := s.Cmd.(*syntax.CallExpr)
	if len(s.Redirs) == 0 && !simple {
		walkCommand(a, s.Cmd)
		return
	}
	walk := func() { walkRedirected(a, s, func() { walkCommand(a, s.Cmd) }) }
	if opens(a, s.Redirs) || simple && calls(call, "exec") {
		walk()
	} else {
		walkMaybe(a, walk)
	}
}

// walkSubshell walks something whose changes to the shell are lost.
func walkSubshell(a *walker, do func()) {
	inside, left := a.inside, a.left
	a.inside = leftShell
	pushLayer(a)
	walkShell(a, do)
	dropLayer(a)
	a.inside, a.left = inside, left
}

// walkShell walks what a shell of its own does, with the traps that it sets.
func walkShell(a *walker, do func()) {
	outer := a.traps
	a.traps = nil
	do()
	walkTraps(a)
	a.traps = outer
}

// capture walks something and returns what it printed.
func capture(a *walker, do func()) value.Value {
	old := a.out
	a.out = &sink{}
	do()
	v := a.out.value()
	a.out = old
	return v
}

// walkBranch walks something that may not happen, and returns the layer of its changes.
func walkBranch(a *walker, do func()) (*frame, value.Value) {
	view, stdin := a.view, a.stdin
	a.view = view.layer()
	pushLayer(a)
	a.cond++
	v := capture(a, do)
	a.cond--
	layer := dropLayer(a)
	layer.view = a.view
	if !reflect.DeepEqual(a.stdin, stdin) {
		layer.set(cellInput, a.stdin)
	}
	a.view, a.stdin = view, stdin
	return layer, v
}

func walkCommand(a *walker, c syntax.Command) {
	switch c := c.(type) {
	case nil:
	case *syntax.CallExpr:
		walkCall(a, c)
	case *syntax.Block:
		walkStmts(a, c.Stmts)
	case *syntax.Subshell:
		walkSubshell(a, func() { walkStmts(a, c.Stmts) })
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			walkPipeline(a, c)
		} else {
			walkAndOr(a, c)
		}
	case *syntax.IfClause:
		walkIf(a, c)
	case *syntax.WhileClause:
		walkWhile(a, c)
	case *syntax.ForClause:
		walkFor(a, c)
	case *syntax.CaseClause:
		walkCase(a, c)
	case *syntax.FuncDecl:
		define(a, c)
	case *syntax.ArithmCmd:
		calculateArithmetic(a, c.X)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			walkLet(a, x)
		}
	case *syntax.TestClause:
		walkTest(a, c.X)
	case *syntax.DeclClause:
		pushLayer(a)
		left := whatLeaves(a, func() { declare(a, c) })
		mergeLayers(a, left != 0, dropLayer(a))
	case *syntax.TimeClause:
		walkStmt(a, c.Stmt)
	case *syntax.CoprocClause:
		notFollowed(a, a.source(c), a.span(c))
		if c.Name != nil {
			assignParameter(a, c.Name.Lit(), value.Array(cause.NotFollowed.Bare()), a.span(c))
		}
		a.fork++
		discard(a, func() {
			a.stdin = value.Opaque(cause.CoprocessInput.Bare())
			walkSubshell(a, func() { walkStmt(a, c.Stmt) })
		})
		a.fork--
	default:
		a.opaqueCommand(a.source(c), cause.ConstructUnknown.Bare(), a.span(c))
	}
}

// walkAndOr walks a list of && and ||. The list leans to the left, so it is taken apart without recursion.
func walkAndOr(a *walker, c *syntax.BinaryCmd) {
	var ops []syntax.BinCmdOperator
	var list []*syntax.Stmt
	for cur := c; ; {
		ops, list = append(ops, cur.Op), append(list, cur.Y)
		left, ok := cur.X.Cmd.(*syntax.BinaryCmd)
		if !ok || len(cur.X.Redirs) > 0 || cur.X.Negated || cur.X.Background || left.Op == syntax.Pipe ||
			left.Op == syntax.PipeAll {
			list = append(list, cur.X)
			break
		}
		cur = left
	}
	walkStmt(a, list[len(list)-1])
	for i := len(ops) - 1; i >= 0; {
		i = walkNext(a, ops, list, i, maxAnds)
	}
}

// maxAnds bounds how many commands of a list are known to have run and succeeded when the next one does.
const maxAnds = 50

// walkNext walks a command of a list, with those after it that run only if it did and succeeded, and gives the next.
func walkNext(a *walker, ops []syntax.BinCmdOperator, list []*syntax.Stmt, i, ands int) (next int) {
	next = i - 1
	failed, arrived := a.state.place().failed, ops[i] == syntax.AndStmt && hasArrived(a, list[i+1])
	layer, out := walkBranch(a, func() {
		if failed != nil && ops[i] == syntax.OrStmt {
			setDirs(a, failed...)
			noFailure(a)
		}
		walkStmt(a, list[i])
		for ands > 0 && next >= 0 && ops[i] == syntax.AndStmt && ops[next] == syntax.AndStmt {
			next = walkNext(a, ops, list, next, ands-1)
		}
	})
	if !arrived {
		out = value.Join(value.Text(""), out)
	}
	a.out.add(out)
	if ops[i] == syntax.OrStmt && ends(list[i]) {
		// What follows runs only when the left side succeeded.
		noFailure(a)
		a.view.absorb(layer.view, false)
		return next
	}
	mergeLayers(a, true, layer)
	return next
}

// hasArrived reports whether a statement is a cd of a script in a file, to a directory that is there.
func hasArrived(a *walker, s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || !a.facts.OpenEnv || !calls(c, "cd") {
		return false
	}
	dir, ok := workDir(a)
	info, err := a.view.Lstat(dir)
	return ok && err == nil && info.Mode.IsDir()
}

// ends reports whether a statement surely leaves the list it is in.
func ends(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return calls(c, "exit", "return", "break", "continue")
	case *syntax.Block:
		return len(c.Stmts) > 0 && ends(c.Stmts[len(c.Stmts)-1])
	}
	return false
}

func walkIf(a *walker, c *syntax.IfClause) {
	var layers []*frame
	var printed []value.Value
	complete, left := false, leaving(0)
	for ; c != nil; c = c.Else {
		if len(c.Cond) == 0 { // else
			complete = true
		} else {
			left |= whatLeaves(a, func() { walkConditions(a, c.Cond) })
		}
		layer, v := walkBranch(a, func() {
			noFailure(a)
			walkStmts(a, c.Then)
		})
		layers = append(layers, layer)
		printed = append(printed, v)
		afterCd(a)
	}
	complete = complete && left == 0
	mergeLayers(a, !complete, layers...)
	out := value.JoinAll(printed)
	if !complete {
		out = value.Join(value.Text(""), out)
	}
	a.out.add(out)
}

// walkConditions walks the condition of if and while: its last command is tested, so a cd there has not failed.
func walkConditions(a *walker, list []*syntax.Stmt) {
	walkInOrder(a, len(list), func(i int) {
		if walkStmt(a, list[i]); i < len(list)-1 {
			afterCd(a)
		}
	}, func(int) bool { return false })
}

func walkCase(a *walker, c *syntax.CaseClause) {
	left := whatLeaves(a, func() { expandOne(a, c.Word) })
	var layers []*frame
	var printed []value.Value
	complete := false
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			expandPattern(a, p)
		}
		complete = complete || slices.ContainsFunc(item.Patterns, func(p *syntax.Word) bool { return p.Lit() == "*" })
		layer, v := walkBranch(a, func() { walkStmts(a, item.Stmts) })
		layers = append(layers, layer)
		printed = append(printed, v)
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			mergeLayers(a, true, layer)
		}
	}
	complete = complete && left == 0
	mergeLayers(a, !complete, layers...)
	if !complete {
		printed = append(printed, value.Text(""))
	}
	a.out.add(value.JoinAll(printed))
}
