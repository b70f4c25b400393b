package lisp

import (
	"pp/sexp"
)

// compiler makes code of forms. What a special form means is a function that takes it as its first
// parameter.
type compiler struct {
	m       *machine // for macros and their limits
	p       *Program
	at      position // the innermost form in hand that has one
	fn      *function
	texts   []*text // that were read
	strange bool    // what is compiled comes from the macro of another program
	room    *Room
	keeps   bool // something may keep a part of the form that stands at the top
}

// formsPerStep is how many forms of a body count for one step more of each call of it, so that long
// bodies without calls in them are not free.
const formsPerStep = 64

// formBytes is what the code of a form counts for.
const formBytes = 64

// function is a function that is being compiled.
type function struct {
	outer          *function
	top, most      int         // slots in use, and the most that were
	level, deepest int         // of forms within forms
	forms          int         // in it
	closed         []*variable // from outside, as they are called inside
}

// begin begins a function in the one in hand, which it gives.
func (c *compiler) begin() (outer *function) {
	outer, c.fn = c.fn, &c.room.functions.take(1)[0]
	*c.fn = function{outer: outer}
	return outer
}

// slots takes n slots, up to the release of what top was before.
func (f *function) slots(n int) int {
	at := f.top
	f.top += n
	f.most = max(f.most, f.top)
	return at
}

// release gives back the slots that were taken since top was what it was.
func (f *function) release(top int) { f.top = top }

// variable is a variable of one function. A function inside that uses it has another for it, which
// leads back to the first.
type variable struct {
	fn                 *function
	slot               int
	from               *variable // of the function around; nil for the first
	captured, assigned bool      // told of the first
	used               bool      // likewise
}

func (v *variable) first() *variable {
	for v.from != nil {
		v = v.from
	}
	return v
}

func (v *variable) boxed() bool {
	o := v.first()
	return o.captured && o.assigned
}

// space tells apart what one name can mean.
type space uint8

const (
	variables space = iota // *variable
	functions              // *variable that holds a function, or *Function, a macro
	blocks                 // *block
	tags                   // *jump
)

// scope is what a name means in a part of a program.
type scope struct {
	outer *scope
	space space
	name  Value
	means any
}

//go:noinline
func (c *compiler) with(s *scope, in space, name Value, means any) *scope {
	inner := &c.room.scopes.take(1)[0]
	*inner = scope{s, in, name, means}
	return inner
}

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

// resolve gives the variable as the function in hand calls it.
func (c *compiler) resolve(v *variable) *variable {
	v.first().used = true
	return c.fn.resolve(v, c.room)
}

func (f *function) resolve(v *variable, room *Room) *variable {
	if v.fn == f || f == nil {
		return v
	}
	for _, known := range f.closed {
		if known.first() == v.first() {
			return known
		}
	}
	inner := &room.variables.take(1)[0]
	inner.fn, inner.from = f, f.outer.resolve(v, room)
	inner.first().captured = true
	f.closed = append(f.closed, inner)
	return inner
}

func (c *compiler) bind(name Value, s *scope) (*variable, *scope) {
	v := c.slot(1)
	return v, c.with(s, variables, name, v)
}

// slot makes a variable without a name, with so many slots.
func (c *compiler) slot(n int) *variable {
	v := &c.room.variables.take(1)[0]
	v.fn, v.slot = c.fn, c.fn.slots(n)
	return v
}

// form understands a form.
func (c *compiler) form(v Value, s *scope) node {
	c.m.work(1)
	c.fn.forms++
	switch v := v.(type) {
	case nil:
		return constant(nil)
	case Symbol:
		if v == symT || isKeyword(v) {
			return constant(v)
		}
		return c.variable(v, s)
	case *Gensym:
		return c.variable(v, s)
	case *quasi:
		form := backquote(c, v.form, 1)
		return c.form(form, s)
	case *comma:
		panic(errProgram("a comma outside of a backquote"))
	case *Cons:
		return c.compound(v, s)
	}
	return c.literal(v)
}

// literal is a value that stands in the code: nothing can change it from now on.
func (c *compiler) literal(v Value) node {
	freeze(c.m, v)
	switch v.(type) {
	case nil, Symbol, *Gensym, *Str, sexp.Int, sexp.Char, *controlString, *Scanner:
	default:
		c.keeps = true
	}
	return constant(v)
}

// single makes code leave one value.
//
//go:noinline
func single(multi bool, do code) code {
	if !multi {
		return do
	}
	return func(m *machine, s []Value) (Value, error) {
		v, err := do(m, s)
		if err == nil { // an exit may be on its way with its own values
			m.more = nil
		}
		return v, err
	}
}

// compound understands a form that is a list. The one in hand is where an error stands.
func (c *compiler) compound(form *Cons, s *scope) node {
	c.m.down()
	c.m.room(formBytes)
	outer := c.at
	c.stand(form)
	c.fn.level++
	c.fn.deepest = max(c.fn.deepest, c.fn.level)
	n := c.operation(form, s)
	c.fn.level--
	c.m.up()
	c.at = outer
	return n
}

