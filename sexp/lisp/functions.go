package lisp

// functionBuiltins are the functions about functions and types.
func functionBuiltins() []builtin {
	return []builtin{
		{"FUNCALL", 1, -1, func(m *machine, args []Value) Value { return must(m.apply(args[0], args[1:])) }},
		{"APPLY", 2, -1, applyList},
		{"TYPEP", 2, 3, func(m *machine, args []Value) Value { return truth(typep(m, args[0], args[1])) }},
		{"VALUES", 0, -1, func(m *machine, args []Value) Value {
			if len(args) == 0 {
				return m.noValues()
			}
			return m.values(args[0], args[1:]...)
		}},
		{"VALUES-LIST", 1, 1, func(m *machine, args []Value) Value {
			all := itemsOf(m, args[0])
			if len(all) == 0 {
				return m.noValues()
			}
			return m.values(all[0], all[1:]...)
		}},
	}
}

func applyList(m *machine, args []Value) Value {
	last := itemsOf(m, args[len(args)-1])
	if len(args) == 2 {
		return must(m.apply(args[0], last))
	}
	m.room(slotBytes * (len(args) + len(last)))
	return must(m.apply(args[0], append(append([]Value{}, args[1:len(args)-1]...), last...)))
}
