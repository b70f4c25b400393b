package lisp

// unwindProtect is (UNWIND-PROTECT form cleanup …). Over a limit the cleanup does not run:
// nothing that is left then matters.
func unwindProtect(c *compiler, form *Cons, s *scope) node {
	nodes := c.forms(c.split(form, 1, -1), s)
	return later(func(multi bool) code {
		first, cleanup := nodes[0].code(multi), statementsOnly(codes(nodes[1:]))
		return func(m *machine, s []Value) (Value, error) {
			v, err := first(m, s)
			if err != nil && isFinal(err) {
				return nil, err
			}
			keep := m.keepValues()
			if _, err := cleanup(m, s); err != nil {
				return nil, err
			}
			keep(m)
			return v, err
		}
	})
}

// isFinal reports whether an error ends the whole evaluation.
func isFinal(err error) bool {
	if _, ok := err.(*exit); ok {
		return false
	}
	_, ok := asFailure(err)
	return !ok
}
