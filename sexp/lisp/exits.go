package lisp

// block is a BLOCK while its body is compiled. home holds the target.
type block struct {
	home *variable
	used bool
}

func blockForm(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 1, -1)
	if !isSymbol(args[0]) {
		panic(c.m.errProgram("%s is not the name of a block", show(args[0])))
	}
	return c.block(args[0], args[1:], s)
}

// block compiles the forms in a block of a name.
func (c *compiler) block(name Value, forms []Value, s *scope) code {
	defer c.fn.release(c.fn.top)
	b := &block{home: c.slot()}
	body := c.body(forms, s.with(blocks, name, b))
	if !b.used {
		return body
	}
	return func(m *machine, s []Value) Value {
		to := &target{}
		b.home.bind(s, to)
		v, e := m.catch(to, func() Value { return body(m, s) })
		if e != nil {
			return m.values(e.values...)
		}
		return v
	}
}

func returnFrom(c *compiler, form *Cons, s *scope) code {
	args := append(c.split(form, 1, 2), nil)
	b, ok := c.find(s, blocks, args[0]).(*block)
	if !ok {
		panic(c.m.errProgram("there is no block %s around", show(args[0])))
	}
	b.used = true
	value, home, at := c.form(args[1], s), c.read(b.home), c.m.at
	return func(m *machine, s []Value) Value {
		all := m.allValues(value(m, s))
		to := home(m, s).(*target)
		if to.gone {
			m.at, m.builtin = at, ""
			panic(m.wrongAs("CONTROL-ERROR", "the block that it would return from has ended"))
		}
		m.leave(to, 0, all)
		return nil
	}
}

// loopForm is (PP.LISP:LOOP (form …) (form …)): it runs the first forms once and the others again and again,
// until the test of an (PP.LISP:UNTIL test) among them is true.
func loopForm(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 2, 2)
	first, before := c.statements(args[0], s), c.fn.forms
	again := c.statements(args[1], s)
	cost := 1 + (c.fn.forms-before)/formsPerStep
	return func(m *machine, s []Value) Value {
		for ends := first.run(m, s); !ends; ends = again.run(m, s) {
			m.work(cost)
		}
		m.many = false
		return nil
	}
}

// statements are forms of a loop, some of which end it when they are true.
type statements []struct {
	do   code
	ends bool
}

func (c *compiler) statements(forms Value, s *scope) statements {
	items := itemsOf(c.m, forms)
	all := make(statements, len(items))
	for i, f := range items {
		if cell, ok := f.(*Cons); ok && cell.Car == internal("UNTIL") {
			all[i].ends, f = true, c.split(cell, 1, 1)[0]
		}
		all[i].do = c.form(f, s)
	}
	return all
}

func (all statements) run(m *machine, s []Value) (ends bool) {
	for i := range all {
		if v := all[i].do(m, s); all[i].ends && v != nil {
			return true
		}
	}
	return false
}

// handlerCase is (HANDLER-CASE form (type (variable) body …) …).
func handlerCase(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 1, -1)
	protected := c.form(args[0], s)
	n := len(args) - 1
	tests, binds, bodies := make([]typeTest, n), make([]func(*machine, []Value, Value), n), make([]code, n)
	for i, a := range args[1:] {
		parts := listOf(c.m, a, 2, -1, "%s is not a clause of HANDLER-CASE")
		tests[i] = newTypeTest(c.m, parts[0])
		vars := listOf(c.m, parts[1], 0, 1, "%s is not a list of at most one variable")
		top, inner := c.fn.top, s
		if len(vars) == 1 {
			binds[i], inner = c.target(vars[0], s, false)
		}
		bodies[i] = c.body(parts[2:], inner)
		c.fn.release(top)
	}
	return func(m *machine, s []Value) Value {
		to, before := &target{}, m.handlers
		m.room(slotBytes * (1 + 4*n))
		v, e := m.catch(to, func() Value {
			for i := n - 1; i >= 0; i-- {
				m.handlers = append(m.handlers, handler{is: tests[i], to: to, index: i})
			}
			return protected(m, s)
		})
		m.handlers = before
		if e == nil {
			return v
		}
		if bind := binds[e.index]; bind != nil {
			bind(m, s, e.values[0])
		}
		return bodies[e.index](m, s)
	}
}

// handlerBind is (HANDLER-BIND ((type function) …) body …).
func handlerBind(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 1, -1)
	var tests []typeTest
	var functions []code
	for _, b := range listOf(c.m, args[0], 0, -1, "%s is not a list of handlers") {
		parts := listOf(c.m, b, 2, 2, "%s is not a type and a function")
		tests = append(tests, newTypeTest(c.m, parts[0]))
		functions = append(functions, c.form(parts[1], s))
	}
	body, at := c.body(args[1:], s), c.m.at
	return func(m *machine, s []Value) Value {
		m.room(slotBytes * 4 * len(tests))
		before := m.handlers
		all := make([]handler, len(tests))
		for i, is := range tests {
			v := functions[i](m, s)
			m.at, m.builtin = at, ""
			all[len(all)-1-i] = handler{is: is, do: m.functionOf(v), below: len(before)}
		}
		m.handlers = append(before, all...)
		v := body(m, s)
		m.handlers = before
		return v
	}
}
