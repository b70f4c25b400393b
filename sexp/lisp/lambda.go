package lisp

import "slices"

// lambda is a compiled function without the values that it closes over.
type lambda struct {
	name     string
	program  *Program // that it belongs to; nil for the prelude, whose names mean what they do in its caller
	params   parameters
	most     int   // arguments; -1 without a limit
	boxed    []int // the required parameters that stand in boxes
	bind     binding
	size     int // of the slots
	closedAt int // the slot of the first variable from outside
	levels   int // of depth
	cost     int // of a call in steps
	body     code
}

// parameters are a lambda list. The names in one that is destructured may be lists of parameters themselves.
type parameters struct {
	required []Value
	optional []parameter
	rest     Value // nil without one
	keyed    bool
	keys     []parameter
	allow    bool // other keys
}

type parameter struct{ name, init, supplied, key Value }

// binding gives variables their values, of arguments or, for DESTRUCTURING-BIND, of those in a list.
type binding func(m *machine, s, args []Value, from Value)

// bindRequired binds parameters that are all required, which are the first slots.
func (l *lambda) bindRequired(m *machine, s, args []Value) {
	if len(args) != len(l.params.required) {
		name := l.name
		if name == "" {
			name = "a LAMBDA"
		}
		panic(m.errProgram("%s was called with %d arguments, and takes %d", name, len(args), len(l.params.required)))
	}
	copy(s, args)
	for _, i := range l.boxed {
		s[i] = &box{value: s[i]}
	}
}

// lambda compiles a function, given its parameters and its body; the code's value is the function. The body of one with
// a name is a block of that name.
func (c *compiler) lambda(name, paramsAndBody Value, s *scope) code {
	l, ok := paramsAndBody.(*Cons)
	if !ok {
		panic(c.m.errProgram("a function needs a list of parameters and a body"))
	}
	params := c.parameters(l.Car, false)
	forms := listOf(c.m, l.Cdr, 0, -1, "%s is not the body of a function")
	forms = c.rebindGlobals(&params, withoutDoc(forms))
	made := &lambda{params: params, program: c.p}
	if c.p.isPrelude {
		made.program = nil
	}
	outer := c.fn
	c.fn = &function{outer: outer}
	defer func() { c.fn = outer }()
	inner, vars := c.bindParameters(made, s)
	if name == nil {
		made.body = c.body(forms, inner)
	} else {
		made.name, _ = symName(name)
		made.body = c.block(name, forms, inner)
	}
	return c.close(made, vars)
}

// bindParameters makes the variables of a function's parameters.
func (c *compiler) bindParameters(l *lambda, s *scope) (inner *scope, vars []*variable) {
	p := &l.params
	if l.most = len(p.required) + len(p.optional); p.rest != nil || p.keyed {
		l.most = -1
	}
	if len(p.optional) > 0 || l.most < 0 {
		l.bind, inner = c.binder(p, s, false)
		return inner, nil
	}
	for _, name := range p.required {
		var v *variable
		c.bindable(name)
		v, s = c.bind(name, s)
		vars = append(vars, v)
	}
	return s, vars
}

// close returns the code that makes a function of a lambda whose body is compiled, with the variables that it uses from
// outside.
func (c *compiler) close(l *lambda, params []*variable) code {
	f := c.fn
	l.closedAt, l.size, l.levels, l.cost = f.most, f.most+len(f.closed), 1+f.deepest/16, 1+f.forms/formsPerStep
	for _, v := range params {
		if v.captured {
			l.boxed = append(l.boxed, v.slot)
		}
	}
	for i, v := range f.closed {
		v.slot = f.most + i
	}
	if len(f.closed) == 0 {
		return constant(&Function{name: l.name, lambda: l})
	}
	return func(m *machine, s []Value) Value {
		m.many = false
		m.room(64 + slotBytes*len(f.closed))
		closed := make([]*box, len(f.closed))
		for i, v := range f.closed {
			closed[i] = s[v.from.slot].(*box)
		}
		return &Function{name: l.name, lambda: l, closed: closed}
	}
}

// withoutDoc takes a documentation string out.
func withoutDoc(forms []Value) []Value {
	for i, f := range forms {
		if isA[*Str](f) && i < len(forms)-1 {
			return slices.Delete(slices.Clone(forms), i, i+1)
		}
		if !isForm(f, "DECLARE") {
			break
		}
	}
	return forms
}

// rebindGlobals makes parameters that are named as global variables bind those around the body.
func (c *compiler) rebindGlobals(p *parameters, forms []Value) []Value {
	var bindings []Value
	for i, name := range p.required {
		if c.isGlobal(name) {
			p.required[i] = &Gensym{"G"}
			bindings = append(bindings, list(name, p.required[i]))
		}
	}
	if bindings == nil {
		return forms
	}
	return []Value{listTail(list(forms...), sym("LET"), list(bindings...))}
}

