package sexp

import (
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// caseRange says that the lower-case characters lo, lo+step, … hi are the upper-case ones delta away.
type caseRange struct {
	lo, hi, step, delta rune
}

// upcase gives the upper-case character for a lower-case one, and every other character as it is: SBCL
// knows only pairs that map to each other, so not ß.
func upcase(c rune) rune {
	if c < 128 {
		if 'a' <= c && c <= 'z' {
			return c - 'a' + 'A'
		}
		return c
	}
	for _, r := range caseRanges { // in order
		if c < r.lo {
			break
		}
		if c <= r.hi && (c-r.lo)%r.step == 0 {
			return c + r.delta
		}
	}
	return c
}

// isUpper reports whether c is the upper-case character of a pair.
func isUpper(c rune) bool {
	for _, r := range caseRanges {
		if d := c - r.delta; r.lo <= d && d <= r.hi && (d-r.lo)%r.step == 0 {
			return true
		}
	}
	return false
}

// digit gives the weight of c as a digit in the radix, -1 when it is none. The decimal digits of every
// script count.
func digit(c rune, radix int) int {
	d := radix
	switch {
	case '0' <= c && c <= '9':
		d = int(c - '0')
	case 'A' <= c && c <= 'Z':
		d = int(c-'A') + 10
	case 'a' <= c && c <= 'z':
		d = int(c-'a') + 10
	case c > 127:
		i, found := slices.BinarySearch(digitZeros, c)
		if !found {
			i--
		}
		if i >= 0 && c-digitZeros[i] < 10 {
			d = int(c - digitZeros[i])
		}
	}
	if d < radix {
		return d
	}
	return -1
}

// charNamesGz is SBCL's table of character names, made by .ci/sexp-vectors: a line for each character
// that has one, with its code in hexadecimal unless it is the next one, a blank, and the name that is printed
// and other names that are read, of which what they share with those of the line before is a character, ! for nothing.
//
//go:embed charnames.gz
var charNamesGz string

// charNames are the names of characters both ways.
type charNames struct {
	name map[rune]string
	code map[string]rune // by name in upper case
}

// namesOf is the table unpacked, which takes some milliseconds and megabytes, when a character other than
// the printing ones of ASCII is first read or printed by name. It never changes.
var namesOf = sync.OnceValue(func() charNames {
	names := charNames{make(map[rune]string, 45_000), make(map[string]rune, 47_000)}
	code, line := rune(-1), ""
	for next := range strings.Lines(unpack(charNamesGz)) {
		hex, rest, _ := strings.Cut(next, " ")
		code++
		if hex != "" {
			n, err := strconv.ParseInt(hex, 16, 32)
			if err != nil {
				panic(fmt.Sprintf("sexp: the table of character names is damaged: %v", err))
			}
			code = rune(n)
		}
		line = line[:rest[0]-'!'] + rest[1:]
		fields := strings.Fields(line)
		names.name[code] = fields[0]
		for _, name := range fields {
			names.code[strings.ToUpper(name)] = code
		}
	}
	return names
})

// unpack gives the text of the embedded table, which a test reads whole; it cannot be damaged.
func unpack(gz string) string {
	r, err := gzip.NewReader(strings.NewReader(gz))
	if err != nil {
		panic(fmt.Sprintf("sexp: the table of character names is damaged: %v", err))
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic(fmt.Sprintf("sexp: the table of character names is damaged: %v", err))
	}
	return string(text)
}

// charNamed gives the character of a name in any case: a name SBCL knows, or U or U+ and the code in
// hexadecimal.
func charNamed(name string) (rune, bool) {
	upper := strings.Map(upcase, name)
	for _, prefix := range []string{"U+", "U"} {
		if hex, ok := strings.CutPrefix(upper, prefix); ok && hex != "" {
			if code, err := strconv.ParseUint(asciiHex(hex), 16, 21); err == nil && code <= 0x10FFFF {
				return rune(code), true
			}
		}
	}
	c, ok := namesOf().code[upper]
	return c, ok
}

// asciiHex writes the digits of other scripts as 0 to 9.
func asciiHex(hex string) string {
	return strings.Map(func(c rune) rune {
		if d := digit(c, 10); d >= 0 {
			return rune('0' + d)
		}
		return c
	}, hex)
}

// appendCharName appends the name of a character: SBCL's, or U and the code.
func appendCharName(dst []byte, c Char) []byte {
	if name, ok := namesOf().name[rune(c)]; ok {
		return append(dst, name...)
	}
	return fmt.Appendf(dst, "U%X", uint32(c))
}

// Upcase gives the upper-case character of a pair as SBCL knows them, and every other character as it is.
func Upcase(c rune) rune { return upcase(c) }

// Downcase gives the lower-case character of a pair as SBCL knows them, and every other character as it is.
func Downcase(c rune) rune {
	if c < 128 {
		if 'A' <= c && c <= 'Z' {
			return c - 'A' + 'a'
		}
		return c
	}
	for _, r := range caseRanges {
		if d := c - r.delta; r.lo <= d && d <= r.hi && (d-r.lo)%r.step == 0 {
			return d
		}
	}
	return c
}

// Digit gives the weight of c as a digit in a radix from 2 to 36, -1 when it is none. The decimal digits of every
// script count.
func Digit(c rune, radix int) int { return digit(c, radix) }

// CharName gives the name of a character that SBCL prints, U and the code when it has none.
func CharName(c rune) string { return string(appendCharName(nil, Char(c))) }
