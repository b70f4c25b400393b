package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// stmts walks statements in order.
func (a *analysis) stmts(list []*syntax.Stmt) { sequence{analysis: a}.walk(list) }

// noFailure forgets that a cd may have failed.
func (m *memory) noFailure() {
	if m.state.failedDirs() != nil {
		m.state.failed = new([]string)
	}
}

// afterCd admits that a cd whose success nothing tested may have failed.
func (m *memory) afterCd() {
	if failed := m.state.failedDirs(); failed != nil {
		if m.options().must&errexit == 0 {
			m.setDirs(joinDirs(m.state.workDirs(), failed)...)
		}
		m.noFailure()
	}
}

// stmt walks one statement with its redirections.
func (a *analysis) stmt(s *syntax.Stmt) {
	if s == nil || !a.step() || !a.enter() {
		return
	}
	defer a.leave()
	if s.Background || s.Coprocess || s.Disown {
		a.fork++
		a.background++
		a.subshell(func() { a.plainStmt(s) })
		a.background--
		a.fork--
		return
	}
	a.plainStmt(s)
}

func (a *analysis) plainStmt(s *syntax.Stmt) {
	call, simple := s.Cmd.(*syntax.CallExpr)
	if len(s.Redirs) == 0 && !simple {
		a.command(s.Cmd)
		return
	}
	walk := func() { a.redirected(s, func() { a.command(s.Cmd) }) }
	if a.opens(s.Redirs) || simple && calls(call, "exec") {
		walk()
	} else {
		a.maybe(walk)
	}
}

// subshell walks something whose changes to the shell are lost.
func (a *analysis) subshell(do func()) {
	inside, left := a.inside, a.left
	a.inside = leftShell
	a.push()
	do()
	a.traps()
	a.drop()
	a.inside, a.left = inside, left
}

// capture walks something and returns what it printed.
func (a *analysis) capture(do func()) value.Value {
	old := a.out
	a.out = &sink{}
	do()
	v := a.out.value()
	a.out = old
	return v
}

// branch walks something that may not happen, and returns the layer of its changes.
func (a *analysis) branch(do func()) (*frame, value.Value) {
	view, stdin := a.view, a.stdin
	a.view = view.layer()
	a.push()
	a.cond++
	v := a.capture(do)
	a.cond--
	layer := a.drop()
	layer.view = a.view
	if !value.Equal(a.stdin, stdin) {
		layer.stdin = new(a.stdin)
	}
	a.view, a.stdin = view, stdin
	return layer, v
}

func (a *analysis) command(c syntax.Command) {
	switch c := c.(type) {
	case nil:
	case *syntax.CallExpr:
		a.callExpr(c)
	case *syntax.Block:
		a.stmts(c.Stmts)
	case *syntax.Subshell:
		a.subshell(func() { a.stmts(c.Stmts) })
	case *syntax.BinaryCmd:
		if c.Op == syntax.Pipe || c.Op == syntax.PipeAll {
			a.pipeline(c)
		} else {
			a.andOr(c)
		}
	case *syntax.IfClause:
		a.ifClause(c)
	case *syntax.WhileClause:
		a.while(c)
	case *syntax.ForClause:
		a.forClause(c)
	case *syntax.CaseClause:
		a.caseClause(c)
	case *syntax.FuncDecl:
		a.define(c)
	case *syntax.ArithmCmd:
		a.arithmetic(c.X)
	case *syntax.LetClause:
		for _, x := range c.Exprs {
			a.let(x)
		}
	case *syntax.TestClause:
		a.test(c.X)
	case *syntax.DeclClause:
		a.push()
		left := a.leaving(func() { a.declare(c) })
		a.merge(left != 0, a.drop())
	case *syntax.TimeClause:
		a.stmt(c.Stmt)
	case *syntax.CoprocClause:
		name := "COPROC"
		if c.Name != nil {
			name = c.Name.Lit()
		}
		if a.table.Variable(name).Acts() {
			a.hazard(RuleHidden, cause.CoprocessSets.OfName(name), a.span(c))
		}
		a.fork++
		stdin := a.stdin
		a.stdin = value.Opaque(cause.CoprocessInput.Bare())
		a.subshell(func() { a.stmt(c.Stmt) })
		a.stdin = stdin
		a.fork--
		a.assign(name, value.Array(cause.CoprocessEnds.Bare()), a.span(c))
		a.assignNamed(name+"_PID", value.Number(cause.ProcessNumber.Bare()), a.span(c))
	default:
		a.opaqueCommand(a.source(c), cause.ConstructUnknown.Bare(), a.span(c))
	}
}

