package lisp

import (
	"context"
	"slices"
	"strings"

	"pp/sexp"
)

// Condition is what is signalled. Its slots are those of its class, in order.
type Condition struct {
	class  *class
	slots  []Value
	text   string // what it reports, for an error that the language itself made
	frozen bool
}

// class is a type of conditions.
type class struct {
	name    Value
	parents []*class
	slots   []slot // those of the parents first
	report  func(m *machine, c *Condition) string
}

// slot is a part of a condition.
type slot struct {
	name string
	init Value // unbound{} for none
}

// unbound is the value of a slot that has none.
type unbound struct{}

// handler is a function for conditions, or a clause that takes over.
type handler struct {
	is    typeTest
	do    *Function // nil for a clause
	to    *target   // of a clause
	index int
	below int // how many handlers are in force while it runs
}

// is reports whether a class is another one or below it.
func (c *class) is(other *class) bool {
	return c == other || slices.ContainsFunc(c.parents, func(p *class) bool { return p.is(other) })
}

func (c *class) slot(name string) int {
	return slices.IndexFunc(c.slots, func(s slot) bool { return s.name == name })
}

// standardConditions are the conditions of Lisp, then those of the agent's own loop: name, parents, slots, and how one
// is reported, with slots in braces. A slot with = need not be given: its value stands
// behind it, NIL if nothing does.
var standardConditions = [...][4]string{
	{"CONDITION"},
	{"SERIOUS-CONDITION", "CONDITION"},
	{"ERROR", "SERIOUS-CONDITION"},
	{"WARNING", "CONDITION"},
	{"STYLE-WARNING", "WARNING"},
	{"SIMPLE-CONDITION", "CONDITION", "FORMAT-CONTROL FORMAT-ARGUMENTS="},
	{"SIMPLE-ERROR", "SIMPLE-CONDITION ERROR"},
	{"SIMPLE-WARNING", "SIMPLE-CONDITION WARNING"},
	{"ARITHMETIC-ERROR", "ERROR", "OPERATION OPERANDS"},
	{"DIVISION-BY-ZERO", "ARITHMETIC-ERROR"},
	{"FLOATING-POINT-OVERFLOW", "ARITHMETIC-ERROR"},
	{"FLOATING-POINT-UNDERFLOW", "ARITHMETIC-ERROR"},
	{"FLOATING-POINT-INVALID-OPERATION", "ARITHMETIC-ERROR"},
	{"TYPE-ERROR", "ERROR", "DATUM EXPECTED-TYPE"},
	{"SIMPLE-TYPE-ERROR", "SIMPLE-CONDITION TYPE-ERROR"},
	{"CELL-ERROR", "ERROR", "NAME"},
	{"UNBOUND-VARIABLE", "CELL-ERROR"},
	{"UNBOUND-SLOT", "CELL-ERROR", "INSTANCE"},
	{"UNDEFINED-FUNCTION", "CELL-ERROR"},
	{"CONTROL-ERROR", "ERROR"},
	{"PROGRAM-ERROR", "ERROR"},
	{"PARSE-ERROR", "ERROR"},
	{"STREAM-ERROR", "ERROR", "STREAM"},
	{"END-OF-FILE", "STREAM-ERROR"},
	{"READER-ERROR", "PARSE-ERROR STREAM-ERROR"},
	{"STORAGE-CONDITION", "SERIOUS-CONDITION"},
	{"PASSEPARTOUT-ERROR", "ERROR", "MESSAGE", "Passepartout error: {MESSAGE}"},
	{"PIPELINE-ERROR", "PASSEPARTOUT-ERROR", "SIGNAL=", "Pipeline error: {MESSAGE}"},
	{"LLM-ERROR", "PIPELINE-ERROR", "PROVIDER CASCADE= ATTEMPT-COUNT=0", "LLM error ({PROVIDER}): {MESSAGE}"},
	{"GATE-ERROR", "PIPELINE-ERROR", "GATE-NAME REJECTED-ACTION", "Gate {GATE-NAME} blocked action: {MESSAGE}"},
	{"BUDGET-ERROR", "PIPELINE-ERROR", "REMAINING=0.0 REQUESTED=0.0",
		"Budget exhausted: ${REMAINING} remaining, ${REQUESTED} requested"},
	{"PROTOCOL-ERROR", "PASSEPARTOUT-ERROR", "RAW-MESSAGE=", "Protocol error: {MESSAGE}"},
}

