package sexp

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Print gives the text of v on one line (a string or an escaped symbol may hold line ends), as SBCL
// prints it with *print-pretty* nil. Reading it gives an Equal value, unless v was built by hand from what
// no text can say: an infinity or NaN, a comma outside a backquote, invalid UTF-8.
func Print(v Value) string { return string(Append(nil, v)) }

// Append appends the text of v to dst.
func Append(dst []byte, v Value) []byte {
	switch v := v.(type) {
	case nil:
		return append(dst, "NIL"...)
	case Symbol:
		return appendSymbol(dst, v)
	case String:
		return appendString(dst, string(v))
	case Int:
		return strconv.AppendInt(dst, int64(v), 10)
	case Big:
		return v.Int().Append(dst, 10)
	case Ratio:
		return append(dst, v.Rat().RatString()...)
	case Single:
		return appendFloat(dst, float64(v), 32)
	case Double:
		return appendFloat(dst, float64(v), 64)
	case Char:
		return appendChar(dst, v)
	case List:
		return appendList(dst, v)
	case Vector:
		return appendItems(append(dst, "#("...), v.items, nil)
	case Backquote:
		return Append(append(dst, '`'), v.Form)
	case Comma:
		return appendComma(dst, v)
	}
	panic("sexp: a value of an unknown kind")
}

func appendList(dst []byte, l List) []byte {
	if len(l.items) == 0 {
		return append(dst, "NIL"...)
	}
	return appendItems(append(dst, '('), l.items, l.tail)
}

// appendItems appends the elements, the tail if there is one, and the closing parenthesis.
func appendItems(dst []byte, items []Value, tail Value) []byte {
	for i, item := range items {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = Append(dst, item)
	}
	if tail != nil {
		dst = Append(append(dst, " . "...), tail)
	}
	return append(dst, ')')
}

// appendComma puts a space after a comma whose form would otherwise be taken for part of it.
func appendComma(dst []byte, c Comma) []byte {
	switch c.Kind {
	case Insert:
		dst = append(dst, ',')
	case Splice:
		dst = append(dst, ",@"...)
	case SpliceInPlace:
		dst = append(dst, ",."...)
	}
	mark := len(dst)
	dst = Append(dst, c.Form)
	if c.Kind == Insert && (dst[mark] == '@' || dst[mark] == '.') {
		dst = append(dst, 0)
		copy(dst[mark+1:], dst[mark:])
		dst[mark] = ' '
	}
	return dst
}

// appendString appends s in quotation marks, with backslashes before those and backslashes in it.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' {
			dst = append(append(dst, s[from:i]...), '\\')
			from = i
		}
	}
	return append(append(dst, s[from:]...), '"')
}

