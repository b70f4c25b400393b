package lisp

import "pp/sexp"

// Room is what is left of the memory that was taken to load sources, most of which is of small things.
// Loads may share one that follow each other, and so know the names that stand in many of them. The zero Room is empty.
type Room struct {
	names     sexp.Names
	symbols   slabOf[ownSymbol]
	texts     slabOf[Str]
	variables slabOf[variable]
	nodes     slabOf[node]
	units     slabOf[unit]
	steps     slabOf[step]
	meanings  slabOf[cell]

	// What only understanding a form takes. It is taken again for the next, unless something keeps a part of it.
	functions slabOf[function]
	cells     slabOf[Cons]
	scopes    slabOf[scope]
	clauses   slabOf[clause]
	items     slabOf[Value]
}

// mark begins a form.
func (r *Room) mark() {
	r.functions.mark()
	r.cells.mark()
	r.scopes.mark()
	r.clauses.mark()
	r.items.mark()
}

// forget takes back what the form took.
func (r *Room) forget() {
	r.functions.forget()
	r.cells.forget()
	r.scopes.forget()
	r.clauses.forget()
	r.items.forget()
}

// slabOf is a piece of memory of which parts are cut off.
type slabOf[T any] struct {
	piece      []T
	used, from int // from is what was in use of the piece when the form began
}

// take cuts n off, which are zero in a slab that forgets nothing.
//
//go:noinline
func (r *slabOf[T]) take(n int) []T {
	const piece = 64
	if n > piece/4 {
		return make([]T, n)
	}
	if len(r.piece)-r.used < n {
		*r = slabOf[T]{piece: make([]T, piece)}
	}
	at := r.used
	r.used += n
	return r.piece[at:r.used:r.used]
}

func (r *slabOf[T]) mark()   { r.from = r.used }
func (r *slabOf[T]) forget() { r.used = r.from }

// forgetful reports whether the code of a special form keeps no part of the form itself: no list of it, and none of the
// lists that the compiler made of it.
func forgetful(special string) bool {
	switch special {
	case "AND", "BLOCK", "CASE", "ECASE", "FLET", "FUNCTION", "GO", "IF", "LABELS", "LAMBDA", "LET",
		"LET*", "MULTIPLE-VALUE-BIND", "MULTIPLE-VALUE-CALL", "MULTIPLE-VALUE-LIST",
		"OR", "PROGN", "QUOTE", "RETURN-FROM", "SETQ", "TAGBODY", "UNWIND-PROTECT", "VALUES":
		return true
	}
	return special == collectOnto.name
}
