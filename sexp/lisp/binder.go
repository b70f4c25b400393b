package lisp

// binder makes the variables of parameters, and the code that gives them their values.
func binder(c *compiler, p *parameters, s *scope, destructure bool) (func() binding, *scope) {
	b := &binderOf{c: c, scope: s, destructure: destructure}
	c.keeps = true
	from := len(p.required) + len(p.optional)
	if p.whole != nil {
		b.take(p.whole, nil, constant(nil), func(_ *machine, g actuals) (Value, bool) { return g.list, true })
	}
	for i, name := range p.required {
		b.take(name, nil, constant(nil), argument(i))
	}
	for i, o := range p.optional {
		b.take(o.name, o.supplied, c.form(o.init, b.scope), argument(len(p.required)+i))
	}
	if p.rest != nil {
		b.take(p.rest, nil, constant(nil), func(m *machine, g actuals) (Value, bool) { return g.rest(m, from), true })
	}
	for _, k := range p.keys {
		b.take(k.name, k.supplied, c.form(k.init, b.scope), func(_ *machine, g actuals) (Value, bool) {
			return keyArgument(g.keys(from), k.key)
		})
	}
	for _, a := range p.aux {
		b.take(a.name, nil, c.form(a.init, b.scope), func(*machine, actuals) (Value, bool) { return nil, false })
	}
	check := p.check()
	return func() binding { return bindParameters(check, b.all) }, b.scope
}

// binderOf is a lambda list on its way to code.
type binderOf struct {
	c           *compiler
	scope       *scope
	destructure bool
	all         []taken
}

// taken is a parameter: what finds its argument, the form of its value where there is none, and what assigns the
// value, and whether it was there.
type taken struct {
	find      func(m *machine, g actuals) (Value, bool)
	init      node
	set, tell func() assignment
}

func (b *binderOf) take(name, supplied Value, init node, find func(m *machine, g actuals) (Value, bool)) {
	t := taken{find: find, init: init, set: b.target(name)}
	if supplied != nil {
		t.tell = b.target(supplied)
	}
	b.all = append(b.all, t)
}

func argument(i int) func(*machine, actuals) (Value, bool) {
	return func(_ *machine, g actuals) (Value, bool) {
		if i < len(g.args) {
			return g.args[i], true
		}
		return nil, false
	}
}

func bindParameters(check func(m *machine, g actuals) error, all []taken) binding {
	inits, sets, tells := make([]code, len(all)), make([]assignment, len(all)), make([]assignment, len(all))
	for i, t := range all {
		inits[i], sets[i] = t.init.code(false), t.set()
		if t.tell != nil {
			tells[i] = t.tell()
		}
	}
	return func(m *machine, s []Value, g actuals) error {
		err := check(m, g)
		for i := 0; i < len(all) && err == nil; i++ {
			v, supplied := all[i].find(m, g)
			if !supplied {
				v, err = inits[i](m, s)
			}
			if err == nil {
				err = sets[i](m, s, v)
			}
			if err == nil && tells[i] != nil {
				err = tells[i](m, s, truth(supplied))
			}
		}
		return err
	}
}

// check is whether the number of arguments fits, and the keys among them.
func (p *parameters) check() func(m *machine, g actuals) error {
	least, most := len(p.required), len(p.required)+len(p.optional)
	from, keyed, open := most, p.keyed, p.rest != nil || p.keyed
	if open {
		most = -1
	}
	known := make(map[Value]bool, len(p.keys))
	for _, k := range p.keys {
		known[k.key] = true
	}
	allow, allowKey := p.allow, kw("ALLOW-OTHER-KEYS")
	return func(m *machine, g actuals) error {
		if n := len(g.args); n < least || n > most && !open {
			return errProgram("%d arguments were given where %s are taken", n, between(least, most))
		}
		m.work(len(g.args) / 8)
		if !keyed {
			return nil
		}
		return checkKeys(g.keys(from), known, allow, allowKey)
	}
}

// target makes the variable of a name, or of a list of parameters all of its variables.
func (b *binderOf) target(name Value) func() assignment {
	if _, nested := name.(*Cons); (nested || name == nil) && b.destructure {
		defer b.c.m.down().up()
		var n func() assignment
		n, b.scope = patternOf(b.c, name, b.scope)
		return n
	}
	b.c.bindable(name)
	if b.c.isGlobal(name) {
		panic(errProgram("%s is a global variable: name the parameter otherwise", show(name)))
	}
	var v *variable
	v, b.scope = b.c.bind(name, b.scope)
	return v.assign
}

// assign is the code that gives a variable its first value.
func (v *variable) assign() assignment {
	i := v.slot
	if v.boxed() {
		return func(_ *machine, s []Value, value Value) error { s[i] = &box{value: value}; return nil }
	}
	return func(_ *machine, s []Value, value Value) error { s[i] = value; return nil }
}

// rest is the arguments from one on, as a list.
func (g actuals) rest(m *machine, from int) Value {
	if !g.listed {
		return listFrom(m, g.keys(from))
	}
	l := g.list
	for range min(from, len(g.args)) {
		l = l.(*Cons).Cdr
	}
	return l
}

// keys are the arguments from one on.
func (g actuals) keys(from int) []Value { return g.args[min(from, len(g.args)):] }

func keyArgument(args []Value, key Value) (Value, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == key {
			return args[i+1], true
		}
	}
	return nil, false
}

func checkKeys(args []Value, known map[Value]bool, allow bool, allowKey Value) error {
	if len(args)%2 != 0 {
		return errProgram("the keyword arguments are odd: a key has no value")
	}
	var unknown Value
	found := false
	asked := false
	for i := 0; i < len(args); i += 2 {
		if args[i] == allowKey {
			if !asked {
				allow, asked = allow || args[i+1] != nil, true
			}
			continue
		}
		if !isHashable(args[i]) || !known[args[i]] {
			unknown, found = args[i], true
		}
	}
	if found && !allow {
		return errProgram("the key %s is not known", show(unknown))
	}
	return nil
}

// isHashable reports whether a value can be looked up in a Go map, as symbols can.
func isHashable(v Value) bool {
	switch v.(type) {
	case Symbol, *Gensym, nil:
		return true
	}
	return false
}

// patternOf makes the variables of a lambda list that takes a list apart.
func patternOf(c *compiler, pattern Value, s *scope) (func() assignment, *scope) {
	p := c.parameters(pattern, true)
	bind, s := binder(c, &p, s, true)
	open := p.rest != nil && !p.keyed
	return func() assignment {
		do := bind()
		return func(m *machine, s []Value, v Value) error {
			args, err := spine(m, v, open)
			if err != nil {
				return err
			}
			return do(m, s, actuals{args: args, list: v, listed: true})
		}
	}, s
}

// spine gives the elements of a list, which may be dotted where that is open.
func spine(m *machine, v Value, open bool) ([]Value, error) {
	var all []Value
	for v != nil {
		c, ok := v.(*Cons)
		if !ok {
			if open {
				return all, nil
			}
			return nil, wrong("%s is not the list that was expected", show(v))
		}
		m.room(slotBytes)
		m.work(1)
		all = append(all, c.Car)
		v = c.Cdr
	}
	return all, nil
}
