package lisp

func basicSpecials() []special {
	return []special{
		{"QUOTE", quoteForm},
		{"FUNCTION", functionForm},
		{"LAMBDA", lambdaForm},
		{"IF", ifForm},
		{"PROGN", progn},
		{"SETQ", setq},
		{"THE", theForm},
		{"AND", connective(false)},
		{"OR", connective(true)},
		{"VALUES", valuesForm},
		{"MULTIPLE-VALUE-LIST", valueList},
		{"MULTIPLE-VALUE-CALL", valueCall},
	}
}

func quoteForm(c *compiler, form *Cons, _ *scope) node { return c.literal(c.split(form, 1, 1)[0]) }

func lambdaForm(c *compiler, form *Cons, s *scope) node { return c.lambda(nil, form.Cdr, s) }

func functionForm(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, 1)
	if isForm(args[0], "LAMBDA") {
		return c.lambda(nil, args[0].(*Cons).Cdr, s)
	}
	if v, ok := c.find(s, functions, args[0]).(*variable); ok {
		return c.resolve(v)
	}
	name, ok := args[0].(Symbol)
	if !ok {
		panic(noFunction(args[0]))
	}
	if f := c.p.language.operator(name).function; f != nil {
		return constant(f)
	}
	if c.p.language.has(name) || name.Name().Package != "" {
		panic(noFunction(name))
	}
	return c.cellFunction(c.p.cell(name))
}

// cellFunction is the global function of a name, which may be defined later.
func (c *compiler) cellFunction(cell *cell) node {
	c.refer(cell, false)
	where := c.at
	return later(func(multi bool) code {
		return single(multi, func(m *machine, _ []Value) (Value, error) {
			if cell.function == nil {
				return nil, m.raise(noFunction(cell.name), where)
			}
			return cell.function, nil
		})
	})
}

func ifForm(c *compiler, form *Cons, s *scope) node {
	nodes := c.forms(c.split(form, 2, 3), s)
	if len(nodes) == 2 {
		nodes = append(nodes, constant(nil))
	}
	return later(func(multi bool) code {
		test, yes, no := nodes[0].code(false), nodes[1].code(multi), nodes[2].code(multi)
		return func(m *machine, s []Value) (Value, error) {
			v, err := test(m, s)
			if err != nil {
				return nil, err
			}
			if v != nil {
				return yes(m, s)
			}
			return no(m, s)
		}
	})
}

// forms understands each of several forms.
func (c *compiler) forms(forms []Value, s *scope) []node {
	nodes := c.room.nodes.take(len(forms))
	for i, f := range forms {
		nodes[i] = c.form(f, s)
	}
	return nodes
}

func progn(c *compiler, form *Cons, s *scope) node { return c.body(c.split(form, 0, -1), s) }

func setq(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 0, -1)
	if len(args)%2 != 0 {
		panic(errProgram("SETQ takes names and forms by twos"))
	}
	var nodes []node
	for i := 0; i < len(args); i += 2 {
		nodes = append(nodes, c.assign(args[i], args[i+1], s))
	}
	return sequence(nodes)
}

// assign is (SETQ name form).
func (c *compiler) assign(name, form Value, s *scope) node {
	value := c.form(form, s)
	found, local := c.find(s, variables, name).(*variable)
	if !local {
		c.bindable(name)
		return c.assignGlobal(name, value)
	}
	v := c.resolve(found)
	v.first().assigned = true
	where := c.at
	return later(func(multi bool) code {
		do, i := value.code(false), v.slot
		if v.boxed() {
			return single(multi, assignBox(do, i, where))
		}
		return single(multi, func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err == nil {
				s[i] = v
			}
			return v, err
		})
	})
}

func assignBox(do code, i int, where position) code {
	return func(m *machine, s []Value) (Value, error) {
		v, err := do(m, s)
		if err != nil {
			return nil, err
		}
		b := s[i].(*box)
		if b.frozen {
			return nil, m.raise(wrong("a variable around the function was there before the call, and cannot be changed"),
				where)
		}
		b.value = v
		return v, nil
	}
}

func (c *compiler) assignGlobal(name Value, value node) node {
	cell := c.p.cell(name)
	c.refer(cell, true)
	where := c.at
	return later(func(multi bool) code {
		do := value.code(false)
		return single(multi, func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			if err := m.setGlobal(cell, v); err != nil {
				return nil, m.raise(err, where)
			}
			return v, nil
		})
	})
}

// theForm is (THE type form). The type is checked, as SBCL does.
func theForm(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 2, 2)
	value := c.form(args[1], s)
	if isForm(args[0], "VALUES") {
		return value
	}
	is := newTypeTest(c.m, args[0])
	spec, where := args[0], c.at
	return later(func(multi bool) code {
		do := value.code(multi)
		return func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			ok, err := is.of(m, v)
			if err == nil && !ok {
				err = wrongValue(v, spec)
			}
			return m.raised(v, err, where)
		}
	})
}

// connective is AND, or OR when it ends at the first value that is true.
func connective(until bool) func(*compiler, *Cons, *scope) node {
	return func(c *compiler, form *Cons, s *scope) node {
		nodes := c.forms(c.split(form, 0, -1), s)
		if len(nodes) == 0 {
			return constant(truth(!until))
		}
		last := len(nodes) - 1
		return later(func(multi bool) code {
			return connected(codes(nodes[:last]), nodes[last].code(multi), until)
		})
	}
}

func connected(before []code, end code, until bool) code {
	return func(m *machine, s []Value) (Value, error) {
		for _, do := range before {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			if (v != nil) == until {
				m.more = nil
				return v, nil
			}
		}
		return end(m, s)
	}
}
