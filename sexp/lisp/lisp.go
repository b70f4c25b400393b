// Package lisp evaluates one form of a small, pure subset of Common Lisp: numbers,
// lists, strings, comparisons and functions without a name.
//
// It must never read or write anything, keep anything from one evaluation to the
// next, define or assign anything, or go on past its limits. What it does not know is
// an error, never a guess: a value it gives is the one SBCL gives.
//
// Start reading at [Eval], then special.go for the special forms; builtins.go has
// the table of functions.
package lisp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"pp/sexp"
)

// Errors of an evaluation; each error of Eval wraps one of these, the context's
// cause or a *sexp.Error.
var (
	ErrForm  = errors.New("the form cannot be evaluated")
	ErrLimit = errors.New("over a limit of evaluation")
)

// Limits bound an evaluation. A field that is not over zero means its default.
type Limits struct {
	Steps int // evaluated forms, and elements looked at; default 200,000
	Depth int // forms within forms and calls within calls; default 500, never more than 5,000
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

// Evaluator evaluates forms within limits. The zero Evaluator has the default
// limits. It is safe for concurrent use.
type Evaluator struct{ Limits Limits }

// Eval gives the printed value of the one form in code.
func (e Evaluator) Eval(ctx context.Context, code string) (string, error) {
	v, err := Eval(ctx, code, e.Limits)
	if err != nil {
		return "", err
	}
	return sexp.Print(v), nil
}

// Eval gives the value of the one form in code. It returns soon after ctx is
// cancelled, with its cause.
func Eval(ctx context.Context, code string, lim Limits) (sexp.Value, error) {
	lim = lim.orDefault()
	form, err := sexp.Read(code, sexp.Limits{Bytes: lim.Bytes, Depth: lim.Depth})
	if err != nil {
		return nil, fmt.Errorf("the code cannot be read: %w", err)
	}
	m := &machine{ctx: ctx, lim: lim}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	v, err := m.eval(form, nil, 1)
	if err != nil {
		return nil, err
	}
	found, err := m.scan(v)
	if err != nil {
		return nil, err
	}
	if found {
		return nil, wrong("the value is a function or has one in it; call it with FUNCALL")
	}
	return v, nil
}

// machine is one evaluation.
type machine struct {
	ctx      context.Context
	lim      Limits
	steps    int
	bytes    int
	closures []closure
}

// closure is a function made by LAMBDA.
type closure struct {
	params []sexp.Symbol
	body   sexp.List
	env    *scope
}

// scope is the variables that one form binds.
type scope struct {
	names  []sexp.Symbol
	values []sexp.Value
	outer  *scope
}

// find gives the value of a variable, and how many names it looked at.
func (s *scope) find(name sexp.Symbol) (v sexp.Value, looked int, ok bool) {
	for ; s != nil; s = s.outer {
		for i := len(s.names) - 1; i >= 0; i-- {
			looked++
			if s.names[i] == name {
				return s.values[i], looked, true
			}
		}
	}
	return nil, looked, false
}

// Functions are values as symbols of these packages, which no code can write
// without asking for it; one written out is at most another name of a function.
const (
	closurePackage = "pp closure"
	builtinPackage = "pp function"
)

func isFunction(v sexp.Value) bool {
	s, ok := v.(sexp.Symbol)
	return ok && (s.Package == closurePackage || s.Package == builtinPackage)
}

// scan walks a value as printing it would, counted, since what is made of shared
// parts can be far larger printed than it is in memory. It reports whether there is
// a function in it.
func (m *machine) scan(v sexp.Value) (bool, error) {
	if err := m.work(1); err != nil {
		return false, err
	}
	switch v := v.(type) {
	case sexp.Symbol:
		return isFunction(v), m.room(len(v.Name))
	case sexp.String:
		return false, m.room(len(v))
	case sexp.Big, sexp.Ratio:
		return false, m.room(mostBits / 4)
	case sexp.Backquote:
		return m.scan(v.Form)
	case sexp.Comma:
		return m.scan(v.Form)
	case sexp.Vector:
		return m.scanAll(v.Len(), v.At)
	case sexp.List:
		found, err := m.scanAll(v.Len(), v.At)
		if tail, dotted := v.Tail(); dotted && !found && err == nil {
			return m.scan(tail)
		}
		return found, err
	}
	return false, nil
}

func (m *machine) scanAll(n int, at func(int) sexp.Value) (bool, error) {
	for i := range n {
		if found, err := m.scan(at(i)); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// work counts n steps, and looks at the context now and then.
func (m *machine) work(n int) error {
	before := m.steps / pollEvery
	m.steps += n
	if m.steps > m.lim.Steps {
		return fmt.Errorf("%w: more than %d steps. Make the form do less", ErrLimit, m.lim.Steps)
	}
	if m.steps/pollEvery != before && m.ctx.Err() != nil {
		return context.Cause(m.ctx)
	}
	return nil
}

// room counts n bytes of values that are about to be made.
func (m *machine) room(n int) error {
	m.bytes += n
	if n < 0 || m.bytes > m.lim.Bytes {
		return fmt.Errorf("%w: values of more than %d bytes. Make the form do less", ErrLimit, m.lim.Bytes)
	}
	return nil
}

// list makes a list, counted.
func (m *machine) list(items []sexp.Value) (sexp.Value, error) {
	const element = 16
	if err := m.room(element * len(items)); err != nil {
		return nil, err
	}
	if err := m.work(len(items) / 8); err != nil {
		return nil, err
	}
	return sexp.NewList(items...), nil
}

func wrong(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrForm, fmt.Sprintf(format, args...))
}

// show is a value for a message, on one line and short.
func show(v sexp.Value) string {
	const most = 60
	switch x := v.(type) {
	case sexp.Symbol:
		if isFunction(x) {
			return "a function"
		}
	case sexp.List:
		// Printing it could take for ever; see scan.
		if (&machine{lim: Limits{Steps: pollEvery - 1, Bytes: 1 << 10}}).tooLong(x) {
			return "a long list"
		}
	}
	s := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, sexp.Print(v))
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}

func (m *machine) tooLong(v sexp.Value) bool {
	_, err := m.scan(v)
	return err != nil
}

// function makes the value of a closure.
func (m *machine) function(c closure) sexp.Value {
	m.closures = append(m.closures, c)
	return sexp.Symbol{Package: closurePackage, Name: strconv.Itoa(len(m.closures) - 1)}
}

// call applies a function, or the function that a symbol names, to arguments.
func (m *machine) call(f sexp.Value, args []sexp.Value, depth int) (sexp.Value, error) {
	if err := m.work(1 + len(args)/8); err != nil {
		return nil, err
	}
	if depth > m.lim.Depth {
		return nil, m.tooDeep()
	}
	sym, ok := f.(sexp.Symbol)
	if !ok {
		return nil, wrong("%s is not a function", show(f))
	}
	if sym.Package == closurePackage {
		i, err := strconv.Atoi(sym.Name)
		if err != nil || i < 0 || i >= len(m.closures) {
			return nil, wrong("%s is not a function", show(f))
		}
		c := m.closures[i]
		if len(args) != len(c.params) {
			return nil, wrong("a LAMBDA of %d parameters was called with %d arguments", len(c.params), len(args))
		}
		if err := m.room(32 * len(args)); err != nil {
			return nil, err
		}
		return m.progn(c.body, 0, &scope{c.params, args, c.env}, depth+1)
	}
	b, ok := builtin(sym.Name)
	if !ok || sym.Package != "" && sym.Package != builtinPackage {
		return nil, wrong("there is no function %s here", show(f))
	}
	if len(args) < b.least || b.most >= 0 && len(args) > b.most {
		return nil, wrong("%s was called with %d arguments", sym.Name, len(args))
	}
	v, err := b.do(m, args, depth+1)
	if err != nil && errors.Is(err, ErrForm) && !strings.Contains(err.Error(), " in (") {
		return nil, fmt.Errorf("%w, in (%s …)", err, sym.Name)
	}
	return v, err
}

func (m *machine) tooDeep() error {
	return fmt.Errorf("%w: deeper than %d levels. Make the form simpler", ErrLimit, m.lim.Depth)
}
