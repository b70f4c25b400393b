package lisp

import "slices"

func caseSpecials() []special {
	return []special{
		{"CASE", keyCase("")}, {"ECASE", keyCase("ECASE")},
		{"TYPECASE", typeCase("")}, {"ETYPECASE", typeCase("ETYPECASE")},
	}
}

// choice is a clause of CASE or TYPECASE: whether it is for a value, and what it does then.
type choice struct {
	is   typeTest
	body node
}

// keyCase is CASE, or one of its kin that must find a clause.
func keyCase(strict string) func(*compiler, *Cons, *scope) node {
	return func(c *compiler, form *Cons, s *scope) node {
		return choices(c, form, s, strict, func(key Value, last bool) typeTest {
			if otherwise(key) && strict == "" {
				if !last {
					panic(errProgram("the clause for all other values is not the last"))
				}
				return anything
			}
			if _, isList := key.(*Cons); !isList {
				if key == nil {
					return func(*machine, Value) bool { return false }
				}
				return func(m *machine, v Value) bool { return m.eql(key, v) }
			}
			keys := listOf(c.m, key, 0, -1, "%s is not a list of keys")
			c.keeps = c.keeps || slices.ContainsFunc(keys, isA[*Cons])
			return caseTest(slices.Clone(keys))
		})
	}
}

func caseTest(keys []Value) typeTest {
	return func(m *machine, v Value) bool {
		m.work(len(keys) / 8)
		for _, k := range keys {
			if m.eql(k, v) {
				return true
			}
		}
		return false
	}
}

// typeCase is TYPECASE, or one of its kin that must find a clause.
func typeCase(strict string) func(*compiler, *Cons, *scope) node {
	return func(c *compiler, form *Cons, s *scope) node {
		return choices(c, form, s, strict, func(key Value, last bool) typeTest {
			if otherwise(key) && (last || key == symT) {
				return anything
			}
			return newTypeTest(c.m, key)
		})
	}
}

func otherwise(key Value) bool { return key == symT || isSym(key, "OTHERWISE") }

func anything(*machine, Value) bool { return true }

func choices(c *compiler, form *Cons, s *scope, strict string, test func(key Value, last bool) typeTest) node {
	args := c.split(form, 1, -1)
	subject := c.form(args[0], s)
	all := make([]choice, len(args)-1)
	for i, a := range args[1:] {
		parts, ok := properItems(c.m, a)
		if !ok || len(parts) == 0 {
			panic(errProgram("%s is not a clause of %s", show(a), show(form.Car)))
		}
		all[i].is = test(parts[0], i == len(all)-1)
		all[i].body = c.body(parts[1:], s)
	}
	where := c.at
	return later(func(multi bool) code { return choose(subject.code(false), all, strict, multi, where) })
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
			ok, err := is.of(m, v)
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
