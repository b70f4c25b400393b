package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine"
)

// keyFailed is the directory the shell is still in if the last cd failed.
const keyFailed = "\x00failed"

// stmts walks statements in order.
func (a *analysis) stmts(list []*syntax.Stmt) {
	for _, s := range list {
		a.stmt(s)
		a.afterCd()
	}
}

// failed are the directories the shell is still in if the last cd failed.
func (a *analysis) failed() []string {
	v, ok := a.state.get(keyFailed)
	if !ok || len(v.set) == 1 && v.set[0] == "" {
		return nil
	}
	var out []string
	for _, s := range v.set {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// noFailure forgets that a cd may have failed.
func (a *analysis) noFailure() {
	if a.failed() != nil {
		a.state.set(keyFailed, text(""))
	}
}

// afterCd admits that a cd whose success nothing tested may have failed.
func (a *analysis) afterCd() {
	failed := a.failed()
	if failed == nil {
		return
	}
	if !strings.Contains(a.options(), " errexit ") {
		a.setState(keyDir, join(a.lookup(keyDir), anyOf(failed)))
	}
	a.noFailure()
}

// stmt walks one statement with its redirections.
func (a *analysis) stmt(s *syntax.Stmt) {
	if s == nil || !a.step() || !a.enter() {
		return
	}
	defer a.leave()
	if s.Background || s.Coprocess || s.Disown {
		a.fork++
		a.subshell(func() { a.plainStmt(s) })
		a.fork--
		return
	}
	a.plainStmt(s)
}

func (a *analysis) plainStmt(s *syntax.Stmt) {
	if call, ok := s.Cmd.(*syntax.CallExpr); ok {
		a.each(func() { a.redirected(s, func() { a.callExpr(call) }) })
		return
	}
	if len(s.Redirs) == 0 {
		a.command(s.Cmd)
		return
	}
	a.each(func() { a.redirected(s, func() { a.command(s.Cmd) }) })
}

// subshell walks something whose changes to the shell are lost.
func (a *analysis) subshell(do func()) {
	a.push()
	do()
	a.traps()
	a.drop()
}

// capture walks something and returns what it printed.
func (a *analysis) capture(do func()) value {
	old := a.out
	a.out = &sink{}
	do()
	v := a.out.value()
	a.out = old
	return v
}

// branch walks something that may not happen, and returns the layer of its changes.
func (a *analysis) branch(do func()) (*frame, value) {
	a.push()
	a.cond++
	v := a.capture(do)
	a.cond--
	return a.drop(), v
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
		f := &function{name: c.Name.Value, body: c.Body}
		v := text("")
		v.funcs = []*function{f}
		a.state.set(keyFunc+c.Name.Value, v)
		if f.name == "command_not_found_handle" {
			a.subshell(func() {
				a.setArgs(nil, false)
				a.stmt(f.body)
			})
		}
	case *syntax.ArithmCmd:
		a.each(func() { a.arithmetic(c.X) })
	case *syntax.LetClause:
		a.each(func() {
			for _, x := range c.Exprs {
				a.arithmetic(x)
			}
		})
	case *syntax.TestClause:
		a.each(func() { a.test(c.X) })
	case *syntax.DeclClause:
		a.each(func() { a.declare(c) })
	case *syntax.TimeClause:
		a.stmt(c.Stmt)
	case *syntax.CoprocClause:
		if c.Name != nil {
			if name := c.Name.Lit(); hiding(name) != hidesNothing {
				a.hazard(RuleHidden, "coproc sets "+name, a.span(c))
			}
		}
		a.fork++
		stdin := a.stdin
		a.stdin = opaque("what is written to the coprocess")
		a.subshell(func() { a.stmt(c.Stmt) })
		a.stdin = stdin
		a.fork--
	default:
		a.addOpaque(a.source(c), "a construct that is not known", engine.OpaqueCommand, a.span(c))
	}
}

// andOr walks a list of && and ||. The list leans to the left, so it is taken
// apart without recursion.
func (a *analysis) andOr(c *syntax.BinaryCmd) {
	var ops []syntax.BinCmdOperator
	var list []*syntax.Stmt
	for cur := c; ; {
		ops, list = append(ops, cur.Op), append(list, cur.Y)
		left, ok := cur.X.Cmd.(*syntax.BinaryCmd)
		if !ok || len(cur.X.Redirs) > 0 || cur.X.Negated || cur.X.Background || left.Op == syntax.Pipe || left.Op == syntax.PipeAll {
			list = append(list, cur.X)
			break
		}
		cur = left
	}
	a.stmt(list[len(list)-1])
	for i := len(ops) - 1; i >= 0; i-- {
		s := list[i]
		failed := a.failed()
		layer, out := a.branch(func() {
			if failed != nil && ops[i] == syntax.OrStmt {
				a.setState(keyDir, anyOf(failed))
				a.noFailure()
			}
			a.stmt(s)
		})
		if ops[i] == syntax.OrStmt && ends(s) {
			// What follows runs only when the left side succeeded.
			a.out.add(join(text(""), out))
			a.noFailure()
			continue
		}
		a.merge(true, layer)
		a.out.add(join(text(""), out))
	}
}

// ends reports whether a statement surely leaves the list it is in.
func ends(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) > 0 {
			switch c.Args[0].Lit() {
			case "exit", "return", "break", "continue":
				return true
			}
		}
	case *syntax.Block:
		return len(c.Stmts) > 0 && ends(c.Stmts[len(c.Stmts)-1])
	}
	return false
}

