package lisp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// Errors of an evaluation; each error of this package wraps one of these, the context's cause or a *sexp.Error.
var (
	ErrForm  = errors.New("the form cannot be evaluated")
	ErrLimit = errors.New("over a limit of evaluation")
)

// Limits bound an evaluation. A field that is not over zero means its default.
type Limits struct {
	Steps int // calls, rounds of loops and elements looked at; default 200,000
	Depth int // calls within calls, and one more for each 16 forms within forms; default 500, at most 5,000
	Bytes int // of the code, and roughly of all the values made together; default 4 MiB
}

const (
	defaultSteps = 200_000
	defaultDepth = 500
	defaultBytes = 4 << 20
	mostDepth    = 5_000   // the evaluator calls itself for each level
	mostBits     = 1 << 16 // of a number
	pollEvery    = 256     // steps between two looks at the context

	consBytes   = 48 // what a pair counts for
	slotBytes   = 16 // what a value in a vector counts for
	headerBytes = 40 // what a vector, a table or a stream counts for, without its contents
)

func (l Limits) orDefault() Limits {
	l.Steps = cmp.Or(max(0, l.Steps), defaultSteps)
	l.Depth = min(cmp.Or(max(0, l.Depth), defaultDepth), mostDepth)
	l.Bytes = cmp.Or(max(0, l.Bytes), defaultBytes)
	return l
}

// machine is one evaluation: what it may still do, and what is in force.
type machine struct {
	ctx   context.Context
	lim   Limits
	steps int
	pause int // the steps at which to look at the limit and the context
	bytes int

	// more are the values after the first that the form evaluated last returned, while many is set.
	more []Value
	many bool

	state
	spare    []Value  // a stack for when the one in use is full
	restarts []string // that the host offers
	leaving  *exit    // that is on its way
	failing  error    // the last that was raised
	gensyms  int      // made by GENSYM
	defining *Program // that may still change
}

// state is what an exit restores where it arrives.
type state struct {
	handlers []handler
	dynamic  []dynamicBinding
	program  *Program // in which names are looked up
	stack    []Value  // the slots of the functions that run
	top      int      // of those in use
	depth    int
	at       *Cons  // the call that runs, for errors
	builtin  string // the builtin function that runs, for errors
}

// dynamicBinding is a global variable that is bound while a form runs.
type dynamicBinding struct {
	cell  *cell
	value Value
}

func newMachine(ctx context.Context, lim Limits, p *Program) *machine {
	m := &machine{ctx: ctx, lim: lim.orDefault()}
	m.program, m.stack = p, make([]Value, 64)
	return m
}

// builtin is a function of the language. most is -1 where there is no limit.
type builtin struct {
	name        string // upper case; "CL-PPCRE:SCAN" for one of another package
	least, most int
	do          func(m *machine, args []Value) Value
}

func (b *builtin) takes(n int) bool { return n >= b.least && (b.most < 0 || n <= b.most) }

// work counts n steps, and looks at the context now and then.
func (m *machine) work(n int) {
	if m.steps += n; m.steps >= m.pause {
		m.look()
	}
}

func (m *machine) look() {
	if m.steps > m.lim.Steps || m.steps < 0 {
		panic(m.overLimit("more than %d steps. Make the form do less", m.lim.Steps))
	}
	m.pause = min(m.steps+pollEvery, m.lim.Steps+1)
	if m.ctx.Err() != nil {
		panic(context.Cause(m.ctx))
	}
}

// room counts n bytes of values that are about to be made.
func (m *machine) room(n int) {
	if m.bytes += n; n < 0 || m.bytes > m.lim.Bytes {
		m.bytes = m.lim.Bytes + 1
		panic(m.overLimit("values of more than %d bytes. Make the form do less", m.lim.Bytes))
	}
}

// down goes n levels deeper; the caller goes up again.
func (m *machine) down(n int) *machine {
	if m.depth += n; m.depth > m.lim.Depth {
		panic(m.overLimit("deeper than %d levels. Make the form simpler", m.lim.Depth))
	}
	return m
}

