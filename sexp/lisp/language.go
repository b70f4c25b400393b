package lisp

import (
	"context"
	_ "embed"
	"strings"
	"sync"

	"pp/sexp"
)

// language is what every program has: it never changes.
type language struct {
	operators map[Value]operator
	classes   map[Value]*class
	types     map[string]func(v Value) bool // that are a name
	base      map[Value]*cell               // definitions that a program may replace, and constants
	locked    map[Value]bool                // names of Common Lisp's functions that are not known here
	variables map[Value]bool                // names of its variables, which code cannot bind
}

// operator is what a name means that stands first in a form: a special form, else a macro, else a function.
type operator struct {
	function *Function
	macro    *Function
	special  func(c *compiler, form *Cons, s *scope) code
	setter   *Function // of the place that the form is
}

func (op operator) isKnown() bool {
	return op.function != nil || op.macro != nil || op.special != nil
}

// commonNames are the names of COMMON-LISP that are not known here: as in SBCL, code cannot define them otherwise.
//
//go:embed names.txt
var commonNames string

// prelude is the part of the language that is written in it.
//
//go:embed prelude.lisp
var prelude string

// standard is the language.
var standard = sync.OnceValue(newLanguage)

func newLanguage() *language {
	l := &language{operators: map[Value]operator{}, types: atomicTypes(), classes: standardClasses(),
		base: map[Value]*cell{}, locked: map[Value]bool{}, variables: map[Value]bool{}}
	functions, variables, _ := strings.Cut(commonNames, "variables")
	for _, name := range strings.Fields(functions)[1:] {
		l.locked[sym(name)] = true
	}
	for _, name := range strings.Fields(variables) {
		l.variables[sym(name)] = true
	}
	for _, table := range builtinTables() {
		for _, b := range table {
			l.change(b.name, func(op *operator) { op.function = newBuiltin(b) })
		}
	}
	for _, b := range setterBuiltins() {
		l.change(b.name, func(op *operator) { op.setter = newBuiltin(b) })
	}
	for name, compile := range specials() {
		l.change(name, func(op *operator) { op.special = compile })
	}
	l.addBase()
	l.load()
	return l
}

// load names what the prelude defines. Each definition is compiled when it is used first.
func (l *language) load() {
	for _, text := range strings.Split(prelude, "\n(def")[1:] {
		kind, rest, _ := strings.Cut(text, " ")
		name, _, _ := strings.Cut(rest, " ")
		name = strings.ToUpper(name)
		f := &Function{name: name[strings.Index(name, ":")+1:], frozen: true}
		f.later = sync.OnceValue(func() *lambda { return l.compile("(def" + text) })
		l.change(name, func(op *operator) {
			if kind == "macro" {
				op.macro = f
			} else {
				op.function = f
			}
		})
	}
}

// compile compiles a definition of the prelude.
func (l *language) compile(text string) *lambda {
	p := newProgram(Options{Limits: Limits{Steps: 1 << 30, Bytes: 1 << 30}})
	p.language, p.isPrelude = l, true
	loader := newLoader(context.Background(), p)
	datum, err := sexp.Read(text, sexp.Limits{})
	check(err)
	form := (&importer{rename: p.rename}).value(datum).(*Cons)
	name, parts := form.Cdr.(*Cons).Car, form.Cdr.(*Cons).Cdr.(*Cons)
	c := loader.c
	c.fn = &function{}
	if isForm(form, "DEFMACRO") {
		return c.expander(name, parts).lambda
	}
	made := c.lambda(name, parts, nil)(c.m, nil).(*Function)
	loader.resolved()
	return made.lambda
}

func newBuiltin(b builtin) *Function { return &Function{name: b.name, builtin: &b, frozen: true} }

// nameOf returns the symbol of a name in the tables: NAME, or PACKAGE:NAME.
func nameOf(name string) Value {
	if pkg, rest, ok := strings.Cut(name, ":"); ok && pkg != "" {
		return Intern(sexp.Symbol{Package: pkg, Name: rest})
	}
	return sym(name)
}

func (l *language) change(name string, do func(op *operator)) {
	op := l.operators[nameOf(name)]
	do(&op)
	l.operators[nameOf(name)] = op
}

// addBase fills the base with the readers of the agent's conditions, and constants.
func (l *language) addBase() {
	for _, b := range agentBuiltins() {
		l.base[sym(b.name)] = &cell{name: sym(b.name), function: newBuiltin(b)}
	}
	for name, v := range constants() {
		l.base[name] = &cell{name: name, value: v, bound: true, constant: true}
	}
}

// isLanguage reports whether a name belongs to the language.
func (l *language) isLanguage(name Value) bool { return l.operators[name].isKnown() || l.locked[name] }

// builtinTables are the functions by topic.
func builtinTables() [][]builtin {
	return [][]builtin{
		functionBuiltins(), conditionBuiltins(), placeBuiltins(), numberBuiltins(), equalityBuiltins(),
		predicateBuiltins(), symbolBuiltins(), listBuiltins(), sequenceBuiltins(), findBuiltins(), tableBuiltins(),
		stringBuiltins(), charBuiltins(), streamBuiltins(), readingBuiltins(), regexpBuiltins(),
	}
}

// functionBuiltins are the functions about functions, values and types.
func functionBuiltins() []builtin {
	return []builtin{
		{"FUNCALL", 1, -1, func(m *machine, args []Value) Value { return m.apply(args[0], args[1:]) }},
		{"APPLY", 2, -1, func(m *machine, args []Value) Value {
			n := len(args) - 1
			last := itemsOf(m, args[n])
			m.room(slotBytes * (n + len(last)))
			return m.apply(args[0], append(append([]Value{}, args[1:n]...), last...))
		}},
		{"TYPEP", 2, 2, func(m *machine, args []Value) Value { return truth(newTypeTest(m, args[1])(m, args[0])) }},
		{"COERCE", 2, 2, func(m *machine, args []Value) Value { return coerce(m, args[0], args[1]) }},
		{"VALUES", 0, -1, func(m *machine, args []Value) Value { return m.values(append([]Value{}, args...)...) }},
		{"VALUES-LIST", 1, 1, func(m *machine, args []Value) Value { return m.values(itemsOf(m, args[0])...) }},
		{"FORMAT", 2, -1, formatTo},
		{"IDENTITY", 1, 1, func(_ *machine, args []Value) Value { return args[0] }},
	}
}
