package lisp

import (
	"slices"

	"pp/sexp"
)

// stepping is what one clause of iteration does before a round: a test that ends the loop, assignments made together
// with those of the clauses that AND joins to it, another test, and assignments to its own hidden variables.
type stepping struct {
	before Value
	steps  [][2]Value // a pattern and a form
	after  Value
	hidden []Value // forms
}

// iteration reads FOR or AS, and what is stepped with it.
func (l *loopMacro) iteration() {
	var first, later []stepping
	same := true
	for {
		a, b := l.steppings()
		if b == nil {
			b = a
		} else {
			same = false
		}
		first, later = append(first, *a), append(later, *b)
		if !l.take("AND") {
			break
		}
	}
	if forms := joined(first); same {
		l.pair(forms...)
	} else {
		l.before, l.after = append(l.before, forms...), append(l.after, joined(later)...)
	}
	l.bindAll()
}

// joined returns the forms of clauses that are stepped together.
func joined(all []stepping) []Value {
	var before, after, hidden []Value
	var steps [][2]Value
	for _, s := range all {
		if s.before != nil {
			before = append(before, s.before)
		}
		if s.after != nil {
			after = append(after, s.after)
		}
		steps, hidden = append(steps, s.steps...), append(hidden, s.hidden...)
	}
	var forms []Value
	if len(before) > 0 {
		forms = append(forms, leave(formOf("OR", before...)))
	}
	switch len(steps) {
	case 0:
	case 1:
		forms = append(forms, assign(steps[0][0], steps[0][1]))
	default: // all values first
		var bound, assigned []Value
		for _, s := range steps {
			g := &Gensym{"NEXT"}
			bound, assigned = append(bound, list(g, s[1])), append(assigned, assign(s[0], g))
		}
		forms = append(forms, formOf("LET", append([]Value{list(bound...)}, assigned...)...))
	}
	if len(after) > 0 {
		forms = append(forms, leave(formOf("OR", after...)))
	}
	return append(forms, hidden...)
}

// steppings reads a variable and how it is stepped, and binds what that needs; later is nil if it is as first.
func (l *loopMacro) steppings() (first, later *stepping) {
	pattern := l.next("FOR")
	switch {
	case l.take("IN"):
		items := l.hidden("LIST", l.next("IN"))
		l.bind(pattern, nil)
		return l.along(items, "ENDP", pattern, formOf("CAR", items)), nil
	case l.take("ON"):
		return l.onList(pattern)
	case l.take("="):
		first = &stepping{steps: [][2]Value{{pattern, l.next("=")}}}
		l.bind(pattern, nil)
		if l.take("THEN") {
			later = &stepping{steps: [][2]Value{{pattern, l.next("THEN")}}}
		}
		return first, later
	case l.take("ACROSS"):
		return l.across(pattern), nil
	case l.take("BEING"):
		return l.ofTable(pattern), nil
	}
	if !slices.Contains(stepWords, l.keyword()) {
		panic(l.m.wrong("LOOP does not know how to step %s: it needs IN, ON, =, ACROSS, BEING or FROM", show(pattern)))
	}
	return l.numbers(pattern)
}

// along steps a pattern with the rest of a list, until that is at its end.
func (l *loopMacro) along(items Value, end string, pattern, part Value) *stepping {
	return &stepping{before: formOf(end, items), steps: [][2]Value{{pattern, part}},
		hidden: []Value{formOf("SETQ", items, l.by(items))}}
}

// by reads how a list is stepped, and returns the form of the next one.
func (l *loopMacro) by(variable Value) Value {
	if !l.take("BY") {
		return formOf("CDR", variable)
	}
	f := l.next("BY")
	if isForm(f, "FUNCTION") || isForm(f, "QUOTE") {
		if rest, ok := f.(*Cons).Cdr.(*Cons); ok && isSymbol(rest.Car) {
			return list(rest.Car, variable)
		}
	}
	return formOf("FUNCALL", l.hidden("STEP", f), variable)
}

func (l *loopMacro) onList(pattern Value) (first, later *stepping) {
	f := l.next("ON")
	if isCons(pattern) || pattern == nil {
		items := l.hidden("LIST", f)
		l.bind(pattern, nil)
		return l.along(items, "ATOM", pattern, items), nil
	}
	l.bind(pattern, f)
	end := formOf("ATOM", pattern)
	return &stepping{after: end}, &stepping{steps: [][2]Value{{pattern, l.by(pattern)}}, after: end}
}

func (l *loopMacro) across(pattern Value) *stepping {
	vector := l.hidden("VECTOR", l.next("ACROSS"))
	l.bind(pattern, nil)
	index, size := l.hidden("INDEX", sexp.Int(0)), l.hidden("LENGTH", sexp.Int(0))
	l.prologue = append(l.prologue, formOf("SETQ", size, formOf("LENGTH", formOf("THE", sym("VECTOR"), vector))))
	return &stepping{
		before: formOf(">=", index, size),
		steps:  [][2]Value{{pattern, formOf("AREF", vector, index)}},
		hidden: []Value{formOf("SETQ", index, formOf("1+", index))},
	}
}

