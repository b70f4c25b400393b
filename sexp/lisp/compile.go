package lisp

import (
	"fmt"
	"strings"
)

// code is a compiled form. s are the slots of the function that runs: its variables, and the arguments of its calls.
type code func(m *machine, s []Value) Value

// compiler makes code of forms. An error stands in the machine's form at hand.
type compiler struct {
	m  *machine // for macros and their limits
	p  *Program
	fn *function
}

const (
	formsPerStep = 64 // how many forms of a body count for one step more of each call, so that long bodies are not free
	formBytes    = 64 // what the code of a form counts for
)

// function is a function that is being compiled.
type function struct {
	outer          *function
	top, most      int         // slots in use, and the most that were
	level, deepest int         // of forms within forms
	forms          int         // in it
	closed         []*variable // from outside, as they are called inside
}

// slots takes n slots, up to the release of what top was before.
func (f *function) slots(n int) int {
	at := f.top
	f.top += n
	f.most = max(f.most, f.top)
	return at
}

// release returns the slots that were taken since top was what it was.
func (f *function) release(top int) { f.top = top }

// variable is a variable of one function. A function inside that uses it has another for it, which leads to the first.
// The slot of one that functions inside use holds a box.
type variable struct {
	fn       *function
	slot     int
	from     *variable // of the function around; nil for the first
	captured bool      // of the first
}

func (v *variable) first() *variable {
	for v.from != nil {
		v = v.from
	}
	return v
}

// bind gives a variable its first value.
func (v *variable) bind(s []Value, value Value) {
	if v.captured {
		value = &box{value: value}
	}
	s[v.slot] = value
}

// resolve returns the variable as a function calls it.
func (f *function) resolve(v *variable) *variable {
	if v.fn == f || f == nil {
		return v
	}
	first := v.first()
	for _, known := range f.closed {
		if known.first() == first {
			return known
		}
	}
	first.captured = true
	inner := &variable{fn: f, from: f.outer.resolve(v)}
	f.closed = append(f.closed, inner)
	return inner
}

// space tells apart what one name can mean.
type space uint8

const (
	variables space = iota // *variable
	functions              // a function, in a *variable
	blocks                 // *block
)

// scope is what a name means in a part of a program.
type scope struct {
	outer *scope
	space space
	name  Value
	means any
}

func (s *scope) with(in space, name Value, means any) *scope { return &scope{s, in, name, means} }

func (c *compiler) find(s *scope, in space, name Value) any {
	for n := 0; s != nil; s, n = s.outer, n+1 {
		if s.space == in && s.name == name {
			return s.means
		}
		if n%64 == 63 {
			c.m.work(1)
		}
	}
	return nil
}

// slot makes a variable without a name.
func (c *compiler) slot() *variable { return &variable{fn: c.fn, slot: c.fn.slots(1)} }

// bind makes a variable of a name.
func (c *compiler) bind(name Value, s *scope) (*variable, *scope) {
	v := c.slot()
	return v, s.with(variables, name, v)
}

// form compiles a form.
func (c *compiler) form(v Value, s *scope) code {
	c.m.work(1)
	c.fn.forms++
	switch v := v.(type) {
	case Symbol:
		if v == symT || isKeyword(v) {
			return constant(v)
		}
		return c.variable(v, s)
	case *Gensym:
		return c.variable(v, s)
	case *quasi:
		return c.form(backquote(c.m, v.form, 1), s)
	case *comma:
		panic(c.m.errProgram("a comma outside of a backquote"))
	case *Cons:
		return c.compound(v, s)
	}
	return c.literal(v)
}

// literal is a value that stands in the code: nothing can change it from now on.
func (c *compiler) literal(v Value) code {
	freeze(c.m, v)
	return constant(v)
}

func constant(v Value) code {
	return func(m *machine, _ []Value) Value { m.many = false; return v }
}

// stand makes a form the one that errors name, if its place is known.
func (c *compiler) stand(form *Cons) {
	if form.at != nil {
		c.m.at = form
	}
}

// compound compiles a form that is a list.
func (c *compiler) compound(form *Cons, s *scope) code {
	c.m.down(1)
	c.m.room(formBytes)
	outer := c.m.at
	c.stand(form)
	c.fn.level++
	c.fn.deepest = max(c.fn.deepest, c.fn.level)
	do := c.operation(form, s)
	c.fn.level--
	c.m.up()
	c.m.at = outer
	return do
}

