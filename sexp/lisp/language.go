package lisp

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"pp/sexp"
)

// language is what every program has: it never changes.
type language struct {
	functions map[Value]*Function
	macros    map[Value]*macro
	specials  map[Value]*special
	setters   map[Value]*Function // of places, by the function that reads one
	classes   map[Value]*class
	locked    map[Value]bool  // names of functions that are the standard's, known here or not
	variables map[Value]bool  // names of its variables
	base      map[Value]*cell // what a program may define otherwise: the agent's conditions, constants
}

// special is a form that the compiler knows. form is the whole of it.
type special struct {
	name    string
	compile func(c *compiler, form *Cons, env *scope) (node, error)
}

// standard is the language. What is reached from the functions in it must not ask for it
// here, but in the program that runs.
var standard = sync.OnceValue(func() *language {
	l := &language{functions: map[Value]*Function{}, macros: map[Value]*macro{}, specials: map[Value]*special{},
		setters: map[Value]*Function{}, classes: standardClasses(), base: map[Value]*cell{},
		locked: namesOf(standardFunctions), variables: namesOf(standardVariables)}
	l.addBase()
	for _, b := range slices.Concat(builtinTables()...) {
		l.add(l.functions, b)
	}
	for _, b := range setterBuiltins() {
		l.add(l.setters, b)
	}
	for _, m := range slices.Concat(macroTables()...) {
		once(l.macros, m.name)
		l.macros[symbolOf(m.name)] = &m
	}
	for _, s := range slices.Concat(specialTables()...) {
		once(l.specials, s.name)
		l.specials[symbolOf(s.name)] = &s
	}
	l.specials[collectOnto] = &special{collectOnto.name, collectForm}
	return l
})

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

func (l *language) add(to map[Value]*Function, b builtin) {
	name := symbolOf(b.name)
	if _, twice := to[name]; twice {
		panic(fmt.Sprintf("lisp: two functions %s", b.name))
	}
	to[name] = &Function{name: b.name, builtin: &b, frozen: true}
}

func once[T any](table map[Value]T, name string) {
	if _, twice := table[symbolOf(name)]; twice {
		panic(fmt.Sprintf("lisp: two forms %s", name))
	}
}

// symbolOf is the symbol that a name in a table means.
func symbolOf(name string) Value {
	if pkg, rest, ok := strings.Cut(name, ":"); ok && pkg != "" && rest != "" {
		return Intern(sexp.Symbol{Package: pkg, Name: rest})
	}
	return sym(name)
}

// has reports whether a name belongs to the language.
func (l *language) has(name Value) bool {
	return l.locked[name] || l.functions[name] != nil || l.macros[name] != nil || l.specials[name] != nil
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
		treeBuiltins(),
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
