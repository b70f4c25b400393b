package sexp

import (
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// trait says what a character of a symbol's name is to the printer.
type trait uint8

const (
	other     trait = iota // one like $, or one beyond ASCII that is not a letter of a pair
	decimal                // 0 to 9
	upper                  // an upper-case letter
	sign                   // + -
	extension              // ^ _
	dot                    // .
	slash                  // /
	unfit                  // a lower-case letter, or what a symbol cannot hold unescaped
	traits
)

// asciiTraits are the traits of the first 160 characters; those from 128 on are all control characters.
var asciiTraits = func() (t [160]trait) {
	for c := range t {
		switch {
		case '0' <= c && c <= '9':
			t[c] = decimal
		case 'A' <= c && c <= 'Z':
			t[c] = upper
		default:
			t[c] = unfit
		}
	}
	for _, c := range "!@$%&*=~[]{}?<>" {
		t[c] = other
	}
	t['+'], t['-'], t['^'], t['_'], t['.'], t['/'] = sign, sign, extension, extension, dot, slash
	return t
}()

func traitOf(c rune) trait {
	switch {
	case c < 160:
		return asciiTraits[c]
	case upcase(c) != c:
		return unfit
	case isUpper(c):
		return upper
	}
	return other
}

// shape is what a name looks like so far, to SBCL's test of which names could be numbers in some Lisp
// (potential numbers; ANSI 2.3.1.1). Its answer is a little more or less than the standard's.
type shape uint8

const (
	empty          shape = iota
	digits               // 1 +1 1/2
	digitsMarker         // 1E
	dots                 // . ..
	point                // 1. 1.5 .5
	pointMarker          // 1.5E
	start                // + +^
	startMarker          // +E
	dotStart             // .+ .-E
	dotStartMarker       // .E
	name                 // no number whatever follows
	shapes
	lastNumber = pointMarker // the shapes up to here are numbers
)

// shapeAfter gives the shape of a name with one more character.
var shapeAfter = [shapes][unfit]shape{
	//               other decimal  upper           sign      extension dot       slash
	empty:          {name, digits, name, start, start, dots, name},
	digits:         {name, digits, digitsMarker, digits, digits, point, digits},
	digitsMarker:   {name, digits, name, digits, digits, point, digits},
	dots:           {name, point, dotStartMarker, dotStart, dotStart, dots, dotStart},
	point:          {name, point, pointMarker, point, point, point, point},
	pointMarker:    {name, point, name, point, point, point, point},
	start:          {name, digits, startMarker, start, start, dotStart, start},
	startMarker:    {name, digits, name, start, start, dotStart, start},
	dotStart:       {name, point, dotStart, dotStart, dotStart, dotStart, dotStart},
	dotStartMarker: {name, point, name, dotStart, dotStart, dotStart, dotStart},
	name:           {name, name, name, name, name, name, name},
}

// needsBars reports whether a symbol's name must be printed between vertical bars to be read as it is.
func needsBars(s string) bool {
	at, last := empty, other
	ascii := true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= utf8.RuneSelf {
			ascii = false
			break
		}
		if last = asciiTraits[c]; last == unfit {
			return true
		}
		at = shapeAfter[at][last]
	}
	if !ascii {
		return needsBarsBeyondASCII(s)
	}
	return at <= lastNumber && last != sign
}

func needsBarsBeyondASCII(s string) bool {
	at, last := empty, other
	for _, c := range s {
		if last = traitOf(c); last == unfit {
			return true
		}
		at = shapeAfter[at][last]
	}
	if at <= lastNumber && last != sign || !norm.NFKC.IsNormalString(s) {
		return true
	}
	// SBCL forgets here that the digits of other scripts are digits to its reader.
	var n numberScan
	return n.scan(s, 10) != formNone
}
