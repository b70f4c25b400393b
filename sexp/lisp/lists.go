package lisp

import "pp/sexp"

// ordinals are the functions that return the first elements of a list.
var ordinals = [...]string{
	"FIRST", "SECOND", "THIRD", "FOURTH", "FIFTH", "SIXTH", "SEVENTH", "EIGHTH", "NINTH", "TENTH",
}

func listBuiltins() []builtin {
	return append(accessorBuiltins(), []builtin{
		{"LIST", 0, -1, listFrom},
		{"LIST*", 1, -1, func(m *machine, args []Value) Value {
			l := listMaker{m: m}
			for _, v := range args[:len(args)-1] {
				l.add(v)
			}
			return l.done(args[len(args)-1])
		}},
		{"CONS", 2, 2, func(m *machine, args []Value) Value { return cons(m, args[0], args[1]) }},
		{"REST", 1, 1, func(m *machine, args []Value) Value { return cdr(m, args[0]) }},
		{"NTH", 2, 2, func(m *machine, args []Value) Value { return car(m, nthcdr(m, args[0], args[1])) }},
		{"NTHCDR", 2, 2, func(m *machine, args []Value) Value { return nthcdr(m, args[0], args[1]) }},
		{"ENDP", 1, 1, func(m *machine, args []Value) Value { return truth(isListEnd(m, args[0])) }},
		{"RPLACA", 2, 2, func(m *machine, args []Value) Value { changed(m, args[0]).Car = args[1]; return args[0] }},
		{"RPLACD", 2, 2, func(m *machine, args []Value) Value { changed(m, args[0]).Cdr = args[1]; return args[0] }},
		{"MAKE-LIST", 1, -1, func(m *machine, args []Value) Value {
			v := readOptions(m, args[1:], "INITIAL-ELEMENT").get("INITIAL-ELEMENT")
			return listFrom(m, repeat(m, index(m, args[0]), v))
		}},
		{"COPY-LIST", 1, 1, copyList},
		{"COPY-TREE", 1, 1, func(m *machine, args []Value) Value { return copyTree(m, args[0]) }},
		{"APPEND", 0, -1, appendLists}, {"NCONC", 0, -1, nconc},
		{"GETF", 2, 3, func(m *machine, args []Value) Value {
			if found, _ := indicated(m, args[0], args[1]); found != nil {
				return found.Car
			}
			return append(args, nil)[2]
		}},
		{"MAPCAR", 2, -1, mapped}, {"MAPC", 2, -1, func(m *machine, args []Value) Value { mapped(m, args); return args[1] }},
		{"MAPCAN", 2, -1, func(m *machine, args []Value) Value { return nconc(m, itemsOf(m, mapped(m, args))) }},
		{"MEMBER", 2, -1, member}, {"ASSOC", 2, -1, assoc},
	}...)
}

// accessorBuiltins are FIRST to TENTH, and CAR to CDDDDR.
func accessorBuiltins() (table []builtin) {
	for i, name := range ordinals {
		table = append(table, builtin{name, 1, 1, func(m *machine, args []Value) Value {
			return car(m, nthcdr(m, sexp.Int(i), args[0]))
		}})
	}
	for _, path := range accessorPaths() {
		table = append(table, builtin{"C" + path + "R", 1, 1, func(m *machine, args []Value) Value {
			return partOf(m, args[0], path)
		}})
	}
	return table
}

// accessorPaths are the letters of CAR, CADR and so on, up to four.
func accessorPaths() []string {
	all := []string{"A", "D"}
	for from := 0; len(all[from]) < 4; from++ {
		all = append(all, "A"+all[from], "D"+all[from])
	}
	return all
}

// listFrom makes a list, counted.
func listFrom(m *machine, items []Value) Value {
	if len(items) == 0 {
		return nil
	}
	m.room(consBytes * len(items))
	m.work(len(items) / 8)
	cells := make([]Cons, len(items))
	for i, v := range items {
		cells[i].Car = v
		if i > 0 {
			cells[i-1].Cdr = &cells[i]
		}
	}
	return &cells[0]
}

// cons makes a pair, counted.
func cons(m *machine, car, cdr Value) *Cons {
	m.room(consBytes)
	return &Cons{Car: car, Cdr: cdr}
}

// itemsOf returns the elements of a proper list, counted, so that one that goes round ends at a limit.
func itemsOf(m *machine, v Value) []Value {
	items, end := listItems(m, v, false)
	if end != nil {
		panic(m.wrongType(end, "LIST"))
	}
	return items
}

// properItems is itemsOf, and false for what is not a proper list.
func properItems(m *machine, v Value) ([]Value, bool) {
	items, end := listItems(m, v, false)
	return items, end == nil
}