func (c *compiler) operation(form *Cons, s *scope) code {
	switch op := form.Car.(type) {
	case *Function:
		return c.callTo(op, form, s)
	case *Cons:
		if isSym(op.Car, "LAMBDA") {
			return c.callValue(c.lambda(nil, op.Cdr, s), form, s)
		}
	case Symbol, *Gensym:
		return c.named(op, form, s)
	}
	panic(c.m.errProgram("%s cannot be called", show(form.Car)))
}

// named compiles a form by the name of its operator.
func (c *compiler) named(op Value, form *Cons, s *scope) code {
	if local, ok := c.find(s, functions, op).(*variable); ok {
		return c.callValue(c.read(local), form, s)
	}
	switch known := c.p.language.operators[op]; {
	case known.special != nil:
		return known.special(c, form, s)
	case known.macro != nil:
		return c.form(c.standard(known.macro, form), s)
	case known.function != nil:
		return c.callTo(known.function, form, s)
	}
	if sy, ok := op.(Symbol); !ok || sy.Name().Package != "" {
		panic(c.m.raise(noFunction(op)))
	}
	cell := c.p.cell(op)
	if cell.macro != nil {
		return c.expanded(cell.macro, form, s)
	}
	if cell.function == nil && (c.isReserved(op) || takesNoForms(form)) {
		panic(c.m.raise(noFunction(op))) // whatever stands in the place of its arguments
	}
	return c.callValue(c.cellFunction(cell), form, s)
}

// standard returns what a macro of the prelude makes of a form. What it takes on the way counts for little, as it is
// bounded by the form.
func (c *compiler) standard(expander *Function, form *Cons) Value {
	steps, bytes := c.m.steps, c.m.bytes
	v := c.m.call(expander, form)
	c.m.steps, c.m.bytes = steps+(c.m.steps-steps)/16, bytes+(c.m.bytes-bytes)/16
	return v
}

// isReserved reports whether a name is one that no program defines: of the language, or of the host.
func (c *compiler) isReserved(name Value) bool {
	text, _ := symName(name)
	return c.p.options.Toplevel[text] != nil || c.p.language.isLanguage(name)
}

// takesNoForms reports whether the first argument, as ((X 1)), is not a form, so that its operator can be only a macro,
// which is defined before it is used.
func takesNoForms(form *Cons) bool {
	args, _ := form.Cdr.(*Cons)
	if args == nil {
		return false
	}
	first, _ := args.Car.(*Cons)
	return first != nil && isCons(first.Car) && !isForm(first.Car, "LAMBDA")
}

// expanded expands a form by a macro that was defined, and compiles what it gives.
func (c *compiler) expanded(expander *Function, form *Cons, s *scope) code {
	expansion := c.expand(expander, form)
	done := false
	defer c.m.blameUnless(&done, expander, false)
	do := c.form(expansion, s)
	done = true
	return do
}

// expand returns what a macro that was defined makes of a form.
func (c *compiler) expand(expander *Function, form *Cons) Value {
	done := false
	defer c.m.blameUnless(&done, expander, true)
	v := c.m.call(expander, form)
	done = true
	return v
}

// variable reads a variable by its name.
func (c *compiler) variable(name Value, s *scope) code {
	if v, ok := c.find(s, variables, name).(*variable); ok {
		return c.read(v)
	}
	cell, at := c.p.cell(name), c.m.at
	if cell.constant && c.p.language.base[name] == cell {
		return constant(cell.value)
	}
	c.refer(cell, true)
	return func(m *machine, _ []Value) Value {
		m.many = false
		for i := len(m.dynamic) - 1; i >= 0; i-- {
			if m.dynamic[i].cell == cell {
				m.work(len(m.dynamic) / 8)
				return m.dynamic[i].value
			}
		}
		if !cell.bound {
			m.at, m.builtin = at, ""
			panic(m.raise(&failure{class: "UNBOUND-VARIABLE", slots: []Value{sym("NAME"), name},
				text: "the variable " + show(name) + " has no value; bind it with LET, or quote it"}))
		}
		return cell.value
	}
}

// read reads a local variable.
func (c *compiler) read(local *variable) code {
	v := c.fn.resolve(local)
	if v.from == nil {
		i := v.slot
		return func(m *machine, s []Value) Value {
			m.many = false
			if b, ok := s[i].(*box); ok {
				return b.value
			}
			return s[i]
		}
	}
	return func(m *machine, s []Value) Value {
		m.many = false
		return s[v.slot].(*box).value
	}
}

