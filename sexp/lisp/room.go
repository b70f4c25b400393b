package lisp

import "pp/sexp"

// Room is what is left of the memory that was taken to load sources, most of which is of small things that are kept.
// Loads may share one that follow each other, and so know the names that stand in many of them. The zero Room is empty.
type Room struct {
	names     sexp.Names
	cells     []Cons
	scopes    slabOf[scope]
	variables slabOf[variable]
	nodes     slabOf[node]
}

// slabOf is what is left of a piece.
type slabOf[T any] []T

// take cuts n off, which are zero.
func (r *slabOf[T]) take(n int) []T {
	const piece = 64
	if n > piece/4 {
		return make([]T, n)
	}
	if len(*r) < n {
		*r = make([]T, piece)
	}
	all := (*r)[:n:n]
	*r = (*r)[n:]
	return all
}
