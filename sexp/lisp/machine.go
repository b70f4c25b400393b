package lisp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
)

// Errors of an evaluation; each error of this package wraps one of these, the context's
// cause or a *sexp.Error.
var (
	ErrForm  = errors.New("the form cannot be evaluated")
	ErrLimit = errors.New("over a limit of evaluation")
)

// Limits bound an evaluation. A field that is not over zero means its default.
type Limits struct {
	Steps int // calls, rounds of loops and elements looked at; default 200,000
	Depth int // calls within calls, and for each 16 forms within forms one more; default 500, at most 5,000
	Bytes int // of the code, and roughly of all the values made together; default 4 MiB
}

const (
	defaultSteps = 200_000
	defaultDepth = 500
	defaultBytes = 4 << 20
	mostDepth    = 5_000   // the evaluator calls itself for each level
	mostBits     = 1 << 16 // of a number
	pollEvery    = 256     // steps between two looks at the context
)

func (l Limits) orDefault() Limits {
	l.Steps = cmp.Or(max(0, l.Steps), defaultSteps)
	l.Depth = min(cmp.Or(max(0, l.Depth), defaultDepth), mostDepth)
	l.Bytes = cmp.Or(max(0, l.Bytes), defaultBytes)
	return l
}

// machine is one evaluation: what it may still do, and what it is about. Its methods are what looks at
// that; the functions of the language, and what they are made of, take it as their first parameter.
type machine struct {
	ctx   context.Context
	lim   Limits
	steps int
	pause int // the steps at which to look at the limit and the context
	bytes int
	depth int

	// more are the values after the first that the form evaluated last gave: nil when it gave
	// one, and empty but not nil when it gave none. Only what was compiled or called for all
	// its values leaves them right.
	more   []Value
	spread [8]Value // where more usually is

	chunk []Value // the slots of the functions that run
	top   int     // of those in use
	spare []Value // a chunk for when this one is full

	scratch  scratch // of regular expressions
	cells    []Cons  // the pairs of a slab
	cut      int     // of them in use
	integers []Value // that are boxed already; none before the machine has run for a while

	dynamic  []dynamicBinding
	handlers []handler
	restarts []*restart
	program  *Program
	gensyms  int            // made by GENSYM
	forms    *slabOf[Value] // room for the parts of forms; nil unless they are loaded
	defining *Program       // that may still change
}

func newMachine(ctx context.Context, lim Limits, p *Program) *machine {
	m := &struct {
		machine
		first [32]Value
	}{machine: machine{ctx: ctx, lim: lim.orDefault(), program: p}}
	m.chunk = m.first[:]
	return &m.machine
}

// values gives several values. Whoever wants but one takes the first.
//
//go:noinline
func (m *machine) values(first Value, more ...Value) Value {
	m.more = nil
	if len(more) > 0 {
		m.more = append(m.spread[:0], more...)
	}
	return first
}

// noValues gives no value, which is NIL to whoever wants one.
func (m *machine) noValues() Value {
	m.more = m.spread[:0]
	return nil
}

// work counts n steps, and looks at the context now and then.
func (m *machine) work(n int) {
	if m.steps += n; m.steps < m.pause {
		return
	}
	m.look()
}

func (m *machine) look() {
	if m.steps > m.lim.Steps || m.steps < 0 {
		panic(fmt.Errorf("%w: more than %d steps. Make the form do less", ErrLimit, m.lim.Steps))
	}
	if m.pause > 0 {
		m.integers = smallIntegers()
	}
	m.pause = min(m.steps+pollEvery, m.lim.Steps+1)
	if m.ctx.Err() != nil {
		panic(context.Cause(m.ctx))
	}
}

// room counts n bytes of values that are about to be made.
func (m *machine) room(n int) {
	if m.bytes += n; n >= 0 && m.bytes <= m.lim.Bytes {
		return
	}
	m.bytes = m.lim.Bytes + 1
	panic(fmt.Errorf("%w: values of more than %d bytes. Make the form do less", ErrLimit, m.lim.Bytes))
}

func (m *machine) tooDeep() error {
	return fmt.Errorf("%w: deeper than %d levels. Make the form simpler", ErrLimit, m.lim.Depth)
}

// down goes a level deeper, for a function that calls itself on parts of a value; the
// caller goes up again.
func (m *machine) down() *machine {
	if m.depth >= m.lim.Depth {
		panic(m.tooDeep())
	}
	m.depth++
	return m
}

func (m *machine) up() { m.depth-- }

// builtin is a function of the language. most is -1 where there is no limit.
type builtin struct {
	name        string // upper case; "CL-PPCRE:SCAN" of another package
	least, most int
	do          func(m *machine, args []Value) Value
}

// macro is a macro of the language; form is the whole form.
type macro struct {
	name   string // upper case
	expand func(m *machine, form *Cons) Value
}