func appendChar(dst []byte, c Char) []byte {
	dst = append(dst, `#\`...)
	if ' ' <= c && c <= '~' {
		return append(dst, byte(c))
	}
	return append(dst, CharName(rune(c))...)
}

func appendSymbol(dst []byte, s Symbol) []byte {
	switch {
	case s.Uninterned:
		dst = append(dst, "#:"...)
	case s.Package == keywordPackage:
		dst = append(dst, ':')
	case s.Package != "":
		dst = append(appendName(dst, s.Package), "::"...)
	}
	return appendName(dst, s.Name)
}

// appendName appends a name, between vertical bars if it needs them.
func appendName(dst []byte, name string) []byte {
	if !needsBars(name) {
		return append(dst, name...)
	}
	dst = append(dst, '|')
	from := 0
	for i := 0; i < len(name); i++ {
		if name[i] == '|' || name[i] == '\\' {
			dst = append(append(dst, name[from:i]...), '\\')
			from = i
		}
	}
	return append(append(dst, name[from:]...), '|')
}

// appendFloat appends the shortest digits that read as f, in positional notation from 10^-3 up to 10^7 and in
// scientific notation beyond. A single has the marker e, a double always d.
func appendFloat(dst []byte, f float64, bits int) []byte {
	switch {
	case math.IsNaN(f):
		return append(dst, "#<FLOAT quiet NaN>"...)
	case math.IsInf(f, 0):
		return append(dst, "#<FLOAT infinity>"...)
	}
	text, exponent := strconv.FormatFloat(f, 'f', -1, bits), "0"
	if size := math.Abs(f); size != 0 && (size < 1e-3 || size >= 1e7) {
		text, exponent, _ = strings.Cut(strconv.FormatFloat(f, 'e', -1, bits), "e")
		exponent = strings.Replace(strings.TrimLeft(exponent, "+"), "-0", "-", 1)
		exponent = strings.TrimPrefix(exponent, "0")
	}
	dst = append(dst, text...)
	if !strings.Contains(text, ".") {
		dst = append(dst, ".0"...)
	}
	switch {
	case bits == 64:
		dst = append(append(dst, 'd'), exponent...)
	case exponent != "0":
		dst = append(append(dst, 'e'), exponent...)
	}
	return dst
}

// needsBars reports whether a symbol's name must be printed between vertical bars to be read as it is.
func needsBars(s string) bool {
	if s == "" || strings.Trim(s, ".") == "" || !norm.NFKC.IsNormalString(s) || foldRun(s, true, true) != s {
		return true
	}
	for _, c := range s {
		if c < utf8.RuneSelf && classes[c]&(delimiter|special) != 0 || c == '#' || c <= ' ' || 0x7f <= c && c < 0xa0 {
			return true
		}
	}
	return isPotentialNumber(s) || formOf(s, 10) != formNone
}

// isPotentialNumber reports whether a name could be a number in some Lisp (ANSI 2.3.1.1): it has a digit, signs, dots
// and the like, and no letter beside another.
func isPotentialNumber(s string) bool {
	hasDigit, letters := false, 0
	for i, c := range s {
		switch isDigit := '0' <= c && c <= '9'; {
		case unicode.IsLetter(c):
			letters++
		case isDigit || strings.ContainsRune("+-/.^_", c):
			hasDigit, letters = hasDigit || isDigit, 0
		default:
			return false
		}
		if letters > 1 || i == 0 && (letters > 0 || c == '/') {
			return false
		}
	}
	return hasDigit && !strings.HasSuffix(s, "+") && !strings.HasSuffix(s, "-")
}

// Equal reports whether a and b print the same, as Lisp's EQUAL does with these differences: vectors are
// compared by their elements and uninterned symbols by name. Numbers of different kinds differ, as 1 and
// 1.0 do, and so do 0.0 and -0.0.
func Equal(a, b Value) bool {
	if IsNil(a) || IsNil(b) {
		return IsNil(a) && IsNil(b)
	}
	switch a := a.(type) {
	case Big:
		b, ok := b.(Big)
		return ok && a.Int().Cmp(b.Int()) == 0
	case Ratio:
		b, ok := b.(Ratio)
		return ok && a.Rat().Cmp(b.Rat()) == 0
	case Single:
		b, ok := b.(Single)
		return ok && math.Float32bits(float32(a)) == math.Float32bits(float32(b))
	case Double:
		b, ok := b.(Double)
		return ok && math.Float64bits(float64(a)) == math.Float64bits(float64(b))
	case List:
		b, ok := b.(List)
		return ok && equalItems(a.items, b.items) && Equal(a.tail, b.tail)
	case Vector:
		b, ok := b.(Vector)
		return ok && equalItems(a.items, b.items)
	case Backquote:
		b, ok := b.(Backquote)
		return ok && Equal(a.Form, b.Form)
	case Comma:
		b, ok := b.(Comma)
		return ok && a.Kind == b.Kind && Equal(a.Form, b.Form)
	}
	return a == b
}

func equalItems(a, b []Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !Equal(a[i], b[i]) {
			return false
		}
	}
	return true
}
