package lisp

import "pp/sexp"

// The macros of places, such as SETF and PUSH, are in the prelude.

// parts returns the operands of a form, of which there must be so many; most is -1 without a limit.
func parts(m *machine, form *Cons, least, most int) []Value {
	args, ok := properItems(m, form.Cdr)
	if !ok || len(args) < least || most >= 0 && len(args) > most {
		panic(m.errProgram("%s takes %s operands, not as in %s", show(form.Car), between(least, most), show(form)))
	}
	return args
}

// setPlace is (PP.LISP:SET function argument … value): it writes the place that a function reads.
func setPlace(c *compiler, form *Cons, s *scope) code {
	all := c.split(form, 2, -1)
	name, args := all[0], all[1:]
	value := args[len(args)-1]
	read := listTail(list(args[:len(args)-1]...), name).(*Cons)
	setExpanded := func(expansion Value) code { return c.form(formOf("SETF", expansion, value), s) }
	local := c.find(s, functions, name)
	known := c.p.language.operators[hashable(name)]
	cell := c.p.known(hashable(name))
	switch {
	case local != nil:
	case known.setter != nil:
		return c.callTo(known.setter, form.Cdr.(*Cons), s)
	case known.macro != nil:
		return setExpanded(c.m.call(known.macro, read))
	case cell != nil && cell.macro != nil:
		return setExpanded(c.m.call(cell.macro, read))
	}
	panic(c.m.errProgram("(%s …) is not a place", show(name)))
}

// setterBuiltins write what the function of their name reads; the new value comes last.
func setterBuiltins() []builtin {
	setElement := func(m *machine, args []Value) Value { setAt(m, args[0], args[1], args[2]); return args[2] }
	all := []builtin{
		{"ELT", 3, 3, setElement},
		{"AREF", 3, 3, func(m *machine, args []Value) Value { vectorArg(m, args[0]); return setElement(m, args) }},
		{"CHAR", 3, 3, func(m *machine, args []Value) Value { strArg(m, args[0]); return setElement(m, args) }},
		{"GETHASH", 3, 4, func(m *machine, args []Value) Value {
			v := args[len(args)-1]
			tablePut(m, tableOf(m, args[1]), args[0], v)
			return v
		}},
		{"NTH", 3, 3, func(m *machine, args []Value) Value {
			changed(m, nthcdr(m, args[0], args[1])).Car = args[2]
			return args[2]
		}},
	}
	for i, name := range ordinals {
		all = append(all, builtin{name, 2, 2, func(m *machine, args []Value) Value {
			changed(m, nthcdr(m, sexp.Int(i), args[0])).Car = args[1]
			return args[1]
		}})
	}
	for _, path := range append(accessorPaths(), "D") {
		name := "C" + path + "R"
		all = append(all, builtin{name, 2, 2, func(m *machine, args []Value) Value {
			c := changed(m, partOf(m, args[0], path[1:]))
			if path[0] == 'A' {
				c.Car = args[1]
			} else {
				c.Cdr = args[1]
			}
			return args[1]
		}})
	}
	all[len(all)-1].name = "REST"
	return all
}

// changed returns a pair that is about to be changed.
func changed(m *machine, v Value) *Cons {
	c := asType[*Cons](m, v, "CONS")
	m.checkFrozen(c.frozen, v)
	return c
}

// placeBuiltins are the functions that expansions of the macros of places call, and backquotes.
func placeBuiltins() []builtin {
	return []builtin{
		{"PP.LISP:PUTF", 3, 3, putf}, {"PP.LISP:REMF", 2, 2, remf},
		{"PP.LISP:COLLECT", 2, 2, func(m *machine, args []Value) Value {
			last := cons(m, args[1], nil)
			changed(m, args[0]).Cdr = last
			return last
		}},
		{"PP.LISP:QUASI", 1, 1, func(_ *machine, args []Value) Value { return &quasi{args[0]} }},
		{"PP.LISP:COMMA", 2, 2, func(_ *machine, args []Value) Value {
			kind, _ := args[0].(sexp.Int)
			return &comma{sexp.CommaKind(kind), args[1]}
		}},
		{"PP.LISP:LIST-VECTOR", 1, 1, func(m *machine, args []Value) Value {
			return &Vector{items: itemsOf(m, args[0])}
		}},
	}
}

// putf returns a property list in which a key has a value.
func putf(m *machine, args []Value) Value {
	cell, _ := indicated(m, args[0], args[1])
	if cell == nil {
		return cons(m, args[1], cons(m, args[2], args[0]))
	}
	changed(m, cell).Car = args[2]
	return args[0]
}

// indicated finds the pair with the value of a key, and the pair before the key.
func indicated(m *machine, l, key Value) (value, before *Cons) {
	for rest := l; rest != nil; {
		m.work(1)
		c := asType[*Cons](m, rest, "LIST")
		v, ok := c.Cdr.(*Cons)
		if !ok {
			panic(m.wrong("%s is not a property list", show(l)))
		}
		if m.eql(c.Car, key) {
			return v, before
		}
		before, rest = v, v.Cdr
	}
	return nil, nil
}

// remf returns a property list without a key, and whether it was there.
func remf(m *machine, args []Value) Value {
	cell, before := indicated(m, args[0], args[1])
	switch {
	case cell == nil:
		return m.values(args[0], nil)
	case before == nil:
		return m.values(cell.Cdr, symT)
	}
	changed(m, before).Cdr = cell.Cdr
	return m.values(args[0], symT)
}

// backquote returns the form that a backquoted one means; depth is how many backquotes are around it, less the commas.
func backquote(m *machine, v Value, depth int) Value {
	m.work(1)
	m.down(1)
	defer m.up()
	switch v := v.(type) {
	case *comma:
		if depth == 1 {
			return v.form
		}
		return list(internal("COMMA"), sexp.Int(v.kind), backquote(m, v.form, depth-1))
	case *quasi:
		return list(internal("QUASI"), backquote(m, v.form, depth+1))
	case *Cons:
		return backquoteList(m, v, depth)
	case *Vector:
		return list(internal("LIST-VECTOR"), backquote(m, list(v.items...), depth))
	}
	return formOf("QUOTE", v)
}

// backquoteList makes (APPEND (LIST a b) c (LIST d) tail) of (a b ,@c d . tail).
func backquoteList(m *machine, l *Cons, depth int) Value {
	var parts, plain []Value
	flush := func() {
		if plain != nil {
			parts, plain = append(parts, formOf("LIST", plain...)), nil
		}
	}
	var rest Value = l
	for cell, ok := rest.(*Cons); ok; cell, ok = rest.(*Cons) {
		m.work(1)
		rest = cell.Cdr
		if splice, ok := cell.Car.(*comma); ok && splice.kind != sexp.Insert && depth == 1 {
			flush()
			parts = append(parts, splice.form)
			continue
		}
		plain = append(plain, backquote(m, cell.Car, depth))
	}
	flush()
	if rest != nil {
		return formOf("APPEND", append(parts, backquote(m, rest, depth))...)
	}
	if len(parts) == 1 && isForm(parts[0], "LIST") {
		return parts[0]
	}
	return formOf("APPEND", parts...)
}
