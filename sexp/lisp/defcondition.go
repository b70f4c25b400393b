package lisp

// defineCondition is (DEFINE-CONDITION name (parent …) (slot …) option …).
func defineCondition(c *compiler, form *Cons) (Value, error) {
	args, err := c.split(form, 3, -1)
	if err != nil {
		return nil, err
	}
	parents, err := itemsOf(c.m, args[1])
	if err != nil {
		return nil, errProgram("%s is not a list of types of conditions", show(args[1]))
	}
	if len(parents) == 0 {
		parents = []Value{sym("CONDITION")}
	}
	class := &class{name: args[0], condition: true}
	for _, p := range parents {
		parent := c.p.class(p)
		if parent == nil || !parent.condition {
			return nil, errProgram("%s is no type of conditions", show(p))
		}
		class.inherit(parent)
	}
	cell, err := c.p.own(args[0])
	if err != nil {
		return nil, err
	}
	if c.p.language.classes[args[0]] != nil {
		return nil, errProgram("there is a type %s already", show(args[0]))
	}
	slots, err := itemsOf(c.m, args[2])
	if err != nil {
		return nil, errProgram("%s is not a list of slots", show(args[2]))
	}
	for _, s := range slots {
		if err := readConditionSlot(c, class, s); err != nil {
			return nil, err
		}
	}
	cell.class = class
	return args[0], conditionOptions(c, class, args[3:])
}

// readConditionSlot reads NAME or (NAME option …).
func readConditionSlot(c *compiler, class *class, v Value) error {
	parts := []Value{v}
	if cell, ok := v.(*Cons); ok {
		var err error
		if parts, err = itemsOf(c.m, cell); err != nil || len(parts)%2 == 0 {
			return errProgram("%s is no slot", show(v))
		}
	}
	name, ok := symName(parts[0])
	if !ok {
		return errProgram("%s is no slot", show(v))
	}
	s, readers, err := conditionSlotOptions(c, name, parts[1:])
	if err != nil {
		return err
	}
	class.add(s)
	r := &slotReader{class, class.slot(name)}
	for _, reader := range readers {
		if err := defineBuiltin(c, reader, r.builtin(), r); err != nil {
			return err
		}
	}
	return nil
}

// conditionSlotOptions reads the options of a slot, and the names of the functions that read it.
func conditionSlotOptions(c *compiler, name string, parts []Value) (s slot, readers []string, err error) {
	s = slot{name: name}
	for i := 0; i+1 < len(parts); i += 2 {
		switch parts[i] {
		case kw("INITARG"):
			s.arg = parts[i+1]
		case kw("INITFORM"):
			if s.init, err = c.thunk(parts[i+1]); err != nil {
				return s, nil, err
			}
		case kw("READER"), kw("ACCESSOR"):
			reader, ok := symName(parts[i+1])
			if !ok {
				return s, nil, errProgram("%s is no name", show(parts[i+1]))
			}
			readers = append(readers, reader)
		case kw("TYPE"), kw("DOCUMENTATION"):
		default:
			return s, nil, errProgram("%s is no option of a slot here", show(parts[i]))
		}
	}
	return s, readers, nil
}

func conditionOptions(c *compiler, class *class, options []Value) error {
	for _, o := range options {
		parts, err := itemsOf(c.m, o)
		if err == nil && len(parts)%2 == 1 && parts[0] == kw("DEFAULT-INITARGS") {
			if err := defaultInitargs(c, class, parts[1:]); err != nil {
				return err
			}
			continue
		}
		if err != nil || len(parts) != 2 {
			return errProgram("%s is no option of DEFINE-CONDITION", show(o))
		}
		switch parts[0] {
		case kw("DOCUMENTATION"):
		case kw("REPORT"):
			if class.report, err = reportOf(c, parts[1]); err != nil {
				return err
			}
		default:
			return errProgram("the option %s of DEFINE-CONDITION is not known here", show(parts[0]))
		}
	}
	return nil
}

// defaultInitargs gives slots other values when they are not given.
func defaultInitargs(c *compiler, class *class, pairs []Value) error {
	for i := 0; i+1 < len(pairs); i += 2 {
		init, err := c.thunk(pairs[i+1])
		if err != nil {
			return err
		}
		for k, s := range class.slots {
			if s.arg == pairs[i] {
				class.slots[k].init = init
			}
		}
	}
	return nil
}

// reportOf makes a reporter of a string, a function's name or a lambda of a condition and a stream.
func reportOf(c *compiler, v Value) (func(*machine, *Condition) (string, error), error) {
	if s, ok := v.(*Str); ok {
		return func(*machine, *Condition) (string, error) { return s.text, nil }, nil
	}
	c0, stream := newGensym("C"), newGensym("STREAM")
	f, err := c.thunk(list(sym("LAMBDA"), list(c0),
		list(sym("WITH-OUTPUT-TO-STRING"), list(stream), list(sym("FUNCALL"), list(sym("FUNCTION"), v), c0, stream))))
	if err != nil {
		return nil, err
	}
	made, err := c.m.invoke(f, nil)
	if err != nil {
		return nil, err
	}
	return func(m *machine, cond *Condition) (string, error) {
		v, err := m.call(made, cond)
		if s, ok := v.(*Str); ok && err == nil {
			return s.text, nil
		}
		return "", err
	}, nil
}
