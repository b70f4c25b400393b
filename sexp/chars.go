package sexp

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// Upcase returns the upper-case character of a pair, and every other character as it is: SBCL knows only pairs that map
// to each other, so not ß.
func Upcase(c rune) rune {
	if up := unicode.ToUpper(c); unicode.ToLower(up) == c {
		return up
	}
	return c
}

// Downcase returns the lower-case character of a pair, and every other character as it is.
func Downcase(c rune) rune {
	if low := unicode.ToLower(c); unicode.ToUpper(low) == c {
		return low
	}
	return c
}

// Digit returns the weight of c as a digit in a radix from 2 to 36, -1 when it is not one. The decimal digits of every
// script count.
func Digit(c rune, radix int) int {
	d := radix
	switch {
	case '0' <= c && c <= '9':
		d = int(c - '0')
	case 'A' <= c && c <= 'Z':
		d = int(c-'A') + 10
	case 'a' <= c && c <= 'z':
		d = int(c-'a') + 10
	case c > 127 && unicode.IsDigit(c):
		first := c
		for unicode.IsDigit(first - 1) { // digits stand by tens
			first--
		}
		d = int(c-first) % 10
	}
	if d < radix {
		return d
	}
	return -1
}

// controls are the names that SBCL prints of the control characters, in order; those from U+0080 on have none here.
var controls = strings.Fields("Nul Soh Stx Etx Eot Enq Ack Bel Backspace Tab Newline Vt Page Return So Si Dle Dc1 Dc2" +
	" Dc3 Dc4 Nak Syn Etb Can Em Sub Esc Fs Gs Rs Us Space")

// otherNames are further names that are read.
var otherNames = map[string]rune{"RUBOUT": 127, "DEL": 127, "LINEFEED": '\n', "LF": '\n', "NULL": 0, "ESCAPE": 27,
	"ALT": 27, "BELL": 7, "FORM": '\f', "CR": '\r', "HT": '\t', "SP": ' ', "BS": 8}

// CharName returns the name of a character that SBCL prints, U and the code when it has none.
func CharName(c rune) string {
	switch {
	case 0 <= c && int(c) < len(controls):
		return controls[c]
	case c == 127:
		return "Rubout"
	}
	if name := runenames.Name(c); name != "" && name[0] != '<' {
		return strings.ReplaceAll(name, " ", "_")
	}
	return fmt.Sprintf("U%X", uint32(c))
}

// charCodes are the characters by the names that are printed, in upper case. It is made when a name is first read that
// is not among the most common.
var charCodes = sync.OnceValue(func() map[string]rune {
	codes := make(map[string]rune, 40_000)
	for c := rune(0); c <= unicode.MaxRune; c++ {
		codes[strings.ToUpper(CharName(c))] = c
	}
	return codes
})

// charNamed returns the character of a name in any case: a name that is printed, or U or U+ and the code in
// hexadecimal.
func charNamed(name string) (rune, bool) {
	upper := strings.ToUpper(name)
	if c, ok := otherNames[upper]; ok {
		return c, true
	}
	for i, known := range controls {
		if strings.EqualFold(known, name) {
			return rune(i), true
		}
	}
	if hex, ok := strings.CutPrefix(upper, "U"); ok {
		if code, err := strconv.ParseUint(strings.TrimPrefix(hex, "+"), 16, 21); err == nil && code <= unicode.MaxRune {
			return rune(code), true
		}
	}
	c, ok := charCodes()[upper]
	return c, ok
}
