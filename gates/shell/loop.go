package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// loop walks a body that runs any number of times.
func (a *analysis) loop(body func()) {
	out := a.capture(func() {
		layer := a.loopTurn(body)
		a.merge(true, layer)
		if layer.empty() {
			return
		}
		// What one turn assigns may reach a command several turns later.
		for n := 0; ; n++ {
			m := merger{memory: &a.memory, skipped: true, layers: []*frame{a.loopTurn(body)}, loop: true, last: n == maxTurns}
			m.merge()
			if !m.changed {
				return
			}
			if m.last {
				a.merge(true, a.loopTurn(body))
				return
			}
		}
	})
	a.out.add(value.Repeated(out))
}

// maxTurns is how many turns of a loop are walked until nothing changes; what changes then could be anything.
const maxTurns = 8

func (a *analysis) loopTurn(body func()) *frame {
	a.push()
	a.cond++
	a.until(leftLoop, a.inside|leftLoop, body)
	a.cond--
	return a.drop()
}

func (a *analysis) while(c *syntax.WhileClause) {
	forever := constant(c.Cond, !c.Until) || reads(c.Cond) && a.stdin.Taint&value.Endless != 0 && background(c.Do)
	if forever {
		if background(c.Do) && !throttled(c.Do) {
			a.hazard(RuleForkBomb, cause.Word(a.source(c)), a.span(c))
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
	if reads(c.Cond) { // the last time, in vain
		a.push()
		ended := a.ended
		a.ended = true
		a.conditions(c.Cond)
		a.ended = ended
		a.merge(true, a.drop())
	}
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

func (a *analysis) forClause(c *syntax.ForClause) {
	if l, ok := c.Loop.(*syntax.CStyleLoop); ok {
		a.cStyle(c, l)
		return
	}
	l, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		a.opaqueCommand(a.source(c), cause.LoopUnknown.Bare(), a.span(c))
		return
	}
	var v value.Value
	none := false
	a.each(func() {
		items := a.items(l)
		none = len(items) == 0
		a.state.item = new(joinItems(items, a.plainIFS() && !globs(l.Items)))
	})
	v = a.state.loopItem()
	if none && v.Unset && v.Known && len(v.Set) == 1 {
		v = value.Opaque(cause.NoWordHere.Bare()) // what the body is for is looked at all the same
	}
	bind := func() {
		if old, ok := a.state.get(l.Name.Value); ok && old.Nameref.May() {
			a.reference(l.Name.Value, v, a.span(l)) // each word is a name
		} else {
			a.assign(l.Name.Value, v, a.span(l))
		}
	}
	if !c.Select {
		bind()
		a.loop(func() { a.stmts(c.Do) })
		return
	}
	a.loop(func() { // none, where the end of what is typed comes first
		bind()
		a.assign("REPLY", value.Opaque(cause.Typed.Bare()), a.span(l))
		a.stmts(c.Do)
	})
}

func (a *analysis) items(l *syntax.WordIter) []word {
	if l.InPos.IsValid() {
		return a.words(l.Items)
	}
	list, known := a.args()
	if !known {
		v := a.state.arguments()
		return []word{{Word: table.Word{Text: "$@", Many: true}, info: &v}}
	}
	var out []word
	for _, v := range list {
		w := word{info: &v}
		w.Text, w.Known = v.Single()
		out = append(out, w)
	}
	return out
}

// joinItems is the value of a loop variable: one of the words.
func joinItems(items []word, split bool) value.Value {
	var set []string
	var rest []value.Value
	var from value.Origin
	for _, w := range items {
		from = from.And(w.val().Origin)
		if w.Known {
			set = append(set, w.Text)
			continue
		}
		v := wordValue(w)
		v.Ends = w.ends
		if w.Many && v.Roots == nil {
			v.Number, v.Amount = false, false
		}
		v.Solid = v.Solid || w.Many && split // what an expansion was parted into has no blanks
		rest = append(rest, v)
	}
	out := value.AnyOf(set)
	if len(set) == 0 && len(rest) > 0 {
		out, rest = rest[0], rest[1:]
	}
	for _, v := range rest {
		out = value.Join(out, v)
	}
	return out.Of(from)
}

// globs reports whether a word may be matched with names of files, which can have blanks in them.
func globs(items []*syntax.Word) bool {
	for _, w := range items {
		for _, part := range w.Parts {
			switch p := part.(type) {
			case *syntax.Lit:
				if strings.ContainsAny(p.Value, "*?[") {
					return true
				}
			case *syntax.CmdSubst, *syntax.SglQuoted:
			default:
				return true
			}
		}
	}
	return len(items) == 0
}

func (a *analysis) cStyle(c *syntax.ForClause, l *syntax.CStyleLoop) {
	if l.Init != nil {
		a.each(func() { a.arithmetic(l.Init) })
	}
	if l.Cond == nil {
		a.endless++
		if background(c.Do) && !throttled(c.Do) {
			a.hazard(RuleForkBomb, cause.Word(a.source(c)), a.span(c))
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
