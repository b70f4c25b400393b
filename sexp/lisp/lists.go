package lisp

import (
	"strings"

	"pp/sexp"
)

func listBuiltins() []builtin {
	table := []builtin{
		{"LIST", 0, -1, listFrom},
		{"LIST*", 1, -1, listStar},
		{"CONS", 2, 2, func(m *machine, args []Value) (Value, error) { return cons(m, args[0], args[1]) }},
		{"FIRST", 1, 1, func(_ *machine, args []Value) (Value, error) { return car(args[0]) }},
		{"REST", 1, 1, func(_ *machine, args []Value) (Value, error) { return cdr(args[0]) }},
		{"NTH", 2, 2, nth},
		{"NTHCDR", 2, 2, func(m *machine, args []Value) (Value, error) { return nthcdr(m, args[0], args[1]) }},
		{"LAST", 1, 2, last},
		{"BUTLAST", 1, 2, butlast},
		{"NBUTLAST", 1, 2, nbutlast},
		{"ENDP", 1, 1, endp},
		{"RPLACA", 2, 2, func(_ *machine, args []Value) (Value, error) { return replaced(args[0], args[1], setCar) }},
		{"RPLACD", 2, 2, func(_ *machine, args []Value) (Value, error) { return replaced(args[0], args[1], setCdr) }},
		{"LIST-LENGTH", 1, 1, listLength},
		{"MAKE-LIST", 1, -1, makeList},
		{"COPY-LIST", 1, 1, copyList},
		{"COPY-TREE", 1, 1, func(m *machine, args []Value) (Value, error) { return copyTree(m, args[0]) }},
		{"COPY-ALIST", 1, 1, copyAlist},
		{"APPEND", 0, -1, appendLists},
		{"NCONC", 0, -1, func(m *machine, args []Value) (Value, error) { return nconc(m, args) }},
		{"REVAPPEND", 2, 2, revappend},
		{"NRECONC", 2, 2, nreconc},
		{"LDIFF", 2, 2, ldiff},
		{"TAILP", 2, 2, tailp},
	}
	for i, name := range []string{
		"SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH",
	} {
		table = append(table, builtin{name, 1, 1, func(m *machine, args []Value) (Value, error) {
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

func accessor(letters string) func(m *machine, args []Value) (Value, error) {
	switch letters {
	case "A":
		return func(_ *machine, args []Value) (Value, error) { return car(args[0]) }
	case "D":
		return func(_ *machine, args []Value) (Value, error) { return cdr(args[0]) }
	}
	return func(_ *machine, args []Value) (v Value, err error) {
		v = args[0]
		for i := len(letters) - 1; i >= 0 && err == nil; i-- {
			if strings.HasPrefix(letters[i:], "A") {
				v, err = car(v)
			} else {
				v, err = cdr(v)
			}
		}
		return v, err
	}
}

func car(v Value) (Value, error) {
	if c, ok := v.(*Cons); ok {
		return c.Car, nil
	}
	if v != nil {
		return nil, wrongType(v, "LIST")
	}
	return nil, nil
}

func cdr(v Value) (Value, error) {
	if c, ok := v.(*Cons); ok {
		return c.Cdr, nil
	}
	if v != nil {
		return nil, wrongType(v, "LIST")
	}
	return nil, nil
}

func setCar(c *Cons, v Value) { c.Car = v }

func setCdr(c *Cons, v Value) { c.Cdr = v }

// replaced changes a pair that was not there before, and gives it.
func replaced(v, part Value, set func(c *Cons, v Value)) (Value, error) {
	c, ok := v.(*Cons)
	if !ok {
		return nil, wrongType(v, "CONS")
	}
	if c.frozen {
		return nil, errFrozen(v)
	}
	set(c, part)
	return c, nil
}

func listStar(m *machine, args []Value) (Value, error) {
	l := listMaker{m: m}
	for _, v := range args[:len(args)-1] {
		if err := l.add(v); err != nil {
			return nil, err
		}
	}
	return l.done(args[len(args)-1]), nil
}

// nthcdr goes down a list. The position may be beyond its end.
func nthcdr(m *machine, position, list Value) (Value, error) {
	n, err := index(position)
	if err != nil {
		return nil, err
	}
	for ; n > 0 && list != nil; n-- {
		if err := m.work(1); err != nil {
			return nil, err
		}
		if list, err = cdr(list); err != nil {
			return nil, err
		}
	}
	return list, nil
}

func nth(m *machine, args []Value) (Value, error) {
	rest, err := nthcdr(m, args[0], args[1])
	if err != nil {
		return nil, err
	}
	return car(rest)
}

// pairsIn counts the pairs of a list, which may end in anything but itself.
func pairsIn(m *machine, list Value) (int, error) {
	if list != nil && kindOf(list) != listKind {
		return 0, wrongType(list, "LIST")
	}
	n := 0
	for c, ok := list.(*Cons); ok; c, ok = c.Cdr.(*Cons) {
		if err := m.work(1); err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}

// fromEnd reads a list and how many pairs from its end are meant, 1 unless it is given.
func fromEnd(m *machine, args []Value) (pairs, n int, err error) {
	if pairs, err = pairsIn(m, args[0]); err != nil {
		return 0, 0, err
	}
	n = 1
	if len(args) == 2 {
		n, err = index(args[1])
	}
	return pairs, n, err
}

func last(m *machine, args []Value) (Value, error) {
	pairs, n, err := fromEnd(m, args)
	if err != nil {
		return nil, err
	}
	v := args[0]
	for range max(0, pairs-n) {
		v = v.(*Cons).Cdr
	}
	return v, nil
}

func butlast(m *machine, args []Value) (Value, error) {
	pairs, n, err := fromEnd(m, args)
	if err != nil {
		return nil, err
	}
	if n == 0 {
		return copyList(m, args[:1])
	}
	l := listMaker{m: m}
	for v := args[0]; pairs > n; pairs-- {
		c := v.(*Cons)
		if err := l.add(c.Car); err != nil {
			return nil, err
		}
		v = c.Cdr
	}
	return l.done(nil), nil
}

func nbutlast(m *machine, args []Value) (Value, error) {
	pairs, n, err := fromEnd(m, args)
	switch {
	case err != nil || n > 0 && pairs <= n:
		return nil, err
	case n == 0:
		return args[0], nil
	}
	c := args[0].(*Cons)
	for ; pairs > n+1; pairs-- {
		c = c.Cdr.(*Cons)
	}
	_, err = replaced(c, nil, setCdr)
	return args[0], err
}

func endp(_ *machine, args []Value) (Value, error) {
	if kindOf(args[0]) != listKind {
		return nil, wrongType(args[0], "LIST")
	}
	return truth(args[0] == nil), nil
}

// listLength is the length of a list, NIL of one that goes round.
func listLength(m *machine, args []Value) (Value, error) {
	slow := args[0]
	w := newWalk(m, args[0], whole)
	if w.kind != listKind {
		return nil, wrongType(args[0], "LIST")
	}
	for w.more() {
		if w.i%2 == 1 {
			slow = slow.(*Cons).Cdr
		}
		if w.list != nil && w.list == slow {
			return nil, nil
		}
	}
	return sexp.Int(w.next), w.err
}

func makeList(m *machine, args []Value) (Value, error) {
	n, err := index(args[0])
	if err != nil {
		return nil, err
	}
	g, err := readOptions(m, args[1:], argInitialElement)
	if err != nil {
		return nil, err
	}
	items, err := repeat(m, n, g.get(argInitialElement))
	if err != nil {
		return nil, err
	}
	return listFrom(m, items)
}

// copied copies the pairs of a list, with what a function makes of each element.
func copied(m *machine, v Value, do func(Value) (Value, error)) (Value, error) {
	if kindOf(v) != listKind {
		return nil, wrongType(v, "LIST")
	}
	l := listMaker{m: m}
	for {
		c, ok := v.(*Cons)
		if !ok {
			return l.done(v), nil
		}
		item, err := do(c.Car)
		if err != nil {
			return nil, err
		}
		if err := l.add(item); err != nil {
			return nil, err
		}
		v = c.Cdr
	}
}

func copyList(m *machine, args []Value) (Value, error) {
	return copied(m, args[0], func(v Value) (Value, error) { return v, nil })
}

func copyAlist(m *machine, args []Value) (Value, error) {
	if _, err := length(m, args[0]); err != nil {
		return nil, err
	}
	return copied(m, args[0], func(v Value) (Value, error) {
		if c, ok := v.(*Cons); ok {
			return cons(m, c.Car, c.Cdr)
		}
		return v, nil
	})
}

func copyTree(m *machine, v Value) (Value, error) {
	if _, ok := v.(*Cons); !ok {
		return v, nil
	}
	if err := m.down(); err != nil {
		return nil, err
	}
	defer func() { m.depth-- }()
	return copied(m, v, func(item Value) (Value, error) { return copyTree(m, item) })
}
