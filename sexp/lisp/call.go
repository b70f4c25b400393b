package lisp

import (
	"cmp"
	"sync"
	"sync/atomic"
)

// code is a compiled form. s are the slots of the function that runs: its variables, and
// the arguments of the calls that it makes.
type code func(m *machine, s []Value) (Value, error)

// lambda is a compiled function without the values that it closes over.
type lambda struct {
	name     string
	program  *Program // that it belongs to
	required int
	most     int                                     // arguments; -1 without a limit
	params   []variable                              // the required parameters
	boxed    []int                                   // of them, those that stand in boxes
	bind     func(m *machine, s, args []Value) error // of the other parameters; nil without them
	size     int                                     // of the slots
	closedAt int                                     // the slot of the first variable from outside
	levels   int                                     // of depth
	cost     int                                     // of a call in steps: one, and more where the body is long
	body     code

	made   atomic.Bool    // boxed, bind and body are there
	making sync.Mutex     // them
	binder func() binding // makes bind; nil without
	node   node           // makes body
}

// box holds a variable that is assigned and that functions inside of its own use.
type box struct {
	value  Value
	frozen bool
}

// call applies a function, or the global function that a symbol names, to arguments, and
// gives one value. args belongs to the callee while it runs, and to the caller again
// afterwards: neither keeps it.
func (m *machine) call(f Value, args ...Value) Value {
	v := must(m.apply(f, args))
	m.more = nil
	return v
}

// apply is call with all values.
func (m *machine) apply(f Value, args []Value) (Value, error) {
	fn, err := m.functionOf(f)
	if err != nil {
		return nil, m.raise(err, position{})
	}
	v, err := m.invoke(fn, args)
	return m.raised(v, err, position{})
}

// functionOf is the function that a value means: itself, or the one that a symbol names.
func (m *machine) functionOf(f Value) (*Function, error) {
	switch f := f.(type) {
	case *Function:
		return f, nil
	case Symbol:
		if fn := m.program.function(f); fn != nil {
			return fn, nil
		}
		return nil, noFunction(f)
	case nil, *Gensym:
		return nil, noFunction(f)
	}
	return nil, wrongType(f, "FUNCTION")
}

func noFunction(name Value) error {
	return &failure{class: "UNDEFINED-FUNCTION", text: "there is no function " + show(name) + " here",
		slots: []Value{sym("NAME"), name}}
}

// invoke applies a function to arguments, for all its values. An error has not been
// signalled when it is about the call itself.
func (m *machine) invoke(f *Function, args []Value) (Value, error) {
	if f.builtin != nil {
		return m.invokeBuiltin(f.builtin, args)
	}
	l := f.lambda
	if m.steps += l.cost; m.steps >= m.pause {
		m.look()
	}
	if l.program != m.program {
		return m.invokeElsewhere(f, args)
	}
	if m.depth += l.levels; m.depth > m.lim.Depth {
		m.depth -= l.levels
		return nil, m.tooDeep()
	}
	top := m.top
	if top+l.size > len(m.chunk) {
		return m.invokeFurther(f, args)
	}
	m.top = top + l.size
	v, err := l.run(m, m.chunk[top:m.top:m.top], f.closed, args)
	m.top = top
	m.depth -= l.levels
	return v, err
}

// invokeElsewhere calls a function of another program, in which names mean what they do there.
func (m *machine) invokeElsewhere(f *Function, args []Value) (Value, error) {
	if f.lambda.program == nil {
		return nil, wrong("%s belongs to no program", show(f))
	}
	here := m.program
	m.program = f.lambda.program
	v, err := m.invoke(f, args)
	m.program = here
	return v, err
}

// invokeFurther goes on in another chunk of slots, as the one in use is full.
func (m *machine) invokeFurther(f *Function, args []Value) (Value, error) {
	const least = 512
	l := f.lambda
	chunk, top := m.chunk, m.top
	if len(m.spare) >= l.size {
		m.chunk, m.spare = m.spare, nil
	} else {
		m.chunk = make([]Value, max(least, l.size))
	}
	m.top = l.size
	v, err := l.run(m, m.chunk[:l.size:l.size], f.closed, args)
	m.spare, m.chunk, m.top = m.chunk, chunk, top
	m.depth -= l.levels
	return v, err
}

// run binds the parameters and runs the body.
func (l *lambda) run(m *machine, s, closed, args []Value) (Value, error) {
	if !l.made.Load() {
		l.make()
	}
	if len(closed) > 0 {
		copy(s[l.closedAt:], closed)
	}
	if l.bind != nil {
		if err := l.bind(m, s, args); err != nil {
			return nil, err
		}
		return l.body(m, s)
	}
	if len(args) != l.required {
		return nil, errProgram(
			"%s was called with %d arguments, and takes %d",
			cmp.Or(l.name, "a LAMBDA"),
			len(args),
			l.required,
		)
	}
	for i, v := range args { // mostly one or two, for which copying has its price
		s[i] = v
	}
	for _, i := range l.boxed {
		s[i] = &box{value: s[i]}
	}
	return l.body(m, s)
}

func (m *machine) invokeBuiltin(b *builtin, args []Value) (_ Value, err error) {
	if m.steps++; m.steps >= m.pause {
		m.look()
	}
	if len(args) < b.least || b.most >= 0 && len(args) > b.most {
		return nil, errProgram("%s was called with %d arguments", b.name, len(args))
	}
	m.more = nil
	defer b.failed(m, m.depth, &err)
	return b.do(m, args), nil
}

// failed catches the error that a call of a function ends with.
func (b *builtin) failed(m *machine, depth int, err *error) {
	r := recover()
	if r == nil {
		return
	}
	*err, m.depth = thrown(r), depth
	if f, ok := (*err).(*failure); ok && f.function == "" && f.condition == nil && !f.signalled {
		f.function = b.name
	}
}
