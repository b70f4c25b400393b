package lisp

import "slices"

// specials are the forms that the compiler knows.
func specials() map[string]func(c *compiler, form *Cons, s *scope) code {
	return map[string]func(c *compiler, form *Cons, s *scope) code{
		"QUOTE":    func(c *compiler, form *Cons, _ *scope) code { return c.literal(c.split(form, 1, 1)[0]) },
		"LAMBDA":   func(c *compiler, form *Cons, s *scope) code { return c.lambda(nil, form.Cdr, s) },
		"PROGN":    func(c *compiler, form *Cons, s *scope) code { return c.body(c.split(form, 0, -1), s) },
		"FUNCTION": functionForm, "IF": ifForm, "SETQ": setq, "THE": theForm,
		"AND": connective(false), "OR": connective(true),
		"MULTIPLE-VALUE-LIST": valueList, "MULTIPLE-VALUE-CALL": valueCall, "MULTIPLE-VALUE-BIND": valueBind,
		"LET": letForm(false), "LET*": letForm(true), "FLET": flet, "LABELS": labels, "MACROLET": macrolet,
		"DESTRUCTURING-BIND": destructuringBind,
		"BLOCK":              blockForm, "RETURN-FROM": returnFrom, "PP.LISP:LOOP": loopForm,
		"CASE": keyCase(""), "ECASE": keyCase("ECASE"), "TYPECASE": typeCase(""), "ETYPECASE": typeCase("ETYPECASE"),
		"PP.LISP:SET": setPlace, "HANDLER-CASE": handlerCase, "HANDLER-BIND": handlerBind,
		"DEFUN": defun, "DEFPARAMETER": defineValue, "DEFVAR": defineValue, "DEFCONSTANT": defineValue,
		"DEFMACRO": onlyAtTop, "DEFINE-CONDITION": onlyAtTop,
	}
}

func functionForm(c *compiler, form *Cons, s *scope) code {
	name := c.split(form, 1, 1)[0]
	if isForm(name, "LAMBDA") {
		return c.lambda(nil, name.(*Cons).Cdr, s)
	}
	if v, ok := c.find(s, functions, name).(*variable); ok {
		return c.read(v)
	}
	if f := c.p.language.operators[hashable(name)].function; f != nil {
		return constant(f)
	}
	if sy, ok := name.(Symbol); !ok || c.p.language.isLanguage(sy) || sy.Name().Package != "" {
		panic(c.m.raise(noFunction(name)))
	}
	return c.cellFunction(c.p.cell(name))
}

// hashable returns a value if it can be looked up in a Go map, and nil otherwise.
func hashable(v Value) Value {
	if isSymbol(v) {
		return v
	}
	return nil
}

func ifForm(c *compiler, form *Cons, s *scope) code {
	all := append(c.forms(c.split(form, 2, 3), s), constant(nil))
	test, yes, no := all[0], all[1], all[2]
	return func(m *machine, s []Value) Value {
		if test(m, s) != nil {
			return yes(m, s)
		}
		return no(m, s)
	}
}

// connective is AND, or OR if it ends at the first value that is true.
func connective(until bool) func(*compiler, *Cons, *scope) code {
	return func(c *compiler, form *Cons, s *scope) code {
		all := c.forms(c.split(form, 0, -1), s)
		if len(all) == 0 {
			return constant(truth(!until))
		}
		before, last := all[:len(all)-1], all[len(all)-1]
		return func(m *machine, s []Value) Value {
			for _, do := range before {
				if v := do(m, s); (v != nil) == until {
					m.many = false
					return v
				}
			}
			return last(m, s)
		}
	}
}

func setq(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 0, -1)
	if len(args)%2 != 0 {
		panic(c.m.errProgram("SETQ takes names and forms by twos"))
	}
	var all []code
	for i := 0; i < len(args); i += 2 {
		all = append(all, c.assign(args[i], c.form(args[i+1], s), s))
	}
	return sequence(all)
}

// assign assigns a variable.
func (c *compiler) assign(name Value, value code, s *scope) code {
	at := c.m.at
	found, ok := c.find(s, variables, name).(*variable)
	if !ok {
		c.bindable(name)
		cell := c.p.cell(name)
		c.refer(cell, true)
		return func(m *machine, s []Value) Value {
			v := value(m, s)
			m.many, m.at, m.builtin = false, at, ""
			m.setGlobal(cell, v)
			return v
		}
	}
	local := c.fn.resolve(found)
	return func(m *machine, s []Value) Value {
		v := value(m, s)
		m.many = false
		b, ok := s[local.slot].(*box)
		if !ok {
			s[local.slot] = v
			return v
		}
		if b.frozen {
			m.at, m.builtin = at, ""
			panic(m.wrong("a variable around the function was there before the call, and cannot be changed"))
		}
		b.value = v
		return v
	}
}

