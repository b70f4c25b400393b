package system

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
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

// windows are the characters of Windows-1252 from 0x80 to 0x9f; U+FFFD has no place there.
const windows = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ"

// decodeText gives the data as UTF-8, without a byte order mark, and the encoding it was in. The error is a
// *binaryError. Work is linear in data.
func decodeText(data []byte) (text, from string, err error) {
	order, from := utf16Order(data)
	ok, hint := false, "ENCODING -t UTF-8 (iconv -l lists them)"
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xfe, 0xff}):
		hint = "UTF-32 -t UTF-8"
	case order != nil:
		text, ok = fromUTF16(data, order)
		hint = "UTF-16 -t UTF-8"
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

// utf16Order tells the order of bytes in UTF-16 by its mark, or by the zero byte that nearly every character of
// Western text has in the same place; nil for other data.
func utf16Order(data []byte) (binary.ByteOrder, string) {
	var zeros [2]int
	sample := data[:min(len(data), 64<<10)]
	for i, b := range sample {
		if b == 0 {
			zeros[i%2]++
		}
	}
	pairs := len(sample) / 2
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), zeros[1]*2 > pairs && zeros[0]*50 <= pairs:
		return binary.LittleEndian, encodingUTF16LE
	case bytes.HasPrefix(data, []byte{0xfe, 0xff}), zeros[0]*2 > pairs && zeros[1]*50 <= pairs:
		return binary.BigEndian, encodingUTF16BE
	}
	return nil, ""
}

// fromUTF16 refuses half a character, and controls that no text has.
func fromUTF16(data []byte, order binary.ByteOrder) (string, bool) {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	text := string(utf16.Decode(units))
	ok := len(data)%2 == 0 && !strings.ContainsRune(text, utf8.RuneError) && !strings.ContainsFunc(text, isControl)
	return strings.TrimPrefix(text, "\ufeff"), ok
}

// isControl reports whether text never has a character: a control that neither breaks lines, sets tabs nor begins a
// terminal's sequence.
func isControl(r rune) bool {
	return r < ' ' && !strings.ContainsRune("\t\n\r\f\b\x1b", r) || r == 0x7f
}

// fromBytes reads data that is no UTF-8: UTF-8 with a few bytes that are none, or text of a byte for each character.
// More than a third above ASCII is no Western text.
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
	var b strings.Builder
	from, table := encodingLatin1, []rune(windows)
	for _, c := range data {
		r := rune(c)
		if c >= 0x80 && c < 0xa0 {
			r, from = table[c-0x80], encodingWindows1252
		}
		b.WriteRune(r)
	}
	text = b.String()
	return text, from, high*3 <= len(data) && !strings.ContainsRune(text, utf8.RuneError)
}
