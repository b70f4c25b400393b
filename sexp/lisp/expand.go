package lisp

import "errors"

// expanded expands a form by a macro that was defined, and understands what it gives.
func (c *compiler) expanded(expander *Function, form *Cons, s *scope) (n node) {
	c.keeps = true
	expansion := c.expand(expander, form)
	before := c.strange
	c.strange = before || expander.lambda != nil && expander.lambda.program != c.p
	if err := try(func() { n = c.form(expansion, s) }); err != nil {
		panic(overLimit(expander, err))
	}
	c.strange = before
	return n
}

// expand gives what a macro that was defined makes of a form.
func (c *compiler) expand(expander *Function, form Value) (expansion Value) {
	if err := try(func() { expansion = c.m.call(expander, form) }); err != nil {
		panic(expanding(expander, err))
	}
	return expansion
}

// expanding says of an error that it happened when a macro was expanded.
func expanding(expander *Function, err error) error {
	if f, ok := err.(*failure); ok {
		if f.condition == nil || f.text != "" {
			f.text += ", when the macro " + expander.name + " was expanded"
		}
		return f
	}
	return overLimit(expander, err)
}

// expansionError is a limit that was reached in what a macro gave.
type expansionError struct {
	of    error
	macro string
}

// Error implements error.
func (e *expansionError) Error() string {
	return e.of.Error() + ", when the macro " + e.macro + " was expanded"
}

// Unwrap gives the limit.
func (e *expansionError) Unwrap() error { return e.of }

// overLimit names the macro in whose expansion a limit was reached, the innermost.
func overLimit(expander *Function, err error) error {
	var known *expansionError
	if !errors.Is(err, ErrLimit) || errors.As(err, &known) {
		return err
	}
	return &expansionError{err, expander.name}
}
