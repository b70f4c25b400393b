package sexp

import (
	"iter"
	"math/big"
)

// Value is one datum: Symbol, String, Int, Big, Ratio, Single, Double, Char, List, Vector, Backquote or
// Comma. The set is closed, so a switch over these twelve is exhaustive. Values are immutable and safe
// for concurrent use. A nil Value is never produced; Print and Equal take a nil for NIL.
type Value interface{ sealed() }

// Symbol is a name. Keywords have the package "KEYWORD", plain symbols the package "", and #:X is Uninterned.
// Symbols compare with ==. Names are held as read: upper case unless they were escaped.
type Symbol struct {
	Package, Name string
	Uninterned    bool
}

// String is text.
type String string

// Int is an integer that fits 64 bits; every such integer is an Int and none is a Big.
type Int int64

// Big is an integer that does not fit an Int. Make one with Integer.
type Big struct{ n *big.Int }

// Ratio is a fraction in lowest terms with a denominator over 1. Make one with Rational.
type Ratio struct{ r *big.Rat }

// Single and Double are Lisp's single-float and double-float. The reader never produces an infinity or a NaN.
type (
	Single float32
	Double float64
)

// Char is a character; unlike Go's strings it may be a surrogate, as in SBCL.
type Char rune

// List is one or more values and, when it is dotted, a tail. The empty list is the symbol NIL; the zero
// List means the same and is Equal to it.
type List struct {
	items []Value
	tail  Value // nil when proper; never NIL or a List
	start int   // one more than where it stood in the text that it was read from
}

// Vector is a simple vector, #(…). Only the reader makes one that is not empty.
type Vector struct{ items []Value }

// Backquote is a form after a grave accent.
type Backquote struct{ Form Value }

// Comma is a form to be evaluated within a Backquote.
type Comma struct {
	Kind CommaKind
	Form Value
}

// CommaKind tells the three commas apart.
type CommaKind uint8

// The commas: `,x` inserts a value, `,@x` splices a list, `,.x` splices one destructively.
const (
	Insert CommaKind = iota
	Splice
	SpliceInPlace
)

func (Symbol) sealed()    {}
func (String) sealed()    {}
func (Int) sealed()       {}
func (Big) sealed()       {}
func (Ratio) sealed()     {}
func (Single) sealed()    {}
func (Double) sealed()    {}
func (Char) sealed()      {}
func (List) sealed()      {}
func (Vector) sealed()    {}
func (Backquote) sealed() {}
func (Comma) sealed()     {}

// NIL is the empty list and false; T is true. They are values, never assigned to.
var (
	NIL = Symbol{Name: "NIL"}
	T   = Symbol{Name: "T"}
)

const keywordPackage = "KEYWORD"

// Keyword gives the keyword of that name, taken as it is: Keyword("TYPE") is :TYPE.
func Keyword(name string) Symbol { return Symbol{Package: keywordPackage, Name: name} }

// Sym gives the plain symbol of that name, taken as it is: Sym("CAR") is CAR.
func Sym(name string) Symbol { return Symbol{Name: name} }

// Bool gives T or NIL.
func Bool(b bool) Symbol {
	if b {
		return T
	}
	return NIL
}

// IsKeyword reports whether s is a keyword.
func (s Symbol) IsKeyword() bool { return s.Package == keywordPackage && !s.Uninterned }

// IsNil reports whether v is the empty list: the symbol NIL, a List of no values, or a nil Value.
func IsNil(v Value) bool {
	switch v := v.(type) {
	case nil:
		return true
	case Symbol:
		return v == NIL
	case List:
		return len(v.items) == 0
	}
	return false
}

// NewList gives the list of the values, NIL when there are none. The values are copied.
func NewList(items ...Value) Value {
	if len(items) == 0 {
		return NIL
	}
	return List{items: append([]Value(nil), items...)}
}

// NewVector gives the vector of the values, which are copied.
func NewVector(items ...Value) Vector { return Vector{append([]Value(nil), items...)} }

