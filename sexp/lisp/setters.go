package lisp

import "pp/sexp"

func placeSpecials() []special { return []special{{"PP.LISP:SET", setPlace}} }

// setPlace is (SET function argument … value): it writes the place that a function reads.
func setPlace(c *compiler, form *Cons, s *scope) node {
	parts := c.split(form, 2, -1)
	name, args := parts[0], parts[1:]
	call := form.Cdr.(*Cons)
	if local := c.find(s, functions, name); local != nil {
		if expander, ok := local.(*Function); ok {
			return setExpanded(c, expander, name, args, s)
		}
		panic(errProgram("(%s …) is no place", show(name)))
	}
	if f := c.p.language.operator(name).setter; f != nil {
		return c.callTo(f, call, s, false)
	}
	if m := c.p.language.operator(name).macro; m != nil {
		expansion := m.expand(c.m, listTail(list(args[:len(args)-1]...), name).(*Cons))
		return c.form(list(sym("SETF"), expansion, args[len(args)-1]), s)
	}
	cell := c.p.known(name)
	switch {
	case cell != nil && cell.macro != nil:
		return setExpanded(c, cell.macro, name, args, s)
	case cell != nil && cell.reader != nil && cell.reader.class != nil && !cell.reader.class.condition:
		return c.callTo(slotWriter(show(name), cell.reader), call, s, false)
	}
	panic(errProgram("(%s …) is no place", show(name)))
}

// setExpanded writes the place that a macro's form stands for.
func setExpanded(c *compiler, expander *Function, name Value, args []Value, s *scope) node {
	c.keeps = true
	expansion := c.m.call(expander, listTail(list(args[:len(args)-1]...), name))
	return c.form(list(sym("SETF"), expansion, args[len(args)-1]), s)
}

// slotWriter is the function that writes a structure's slot.
func slotWriter(name string, r *slotReader) *Function {
	return &Function{
		name:   name,
		frozen: true,
		builtin: &builtin{name, 2, 2, func(m *machine, args []Value) Value {
			o, ok := args[0].(*Struct)
			switch {
			case !ok || !o.class.is(r.class):
				panic(wrongValue(args[0], r.class.name))
			case r.class.slots[r.index].locked:
				panic(wrong("the slot %s is read-only", r.class.slots[r.index].name))
			case o.frozen:
				panic(errFrozen(o))
			}
			r.class.slots[r.index].fits(m, args[1])
			o.slots[r.index] = args[1]
			return args[1]
		}},
	}
}

// setterBuiltins write what the function of their name reads; the new value comes last.
func setterBuiltins() []builtin {
	all := []builtin{
		{"NTH", 3, 3, setNth}, {"ELT", 3, 3, setElement}, {"AREF", 3, 3, setArray},
		{"CHAR", 3, 3, setArray}, {"GETHASH", 3, 4, setGethash}, {"REST", 2, 2, setPath("D")},
	}
	for i, name := range []string{"FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH",
		"TENTH"} {
		all = append(all, builtin{name, 2, 2, func(m *machine, args []Value) Value {
			return setNth(m, []Value{sexp.Int(i), args[0], args[1]})
		}})
	}
	for _, path := range paths(4) {
		all = append(all, builtin{"C" + path + "R", 2, 2, setPath(path)})
	}
	return all
}

// paths are the letters of CAR, CADR and so on, up to so many.
func paths(most int) []string {
	all := []string{"A", "D"}
	for from := 0; len(all[from]) < most; from++ {
		all = append(all, "A"+all[from], "D"+all[from])
	}
	return all
}

// setPath writes what C…R reads.
func setPath(path string) func(*machine, []Value) Value {
	set := setCdr
	if path[0] == 'A' {
		set = setCar
	}
	return func(_ *machine, args []Value) Value {
		replaced(partOf(args[0], path[1:]), args[1], set)
		return args[1]
	}
}

func setNth(m *machine, args []Value) Value {
	replaced(nthcdr(m, args[0], args[1]), args[2], setCar)
	return args[2]
}

func setElement(m *machine, args []Value) Value {
	setAt(m, args[0], args[1], args[2])
	return args[2]
}

func setGethash(m *machine, args []Value) Value {
	t := tableOf(args[1])
	v := args[len(args)-1]
	tablePut(m, t, args[0], v)
	return v
}

// setArray writes an element of a vector or a string.
func setArray(m *machine, args []Value) Value {
	if !isVector(args[0]) {
		panic(wrongType(args[0], "ARRAY"))
	}
	return setElement(m, args)
}

// plistBuiltins change property lists, for SETF of GETF and REMF.
func plistBuiltins() []builtin {
	return []builtin{{"PP.LISP:PUTF", 3, 3, putf}, {"PP.LISP:REMF", 2, 2, remf}}
}

// putf gives a property list in which a key has a value.
func putf(m *machine, args []Value) Value {
	cell, _ := indicated(m, args[0], args[1])
	if cell == nil {
		rest := cons(m, args[2], args[0])
		m.room(consBytes)
		return &Cons{Car: args[1], Cdr: rest}
	}
	checkFrozen(cell.frozen, args[0])
	cell.Car = args[2]
	return args[0]
}

// indicated finds the pair with the value of a key, and the pair before the key.
func indicated(m *machine, l, key Value) (value, before *Cons) {
	for rest := l; rest != nil; {
		m.work(1)
		c, ok := rest.(*Cons)
		if !ok {
			panic(wrongType(rest, "LIST"))
		}
		v, ok := c.Cdr.(*Cons)
		if !ok {
			panic(wrong("%s is not a property list", show(l)))
		}
		if c.Car == key {
			return v, before
		}
		before, rest = v, v.Cdr
	}
	return nil, nil
}

// remf gives a property list without a key, and whether it was there.
func remf(m *machine, args []Value) Value {
	cell, before := indicated(m, args[0], args[1])
	switch {
	case cell == nil:
		return m.values(args[0], nil)
	case before == nil:
		return m.values(cell.Cdr, symT)
	case before.frozen:
		panic(errFrozen(args[0]))
	}
	before.Cdr = cell.Cdr
	return m.values(args[0], symT)
}
