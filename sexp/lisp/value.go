package lisp

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unique"

	"pp/sexp"
)

// Value is a value while code runs: nil, which is NIL and the empty list, or a Symbol, *Gensym, sexp.Int, sexp.Big,
// sexp.Ratio, sexp.Single, sexp.Double, sexp.Char, *Str, *Cons, *Vector, *Table, *Condition, *Stream, *Scanner or
// *Function. Values compare with == as EQ does; numbers and characters need eql.
type Value any

// Symbol is an interned symbol other than NIL. Symbols of one package and name are ==.
type Symbol struct{ name unique.Handle[sexp.Symbol] }

// Gensym is a symbol of no package; each is equal to itself alone.
type Gensym struct{ name string }

// Cons is a pair. A frozen one was there before the call and cannot be changed.
type Cons struct {
	Car, Cdr Value
	frozen   bool
	at       *position // of a list in a source; nil for any other
}

// Str is a string. A frozen one cannot be changed.
type Str struct {
	text   string
	frozen bool
}

// Vector is a vector of any values.
type Vector struct {
	items  []Value
	frozen bool
}

// Function is a function that can be called: a builtin, or a definition or closure.
type Function struct {
	name    string // as it is printed; "" for a LAMBDA
	builtin *builtin
	lambda  *lambda
	later   func() *lambda // compiles one of the prelude, which has no lambda
	closed  []*box         // the variables that it uses from outside
	frozen  bool
}

// box holds a variable that a function inside of its own uses.
type box struct {
	value  Value
	frozen bool
}

// quasi is a backquoted form, and comma what stands in one to be evaluated.
type (
	quasi struct{ form Value }
	comma struct {
		kind sexp.CommaKind
		form Value
	}
)

// position is where a form stands in a source.
type position struct {
	source *Source
	offset int
}

// Intern returns the symbol of a name; nil for NIL.
func Intern(s sexp.Symbol) Value {
	if s == sexp.NIL {
		return nil
	}
	return Symbol{unique.Make(s)}
}

// Name returns what the symbol is called.
func (s Symbol) Name() sexp.Symbol { return s.name.Value() }

// String returns the function as it is printed.
func (f *Function) String() string {
	if f.name == "" {
		return "FUNCTION (LAMBDA)"
	}
	return "FUNCTION " + f.name
}

// Takes reports whether a function can be called with so many arguments.
func (f *Function) Takes(n int) bool {
	if f.builtin != nil {
		return f.builtin.takes(n)
	}
	l := f.compiled()
	return n >= len(l.params.required) && (l.most < 0 || n <= l.most)
}

// compiled returns what a function that is not a builtin does.
func (f *Function) compiled() *lambda {
	if f.later != nil {
		return f.later()
	}
	return f.lambda
}

// sym returns the plain symbol of a name.
func sym(name string) Value { return Intern(sexp.Sym(name)) }

// kw returns the keyword of a name.
func kw(name string) Value { return Intern(sexp.Keyword(name)) }

// internal returns the symbol of an operator that only expansions use.
func internal(name string) Value { return Intern(sexp.Symbol{Package: internalPackage, Name: name}) }

const internalPackage = "PP.LISP"

var symT = Intern(sexp.T)

// truth returns T or NIL.
func truth(b bool) Value {
	if b {
		return symT
	}
	return nil
}

// list makes a list, uncounted: for macros, whose forms are counted when they are compiled.
func list(items ...Value) Value { return listTail(nil, items...) }

// listTail makes a list that ends in tail, uncounted.
func listTail(tail Value, items ...Value) Value {
	for i := len(items) - 1; i >= 0; i-- {
		tail = &Cons{Car: items[i], Cdr: tail}
	}
	return tail
}

// formOf makes a list that begins with the symbol of a name.
func formOf(operator string, rest ...Value) Value { return listTail(list(rest...), sym(operator)) }

// isSym reports whether v is the plain symbol of a name.
func isSym(v Value, name string) bool {
	s, ok := v.(Symbol)
	return ok && s.Name() == sexp.Sym(name)
}

// isForm reports whether v is a list that begins with the symbol of a name.
func isForm(v Value, operator string) bool {
	c, ok := v.(*Cons)
	return ok && isSym(c.Car, operator)
}

func isKeyword(v Value) bool {
	s, ok := v.(Symbol)
	return ok && s.Name().IsKeyword()
}

func isA[T any](v Value) bool { _, ok := v.(T); return ok }

func isCons(v Value) bool { return isA[*Cons](v) }

func isSymbol(v Value) bool { return v == nil || isA[Symbol](v) || isA[*Gensym](v) }

func isVector(v Value) bool { return isA[*Str](v) || isA[*Vector](v) }

// symName returns the name of a symbol of any kind.
func symName(v Value) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "NIL", true
	case Symbol:
		return v.Name().Name, true
	case *Gensym:
		return v.name, true
	}
	return "", false
}

// place returns the file, the line and the column of a position, from 1.
func (p *position) place() (file string, line, column int) {
	if p == nil {
		return "", 0, 0
	}
	before := p.source.Text[:min(p.offset, len(p.source.Text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return p.source.Name, max(p.source.Line, 1) + strings.Count(before, "\n"), 1 + len([]rune(before[start:]))
}

// show returns a value for a message, on one line and short. It does little, whatever the value is.
func show(v Value) string {
	const most = 60
	if bits := bitsOf(v); bits > 512 {
		return fmt.Sprintf("a number of %d bits", bits)
	}
	m := &machine{ctx: context.Background(), lim: Limits{Steps: most, Bytes: 8 * most, Depth: 32}}
	p := printer{m: m, out: make([]byte, 0, 2*most), escape: true}
	if try(func() { p.value(v) }) != nil && len(p.out) <= most {
		return "a long value"
	}
	return brief(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, string(p.out)), most)
}

// brief cuts a text to so many bytes.
func brief(s string, most int) string {
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return s
}
