package lisp

import "pp/sexp"

// stepWords are the words that step a number.
var stepWords = []string{"FROM", "UPFROM", "DOWNFROM", "TO", "UPTO", "DOWNTO", "BELOW", "ABOVE", "BY"}

// numberRange is how a number is stepped.
type numberRange struct {
	limit, by                 Value
	started, limited, stepped bool
	down, up, excluding       bool
}

// numbers reads FROM, TO, BY and their like, in any order.
func (l *loopMacro) numbers(variable Value) (first, later stepping) {
	if isCons(variable) {
		panic(wrong("LOOP cannot take a number apart"))
	}
	if variable == nil {
		variable = newGensym("NUMBER")
	}
	r := numberRange{by: sexp.Int(1)}
	for {
		word := l.keyword()
		if !l.take(stepWords...) {
			break
		}
		f := l.next(word)

		r.take(word)

		switch {
		case word == "BY":
			r.by = l.step(f)
		case word == "FROM" || word == "UPFROM" || word == "DOWNFROM":
			l.bind(variable, realForm(f))
		default:
			r.limit = l.once(f)
		}
	}
	if r.down && !r.started {
		panic(wrong("LOOP needs FROM to step a number down"))
	}
	if !r.started {
		l.bind(variable, sexp.Int(0))
	}
	operator, beyond := "+", ">"
	if r.down {
		operator, beyond = "-", "<"
	}
	if r.excluding {
		beyond += "="
	}
	later.steps = [][2]Value{{variable, form(operator, variable, r.by)}}
	if r.limited {
		later.after = form(beyond, variable, r.limit)
		first.after = later.after
	}
	return first, later
}

// once is a form that may be evaluated in every round: a number, or a variable bound to the form's value.
func (l *loopMacro) once(f Value) Value {
	if f = realForm(f); isCons(f) {
		return l.hidden("LIMIT", f)
	}
	return f
}

// step is once for what steps a number, which is positive: down, too.
func (l *loopMacro) step(f Value) Value {
	if n, ok := realForm(f).(sexp.Int); ok && n > 0 {
		return f
	}
	return l.hidden("STEP", form("THE", form("SATISFIES", sym("PLUSP")), f))
}

// realForm is a form whose value is that of f, if it is a real number.
func realForm(f Value) Value {
	switch f.(type) {
	case sexp.Int, sexp.Ratio, sexp.Single, sexp.Double:
		return f
	}
	return form("MAX", f)
}

// take notes what a word says of a range.
func (r *numberRange) take(word string) {
	said := &r.limited
	switch word {
	case "BY":
		said = &r.stepped
	case "FROM", "UPFROM", "DOWNFROM":
		said = &r.started
	}
	twice := *said
	*said = true
	if twice {
		panic(wrong("LOOP is told twice where to step from, to or by"))
	}
	switch word {
	case "DOWNFROM", "DOWNTO", "ABOVE":
		r.down = true
	case "UPFROM", "UPTO", "BELOW":
		r.up = true
	}
	r.excluding = r.excluding || word == "BELOW" || word == "ABOVE"
	if r.up && r.down {
		panic(wrong("LOOP steps a number both up and down"))
	}
}
