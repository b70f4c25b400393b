package lisp

// freeze makes a value and all that can be reached from it unchangeable. What is frozen has
// nothing in it that is not.
func freeze(m *machine, v Value) {
	for {
		m.work(1)
		c, ok := v.(*Cons)
		if !ok {
			freezeObject(m, v)
			return
		}
		if c.frozen {
			return
		}
		c.frozen = true
		freezePart(m, c.Car)
		v = c.Cdr
	}
}

// freezePart freezes what is in a value.
func freezePart(m *machine, v Value) {
	switch v.(type) {
	case nil, Symbol:
		return
	}
	defer m.down().up()
	freeze(m, v)
}

func freezeAll(m *machine, values []Value) {
	for _, v := range values {
		freezePart(m, v)
	}
}

func freezeObject(m *machine, v Value) {
	switch v := v.(type) {
	case *Str:
		freezeOnce(m, &v.frozen, nil)
	case *Vector:
		freezeOnce(m, &v.frozen, v.items)
	case *Struct:
		freezeOnce(m, &v.frozen, v.slots)
	case *Condition:
		freezeOnce(m, &v.frozen, v.slots)
	case *Function:
		freezeOnce(m, &v.frozen, v.closed)
	case *box:
		freezeOnce(m, &v.frozen, []Value{v.value})
	case *quasi:
		freezePart(m, v.form)
	case *comma:
		freezePart(m, v.form)
	case *Table:
		freezeTable(m, v)
	case *Stream:
		freezeOnce(m, &v.frozen, nil)
	}
}

// freezeOnce sets the mark, which is not written again where it stands: calls at the
// same time may look at it.
func freezeOnce(m *machine, mark *bool, parts []Value) {
	if *mark {
		return
	}
	*mark = true
	freezeAll(m, parts)
}

func freezeTable(m *machine, t *Table) {
	var parts []Value
	if !t.frozen {
		for k, v := range t.each {
			parts = append(parts, k, v)
		}
	}
	freezeOnce(m, &t.frozen, parts)
}