// initialSlots returns the values of slots without an argument.
var initialSlots = map[string]Value{"": nil, "0": sexp.Int(0), "0.0": sexp.Single(0)}

// standardClasses makes the classes of the table.
func standardClasses() map[Value]*class {
	all := map[Value]*class{}
	for _, s := range standardConditions {
		c := &class{name: sym(s[0])}
		switch {
		case s[3] != "":
			c.report = func(m *machine, c *Condition) string { return reportBy(m, c, s[3]) }
		case s[0] == "SIMPLE-CONDITION":
			c.report = reportSimple
		}
		for _, name := range strings.Fields(s[1]) {
			parent := all[sym(name)]
			c.parents, c.slots = append(c.parents, parent), append(c.slots, parent.slots...)
			if c.report == nil {
				c.report = parent.report
			}
		}
		for _, name := range strings.Fields(s[2]) {
			one := slot{name, unbound{}}
			if name, given, ok := strings.Cut(name, "="); ok {
				one = slot{name, initialSlots[given]}
			}
			c.slots = append(c.slots, one)
		}
		all[c.name] = c
	}
	return all
}

// reportBy fills the slots of a condition into a text.
func reportBy(m *machine, c *Condition, text string) string {
	var b strings.Builder
	for text != "" {
		before, rest, found := strings.Cut(text, "{")
		b.WriteString(before)
		if !found {
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		if text = after; name == "REMAINING" || name == "REQUESTED" {
			b.WriteString(formatted(m, &Str{text: "~,4f"}, []Value{c.get(m, name)}))
			continue
		}
		b.WriteString(printValue(m, c.get(m, name), false))
	}
	return b.String()
}

// reportSimple formats the control string of a simple condition.
func reportSimple(m *machine, c *Condition) string {
	if c.slots[c.class.slot("FORMAT-CONTROL")] == (unbound{}) {
		return "No format control."
	}
	return formatted(m, c.get(m, "FORMAT-CONTROL"), itemsOf(m, c.get(m, "FORMAT-ARGUMENTS")))
}

// formatted is (FORMAT NIL control args…).
func formatted(m *machine, control Value, args []Value) string {
	if f, ok := control.(*Function); ok {
		s := &Stream{}
		m.call(f, append([]Value{s}, args...)...)
		return s.out.String()
	}
	s, _ := formatTo(m, append([]Value{nil, control}, args...)).(*Str)
	return s.text
}

// get returns the value of a slot.
func (c *Condition) get(m *machine, name string) Value {
	i := c.class.slot(name)
	if i < 0 {
		panic(m.wrong("%s has no slot %s", show(c.class.name), name))
	}
	if c.slots[i] == (unbound{}) {
		panic(m.wrongAs("UNBOUND-SLOT", "the slot %s has no value", name))
	}
	return c.slots[i]
}

// conditionOf makes the condition that a failure stands for.
func (m *machine) conditionOf(f *failure) *Condition {
	if f.condition != nil {
		return f.condition
	}
	m.room(400 + len(f.text))
	class := m.program.language.classes[sym(f.class)]
	c := &Condition{class: class, slots: make([]Value, len(class.slots)), text: f.text}
	for i := 0; i+1 < len(f.slots); i += 2 {
		name, _ := symName(f.slots[i])
		c.slots[class.slot(name)] = f.slots[i+1]
	}
	f.condition = c
	return c
}

// signal gives a condition to the handlers, the last established first, each with those in force that were there
// before it.
func (m *machine) signal(c *Condition) {
	all := m.handlers
	for i := len(all) - 1; i >= 0; i-- {
		m.work(1)
		h := all[i]
		if !h.is(m, c) {
			continue
		}
		if h.do == nil {
			m.leave(h.to, h.index, []Value{c})
		}
		m.handlers = all[:h.below:h.below]
		m.down(1)
		m.call(h.do, c)
		m.up()
	}
	m.handlers = all
}

// report returns what a condition tells a person.
func (m *machine) report(c *Condition) string {
	switch {
	case c.text != "":
		m.room(len(c.text))
		return c.text
	case c.class.report != nil:
		return c.class.report(m, c)
	}
	return "Condition " + show(c.class.name) + " was signalled."
}

// condition makes the condition that the arguments of ERROR and its kin mean: an object, a class with its slots, or a
// format string with its arguments, which makes one of a class.
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
	if class == nil {
		panic(m.wrong("%s is not a type of conditions", show(name)))
	}
	if len(args)%2 != 0 {
		panic(m.errProgram("the keyword arguments are odd: a key has no value"))
	}
	m.room(64 + slotBytes*len(class.slots))
	c := &Condition{class: class, slots: make([]Value, len(class.slots))}
	for i, s := range class.slots {
		c.slots[i] = s.init
		if v, given := keyArgument(args, kw(s.name)); given {
			c.slots[i] = v
		}
	}
	return c
}

