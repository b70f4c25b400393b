package lisp

// catcher is a CATCH that runs.
type catcher struct {
	tag Value
	to  *target
}

func catchForm(c *compiler, form *Cons, s *scope) node {
	args := c.split(form, 1, -1)
	tag := c.form(args[0], s)
	body := c.body(args[1:], s)
	return later(func(bool) code {
		tag, do := tag.code(false), body.code(true)
		return func(m *machine, s []Value) (Value, error) {
			v, err := tag(m, s)
			if err != nil {
				return nil, err
			}
			here := catcher{v, &target{}}
			m.catchers = append(m.catchers, here)
			v, err = do(m, s)
			m.catchers = m.catchers[:len(m.catchers)-1]
			if e, ok := arrived(err, here.to); ok {
				return m.arrive(e), nil
			}
			return v, err
		}
	})
}

func throwForm(c *compiler, form *Cons, s *scope) node {
	nodes := c.forms(c.split(form, 2, 2), s)
	where := c.at
	return later(func(bool) code {
		tag, value := nodes[0].code(false), nodes[1].code(true)
		return func(m *machine, s []Value) (Value, error) {
			t, err := tag(m, s)
			if err != nil {
				return nil, err
			}
			v, err := value(m, s)
			if err != nil {
				return nil, err
			}
			m.work(len(m.catchers) / 8)
			for i := len(m.catchers) - 1; i >= 0; i-- {
				if m.catchers[i].tag == t {
					return nil, m.leave(m.catchers[i].to, v)
				}
			}
			return nil, m.raise(wrongAs("CONTROL-ERROR", "nothing catches %s", show(t)), where)
		}
	})
}

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
