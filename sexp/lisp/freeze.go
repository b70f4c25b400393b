package lisp

// freeze makes a value and all that can be reached from it unchangeable. What is frozen has
// nothing in it that is not.
func freeze(m *machine, v Value) error {
	for {
		if err := m.work(1); err != nil {
			return err
		}
		c, ok := v.(*Cons)
		if !ok {
			return freezeObject(m, v)
		}
		if c.frozen {
			return nil
		}
		c.frozen = true
		if err := freezePart(m, c.Car); err != nil {
			return err
		}
		v = c.Cdr
	}
}

// freezePart freezes what is in a value.
func freezePart(m *machine, v Value) error {
	switch v.(type) {
	case nil, Symbol:
		return nil
	}
	if err := m.down(); err != nil {
		return err
	}
	defer func() { m.depth-- }()
	return freeze(m, v)
}

func freezeAll(m *machine, values []Value) error {
	for _, v := range values {
		if err := freezePart(m, v); err != nil {
			return err
		}
	}
	return nil
}

func freezeObject(m *machine, v Value) error {
	switch v := v.(type) {
	case *Str:
		return freezeOnce(m, &v.frozen, nil)
	case *Vector:
		return freezeOnce(m, &v.frozen, v.items)
	case *Struct:
		return freezeOnce(m, &v.frozen, v.slots)
	case *Condition:
		return freezeOnce(m, &v.frozen, v.slots)
	case *Function:
		return freezeOnce(m, &v.frozen, v.closed)
	case *box:
		return freezeOnce(m, &v.frozen, []Value{v.value})
	case *quasi:
		return freezePart(m, v.form)
	case *comma:
		return freezePart(m, v.form)
	case *Table:
		return freezeTable(m, v)
	case *Stream:
		return freezeOnce(m, &v.frozen, nil)
	}
	return nil
}

// freezeOnce sets the mark, which is not written again where it stands: calls at the
// same time may look at it.
func freezeOnce(m *machine, mark *bool, parts []Value) error {
	if *mark {
		return nil
	}
	*mark = true
	return freezeAll(m, parts)
}

func freezeTable(m *machine, t *Table) error {
	var parts []Value
	if !t.frozen {
		t.each(func(k, v Value) bool { parts = append(parts, k, v); return true })
	}
	return freezeOnce(m, &t.frozen, parts)
}
