package lisp

import "pp/sexp"

// special is a form that does not evaluate all its arguments. form is the whole
// form, a proper list.
type special func(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error)

// specialForm finds a special form by its name.
func specialForm(name string) (special, bool) {
	switch name {
	case "QUOTE":
		return quote, true
	case "FUNCTION":
		return functionOf, true
	case "LAMBDA":
		return lambda, true
	case "IF":
		return ifForm, true
	case "COND":
		return cond, true
	case "WHEN":
		return when(true), true
	case "UNLESS":
		return when(false), true
	case "AND":
		return connective(false), true
	case "OR":
		return connective(true), true
	case "LET":
		return let(false), true
	case "LET*":
		return let(true), true
	case "PROGN":
		return func(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
			return m.progn(form, 1, env, depth)
		}, true
	}
	return nil, false
}

// eval gives the value of a form.
func (m *machine) eval(form sexp.Value, env *scope, depth int) (sexp.Value, error) {
	if err := m.work(1); err != nil {
		return nil, err
	}
	if depth > m.lim.Depth {
		return nil, m.tooDeep()
	}
	switch f := form.(type) {
	case sexp.Symbol:
		return m.variable(f, env)
	case sexp.List:
		if f.Len() == 0 {
			return sexp.NIL, nil
		}
		return m.evalList(f, env, depth)
	case sexp.Backquote, sexp.Comma:
		return nil, wrong("backquote is not known here; use LIST, CONS and QUOTE")
	}
	return form, nil
}

func (m *machine) variable(s sexp.Symbol, env *scope) (sexp.Value, error) {
	if s == sexp.NIL || s == sexp.T || s.IsKeyword() {
		return s, nil
	}
	v, looked, ok := env.find(s)
	if ok {
		return v, m.work(looked / 8)
	}
	return nil, wrong("the variable %s has no value; bind it with LET, or quote it", show(s))
}

func (m *machine) evalList(form sexp.List, env *scope, depth int) (sexp.Value, error) {
	if _, dotted := form.Tail(); dotted {
		return nil, wrong("%s is a dotted list and no form", show(form))
	}
	head := form.At(0)
	if s, ok := head.(sexp.Symbol); ok {
		if s.Package != "" {
			return nil, wrong("there is no function %s here", show(s))
		}
		if do, isSpecial := specialForm(s.Name); isSpecial {
			return do(m, form, env, depth+1)
		}
		if _, known := builtin(s.Name); !known {
			return nil, wrong("there is no function %s here. Only pure functions of numbers, lists and strings are known",
				show(s))
		}
	} else {
		f, isLambda := lambdaForm(head)
		if !isLambda {
			return nil, wrong("%s cannot be called", show(head))
		}
		var err error
		if head, err = lambda(m, f, env, depth+1); err != nil {
			return nil, err
		}
	}
	args := make([]sexp.Value, 0, form.Len()-1)
	for i := 1; i < form.Len(); i++ {
		v, err := m.eval(form.At(i), env, depth+1)
		if err != nil {
			return nil, err
		}
		args = append(args, v)
	}
	return m.call(head, args, depth+1)
}

func (m *machine) progn(forms sexp.List, from int, env *scope, depth int) (sexp.Value, error) {
	var last sexp.Value = sexp.NIL
	for i := from; i < forms.Len(); i++ {
		v, err := m.eval(forms.At(i), env, depth+1)
		if err != nil {
			return nil, err
		}
		last = v
	}
	return last, nil
}

func quote(_ *machine, form sexp.List, _ *scope, _ int) (sexp.Value, error) {
	if form.Len() != 2 {
		return nil, wrong("QUOTE takes one form")
	}
	return form.At(1), nil
}

func lambdaForm(v sexp.Value) (sexp.List, bool) {
	l, ok := v.(sexp.List)
	return l, ok && l.Len() > 0 && l.At(0) == sexp.Value(sexp.Sym("LAMBDA"))
}

func functionOf(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
	if form.Len() != 2 {
		return nil, wrong("FUNCTION takes one name or LAMBDA form")
	}
	if l, ok := lambdaForm(form.At(1)); ok {
		return lambda(m, l, env, depth)
	}
	s, ok := form.At(1).(sexp.Symbol)
	if _, known := builtin(s.Name); !ok || s.Package != "" || !known {
		return nil, wrong("there is no function %s here", show(form.At(1)))
	}
	return sexp.Symbol{Package: builtinPackage, Name: s.Name}, nil
}

