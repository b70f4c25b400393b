package lisp

func restartBuiltins() []builtin {
	return []builtin{
		{"INVOKE-RESTART", 1, -1, func(m *machine, args []Value) Value {
			r := m.restart(args[0])
			if r == nil {
				panic(wrongAs("CONTROL-ERROR", "there is no restart %s", show(args[0])))
			}
			panic(r.choose(args[1:]))
		}},
		{"FIND-RESTART", 1, 2, func(m *machine, args []Value) Value {
			if r := m.restart(args[0]); r != nil {
				return r
			}
			return nil
		}},
		restartFunction("MUFFLE-WARNING", 0),
	}
}

// restart is a way to go on that a handler may choose. It is a value too.
type restart struct {
	name  Value
	to    *target
	index int
}

// String is the restart as it is printed.
func (r *restart) String() string { return "RESTART " + show(r.name) }

func (r *restart) choose(args []Value) error {
	return &exit{to: r.to, index: r.index, more: append([]Value{}, args...)}
}

// restart finds the restart that a name or a restart means; nil for none.
func (m *machine) restart(v Value) *restart {
	for i := len(m.restarts) - 1; i >= 0; i-- {
		if r := m.restarts[i]; r.name == v && v != nil || Value(r) == v {
			return r
		}
	}
	return nil
}

// withRestart runs something with a restart that ends it.
func (m *machine) withRestart(name string, do func() error) {
	r := &restart{name: sym(name), to: &target{}}
	before := len(m.restarts)
	m.restarts = append(m.restarts, r)
	err := do()
	m.restarts = m.restarts[:before]
	if _, ok := arrived(err, r.to); !ok {
		check(err)
	}
}

// restartFunction is a function that chooses the restart of its name.
func restartFunction(name string, args int) builtin {
	return builtin{name, args, args + 1, func(m *machine, given []Value) Value {
		if r := m.restart(sym(name)); r != nil {
			panic(r.choose(given[:args]))
		}
		panic(wrongAs("CONTROL-ERROR", "there is no restart %s", name))
	}}
}
