package sexp

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// class says what a byte of a token can be.
type class uint8

const (
	space     class = 1 << iota // white space
	delimiter                   // ends a token: white space and " ' ( ) , ; `
	special                     // \ | : and the control characters no symbol may hold unescaped
)

var classes = func() (t [256]class) {
	for _, c := range " \t\n\f\r" {
		t[c] = space | delimiter
	}
	for _, c := range "\"'(),;`" {
		t[c] = delimiter
	}
	for _, c := range "\\|:\b\x7f" {
		t[c] = special
	}
	return t
}()

// token is a symbol in the making. Runs of unescaped characters are normalised and upcased, escaped
// characters stand for themselves.
type token struct {
	text      []byte
	runs      []int // where text changes between unescaped and escaped, unescaped first
	literally bool  // text ends in escaped characters
	high      bool  // there is a character beyond ASCII
	escaped   bool  // there was an escape, even of nothing
	colon     bool  // there was an unescaped colon, with tokenLoose
}

func (t *token) change(literally bool) {
	if t.literally != literally {
		t.runs = append(t.runs, len(t.text))
		t.literally = literally
	}
}

// plain adds unescaped text.
func (t *token) plain(s string) {
	t.change(false)
	t.add(s)
}

// literal adds escaped text.
func (t *token) literal(s string) {
	t.change(true)
	t.add(s)
}

func (t *token) add(s string) {
	for i := 0; i < len(s) && !t.high; i++ {
		t.high = s[i] >= utf8.RuneSelf
	}
	t.text = append(t.text, s...)
}

// name gives the finished name: unescaped runs in normalisation form KC, if the token has a character
// beyond ASCII, and in upper case if fold says so.
func (t *token) name(fold bool) string {
	var b strings.Builder
	from, literally := 0, false
	for i := 0; i <= len(t.runs); i++ {
		to := len(t.text)
		if i < len(t.runs) {
			to = t.runs[i]
		}
		run := string(t.text[from:to])
		if !literally {
			run = foldRun(run, t.high, fold)
		}
		b.WriteString(run)
		from, literally = to, !literally
	}
	return b.String()
}

func foldRun(run string, normalise, fold bool) string {
	if normalise {
		run = norm.NFKC.String(run)
	}
	if fold {
		run = strings.Map(Upcase, run)
	}
	return run
}

// tokenMode is where a token stands.
type tokenMode uint8

const (
	tokenFirst tokenMode = iota // a number, a symbol or a package
	tokenName                   // a name after a package
	tokenLoose                  // after #: and #\, where every character is taken and a colon only noted
)

// lex reads the rest of a token up to a delimiter, or, unless it is loose, up to an unescaped colon.
func (r *Reader) lex(t *token, start int, mode tokenMode) bool {
	for r.pos < len(r.src) {
		i := r.pos
		for i < len(r.src) && classes[r.src[i]]&(delimiter|special) == 0 {
			i++
		}
		if i > r.pos {
			t.plain(r.src[r.pos:i])
			r.pos = i
			continue
		}
		c := r.src[i]
		switch {
		case classes[c]&delimiter != 0:
			return true
		case c == '\\':
			if !r.escape(t, start) {
				return false
			}
		case c == '|':
			if !r.bars(t, start) {
				return false
			}
		case mode == tokenLoose:
			t.colon = t.colon || c == ':'
			t.plain(r.src[i : i+1])
			r.pos++
		case c == ':' && mode == tokenFirst && r.afterSignDot(start):
			t.plain(":")
			r.pos++
		case c == ':':
			return true
		default:
			r.fail(i, ErrSyntax, "a symbol cannot hold the character %s unless escaped", Print(Char(c)))
			return false
		}
	}
	return true
}

// afterSignDot reports whether the colon at the position follows a token's sign and dot: SBCL takes such
// a colon, alone of all, for a letter.
func (r *Reader) afterSignDot(start int) bool {
	return r.pos == start+2 && (r.src[start] == '+' || r.src[start] == '-') && r.src[start+1] == '.'
}

// escape reads a backslash and the character it escapes.
func (r *Reader) escape(t *token, start int) bool {
	t.escaped = true
	r.pos++
	if r.pos == len(r.src) {
		r.fail(start, ErrIncomplete, "a backslash with nothing after it")
		return false
	}
	_, size := utf8.DecodeRuneInString(r.src[r.pos:])
	t.literal(r.src[r.pos : r.pos+size])
	r.pos += size
	return true
}

// bars reads a part of a token between vertical bars.
func (r *Reader) bars(t *token, start int) bool {
	t.escaped = true
	r.pos++
	for {
		n := strings.IndexAny(r.src[r.pos:], "|\\")
		if n < 0 {
			r.pos = len(r.src)
			r.fail(start, ErrIncomplete, "a vertical bar that is not closed")
			return false
		}
		if n > 0 {
			t.literal(r.src[r.pos : r.pos+n])
			r.pos += n
		}
		if r.src[r.pos] == '|' {
			r.pos++
			return true
		}
		if !r.escape(t, start) {
			return false
		}
	}
}

// token reads a number or a symbol.
func (r *Reader) token() (Value, bool) {
	start := r.pos
	t := token{text: r.text[:0]}
	if !r.lex(&t, start, tokenFirst) {
		return nil, false
	}
	r.text = t.text
	if r.pos < len(r.src) && r.src[r.pos] == ':' {
		return r.qualified(&t, start)
	}
	if !t.escaped {
		if v, isNumber := r.number(start, string(t.text)); isNumber {
			return v, v != nil
		}
	}
	return Symbol{Name: t.name(true)}, true
}

// qualified reads the colons and the name after a package.
func (r *Reader) qualified(pkg *token, start int) (Value, bool) {
	name := pkg.name(true)
	if name == "" && pkg.escaped {
		return r.fail(start, ErrRefused, "a package without a name")
	}
	colon := r.pos
	for r.pos++; r.pos < len(r.src) && r.src[r.pos] == ':'; r.pos++ {
		if r.pos == colon+2 {
			return r.fail(r.pos, ErrSyntax, "too many colons")
		}
	}
	switch {
	case r.pos == len(r.src):
		return r.fail(start, ErrIncomplete, "a colon with nothing after it")
	case classes[r.src[r.pos]]&delimiter != 0 && r.pos == colon+1:
		return r.fail(colon, ErrSyntax, "a colon with no name after it")
	case classes[r.src[r.pos]]&delimiter != 0:
		return r.fail(colon, ErrRefused, "package::(form) is not read; put the package on each symbol")
	}
	var t token
	if !r.lex(&t, r.pos, tokenName) {
		return nil, false
	}
	if r.pos < len(r.src) && r.src[r.pos] == ':' {
		return r.fail(r.pos, ErrSyntax, "too many colons")
	}
	return Symbol{Package: canonicalPackage(name), Name: t.name(true)}, true
}

// canonicalPackage gives the package that a prefix means: "" for the standard package and the one a
// symbol without prefix is in, KEYWORD for the empty prefix.
func canonicalPackage(prefix string) string {
	switch prefix {
	case "":
		return keywordPackage
	case "CL", "COMMON-LISP", "CL-USER", "COMMON-LISP-USER":
		return ""
	}
	return prefix
}
