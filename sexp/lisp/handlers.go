package lisp

func conditionSpecials() []special {
	return []special{
		{"HANDLER-CASE", handlerCase},
		{"HANDLER-BIND", handlerBind},
		{"RESTART-CASE", restartCase},
	}
}

func conditionMacros() []macro {
	return []macro{
		{"IGNORE-ERRORS", func(_ *machine, form *Cons) Value {
			c := newGensym("C")
			return list(sym("HANDLER-CASE"), listTail(form.Cdr, sym("PROGN")),
				list(sym("ERROR"), list(c), list(sym("VALUES"), nil, c)))
		}},
		{"CHECK-TYPE", expandCheckType}, {"ASSERT", expandAssert},
	}
}

// expandCheckType is (CHECK-TYPE place type).
func expandCheckType(m *machine, form *Cons) Value {
	args := parts(m, form, 2, 3)
	quoted := list(sym("QUOTE"), args[1])
	failing := list(
		sym("ERROR"),
		list(sym("QUOTE"), sym("SIMPLE-TYPE-ERROR")),
		kw("DATUM"),
		args[0],
		kw("EXPECTED-TYPE"),
		quoted,
		kw("FORMAT-CONTROL"),
		&Str{text: "The value of ~S is ~S, which is not of type ~S."},
		kw("FORMAT-ARGUMENTS"),
		list(sym("LIST"), list(sym("QUOTE"), args[0]), args[0], quoted),
	)
	return list(sym("UNLESS"), list(sym("TYPEP"), args[0], quoted), failing)
}

// expandAssert is (ASSERT test (place …) datum argument …).
func expandAssert(m *machine, form *Cons) Value {
	args := parts(m, form, 1, -1)
	failing := list(sym("ERROR"), &Str{text: "The assertion ~S failed."}, list(sym("QUOTE"), args[0]))
	if len(args) > 2 {
		failing = listTail(list(args[2:]...), sym("ERROR"))
	}
	return list(sym("UNLESS"), args[0], failing)
}

// clauseCode is a clause that takes over: it gets what the exit brings.
type clauseCode func(m *machine, s []Value, e *exit) (Value, error)

// handlerCase is (HANDLER-CASE form (type (variable) body …) …).
func handlerCase(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, -1)
	for i, a := range args[1:] {
		if cl, ok := a.(*Cons); ok && cl.Car == kw("NO-ERROR") {
			others := append(append([]Value{}, args[1:i+1]...), args[i+2:]...)
			return noError(c, form, args[0], others, cl, s)
		}
	}
	protected := c.form(args[0], s)
	tests := make([]typeTest, len(args)-1)
	clauses := make([]func(multi bool) clauseCode, len(args)-1)
	for i, a := range args[1:] {
		tests[i], clauses[i] = handlerClause(c, a, s)
	}
	return later(func(multi bool) code {
		do := protected.code(multi)
		all := make([]clauseCode, len(clauses))
		for i, cl := range clauses {
			all[i] = cl(multi)
		}
		return runHandlerCase(do, tests, all)
	})
}

func runHandlerCase(do code, tests []typeTest, clauses []clauseCode) code {
	return func(m *machine, s []Value) (Value, error) {
		to := &target{}
		m.room(slotBytes * (1 + 4*len(tests)))
		state := m.state()
		for i := len(tests) - 1; i >= 0; i-- {
			m.handlers = append(m.handlers, handler{is: tests[i], to: to, index: i})
		}
		v, err := do(m, s)
		state.restore(m)
		if e, ok := arrived(err, to); ok {
			return clauses[e.index](m, s, e)
		}
		return v, err
	}
}

// state is what is in force: handlers, restarts and bindings of global variables.
type state struct {
	restarts, dynamic int
	all               []handler
}

func (m *machine) state() state {
	return state{len(m.restarts), len(m.dynamic), m.handlers}
}

func (s state) restore(m *machine) {
	m.handlers, m.restarts, m.dynamic = s.all, m.restarts[:s.restarts], m.dynamic[:s.dynamic]
}

