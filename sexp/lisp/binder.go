package lisp

// binder makes the variables of parameters, and the code that gives them their values.
func binder(c *compiler, p *parameters, s *scope, destructure bool) (func() binding, *scope, error) {
	b := &binderOf{c: c, p: p, scope: s, destructure: destructure}
	c.keeps = true
	for _, part := range []func() error{b.whole, b.required, b.optional, b.rest, b.keys, b.aux} {
		if err := part(); err != nil {
			return nil, nil, err
		}
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
	}, b.scope, nil
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
	return func(m *machine, _ []Value, g actuals) error {
		if n := len(g.args); n < least || n > most && !open {
			if open {
				return errProgram("%d arguments were given where at least %d are taken", n, least)
			}
			return errProgram("%d arguments were given where %s are taken", n, between(least, most))
		}
		return m.work(len(g.args) / 8)
	}
}

// target makes the variable of a name, or of a list of parameters all of its variables.
func (b *binderOf) target(name Value) (func() assignment, error) {
	if _, nested := name.(*Cons); (nested || name == nil) && b.destructure {
		return b.nested(name)
	}
	if err := b.c.bindable(name); err != nil {
		return nil, err
	}
	if b.c.isGlobal(name) {
		return nil, errProgram("%s is a global variable: name the parameter otherwise", show(name))
	}
	var v *variable
	v, b.scope = b.c.bind(name, b.scope)
	return v.assign, nil
}

// assign is the code that gives a variable its first value.
func (v *variable) assign() assignment {
	i := v.slot
	if v.boxed() {
		return func(_ *machine, s []Value, value Value) error { s[i] = &box{value: value}; return nil }
	}
	return func(_ *machine, s []Value, value Value) error { s[i] = value; return nil }
}

func (b *binderOf) nested(pattern Value) (func() assignment, error) {
	if err := b.c.m.down(); err != nil {
		return nil, err
	}
	defer func() { b.c.m.depth-- }()
	n, s, err := patternOf(b.c, pattern, b.scope)
	b.scope = s
	return n, err
}

func (b *binderOf) whole() error {
	if b.p.whole == nil {
		return nil
	}
	set, err := b.target(b.p.whole)
	b.steps = append(b.steps, func() binding {
		do := set()
		return func(m *machine, s []Value, g actuals) error { return do(m, s, g.list) }
	})
	return err
}

func (b *binderOf) required() error {
	for i, name := range b.p.required {
		set, err := b.target(name)
		if err != nil {
			return err
		}
		b.steps = append(b.steps, func() binding {
			do := set()
			return func(m *machine, s []Value, g actuals) error { return do(m, s, g.args[i]) }
		})
	}
	return nil
}

func (b *binderOf) optional() error {
	for i, p := range b.p.optional {
		at := len(b.p.required) + i
		err := b.defaulted(p, func(_ *machine, g actuals) (Value, bool, error) {
			if at < len(g.args) {
				return g.args[at], true, nil
			}
			return nil, false, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// defaulted binds a parameter that need not be given, and the one that tells whether it was.
func (b *binderOf) defaulted(p parameter, find func(m *machine, g actuals) (Value, bool, error)) error {
	init, err := b.c.form(p.init, b.scope)
	if err != nil {
		return err
	}
	set, err := b.target(p.name)
	if err != nil {
		return err
	}
	tell := func() assignment { return func(*machine, []Value, Value) error { return nil } }
	if p.supplied != nil {
		if tell, err = b.target(p.supplied); err != nil {
			return err
		}
	}
	b.steps = append(b.steps, func() binding {
		otherwise, set, tell := init.code(false), set(), tell()
		return func(m *machine, s []Value, g actuals) error {
			v, supplied, err := find(m, g)
			if err == nil && !supplied {
				v, err = otherwise(m, s)
			}
			if err != nil {
				return err
			}
			if err := set(m, s, v); err != nil {
				return err
			}
			return tell(m, s, truth(supplied))
		}
	})
	return nil
}

func (b *binderOf) rest() error {
	if b.p.rest == nil {
		return nil
	}
	set, err := b.target(b.p.rest)
	from := len(b.p.required) + len(b.p.optional)
	b.steps = append(b.steps, func() binding {
		do := set()
		return func(m *machine, s []Value, g actuals) error {
			v, err := g.rest(m, from)
			if err != nil {
				return err
			}
			return do(m, s, v)
		}
	})
	return err
}

// rest is the arguments from one on, as a list.
func (g actuals) rest(m *machine, from int) (Value, error) {
	if !g.listed {
		if from >= len(g.args) {
			return nil, nil
		}
		return listFrom(m, g.args[from:])
	}
	l := g.list
	for range min(from, len(g.args)) {
		l = l.(*Cons).Cdr
	}
	return l, nil
}

func (b *binderOf) keys() error {
	if !b.p.keyed {
		return nil
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
		err := b.defaulted(k, func(_ *machine, g actuals) (Value, bool, error) {
			args := g.keyArgs(from)
			for i := 0; i+1 < len(args); i += 2 {
				if args[i] == k.key {
					return args[i+1], true, nil
				}
			}
			return nil, false, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
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

func (b *binderOf) aux() error {
	for _, p := range b.p.aux {
		if err := b.defaulted(p, func(*machine, actuals) (Value, bool, error) { return nil, false, nil }); err != nil {
			return err
		}
	}
	return nil
}

// patternOf makes the variables of a lambda list that takes a list apart.
func patternOf(c *compiler, pattern Value, s *scope) (func() assignment, *scope, error) {
	p, err := c.parameters(pattern, true)
	if err != nil {
		return nil, s, err
	}
	bind, s, err := binder(c, &p, s, true)
	if err != nil {
		return nil, s, err
	}
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
	}, s, nil
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
		if err := m.room(slotBytes); err != nil {
			return nil, err
		}
		if err := m.work(1); err != nil {
			return nil, err
		}
		all = append(all, c.Car)
		v = c.Cdr
	}
	return all, nil
}
