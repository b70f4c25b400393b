package lisp

func sortBuiltins() []builtin {
	return []builtin{{"SORT", 2, 4, sorted}, {"STABLE-SORT", 2, 4, sorted}}
}

// ordering tells which of two elements comes first.
type ordering struct {
	x matcher // its test is the predicate
}

// before reports whether a must come before b.
func (o *ordering) before(a, b Value) bool {
	x := &o.x
	x.m.work(1)
	a = x.keyed(a)
	b = x.keyed(b)
	x.buffer[0], x.buffer[1] = a, b
	return x.m.call(x.test, x.buffer...) != nil
}

// sorted makes a sorted list of a list, and sorts a vector in place.
func sorted(m *machine, args []Value) Value {
	g := readOptions(m, args[2:], argKey)
	o := &ordering{matcher{m: m, test: args[1], key: g.get(argKey), buffer: make([]Value, 2)}}
	items := elements(m, args[0])
	m.room(slotBytes * len(items) / 2)
	o.mergeSort(items, make([]Value, len(items)/2))
	if kindOf(args[0]) == listKind {
		return listFrom(m, items)
	}
	overwrite(m, args[0], 0, items)
	return args[0]
}

// mergeSort sorts elements and keeps the order of those of which neither comes first. There is room for half of them.
func (o *ordering) mergeSort(items, room []Value) {
	if len(items) < 2 {
		return
	}
	half := len(items) / 2
	o.mergeSort(items[:half], room)
	o.mergeSort(items[half:], room)
	a, b := room[:copy(room, items[:half])], items[half:]
	for i := 0; len(a) > 0; i++ {
		if len(b) > 0 && o.before(b[0], a[0]) {
			items[i], b = b[0], b[1:]
		} else {
			items[i], a = a[0], a[1:]
		}
	}
}
