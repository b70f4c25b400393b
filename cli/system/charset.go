package system

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
)

// The encodings that decodeText tells apart, by their bytes alone. It never guesses where bytes may as well be
// something else: a wrong letter in what a model reads is worse than an error that says how to convert.
const (
	encodingUTF8        = "UTF-8"
	damagedUTF8         = "damaged UTF-8" // a few bytes were none, and are U+FFFD in the text
	encodingUTF16LE     = "UTF-16LE"
	encodingUTF16BE     = "UTF-16BE"
	encodingLatin1      = "Latin-1"
	encodingWindows1252 = "Windows-1252"
)

// binaryError is data that is no text in an encoding that decodeText knows.
type binaryError struct {
	Hint string // how a person makes text of it
}

// Error implements error.
func (e *binaryError) Error() string { return "it is binary data, not text" }

// decodeText converts data to UTF-8, and returns its original encoding. The error is a *binaryError.
func decodeText(data []byte) (text, from string, err error) {
	ok, hint := false, "ENCODING -t UTF-8 (iconv -l lists them)"
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		hint = "UTF-32 -t UTF-8"
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		hint = "UTF-16 -t UTF-8"
		if from = encodingUTF16LE; data[0] == 0xfe {
			from = encodingUTF16BE
		}
		out, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data)
		text, ok = string(out), err == nil && isText(string(out))
	case bytes.IndexByte(data, 0) >= 0:
	case utf8.Valid(data):
		text, from, ok = string(bytes.TrimPrefix(data, []byte("\ufeff"))), encodingUTF8, true
	default:
		text, from, ok = fromBytes(data)
	}
	if !ok {
		return "", "", &binaryError{"if it is text, convert it first: iconv -f " + hint}
	}
	return text, from, nil
}

// isText reports whether text has only characters that occur in texts.
func isText(text string) bool {
	bad := func(r rune) bool { return r == utf8.RuneError || isControl(r) || r >= 0x80 && r < 0xa0 }
	return !strings.ContainsFunc(text, bad)
}

// windows1252 lists its characters from 0x80 to 0x9f, with U+FFFD for unassigned bytes. The others are those of
// Latin-1.
const windows1252 = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd" +
	"\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"

// fromWindows decodes Windows-1252.
func fromWindows(data []byte) string {
	special, out := []rune(windows1252), make([]rune, len(data))
	for i, c := range data {
		if out[i] = rune(c); c >= 0x80 && c < 0xa0 {
			out[i] = special[c-0x80]
		}
	}
	return string(out)
}

// isControl reports whether a character never occurs in text: a control other than white space, \b and \x1b.
func isControl(r rune) bool {
	return r < ' ' && !strings.ContainsRune("\t\n\r\f\b\x1b", r) || r == 0x7f
}

// fromBytes decodes damaged UTF-8, or Western text with one byte a character.
func fromBytes(data []byte) (text, from string, ok bool) {
	high, wide, bad := 0, 0, 0
	for rest := data; len(rest) > 0; {
		r, n := utf8.DecodeRune(rest)
		switch {
		case isControl(r):
			return "", "", false
		case n > 1:
			wide, high = wide+1, high+n
		case r == utf8.RuneError:
			bad, high = bad+1, high+1
		}
		rest = rest[n:]
	}
	if wide > bad {
		return strings.ToValidUTF8(string(data), "\ufffd"), damagedUTF8, bad*50 <= len(data)
	}
	if from = encodingLatin1; slices.ContainsFunc(data, func(c byte) bool { return c >= 0x80 && c < 0xa0 }) {
		from = encodingWindows1252
	}
	text = fromWindows(data)
	return text, from, isText(text) && high*3 <= len(data)
}