func conditionBuiltins() []builtin {
	return append([]builtin{
		{"ERROR", 1, -1, func(m *machine, args []Value) Value {
			panic(m.raise(&failure{condition: condition(m, args, "SIMPLE-ERROR")}))
		}},
		{"SIGNAL", 1, -1, func(m *machine, args []Value) Value {
			m.signal(condition(m, args, "SIMPLE-CONDITION"))
			return nil
		}},
		{"WARN", 1, -1, func(m *machine, args []Value) Value {
			m.signal(condition(m, args, "SIMPLE-WARNING"))
			return nil
		}},
		{"MAKE-CONDITION", 1, -1, func(m *machine, args []Value) Value { return makeCondition(m, args[0], args[1:]) }},
		{"INVOKE-RESTART", 1, -1, func(m *machine, args []Value) Value {
			name, _ := symName(args[0])
			panic(m.restart(name, args[1:]))
		}},
	}, slotReaders("SIMPLE-CONDITION-", "FORMAT-CONTROL", "FORMAT-ARGUMENTS", "TYPE-ERROR-", "DATUM", "EXPECTED-TYPE")...)
}

// agentBuiltins read the slots of the conditions of the agent's own loop, or choose its restarts.
func agentBuiltins() []builtin {
	all := slotReaders("ERROR-", "MESSAGE", "PIPELINE-ERROR-", "SIGNAL", "LLM-ERROR-", "PROVIDER", "CASCADE",
		"ATTEMPT-COUNT", "GATE-ERROR-", "GATE-NAME", "REJECTED-ACTION", "BUDGET-ERROR-", "REMAINING", "REQUESTED",
		"PROTOCOL-ERROR-", "RAW-MESSAGE")
	for name, n := range map[string]int{"SKIP-SIGNAL": 0, "USE-FALLBACK": 1, "ABORT-PIPELINE": 0} {
		all = append(all, builtin{name, n, n, func(m *machine, args []Value) Value { panic(m.restart(name, args)) }})
	}
	return all
}

// chosen is the restart that a handler chose.
type chosen struct{ Restart }

// Error implements error.
func (c *chosen) Error() string { return "a restart was chosen: " + c.Name }

// restart is what to panic with to choose one of the host's restarts.
func (m *machine) restart(name string, args []Value) error {
	if !slices.Contains(m.restarts, name) {
		return m.wrongAs("CONTROL-ERROR", "there is no restart %s here", name)
	}
	return &chosen{Restart{name, slices.Clone(args)}}
}

// slotReaders are functions that read slots of conditions. A name that ends in a hyphen begins the names of those
// after.
func slotReaders(names ...string) (all []builtin) {
	prefix := ""
	for _, name := range names {
		if strings.HasSuffix(name, "-") {
			prefix = name
			continue
		}
		all = append(all, builtin{prefix + name, 1, 1, func(m *machine, args []Value) Value {
			if c, ok := args[0].(*Condition); ok && c.class.slot(name) >= 0 {
				return c.get(m, name)
			}
			panic(m.wrongType(args[0], "CONDITION"))
		}})
	}
	return all
}

// Signal makes a condition of a type, such as LLM-ERROR, with a message and slots (upper case names without a colon),
// and gives it to handlers in turn, each a function of one argument with the type it is for, until one chooses one of
// the restarts; nil when none does.
func (p *Program) Signal(ctx context.Context, lim Limits, c ConditionOf, handlers []HandlerFor, restarts []string) (
	_ *Restart, err error) {
	defer rescue(&err)
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m := newMachine(ctx, lim, p)
	err = try(func() {
		args := []Value{kw("MESSAGE"), Text(c.Message)}
		for name, v := range c.Slots {
			args = append(args, kw(name), v)
		}
		cond := makeCondition(m, sym(c.Type), args)
		freeze(m, cond)
		m.restarts = restarts
		for i := len(handlers) - 1; i >= 0; i-- {
			m.handlers = append(m.handlers, handler{is: newTypeTest(m, sym(handlers[i].Type)), do: handlers[i].Do})
		}
		m.signal(cond)
	})
	if r, ok := err.(*chosen); ok {
		return &r.Restart, nil
	}
	return nil, m.located(err, nil)
}
