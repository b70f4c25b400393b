package lisp

// freeze makes a value and all that can be reached from it unchangeable. What is frozen has
// nothing in it that is not.
func (m *machine) freeze(v Value) error {
	for {
		if err := m.work(1); err != nil {
			return err
		}
		c, ok := v.(*Cons)
		if !ok {
			return m.freezeObject(v)
		}
		if c.frozen {
			return nil
		}
		c.frozen = true
		if err := m.freezePart(c.Car); err != nil {
			return err
		}
		v = c.Cdr
	}
}

// freezePart freezes what is in a value.
func (m *machine) freezePart(v Value) error {
	switch v.(type) {
	case nil, Symbol:
		return nil
	}
	if err := m.down(); err != nil {
		return err
	}
	defer func() { m.depth-- }()
	return m.freeze(v)
}

func (m *machine) freezeAll(values []Value) error {
	for _, v := range values {
		if err := m.freezePart(v); err != nil {
			return err
		}
	}
	return nil
}

func (m *machine) freezeObject(v Value) error {
	switch v := v.(type) {
	case *Str:
		return m.freezeOnce(&v.frozen, nil)
	case *Vector:
		return m.freezeOnce(&v.frozen, v.items)
	case *Struct:
		return m.freezeOnce(&v.frozen, v.slots)
	case *Condition:
		return m.freezeOnce(&v.frozen, v.slots)
	case *Function:
		return m.freezeOnce(&v.frozen, v.closed)
	case *box:
		return m.freezeOnce(&v.frozen, []Value{v.value})
	case *quasi:
		return m.freezePart(v.form)
	case *comma:
		return m.freezePart(v.form)
	case *Table:
		return m.freezeTable(v)
	case *Stream:
		return m.freezeOnce(&v.frozen, nil)
	}
	return nil
}

// freezeOnce sets the mark, which is not written again where it stands: calls at the
// same time may look at it.
func (m *machine) freezeOnce(mark *bool, parts []Value) error {
	if *mark {
		return nil
	}
	*mark = true
	return m.freezeAll(parts)
}

func (m *machine) freezeTable(t *Table) error {
	var parts []Value
	if !t.frozen {
		t.each(func(k, v Value) bool { parts = append(parts, k, v); return true })
	}
	return m.freezeOnce(&t.frozen, parts)
}