// bindable is an error where a name cannot be a variable.
func (c *compiler) bindable(name Value) {
	s, ok := name.(Symbol)
	if isA[*Gensym](name) {
		return
	}
	if text, _ := symName(name); !ok || s == symT || isKeyword(s) || len(text) > 1 && text[0] == '&' {
		panic(c.m.errProgram("%s cannot be a variable", show(name)))
	}
	if c.p.language.variables[name] {
		panic(c.m.errProgram("%s is a variable of Lisp that is not known here", show(name)))
	}
	if known := c.p.known(name); known != nil && known.constant {
		panic(c.m.errProgram("%s is a constant and cannot be bound", show(name)))
	}
}

func (c *compiler) isGlobal(name Value) bool {
	known := c.p.known(name)
	return known != nil && known.bound
}

// taken is a parameter: what finds its argument, the code of its value where there is none, and what binds the value,
// and whether it was there.
type taken struct {
	find      func(m *machine, args []Value, from Value) (Value, bool)
	init      code
	set, tell func(m *machine, s []Value, v Value)
}

// binder makes the variables of parameters, and what binds them.
func (c *compiler) binder(p *parameters, s *scope, nested bool) (binding, *scope) {
	var all []taken
	take := func(name, supplied, init Value, find func(m *machine, args []Value, from Value) (Value, bool)) {
		t := taken{find: find, init: c.form(init, s)}
		if t.set, s = c.target(name, s, nested); supplied != nil {
			t.tell, s = c.target(supplied, s, nested)
		}
		all = append(all, t)
	}
	least := len(p.required)
	most := least + len(p.optional)
	for i, name := range p.required {
		take(name, nil, nil, argument(i))
	}
	for i, o := range p.optional {
		take(o.name, o.supplied, o.init, argument(least+i))
	}
	if p.rest != nil {
		take(p.rest, nil, nil, func(m *machine, args []Value, from Value) (Value, bool) {
			return restFrom(m, args, from, most), true
		})
	}
	for _, k := range p.keys {
		take(k.name, k.supplied, k.init, func(_ *machine, args []Value, _ Value) (Value, bool) {
			return keyArgument(args[min(most, len(args)):], k.key)
		})
	}
	return func(m *machine, s, args []Value, from Value) {
		p.check(m, args)
		for _, t := range all {
			v, supplied := t.find(m, args, from)
			if !supplied {
				v = t.init(m, s)
			}
			if t.set(m, s, v); t.tell != nil {
				t.tell(m, s, truth(supplied))
			}
		}
	}, s
}

func argument(i int) func(*machine, []Value, Value) (Value, bool) {
	return func(_ *machine, args []Value, _ Value) (Value, bool) {
		if i < len(args) {
			return args[i], true
		}
		return nil, false
	}
}

// target makes the variable of a name, or of a list of parameters all of its variables.
func (c *compiler) target(name Value, s *scope, nested bool) (func(m *machine, s []Value, v Value), *scope) {
	if nested && (isCons(name) || name == nil) {
		c.m.down(1)
		defer c.m.up()
		return c.pattern(name, s)
	}
	c.bindable(name)
	if c.isGlobal(name) {
		panic(c.m.errProgram("%s is a global variable: name the parameter otherwise", show(name)))
	}
	v, s := c.bind(name, s)
	return func(_ *machine, s []Value, value Value) { v.bind(s, value) }, s
}

// pattern makes the variables of a lambda list that takes a list apart.
func (c *compiler) pattern(pattern Value, s *scope) (func(m *machine, s []Value, v Value), *scope) {
	p := c.parameters(pattern, true)
	bind, s := c.binder(&p, s, true)
	open := p.rest != nil && !p.keyed
	return func(m *machine, s []Value, v Value) {
		items, end := listItems(m, v, open)
		if end != nil && !open {
			panic(m.wrong("%s is not the list that was expected", show(end)))
		}
		bind(m, s, items, v)
	}, s
}

// check is an error where the number of arguments does not fit, or a key among them.
func (p *parameters) check(m *machine, args []Value) {
	least, most := len(p.required), len(p.required)+len(p.optional)
	if open := p.rest != nil || p.keyed; len(args) < least || len(args) > most && !open {
		if open {
			most = -1
		}
		panic(m.errProgram("%d arguments were given where %s are taken", len(args), between(least, most)))
	}
	m.work(len(args) / 8)
	if p.keyed && len(args) > most {
		p.checkKeys(m, args[most:])
	}
}

