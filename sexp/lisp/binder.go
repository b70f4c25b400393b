package lisp

// binder makes the variables of parameters, and the code that gives them their values.
func binder(c *compiler, p *parameters, s *scope, destructure bool) (func() binding, *scope) {
	b := &binderOf{c: c, p: p, scope: s, destructure: destructure}
	c.keeps = true
	for _, part := range []func(){b.whole, b.required, b.optional, b.rest, b.keys, b.aux} {
		part()
	}
	check := b.check()
	return func() binding {
		steps := []binding{check}
		for _, n := range b.steps {
			steps = append(steps, n())
		}
		return func(m *machine, s []Value, g actuals) error {
			for _, step := range steps {
				if err := step(m, s, g); err != nil {
					return err
				}
			}
			return nil
		}
	}, b.scope
}

// binderOf is a lambda list on its way to code.
type binderOf struct {
	c           *compiler
	p           *parameters
	scope       *scope
	destructure bool
	steps       []func() binding
}

// check is whether the number of arguments fits.
func (b *binderOf) check() binding {
	least, most := len(b.p.required), len(b.p.required)+len(b.p.optional)
	open := b.p.rest != nil || b.p.keyed
	if open {
		most = -1
	}
	return func(m *machine, _ []Value, g actuals) error {
		if n := len(g.args); n < least || n > most && !open {
			return errProgram("%d arguments were given where %s are taken", n, between(least, most))
		}
		m.work(len(g.args) / 8)
		return nil
	}
}

// target makes the variable of a name, or of a list of parameters all of its variables.
func (b *binderOf) target(name Value) func() assignment {
	if _, nested := name.(*Cons); (nested || name == nil) && b.destructure {
		return b.nested(name)
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

func (b *binderOf) nested(pattern Value) func() assignment {
	b.c.m.down()
	defer func() { b.c.m.depth-- }()
	n, s := patternOf(b.c, pattern, b.scope)
	b.scope = s
	return n
}

func (b *binderOf) whole() {
	if b.p.whole == nil {
		return
	}
	set := b.target(b.p.whole)
	b.steps = append(b.steps, func() binding {
		do := set()
		return func(m *machine, s []Value, g actuals) error { return do(m, s, g.list) }
	})
}

func (b *binderOf) required() {
	for i, name := range b.p.required {
		set := b.target(name)
		b.steps = append(b.steps, func() binding {
			do := set()
			return func(m *machine, s []Value, g actuals) error { return do(m, s, g.args[i]) }
		})
	}
}

func (b *binderOf) optional() {
	for i, p := range b.p.optional {
		at := len(b.p.required) + i
		b.defaulted(p, func(g actuals) (Value, bool) {
			if at < len(g.args) {
				return g.args[at], true
			}
			return nil, false
		})
	}
}

// defaulted binds a parameter that need not be given, and the one that tells whether it was.
func (b *binderOf) defaulted(p parameter, find func(g actuals) (Value, bool)) {
	init := b.c.form(p.init, b.scope)
	set := b.target(p.name)
	tell := func() assignment { return func(*machine, []Value, Value) error { return nil } }
	if p.supplied != nil {
		tell = b.target(p.supplied)
	}
	b.steps = append(b.steps, func() binding {
		otherwise, set, tell := init.code(false), set(), tell()
		return func(m *machine, s []Value, g actuals) error {
			v, supplied := find(g)
			if !supplied {
				var err error
				if v, err = otherwise(m, s); err != nil {
					return err
				}
			}
			if err := set(m, s, v); err != nil {
				return err
			}
			return tell(m, s, truth(supplied))
		}
	})
}

func (b *binderOf) rest() {
	if b.p.rest == nil {
		return
	}
	set := b.target(b.p.rest)
	from := len(b.p.required) + len(b.p.optional)
	b.steps = append(b.steps, func() binding {
		do := set()
		return func(m *machine, s []Value, g actuals) error {
			return do(m, s, g.rest(m, from))
		}
	})
}

// rest is the arguments from one on, as a list.
func (g actuals) rest(m *machine, from int) Value {
	if !g.listed {
		if from >= len(g.args) {
			return nil
		}
		return listFrom(m, g.args[from:])
	}
	l := g.list
	for range min(from, len(g.args)) {
		l = l.(*Cons).Cdr
	}
	return l
}

func (b *binderOf) keys() {
	if !b.p.keyed {
		return
	}
	from := len(b.p.required) + len(b.p.optional)
	known := make(map[Value]bool, len(b.p.keys))
	for _, k := range b.p.keys {
		known[k.key] = true
	}
	allow, allowKey := b.p.allow, kw("ALLOW-OTHER-KEYS")
	b.steps = append(b.steps, func() binding {
		return func(_ *machine, _ []Value, g actuals) error {
			return checkKeys(g.keyArgs(from), known, allow, allowKey)
		}
	})
	for _, k := range b.p.keys {
		b.defaulted(k, func(g actuals) (Value, bool) {
			args := g.keyArgs(from)
			for i := 0; i+1 < len(args); i += 2 {
				if args[i] == k.key {
					return args[i+1], true
				}
			}
			return nil, false
		})
	}
}

func (g actuals) keyArgs(from int) []Value { return g.args[min(from, len(g.args)):] }

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

func (b *binderOf) aux() {
	for _, p := range b.p.aux {
		b.defaulted(p, func(actuals) (Value, bool) { return nil, false })
	}
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
