package lisp

// node is a form that has been understood. It makes the code once the whole function has been,
// since only then is known which variables stand in boxes; with multi, code that leaves
// all the values of the form in m.more. Most are variables and constants, which are nodes by themselves.
type node interface{ code(multi bool) code }

// later is a node by what makes its code.
type later func(multi bool) code

func (l later) code(multi bool) code { return l(multi) }

// constant is a node that gives a value.
func constant(v Value) node {
	switch v := v.(type) {
	case nil:
		return none{}
	case Symbol:
		return v
	case *Str:
		return v
	case *Function:
		return v
	}
	return fixed{v}
}

type (
	none  struct{} // NIL
	fixed struct{ is Value }
)

func (none) code(multi bool) code        { return constantCode(nil, multi) }
func (s Symbol) code(multi bool) code    { return constantCode(s, multi) }
func (s *Str) code(multi bool) code      { return constantCode(s, multi) }
func (f *Function) code(multi bool) code { return constantCode(f, multi) }
func (f fixed) code(multi bool) code     { return constantCode(f.is, multi) }

func constantCode(v Value, multi bool) code {
	if multi {
		return func(m *machine, _ []Value) (Value, error) { m.more = nil; return v, nil }
	}
	return func(*machine, []Value) (Value, error) { return v, nil }
}

func (v *variable) code(multi bool) code {
	i := v.slot
	if v.boxed() {
		return single(multi, func(_ *machine, s []Value) (Value, error) { return s[i].(*box).value, nil })
	}
	if multi {
		return func(m *machine, s []Value) (Value, error) { m.more = nil; return s[i], nil }
	}
	return func(_ *machine, s []Value) (Value, error) { return s[i], nil }
}
