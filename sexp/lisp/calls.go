package lisp

import (
	"fmt"
)

// arguments understands the arguments of a call, whose slots begin at the one that is given.
func (c *compiler) arguments(form *Cons, s *scope) (args []node, at int) {
	n, end := countItems(c.m, form.Cdr)
	if end != nil {
		panic(errProgram("%s is a dotted list and no form", show(form)))
	}
	at = c.fn.slots(n)
	args = c.room.nodes.take(n)
	rest := form.Cdr
	for i := range args {
		arg := rest.(*Cons)
		args[i] = c.form(arg.Car, s)
		rest = arg.Cdr
	}
	return args, at
}

func codes(nodes []node) []code {
	all := make([]code, len(nodes))
	for i, n := range nodes {
		all[i] = n.code(false)
	}
	return all
}

// callTo is a call of a function that is known, named by what stands first in the form or not.
func (c *compiler) callTo(f *Function, form *Cons, s *scope, named bool) node {
	if f.builtin == nil {
		return c.callValue(constant(f), form, s)
	}
	b := f.builtin
	form = c.prepare(b, form)
	defer c.fn.release(c.fn.top)
	args, at := c.arguments(form, s)
	if n := len(args); n < b.least || b.most >= 0 && n > b.most {
		panic(errProgram("%s is called with %d argument%s, and takes %s%s", b.name, n, plural(n),
			between(b.least, b.most), written(b, n)))
	}
	where := c.at
	if q, ok := c.p.language.quick[b.name]; named && ok && q.args == len(args) {
		return later(func(multi bool) code { return callQuick(q, b, args, at, where, multi) })
	}
	return later(func(bool) code { return callBuiltin(b, codes(args), at, where) })
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func between(least, most int) string {
	switch {
	case most < 0:
		return fmt.Sprintf("at least %d", least)
	case least == most:
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// evaluate puts the values of arguments into slots.
func evaluate(m *machine, s, into []Value, args []code) error {
	for i, arg := range args {
		v, err := arg(m, s)
		if err != nil {
			return err
		}
		into[i] = v
	}
	return nil
}

func callBuiltin(b *builtin, args []code, at int, where position) code {
	end := at + len(args)
	return func(m *machine, s []Value) (Value, error) {
		if err := evaluate(m, s, s[at:end], args); err != nil {
			return nil, err
		}
		v, err := m.invokeBuiltin(b, s[at:end:end])
		return m.raised(v, err, where)
	}
}

// callValue is a call of the function that a form gives.
func (c *compiler) callValue(f node, form *Cons, s *scope) node {
	defer c.fn.release(c.fn.top)
	args, at := c.arguments(form, s)
	where := c.at
	return later(func(bool) code { return callFunction(f.code(false), codes(args), at, where) })
}

func callFunction(f code, args []code, at int, where position) code {
	end := at + len(args)
	return func(m *machine, s []Value) (Value, error) {
		if err := evaluate(m, s, s[at:end], args); err != nil {
			return nil, err
		}
		fn, err := f(m, s)
		if err != nil {
			return nil, m.raise(err, where)
		}
		v, err := m.invoke(fn.(*Function), s[at:end:end])
		return m.raised(v, err, where)
	}
}

// callLambda is ((lambda …) …).
func (c *compiler) callLambda(l, form *Cons, s *scope) node {
	return c.callValue(c.lambda(nil, l.Cdr, s), form, s)
}
