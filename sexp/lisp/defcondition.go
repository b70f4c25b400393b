package lisp

// defineCondition is (DEFINE-CONDITION name (parent …) (slot …) option …).
func defineCondition(c *compiler, form *Cons) Value {
	args := c.split(form, 3, -1)
	parents := listOf(c.m, args[1], 0, -1, "%s is not a list of types of conditions")
	if len(parents) == 0 {
		parents = []Value{sym("CONDITION")}
	}
	class := &class{name: args[0], condition: true}
	for _, p := range parents {
		parent := c.p.class(p)
		if parent == nil || !parent.condition {
			panic(errProgram("%s is no type of conditions", show(p)))
		}
		class.inherit(parent)
	}
	cell := c.p.own(args[0])
	if c.p.language.classes[args[0]] != nil {
		panic(errProgram("there is a type %s already", show(args[0])))
	}
	for _, s := range listOf(c.m, args[2], 0, -1, "%s is not a list of slots") {
		readConditionSlot(c, class, s)
	}
	cell.class = class
	conditionOptions(c, class, args[3:])
	return args[0]
}

// readConditionSlot reads NAME or (NAME option …).
func readConditionSlot(c *compiler, class *class, v Value) {
	parts := partsOf(c.m, v, "%s is no slot")
	name, ok := symName(parts[0])
	if !ok || len(parts)%2 == 0 {
		panic(errProgram("%s is no slot", show(v)))
	}
	s, readers := conditionSlotOptions(c, name, parts[1:])
	class.add(s)
	r := &slotReader{class, class.slot(name)}
	for _, reader := range readers {
		defineBuiltin(c, reader, r.builtin(), r)
	}
}

// conditionSlotOptions reads the options of a slot, and the names of the functions that read it.
func conditionSlotOptions(c *compiler, name string, parts []Value) (s slot, readers []string) {
	s = slot{name: name}
	for i := 0; i+1 < len(parts); i += 2 {
		switch parts[i] {
		case kw("INITARG"):
			s.arg = parts[i+1]
		case kw("INITFORM"):
			s.init = c.thunk(parts[i+1])
		case kw("READER"), kw("ACCESSOR"):
			reader, ok := symName(parts[i+1])
			if !ok {
				panic(errProgram("%s is no name", show(parts[i+1])))
			}
			readers = append(readers, reader)
		case kw("TYPE"), kw("DOCUMENTATION"):
		default:
			panic(errProgram("%s is no option of a slot here", show(parts[i])))
		}
	}
	return s, readers
}

func conditionOptions(c *compiler, class *class, options []Value) {
	for _, o := range options {
		parts := listOf(c.m, o, 1, -1, "%s is no option of DEFINE-CONDITION")
		if len(parts) != 2 {
			panic(errProgram("%s is no option of DEFINE-CONDITION that is known here", show(o)))
		}
		switch parts[0] {
		case kw("DOCUMENTATION"):
		case kw("REPORT"):
			class.report = reportOf(c, parts[1])
		default:
			panic(errProgram("the option %s of DEFINE-CONDITION is not known here", show(parts[0])))
		}
	}
}

// reportOf makes a reporter of a string, a function's name or a lambda of a condition and a stream.
func reportOf(c *compiler, v Value) func(*machine, *Condition) string {
	if s, ok := v.(*Str); ok {
		return func(*machine, *Condition) string { return s.text }
	}
	c0, stream := newGensym("C"), newGensym("STREAM")
	made := c.evaluate(list(sym("LAMBDA"), list(c0),
		list(sym("WITH-OUTPUT-TO-STRING"), list(stream), list(sym("FUNCALL"), list(sym("FUNCTION"), v), c0, stream))))
	return func(m *machine, cond *Condition) string {
		v := m.call(made, cond)
		if s, ok := v.(*Str); ok {
			return s.text
		}
		return ""
	}
}