// ofTable reads the rest of BEING THE HASH-KEYS OF and its like. The pairs of the table are listed first.
func (l *loopMacro) ofTable(pattern Value) *stepping {
	if !l.take("THE", "EACH") {
		panic(l.m.wrong("LOOP needs THE or EACH after BEING"))
	}
	word := l.keyword()
	part, other, also := "CAR", "CDR", "HASH-VALUE"
	switch {
	case l.take("HASH-KEY", "HASH-KEYS"):
	case l.take("HASH-VALUE", "HASH-VALUES"):
		part, other, also = "CDR", "CAR", "HASH-KEY"
	default:
		panic(l.m.wrong("LOOP steps through HASH-KEYS and HASH-VALUES here, not %s", word))
	}
	if !l.take("OF", "IN") {
		panic(l.m.wrong("LOOP needs OF after %s", word))
	}
	table := l.next("OF")
	pairs, key, value := &Gensym{"PAIRS"}, &Gensym{"KEY"}, &Gensym{"VALUE"}
	each := formOf("LAMBDA", list(key, value), formOf("SETQ", pairs, formOf("CONS", formOf("CONS", key, value), pairs)))
	all := l.hidden("PAIRS", formOf("LET", list(list(pairs, nil)), formOf("MAPHASH", each, table),
		formOf("REVERSE", pairs)))
	var using Value
	if l.take("USING") {
		f := l.next("USING")
		pair, ok := properItems(l.m, f)
		if !ok || len(pair) != 2 || !isSym(pair[0], also) {
			panic(l.m.wrong("LOOP needs (%s variable) after USING", also))
		}
		using = pair[1]
	}
	l.bind(pattern, nil)
	s := &stepping{before: formOf("ENDP", all), hidden: []Value{formOf("SETQ", all, formOf("CDR", all))}}
	s.steps = append(s.steps, [2]Value{pattern, formOf(part, formOf("CAR", all))})
	if using != nil {
		s.steps = append(s.steps, [2]Value{using, formOf(other, formOf("CAR", all))})
		l.bind(using, nil)
	}
	return s
}

// stepWords are the words that step a number.
var stepWords = []string{"FROM", "UPFROM", "DOWNFROM", "TO", "UPTO", "DOWNTO", "BELOW", "ABOVE", "BY"}

// numbers reads FROM, TO, BY and their like, in any order.
func (l *loopMacro) numbers(variable Value) (first, later *stepping) {
	if isCons(variable) {
		panic(l.m.wrong("LOOP cannot take a number apart"))
	}
	if variable == nil {
		variable = &Gensym{"NUMBER"}
	}
	var limit, by Value = nil, sexp.Int(1)
	said := map[string]bool{}
	for word := l.keyword(); l.take(stepWords...); word = l.keyword() {
		f := l.next(word)
		role := "TO"
		switch word {
		case "BY":
			role = "BY"
		case "FROM", "UPFROM", "DOWNFROM":
			role = "FROM"
		}
		if said[role] {
			panic(l.m.wrong("LOOP is told twice where to step from, to or by"))
		}
		switch role {
		case "BY":
			by = l.step(f)
		case "FROM":
			l.bind(variable, realForm(f))
		default:
			if limit = realForm(f); isCons(limit) {
				limit = l.hidden("LIMIT", limit)
			}
		}
		said[role], said[word] = true, true
	}
	down := said["DOWNFROM"] || said["DOWNTO"] || said["ABOVE"]
	if down && (said["UPFROM"] || said["UPTO"] || said["BELOW"]) {
		panic(l.m.wrong("LOOP steps a number both up and down"))
	}
	if !said["FROM"] {
		if down {
			panic(l.m.wrong("LOOP needs FROM to step a number down"))
		}
		l.bind(variable, sexp.Int(0))
	}
	operator, beyond := "+", ">"
	if down {
		operator, beyond = "-", "<"
	}
	if said["BELOW"] || said["ABOVE"] {
		beyond += "="
	}
	first, later = &stepping{}, &stepping{steps: [][2]Value{{variable, formOf(operator, variable, by)}}}
	if limit != nil {
		later.after = formOf(beyond, variable, limit)
		first.after = later.after
	}
	return first, later
}

// step is a form that steps a number, which is positive: down, too.
func (l *loopMacro) step(f Value) Value {
	if n, ok := f.(sexp.Int); ok && n > 0 {
		return f
	}
	return l.hidden("STEP", formOf("THE", formOf("SATISFIES", sym("PLUSP")), f))
}

// realForm is a form whose value is that of f, if it is a real number.
func realForm(f Value) Value {
	if isNumber(f) {
		return f
	}
	return formOf("MAX", f)
}