func (a *analysis) ifClause(c *syntax.IfClause) {
	var layers []*frame
	out := value{}
	first, complete := true, false
	for ; c != nil; c = c.Else {
		if len(c.Cond) == 0 { // else
			complete = true
		} else {
			a.conditions(c.Cond)
		}
		layer, v := a.branch(func() {
			a.noFailure()
			a.stmts(c.Then)
		})
		layers = append(layers, layer)
		if first {
			out, first = v, false
		} else {
			out = join(out, v)
		}
		a.afterCd()
	}
	a.merge(!complete, layers...)
	if !complete {
		out = join(text(""), out)
	}
	a.out.add(out)
}

// conditions walks the condition of if and while: success of its last command
// is tested, so a cd there has not failed in the body.
func (a *analysis) conditions(list []*syntax.Stmt) {
	for i, s := range list {
		a.stmt(s)
		if i < len(list)-1 {
			a.afterCd()
		}
	}
}

// loop walks a body that runs any number of times.
func (a *analysis) loop(body func()) {
	out := a.capture(func() {
		layer, _ := a.turn(body)
		if len(layer.vars) == 0 {
			return
		}
		a.merge(true, layer)
		again, _ := a.turn(body)
		stable := true
		for _, name := range again.changed() {
			before, ok := a.state.get(name)
			if !ok {
				before = a.lookupInitial(name)
			}
			if v := again.vars[name]; !same(join(before, v), before) {
				a.setState(name, settle(before, v))
				stable = false
			}
		}
		if !stable {
			last, _ := a.turn(body)
			a.merge(true, last)
		}
	})
	a.out.add(repeated(out))
}

func (a *analysis) turn(body func()) (*frame, value) {
	a.push()
	a.cond++
	body()
	a.cond--
	return a.drop(), value{}
}

func (a *analysis) while(c *syntax.WhileClause) {
	forever := constant(c.Cond, !c.Until)
	if forever {
		if background(c.Do) && !throttled(c.Do) {
			a.hazard(RuleForkBomb, a.source(c), a.span(c))
		}
		if forever = !throttled(c.Do); forever {
			a.endless++
		}
	}
	out := a.capture(func() {
		a.loop(func() {
			a.conditions(c.Cond)
			a.noFailure()
			a.stmts(c.Do)
		})
	})
	if s, ok := out.single(); forever && !(ok && s == "") {
		out = out.with(endless, "a loop without an end")
	}
	a.out.add(out)
	if forever {
		a.endless--
	}
}

// constant reports whether a condition always has the result.
func constant(cond []*syntax.Stmt, result bool) bool {
	if len(cond) != 1 || cond[0].Negated {
		return false
	}
	switch c := cond[0].Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		switch c.Args[0].Lit() {
		case "true", ":", "/bin/true", "yes":
			return result
		case "false", "/bin/false":
			return !result
		case "[", "test":
			return result && len(c.Args) <= 3 && c.Args[1].Lit() == "1"
		case "sleep", "echo", "printf":
			return result
		}
	case *syntax.ArithmCmd:
		w, ok := c.X.(*syntax.Word)
		return ok && result && isNumber(w.Lit()) && w.Lit() != "0"
	case *syntax.TestClause:
		_, ok := c.X.(*syntax.Word)
		return ok && result
	}
	return false
}

// background reports whether something in the body goes on beside it.
func background(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok && (s.Background || s.Disown) {
				found = true
			}
			return !found
		})
	}
	return found
}

// throttled reports whether a turn of the body waits for something.
func throttled(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		if s.Background {
			continue
		}
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.Stmt:
				return !n.Background
			case *syntax.CallExpr:
				if len(n.Args) > 0 {
					switch n.Args[0].Lit() {
					case "wait", "sleep", "read", "inotifywait", "break", "exit", "return":
						found = true
					}
				}
			}
			return !found
		})
	}
	return found
}