// Dotted gives the list of the values ending in tail. A tail that is a list continues the list, as
// (A . (B)) is (A B); without values the result is the tail.
func Dotted(tail Value, items ...Value) Value {
	if len(items) == 0 {
		if tail == nil {
			return NIL
		}
		return tail
	}
	return List{items: append([]Value(nil), items...)}.withTail(tail)
}

// withTail ends the list l, which owns its values and has no tail, in tail.
func (l List) withTail(tail Value) List {
	switch {
	case IsNil(tail):
		return l
	default:
		if t, ok := tail.(List); ok {
			return List{items: append(l.items[:len(l.items):len(l.items)], t.items...), tail: t.tail}
		}
		return List{items: l.items, tail: tail}
	}
}

// AsList gives v as a List: the zero List for NIL, false when v is not a list.
func AsList(v Value) (List, bool) {
	if l, ok := v.(List); ok {
		return l, true
	}
	return List{}, IsNil(v)
}

// Len is the number of values, without the tail.
func (l List) Len() int { return len(l.items) }

// At gives the i-th value and panics when there is none.
func (l List) At(i int) Value { return l.items[i] }

// All ranges over the values with their indexes, without the tail.
func (l List) All() iter.Seq2[int, Value] { return all(l.items) }

// Tail gives what stands after the dot, and whether there is one.
func (l List) Tail() (Value, bool) { return l.tail, l.tail != nil }

// Offset gives where the list started in the text that it was read from, in bytes; false of one that was made.
func (l List) Offset() (int, bool) { return l.start - 1, l.start > 0 }

// Slice gives the values from lo up to hi as a proper list, and panics when there are not so many.
func (l List) Slice(lo, hi int) List { return List{items: l.items[lo:hi:hi]} }

// Len is the number of elements.
func (v Vector) Len() int { return len(v.items) }

// At gives the i-th element and panics when there is none.
func (v Vector) At(i int) Value { return v.items[i] }

// All ranges over the elements with their indexes.
func (v Vector) All() iter.Seq2[int, Value] { return all(v.items) }

func all(items []Value) iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		for i, v := range items {
			if !yield(i, v) {
				return
			}
		}
	}
}

// Integer gives n as an Int, or as a Big when it does not fit one. n is copied.
func Integer(n *big.Int) Value {
	if n.IsInt64() {
		return Int(n.Int64())
	}
	return Big{new(big.Int).Set(n)}
}

// BitLen is how many bits the number has without its sign.
func (b Big) BitLen() int {
	if b.n == nil {
		return 0
	}
	return b.n.BitLen()
}

// BitLen is how many bits the numerator and the denominator have.
func (r Ratio) BitLen() int {
	if r.r == nil {
		return 1
	}
	return r.r.Num().BitLen() + r.r.Denom().BitLen()
}

// Int gives a copy of the number; the zero Big is 0.
func (b Big) Int() *big.Int {
	if b.n == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(b.n)
}

// Equal reports whether two numbers are the same, without copying them.
func (b Big) Equal(other Big) bool {
	if b.n == nil || other.n == nil {
		return b.n == other.n
	}
	return b.n.Cmp(other.n) == 0
}

// Rational gives r as a Ratio, or as an integer when its denominator is 1. r is copied.
func Rational(r *big.Rat) Value {
	if r.IsInt() {
		return Integer(r.Num())
	}
	return Ratio{new(big.Rat).Set(r)}
}

// Rat gives a copy of the number; the zero Ratio is 0.
func (r Ratio) Rat() *big.Rat {
	if r.r == nil {
		return new(big.Rat)
	}
	return new(big.Rat).Set(r.r)
}

// Equal reports whether two fractions are the same, without copying them.
func (r Ratio) Equal(other Ratio) bool {
	if r.r == nil || other.r == nil {
		return r.r == other.r
	}
	return r.r.Num().Cmp(other.r.Num()) == 0 && r.r.Denom().Cmp(other.r.Denom()) == 0
}
