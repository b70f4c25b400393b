package lisp

// handler is what wants to know of conditions: a function, or a form that takes over.
type handler struct {
	is    typeTest
	do    *Function // nil for a clause
	to    *target   // of a clause
	index int
	below int // handlers that are in force while it runs
}

// What an error counts for, which says what it is about. The next step, or value, looks at the limits.
const (
	errorSteps = 8
	errorBytes = 1024
)

// raise gives an error to the handlers, once, where it happened. What they do not take is
// given back.
func (m *machine) raise(err error, at position) error {
	f, ok := err.(*failure)
	if !ok || f.signalled {
		return err
	}
	f.signalled = true
	m.steps, m.bytes = m.steps+errorSteps, m.bytes+errorBytes
	if f.at.text == nil {
		f.at = at
	}
	if len(m.handlers) == 0 {
		return f
	}
	c := m.conditionOf(f)
	if err := m.signal(c); err != nil {
		return err
	}
	return f
}

// raised is a value, unless there is an error, which is given to the handlers.
func (m *machine) raised(v Value, err error, at position) (Value, error) {
	if err != nil {
		return nil, m.raise(err, at)
	}
	return v, nil
}

// failureBytes is what a condition that is made counts for, with the message of it.
const failureBytes = 400

// conditionOf makes the condition that a failure stands for.
func (m *machine) conditionOf(f *failure) *Condition {
	if f.condition != nil {
		return f.condition
	}
	m.room(failureBytes + len(f.text))
	class := m.program.class(sym(f.class))
	if class == nil {
		class = m.program.class(sym("SIMPLE-ERROR"))
	}
	c := &Condition{class: class, slots: make([]Value, len(class.slots)), text: f.text}
	for i := 0; i+1 < len(f.slots); i += 2 {
		name, _ := symName(f.slots[i])
		if at := class.slot(name); at >= 0 {
			c.slots[at] = f.slots[i+1]
		}
	}
	f.condition = c
	return c
}

// signal gives a condition to the handlers, the last established first, each with those in
// force that were there before it. It gives an error where one does not return.
func (m *machine) signal(c *Condition) error {
	all := m.handlers
	defer func() { m.handlers = all }()
	for i := len(all) - 1; i >= 0; i-- {
		m.work(1)
		h := all[i]
		ok, err := h.is.of(m, c)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if h.do == nil {
			return &exit{to: h.to, index: h.index, value: c}
		}
		m.handlers = all[:h.below:h.below]
		m.down()
		_, err = m.invoke(h.do, []Value{c})
		m.up()
		if err != nil {
			return m.raise(err, position{})
		}
	}
	return nil
}

// report is what a condition tells a person.
func (m *machine) report(c *Condition) string {
	if c.text != "" {
		m.room(len(c.text))
		return c.text
	}
	if r := c.class.reporter(); r != nil {
		return r(m, c)
	}
	return "Condition " + show(c.class.name) + " was signalled."
}

// reportSimple formats the control string of a simple condition.
func reportSimple(m *machine, c *Condition) string {
	if c.lacks("FORMAT-CONTROL") {
		return "No format control."
	}
	return formatted(m, c.get("FORMAT-CONTROL"), itemsOf(m, c.get("FORMAT-ARGUMENTS")))
}

// reportBudget says what was left and what was wanted.
func reportBudget(m *machine, c *Condition) string {
	remaining := c.get("REMAINING")
	requested := c.get("REQUESTED")
	return formatted(m, &Str{text: "Budget exhausted: $~,4f remaining, $~,4f requested"}, []Value{remaining, requested})
}

// formatted is (FORMAT NIL control args…).
func formatted(m *machine, control Value, args []Value) string {
	v := formatTo(m, append([]Value{nil, control}, args...))
	if s, ok := v.(*Str); ok {
		return s.text
	}
	return ""
}

// condition makes the condition that the arguments of ERROR and its kin mean: an object, a class
// with its slots, or a format string with its arguments, which makes one of a class.
func condition(m *machine, args []Value, class string) *Condition {
	switch what := args[0].(type) {
	case *Condition:
		return what
	case *Str, *Function:
		rest := listFrom(m, args[1:])
		return makeCondition(m, sym(class), []Value{kw("FORMAT-CONTROL"), what, kw("FORMAT-ARGUMENTS"), rest})
	}
	return makeCondition(m, args[0], args[1:])
}

func makeCondition(m *machine, name Value, args []Value) *Condition {
	class := m.program.class(name)
	if class == nil || !class.condition {
		panic(wrong("%s is no type of conditions", show(name)))
	}
	slots := fillSlots(m, class, args)
	return &Condition{class: class, slots: slots}
}

