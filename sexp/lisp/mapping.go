package lisp

func mappingBuiltins() []builtin {
	return []builtin{
		{"MAPCAR", 2, -1, mapped(collect)}, {"MAPC", 2, -1, mapped(discard)}, {"MAPCAN", 2, -1, mapped(join)},
		{"SOME", 2, -1, tested(func(v Value) bool { return v != nil }, func(v Value) Value { return v }, nil)},
		{"EVERY", 2, -1, tested(func(v Value) bool { return v == nil }, never, symT)},
		{"NOTANY", 2, -1, tested(func(v Value) bool { return v != nil }, never, symT)},
		{"NOTEVERY", 2, -1, tested(func(v Value) bool { return v == nil }, always, nil)},
		{"MAP", 3, -1, mapSequences},
		{"REDUCE", 2, -1, reduce},
		{"IDENTITY", 1, 1, func(_ *machine, args []Value) Value { return args[0] }},
	}
}

func never(Value) Value { return nil }

func always(Value) Value { return symT }

// gathering is what a function of the MAPCAR family does with the values.
type gathering uint8

const (
	collect gathering = iota
	discard
	join
)

// mapped calls a function on the first elements of lists, then on the second ones, and so on
// until a list ends.
func mapped(how gathering) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		f, lists := args[0], append([]Value(nil), args[1:]...)
		next := make([]Value, len(lists))
		l := listMaker{m: m}
		var parts []Value
		for nextOf(m, lists, next) {
			v := m.call(f, next...)
			switch how {
			case collect:
				l.add(v)
			case join:
				m.room(slotBytes)
				parts = append(parts, v)
			}
		}
		switch how {
		case discard:
			return args[1]
		case join:
			return nconc(m, parts)
		}
		return l.done(nil)
	}
}

// nextOf goes on to the next elements of lists.
func nextOf(m *machine, lists, next []Value) bool {
	m.work(1)
	for i, v := range lists {
		c, ok := v.(*Cons)
		if !ok {
			if v != nil {
				panic(wrongType(v, "LIST"))
			}
			return false
		}
		next[i], lists[i] = c.Car, c.Cdr
	}
	return true
}

// together goes along several sequences at once, to the end of the shortest.
type together struct {
	walks []walk
	v     []Value
}

func newTogether(m *machine, seqs []Value) *together {
	t := &together{v: make([]Value, len(seqs))}
	for _, s := range seqs {
		t.walks = append(t.walks, newWalk(m, s, whole))
	}
	return t
}

func (t *together) more() bool {
	for i := range t.walks {
		w := &t.walks[i]
		if !w.more() {
			return false
		}
		t.v[i] = w.v
	}
	return true
}

// tested calls a function on the elements of sequences until it gives a value of a kind.
func tested(stops func(Value) bool, found func(Value) Value, otherwise Value) func(*machine, []Value) Value {
	return func(m *machine, args []Value) Value {
		t := newTogether(m, args[1:])
		for t.more() {
			v := m.call(args[0], t.v...)
			if stops(v) {
				return found(v)
			}
		}
		return otherwise
	}
}

// mapSequences makes a sequence of a type of what a function gives; none for the type NIL.
func mapSequences(m *machine, args []Value) Value {
	kind := notSequence
	if args[0] != nil {
		kind = resultType(args[0])
	}
	var all []Value
	t := newTogether(m, args[2:])
	for t.more() {
		v := m.call(args[1], t.v...)
		if args[0] == nil {
			continue
		}
		m.room(slotBytes)
		all = append(all, v)
	}
	if args[0] == nil {
		return nil
	}
	return buildSequence(m, kind, all)
}

// reduce combines the elements of a sequence from the left, or from the right.
func reduce(m *machine, args []Value) Value {
	g := readOptions(m, args[2:], argsFindIf|argInitialValue)
	items := copySpan(m, args[1], g.span(argStart, argEnd))
	x, right := matcher{m: m, key: g.get(argKey), buffer: make([]Value, 2)}, g.get(argFromEnd) != nil
	acc := g.get(argInitialValue)
	for i := range items {
		v := items[i]
		if right {
			v = items[len(items)-1-i]
		}
		v = x.keyed(v)
		switch {
		case i == 0 && g.has&argInitialValue == 0:
			acc = v
		case right:
			acc = m.call(args[0], v, acc)
		default:
			acc = m.call(args[0], acc, v)
		}
	}
	if len(items) == 0 && g.has&argInitialValue == 0 {
		return m.call(args[0])
	}
	return acc
}
