package lisp

import (
	"slices"

	"pp/sexp"
)

// stepping is what one clause of iteration does before a round: a test that ends the loop,
// assignments made together with those of the clauses beside it, another test, and assignments to
// its own hidden variables. The zero stepping does nothing.
type stepping struct {
	before Value
	steps  [][2]Value // a pattern and a form
	after  Value
	hidden []Value // forms
}

// iteration reads FOR or AS, and what is stepped beside it.
func (l *loopMacro) iteration() {
	var first, later []stepping
	for {
		a, b := l.steppings()
		first, later = append(first, a), append(later, b)
		if !l.take("AND") {
			break
		}
	}
	l.before = append(l.before, l.together(first)...)
	l.after = append(l.after, l.together(later)...)
	l.bindAll()
}

// together gives the forms of clauses that are stepped beside each other.
func (l *loopMacro) together(all []stepping) []Value {
	var before, after, hidden []Value
	var steps [][2]Value
	for _, s := range all {
		if s.before != nil {
			before = append(before, s.before)
		}
		if s.after != nil {
			after = append(after, s.after)
		}
		steps = append(steps, s.steps...)
		hidden = append(hidden, s.hidden...)
	}
	var forms []Value
	if len(before) > 0 {
		forms = append(forms, l.leave(either(before)))
	}
	forms = append(forms, stepAll(steps)...)
	if len(after) > 0 {
		forms = append(forms, l.leave(either(after)))
	}
	return append(forms, hidden...)
}

func either(tests []Value) Value {
	if len(tests) == 1 {
		return tests[0]
	}
	return form("OR", tests...)
}

// stepAll assigns to patterns, all values first.
func stepAll(steps [][2]Value) []Value {
	if len(steps) == 1 {
		return assign(steps[0][0], steps[0][1])
	}
	var bound, forms []Value
	for _, s := range steps {
		g := newGensym("NEXT")
		bound = append(bound, list(g, s[1]))
		forms = append(forms, assign(s[0], g)...)
	}
	if len(bound) == 0 {
		return nil
	}
	return []Value{form("LET", append([]Value{list(bound...)}, forms...)...)}
}

// steppings reads a variable and how it is stepped, and binds what that needs.
func (l *loopMacro) steppings() (first, later stepping) {
	pattern := l.next("FOR")
	switch {
	case l.take("IN"):
		first = l.inList(pattern)
		return first, first
	case l.take("ON"):
		return l.onList(pattern)
	case l.take("="):
		return l.equals(pattern)
	case l.take("ACROSS"):
		first = l.across(pattern)
		return first, first
	case l.take("BEING"):
		first = l.ofTable(pattern)
		return first, first
	}
	if !slices.Contains(stepWords, l.keyword()) {
		panic(wrong("LOOP does not know how to step %s: it needs IN, ON, =, ACROSS, BEING or FROM",
			show(pattern)))
	}
	return l.numbers(pattern)
}

// by reads how a list is stepped, and gives the form of the next one.
func (l *loopMacro) by(variable Value) Value {
	if !l.take("BY") {
		return form("CDR", variable)
	}
	f := l.next("BY")
	if c, ok := f.(*Cons); ok && (isSym(c.Car, "FUNCTION") || isSym(c.Car, "QUOTE")) {
		if rest, ok := c.Cdr.(*Cons); ok && isSymbol(rest.Car) {
			return list(rest.Car, variable)
		}
	}
	return form("FUNCALL", l.hidden("STEP", f), variable)
}

func (l *loopMacro) inList(pattern Value) stepping {
	items := l.hidden("LIST", l.next("IN"))
	l.bind(pattern, nil)
	next := l.by(items)
	return stepping{
		before: form("ENDP", items),
		steps:  [][2]Value{{pattern, form("CAR", items)}},
		hidden: []Value{form("SETQ", items, next)},
	}
}

