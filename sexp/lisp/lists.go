package lisp

import "pp/sexp"

func listBuiltins() []builtin {
	table := []builtin{
		{"LIST", 0, -1, listFrom},
		{"LIST*", 1, -1, listStar},
		{"CONS", 2, 2, func(m *machine, args []Value) Value { return cons(m, args[0], args[1]) }},
		{"FIRST", 1, 1, func(_ *machine, args []Value) Value { return car(args[0]) }},
		{"REST", 1, 1, func(_ *machine, args []Value) Value { return cdr(args[0]) }},
		{"NTH", 2, 2, nth},
		{"NTHCDR", 2, 2, func(m *machine, args []Value) Value { return nthcdr(m, args[0], args[1]) }},
		{"LAST", 1, 2, last},
		{"BUTLAST", 1, 2, butlast}, {"NBUTLAST", 1, 2, butlast},
		{"ENDP", 1, 1, endp},
		{"RPLACA", 2, 2, func(_ *machine, args []Value) Value { return replaced(args[0], args[1], setCar) }},
		{"RPLACD", 2, 2, func(_ *machine, args []Value) Value { return replaced(args[0], args[1], setCdr) }},
		{"MAKE-LIST", 1, -1, makeList},
		{"COPY-LIST", 1, 1, copyList},
		{"COPY-TREE", 1, 1, func(m *machine, args []Value) Value { return copyTree(m, args[0]) }},
		{"APPEND", 0, -1, appendLists},
		{"NCONC", 0, -1, func(m *machine, args []Value) Value { return nconc(m, args) }},
		{"REVAPPEND", 2, 2, revappend}, {"NRECONC", 2, 2, revappend},
	}
	for i, name := range []string{
		"SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH",
	} {
		table = append(table, builtin{name, 1, 1, func(m *machine, args []Value) Value {
			return nth(m, []Value{sexp.Int(i + 1), args[0]})
		}})
	}
	return append(table, accessors()...)
}

// accessors are CAR, CDR and what they are combined to: CADR is the car of the cdr.
func accessors() (table []builtin) {
	for _, letters := range paths(4) {
		table = append(table, builtin{"C" + letters + "R", 1, 1, accessor(letters)})
	}
	return table
}

func accessor(letters string) func(m *machine, args []Value) Value {
	return func(_ *machine, args []Value) Value { return partOf(args[0], letters) }
}

// partOf is what C…R of the letters reads.
func partOf(v Value, letters string) Value {
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i] == 'A' {
			v = car(v)
		} else {
			v = cdr(v)
		}
	}
	return v
}

func car(v Value) Value {
	if c, ok := v.(*Cons); ok {
		return c.Car
	}
	if v != nil {
		panic(wrongType(v, "LIST"))
	}
	return nil
}

func cdr(v Value) Value {
	if c, ok := v.(*Cons); ok {
		return c.Cdr
	}
	if v != nil {
		panic(wrongType(v, "LIST"))
	}
	return nil
}

func setCar(c *Cons, v Value) { c.Car = v }

func setCdr(c *Cons, v Value) { c.Cdr = v }

// replaced changes a pair that was not there before, and gives it.
func replaced(v, part Value, set func(c *Cons, v Value)) Value {
	c := asType[*Cons](v, "CONS")
	checkFrozen(c.frozen, v)
	set(c, part)
	return c
}

func listStar(m *machine, args []Value) Value {
	l := listMaker{m: m}
	for _, v := range args[:len(args)-1] {
		l.add(v)
	}
	return l.done(args[len(args)-1])
}

// nthcdr goes down a list. The position may be beyond its end.
func nthcdr(m *machine, position, list Value) Value {
	n := index(position)
	for ; n > 0 && list != nil; n-- {
		m.work(1)
		list = cdr(list)
	}
	return list
}

func nth(m *machine, args []Value) Value { return car(nthcdr(m, args[0], args[1])) }

// pairsIn counts the pairs of a list, which may end in anything but itself.
func pairsIn(m *machine, list Value) int {
	if list != nil && kindOf(list) != listKind {
		panic(wrongType(list, "LIST"))
	}
	n := 0
	for c, ok := list.(*Cons); ok; c, ok = c.Cdr.(*Cons) {
		m.work(1)
		n++
	}
	return n
}

// fromEnd reads a list and how many pairs from its end are meant, 1 unless it is given.
func fromEnd(m *machine, args []Value) (pairs, n int) {
	pairs = pairsIn(m, args[0])
	n = 1
	if len(args) == 2 {
		n = index(args[1])
	}
	return pairs, n
}

func last(m *machine, args []Value) Value {
	pairs, n := fromEnd(m, args)
	v := args[0]
	for range max(0, pairs-n) {
		v = v.(*Cons).Cdr
	}
	return v
}

func butlast(m *machine, args []Value) Value {
	pairs, n := fromEnd(m, args)
	if n == 0 {
		return copyList(m, args[:1])
	}
	l := listMaker{m: m}
	for v := args[0]; pairs > n; pairs-- {
		c := v.(*Cons)
		l.add(c.Car)
		v = c.Cdr
	}
	return l.done(nil)
}

func endp(_ *machine, args []Value) Value {
	if kindOf(args[0]) != listKind {
		panic(wrongType(args[0], "LIST"))
	}
	return truth(args[0] == nil)
}

func makeList(m *machine, args []Value) Value {
	n := index(args[0])
	items := repeat(m, n, readOptions(m, args[1:], argInitialElement).get(argInitialElement))
	return listFrom(m, items)
}

// copied copies the pairs of a list, with what a function makes of each element.
func copied(m *machine, v Value, do func(Value) Value) Value {
	if kindOf(v) != listKind {
		panic(wrongType(v, "LIST"))
	}
	l := listMaker{m: m}
	for {
		c, ok := v.(*Cons)
		if !ok {
			return l.done(v)
		}
		l.add(do(c.Car))
		v = c.Cdr
	}
}

func copyList(m *machine, args []Value) Value {
	return copied(m, args[0], func(v Value) Value { return v })
}

func copyTree(m *machine, v Value) Value {
	if _, ok := v.(*Cons); !ok {
		return v
	}
	defer m.down().up()
	return copied(m, v, func(item Value) Value { return copyTree(m, item) })
}
