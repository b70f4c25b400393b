package lisp

import "slices"

func caseSpecials() []special {
	return []special{
		{"CASE", keyCase("")}, {"ECASE", keyCase("ECASE")}, {"CCASE", keyCase("CCASE")},
		{"TYPECASE", typeCase("")}, {"ETYPECASE", typeCase("ETYPECASE")}, {"CTYPECASE", typeCase("CTYPECASE")},
	}
}

// choice is a clause of CASE or TYPECASE: whether it is for a value, and what it does then.
type choice struct {
	is   typeTest
	body node
}

// keyCase is CASE, or one of its kin that must find a clause.
func keyCase(strict string) func(*compiler, *Cons, *scope) (node, error) {
	return func(c *compiler, form *Cons, s *scope) (node, error) {
		return choices(c, form, s, strict, func(key Value, last bool) (typeTest, error) {
			if otherwise(key) && strict == "" {
				if !last {
					return nil, errProgram("the clause for all other values is not the last")
				}
				return anything, nil
			}
			if _, isList := key.(*Cons); !isList {
				if key == nil {
					return func(*machine, Value) (bool, error) { return false, nil }, nil
				}
				return func(m *machine, v Value) (bool, error) { return m.eql(key, v), nil }, nil
			}
			keys, err := itemsOf(c.m, key)
			if err != nil {
				return nil, errProgram("%s is not a list of keys", show(key))
			}
			c.keeps = c.keeps || slices.ContainsFunc(keys, isA[*Cons])
			return caseTest(slices.Clone(keys)), nil
		})
	}
}

func caseTest(keys []Value) typeTest {
	return func(m *machine, v Value) (bool, error) {
		if err := m.work(len(keys) / 8); err != nil {
			return false, err
		}
		for _, k := range keys {
			if m.eql(k, v) {
				return true, nil
			}
		}
		return false, nil
	}
}

// typeCase is TYPECASE, or one of its kin that must find a clause.
func typeCase(strict string) func(*compiler, *Cons, *scope) (node, error) {
	return func(c *compiler, form *Cons, s *scope) (node, error) {
		return choices(c, form, s, strict, func(key Value, last bool) (typeTest, error) {
			if otherwise(key) && (last || key == symT) {
				return anything, nil
			}
			return newTypeTest(c.m, key)
		})
	}
}

func otherwise(key Value) bool { return key == symT || isSym(key, "OTHERWISE") }

func anything(*machine, Value) (bool, error) { return true, nil }

func choices(c *compiler, form *Cons, s *scope, strict string, test func(key Value, last bool) (typeTest, error)) (
	node, error) {
	args, err := c.split(form, 1, -1)
	if err != nil {
		return nil, err
	}
	subject, err := c.form(args[0], s)
	if err != nil {
		return nil, err
	}
	all := make([]choice, len(args)-1)
	for i, a := range args[1:] {
		parts, err := itemsOf(c.m, a)
		if err != nil || len(parts) == 0 {
			return nil, errProgram("%s is not a clause of %s", show(a), show(form.Car))
		}
		if all[i].is, err = test(parts[0], i == len(all)-1); err != nil {
			return nil, err
		}
		if all[i].body, err = c.body(parts[1:], s); err != nil {
			return nil, err
		}
	}
	where := c.at
	return later(func(multi bool) code { return choose(subject.code(false), all, strict, multi, where) }), nil
}

func choose(subject code, all []choice, strict string, multi bool, where position) code {
	tests, bodies := make([]typeTest, len(all)), make([]code, len(all))
	for i, ch := range all {
		tests[i], bodies[i] = ch.is, ch.body.code(multi)
	}
	return func(m *machine, s []Value) (Value, error) {
		v, err := subject(m, s)
		if err != nil {
			return nil, err
		}
		for i, is := range tests {
			ok, err := is(m, v)
			if err != nil {
				return nil, m.raise(err, where)
			}
			if ok {
				return bodies[i](m, s)
			}
		}
		m.more = nil
		if strict != "" {
			return nil, m.raise(&failure{class: "TYPE-ERROR", text: show(v) + " fell through " + strict,
				slots: []Value{sym("DATUM"), v}}, where)
		}
		return nil, nil
	}
}