func (m *machine) up() { m.depth-- }

// limitError is a limit that was reached.
type limitError struct{ text string }

// Error implements error.
func (e *limitError) Error() string { return ErrLimit.Error() + ": " + e.text }

// Unwrap makes each one an ErrLimit.
func (e *limitError) Unwrap() error { return ErrLimit }

func (m *machine) overLimit(format string, args ...any) error {
	m.failing = &limitError{fmt.Sprintf(format, args...)}
	return m.failing
}

// values returns several values. A caller that wants one takes the first.
func (m *machine) values(all ...Value) Value {
	if m.many = len(all) != 1; len(all) == 0 {
		m.more = nil
		return nil
	}
	m.more = all[1:len(all):len(all)]
	if len(all) == 1 {
		m.more = nil
	}
	return all[0]
}

// allValues returns the values of the form evaluated last, of which v is the first.
func (m *machine) allValues(v Value) []Value {
	switch {
	case !m.many:
		return []Value{v}
	case m.more == nil:
		return nil
	}
	return append([]Value{v}, m.more...)
}

// call applies a function, or the global function that a symbol names, and returns one value. args belongs to the
// callee while it runs, and to the caller again afterwards.
func (m *machine) call(f Value, args ...Value) Value {
	v := m.apply(f, args)
	m.many = false
	return v
}

// apply is call with all values.
func (m *machine) apply(f Value, args []Value) Value {
	at, builtin := m.at, m.builtin
	v := m.invoke(m.functionOf(f), args)
	m.at, m.builtin = at, builtin
	return v
}

// functionOf returns the function that a value means: itself, or the one that a symbol names.
func (m *machine) functionOf(f Value) *Function {
	switch f := f.(type) {
	case *Function:
		return f
	case nil, Symbol, *Gensym:
		if fn := m.program.function(f); fn != nil {
			return fn
		}
		panic(m.raise(noFunction(f)))
	}
	panic(m.wrongType(f, "FUNCTION"))
}

// invoke applies a function to arguments, for all its values.
func (m *machine) invoke(f *Function, args []Value) Value {
	if f.builtin != nil {
		return m.callBuiltin(f.builtin, args)
	}
	l, before := f.compiled(), m.top
	m.work(l.cost)
	m.down(l.levels)
	if before+l.size > len(m.stack) {
		return m.invokeFurther(f, args)
	}
	m.top = before + l.size
	v := l.run(m, m.stack[before:m.top:m.top], f.closed, args)
	m.top = before
	m.depth -= l.levels
	return v
}

// invokeFurther goes on with another stack, as the one in use is full.
func (m *machine) invokeFurther(f *Function, args []Value) Value {
	const least = 512
	l, stack, top := f.compiled(), m.stack, m.top
	if m.stack, m.spare = m.spare, nil; len(m.stack) < l.size {
		m.stack = make([]Value, max(least, l.size))
	}
	m.top = l.size
	v := l.run(m, m.stack[:l.size:l.size], f.closed, args)
	m.spare, m.stack, m.top = m.stack, stack, top
	m.depth -= l.levels
	return v
}

// run binds the parameters and runs the body. Names mean there what they do in the function's program.
func (l *lambda) run(m *machine, s []Value, closed []*box, args []Value) Value {
	program := m.program
	for i, b := range closed {
		s[l.closedAt+i] = b
	}
	if l.program != nil {
		m.program = l.program
	}
	if l.bind != nil {
		l.bind(m, s, args, nil)
	} else {
		l.bindRequired(m, s, args)
	}
	v := l.body(m, s)
	m.program = program
	return v
}

func (m *machine) callBuiltin(b *builtin, args []Value) Value {
	m.work(1)
	m.builtin = b.name
	if !b.takes(len(args)) {
		panic(m.errProgram("%s was called with %d arguments", b.name, len(args)))
	}
	m.many = false
	return b.do(m, args)
}
