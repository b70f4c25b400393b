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
		{"IGNORE-ERRORS", func(_ *machine, form *Cons) (Value, error) {
			c := newGensym("C")
			return list(sym("HANDLER-CASE"), listTail(form.Cdr, sym("PROGN")),
				list(sym("ERROR"), list(c), list(sym("VALUES"), nil, c))), nil
		}},
		{"WITH-SIMPLE-RESTART", func(m *machine, form *Cons) (Value, error) {
			args, err := itemsOf(m, form.Cdr)
			if err != nil || len(args) == 0 || !isA[*Cons](args[0]) {
				return nil, errProgram("WITH-SIMPLE-RESTART takes (name text) and forms")
			}
			return list(sym("RESTART-CASE"), listTail(list(args[1:]...), sym("PROGN")),
				list(args[0].(*Cons).Car, nil, list(sym("VALUES"), nil, symT))), nil
		}},
		{"CHECK-TYPE", expandCheckType}, {"ASSERT", expandAssert},
	}
}

// expandCheckType is (CHECK-TYPE place type).
func expandCheckType(m *machine, form *Cons) (Value, error) {
	args, err := parts(m, form, 2, 3)
	if err != nil {
		return nil, err
	}
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
	return again(list(sym("TYPEP"), args[0], quoted), failing, "STORE-VALUE", args[0]), nil
}

// expandAssert is (ASSERT test (place …) datum argument …).
func expandAssert(m *machine, form *Cons) (Value, error) {
	args, err := parts(m, form, 1, -1)
	if err != nil {
		return nil, err
	}
	failing := list(sym("ERROR"), &Str{text: "The assertion ~S failed."}, list(sym("QUOTE"), args[0]))
	if len(args) > 2 {
		failing = listTail(list(args[2:]...), sym("ERROR"))
	}
	return again(args[0], failing, "CONTINUE", nil), nil
}

// again does what fails until a test is true: the restart that is named tries once more, after
// giving a place a value where there is one.
func again(test, failing Value, restart string, place Value) Value {
	once, v := newGensym("AGAIN"), newGensym("VALUE")
	clause := list(sym(restart), nil, list(sym("GO"), once))
	switch {
	case place == nil:
	case isSymbol(place) || isA[*Cons](place):
		clause = list(sym(restart), list(v), list(sym("SETF"), place, v), list(sym("GO"), once))
	default:
		return list(sym("IF"), test, nil, failing)
	}
	return list(sym("TAGBODY"), once, list(sym("IF"), test, nil, list(sym("RESTART-CASE"), failing, clause)))
}

// clauseCode is a clause that takes over: it gets what the exit brings.
type clauseCode func(m *machine, s []Value, e *exit) (Value, error)

// handlerCase is (HANDLER-CASE form (type (variable) body …) …).
func handlerCase(c *compiler, form *Cons, s *scope) (node, error) {
	args, err := c.split(form, 1, -1)
	if err != nil {
		return nil, err
	}
	for i, a := range args[1:] {
		if cl, ok := a.(*Cons); ok && cl.Car == kw("NO-ERROR") {
			others := append(append([]Value{}, args[1:i+1]...), args[i+2:]...)
			return noError(c, form, args[0], others, cl, s)
		}
	}
	protected, err := c.form(args[0], s)
	if err != nil {
		return nil, err
	}
	tests := make([]typeTest, len(args)-1)
	clauses := make([]func(multi bool) clauseCode, len(args)-1)
	for i, a := range args[1:] {
		if tests[i], clauses[i], err = handlerClause(c, a, s); err != nil {
			return nil, err
		}
	}
	return later(func(multi bool) code {
		do := protected.code(multi)
		all := make([]clauseCode, len(clauses))
		for i, cl := range clauses {
			all[i] = cl(multi)
		}
		return runHandlerCase(do, tests, all)
	}), nil
}