// noError is a HANDLER-CASE with a clause that takes the values where nothing happened.
func noError(c *compiler, form *Cons, protected Value, clauses []Value, last *Cons, s *scope) node {
	away, inner := newGensym("ERROR"), newGensym("NORMAL")
	handled := listTail(list(clauses...), form.Car, list(sym("RETURN-FROM"), inner, protected))
	return c.form(list(sym("BLOCK"), away,
		list(sym("MULTIPLE-VALUE-CALL"), listTail(last.Cdr, sym("LAMBDA")),
			list(sym("BLOCK"), inner, list(sym("RETURN-FROM"), away, handled)))), s)
}

func handlerClause(c *compiler, v Value, s *scope) (typeTest, func(multi bool) clauseCode) {
	parts := listOf(c.m, v, 2, -1, "%s is not a clause of HANDLER-CASE")
	is := newTypeTest(c.m, parts[0])
	vars := listOf(c.m, parts[1], 0, 1, "%s is not a list of at most one variable")
	defer c.fn.release(c.fn.top)
	var home *variable
	if len(vars) == 1 {
		c.bindable(vars[0])
		home, s = c.bind(vars[0], s)
	}
	body := c.body(parts[2:], s)
	return is, func(multi bool) clauseCode {
		do := body.code(multi)
		if home == nil {
			return func(m *machine, s []Value, _ *exit) (Value, error) { return do(m, s) }
		}
		assign := home.assign()
		return func(m *machine, s []Value, e *exit) (Value, error) {
			if err := assign(m, s, e.value); err != nil {
				return nil, err
			}
			return do(m, s)
		}
	}
}

// handlerBind is (HANDLER-BIND ((type function) …) body …).
func handlerBind(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, -1)
	bindings := listOf(c.m, args[0], 0, -1, "%s is not a list of handlers")
	tests, functions := make([]typeTest, len(bindings)), make([]node, len(bindings))
	for i, b := range bindings {
		parts := listOf(c.m, b, 2, 2, "%s is not a type and a function")
		tests[i] = newTypeTest(c.m, parts[0])
		functions[i] = c.form(parts[1], s)
	}
	body := c.body(args[1:], s)
	where := c.at
	return later(func(multi bool) code { return runHandlerBind(body.code(multi), tests, codes(functions), where) })
}

func runHandlerBind(do code, tests []typeTest, functions []code, where position) code {
	return func(m *machine, s []Value) (Value, error) {
		m.room(slotBytes * 4 * len(tests))
		state := m.state()
		all := make([]handler, len(tests))
		for i := range tests {
			v, err := functions[i](m, s)
			if err != nil {
				return nil, err
			}
			f, err := m.functionOf(v)
			if err != nil {
				return nil, m.raise(err, where)
			}
			all[len(all)-1-i] = handler{is: tests[i], do: f, below: len(m.handlers)}
		}
		m.handlers = append(m.handlers[:len(m.handlers):len(m.handlers)], all...)
		v, err := do(m, s)
		state.restore(m)
		return v, err
	}
}

// restartCase is (RESTART-CASE form (name (parameters) body …) …).
func restartCase(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, -1)
	protected := c.form(args[0], s)
	names, functions := make([]Value, len(args)-1), make([]node, len(args)-1)
	for i, a := range args[1:] {
		parts := listOf(c.m, a, 2, -1, "%s is not a clause of RESTART-CASE")
		body := parts[2:]
		for len(body) > 1 && isKeyword(body[0]) { // :REPORT and its kin are for a person at a terminal
			body = body[2:]
		}
		names[i] = parts[0]
		functions[i] = c.lambda(nil, listTail(list(body...), parts[1]), s)
	}
	where := c.at
	return later(func(multi bool) code {
		return runRestartCase(protected.code(multi), names, codes(functions), where)
	})
}

func runRestartCase(do code, names []Value, clauses []code, where position) code {
	return func(m *machine, s []Value) (Value, error) {
		m.room(slotBytes * 4 * len(names))
		to := &target{}
		state := m.state()
		for i := len(names) - 1; i >= 0; i-- {
			m.restarts = append(m.restarts, &restart{name: names[i], to: to, index: i})
		}
		v, err := do(m, s)
		state.restore(m)
		e, ok := arrived(err, to)
		if !ok {
			return v, err
		}
		f, err := clauses[e.index](m, s)
		if err != nil {
			return nil, err
		}
		if v, err = m.apply(f, e.more); err != nil {
			return nil, m.raise(err, where)
		}
		return v, nil
	}
}
