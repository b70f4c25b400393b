package lisp

import (
	"strconv"

	"pp/sexp"
)

func symbolBuiltins() []builtin {
	return []builtin{
		{"SYMBOL-NAME", 1, 1, func(m *machine, args []Value) Value {
			name, ok := symName(args[0])
			if !ok {
				panic(wrongType(args[0], "SYMBOL"))
			}
			return strOf(m, name)
		}},
		{"INTERN", 1, 2, intern},
		{"MAKE-SYMBOL", 1, 1, func(_ *machine, args []Value) Value {
			return newGensym(strArg(args[0]).text)
		}},
		{"GENSYM", 0, 1, gensym},
	}
}

// intern gives the symbol of a name, in package KEYWORD or in the one that code stands in.
// There is no other, and no second value, which depends on what was interned before.
func intern(m *machine, args []Value) Value {
	s := strArg(args[0])
	m.room(len(s.text))
	if len(args) == 1 {
		return Intern(sexp.Sym(s.text))
	}
	interns(m, args[1])
	return Intern(sexp.Keyword(s.text))
}

// interns is an error for a package that nothing can be interned in.
func interns(m *machine, pkg Value) {
	name := stringOf(m, pkg)
	if name != "KEYWORD" {
		panic(wrong("symbols are interned in package KEYWORD alone, not in %s", name))
	}
}

// gensym makes a symbol that no other is. Its name counts up within a call.
func gensym(m *machine, args []Value) Value {
	prefix := "G"
	if len(args) == 1 {
		prefix = strArg(args[0]).text
	}
	m.room(headerBytes + len(prefix))
	m.gensyms++
	return newGensym(prefix + strconv.Itoa(m.gensyms))
}
