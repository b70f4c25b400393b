package sexp

import (
	"strings"
	"unicode/utf8"
)

// sharp reads what a sharp sign starts; a nil value means a comment. SBCL ignores a number where it has no
// meaning.
func (r *Reader) sharp(depth, start int) (Value, bool) {
	r.pos++
	number, numbered := r.sharpNumber()
	if r.pos == len(r.src) {
		return r.fail(start, ErrIncomplete, "a sharp sign with nothing after it")
	}
	c, size := utf8.DecodeRuneInString(r.src[r.pos:])
	r.pos += size
	switch c {
	case '\'':
		return r.wrapped(symFunction, depth, start)
	case '(':
		if !numbered {
			number = -1
		}
		return r.vector(depth, start, number)
	case '\\':
		return r.char(start)
	case ':':
		return r.uninterned(start)
	case '|':
		r.atoms--
		return nil, r.blockComment(start)
	case 'x', 'X':
		return r.rational(depth, start, 16)
	case 'o', 'O':
		return r.rational(depth, start, 8)
	case 'b', 'B':
		return r.rational(depth, start, 2)
	case 'r', 'R':
		if !numbered || number < 2 || number > 36 {
			return r.fail(start, ErrSyntax, "#R needs a radix from 2 to 36, as in #36RZZ")
		}
		return r.rational(depth, start, number)
	}
	return r.refuse(start, c)
}

// sharpNumber reads the digits between a sharp sign and its character. A number too large to matter is
// held at a value that is over every limit.
func (r *Reader) sharpNumber() (n int, ok bool) {
	const huge = 1 << 40
	for r.pos < len(r.src) {
		c, size := utf8.DecodeRuneInString(r.src[r.pos:])
		d := Digit(c, 10)
		if d < 0 {
			break
		}
		n, ok = min(n*10+d, huge), true
		r.pos += size
	}
	return n, ok
}

// refuse says why the notation #c is not read.
func (r *Reader) refuse(start int, c rune) (Value, bool) {
	switch c {
	case '.':
		return r.fail(start, ErrRefused, "#. evaluates while reading, which is never done here")
	case '=', '#':
		return r.fail(start, ErrRefused, "#n= and #n# make shared or circular structure; write the value out")
	case '+', '-':
		return r.fail(start, ErrRefused, "#%c depends on the features of the reading system; write the value itself", c)
	case '*', 'a', 'A', 'c', 'C', 'p', 'P', 's', 'S':
		return r.fail(start, ErrRefused, "#%c makes an object that is not data here; use lists, vectors and strings", c)
	}
	return r.fail(start, ErrSyntax, "a sharp sign followed by the character %s is not a notation", Print(Char(c)))
}

// vector reads #(…), or #n(…) when n is not negative: n elements, the last given one repeated.
func (r *Reader) vector(depth, start, n int) (Value, bool) {
	mark := len(r.stack)
	tail, ok := r.items(depth, start)
	if !ok {
		return nil, false
	}
	if tail != nil {
		return r.fail(start, ErrSyntax, "a dotted list cannot be a vector")
	}
	given := len(r.stack) - mark
	if n >= 0 && given > n {
		return r.fail(start, ErrSyntax, "a vector of %d elements was given %d", n, given)
	}
	if n > 0 && given == 0 {
		return r.fail(start, ErrSyntax, "a vector of %d elements was given none to repeat", n)
	}
	if n > given {
		if r.atoms += n - given; r.atoms > r.lim.Atoms {
			return r.fail(start, ErrLimit, "more than %d values", r.lim.Atoms)
		}
		for last := r.stack[len(r.stack)-1]; given < n; given++ {
			r.stack = append(r.stack, last)
		}
	}
	return Vector{r.finish(mark)}, true
}

// rational reads the expression after #x and its kin, which must be an integer or a ratio.
func (r *Reader) rational(depth, start, base int) (Value, bool) {
	outer, after := r.base, r.pos
	r.base = base
	v, ok := r.value(depth+1, start, "a number")
	r.base = outer
	if !ok {
		return nil, false
	}
	switch v.(type) {
	case Int, Big, Ratio:
		return v, true
	}
	return r.fail(start, ErrSyntax, "not an integer or ratio in base %d: %s", base, abbreviate(r.src[after:r.pos]))
}

// char reads a character after #\. The first character stands for itself whatever it is; when more follow,
// up to a delimiter, they are a name.
func (r *Reader) char(start int) (Value, bool) {
	if r.pos == len(r.src) {
		return r.fail(start, ErrIncomplete, "#\\ with nothing after it")
	}
	first, size := utf8.DecodeRuneInString(r.src[r.pos:])
	if next := r.pos + size; next == len(r.src) || classes[r.src[next]]&delimiter != 0 {
		r.pos = next
		return Char(first), true
	}
	var t token
	t.literal(r.src[r.pos : r.pos+size])
	r.pos += size
	if !r.lex(&t, start, tokenLoose) {
		return nil, false
	}
	name := t.name(false)
	if c, size := utf8.DecodeRuneInString(name); size == len(name) {
		return Char(c), true
	}
	if c, ok := charNamed(name); ok {
		return Char(c), true
	}
	return r.fail(start, ErrSyntax, "no character has the name %s", abbreviate(Print(String(name))))
}

// uninterned reads a symbol after #:.
func (r *Reader) uninterned(start int) (Value, bool) {
	var t token
	if !r.lex(&t, start, tokenLoose) {
		return nil, false
	}
	if t.colon {
		return r.fail(start, ErrSyntax, "a symbol after #: cannot have a package")
	}
	name := t.name(true)
	if !t.escaped && isInteger(name) {
		return r.fail(start, ErrSyntax, "a number cannot follow #:")
	}
	return Symbol{Name: name, Uninterned: true}, true
}

// isInteger reports whether s reads as a decimal integer, after white space.
func isInteger(s string) bool {
	s = strings.TrimLeft(s, " \t\n\f\r")
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	for _, c := range s {
		if Digit(c, 10) < 0 {
			return false
		}
	}
	return s != ""
}