// define walks the definition of a function. In f() { …; } && g the parser has g in the body; bash runs it.
func (a *analysis) define(c *syntax.FuncDecl) {
	body, rest := definition(c.Body)
	f := &function{name: c.Name.Value, body: body}
	if f.inside = a.outside != nil; f.inside {
		f.src = a.src
	} else {
		a.defined = append(a.defined, f)
	}
	now := functions{list: []*function{f}}
	if old := a.state.function(f.name); old.readonly {
		now = joinFunctions(old, now) // it stays, if it surely is
	}
	a.state.define(f.name, now)
	if a.elsewhere() && (a.lookPath(f.name) != "" || slices.Contains([]string{"cd", "pushd", "popd", "export", "set",
		"exec", "source", "eval", "read", "command", "builtin", "type"}, f.name)) { // a shell that lives on keeps it
		a.concern(RuleHidden, cause.MeaningChanged.OfWord(f.name), a.span(c))
	}
	// The second kind runs when the variable is used (ksh, "Discipline Functions").
	if f.name == "command_not_found_handle" || strings.Contains(f.name, ".") && a.dialect == dialectKsh {
		a.subshell(func() {
			a.setArgs(nil, false)
			a.stmt(f.body)
		})
	}
	if rest != nil {
		a.command(rest)
	}
}

// definition parts the body of a function from what the parser took for a part of it: a list or pipe behind.
func definition(s *syntax.Stmt) (*syntax.Stmt, *syntax.BinaryCmd) {
	bin, ok := s.Cmd.(*syntax.BinaryCmd)
	if !ok {
		return s, nil
	}
	body, left := definition(bin.X)
	list := *bin
	if list.X = (&syntax.Stmt{Position: bin.X.Position}); left != nil {
		list.X.Cmd = left
	}
	return body, &list
}

// andOr walks a list of && and ||. The list leans to the left, so it is taken apart without recursion.
func (a *analysis) andOr(c *syntax.BinaryCmd) {
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
	a.stmt(list[len(list)-1])
	for i := len(ops) - 1; i >= 0; {
		i = a.andOrNext(ops, list, i, maxAnds)
	}
}

// maxAnds bounds how many commands of a list are known to have run and succeeded when the next one does.
const maxAnds = 50

// andOrNext walks a command of a list, with those after it that run only if it did and succeeded, and gives the next.
func (a *analysis) andOrNext(ops []syntax.BinCmdOperator, list []*syntax.Stmt, i, ands int) (next int) {
	next = i - 1
	failed, arrived := a.state.failedDirs(), ops[i] == syntax.AndStmt && a.arrived(list[i+1])
	layer, out := a.branch(func() {
		if failed != nil && ops[i] == syntax.OrStmt {
			a.setDirs(failed...)
			a.noFailure()
		}
		a.stmt(list[i])
		for ands > 0 && next >= 0 && ops[i] == syntax.AndStmt && ops[next] == syntax.AndStmt {
			next = a.andOrNext(ops, list, next, ands-1)
		}
	})
	if !arrived {
		out = value.Join(value.Text(""), out)
	}
	a.out.add(out)
	if ops[i] == syntax.OrStmt && ends(list[i]) {
		// What follows runs only when the left side succeeded.
		a.noFailure()
		a.view.absorb(layer.view, false)
		return next
	}
	a.merge(true, layer)
	return next
}

// arrived reports whether a statement is a cd of a script in a file, to a directory that is there.
func (a *analysis) arrived(s *syntax.Stmt) bool {
	c, ok := s.Cmd.(*syntax.CallExpr)
	if !ok || !a.facts.OpenEnv || !calls(c, "cd") {
		return false
	}
	dir, ok := a.dir()
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

func (a *analysis) ifClause(c *syntax.IfClause) {
	var layers []*frame
	var printed []value.Value
	complete, left := false, leaving(0)
	for ; c != nil; c = c.Else {
		if len(c.Cond) == 0 { // else
			complete = true
		} else {
			left |= a.leaving(func() { a.conditions(c.Cond) })
		}
		layer, v := a.branch(func() {
			a.noFailure()
			a.stmts(c.Then)
		})
		layers = append(layers, layer)
		printed = append(printed, v)
		a.afterCd()
	}
	complete = complete && left == 0
	a.merge(!complete, layers...)
	out := value.JoinAll(printed)
	if !complete {
		out = value.Join(value.Text(""), out)
	}
	a.out.add(out)
}

// conditions walks the condition of if and while: its last command is tested, so a cd there has not failed.
func (a *analysis) conditions(list []*syntax.Stmt) {
	tested := a.tested
	a.tested = false
	last := len(list) - 1
	left := a.leaving(func() { a.stmts(list[:last]) })
	test := func() {
		a.tested = true
		a.stmt(list[last])
	}
	if left == 0 {
		test()
	} else {
		a.maybe(test)
	}
	a.tested = tested
}

func (a *analysis) caseClause(c *syntax.CaseClause) {
	left := a.leaving(func() { a.one(c.Word) })
	var layers []*frame
	var printed []value.Value
	complete := false
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			a.pattern(p)
		}
		complete = complete || slices.ContainsFunc(item.Patterns, func(p *syntax.Word) bool { return p.Lit() == "*" })
		layer, v := a.branch(func() { a.stmts(item.Stmts) })
		layers = append(layers, layer)
		printed = append(printed, v)
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			a.merge(true, layer)
		}
	}
	complete = complete && left == 0
	a.merge(!complete, layers...)
	if !complete {
		printed = append(printed, value.Text(""))
	}
	a.out.add(value.JoinAll(printed))
}
