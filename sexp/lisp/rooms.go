package lisp

// rooms are pieces that what forms are understood with is cut from: most of it is small, and kept.
type rooms struct {
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
