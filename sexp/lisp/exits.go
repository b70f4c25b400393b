package lisp

import "pp/sexp"

func exitSpecials() []special {
	return []special{
		{"BLOCK", blockForm},
		{"RETURN-FROM", returnFrom},
		{"TAGBODY", tagbody},
		{"GO", goTo},
		{"UNWIND-PROTECT", unwindProtect},
	}
}

// exit is a jump on its way to a target.
type exit struct {
	to    *target
	index int // of the statement or clause
	value Value
	more  []Value
}

// target is where an exit goes: one activation of a form. Within one function it
// is made once, since what runs there cannot be another activation.
type target struct{ gone bool }

// Error implements error; nobody sees it.
func (*exit) Error() string { return "a jump to a form that is gone" }

// arrived reports whether err is an exit to t.
func arrived(err error, t *target) (*exit, bool) {
	e, ok := err.(*exit)
	return e, ok && e.to == t
}

// block is a BLOCK while its body is understood.
type block struct {
	home    *variable // that holds the target; its slot holds the value of an exit within the function
	near    exit      // the exit within the function
	used    bool      // from within the function
	crossed bool      // from a function inside
	multi   bool
}

func blockForm(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, -1)
	if _, ok := symName(args[0]); !ok {
		panic(errProgram("%s is no name of a block", show(args[0])))
	}
	return c.block(args[0], args[1:], s)
}

// block understands the forms in a block of a name.
func (c *compiler) block(name Value, forms []Value, s *scope) node {
	defer c.fn.release(c.fn.top)
	b := &block{home: c.slot(2)}
	body := c.body(forms, c.with(s, blocks, name, b))
	if !b.used && !b.crossed {
		return body
	}
	b.near.to = &target{}
	return b.node(body)
}

func (b *block) node(body node) node {
	return later(func(multi bool) code {
		b.multi = multi
		do, i := body.code(multi), b.home.slot
		switch {
		case b.crossed:
			return b.far(do, i)
		case b.used:
			return func(m *machine, s []Value) (Value, error) {
				v, err := do(m, s)
				if err == error(&b.near) {
					return s[i+1], nil
				}
				return v, err
			}
		}
		return do
	})
}

// far is a block that functions inside leave, or outlive.
func (b *block) far(do code, i int) code {
	return func(m *machine, s []Value) (Value, error) {
		t := &target{}
		s[i] = t
		v, err := do(m, s)
		t.gone = true
		if err == error(&b.near) {
			return s[i+1], nil
		}
		if e, ok := arrived(err, t); ok {
			return m.arrive(e), nil
		}
		return v, err
	}
}

func returnFrom(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, 2)
	b, ok := c.find(s, blocks, args[0]).(*block)
	if !ok {
		panic(errProgram("there is no block %s around", show(args[0])))
	}
	value := constant(nil)
	if len(args) == 2 {
		value = c.form(args[1], s)
	}
	if b.home.fn == c.fn {
		b.used = true
		return later(func(bool) code { return b.leaveNear(value.code(b.multi)) })
	}
	b.crossed = true
	home, where := c.resolve(b.home), c.at
	return later(func(bool) code { return leaveFar(value.code(true), home.slot, where) })
}

func (b *block) leaveNear(value code) code {
	i := b.home.slot + 1
	return func(m *machine, s []Value) (Value, error) {
		v, err := value(m, s)
		if err != nil {
			return nil, err
		}
		s[i] = v
		return nil, &b.near
	}
}

func leaveFar(value code, slot int, where position) code {
	return func(m *machine, s []Value) (Value, error) {
		v, err := value(m, s)
		if err != nil {
			return nil, err
		}
		to, err := openTarget(m, s[slot], where)
		if err != nil {
			return nil, err
		}
		return nil, m.leave(to, v)
	}
}