// setGlobal assigns a global variable, for good only while the program is loaded.
func (m *machine) setGlobal(c *cell, v Value) {
	for i := len(m.dynamic) - 1; i >= 0; i-- {
		if m.dynamic[i].cell == c {
			m.dynamic[i].value = v
			return
		}
	}
	switch {
	case !c.bound:
		panic(m.wrong("there is no variable %s: bind it with LET, or define it with DEFPARAMETER", show(c.name)))
	case c.constant:
		panic(m.wrong("%s is a constant and cannot be changed", show(c.name)))
	case m.defining == nil || m.defining.cells[c.name] != c:
		panic(m.wrong("%s is a global variable, which a call cannot change: bind it with LET", show(c.name)))
	}
	c.value = v
}

// theForm is (THE type form). The type is checked, as SBCL does.
func theForm(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 2, 2)
	value, at := c.form(args[1], s), c.m.at
	if isForm(args[0], "VALUES") {
		return value
	}
	is := newTypeTest(c.m, args[0])
	return func(m *machine, s []Value) Value {
		v := value(m, s)
		many := m.many
		if m.at, m.builtin = at, ""; !is(m, v) {
			panic(m.wrongValue(v, args[0]))
		}
		m.many = many
		return v
	}
}

// Several values

func valueList(c *compiler, form *Cons, s *scope) code {
	do := c.form(c.split(form, 1, 1)[0], s)
	return func(m *machine, s []Value) Value {
		all := m.allValues(do(m, s))
		m.many = false
		return listFrom(m, all)
	}
}

func valueCall(c *compiler, form *Cons, s *scope) code {
	all := c.forms(c.split(form, 1, -1), s)
	at := c.m.at
	return func(m *machine, s []Value) Value {
		f := all[0](m, s)
		var args []Value
		for _, do := range all[1:] {
			args = append(args, m.allValues(do(m, s))...)
		}
		m.at, m.builtin = at, ""
		m.room(slotBytes * len(args))
		return m.apply(f, args)
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

// Variables and local functions

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

func macrolet(c *compiler, form *Cons, s *scope) code {
	names, parts, body := c.localFunctions(form)
	inner := s
	for i, name := range names {
		inner = inner.with(functions, name, c.expander(name, parts[i]))
	}
	return c.body(body, inner)
}

// Exits

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

// Choices

func otherwise(key Value) bool { return key == symT || isSym(key, "OTHERWISE") }

func anything(*machine, Value) bool { return true }

// keyCase is CASE, or one of its kin that must find a clause.
func keyCase(strict string) func(*compiler, *Cons, *scope) code {
	return func(c *compiler, form *Cons, s *scope) code {
		return c.choices(form, s, strict, func(key Value, last bool) typeTest {
			if otherwise(key) && strict == "" {
				if !last {
					panic(c.m.errProgram("the clause for all other values is not the last"))
				}
				return anything
			}
			if key == nil || isCons(key) {
				return memberTest(listOf(c.m, key, 0, -1, "%s is not a list of keys"))
			}
			return memberTest([]Value{key})
		})
	}
}

// typeCase is TYPECASE, or one of its kin that must find a clause.
func typeCase(strict string) func(*compiler, *Cons, *scope) code {
	return func(c *compiler, form *Cons, s *scope) code {
		return c.choices(form, s, strict, func(key Value, last bool) typeTest {
			if otherwise(key) && (last || key == symT) {
				return anything
			}
			return newTypeTest(c.m, key)
		})
	}
}

func (c *compiler) choices(form *Cons, s *scope, strict string, test func(key Value, last bool) typeTest) code {
	args := c.split(form, 1, -1)
	subject, at := c.form(args[0], s), c.m.at
	tests, bodies := make([]typeTest, len(args)-1), make([]code, len(args)-1)
	for i, a := range args[1:] {
		parts := listOf(c.m, a, 1, -1, "%s is not a clause of "+show(form.Car))
		tests[i] = test(parts[0], i == len(tests)-1)
		bodies[i] = c.body(parts[1:], s)
	}
	return func(m *machine, s []Value) Value {
		v := subject(m, s)
		m.at, m.builtin = at, ""
		for i, is := range tests {
			if is(m, v) {
				return bodies[i](m, s)
			}
		}
		if m.many = false; strict != "" {
			panic(m.typeError(v, nil, show(v)+" fell through "+strict))
		}
		return nil
	}
}

// Conditions

// handlerCase is (HANDLER-CASE form (type (variable) body …) …).
func handlerCase(c *compiler, form *Cons, s *scope) code {
	args := c.split(form, 1, -1)
	for i, a := range args[1:] {
		if cl, ok := a.(*Cons); ok && cl.Car == kw("NO-ERROR") {
			return c.noError(form, args[0], slices.Delete(slices.Clone(args[1:]), i, i+1), cl, s)
		}
	}
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

// noError is a HANDLER-CASE with a clause that takes the values where nothing happened.
func (c *compiler) noError(form *Cons, protected Value, clauses []Value, last *Cons, s *scope) code {
	away, normal := &Gensym{"ERROR"}, &Gensym{"NORMAL"}
	handled := listTail(list(clauses...), form.Car, formOf("RETURN-FROM", normal, protected))
	return c.form(formOf("BLOCK", away, formOf("MULTIPLE-VALUE-CALL", listTail(last.Cdr, sym("LAMBDA")),
		formOf("BLOCK", normal, formOf("RETURN-FROM", away, handled)))), s)
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
