package sexp

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Limits bounds what a reader takes. A field that is not over zero means its default.
type Limits struct {
	Bytes int // length of the text; default 1 MiB
	Depth int // nesting of lists, vectors and quotes; default 200, and never more than 10,000
	Atoms int // values of every kind, lists and the elements of vectors included; default 100,000
}

const (
	defaultBytes = 1 << 20
	defaultDepth = 200
	defaultAtoms = 100_000
	mostDepth    = 10_000 // the reader calls itself for each level, so a level costs stack
)

func (l Limits) orDefault() Limits {
	l.Bytes = cmp.Or(max(0, l.Bytes), defaultBytes)
	l.Depth = min(cmp.Or(max(0, l.Depth), defaultDepth), mostDepth)
	l.Atoms = cmp.Or(max(0, l.Atoms), defaultAtoms)
	return l
}

// Reader reads one expression after another from a text, in time linear in its length. After an error it
// repeats that error. It is not safe for concurrent use; the values it gives are. They may share memory with
// the text, and with each other, and keep it.
type Reader struct {
	src        string
	lim        Limits
	pos        int // of the next byte to read
	start, end int // of the last expression
	err        *Error

	base  int     // radix of integers and ratios: 10, except within #x and its kin
	quasi int     // backquotes around the current position, less the commas
	json  bool    // strings have JSON's escapes too
	atoms int     // values read so far
	stack []Value // elements of the lists that are open
	text  []byte  // of the token in hand
}

// NewReader gives a reader of src.
func NewReader(src string, lim Limits) *Reader {
	r := &Reader{src: src, lim: lim.orDefault(), base: 10}
	if len(src) > r.lim.Bytes {
		r.src = src[:0]
		r.err = &Error{Line: 1, Column: 1, Cause: ErrLimit,
			Message: fmt.Sprintf("the text has %d bytes where %d are the most", len(src), r.lim.Bytes)}
		return r
	}
	if at := invalidUTF8(src); at >= 0 {
		r.fail(at, ErrEncoding, "a byte that is not UTF-8: %#02x", src[at])
	}
	return r
}

// WithJSONEscapes makes the reader take \n, \t, \r and \uXXXX in a string for what they mean in JSON, \" and \\ as
// ever, and any other backslash for itself, so that \d stays \d. It is for what a language model writes, which
// knows those escapes from every other notation; Lisp's own rule is that \n is n. It gives the reader back.
func (r *Reader) WithJSONEscapes() *Reader {
	r.json = true
	return r
}

// invalidUTF8 gives the place of the first byte that is not UTF-8, -1 when there is none.
func invalidUTF8(s string) int {
	if utf8.ValidString(s) {
		return -1
	}
	for i, c := range s {
		if c == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(s[i:]); size == 1 {
				return i
			}
		}
	}
	return -1
}

// Read gives the only expression of src. Anything after it but white space and comments is ErrMoreThanOne;
// no expression at all is ErrIncomplete. The error is an *Error.
func Read(src string, lim Limits) (Value, error) {
	r := NewReader(src, lim)
	v, err := r.Next()
	if errors.Is(err, io.EOF) {
		r.fail(len(src), ErrIncomplete, "the text holds no expression")
		return nil, r.err
	}
	if err != nil {
		return nil, err
	}
	if r.skip() && r.pos < len(r.src) {
		r.fail(r.pos, ErrMoreThanOne, "something follows the expression")
	}
	if r.err != nil {
		return nil, r.err
	}
	return v, nil
}

