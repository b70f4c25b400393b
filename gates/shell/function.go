package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// function is a definition that a call walks.
type function struct {
	name   string
	body   *syntax.Stmt
	src    string // of the script that it stands in, where that is within the command
	inside bool
	called bool
}

// functions are the definitions that a name may have.
type functions struct {
	list     []*function
	unset    bool // or it has none
	exported bool // some of them may be
}

func (f functions) join(g functions) functions {
	out := functions{slices.Clone(f.list), f.unset || g.unset, f.exported || g.exported}
	for _, d := range g.list {
		if !slices.Contains(out.list, d) {
			out.list = append(out.list, d)
		}
	}
	return out
}

// call is a function that is running.
type call struct {
	fn     *function
	fork   int
	cond   int
	locals map[string]value.Value // what its local variables hide
}

// define walks the definition of a function. In f() { …; } && g the parser has g in the body; bash runs it.
func define(a *walker, c *syntax.FuncDecl) {
	body, rest := definition(c.Body)
	f := &function{name: c.Name.Value, body: body}
	if f.inside = a.outside != nil; f.inside {
		f.src = a.src
	} else {
		a.defined = append(a.defined, f)
	}
	now := functions{list: []*function{f}}
	if mayHaveOption(a, vague) {
		now = now.join(a.state.function(f.name)) // which may stay
	}
	a.state.define(f.name, now)
	if runsElsewhere(a) && (lookPath(a, f.name) != "" || slices.Contains([]string{"cd", "pushd", "popd", "export", "set",
		"exec", "source", "eval", "read", "command", "builtin", "type"}, f.name)) { // a shell that lives on keeps it
		a.concern(RuleHidden, cause.MeaningChanged.OfWord(f.name), a.span(c))
	}
	// The second kind runs when the variable is used (ksh, "Discipline Functions").
	if f.name == "command_not_found_handle" || strings.Contains(f.name, ".") && a.dialect == dialectKsh {
		walkSubshell(a, func() {
			setArgs(a, nil, false)
			walkStmt(a, f.body)
		})
	}
	if rest != nil {
		walkCommand(a, rest)
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

// ends reports whether a function may return before it calls itself, or one of those through which it does.
func (f *function) ends(through []string) bool {
	returns, calls := false, false
	var look func(n syntax.Node, apart bool)
	look = func(at syntax.Node, apart bool) {
		syntax.Walk(at, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.FuncDecl:
				return false
			case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
				if n != at {
					look(n, true) // what returns from it does not return from the function
					return false
				}
			case *syntax.CallExpr:
				if len(n.Args) > 0 && !calls {
					name := n.Args[0].Lit()
					calls = name == f.name || slices.Contains(through, name)
					returns = returns || !apart && (name == "return" || name == "exit")
				}
			}
			return true
		})
	}
	look(f.body, false)
	return returns && calls
}

// callNames are the names of the functions that run since one of them was called.
func callNames(sc *simple, since int) []string {
	var out []string
	for _, c := range sc.calls[since:] {
		out = append(out, c.fn.name)
	}
	return out
}

// callFunctions walks what a name may be defined as, and reports whether it surely is defined.
func callFunctions(sc *simple) bool {
	fn := sc.state.function(sc.words[0].Text)
	for _, f := range fn.list {
		pushLayer(sc.walker)
		callFunction(sc, f)
		mergeLayers(sc.walker, len(fn.list) > 1 || fn.unset, dropLayer(sc.walker))
	}
	return !fn.unset
}

// callFunction walks the body of a function with the words as arguments.
func callFunction(sc *simple, f *function) {
	running := 0
	for i, c := range sc.calls {
		if c.fn != f {
			continue
		}
		running++
		if sc.cond == c.cond && !f.ends(callNames(sc, i)) {
			sc.hazard(RuleForkBomb, cause.FunctionCallsItself.OfName(f.name), sc.words[0].Span)
			return
		}
		if sc.fork > c.fork {
			sc.hazard(RuleForkBomb, cause.FunctionForks.OfName(f.name), sc.words[0].Span)
			return
		}
	}
	if running >= 3 || len(sc.calls) >= maxNested {
		sc.left |= leftLine // bash ends the line where FUNCNEST says so
		sc.opaqueCommand(f.name, cause.FunctionTooDeep.Bare(), sc.words[0].Span)
		return
	}
	if f.called = true; sc.shallow {
		sc.out.add(value.Opaque(cause.FunctionPrints.Bare()).Of(sc.stdin.Bounded()))
		return
	}
	sc.calls = append(sc.calls, call{fn: f, fork: sc.fork, cond: sc.cond, locals: map[string]value.Value{}})
	args := sc.state.arguments()
	setArgs(sc.walker, sc.words[1:], true)
	walkUntil(sc.walker, leftCall, sc.inside&leftShell|leftCall, func() { walkBody(sc, f) })
	sc.state.set(cellArgs, args)
	last := sc.calls[len(sc.calls)-1]
	sc.calls = sc.calls[:len(sc.calls)-1]
	for name, v := range last.locals { // it may not have been declared
		setState(sc.walker, name, value.Join(v, lookupVar(sc.walker, name)))
	}
}

// walkBody walks the body of a function.
func walkBody(sc *simple, f *function) {
	if !f.inside {
		walkStmt(sc.walker, f.body)
		return
	}
	sc.within(sc.words[0].Span, func() {
		sc.src = f.src
		walkStmt(sc.walker, f.body)
	})
}