// refer notes a use of what need not be defined yet.
func (c *compiler) refer(to *cell, variable bool) {
	if variable && !to.bound || !variable && to.function == nil {
		c.p.refs = append(c.p.refs, reference{to, variable, c.m.at})
	}
}

// cellFunction reads the global function of a name, which may be defined later.
func (c *compiler) cellFunction(cell *cell) code {
	c.refer(cell, false)
	at := c.m.at
	return func(m *machine, _ []Value) Value {
		m.many = false
		if cell.function == nil {
			m.at, m.builtin = at, ""
			panic(m.raise(noFunction(cell.name)))
		}
		return cell.function
	}
}

// forms compiles each of several forms.
func (c *compiler) forms(forms []Value, s *scope) []code {
	all := make([]code, len(forms))
	for i, f := range forms {
		all[i] = c.form(f, s)
	}
	return all
}

// body compiles forms of which the last gives the values. Declarations are passed.
func (c *compiler) body(forms []Value, s *scope) code {
	var all []code
	for _, f := range forms {
		if isForm(f, "DECLARE") {
			c.declare(f)
			continue
		}
		all = append(all, c.form(f, s))
	}
	return sequence(all)
}

// sequence runs one form after the other.
func sequence(all []code) code {
	switch len(all) {
	case 0:
		return constant(nil)
	case 1:
		return all[0]
	}
	before, last := all[:len(all)-1], all[len(all)-1]
	return func(m *machine, s []Value) Value {
		for _, do := range before {
			do(m, s)
		}
		return last(m, s)
	}
}

// declare passes a declaration. One that would change what the code means is an error.
func (c *compiler) declare(form Value) {
	for _, spec := range listOf(c.m, form.(*Cons).Cdr, 0, -1, "%s is not a declaration") {
		if isForm(spec, "SPECIAL") {
			panic(c.m.errProgram("SPECIAL is not known here: define a global variable with DEFPARAMETER"))
		}
	}
}

// split returns the operator's arguments, of which there must be so many; most is -1 without a limit.
func (c *compiler) split(form *Cons, least, most int) []Value { return parts(c.m, form, least, most) }

// call compiles the arguments of a call, and what is done with them.
func (c *compiler) call(form *Cons, s *scope, do func(m *machine, s, args []Value) Value) code {
	defer c.fn.release(c.fn.top)
	forms, ok := properItems(c.m, form.Cdr)
	if !ok {
		panic(c.m.errProgram("%s is a dotted list and no form", show(form)))
	}
	at := c.fn.slots(len(forms))
	args, end, here := c.forms(forms, s), at+len(forms), c.m.at
	return func(m *machine, s []Value) Value {
		for i, arg := range args {
			s[at+i] = arg(m, s)
		}
		m.at = here
		return do(m, s, s[at:end:end])
	}
}

// callTo is a call of a function that is known.
func (c *compiler) callTo(f *Function, form *Cons, s *scope) code {
	b := f.builtin
	if b == nil {
		return c.callValue(constant(f), form, s)
	}
	if n, end := countItems(c.m, form.Cdr); end == nil && !b.takes(n) {
		panic(c.m.errProgram("%s is called with %d arguments, and takes %s", b.name, n, between(b.least, b.most)))
	}
	return c.call(c.prepare(b, form), s, func(m *machine, _, args []Value) Value { return m.callBuiltin(b, args) })
}

// callValue is a call of the function that a form gives.
func (c *compiler) callValue(f code, form *Cons, s *scope) code {
	return c.call(form, s, func(m *machine, s, args []Value) Value {
		m.builtin = ""
		return m.invoke(f(m, s).(*Function), args)
	})
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

// prepare looks at the arguments of a call that stand in the code as they are, which can be judged, or made ready,
// before anything runs. What it returns stands for the form.
func (c *compiler) prepare(b *builtin, form *Cons) *Cons {
	first, ok := form.Cdr.(*Cons)
	if !ok {
		return form
	}
	if pattern, isText := first.Car.(*Str); isText && strings.HasPrefix(b.name, regexpPackage) {
		return listTail(first.Cdr, form.Car, list(sym("QUOTE"), compileScanner(c.m, pattern.text))).(*Cons)
	}
	if b.name == "FORMAT" {
		if first.Car == symT {
			panic(c.m.notWritable(first.Car))
		}
		checkControl(c.m, form)
	}
	return form
}