// ReadAll gives the expressions of src, or none and an *Error.
func ReadAll(src string, lim Limits) ([]Value, error) {
	var all []Value
	for r := NewReader(src, lim); ; {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
}

// Next gives the next expression, io.EOF when there is none, or an *Error.
func (r *Reader) Next() (Value, error) {
	for r.err == nil && r.skip() {
		if r.pos == len(r.src) {
			return nil, io.EOF
		}
		start := r.pos
		v, ok := r.datum(1)
		if ok && v != nil {
			r.start, r.end = start, r.pos
			return v, nil
		}
	}
	return nil, r.err
}

// Span gives where the last expression that Next gave starts and ends, in bytes.
func (r *Reader) Span() (start, end int) { return r.start, r.end }

// fail notes the error at a byte offset and gives what a reading function returns with it.
func (r *Reader) fail(offset int, cause error, format string, args ...any) (Value, bool) {
	if r.err != nil {
		return nil, false
	}
	before := r.src[:offset]
	line := 1 + strings.Count(before, "\n")
	column := 1 + utf8.RuneCountInString(before[strings.LastIndexByte(before, '\n')+1:])
	r.err = &Error{Offset: offset, Line: line, Column: column, Cause: cause, Message: fmt.Sprintf(format, args...)}
	return nil, false
}

// skip passes white space and comments. It fails where a comment is not closed, and after any error.
func (r *Reader) skip() bool {
	for r.pos < len(r.src) && r.err == nil {
		switch c := r.src[r.pos]; {
		case classes[c]&space != 0:
			r.pos++
		case c == ';':
			end := strings.IndexByte(r.src[r.pos:], '\n')
			if end < 0 {
				end = len(r.src) - r.pos - 1
			}
			r.pos += end + 1
		case c == '#' && strings.HasPrefix(r.src[r.pos:], "#|"):
			r.pos += 2
			r.blockComment(r.pos - 2)
		default:
			return true
		}
	}
	return r.err == nil
}

// blockComment passes the rest of the comment that started at start. Comments nest; a bar or sharp sign
// that opened or closed one is not the first half of the next.
func (r *Reader) blockComment(start int) bool {
	level, i := 1, r.pos
	for {
		next := strings.IndexAny(r.src[i:], "|#")
		if next < 0 || i+next+1 >= len(r.src) {
			r.pos = len(r.src)
			r.fail(start, ErrIncomplete, "a comment that is not closed with |#")
			return false
		}
		i += next
		switch r.src[i : i+2] {
		case "|#":
			level--
			i += 2
		case "#|":
			level++
			i += 2
		default:
			i++
		}
		if level == 0 {
			r.pos = i
			return true
		}
	}
}

// value reads one expression within another; what names the construct that needs it, for the message when
// the text ends first.
func (r *Reader) value(depth, opened int, what string) (Value, bool) {
	for r.skip() {
		if r.pos == len(r.src) {
			return r.fail(opened, ErrIncomplete, "%s is not complete", what)
		}
		if v, ok := r.datum(depth); !ok || v != nil {
			return v, ok
		}
	}
	return nil, false
}

// datum reads what starts at the position, which is not white space: a nil value means a comment with a
// number (#1|…|#), which skip does not know.
func (r *Reader) datum(depth int) (Value, bool) {
	if !r.enter(depth) {
		return nil, false
	}
	start := r.pos
	switch r.src[start] {
	case '(':
		r.pos++
		return r.list(depth, start)
	case '"':
		r.pos++
		return r.str(start)
	case '\'':
		r.pos++
		return r.wrapped(symQuote, depth, start)
	case '`':
		r.pos++
		return r.backquote(depth, start)
	case ',':
		r.pos++
		return r.comma(depth, start)
	case '#':
		return r.sharp(depth, start)
	case ')':
		return r.fail(start, ErrSyntax, "a closing parenthesis without an opening one")
	}
	return r.token()
}

// enter counts the value that starts at the position and holds it against the limits.
func (r *Reader) enter(depth int) bool {
	if depth > r.lim.Depth {
		r.fail(r.pos, ErrLimit, "nested deeper than %d levels", r.lim.Depth)
		return false
	}
	if r.atoms++; r.atoms > r.lim.Atoms {
		r.fail(r.pos, ErrLimit, "more than %d values", r.lim.Atoms)
		return false
	}
	return true
}

var (
	symQuote    = Symbol{Name: "QUOTE"}
	symFunction = Symbol{Name: "FUNCTION"}
)

// wrapped reads the X of 'X or #'X.
func (r *Reader) wrapped(head Symbol, depth, start int) (Value, bool) {
	v, ok := r.value(depth+1, start, "a quote")
	if !ok {
		return nil, false
	}
	return List{items: []Value{head, v}, start: start + 1}, true
}

// str reads a string after its opening quotation mark.
func (r *Reader) str(start int) (Value, bool) {
	rest := r.src[r.pos:]
	for i := 0; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			r.pos += i + 1
			return String(rest[:i]), true
		case '\\':
			return r.escapedStr(start, i)
		}
	}
	r.pos = len(r.src)
	return r.fail(start, ErrIncomplete, "a string that is not closed")
}

// escapedStr reads a string whose first backslash stands n bytes on. A backslash makes the next
// character stand for itself, whichever it is.
func (r *Reader) escapedStr(start, n int) (Value, bool) {
	rest := r.src[r.pos:]
	text := append(make([]byte, 0, 2*n+16), rest[:n]...)
	for i := n; i < len(rest); i++ {
		switch rest[i] {
		case '"':
			r.pos += i + 1
			return String(text), true
		case '\\':
			if i++; i == len(rest) {
				continue
			}
			if r.json {
				var size int
				text, size = appendJSONEscape(text, rest[i:])
				i += size - 1
				continue
			}
		}
		text = append(text, rest[i])
	}
	r.pos = len(r.src)
	return r.fail(start, ErrIncomplete, "a string that is not closed")
}

// backquote reads the form after a grave accent.
func (r *Reader) backquote(depth, start int) (Value, bool) {
	r.quasi++
	form, ok := r.value(depth+1, start, "a backquote")
	r.quasi--
	if !ok {
		return nil, false
	}
	if c, ok := form.(Comma); ok && c.Kind != Insert {
		return r.fail(start, ErrSyntax, "a splicing comma right after a backquote")
	}
	return Backquote{form}, true
}

// comma reads what follows a comma.
func (r *Reader) comma(depth, start int) (Value, bool) {
	if r.quasi == 0 {
		return r.fail(start, ErrSyntax, "a comma outside of a backquote")
	}
	kind := Insert
	if r.pos < len(r.src) {
		switch r.src[r.pos] {
		case '@':
			kind = Splice
		case '.':
			kind = SpliceInPlace
		}
	}
	if kind != Insert {
		r.pos++
	}
	// Only white space is passed here: a comment may stand between, a parenthesis may not.
	rest := strings.TrimLeft(r.src[r.pos:], " \t\n\f\r")
	if strings.HasPrefix(rest, ")") {
		return r.fail(start, ErrSyntax, "a comma with nothing after it")
	}
	r.quasi--
	form, ok := r.value(depth+1, start, "a comma")
	r.quasi++
	if !ok {
		return nil, false
	}
	return Comma{kind, form}, true
}
