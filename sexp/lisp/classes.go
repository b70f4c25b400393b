package lisp

import (
	"slices"
	"strings"

	"pp/sexp"
)

// class is a kind of structure or condition.
type class struct {
	name      Value
	parents   []*class
	slots     []slot // those of the parents first
	condition bool
	report    func(m *machine, c *Condition) string // nil: that of a parent
}

// slot is a part of an object.
type slot struct {
	name   string
	arg    Value     // the key that gives its value when it is made; nil for none
	init   *Function // of no arguments; nil leaves it unbound in a condition, NIL in a structure
	locked bool      // :READ-ONLY
	is     typeTest  // nil: anything
	spec   Value
}

// unbound is the value of a slot that has none.
type unbound struct{}

// slotReader says which slot a function reads.
type slotReader struct {
	class *class
	index int
}

// is reports whether a class is another one or below it.
func (c *class) is(other *class) bool {
	return c == other || slices.ContainsFunc(c.parents, func(p *class) bool { return p.is(other) })
}

// reporter finds the function that tells of a condition.
func (c *class) reporter() func(*machine, *Condition) string {
	if c.report != nil {
		return c.report
	}
	for _, p := range c.parents {
		if r := p.reporter(); r != nil {
			return r
		}
	}
	return nil
}

func (c *class) slot(name string) int {
	return slices.IndexFunc(c.slots, func(s slot) bool { return s.name == name })
}

// standardClass is a class of conditions that is there from the start.
type standardClass struct {
	name, parents string // of several, with a space between
	slots         []string
	report        func(m *machine, c *Condition) string
}

// standardConditions are the conditions of Lisp, then those of the agent's own loop. A slot
// after a space has the value after it.
var standardConditions = [...]standardClass{
	{"CONDITION", "", nil, nil},
	{"SERIOUS-CONDITION", "CONDITION", nil, nil},
	{"ERROR", "SERIOUS-CONDITION", nil, nil},
	{"WARNING", "CONDITION", nil, nil},
	{"STYLE-WARNING", "WARNING", nil, nil},
	{"SIMPLE-CONDITION", "CONDITION", []string{"FORMAT-CONTROL", "FORMAT-ARGUMENTS"}, reportSimple},
	{"SIMPLE-ERROR", "SIMPLE-CONDITION ERROR", nil, nil},
	{"SIMPLE-WARNING", "SIMPLE-CONDITION WARNING", nil, nil},
	{"ARITHMETIC-ERROR", "ERROR", []string{"OPERATION", "OPERANDS"}, nil},
	{"DIVISION-BY-ZERO", "ARITHMETIC-ERROR", nil, nil},
	{"FLOATING-POINT-OVERFLOW", "ARITHMETIC-ERROR", nil, nil},
	{"FLOATING-POINT-UNDERFLOW", "ARITHMETIC-ERROR", nil, nil},
	{"FLOATING-POINT-INVALID-OPERATION", "ARITHMETIC-ERROR", nil, nil},
	{"TYPE-ERROR", "ERROR", []string{"DATUM", "EXPECTED-TYPE"}, nil},
	{"SIMPLE-TYPE-ERROR", "SIMPLE-CONDITION TYPE-ERROR", nil, nil},
	{"CELL-ERROR", "ERROR", []string{"NAME"}, nil},
	{"UNBOUND-VARIABLE", "CELL-ERROR", nil, nil},
	{"UNBOUND-SLOT", "CELL-ERROR", []string{"INSTANCE"}, nil},
	{"UNDEFINED-FUNCTION", "CELL-ERROR", nil, nil},
	{"CONTROL-ERROR", "ERROR", nil, nil},
	{"PROGRAM-ERROR", "ERROR", nil, nil},
	{"PARSE-ERROR", "ERROR", nil, nil},
	{"STREAM-ERROR", "ERROR", []string{"STREAM"}, nil},
	{"END-OF-FILE", "STREAM-ERROR", nil, nil},
	{"READER-ERROR", "PARSE-ERROR STREAM-ERROR", nil, nil},
	{"PRINT-NOT-READABLE", "ERROR", []string{"OBJECT"}, nil},
	{"FILE-ERROR", "ERROR", []string{"PATHNAME"}, nil},
	{"STORAGE-CONDITION", "SERIOUS-CONDITION", nil, nil},
	{"PASSEPARTOUT-ERROR", "ERROR", []string{"MESSAGE"}, reportAs("Passepartout error: ", "")},
	{"PIPELINE-ERROR", "PASSEPARTOUT-ERROR", []string{"SIGNAL"}, reportAs("Pipeline error: ", "")},
	{"LLM-ERROR", "PIPELINE-ERROR", []string{"PROVIDER", "CASCADE", "ATTEMPT-COUNT"},
		reportAs("LLM error (", "PROVIDER", "): ")},
	{"GATE-ERROR", "PIPELINE-ERROR", []string{"GATE-NAME", "REJECTED-ACTION"},
		reportAs("Gate ", "GATE-NAME", " blocked action: ")},
	{"BUDGET-ERROR", "PIPELINE-ERROR", []string{"REMAINING", "REQUESTED"}, reportBudget},
	{"PROTOCOL-ERROR", "PASSEPARTOUT-ERROR", []string{"RAW-MESSAGE"}, reportAs("Protocol error: ", "")},
}

