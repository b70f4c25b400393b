package lisp

func bindingSpecials() []special {
	return []special{
		{"LET", letForm},
		{"LET*", letInOrder},
		{"FLET", flet},
		{"LABELS", labels},
		{"MACROLET", macrolet},
		{"MULTIPLE-VALUE-BIND", valueBind},
		{"DESTRUCTURING-BIND", destructuringBind},
	}
}

// dynamicBinding is a global variable that is bound while a form runs.
type dynamicBinding struct {
	cell  *cell
	value Value
}

// globalValue is the value of a global variable.
func (m *machine) globalValue(c *cell) (Value, error) {
	for i := len(m.dynamic) - 1; i >= 0; i-- {
		if m.dynamic[i].cell == c {
			m.work(len(m.dynamic) / 8)
			return m.dynamic[i].value, nil
		}
	}
	if !c.bound {
		return nil, &failure{class: "UNBOUND-VARIABLE", slots: []Value{sym("NAME"), c.name},
			text: "the variable " + show(c.name) + " has no value; bind it with LET, or quote it"}
	}
	return c.value, nil
}

// setGlobal assigns a global variable, for good only while the program is loaded.
func (m *machine) setGlobal(c *cell, v Value) error {
	for i := len(m.dynamic) - 1; i >= 0; i-- {
		if m.dynamic[i].cell == c {
			m.dynamic[i].value = v
			return nil
		}
	}
	switch {
	case !c.bound:
		return wrong("there is no variable %s: bind it with LET, or define it with DEFPARAMETER", show(c.name))
	case c.constant:
		return wrong("%s is a constant and cannot be changed", show(c.name))
	case m.defining == nil || m.defining.cells[c.name] != c:
		return wrong("%s is a global variable, which a call cannot change: bind it with LET", show(c.name))
	}
	c.value = v
	return nil
}

func (c *compiler) isGlobal(name Value) bool {
	cell := c.p.known(name)
	return cell != nil && cell.bound
}

func (c *compiler) isConstant(name Value) bool {
	cell := c.p.known(name)
	return cell != nil && cell.constant
}

// clause is a variable that LET binds, and the form of its value.
type clause struct{ name, init Value }

func clauses(c *compiler, form *Cons) ([]clause, []Value) {
	args := c.split(form, 1, -1)
	items := listOf(c.m, args[0], 0, -1, "%s is not a list of bindings")
	all := c.room.clauses.take(len(items))
	for i, item := range items {
		all[i] = clause{name: item}
		if cell, ok := item.(*Cons); ok {
			parts := listOf(c.m, cell, 1, 2, "%s is not a binding")
			all[i].name = parts[0]
			if len(parts) == 2 {
				all[i].init = parts[1]
			}
		}
		c.bindable(all[i].name)
	}
	return all, args[1:]
}

func letForm(c *compiler, form *Cons, s *scope) node {
	all, body := clauses(c, form)
	defer c.fn.release(c.fn.top)
	inner := s
	steps := c.room.steps.take(len(all))
	seen := map[Value]bool{}
	for i, cl := range all {
		if seen[cl.name] {
			panic(errProgram("%s is bound twice", show(cl.name)))
		}
		seen[cl.name] = true
		steps[i], inner = c.step(cl.name, inner)
	}
	for i, cl := range all {
		steps[i].init = c.form(cl.init, s)
	}
	return bindAll(c, steps, body, inner)
}

func letInOrder(c *compiler, form *Cons, s *scope) node {
	all, body := clauses(c, form)
	defer c.fn.release(c.fn.top)
	steps := c.room.steps.take(len(all))
	for i, cl := range all {
		var inner *scope
		steps[i], inner = c.step(cl.name, s)
		steps[i].inOrder = true
		steps[i].init = c.form(cl.init, s)
		s = inner
	}
	return bindAll(c, steps, body, s)
}

// step binds one variable: of the function, or a global one.
type step struct {
	v       *variable
	global  *cell
	init    node
	inOrder bool // a global variable is bound before the next form is evaluated
}

func (c *compiler) step(name Value, s *scope) (step, *scope) {
	var st step
	if c.isGlobal(name) {
		st.global = c.p.known(name)
		st.v = c.slot(1) // where the value waits
		return st, s
	}
	st.v, s = c.bind(name, s)
	return st, s
}

