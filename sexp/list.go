package sexp

import "slices"

// list reads a list after its opening parenthesis.
func (r *Reader) list(depth, start int) (Value, bool) {
	mark := len(r.stack)
	tail, ok := r.items(depth, start)
	if !ok {
		return nil, false
	}
	if len(r.stack) == mark {
		return NIL, true
	}
	return List{items: r.finish(mark), tail: tail, start: start + 1}, true
}

// items reads up to and with the closing parenthesis. It leaves the elements on the stack and gives the
// tail, nil for a proper list.
func (r *Reader) items(depth, start int) (tail Value, ok bool) {
	mark := len(r.stack)
	for r.skip() {
		if r.pos == len(r.src) {
			return r.fail(start, ErrIncomplete, "a list that is not closed")
		}
		switch c := r.src[r.pos]; {
		case c == ')':
			r.pos++
			return nil, true
		case c == '.' && r.pos+1 == len(r.src):
			return r.fail(start, ErrIncomplete, "a list that is not closed")
		case c == '.' && classes[r.src[r.pos+1]]&delimiter != 0:
			if len(r.stack) == mark {
				return r.fail(r.pos, ErrSyntax, "a dot with nothing before it")
			}
			return r.tail(depth, start)
		}
		v, ok := r.datum(depth + 1)
		if !ok {
			return nil, false
		}
		if v != nil {
			r.stack = append(r.stack, v)
		}
	}
	return nil, false
}

// tail reads from the dot of a dotted list to its closing parenthesis.
func (r *Reader) tail(depth, start int) (tail Value, ok bool) {
	dot := r.pos
	if tail, ok = r.afterDot(depth+1, start); !ok {
		return nil, false
	}
	for r.skip() {
		if r.pos == len(r.src) {
			return r.fail(start, ErrIncomplete, "a list that is not closed")
		}
		if r.src[r.pos] == ')' {
			if c, ok := tail.(Comma); ok && c.Kind != Insert {
				return r.fail(dot, ErrSyntax, "a splicing comma after a dot")
			}
			r.pos++
			return tail, true
		}
		at := r.pos
		if v, ok := r.datum(depth + 1); ok && v != nil {
			return r.fail(at, ErrSyntax, "more than one expression after a dot")
		}
	}
	return nil, false
}

// afterDot reads the expression after a dot. The elements of one that is a list go on the stack, as
// (A . (B)) is (A B), and what is left is the tail: nil for a proper list.
func (r *Reader) afterDot(depth, start int) (tail Value, ok bool) {
	dot := r.pos
	for r.pos++; r.skip(); {
		if r.pos == len(r.src) {
			return r.fail(start, ErrIncomplete, "a list that is not closed")
		}
		switch r.src[r.pos] {
		case ')':
			return r.fail(dot, ErrSyntax, "a dot with nothing after it")
		case '(': // read in place, so that a long list is not copied at every dot before it
			if !r.enter(depth) {
				return nil, false
			}
			r.pos++
			return r.items(depth, r.pos-1)
		}
		v, ok := r.datum(depth)
		if !ok {
			return nil, false
		}
		switch v := v.(type) {
		case nil:
			continue
		case List: // of 'X or #'X
			r.stack = append(r.stack, v.items...)
			return v.tail, true
		case Symbol:
			if v == NIL {
				return nil, true
			}
		}
		return v, true
	}
	return nil, false
}

// finish takes the values from mark up off the stack into a slice of their own.
func (r *Reader) finish(mark int) []Value {
	items := slices.Clone(r.stack[mark:])
	r.stack = r.stack[:mark]
	return items
}
