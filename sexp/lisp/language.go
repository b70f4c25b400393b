package lisp

import (
	"slices"
	"strings"
	"sync"

	"pp/sexp"
)

// language is what every program has: it never changes.
type language struct {
	operators map[string]operator // by their names, "CL-PPCRE:SCAN" of another package
	quick     map[string]quick    // functions that are called in a quick way, too
	collect   operator            // of collectOnto, whose name nobody can write
	classes   map[Value]*class
	types     map[string]func(v Value) bool // that are a name
	locked    []string                      // names of the standard's functions that are not known here; sorted
	variables map[string]bool               // names of its variables
	base      map[Value]*cell               // what a program may define otherwise: the agent's conditions, constants
}

// operator is what a name means that stands first in a form: a special form, else a macro, else a function.
type operator struct {
	function *Function
	macro    *macro
	special  *special
	setter   *Function // of the place that the form is
}

// special is a form that the compiler knows. form is the whole of it.
type special struct {
	name    string
	compile func(c *compiler, form *Cons, env *scope) node
}

// standard is the language. What is reached from the functions in it must not ask for it
// here, but in the program that runs.
var standard = sync.OnceValue(func() *language {
	l := &language{
		operators: make(map[string]operator, 1024), quick: quickFunctions(), types: atomicTypes(),
		classes: standardClasses(), base: map[Value]*cell{}, locked: strings.Fields(standardFunctions),
		variables: map[string]bool{}, collect: operator{special: &special{collectOnto.name, collectForm}},
	}
	for _, name := range strings.Fields(standardVariables) {
		l.variables[name] = true
	}
	l.addBase()
	for _, table := range builtinTables() {
		for i, f := range functionsOf(table) {
			l.operators[table[i].name] = operator{function: f}
		}
	}
	for _, table := range macroTables() {
		for i := range table {
			op := l.operators[table[i].name]
			op.macro = &table[i]
			l.operators[table[i].name] = op
		}
	}
	for _, table := range specialTables() {
		for i := range table {
			op := l.operators[table[i].name]
			op.special = &table[i]
			l.operators[table[i].name] = op
		}
	}
	setters := setterBuiltins()
	for i, f := range functionsOf(setters) {
		op := l.operators[setters[i].name]
		op.setter = f
		l.operators[setters[i].name] = op
	}
	return l
})

// functionsOf makes the functions of a table.
func functionsOf(table []builtin) []*Function {
	made, all := make([]Function, len(table)), make([]*Function, len(table))
	for i := range table {
		made[i] = Function{name: table[i].name, builtin: &table[i], frozen: true}
		all[i] = &made[i]
	}
	return all
}

// addBase fills the base: the classes of the agent's conditions with what reads them, and constants.
func (l *language) addBase() {
	root := l.classes[sym("PASSEPARTOUT-ERROR")]
	for name, c := range l.classes {
		if c.is(root) {
			delete(l.classes, name)
			l.base[name] = &cell{name: name, class: c}
		}
	}
	for _, b := range agentReaders() {
		l.base[sym(b.name)] = &cell{name: sym(b.name), function: &Function{name: b.name, builtin: &b, frozen: true}}
	}
	for name, v := range map[string]Value{"MOST-POSITIVE-FIXNUM": sexp.Int(1<<62 - 1),
		"MOST-NEGATIVE-FIXNUM": sexp.Int(-1 << 62)} {
		l.base[sym(name)] = &cell{name: sym(name), value: v, bound: true, constant: true}
	}
}

// operator is what the language has under a name.
func (l *language) operator(name Value) operator {
	s, ok := name.(Symbol)
	if !ok {
		if name == Value(collectOnto) {
			return l.collect
		}
		return operator{}
	}
	n := s.Name()
	if n.Package != "" {
		n.Name = n.Package + ":" + n.Name
	}
	return l.operators[n.Name]
}

// has reports whether a name belongs to the language.
func (l *language) has(name Value) bool {
	op := l.operator(name)
	if op.function != nil || op.macro != nil || op.special != nil {
		return true
	}
	s, ok := name.(Symbol)
	if !ok || s.Name().Package != "" {
		return false
	}
	_, locked := slices.BinarySearch(l.locked, s.Name().Name)
	return locked
}

// variable reports whether a name is that of a variable of the language.
func (l *language) variable(name Symbol) bool {
	return name.Name().Package == "" && l.variables[name.Name().Name]
}

// builtinTables are the functions by topic.
func builtinTables() [][]builtin {
	return [][]builtin{
		functionBuiltins(),
		conditionBuiltins(),
		restartBuiltins(),
		backquoteBuiltins(),
		plistBuiltins(),
		numberBuiltins(),
		integerBuiltins(),
		equalityBuiltins(),
		predicateBuiltins(),
		coerceBuiltins(),
		symbolBuiltins(),
		listBuiltins(),
		alistBuiltins(),
		setBuiltins(),
		mappingBuiltins(),
		sequenceBuiltins(),
		findBuiltins(),
		sortBuiltins(),
		vectorBuiltins(),
		tableBuiltins(),
		stringBuiltins(),
		charBuiltins(),
		streamBuiltins(),
		readingBuiltins(),
		regexpBuiltins(),
		formatBuiltins(),
	}
}

// macroTables are the macros by topic.
func macroTables() [][]macro {
	return [][]macro{controlMacros(), placeMacros(), conditionMacros(), libraryMacros(), loopMacros()}
}

// specialTables are the forms that the compiler knows, by topic.
func specialTables() [][]special {
	return [][]special{
		basicSpecials(),
		bindingSpecials(),
		exitSpecials(),
		caseSpecials(),
		placeSpecials(),
		conditionSpecials(),
		definitionSpecials(),
	}
}
