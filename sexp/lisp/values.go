package lisp

// valuesForm is (VALUES …).
func valuesForm(c *compiler, form *Cons, s *scope) node {
	defer c.fn.release(c.fn.top)
	args, at := c.arguments(form, s)
	end := at + len(args)
	return later(func(bool) code {
		all := codes(args)
		return func(m *machine, s []Value) (Value, error) {
			if err := evaluate(m, s, s[at:end], all); err != nil {
				return nil, err
			}
			if at == end {
				return m.noValues(), nil
			}
			return m.values(s[at], s[at+1:end]...), nil
		}
	})
}

// valueList is (MULTIPLE-VALUE-LIST form).
func valueList(c *compiler, form *Cons, s *scope) node {
	value := c.form(c.split(form, 1, 1)[0], s)
	return later(func(multi bool) code {
		do := value.code(true)
		return single(multi, func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			var few [4]Value
			return listFrom(m, m.allValues(few[:0], v)), nil
		})
	})
}

// allValues appends the values of the form evaluated last, of which v is the first.
func (m *machine) allValues(to []Value, v Value) []Value {
	if m.more != nil && len(m.more) == 0 {
		return to
	}
	return append(append(to, v), m.more...)
}

// valueCall is (MULTIPLE-VALUE-CALL function form …).
func valueCall(c *compiler, form *Cons, s *scope) node {
	nodes := c.forms(c.split(form, 1, -1), s)
	where := c.at
	return later(func(bool) code {
		f := nodes[0].code(false)
		var forms []code
		for _, n := range nodes[1:] {
			forms = append(forms, n.code(true))
		}
		return func(m *machine, s []Value) (Value, error) {
			fn, err := f(m, s)
			if err != nil {
				return nil, err
			}
			var all []Value
			for _, do := range forms {
				v, err := do(m, s)
				if err != nil {
					return nil, err
				}
				all = m.allValues(all, v)
			}
			m.room(slotBytes * len(all))
			v, err := m.apply(fn, all)
			return m.raised(v, err, where)
		}
	})
}

// keepValues gives what sets the values after the first again as they are now.
func (m *machine) keepValues() func(*machine) {
	if m.more == nil {
		return func(m *machine) { m.more = nil }
	}
	kept := append([]Value{}, m.more...)
	return func(m *machine) { m.more = append(m.spread[:0], kept...) }
}