func (p *parameters) checkKeys(m *machine, args []Value) {
	if len(args)%2 != 0 {
		panic(m.errProgram("the keyword arguments are odd: a key has no value"))
	}
	if other, _ := keyArgument(args, allowOtherKeys); p.allow || other != nil {
		return
	}
	for i := 0; i < len(args); i += 2 {
		isKnown := func(k parameter) bool { return k.key == args[i] }
		if args[i] != allowOtherKeys && !slices.ContainsFunc(p.keys, isKnown) {
			panic(m.errProgram("the key %s is not known", show(args[i])))
		}
	}
}

// restFrom returns the arguments from one on, as a list: a part of the list that they come from.
func restFrom(m *machine, args []Value, from Value, at int) Value {
	if from == nil {
		return listFrom(m, args[min(at, len(args)):])
	}
	for range min(at, len(args)) {
		from = from.(*Cons).Cdr
	}
	return from
}

func keyArgument(args []Value, key Value) (Value, bool) {
	for i := 0; i+1 < len(args); i += 2 {
		if args[i] == key {
			return args[i+1], true
		}
	}
	return nil, false
}

// lambdaList reads a lambda list. Its stages are the required parameters, &OPTIONAL, &REST and &KEY.
type lambdaList struct {
	c      *compiler
	p      parameters
	all    Value
	stage  int
	awaits *Value // the parameter of &REST, whose name comes next
}

func (c *compiler) parameters(l Value, destructure bool) parameters {
	r := lambdaList{c: c, all: l}
	for rest := l; rest != nil; {
		cell, ok := rest.(*Cons)
		if !ok {
			if !destructure || r.p.rest != nil || r.stage > 1 {
				panic(r.bad())
			}
			r.p.rest = rest
			break
		}
		c.m.work(1)
		r.take(cell.Car)
		rest = cell.Cdr
	}
	if r.awaits != nil {
		panic(r.bad())
	}
	r.distinct()
	return r.p
}

func (r *lambdaList) bad() error {
	return r.c.m.errProgram("%s is not a list of parameters", show(r.all))
}

// take reads the next element.
func (r *lambdaList) take(item Value) {
	name, _ := symName(item)
	switch {
	case len(name) > 1 && name[0] == '&':
		r.keyword(name)
	case r.awaits != nil:
		*r.awaits, r.awaits = item, nil
	case r.stage == 0:
		r.p.required = append(r.p.required, item)
	case r.stage == 1:
		r.p.optional = append(r.p.optional, r.parameter(item, false))
	case r.stage == 3:
		r.p.keys = append(r.p.keys, r.parameter(item, true))
	default:
		panic(r.bad())
	}
}

func (r *lambdaList) keyword(name string) {
	next := map[string]int{"&OPTIONAL": 1, "&REST": 2, "&BODY": 2, "&KEY": 3}[name]
	switch {
	case r.awaits != nil:
		panic(r.bad())
	case next > r.stage:
		r.stage = next
		if next == 2 {
			r.awaits = &r.p.rest
		}
		r.p.keyed = r.p.keyed || next == 3
	case name == "&ALLOW-OTHER-KEYS" && r.stage == 3:
		r.p.allow = true
	default:
		panic(r.bad())
	}
}

// parameter reads NAME, (NAME INIT SUPPLIED) or, with keys, ((KEY NAME) INIT SUPPLIED).
func (r *lambdaList) parameter(item Value, keyed bool) parameter {
	p := parameter{name: item}
	if isCons(item) {
		parts := append(listOf(r.c.m, item, 1, 3, "%s is not a parameter"), nil, nil)
		p.name, p.init, p.supplied = parts[0], parts[1], parts[2]
	}
	if !keyed {
		return p
	}
	if isCons(p.name) {
		pair := listOf(r.c.m, p.name, 2, 2, "%s is not a key and a name")
		p.key, p.name = pair[0], pair[1]
		return p
	}
	name, ok := symName(p.name)
	if !ok {
		panic(r.bad())
	}
	p.key = kw(name)
	return p
}

// distinct is an error where a name stands twice.
func (r *lambdaList) distinct() {
	names := append([]Value{r.p.rest}, r.p.required...)
	for _, p := range append(r.p.optional, r.p.keys...) {
		names = append(names, p.name, p.supplied)
	}
	seen := map[Value]bool{}
	for _, n := range names {
		if !isSymbol(n) || n == nil {
			continue
		}
		if seen[n] {
			panic(r.c.m.errProgram("the parameter %s stands twice", show(n)))
		}
		seen[n] = true
	}
	r.c.m.work(len(names))
}
