package output

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"
)

// Mode says how much is shown escaped.
type Mode uint8

const (
	// Text is for answers and messages: invisible characters stay where Arabic, Indic scripts or emoji need them.
	Text Mode = iota
	// Strict is for commands, paths and hosts that a person decides about. It escapes every invisible character, every
	// space but ASCII's, and every look-alike of an ASCII character.
	Strict
)

// Escape makes s safe for a terminal. Newlines and tabs stay; in Text mode CR LF becomes a newline. It writes any other
// unsafe character as \u{202e}, and a byte that is not UTF-8 as \xff. The result contains no control or bidirectional
// character, and escaping it again changes nothing. The time is linear in s.
func Escape(s string, mode Mode) string {
	if allSafe(s) {
		return s
	}
	e := newEscaper(mode)
	out, _ := e.escape(make([]byte, 0, len(s)+16), []byte(s), true)
	return string(out)
}

// isSafe reports whether no mode escapes a byte: printable ASCII, tab and newline.
func isSafe(b byte) bool { return b-0x20 < 0x7f-0x20 || b == '\n' || b == '\t' }

// allSafe is the fast path for plain ASCII.
func allSafe[T string | []byte](s T) bool {
	for i := 0; i < len(s); i++ {
		if !isSafe(s[i]) {
			return false
		}
	}
	return true
}

// escaper holds the state between two pieces of a text: the last two characters, noRune for none.
type escaper struct {
	mode        Mode
	prev, prev2 rune
}

const noRune rune = -1

func newEscaper(mode Mode) escaper { return escaper{mode, noRune, noRune} }

// escape appends the escaped text. It returns the undecided end as the rest, unless ends says that nothing follows.
func (e *escaper) escape(out, text []byte, ends bool) (shown, rest []byte) {
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		behind := text[size:]
		switch {
		case !ends && !utf8.FullRune(text), !ends && e.mode == Text && waits(r) && !utf8.FullRune(behind):
			return out, text
		case r == utf8.RuneError && size == 1:
			out = strconv.AppendInt(append(out, `\x`...), int64(text[0]), 16) // at least 0x80
			e.push(noRune)
		case e.mode == Text && r == '\r' && bytes.HasPrefix(behind, []byte("\n")):
			// CR LF ends a line like LF; nobody is deceived
		case e.isShown(r, behind):
			out = utf8.AppendRune(out, r)
			e.push(r)
		default:
			out = fmt.Appendf(out, `\u{%02x}`, r)
			e.push(noRune)
		}
		text = behind
	}
	return out, nil
}

func (e *escaper) push(r rune) { e.prev2, e.prev = e.prev, r }

// isShown reports whether a character is shown as it is, before what stands behind it.
func (e *escaper) isShown(r rune, behind []byte) bool {
	switch {
	case e.mode == Text && waits(r):
		next, size := utf8.DecodeRune(behind)
		if next == utf8.RuneError && size <= 1 {
			next = noRune
		}
		return r != '\r' && belongs(e.prev2, e.prev, r, next)
	case r < utf8.RuneSelf:
		return isSafe(byte(r))
	case e.mode == Strict:
		return !hidden(r) && !misleads(r) && !(combines(r) && e.prev < utf8.RuneSelf)
	}
	return !hidden(r)
}
