package lisp

import (
	"slices"

	"pp/sexp"
)

// The LOOP macro. A loop is made of four lists of forms: the prologue, what happens before the
// first round, the body, and what happens after a round before the next. A clause of iteration
// adds to the second and the fourth; what both end in is moved to the start of the body, so
// that it stands there once.

// expandLoop gives the forms that a (LOOP …) stands for. The form was imported.
func expandLoop(m *machine, form *Cons) Value {
	l := &loopMacro{m: m, rest: form.Cdr, end: newGensym("END")}
	if first, ok := form.Cdr.(*Cons); !ok || !isSymbol(first.Car) {
		return l.simple(form.Cdr)
	}
	l.clauses()
	return l.whole()
}

// loopMacros are the macros of this file.
func loopMacros() []macro { return []macro{{"LOOP", expandLoop}} }

// loopMacro is a LOOP form being expanded.
type loopMacro struct {
	m    *machine
	rest Value // what is left of the form
	name Value // of its block
	end  *Gensym

	scopes     [][]Value // bindings made one group after the other
	scope      []Value   // those of the clause being read
	later      []Value   // bindings that need those of the scope
	prologue   []Value
	before     []Value
	body       []Value
	after      []Value
	epilogue   []Value
	collectors []*collector
	variables  []Value // of iteration and INTO
	it         *Gensym
	final      []Value // the value when the loop ends by itself, if one was given
	aggregate  string  // the clause that gave it: ALWAYS, NEVER or THEREIS
	emitted    bool    // there is a body
	inside     bool    // of a conditional clause
}

// simple is a loop without clauses.
func (l *loopMacro) simple(body Value) Value {
	again := newGensym("NEXT")
	return form("BLOCK", nil, form("TAGBODY", again, listTail(body, sym("PROGN")), form("GO", again)))
}

// form is a list that begins with the symbol of that name.
func form(operator string, rest ...Value) Value { return &Cons{Car: sym(operator), Cdr: list(rest...)} }

// whole puts the parts together.
func (l *loopMacro) whole() Value {
	size := len(l.before) + len(l.after) + len(l.body)
	l.m.room(64 * (size + 8))
	for n, k := len(l.before), len(l.after); n > 0 && k > 0 && sameForm(l.before[n-1], l.after[k-1]); n, k = n-1, k-1 {
		l.body = slices.Insert(l.body, 0, l.before[n-1])
		l.before, l.after = l.before[:n-1], l.after[:k-1]
	}
	again := newGensym("NEXT")
	run := slices.Concat(l.prologue, l.before, []Value{again}, l.body, l.after, []Value{form("GO", again), l.end})
	parts := []Value{form("TAGBODY", run...)}
	parts = append(parts, l.epilogue...)
	parts = append(parts, l.value())
	for _, c := range slices.Backward(l.collectors) {
		parts = []Value{form("LET*", append([]Value{list(c.bindings()...)}, parts...)...)}
	}
	for _, s := range slices.Backward(l.scopes) {
		parts = []Value{form("LET", append([]Value{list(s...)}, parts...)...)}
	}
	return form("BLOCK", append([]Value{l.name}, parts...)...)
}

// value is the form whose value a loop has that ends by itself.
func (l *loopMacro) value() Value {
	if len(l.final) > 0 {
		return l.final[0]
	}
	for _, c := range l.collectors {
		if c.name == nil {
			return c.answer()
		}
	}
	return nil
}

// sameForm reports whether two forms that a clause made are alike.
func sameForm(a, b Value) bool {
	for a != b {
		x, ok := a.(*Cons)
		y, too := b.(*Cons)
		if !ok || !too || !sameForm(x.Car, y.Car) {
			return false
		}
		a, b = x.Cdr, y.Cdr
	}
	return true
}

// bindAll ends a group of bindings.
func (l *loopMacro) bindAll() {
	for _, s := range [][]Value{l.scope, l.later} {
		if len(s) > 0 {
			l.scopes = append(l.scopes, s)
		}
	}
	l.scope, l.later = nil, nil
}

// leave is a form that ends the iteration when a test is true.
func (l *loopMacro) leave(test Value) Value { return form("IF", test, form("GO", l.end)) }

// pseudo adds a form to the body, or between the iterations while there is no body yet.
func (l *loopMacro) pseudo(f Value) {
	if l.emitted || l.inside {
		l.body = append(l.body, f)
		return
	}
	l.before, l.after = append(l.before, f), append(l.after, f)
}

func (l *loopMacro) emit(f Value) {
	l.emitted = true
	l.pseudo(f)
}

// Reading

// keyword gives the name of the symbol that comes next, without taking it; "" for anything else.
func (l *loopMacro) keyword() string {
	if c, ok := l.rest.(*Cons); ok {
		if s, ok := c.Car.(Symbol); ok {
			return s.Name().Name
		}
	}
	return ""
}

// take takes the next word when it is one of these.
func (l *loopMacro) take(words ...string) bool {
	if k := l.keyword(); k == "" || !slices.Contains(words, k) {
		return false
	}
	l.rest = l.rest.(*Cons).Cdr
	return true
}

// next takes the form that comes next.
func (l *loopMacro) next(after string) Value {
	c, ok := l.rest.(*Cons)
	if !ok {
		panic(wrong("LOOP ends where a form was expected after %s", after))
	}
	l.rest = c.Cdr
	l.m.work(1)
	return c.Car
}

// compound takes the compound forms that come next, one at least.
func (l *loopMacro) compound(after string) []Value {
	var forms []Value
	for {
		c, ok := l.rest.(*Cons)
		if ok {
			_, ok = c.Car.(*Cons)
		}
		if !ok && len(forms) == 0 {
			panic(wrong("LOOP needs a form in parentheses after %s", after))
		}
		if !ok {
			return forms
		}
		forms = append(forms, c.Car)
		l.rest = c.Cdr
		l.m.work(1)
	}
}

func isCons(v Value) bool { return isA[*Cons](v) }

// bind binds the variables of a pattern to an initial value each.
func (l *loopMacro) bind(pattern, initial Value) {
	for {
		l.m.work(1)
		switch p := pattern.(type) {
		case nil:
			return
		case *Cons:
			l.bind(p.Car, initial)
			pattern = p.Cdr
			continue
		case Symbol:
			if p.Name().IsKeyword() || p.Name() == sexp.T {
				panic(wrong("%s is a constant and cannot be a variable of LOOP", p.Name().Name))
			}
			if l.isVariable(pattern) {
				panic(wrong("LOOP binds the variable %s twice", p.Name().Name))
			}
			l.variables = append(l.variables, pattern)
		case *Gensym:
		default:
			panic(wrong("LOOP cannot bind what is not a symbol"))
		}
		l.scope = append(l.scope, list(pattern, initial))
		return
	}
}

// hidden binds a variable that no code can name.
func (l *loopMacro) hidden(name string, value Value) Value {
	g := newGensym(name)
	l.scope = append(l.scope, list(g, value))
	return g
}

// assign gives the forms that assign to the variables of a pattern.
func assign(pattern, value Value) []Value {
	switch p := pattern.(type) {
	case nil:
		return []Value{form("PROGN", value)}
	case *Cons:
		g := newGensym("PART")
		forms := []Value{list(list(g, value))}
		if p.Car != nil {
			forms = append(forms, assign(p.Car, form("CAR", g))...)
		}
		if p.Cdr != nil {
			forms = append(forms, assign(p.Cdr, form("CDR", g))...)
		}
		return []Value{form("LET", forms...)}
	}
	return []Value{form("SETQ", pattern, value)}
}
