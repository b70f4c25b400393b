package lisp

import (
	"strconv"

	"pp/sexp"
)

func symbolBuiltins() []builtin {
	return []builtin{
		{"SYMBOL-NAME", 1, 1, func(m *machine, args []Value) (Value, error) {
			name, ok := symName(args[0])
			if !ok {
				return nil, wrongType(args[0], "SYMBOL")
			}
			return strOf(m, name)
		}},
		{"INTERN", 1, 2, intern},
		{"MAKE-SYMBOL", 1, 1, func(_ *machine, args []Value) (Value, error) {
			s, ok := args[0].(*Str)
			if !ok {
				return nil, wrongType(args[0], "STRING")
			}
			return newGensym(s.text), nil
		}},
		{"GENSYM", 0, 1, gensym},
	}
}

// intern gives the symbol of a name, in package KEYWORD or in the one that code stands in.
// There is no other, and no second value, which depends on what was interned before.
func intern(m *machine, args []Value) (Value, error) {
	s, ok := args[0].(*Str)
	if !ok {
		return nil, wrongType(args[0], "STRING")
	}
	if err := m.room(len(s.text)); err != nil {
		return nil, err
	}
	if len(args) == 1 {
		return Intern(sexp.Sym(s.text)), nil
	}
	return Intern(sexp.Keyword(s.text)), interns(m, args[1])
}

// interns is an error for a package that nothing can be interned in.
func interns(m *machine, pkg Value) error {
	name, err := stringOf(m, pkg)
	if err == nil && name != "KEYWORD" {
		err = wrong("symbols are interned in package KEYWORD alone, not in %s", name)
	}
	return err
}

// gensym makes a symbol that no other is. Its name counts up within a call.
func gensym(m *machine, args []Value) (Value, error) {
	prefix := "G"
	if len(args) == 1 {
		s, ok := args[0].(*Str)
		if !ok {
			return nil, wrongType(args[0], "STRING")
		}
		prefix = s.text
	}
	if err := m.room(headerBytes + len(prefix)); err != nil {
		return nil, err
	}
	m.gensyms++
	return newGensym(prefix + strconv.Itoa(m.gensyms)), nil
}
