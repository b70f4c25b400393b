package lisp

import "slices"

func valueList(c *compiler, form *Cons, s *scope) code {
	do := c.form(c.split(form, 1, 1)[0], s)
	return func(m *machine, s []Value) Value {
		all := m.allValues(do(m, s))
		m.many = false
		return listFrom(m, all)
	}
}

// valueBind is (MULTIPLE-VALUE-BIND (name …) form body …).
func valueBind(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 2, -1)
	value := c.form(args[1], s)
	defer c.fn.release(c.fn.top)
	var sets []func(m *machine, s []Value, v Value)
	for _, name := range listOf(c.m, args[0], 0, -1, "%s is not a list of variables") {
		var set func(m *machine, s []Value, v Value)
		set, s = c.target(name, s, false)
		sets = append(sets, set)
	}
	body := c.body(args[2:], s)
	return func(m *machine, s []Value) Value {
		all := m.allValues(value(m, s))
		for i, set := range sets {
			var v Value
			if i < len(all) {
				v = all[i]
			}
			set(m, s, v)
		}
		return body(m, s)
	}
}

// step binds one variable: of the function, or a global one.
type step struct {
	v      *variable
	global *cell
	init   code
}

// letForm is LET, or LET* if it binds in order.
func letForm(inOrder bool) func(*compiler, *Cons, *scope) code {
	return func(c *compiler, form *Cons, s *scope) code {
		args := c.split(form, 1, -1)
		defer c.fn.release(c.fn.top)
		inner := s
		var steps []step
		seen := map[Value]bool{}
		for _, item := range listOf(c.m, args[0], 0, -1, "%s is not a list of bindings") {
			parts := []Value{item}
			if isCons(item) {
				parts = listOf(c.m, item, 1, 2, "%s is not a binding")
			}
			name, outside := parts[0], s
			c.bindable(name)
			if inOrder {
				outside = inner
			} else if seen[name] {
				panic(c.m.errProgram("%s is bound twice", show(name)))
			}
			seen[name] = true
			st := step{v: c.slot(), init: c.form(append(parts, nil)[1], outside)}
			if c.isGlobal(name) {
				st.global = c.p.known(name)
			} else {
				inner = inner.with(variables, name, st.v)
			}
			steps = append(steps, st)
		}
		return bindAll(steps, inOrder, c.body(args[1:], inner))
	}
}

func bindAll(steps []step, inOrder bool, body code) code {
	isGlobal := func(st step) bool { return st.global != nil }
	if !slices.ContainsFunc(steps, isGlobal) {
		return func(m *machine, s []Value) Value {
			for i := range steps {
				steps[i].v.bind(s, steps[i].init(m, s))
			}
			return body(m, s)
		}
	}
	return func(m *machine, s []Value) Value {
		before := m.dynamic
		all := m.dynamic[:len(m.dynamic):len(m.dynamic)]
		for _, st := range steps {
			v := st.init(m, s)
			if st.v.bind(s, v); st.global != nil {
				m.room(2 * slotBytes)
				all = append(all, dynamicBinding{st.global, v})
			}
			if inOrder {
				m.dynamic = all
			}
		}
		m.dynamic = all
		v := body(m, s)
		m.dynamic = before
		return v
	}
}

// destructuringBind is (DESTRUCTURING-BIND pattern form body …).
func destructuringBind(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 2, -1)
	value, at := c.form(args[1], s), c.m.at
	defer c.fn.release(c.fn.top)
	take, inner := c.pattern(args[0], s)
	body := c.body(args[2:], inner)
	return func(m *machine, s []Value) Value {
		v := value(m, s)
		m.at, m.builtin = at, ""
		take(m, s, v)
		return body(m, s)
	}
}

// localFunctions returns the names of the functions of FLET and its kin, their parameters with the bodies, and the
// body of the form.
func (c *compiler) localFunctions(form *Cons) (names []Value, functions []*Cons, body []Value) {
	args := c.split(form, 1, -1)
	for _, item := range listOf(c.m, args[0], 0, -1, "%s is not a list of functions") {
		cell, ok := item.(*Cons)
		if !ok || !isSymbol(cell.Car) || cell.Car == nil || !isCons(cell.Cdr) {
			panic(c.m.errProgram("%s is not a function's name, parameters and body", show(item)))
		}
		if c.p.language.isLanguage(cell.Car) {
			panic(c.m.errProgram("%s belongs to the language: choose another name", show(cell.Car)))
		}
		names, functions = append(names, cell.Car), append(functions, cell.Cdr.(*Cons))
	}
	return names, functions, args[1:]
}

func flet(c *compiler, form *Cons, s *scope) code {
	names, parts, body := c.localFunctions(form)
	defer c.fn.release(c.fn.top)
	inner := s
	var steps []step
	for i, name := range names {
		st := step{init: c.lambda(name, parts[i], s), v: c.slot()}
		inner = inner.with(functions, name, st.v)
		steps = append(steps, st)
	}
	return bindAll(steps, true, c.body(body, inner))
}

func labels(c *compiler, form *Cons, s *scope) code {
	names, parts, body := c.localFunctions(form)
	defer c.fn.release(c.fn.top)
	vars, inits := make([]*variable, len(names)), make([]code, len(names))
	for i, name := range names {
		vars[i] = c.slot()
		s = s.with(functions, name, vars[i])
	}
	for i, name := range names {
		inits[i] = c.lambda(name, parts[i], s)
	}
	do := c.body(body, s)
	return func(m *machine, s []Value) Value {
		for _, v := range vars {
			v.bind(s, nil)
		}
		for i, v := range vars {
			f := inits[i](m, s)
			if b, ok := s[v.slot].(*box); ok {
				b.value = f
			} else {
				s[v.slot] = f
			}
		}
		return do(m, s)
	}
}