func lambda(m *machine, form sexp.List, env *scope, _ int) (sexp.Value, error) {
	if _, dotted := form.Tail(); dotted || form.Len() < 2 {
		return nil, wrong("LAMBDA takes a list of parameters and a body")
	}
	list, ok := sexp.AsList(form.At(1))
	if _, dotted := list.Tail(); !ok || dotted {
		return nil, wrong("%s is not a list of parameters", show(form.At(1)))
	}
	c := closure{body: form.Slice(2, form.Len()), env: env}
	for _, p := range list.All() {
		name, err := bindable(p)
		if err != nil {
			return nil, err
		}
		for _, other := range c.params {
			if other == name {
				return nil, wrong("the parameter %s stands twice", show(name))
			}
		}
		c.params = append(c.params, name)
	}
	if err := m.room(64 + 32*len(c.params)); err != nil {
		return nil, err
	}
	if err := m.work(list.Len() * list.Len() / 8); err != nil {
		return nil, err
	}
	return m.function(c), nil
}

// bindable is a symbol that can be a variable.
func bindable(v sexp.Value) (sexp.Symbol, error) {
	s, ok := v.(sexp.Symbol)
	switch {
	case !ok || s == sexp.NIL || s == sexp.T || s.IsKeyword() || isFunction(s):
		return s, wrong("%s cannot be a variable", show(v))
	case len(s.Name) > 0 && s.Name[0] == '&':
		return s, wrong("%s is not known here; name each parameter", show(v))
	}
	return s, nil
}

func ifForm(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
	if form.Len() != 3 && form.Len() != 4 {
		return nil, wrong("IF takes a test, a form and perhaps another form")
	}
	test, err := m.eval(form.At(1), env, depth)
	switch {
	case err != nil:
		return nil, err
	case !sexp.IsNil(test):
		return m.eval(form.At(2), env, depth)
	case form.Len() == 4:
		return m.eval(form.At(3), env, depth)
	}
	return sexp.NIL, nil
}

func cond(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
	for i := 1; i < form.Len(); i++ {
		clause, ok := form.At(i).(sexp.List)
		if _, dotted := clause.Tail(); !ok || dotted {
			return nil, wrong("%s is not a clause of COND", show(form.At(i)))
		}
		test, err := m.eval(clause.At(0), env, depth)
		if err != nil {
			return nil, err
		}
		if sexp.IsNil(test) {
			continue
		}
		if clause.Len() == 1 {
			return test, nil
		}
		return m.progn(clause, 1, env, depth)
	}
	return sexp.NIL, nil
}

func when(wanted bool) special {
	return func(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
		if form.Len() < 2 {
			return nil, wrong("%s takes a test and forms", show(form.At(0)))
		}
		test, err := m.eval(form.At(1), env, depth)
		if err != nil {
			return nil, err
		}
		if sexp.IsNil(test) == wanted {
			return sexp.NIL, nil
		}
		return m.progn(form, 2, env, depth)
	}
}

// connective is AND, or OR when it ends at the first value that is true.
func connective(until bool) special {
	return func(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
		var last sexp.Value = sexp.Bool(!until)
		for i := 1; i < form.Len(); i++ {
			v, err := m.eval(form.At(i), env, depth)
			if err != nil {
				return nil, err
			}
			if last = v; !sexp.IsNil(v) == until {
				break
			}
		}
		return last, nil
	}
}

// let binds all at once, or one after the other.
func let(inOrder bool) special {
	return func(m *machine, form sexp.List, env *scope, depth int) (sexp.Value, error) {
		if form.Len() < 2 {
			return nil, wrong("%s takes a list of bindings and forms", show(form.At(0)))
		}
		bindings, ok := sexp.AsList(form.At(1))
		if _, dotted := bindings.Tail(); !ok || dotted {
			return nil, wrong("%s is not a list of bindings", show(form.At(1)))
		}
		inner := &scope{outer: env}
		for _, b := range bindings.All() {
			name, v, err := m.binding(b, env, depth)
			if err != nil {
				return nil, err
			}
			if inOrder {
				env = &scope{[]sexp.Symbol{name}, []sexp.Value{v}, env}
				continue
			}
			inner.names, inner.values = append(inner.names, name), append(inner.values, v)
		}
		if err := m.room(64 * bindings.Len()); err != nil {
			return nil, err
		}
		if inOrder {
			inner = env
		}
		return m.progn(form, 2, inner, depth)
	}
}

func (m *machine) binding(b sexp.Value, env *scope, depth int) (sexp.Symbol, sexp.Value, error) {
	if l, ok := b.(sexp.List); ok {
		if _, dotted := l.Tail(); dotted || l.Len() > 2 {
			return sexp.Symbol{}, nil, wrong("%s is not a binding", show(b))
		}
		name, err := bindable(l.At(0))
		if err != nil || l.Len() == 1 {
			return name, sexp.NIL, err
		}
		v, err := m.eval(l.At(1), env, depth)
		return name, v, err
	}
	name, err := bindable(b)
	return name, sexp.NIL, err
}