// standardClasses makes the classes of the tables.
func standardClasses() map[Value]*class {
	all := map[Value]*class{}
	for _, s := range standardConditions {
		c := &class{name: sym(s.name), condition: true, report: s.report}
		for _, p := range strings.Fields(s.parents) {
			c.inherit(all[sym(p)])
		}
		for _, name := range s.slots {
			c.add(slot{name: name, arg: kw(name), init: standardInit(name)})
		}
		all[c.name] = c
	}
	return all
}

// standardInit gives the value of a slot that need not be given; nil of the others, which are unbound.
func standardInit(name string) *Function {
	var v Value
	switch name {
	case "SIGNAL", "CASCADE", "RAW-MESSAGE", "FORMAT-ARGUMENTS":
	case "ATTEMPT-COUNT":
		v = sexp.Int(0)
	case "REMAINING", "REQUESTED":
		v = sexp.Single(0)
	default:
		return nil
	}
	return &Function{
		builtin: &builtin{name: name, do: func(*machine, []Value) Value { return v }},
		frozen:  true,
	}
}

func (c *class) inherit(parent *class) {
	c.parents = append(c.parents, parent)
	for _, s := range parent.slots {
		c.add(s)
	}
}

// add adds a slot, or defines one of a parent anew.
func (c *class) add(s slot) {
	if i := c.slot(s.name); i >= 0 {
		c.slots[i] = s
		return
	}
	c.slots = append(c.slots, s)
}

// reportAs tells of a condition by what stands before its message, in which a slot may be named.
func reportAs(before, name string, after ...string) func(*machine, *Condition) string {
	return func(m *machine, c *Condition) string {
		text := before
		if name != "" {
			text += slotText(m, c, name) + after[0]
		}
		return text + slotText(m, c, "MESSAGE")
	}
}

func slotText(m *machine, c *Condition, name string) string { return printValue(m, c.get(name), false) }

// fits is an error where a value is not of the slot's type.
func (s slot) fits(m *machine, v Value) {
	if s.is != nil && !s.is(m, v) {
		panic(wrongValue(v, s.spec))
	}
}

// lacks reports whether a slot has no value.
func (c *Condition) lacks(name string) bool {
	i := c.class.slot(name)
	return i < 0 || c.slots[i] == unbound{}
}

// get gives the value of a slot.
func (c *Condition) get(name string) Value {
	i := c.class.slot(name)
	if i < 0 {
		panic(wrong("%s has no slot %s", show(c.class.name), name))
	}
	if _, none := c.slots[i].(unbound); none {
		panic(wrongAs("UNBOUND-SLOT", "the slot %s has no value", name))
	}
	return c.slots[i]
}

// fillSlots makes the slots of an object of a class, given keys and values.
func fillSlots(m *machine, c *class, args []Value) []Value {
	if len(args)%2 != 0 {
		panic(errProgram("the keyword arguments are odd: a key has no value"))
	}
	m.room(64 + slotBytes*len(c.slots))
	slots := make([]Value, len(c.slots))
	for i := range slots {
		slots[i] = unbound{}
	}
	for i := len(args) - 2; i >= 0; i -= 2 {
		at := slices.IndexFunc(c.slots, func(s slot) bool { return s.arg != nil && s.arg == args[i] })
		switch {
		case at < 0 && c.condition: // SBCL lets it pass
			continue
		case at < 0:
			panic(errProgram("%s has no slot that %s gives", show(c.name), show(args[i])))
		}
		slots[at] = args[i+1]
	}
	for i, s := range c.slots {
		if slots[i] == (unbound{}) && s.init != nil {
			slots[i] = m.call(s.init)
		}
		s.fits(m, slots[i])
	}
	return slots
}