// located is settle for whoever called a function: an error of code says where that stands.
func (m *machine) located(err error) error {
	if err == nil {
		return nil
	}
	err = m.settle(err)
	if f, ok := asFailure(err); ok && f.at.text != nil {
		return f.at.error(err)
	}
	return err
}

// settle makes an error of what an evaluation ended with: its text is what the condition reports.
func (m *machine) settle(err error) error {
	if err == nil {
		return nil
	}
	if e, ok := err.(*exit); ok {
		return wrongAs("CONTROL-ERROR", "%v", e)
	}
	f, ok := asFailure(err)
	if !ok || f.condition == nil || f.text != "" {
		return err
	}
	m.handlers = nil
	var text string
	if try(func() { text = m.report(f.condition) }) != nil {
		text = "a condition that cannot be reported: " + show(f.condition.class.name)
	}
	f.text = brief(text, 500)
	return f
}

func conditionBuiltins() []builtin {
	return []builtin{
		{"ERROR", 1, -1, func(m *machine, args []Value) Value {
			panic(&failure{condition: condition(m, args, "SIMPLE-ERROR")})
		}},
		{"SIGNAL", 1, -1, func(m *machine, args []Value) Value {
			check(m.signal(condition(m, args, "SIMPLE-CONDITION")))
			return nil
		}},
		{"WARN", 1, -1, warn},
		{"MAKE-CONDITION", 1, -1, func(m *machine, args []Value) Value {
			return makeCondition(m, args[0], args[1:])
		}},
		{"SLOT-VALUE", 2, 2, slotValue},
		{"SIMPLE-CONDITION-FORMAT-CONTROL", 1, 1, conditionSlot("FORMAT-CONTROL")},
		{"SIMPLE-CONDITION-FORMAT-ARGUMENTS", 1, 1, conditionSlot("FORMAT-ARGUMENTS")},
		{"TYPE-ERROR-DATUM", 1, 1, conditionSlot("DATUM")},
		{"TYPE-ERROR-EXPECTED-TYPE", 1, 1, conditionSlot("EXPECTED-TYPE")},
	}
}

// warn signals a warning, which is nothing to anybody where no handler wants it.
func warn(m *machine, args []Value) Value {
	c := condition(m, args, "SIMPLE-WARNING")
	m.withRestart("MUFFLE-WARNING", func() error { return m.signal(c) })
	return nil
}

// slotValue reads the slot of a structure or a condition by its name.
func slotValue(_ *machine, args []Value) Value {
	name, _ := symName(args[1])
	switch o := args[0].(type) {
	case *Condition:
		return o.get(name)
	case *Struct:
		if i := o.class.slot(name); i >= 0 {
			return o.slots[i]
		}
	}
	panic(wrong("%s has no slot %s", show(args[0]), show(args[1])))
}

// agentReaders read the slots of the conditions of the agent's own loop, or choose its restarts.
func agentReaders() []builtin {
	return []builtin{
		{"ERROR-MESSAGE", 1, 1, conditionSlot("MESSAGE")},
		{"PIPELINE-ERROR-SIGNAL", 1, 1, conditionSlot("SIGNAL")},
		{"LLM-ERROR-PROVIDER", 1, 1, conditionSlot("PROVIDER")},
		{"LLM-ERROR-CASCADE", 1, 1, conditionSlot("CASCADE")},
		{"LLM-ERROR-ATTEMPT-COUNT", 1, 1, conditionSlot("ATTEMPT-COUNT")},
		{"GATE-ERROR-GATE-NAME", 1, 1, conditionSlot("GATE-NAME")},
		{"GATE-ERROR-REJECTED-ACTION", 1, 1, conditionSlot("REJECTED-ACTION")},
		{"BUDGET-ERROR-REMAINING", 1, 1, conditionSlot("REMAINING")},
		{"BUDGET-ERROR-REQUESTED", 1, 1, conditionSlot("REQUESTED")},
		{"PROTOCOL-ERROR-RAW-MESSAGE", 1, 1, conditionSlot("RAW-MESSAGE")},
		restartFunction("SKIP-SIGNAL", 0), restartFunction("USE-FALLBACK", 1),
		restartFunction("ABORT-PIPELINE", 0),
	}
}

// conditionSlot is a function that reads a slot of a condition.
//
//go:noinline
func conditionSlot(name string) func(*machine, []Value) Value {
	return func(_ *machine, args []Value) Value {
		c, ok := args[0].(*Condition)
		if !ok || c.class.slot(name) < 0 {
			panic(wrongType(args[0], "CONDITION"))
		}
		return c.get(name)
	}
}