// locate says of an error that it is in the form in hand, unless it says another.
func (c *compiler) locate(err error) error {
	if f, ok := err.(*failure); ok && f.at.text == nil {
		f.at = c.at
	}
	return err
}

func (c *compiler) operation(form *Cons, s *scope) node {
	switch op := form.Car.(type) {
	case *Function:
		return c.callTo(op, form, s, false)
	case *Cons:
		if isSym(op.Car, "LAMBDA") {
			return c.callLambda(op, form, s)
		}
	case Symbol, *Gensym:
		return c.named(op, form, s)
	}
	panic(errProgram("%s cannot be called", show(form.Car)))
}

// named understands a form by the name of its operator.
func (c *compiler) named(op Value, form *Cons, s *scope) node {
	switch local := c.find(s, functions, op).(type) {
	case *variable:
		return c.callValue(c.resolve(local), form, s)
	case *Function:
		return c.expanded(local, form, s)
	}
	switch known := c.p.language.operator(op); {
	case known.special != nil:
		c.keeps = c.keeps || !forgetful(known.special.name)
		return known.special.compile(c, form, s)
	case known.macro != nil:
		return c.form(known.macro.expand(c.m, form), s)
	case known.function != nil:
		return c.callTo(known.function, form, s, true)
	}
	if sy, ok := op.(Symbol); !ok || sy.Name().Package != "" {
		panic(noFunction(op))
	}
	cell := c.p.cell(op)
	if cell.macro != nil {
		return c.expanded(cell.macro, form, s)
	}
	if cell.function == nil && (c.p.reserved(op) || takesNoForms(form)) {
		panic(noFunction(op)) // whatever stands in the place of its arguments
	}
	return c.callValue(c.cellFunction(cell), form, s)
}

// takesNoForms reports whether the first argument, as ((X 1)), is no form, so that its operator can be only a macro,
// which is defined before it is used.
func takesNoForms(form *Cons) bool {
	args, _ := form.Cdr.(*Cons)
	if args == nil {
		return false
	}
	first, _ := args.Car.(*Cons)
	return first != nil && isCons(first.Car) && !isForm(first.Car, "LAMBDA")
}

// variable is a variable that is read.
func (c *compiler) variable(name Value, s *scope) node {
	if v, ok := c.find(s, variables, name).(*variable); ok {
		return c.resolve(v)
	}
	if v, ok := constants()[name]; ok {
		return constant(v)
	}
	return c.global(name)
}

// global reads a global variable.
func (c *compiler) global(name Value) node {
	cell := c.p.cell(name)
	c.refer(cell, true)
	where := c.at
	return later(func(multi bool) code {
		return single(multi, func(m *machine, _ []Value) (Value, error) {
			v, err := m.globalValue(cell)
			return m.raised(v, err, where)
		})
	})
}

// refer notes a use of what need not be defined yet.
func (c *compiler) refer(to *cell, variable bool) {
	if variable && !to.bound || !variable && to.function == nil {
		c.p.refs = append(c.p.refs, reference{to, variable, c.at})
	}
}

// body understands forms of which the last gives the values. Declarations are passed.
func (c *compiler) body(forms []Value, s *scope) node {
	nodes := c.room.nodes.take(len(forms))[:0]
	for _, f := range forms {
		if isForm(f, "DECLARE") {
			c.declare(f)
			continue
		}
		nodes = append(nodes, c.form(f, s))
	}
	return sequence(nodes)
}

// sequence is one form after the other.
func sequence(nodes []node) node {
	switch len(nodes) {
	case 0:
		return constant(nil)
	case 1:
		return nodes[0]
	}
	last := len(nodes) - 1
	return later(func(multi bool) code {
		before, end := codes(nodes[:last]), nodes[last].code(multi)
		return func(m *machine, s []Value) (Value, error) {
			for _, do := range before {
				if _, err := do(m, s); err != nil {
					return nil, err
				}
			}
			return end(m, s)
		}
	})
}

//go:noinline
func isForm(v Value, operator string) bool {
	c, ok := v.(*Cons)
	return ok && isSym(c.Car, operator)
}

// declare passes a declaration. One that would change what the code means is an error.
func (c *compiler) declare(form Value) {
	specs, ok := properItems(c.m, form.(*Cons).Cdr)
	if !ok {
		panic(errProgram("%s is not a declaration", show(form)))
	}
	for _, spec := range specs {
		if isForm(spec, "SPECIAL") {
			panic(errProgram("SPECIAL is not known here: define a global variable with DEFPARAMETER"))
		}
	}
}

// split gives the operator's arguments, of which there must be so many; most is -1 without a limit.
//
//go:noinline
func (c *compiler) split(form *Cons, least, most int) []Value { return parts(c.m, form, least, most) }
