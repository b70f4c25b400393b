package lisp

func sortBuiltins() []builtin {
	return []builtin{
		{"SORT", 2, 4, sorted(false)},
		{"STABLE-SORT", 2, 4, sorted(true)},
		{"MERGE", 4, 6, merge},
	}
}

// ordering tells which of two elements comes first.
type ordering struct {
	x matcher // its test is the predicate
}

func newOrdering(m *machine, predicate Value, args []Value) *ordering {
	g := readOptions(m, args, argKey)
	return &ordering{matcher{m: m, test: predicate, key: g.get(argKey), buffer: make([]Value, 2)}}
}

// before reports whether a must come before b. The key of b is asked for first when last
// says so, which only matters to keys with effects.
func (o *ordering) before(a, b Value) bool {
	o.x.m.work(1)
	return o.x.agreeOrdered(a, b)
}

func (x *matcher) agreeOrdered(a, b Value) bool {
	a = x.keyed(a)
	b = x.keyed(b)
	x.buffer[0], x.buffer[1] = a, b
	return x.m.call(x.test, x.buffer...) != nil
}

// sorted sorts a list by linking its pairs anew, and a vector in place.
func sorted(stable bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		o := newOrdering(m, args[1], args[2:])
		if kindOf(args[0]) == listKind {
			return o.sortList(args[0])
		}
		items := elements(m, args[0])
		if stable {
			items = o.mergeSort(items)
		} else {
			o.heapSort(items)
		}
		overwrite(m, args[0], 0, items)
		return args[0]
	}
}

// heapSort is what SBCL sorts vectors by. Elements of which neither comes first end in an
// order that only this algorithm gives.
func (o *ordering) heapSort(items []Value) {
	n := len(items)
	for i := n / 2; i >= 1; i-- {
		o.heapify(items[:n], i)
	}
	for ; n >= 2; n-- {
		items[0], items[n-1] = items[n-1], items[0]
		o.heapify(items[:n-1], 1)
	}
}

// heapify lets the i-th element, counted from 1, sink to its place in a heap.
func (o *ordering) heapify(heap []Value, i int) {
	for 2*i <= len(heap) {
		largest := i
		for child := 2 * i; child <= min(2*i+1, len(heap)); child++ {
			if o.before(heap[largest-1], heap[child-1]) {
				largest = child
			}
		}
		if largest == i {
			return
		}
		heap[i-1], heap[largest-1] = heap[largest-1], heap[i-1]
		i = largest
	}
}

// mergeSort sorts elements and keeps the order of those of which neither comes first.
func (o *ordering) mergeSort(items []Value) []Value {
	if len(items) < 2 {
		return items
	}
	return o.merge(o.mergeSort(items[:len(items)/2]), o.mergeSort(items[len(items)/2:]))
}

func (o *ordering) merge(a, b []Value) []Value {
	all := make([]Value, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		if o.before(b[0], a[0]) {
			all, b = append(all, b[0]), b[1:]
		} else {
			all, a = append(all, a[0]), a[1:]
		}
	}
	return append(append(all, a...), b...)
}

func merge(m *machine, args []Value) Value {
	o := newOrdering(m, args[3], args[4:])
	typ := resultType(m, args[0])
	return sequenceOf(m, typ, o.merge(elements(m, args[1]), elements(m, args[2])))
}

// sortList sorts a list as SBCL does: by halves, of which those of two and three change their
// elements and longer ones are linked anew.
func (o *ordering) sortList(list Value) Value {
	n := 0
	w := walkList(o.x.m, list)
	for at := list; w.more(); at = w.list {
		checkFrozen(at.(*Cons).frozen, list)
		n++
	}
	if n == 0 {
		return nil
	}
	sorted, _ := o.sortRun(list.(*Cons), n)
	return sorted.head
}

// run is a part of a list that is sorted. The cdr of its tail is NIL.
type run struct{ head, tail *Cons }

// sortRun sorts the first n pairs of a list and gives what followed them.
func (o *ordering) sortRun(list *Cons, n int) (run, Value) {
	if n <= 3 {
		return o.sortFew(list, n)
	}
	a, rest := o.sortRun(list, n/2)
	b, rest := o.sortRun(rest.(*Cons), n-n/2)
	return o.mergeRuns(n, a, b), rest
}

// sortFew sorts up to three pairs by their elements.
func (o *ordering) sortFew(list *Cons, n int) (run, Value) {
	cells := []*Cons{list}
	for len(cells) < n {
		cells = append(cells, cells[len(cells)-1].Cdr.(*Cons))
	}
	for i := 1; i < n; i++ {
		for k := i; k > 0; k-- {
			if !o.before(cells[k].Car, cells[k-1].Car) {
				break
			}
			cells[k].Car, cells[k-1].Car = cells[k-1].Car, cells[k].Car
		}
	}
	tail := cells[n-1]
	rest := tail.Cdr
	tail.Cdr = nil
	return run{list, tail}, rest
}

// mergeRuns joins two runs. Long ones are first looked at for being in order already.
func (o *ordering) mergeRuns(n int, a, b run) run {
	const long = 8
	if n >= long {
		less := o.before(b.head.Car, a.tail.Car)
		if !less {
			a.tail.Cdr = b.head
			return run{a.head, b.tail}
		}
		if less = o.before(b.tail.Car, a.head.Car); less {
			b.tail.Cdr = a.head
			return run{b.head, a.tail}
		}
	}
	return o.interleave(a, b)
}

func (o *ordering) interleave(a, b run) run {
	var start Cons
	end := &start
	for {
		second := o.before(b.head.Car, a.head.Car)
		from, other := &a, &b
		if second {
			from, other = &b, &a
		}
		end.Cdr, end = from.head, from.head
		next, ok := from.head.Cdr.(*Cons)
		if !ok {
			end.Cdr = other.head
			return run{start.Cdr.(*Cons), other.tail}
		}
		from.head = next
	}
}
