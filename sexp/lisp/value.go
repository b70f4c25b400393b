package lisp

import (
	"unique"

	"pp/sexp"
)

// Value is a value while code runs: nil, which is NIL and the empty list, or a Symbol,
// *Gensym, sexp.Int, sexp.Big, sexp.Ratio, sexp.Single, sexp.Double, sexp.Char, *Str,
// *Cons, *Vector, *Table, *Struct, *Condition or *Function. Numbers are normalised as
// package sexp does. Values compare with == as EQ does, and numbers and characters as
// numbers of EQL need.
type Value any

// Symbol is an interned symbol other than NIL. Symbols of one package and name are ==.
type Symbol struct{ name unique.Handle[sexp.Symbol] }

// Intern gives the symbol of a name; nil for NIL.
//
//go:noinline
func Intern(s sexp.Symbol) Value {
	if s == sexp.NIL {
		return nil
	}
	return Symbol{unique.Make(s)}
}

// Name is what the symbol is called.
func (s Symbol) Name() sexp.Symbol { return s.name.Value() }

// Gensym is a symbol of no package; each is equal to itself alone.
type Gensym struct{ name string }

// Cons is a pair. A frozen one was there before the call: it cannot be changed.
type Cons struct {
	sexp.Own // as a Maker's

	Car, Cdr Value
	frozen   bool
	at       int32 // of code: one more than where it stands in what the program read
}

// Str is a string. One that is frozen cannot be changed.
type Str struct {
	sexp.Own // as a Maker's

	text   string
	frozen bool
}

// Vector is a vector of any values.
type Vector struct {
	items  []Value
	frozen bool
}

// Struct is an object of a structure that DEFSTRUCT defined.
type Struct struct {
	class  *class
	slots  []Value
	frozen bool
}

// Condition is what is signalled. Its slots are those of its class, in order.
type Condition struct {
	class  *class
	slots  []Value
	text   string // what it reports, of an error that the language itself made
	frozen bool
}

// Function is a function that can be called: a builtin's, a definition's or a closure's.
type Function struct {
	name    string   // as it is printed; "" of a LAMBDA
	builtin *builtin // or
	lambda  *lambda  // with
	closed  []Value  // the values of the variables that it uses from outside; boxes of those that are assigned
	frozen  bool
}