func (a *analysis) forClause(c *syntax.ForClause) {
	if l, ok := c.Loop.(*syntax.CStyleLoop); ok {
		a.cStyle(c, l)
		return
	}
	l, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		a.addOpaque(a.source(c), "a loop that is not known", engine.OpaqueCommand, a.span(c))
		return
	}
	var v value
	none := false
	a.each(func() {
		items := a.items(l)
		none = len(items) == 0
		a.state.set(l.Name.Value, joinItems(items))
	})
	v, _ = a.state.get(l.Name.Value)
	a.setState(l.Name.Value, v)
	if none && v.unset && v.known && len(v.set) == 1 {
		v = opaque("no word at all here") // what the body is for is looked at all the same
	}
	a.assign(l.Name.Value, v, a.span(l))
	if c.Select {
		a.state.set("REPLY", opaque("what is typed"))
	}
	a.loop(func() { a.stmts(c.Do) })
}

func (a *analysis) items(l *syntax.WordIter) []word {
	if l.InPos.IsValid() {
		return a.words(l.Items)
	}
	list, known := a.args()
	if !known {
		return []word{{Word: wordOf("$@"), val: a.lookup(keyArgs)}}
	}
	var out []word
	for _, v := range list {
		w := word{val: v}
		w.Text, w.Known = v.single()
		out = append(out, w)
	}
	return out
}

// joinItems is the value of a loop variable: one of the words.
func joinItems(items []word) value {
	var set []string
	var rest []value
	var t taint
	from := ""
	for _, w := range items {
		t |= w.val.taint
		if from == "" {
			from = w.val.from
		}
		if w.Known {
			set = append(set, w.Text)
			continue
		}
		v := wordValue(w)
		if w.Many && v.roots == nil {
			v.number = false
		}
		rest = append(rest, v)
	}
	out := anyOf(set)
	if len(set) == 0 && len(rest) > 0 {
		out, rest = rest[0], rest[1:]
	}
	for _, v := range rest {
		out = join(out, v)
	}
	out.taint |= t
	if out.from == "" {
		out.from = from
	}
	return out
}

func (a *analysis) cStyle(c *syntax.ForClause, l *syntax.CStyleLoop) {
	if l.Init != nil {
		a.each(func() { a.arithmetic(l.Init) })
	}
	if l.Cond == nil {
		a.endless++
		if background(c.Do) && !throttled(c.Do) {
			a.hazard(RuleForkBomb, a.source(c), a.span(c))
		}
		defer func() { a.endless-- }()
	}
	a.loop(func() {
		if l.Cond != nil {
			a.each(func() { a.arithmetic(l.Cond) })
		}
		a.stmts(c.Do)
		if l.Post != nil {
			a.each(func() { a.arithmetic(l.Post) })
		}
	})
}

func (a *analysis) caseClause(c *syntax.CaseClause) {
	a.each(func() { a.one(c.Word) })
	var layers []*frame
	out := text("")
	for _, item := range c.Items {
		a.each(func() {
			for _, p := range item.Patterns {
				a.pattern(p)
			}
		})
		layer, v := a.branch(func() { a.stmts(item.Stmts) })
		layers = append(layers, layer)
		out = join(out, v)
		if item.Op == syntax.Fallthrough || item.Op == syntax.Resume {
			a.merge(true, layer)
		}
	}
	a.merge(true, layers...)
	a.out.add(out)
}

// test walks the expression of [[ ]].
func (a *analysis) test(x syntax.TestExpr) {
	if !a.enter() {
		return
	}
	defer a.leave()
	switch x := x.(type) {
	case *syntax.Word:
		a.one(x)
	case *syntax.ParenTest:
		a.test(x.X)
	case *syntax.UnaryTest:
		a.unaryTest(x)
	case *syntax.BinaryTest:
		a.binaryTest(x)
	}
}

func (a *analysis) unaryTest(x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if !ok || x.Op != syntax.TsVarSet && x.Op != syntax.TsRefVar {
		a.test(x.X)
		return
	}
	name := a.one(w)
	if s, ok := name.single(); ok {
		a.checkSubscript(s, a.span(w))
		return
	}
	a.addOpaque(a.source(w), "bash runs commands in the subscript of a computed name", engine.OpaqueCommand, a.span(w))
}

func (a *analysis) binaryTest(x *syntax.BinaryTest) {
	switch x.Op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		for _, side := range []syntax.TestExpr{x.X, x.Y} {
			if w, ok := side.(*syntax.Word); ok {
				v := a.one(w)
				v.written = a.source(w)
				a.calcValue(v, a.span(w), 0)
			}
		}
		return
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		a.test(x.X)
		if w, ok := x.Y.(*syntax.Word); ok {
			a.pattern(w)
			return
		}
	}
	a.test(x.X)
	a.test(x.Y)
}
