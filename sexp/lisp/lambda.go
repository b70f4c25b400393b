package lisp

// parameters are a lambda list. The names in one that is destructured may be lists of
// parameters themselves.
type parameters struct {
	whole    Value
	required []Value
	optional []parameter
	rest     Value // nil without one
	keyed    bool
	keys     []parameter
	allow    bool // other keys
	aux      []parameter
}

type parameter struct{ name, init, supplied, key Value }

// actuals are the arguments of a call. Those of DESTRUCTURING-BIND come from a list, which a
// rest parameter shares.
type actuals struct {
	args   []Value
	list   Value
	listed bool
}

type (
	// binding gives variables their values.
	binding func(m *machine, s []Value, g actuals) error
	// assignment gives one its value.
	assignment func(m *machine, s []Value, v Value) error
)

// lambda understands a function, given its parameters and its body; the node's value is the
// function.
func (c *compiler) lambda(name string, paramsAndBody Value, s *scope) (node, error) {
	l, ok := paramsAndBody.(*Cons)
	if !ok {
		return nil, errProgram("a function needs a list of parameters and a body")
	}
	forms, err := itemsOf(c.m, l.Cdr)
	if err != nil {
		return nil, errProgram("the body of a function is no proper list")
	}
	params, err := c.parameters(l.Car, false)
	if err != nil {
		return nil, err
	}
	params, forms = rebindGlobals(c, params, withoutDoc(forms))
	outer := c.fn
	c.fn = &function{outer: outer}
	defer func() { c.fn = outer }()
	fn := c.fn
	simple := len(params.required)
	for i := range simple {
		fn.slots(1)
		_ = i
	}
	bind, inner, boxes, err := c.parametersOf(params, s)
	if err != nil {
		return nil, err
	}
	body, err := c.body(forms, inner)
	if err != nil {
		return nil, err
	}
	return fn.closure(name, &lambda{name: name, required: simple, program: c.p}, bind, boxes, body), nil
}

// withoutDoc leaves a documentation string out.
func withoutDoc(forms []Value) []Value {
	for i, f := range forms {
		if _, ok := f.(*Str); ok && i < len(forms)-1 {
			return append(append([]Value(nil), forms[:i]...), forms[i+1:]...)
		}
		if !isForm(f, "DECLARE") {
			break
		}
	}
	return forms
}

// rebindGlobals makes parameters that are named as global variables bind those around the body.
func rebindGlobals(c *compiler, p *parameters, forms []Value) (*parameters, []Value) {
	var bindings []Value
	for i, name := range p.required {
		if c.isGlobal(name) {
			inner := newGensym("G")
			p.required[i] = inner
			bindings = append(bindings, list(name, inner))
		}
	}
	if bindings == nil {
		return p, forms
	}
	return p, []Value{listTail(list(forms...), sym("LET"), list(bindings...))}
}

// closure makes the node of a function that has been understood. Its code is made when it is first called: what is
// wrong with it is known already, and most functions of a skill are not called in a conversation.
func (f *function) closure(name string, l *lambda, bind func() binding, boxes []*variable, body node) node {
	for i, v := range f.closed {
		v.slot = f.most + i
	}
	l.closedAt, l.size, l.levels = f.most, f.most+len(f.closed), 1+f.deepest/16
	l.cost = 1 + f.forms/formsPerStep
	for _, v := range boxes {
		l.unused = append(l.unused, !v.used)
	}
	l.finish = func() {
		for _, v := range boxes {
			if v.boxed() {
				l.boxed = append(l.boxed, v.slot)
			}
		}
		if bind != nil {
			do := bind()
			l.bind = func(m *machine, s, args []Value) error { return do(m, s, actuals{args: args}) }
		}
		l.body = body(true)
	}
	if len(f.closed) == 0 {
		return constant(&Function{name: name, lambda: l})
	}
	return func(multi bool) code { return single(multi, f.close(name, l)) }
}

// make makes the code of a function that is called for the first time, maybe by several at once.
func (l *lambda) make() {
	l.making.Lock()
	defer l.making.Unlock()
	if !l.made.Load() {
		l.finish()
		l.finish = nil
		l.made.Store(true)
	}
}

// close is the code that makes a function with the variables from outside that it uses.
func (f *function) close(name string, l *lambda) code {
	from := make([]int, len(f.closed))
	for i, v := range f.closed {
		from[i] = v.from.slot
	}
	return func(m *machine, s []Value) (Value, error) {
		if err := m.room(64 + slotBytes*len(from)); err != nil {
			return nil, err
		}
		closed := make([]Value, len(from))
		for i, slot := range from {
			closed[i] = s[slot]
		}
		return &Function{name: name, lambda: l, closed: closed}, nil
	}
}

// parametersOf makes the variables of parameters. Those of a function that has but required
// ones are copied to the first slots; bind is nil then.
func (c *compiler) parametersOf(
	p *parameters,
	s *scope,
) (bind func() binding, inner *scope, boxes []*variable, err error) {
	if p.whole == nil && len(p.optional) == 0 && p.rest == nil && !p.keyed && len(p.aux) == 0 {
		for i, name := range p.required {
			if err := c.bindable(name); err != nil {
				return nil, nil, nil, err
			}
			v := &variable{fn: c.fn, slot: i}
			s = s.with(variables, name, v)
			boxes = append(boxes, v)
		}
		return nil, s, boxes, nil
	}
	b, s, err := binder(c, p, s, false)
	return b, s, nil, err
}

// bindable is an error where a name cannot be a variable.
func (c *compiler) bindable(name Value) error {
	switch n := name.(type) {
	case *Gensym:
		return nil
	case Symbol:
		if text := n.Name().Name; n == symT || isKeyword(n) || len(text) > 1 && text[0] == '&' {
			return errProgram("%s cannot be a variable", show(name))
		}
		if c.p.language.variables[name] {
			return errProgram("%s is a variable of Lisp that is not known here", show(name))
		}
		if c.isConstant(name) {
			return errProgram("%s is a constant and cannot be bound", show(name))
		}
		return nil
	}
	return errProgram("%s cannot be a variable", show(name))
}