func bindAll(c *compiler, steps []step, forms []Value, s *scope) node {
	body := c.body(forms, s)
	dynamic := false
	for _, st := range steps {
		dynamic = dynamic || st.global != nil
	}
	return later(func(multi bool) code {
		if dynamic {
			return bindDynamic(steps, body.code(multi))
		}
		return bindSlots(steps, body.code(multi))
	})
}

func bindSlots(steps []step, body code) code {
	type init struct {
		do    code
		slot  int
		boxed bool
	}
	all := make([]init, len(steps))
	for i, st := range steps {
		all[i] = init{st.init.code(false), st.v.slot, st.v.boxed()}
	}
	if len(all) == 1 && !all[0].boxed {
		do, slot := all[0].do, all[0].slot
		return func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			s[slot] = v
			return body(m, s)
		}
	}
	return func(m *machine, s []Value) (Value, error) {
		for i := range all {
			v, err := all[i].do(m, s)
			if err != nil {
				return nil, err
			}
			if all[i].boxed {
				v = &box{value: v}
			}
			s[all[i].slot] = v
		}
		return body(m, s)
	}
}

// bindDynamic binds variables of which some are global, until the body ends.
func bindDynamic(steps []step, body code) code {
	inits := make([]code, len(steps))
	for i, st := range steps {
		inits[i] = st.init.code(false)
	}
	return func(m *machine, s []Value) (Value, error) {
		before := len(m.dynamic)
		v, err := m.bindDynamic(steps, inits, body, s)
		m.dynamic = m.dynamic[:before]
		return v, err
	}
}

func (m *machine) bindDynamic(steps []step, inits []code, body code, s []Value) (Value, error) {
	m.room(2 * slotBytes * len(steps))
	for i, st := range steps {
		v, err := inits[i](m, s)
		if err != nil {
			return nil, err
		}
		switch {
		case st.global == nil && st.v.boxed():
			v = &box{value: v}
		case st.global != nil && st.inOrder:
			m.dynamic = append(m.dynamic, dynamicBinding{st.global, v})
		}
		s[st.v.slot] = v
	}
	for _, st := range steps {
		if st.global != nil && !st.inOrder {
			m.dynamic = append(m.dynamic, dynamicBinding{st.global, s[st.v.slot]})
		}
	}
	return body(m, s)
}

// valueBind is (MULTIPLE-VALUE-BIND (name …) form body …).
func valueBind(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 2, -1)
	names := listOf(c.m, args[0], 0, -1, "%s is not a list of variables")
	value := c.form(args[1], s)
	defer c.fn.release(c.fn.top)
	inner := s
	vars := make([]*variable, len(names))
	for i, name := range names {
		c.bindable(name)
		if c.isGlobal(name) {
			panic(errProgram("%s is a global variable: name the variable otherwise", show(name)))
		}
		vars[i], inner = c.bind(name, inner)
	}
	body := c.body(args[2:], inner)
	return later(func(multi bool) code { return bindValues(vars, value.code(true), body.code(multi)) })
}

func bindValues(vars []*variable, value, body code) code {
	assign := make([]assignment, len(vars))
	for i, v := range vars {
		assign[i] = v.assign()
	}
	return func(m *machine, s []Value) (Value, error) {
		v, err := value(m, s)
		if err != nil {
			return nil, err
		}
		for i, set := range assign {
			switch {
			case i == 0:
			case i <= len(m.more):
				v = m.more[i-1]
			default:
				v = nil
			}
			if err := set(m, s, v); err != nil {
				return nil, err
			}
		}
		return body(m, s)
	}
}

// destructuringBind is (DESTRUCTURING-BIND pattern form body …).
func destructuringBind(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 2, -1)
	value := c.form(args[1], s)
	defer c.fn.release(c.fn.top)
	assign, inner := patternOf(c, args[0], s)
	body := c.body(args[2:], inner)
	where := c.at
	return later(func(multi bool) code {
		do, take, end := value.code(false), assign(), body.code(multi)
		return func(m *machine, s []Value) (Value, error) {
			v, err := do(m, s)
			if err != nil {
				return nil, err
			}
			if err := take(m, s, v); err != nil {
				return nil, m.raise(err, where)
			}
			return end(m, s)
		}
	})
}