// listOf returns the elements of a proper list of so many; most is -1 without a limit. Anything else is wrong in the
// words of a format.
func listOf(m *machine, v Value, least, most int, format string) []Value {
	items, ok := properItems(m, v)
	if !ok || len(items) < least || most >= 0 && len(items) > most {
		panic(m.errProgram(format, show(v)))
	}
	return items
}

// listItems returns the elements of a list, and its end: NIL for a proper one. Of another it returns no elements,
// unless it is open.
func listItems(m *machine, v Value, open bool) (items []Value, end Value) {
	n, end := countItems(m, v)
	if n == 0 || end != nil && !open {
		return nil, end
	}
	items = make([]Value, 0, n)
	for c, ok := v.(*Cons); ok; c, ok = c.Cdr.(*Cons) {
		items = append(items, c.Car)
	}
	return items, end
}

// countItems counts the elements of a list, and the room that they take. The end of a proper one is NIL.
func countItems(m *machine, v Value) (n int, end Value) {
	for {
		c, ok := v.(*Cons)
		if !ok {
			return n, v
		}
		if n%16 == 0 {
			m.room(16 * slotBytes)
			m.work(1)
		}
		n++
		v = c.Cdr
	}
}

// isListEnd reports whether a list has no elements; it is an error of anything but a list.
func isListEnd(m *machine, v Value) bool {
	if v != nil && !isCons(v) {
		panic(m.wrongType(v, "LIST"))
	}
	return v == nil
}

// partOf returns what C…R of the letters reads.
func partOf(m *machine, v Value, letters string) Value {
	for i := len(letters) - 1; i >= 0; i-- {
		if letters[i] == 'A' {
			v = car(m, v)
		} else {
			v = cdr(m, v)
		}
	}
	return v
}

func car(m *machine, v Value) Value {
	if isListEnd(m, v) {
		return nil
	}
	return v.(*Cons).Car
}

func cdr(m *machine, v Value) Value {
	if isListEnd(m, v) {
		return nil
	}
	return v.(*Cons).Cdr
}

// nthcdr goes down a list. The position may be beyond its end.
func nthcdr(m *machine, position, list Value) Value {
	for n := index(m, position); n > 0 && list != nil; n-- {
		m.work(1)
		list = cdr(m, list)
	}
	return list
}

func copyList(m *machine, args []Value) Value {
	return copied(m, args[0], func(v Value) Value { return v })
}

// copied copies the pairs of a list, with what a function makes of each element.
func copied(m *machine, v Value, do func(Value) Value) Value {
	isListEnd(m, v)
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

func copyTree(m *machine, v Value) Value {
	if !isCons(v) {
		return v
	}
	m.down(1)
	defer m.up()
	return copied(m, v, func(item Value) Value { return copyTree(m, item) })
}

func appendLists(m *machine, args []Value) Value {
	if len(args) == 0 {
		return nil
	}
	l := listMaker{m: m}
	for _, v := range args[:len(args)-1] {
		for w := walkList(m, v); w.more(); {
			l.add(w.v)
		}
	}
	return l.done(args[len(args)-1])
}

// nconc joins lists by changing their last pairs.
func nconc(m *machine, lists []Value) Value {
	var joined Value
	var end *Cons
	for i, v := range lists {
		if end == nil {
			joined = v
		} else {
			changed(m, end).Cdr = v
		}
		if i == len(lists)-1 || isListEnd(m, v) {
			continue
		}
		for c, ok := v.(*Cons); ok; c, ok = c.Cdr.(*Cons) {
			m.work(1)
			end = c
		}
	}
	return joined
}

// mapped calls a function on the first elements of lists, then on the second ones, until a list ends, and collects the
// results.
func mapped(m *machine, args []Value) Value {
	for _, v := range args[1:] {
		isListEnd(m, v)
	}
	t := newTogether(m, args[1:])
	l := listMaker{m: m}
	for t.more() {
		l.add(m.call(args[0], t.v...))
	}
	return l.done(nil)
}

// member returns the list from the first element that matches.
func member(m *machine, args []Value) Value {
	x, _ := newMatcher(m, args[0], args[2:], "")
	w := walkList(m, args[1])
	for at := args[1]; w.more(); at = w.list {
		if x.matches(w.v) {
			return at
		}
	}
	return nil
}

// assoc returns the first pair of a list of pairs whose key matches.
func assoc(m *machine, args []Value) Value {
	x, _ := newMatcher(m, args[0], args[2:], "")
	for w := walkList(m, args[1]); w.more(); {
		if w.v != nil && x.matches(car(m, w.v)) {
			return w.v
		}
	}
	return nil
}
