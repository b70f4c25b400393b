package lisp

// localFunction is one of FLET and its kin: a name, and parameters with a body.
type localFunction struct {
	name  Value
	parts *Cons
}

func localFunctions(c *compiler, form *Cons) ([]localFunction, []Value) {
	args := c.split(form, 1, -1)
	items := listOf(c.m, args[0], 0, -1, "%s is not a list of functions")
	var all []localFunction
	for _, item := range items {
		cell, ok := item.(*Cons)
		if !ok || !isSymbol(cell.Car) || cell.Car == nil || !isCons(cell.Cdr) {
			panic(errProgram("%s is not a function's name, parameters and body", show(item)))
		}
		if c.p.language.has(cell.Car) {
			panic(errProgram("%s belongs to the language: choose another name", show(cell.Car)))
		}
		all = append(all, localFunction{cell.Car, cell.Cdr.(*Cons)})
	}
	return all, args[1:]
}

func flet(c *compiler, form *Cons, s *scope) node {
	all, body := localFunctions(c, form)
	defer c.fn.release(c.fn.top)
	inner := s
	steps := make([]step, len(all))
	for i, f := range all {
		steps[i].init = c.lambda(f.name, f.parts, s)
		steps[i].v = c.slot(1)
		inner = c.with(inner, functions, f.name, steps[i].v)
	}
	return bindAll(c, steps, body, inner)
}

func labels(c *compiler, form *Cons, s *scope) node {
	all, forms := localFunctions(c, form)
	defer c.fn.release(c.fn.top)
	vars := make([]*variable, len(all))
	for i, f := range all {
		// They are captured before they have their values, and so stand in boxes.
		vars[i] = c.slot(1)
		vars[i].assigned = true
		s = c.with(s, functions, f.name, vars[i])
	}
	nodes := make([]node, len(all))
	for i, f := range all {
		nodes[i] = c.lambda(f.name, f.parts, s)
	}
	body := c.body(forms, s)
	return later(func(multi bool) code { return bindLabels(vars, codes(nodes), body.code(multi)) })
}

func bindLabels(vars []*variable, inits []code, body code) code {
	return func(m *machine, s []Value) (Value, error) {
		for _, v := range vars {
			if v.boxed() {
				s[v.slot] = &box{}
			}
		}
		for i, v := range vars {
			f, err := inits[i](m, s)
			if err != nil {
				return nil, err
			}
			if b, ok := s[v.slot].(*box); ok && v.boxed() {
				b.value = f
			} else {
				s[v.slot] = f
			}
		}
		return body(m, s)
	}
}

func macrolet(c *compiler, form *Cons, s *scope) node {
	all, body := localFunctions(c, form)
	inner := s
	for _, f := range all {
		inner = c.with(inner, functions, f.name, expander(c, f.name, f.parts))
	}
	return c.body(body, inner)
}

// expander makes the function of a macro: of a form, what it means.
func expander(c *compiler, name Value, parts *Cons) *Function {
	forms := listOf(c.m, parts.Cdr, 0, -1, "%s is not the body of a macro")
	whole := newGensym("FORM")
	pattern, arg := parts.Car, list(sym("CDR"), whole)
	if p, ok := pattern.(*Cons); ok && isSym(p.Car, "&WHOLE") {
		if rest, ok := p.Cdr.(*Cons); ok {
			pattern, arg = listTail(rest.Cdr, newGensym("OPERATOR")), whole
			forms = []Value{listTail(list(forms...), sym("LET"), list(list(rest.Car, whole)))}
		}
	}
	body := list(sym("BLOCK"), name, listTail(list(withoutDoc(forms)...), sym("DESTRUCTURING-BIND"), pattern, arg))
	made := c.evaluate(list(sym("LAMBDA"), list(whole), body)).(*Function)
	made.name, _ = symName(name)
	return made
}
