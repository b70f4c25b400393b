package lisp

// specials are the forms that the compiler knows.
func specials() map[string]func(c *compiler, form *Cons, s *scope) code {
	return map[string]func(c *compiler, form *Cons, s *scope) code{
		"QUOTE":    func(c *compiler, form *Cons, _ *scope) code { return c.literal(c.split(form, 1, 1)[0]) },
		"LAMBDA":   func(c *compiler, form *Cons, s *scope) code { return c.lambda(nil, form.Cdr, s) },
		"PROGN":    func(c *compiler, form *Cons, s *scope) code { return c.body(c.split(form, 0, -1), s) },
		"FUNCTION": functionForm, "IF": ifForm, "SETQ": setq, "THE": theForm,
		"AND": connective(false), "OR": connective(true),
		"MULTIPLE-VALUE-LIST": valueList, "MULTIPLE-VALUE-BIND": valueBind,
		"LET": letForm(false), "LET*": letForm(true), "FLET": flet, "LABELS": labels,
		"DESTRUCTURING-BIND": destructuringBind,
		"BLOCK":              blockForm, "RETURN-FROM": returnFrom, "PP.LISP:LOOP": loopForm,
		"PP.LISP:SET": setPlace, "HANDLER-CASE": handlerCase, "HANDLER-BIND": handlerBind,
		"DEFUN": defun, "DEFPARAMETER": defineValue, "DEFVAR": defineValue, "DEFCONSTANT": defineValue,
		"DEFMACRO": onlyAtTop,
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