// leave is an exit to a target with the values of the form evaluated last, of which v is the first.
func (m *machine) leave(to *target, v Value) *exit {
	e := &exit{to: to, value: v}
	if m.more != nil {
		e.more = append([]Value{}, m.more...)
	}
	return e
}

// arrive gives the values that an exit brings.
func (m *machine) arrive(e *exit) Value {
	m.more = nil
	if e.more != nil {
		m.more = append(m.spread[:0], e.more...)
	}
	return e.value
}

// openTarget gives a target that is still there.
func openTarget(m *machine, v Value, where position) (*target, error) {
	if t, ok := v.(*target); ok && !t.gone {
		return t, nil
	}
	return nil, m.raise(wrongAs("CONTROL-ERROR", "the block that it would return from has ended"), where)
}

// jump is a TAGBODY while its statements are understood.
type jump struct {
	home    *variable // that holds the target
	index   map[Value]int
	near    *target
	crossed bool
	cost    int // of going back, in steps
}

func tagbody(c *compiler, form *Cons, s *scope) node {
	items := c.split(form, 0, -1)
	defer c.fn.release(c.fn.top)
	j := &jump{home: c.slot(1), index: map[Value]int{}, near: &target{}}
	var statements []Value
	for _, item := range items {
		if _, isList := item.(*Cons); isList || item == nil {
			statements = append(statements, item)
			continue
		}
		if _, twice := j.index[item]; twice || !isTag(item) {
			panic(errProgram("%s cannot be a tag, or stands twice", show(item)))
		}
		j.index[item] = len(statements)
		s = c.with(s, tags, item, j)
	}
	before := c.fn.forms
	nodes := c.forms(statements, s)
	j.cost = 1 + (c.fn.forms-before)/formsPerStep
	return j.node(nodes)
}

func isTag(v Value) bool {
	_, isNumber := v.(sexp.Int)
	return isNumber || isHashable(v)
}

func (j *jump) node(nodes []node) node {
	return later(func(multi bool) code {
		statements := codes(nodes)
		switch {
		case len(j.index) == 0:
			return single(multi, statementsOnly(statements))
		case j.crossed:
			i := j.home.slot
			return single(multi, func(m *machine, s []Value) (Value, error) {
				t := &target{}
				s[i] = t
				err := j.run(m, s, statements, t)
				t.gone = true
				return nil, err
			})
		}
		return single(multi, func(m *machine, s []Value) (Value, error) {
			return nil, j.run(m, s, statements, j.near)
		})
	})
}

func statementsOnly(statements []code) code {
	return func(m *machine, s []Value) (Value, error) {
		for _, do := range statements {
			if _, err := do(m, s); err != nil {
				return nil, err
			}
		}
		return nil, nil
	}
}

// run runs the statements, and goes to where an exit goes.
func (j *jump) run(m *machine, s []Value, statements []code, far *target) error {
	for i := 0; i < len(statements); i++ {
		_, err := statements[i](m, s)
		if err == nil {
			continue
		}
		e, ok := err.(*exit)
		if !ok || e.to != j.near && e.to != far {
			return err
		}
		m.work(j.cost)
		i = e.index - 1
	}
	return nil
}

func goTo(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, 1)
	if !isTag(args[0]) {
		panic(errProgram("%s cannot be a tag", show(args[0])))
	}
	j, ok := c.find(s, tags, args[0]).(*jump)
	if !ok {
		panic(errProgram("there is no tag %s around", show(args[0])))
	}
	index := j.index[args[0]]
	if j.home.fn == c.fn {
		e := &exit{to: j.near, index: index}
		return later(func(bool) code { return func(*machine, []Value) (Value, error) { return nil, e } })
	}
	j.crossed = true
	home, where := c.resolve(j.home), c.at
	return later(func(bool) code {
		slot := home.slot
		return func(m *machine, s []Value) (Value, error) {
			to, err := openTarget(m, s[slot], where)
			if err != nil {
				return nil, err
			}
			return nil, &exit{to: to, index: index}
		}
	})
}
