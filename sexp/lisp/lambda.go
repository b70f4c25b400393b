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
// function. The body of one with a name is a block of that name.
func (c *compiler) lambda(name, paramsAndBody Value, s *scope) node {
	l, ok := paramsAndBody.(*Cons)
	if !ok {
		panic(errProgram("a function needs a list of parameters and a body"))
	}
	return c.function(name, l.Car, listOf(c.m, l.Cdr, 0, -1, "%s is not the body of a function"), s)
}

// unit is a function that is made of a form: all there is of it but its code.
type unit struct {
	lambda
	Function
}

// function understands a function. The forms of one with a name are a block of that name.
func (c *compiler) function(name, list Value, forms []Value, s *scope) node {
	params := c.parameters(list, false)
	forms = rebindGlobals(c, &params, withoutDoc(forms))
	u := &c.room.units.take(1)[0]
	outer := c.begin()
	defer func() { c.fn = outer }()
	c.fn.slots(len(params.required))
	inner := c.parametersOf(&u.lambda, &params, s)
	if name == nil {
		u.node = c.body(forms, inner)
	} else {
		u.lambda.name, _ = symName(name)
		u.node = c.block(name, forms, inner)
	}
	return c.closure(u)
}

// withoutDoc takes a documentation string out.
func withoutDoc(forms []Value) []Value {
	for i, f := range forms {
		if _, ok := f.(*Str); ok && i < len(forms)-1 {
			return append(forms[:i], forms[i+1:]...)
		}
		if !isForm(f, "DECLARE") {
			break
		}
	}
	return forms
}

// rebindGlobals makes parameters that are named as global variables bind those around the body.
func rebindGlobals(c *compiler, p *parameters, forms []Value) []Value {
	var bindings []Value
	for i, name := range p.required {
		if c.isGlobal(name) {
			inner := newGensym("G")
			p.required[i] = inner
			bindings = append(bindings, list(name, inner))
		}
	}
	if bindings == nil {
		return forms
	}
	return []Value{listTail(list(forms...), sym("LET"), list(bindings...))}
}

// closure makes the node of a function that has been understood. Its code is made when it is first called: what is
// wrong with it is known already, and most functions of a skill are not called in a conversation.
func (c *compiler) closure(u *unit) node {
	f, l := c.fn, &u.lambda
	for i, v := range f.closed {
		v.slot = f.most + i
	}
	l.program, l.closedAt, l.size, l.levels = c.p, f.most, f.most+len(f.closed), 1+f.deepest/16
	l.cost = 1 + f.forms/formsPerStep
	if len(f.closed) == 0 {
		u.Function.name, u.Function.lambda = l.name, l
		return &u.Function
	}
	closed := f.closed
	return later(func(multi bool) code { return single(multi, closeOver(closed, l)) })
}

// make makes the code of a function that is called for the first time, maybe by several at once.
func (l *lambda) make() {
	l.making.Lock()
	defer l.making.Unlock()
	if l.made.Load() {
		return
	}
	for i := range l.params {
		if v := &l.params[i]; v.boxed() {
			l.boxed = append(l.boxed, v.slot)
		}
	}
	if l.binder != nil {
		do := l.binder()
		l.bind = func(m *machine, s, args []Value) error { return do(m, s, actuals{args: args}) }
	}
	l.body = l.node.code(true)
	l.node, l.binder = nil, nil
	l.made.Store(true)
}

// closeOver is the code that makes a function with the variables from outside that it uses.
func closeOver(variables []*variable, l *lambda) code {
	from := make([]int, len(variables))
	for i, v := range variables {
		from[i] = v.from.slot
	}
	return func(m *machine, s []Value) (Value, error) {
		m.room(64 + slotBytes*len(from))
		closed := make([]Value, len(from))
		for i, slot := range from {
			closed[i] = s[slot]
		}
		return &Function{name: l.name, lambda: l, closed: closed}, nil
	}
}

// parametersOf makes the variables of a function's parameters. Those of one that has but required ones are
// copied to the first slots.
func (c *compiler) parametersOf(l *lambda, p *parameters, s *scope) (inner *scope) {
	l.required, l.most = len(p.required), len(p.required)+len(p.optional)
	if p.rest != nil || p.keyed {
		l.most = -1
	}
	if p.whole != nil || len(p.optional) > 0 || p.rest != nil || p.keyed || len(p.aux) > 0 {
		all := *p
		l.binder, inner = binder(c, &all, s, false)
		return inner
	}
	l.params = c.room.variables.take(len(p.required))
	for i, name := range p.required {
		c.bindable(name)
		v := &l.params[i]
		v.fn, v.slot = c.fn, i
		s = c.with(s, variables, name, v)
	}
	return s
}

// bindable is an error where a name cannot be a variable.
func (c *compiler) bindable(name Value) {
	switch n := name.(type) {
	case *Gensym:
	case Symbol:
		if text := n.Name().Name; n == symT || isKeyword(n) || len(text) > 1 && text[0] == '&' {
			panic(errProgram("%s cannot be a variable", show(name)))
		}
		if c.p.language.variable(n) {
			panic(errProgram("%s is a variable of Lisp that is not known here", show(name)))
		}
		if c.isConstant(name) {
			panic(errProgram("%s is a constant and cannot be bound", show(name)))
		}
	default:
		panic(errProgram("%s cannot be a variable", show(name)))
	}
}