func runHandlerCase(do code, tests []typeTest, clauses []clauseCode) code {
	return func(m *machine, s []Value) (Value, error) {
		to := &target{}
		if err := m.room(slotBytes * (1 + 4*len(tests))); err != nil {
			return nil, err
		}
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

// state is what is in force: handlers, restarts, catchers and bindings of global variables.
type state struct {
	handlers, restarts, catchers, dynamic int
	all                                   []handler
}

func (m *machine) state() state {
	return state{len(m.handlers), len(m.restarts), len(m.catchers), len(m.dynamic), m.handlers}
}

func (s state) restore(m *machine) {
	m.handlers, m.restarts, m.catchers, m.dynamic = s.all, m.restarts[:s.restarts], m.catchers[:s.catchers],
		m.dynamic[:s.dynamic]
}

// noError is a HANDLER-CASE with a clause that takes the values where nothing happened.
func noError(c *compiler, form *Cons, protected Value, clauses []Value, last *Cons, s *scope) (node, error) {
	away, inner := newGensym("ERROR"), newGensym("NORMAL")
	handled := listTail(list(clauses...), form.Car, list(sym("RETURN-FROM"), inner, protected))
	return c.form(list(sym("BLOCK"), away,
		list(sym("MULTIPLE-VALUE-CALL"), listTail(last.Cdr, sym("LAMBDA")),
			list(sym("BLOCK"), inner, list(sym("RETURN-FROM"), away, handled)))), s)
}

func handlerClause(c *compiler, v Value, s *scope) (typeTest, func(multi bool) clauseCode, error) {
	parts, err := itemsOf(c.m, v)
	if err != nil || len(parts) < 2 {
		return nil, nil, errProgram("%s is not a clause of HANDLER-CASE", show(v))
	}
	is, err := newTypeTest(c.m, parts[0])
	if err != nil {
		return nil, nil, err
	}
	vars, err := itemsOf(c.m, parts[1])
	if err != nil || len(vars) > 1 {
		return nil, nil, errProgram("%s is not a list of at most one variable", show(parts[1]))
	}
	mark := c.fn.top
	defer func() { c.fn.top = mark }()
	var home *variable
	if len(vars) == 1 {
		if err := c.bindable(vars[0]); err != nil {
			return nil, nil, err
		}
		home, s = c.bind(vars[0], s)
	}
	body, err := c.body(parts[2:], s)
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
	}, err
}

// handlerBind is (HANDLER-BIND ((type function) …) body …).
func handlerBind(c *compiler, form *Cons, s *scope) (node, error) {
	args, err := c.split(form, 1, -1)
	if err != nil {
		return nil, err
	}
	bindings, err := itemsOf(c.m, args[0])
	if err != nil {
		return nil, errProgram("%s is not a list of handlers", show(args[0]))
	}
	tests, functions := make([]typeTest, len(bindings)), make([]node, len(bindings))
	for i, b := range bindings {
		parts, err := itemsOf(c.m, b)
		if err != nil || len(parts) != 2 {
			return nil, errProgram("%s is not a type and a function", show(b))
		}
		if tests[i], err = newTypeTest(c.m, parts[0]); err != nil {
			return nil, err
		}
		if functions[i], err = c.form(parts[1], s); err != nil {
			return nil, err
		}
	}
	body, err := c.body(args[1:], s)
	where := c.at
	return later(func(multi bool) code { return runHandlerBind(body.code(multi), tests, codes(functions), where) }), err
}

func runHandlerBind(do code, tests []typeTest, functions []code, where position) code {
	return func(m *machine, s []Value) (Value, error) {
		if err := m.room(slotBytes * 4 * len(tests)); err != nil {
			return nil, err
		}
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
func restartCase(c *compiler, form *Cons, s *scope) (node, error) {
	args, err := c.split(form, 1, -1)
	if err != nil {
		return nil, err
	}
	protected, err := c.form(args[0], s)
	if err != nil {
		return nil, err
	}
	names, functions := make([]Value, len(args)-1), make([]node, len(args)-1)
	for i, a := range args[1:] {
		parts, err := itemsOf(c.m, a)
		if err != nil || len(parts) < 2 {
			return nil, errProgram("%s is not a clause of RESTART-CASE", show(a))
		}
		body := parts[2:]
		for len(body) > 1 && isKeyword(body[0]) { // :REPORT and its kin are for a person at a terminal
			body = body[2:]
		}
		names[i] = parts[0]
		if functions[i], err = c.lambda("", listTail(list(body...), parts[1]), s); err != nil {
			return nil, err
		}
	}
	where := c.at
	return later(func(multi bool) code {
		return runRestartCase(protected.code(multi), names, codes(functions), where)
	}), nil
}

func runRestartCase(do code, names []Value, clauses []code, where position) code {
	return func(m *machine, s []Value) (Value, error) {
		if err := m.room(slotBytes * 4 * len(names)); err != nil {
			return nil, err
		}
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
