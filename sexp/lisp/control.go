package lisp

import "pp/sexp"

// controlMacros are the forms that are said by simpler ones.
func controlMacros() []macro {
	return []macro{
		{"WHEN", conditional("IF")}, {"UNLESS", conditional("NOT")}, {"COND", expandCond},
		{"PROG1", func(m *machine, form *Cons) Value { return expandProg(m, form, 1) }},
		{"PROG2", func(m *machine, form *Cons) Value { return expandProg(m, form, 2) }},
		{"RETURN", func(_ *machine, form *Cons) Value { return listTail(form.Cdr, sym("RETURN-FROM"), nil) }},
		{"DOLIST", expandDolist}, {"DOTIMES", expandDotimes},
		{"DO", loopOf("LET", "PSETQ")}, {"DO*", loopOf("LET*", "SETQ")},
		{"PSETQ", expandPsetq},
		{"MULTIPLE-VALUE-SETQ", expandValueSetq},
		{"NTH-VALUE", func(m *machine, form *Cons) Value {
			args := parts(m, form, 2, 2)
			return list(sym("NTH"), args[0], list(sym("MULTIPLE-VALUE-LIST"), args[1]))
		}},
		{"DECLAIM", func(*machine, *Cons) Value { return nil }},
	}
}

// parts gives the operands of a form, of which there must be so many; most is -1 without a limit.
func parts(m *machine, form *Cons, least, most int) []Value {
	args, ok := properItems(m, form.Cdr)
	if !ok || len(args) < least || most >= 0 && len(args) > most {
		panic(errProgram("%s takes %s operands, not as in %s", show(form.Car), between(least, most), show(form)))
	}
	return args
}

func conditional(kind string) func(*machine, *Cons) Value {
	return func(m *machine, form *Cons) Value {
		args := parts(m, form, 1, -1)
		body := listTail(list(args[1:]...), sym("PROGN"))
		if kind == "IF" {
			return list(sym("IF"), args[0], body)
		}
		return list(sym("IF"), args[0], nil, body)
	}
}

func expandCond(m *machine, form *Cons) Value {
	clauses := parts(m, form, 0, -1)
	var out Value
	for i := len(clauses) - 1; i >= 0; i-- {
		cl, ok := clauses[i].(*Cons)
		if !ok {
			panic(errProgram("%s is not a clause of COND", show(clauses[i])))
		}
		switch {
		case cl.Cdr == nil && out == nil && i == len(clauses)-1:
			// One value of the last test, as of every test.
			out = list(sym("VALUES"), cl.Car)
		case cl.Cdr == nil:
			out = list(sym("OR"), cl.Car, out)
		case cl.Car == symT:
			out = listTail(cl.Cdr, sym("PROGN"))
		default:
			out = list(sym("IF"), cl.Car, listTail(cl.Cdr, sym("PROGN")), out)
		}
	}
	return out
}

func expandProg(m *machine, form *Cons, n int) Value {
	args := parts(m, form, n, -1)
	v := newGensym("V")
	let := listTail(list(append(args[n:], v)...), sym("LET"), list(list(v, args[n-1])))
	if n == 1 {
		return let
	}
	return list(sym("PROGN"), args[0], let)
}

// declarationsOf tells the declarations before a body from it.
func declarationsOf(forms []Value) (declarations, body []Value) {
	for len(forms) > 0 && isForm(forms[0], "DECLARE") {
		declarations, forms = append(declarations, forms[0]), forms[1:]
	}
	return declarations, forms
}

// iteration reads (NAME (variable form [result]) body …).
func iteration(m *machine, form *Cons) (spec, body []Value) {
	args := parts(m, form, 1, -1)
	spec, ok := properItems(m, args[0])
	if !ok || len(spec) < 2 || len(spec) > 3 {
		panic(errProgram("%s takes (variable form result), not %s", show(form.Car), show(args[0])))
	}
	return append(spec, nil)[:3], args[1:]
}

func expandDolist(m *machine, form *Cons) Value {
	spec, body := iteration(m, form)
	declarations, body := declarationsOf(body)
	rest, again, end := newGensym("REST"), newGensym("AGAIN"), newGensym("END")
	bind := append([]Value{sym("LET"), list(list(spec[0], list(sym("CAR"), rest)))}, declarations...)
	bind = append(bind, listTail(list(body...), sym("TAGBODY")))
	var result Value
	if spec[2] != nil {
		result = list(sym("LET"), list(list(spec[0], nil)), spec[0], spec[2])
	}
	return list(sym("BLOCK"), nil,
		list(sym("LET"), list(list(rest, spec[1])),
			list(sym("TAGBODY"), again,
				list(sym("IF"), list(sym("ENDP"), rest), list(sym("GO"), end)),
				list(bind...),
				list(sym("SETQ"), rest, list(sym("CDR"), rest)),
				list(sym("GO"), again), end),
			result))
}

func expandDotimes(m *machine, form *Cons) Value {
	spec, body := iteration(m, form)
	declarations, body := declarationsOf(body)
	most := newGensym("MOST")
	check := list(sym("THE"), sym("INTEGER"), spec[1])
	steps := list(list(spec[0], sexp.Int(0), list(sym("1+"), spec[0])))
	end := list(list(sym(">="), spec[0], most), spec[2])
	do := append(append([]Value{sym("DO"), steps, end}, declarations...), body...)
	return list(sym("LET"), list(list(most, check)), list(do...))
}

// loopOf is DO or DO*, which bind and assign by the forms that are named.
func loopOf(let, set string) func(*machine, *Cons) Value {
	return func(m *machine, form *Cons) Value {
		args := parts(m, form, 2, -1)
		specs := listOf(m, args[0], 0, -1, "%s is not a list of variables")
		end := listOf(m, args[1], 1, -1, "%s is not a test with results")
		var bindings, steps []Value
		for _, s := range specs {
			b, step := doVariable(m, s)
			bindings, steps = append(bindings, b), append(steps, step...)
		}
		declarations, body := declarationsOf(args[2:])
		again, out := newGensym("AGAIN"), newGensym("END")
		loop := listTail(list(append(body, listTail(list(steps...), sym(set)), list(sym("GO"), again), out)...),
			sym("TAGBODY"), again, list(sym("IF"), end[0], list(sym("GO"), out)))
		inner := append([]Value{sym(let), list(bindings...)}, declarations...)
		inner = append(inner, loop, listTail(list(end[1:]...), sym("PROGN")))
		return list(sym("BLOCK"), nil, list(inner...))
	}
}

// doVariable reads one of DO's variables: how it is bound, and what assigns it each time.
func doVariable(m *machine, s Value) (bound Value, step []Value) {
	cell, ok := s.(*Cons)
	if !ok {
		return s, nil
	}
	p := itemsOf(m, cell)
	switch {
	case len(p) > 3:
		panic(errProgram("%s is not a variable with a step", show(s)))
	case len(p) == 3:
		return list(p[0], p[1]), []Value{p[0], p[2]}
	}
	return list(p...), nil
}

func expandValueSetq(m *machine, form *Cons) Value {
	args := parts(m, form, 2, 2)
	if len(listOf(m, args[0], 0, -1, "%s is not a list of variables")) == 0 {
		return list(sym("VALUES"), args[1])
	}
	return list(sym("VALUES"), list(sym("SETF"), listTail(args[0], sym("VALUES")), args[1]))
}