func (l *loopMacro) onList(pattern Value) (first, later stepping) {
	f := l.next("ON")
	if isCons(pattern) || pattern == nil {
		items := l.hidden("LIST", f)
		l.bind(pattern, nil)
		next := l.by(items)
		first = stepping{
			before: form("ATOM", items),
			steps:  [][2]Value{{pattern, items}},
			hidden: []Value{form("SETQ", items, next)},
		}
		return first, first
	}
	l.bind(pattern, f)
	next := l.by(pattern)
	end := form("ATOM", pattern)
	return stepping{after: end}, stepping{steps: [][2]Value{{pattern, next}}, after: end}
}

func (l *loopMacro) equals(pattern Value) (first, later stepping) {
	f := l.next("=")
	l.bind(pattern, nil)
	first.steps = [][2]Value{{pattern, f}}
	if !l.take("THEN") {
		return first, first
	}
	f = l.next("THEN")
	later.steps = [][2]Value{{pattern, f}}
	return first, later
}

func (l *loopMacro) across(pattern Value) stepping {
	vector := l.hidden("VECTOR", l.next("ACROSS"))
	l.bind(pattern, nil)
	index, size := l.hidden("INDEX", sexp.Int(0)), l.hidden("LENGTH", sexp.Int(0))
	l.prologue = append(l.prologue, form("SETQ", size, form("LENGTH", form("THE", sym("VECTOR"), vector))))
	return stepping{
		before: form(">=", index, size),
		steps:  [][2]Value{{pattern, form("AREF", vector, index)}},
		hidden: []Value{form("SETQ", index, form("1+", index))},
	}
}

// ofTable reads the rest of BEING THE HASH-KEYS OF and its like. The pairs of the table are listed first.
func (l *loopMacro) ofTable(pattern Value) stepping {
	if !l.take("THE", "EACH") {
		panic(wrong("LOOP needs THE or EACH after BEING"))
	}
	word := l.keyword()
	part, other := "CAR", "CDR"
	switch {
	case l.take("HASH-KEY", "HASH-KEYS"):
	case l.take("HASH-VALUE", "HASH-VALUES"):
		part, other = other, part
	default:
		panic(wrong("LOOP steps through HASH-KEYS and HASH-VALUES here, not %s", word))
	}
	if !l.take("OF", "IN") {
		panic(wrong("LOOP needs OF after %s", word))
	}
	f := l.next("OF")
	using := l.using(other == "CDR")
	pairs := l.hidden("PAIRS", pairsOf(f))
	l.bind(pattern, nil)
	s := stepping{before: form("ENDP", pairs), hidden: []Value{form("SETQ", pairs, form("CDR", pairs))}}
	s.steps = append(s.steps, [2]Value{pattern, form(part, form("CAR", pairs))})
	if using != nil {
		s.steps = append(s.steps, [2]Value{using, form(other, form("CAR", pairs))})
		l.bind(using, nil)
	}
	return s
}

// using reads USING (HASH-VALUE V), or HASH-KEY.
func (l *loopMacro) using(value bool) Value {
	if !l.take("USING") {
		return nil
	}
	f := l.next("USING")
	word := "HASH-KEY"
	if value {
		word = "HASH-VALUE"
	}
	c, ok := f.(*Cons)
	if ok && isSym(c.Car, word) {
		if rest, ok := c.Cdr.(*Cons); ok && rest.Cdr == nil {
			return rest.Car
		}
	}
	panic(wrong("LOOP needs (%s variable) after USING", word))
}

// pairsOf is the form of a list of the keys and values of a table.
func pairsOf(table Value) Value {
	pairs, key, value := newGensym("PAIRS"), newGensym("KEY"), newGensym("VALUE")
	each := form("LAMBDA", list(key, value), form("SETQ", pairs, form("CONS", form("CONS", key, value), pairs)))
	return form("LET", list(list(pairs, nil)), form("MAPHASH", form("FUNCTION", each), table), form("NREVERSE", pairs))
}
