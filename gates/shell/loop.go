package shell

import (
	"reflect"
	"slices"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// walkLoop walks a body that runs any number of times.
func walkLoop(a *walker, body func()) {
	out := capture(a, func() {
		// What one turn assigns may reach a command several turns later.
		for turn := range maxTurns {
			if layer := walkTurn(a, body); !mergeTurn(a, layer, turn) {
				return
			}
		}
	})
	a.out.add(value.Repeated(out))
}

// maxTurns is how many turns of a loop are walked at most. What the last but one still changes could be anything.
const maxTurns = 4

// walkTurn walks one turn of a loop.
func walkTurn(a *walker, body func()) *frame {
	stdin := a.stdin
	pushLayer(a)
	a.cond++
	walkUntil(a, leftLoop, a.inside|leftLoop, body)
	a.cond--
	if !reflect.DeepEqual(a.stdin, stdin) {
		a.stdin = value.Join(stdin, a.stdin)
	}
	return dropLayer(a)
}

func walkWhile(a *walker, c *syntax.WhileClause) {
	forever := constant(c.Cond, !c.Until) || reads(c.Cond) && a.stdin.Taint&value.Endless != 0 && background(c.Do)
	if forever {
		if background(c.Do) && !throttled(c.Do) {
			a.hazard(RuleForkBomb, cause.Word(a.source(c)), a.span(c))
		}
		if forever = !throttled(c.Do); forever {
			a.endless++
		}
	}
	out := capture(a, func() {
		walkLoop(a, func() {
			walkConditions(a, c.Cond)
			noFailure(a)
			walkStmts(a, c.Do)
		})
	})
	if s, ok := out.Single(); forever && !(ok && s == "") {
		out = out.With(value.Endless, "a loop without an end")
	}
	a.out.add(out)
	if forever {
		a.endless--
	}
}

// reads reports whether a condition reads standard input.
func reads(cond []*syntax.Stmt) bool {
	return some(cond, func(n syntax.Node) bool { return calls(n, "read") })
}

// some reports whether a node of the statements is of a kind.
func some(list []*syntax.Stmt, is func(syntax.Node) bool) bool {
	found := false
	for _, s := range list {
		syntax.Walk(s, func(n syntax.Node) bool {
			found = found || is(n)
			return !found
		})
	}
	return found
}

// calls reports whether a node is a command with one of the names.
func calls(n syntax.Node, names ...string) bool {
	c, ok := n.(*syntax.CallExpr)
	return ok && len(c.Args) > 0 && slices.Contains(names, c.Args[0].Lit())
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
		return ok && result && value.IsNumber(w.Lit()) && w.Lit() != "0"
	case *syntax.TestClause:
		_, ok := c.X.(*syntax.Word)
		return ok && result
	}
	return false
}

// background reports whether something in the body goes on beside it.
func background(list []*syntax.Stmt) bool {
	return some(list, func(n syntax.Node) bool {
		s, ok := n.(*syntax.Stmt)
		return ok && (s.Background || s.Disown)
	})
}

// throttled reports whether a turn of the body waits for something.
func throttled(list []*syntax.Stmt) bool {
	found := false
	for _, s := range list {
		if s.Background {
			continue
		}
		syntax.Walk(s, func(n syntax.Node) bool {
			if s, ok := n.(*syntax.Stmt); ok {
				return !s.Background
			}
			found = found || calls(n, "wait", "sleep", "read", "inotifywait", "break", "exit", "return")
			return !found
		})
	}
	return found
}

func walkFor(a *walker, c *syntax.ForClause) {
	if l, ok := c.Loop.(*syntax.CStyleLoop); ok {
		walkCStyle(a, c, l)
		return
	}
	l, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		a.opaqueCommand(a.source(c), cause.LoopUnknown.Bare(), a.span(c))
		return
	}
	bind := func(v value.Value) {
		assignParameter(a, l.Name.Value, v, a.span(l))
	}
	items := itemsOf(a, l)
	if c.Select {
		v := anyOf(a, items)
		walkLoop(a, func() { // none, where the end of what is typed comes first
			bind(v)
			assignParameter(a, "REPLY", value.Opaque(cause.Typed.Bare()), a.span(l))
			walkStmts(a, c.Do)
		})
		return
	}
	many := len(items) == 0 || anyWord(items, func(w word) bool { return w.Many })
	if a.unrolled*len(items) > maxUnrolled || many {
		v := anyOf(a, items)
		bind(v)
		walkLoop(a, func() {
			bind(v)
			walkStmts(a, c.Do)
		})
		return
	}
	unroll(a, items, bind, func() { walkStmts(a, c.Do) })
}

// maxUnrolled is how often the body of a loop, and of those in it, is walked for the words that it goes through, one by
// one.
const maxUnrolled = 64

// unroll walks the body of a loop once for each of the words that it goes through.
func unroll(a *walker, items []word, bind func(value.Value), body func()) {
	before := a.unrolled
	a.unrolled *= len(items)
	for _, w := range items {
		v := wordValue(w)
		v.Ends = w.ends
		layer := walkTurn(a, func() {
			bind(v)
			body()
		})
		mergeLayers(a, true, layer)
	}
	a.unrolled = before
}

// itemsOf are the words that a loop goes through.
func itemsOf(a *walker, l *syntax.WordIter) []word {
	if l.InPos.IsValid() {
		return expandWords(a, l.Items)
	}
	args := a.state.arguments()
	if !args.known {
		v := value.Opaque(cause.ArgumentUnknown.Bare()).Of(args.from)
		return []word{{Word: table.Word{Text: "$@", Many: true}, info: &v}}
	}
	var out []word
	for _, v := range args.list {
		w := word{info: &v}
		w.Text, w.Known = v.Single()
		out = append(out, w)
	}
	return out
}

// anyOf is the value of a loop variable: one of the words.
func anyOf(a *walker, items []word) value.Value {
	if len(items) == 0 {
		return value.Opaque(cause.NoWordHere.Bare()) // what the body is for is looked at all the same
	}
	var list []value.Value
	for _, w := range items {
		v := wordValue(w)
		v.Ends = w.ends
		if w.Many && v.Roots == nil {
			v.Number = false
		}
		list = append(list, v)
	}
	return value.JoinAll(list)
}

func walkCStyle(a *walker, c *syntax.ForClause, l *syntax.CStyleLoop) {
	if l.Init != nil {
		calculateArithmetic(a, l.Init)
	}
	if l.Cond == nil {
		a.endless++
		if background(c.Do) && !throttled(c.Do) {
			a.hazard(RuleForkBomb, cause.Word(a.source(c)), a.span(c))
		}
		defer func() { a.endless-- }()
	}
	walkLoop(a, func() {
		if l.Cond != nil {
			calculateArithmetic(a, l.Cond)
		}
		walkStmts(a, c.Do)
		if l.Post != nil {
			calculateArithmetic(a, l.Post)
		}
	})
}
