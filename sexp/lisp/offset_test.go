package lisp

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestCharOffset holds that the quick way through a text agrees with utf8, where the text is not valid too.
func TestCharOffset(t *testing.T) {
	parts := []string{"a", "é", "߿", "ࠀ", "漢", "\uffff", "😀", "\U00010000", "\U0010ffff",
		"\x80", "\xc0\x80", "\xc3", "\xe0\x80\x80", "\xe6\xbc", "\xed\xa0\x80",
		"\xf0\x80\x80\x80", "\xf0\x9f\x98", "\xf4\x90\x80\x80"}
	for _, a := range parts {
		for _, b := range parts {
			text := strings.Join([]string{a, b, a, b, "z"}, "")
			want := 0
			for i := range utf8.RuneCountInString(text) {
				at, ok := charOffset(newMachine(t.Context(), Limits{}, nil), &Str{text: text}, i)
				if at != want || !ok {
					t.Errorf("character %d of %q: at %d, not %d (%v)", i, text, at, want, ok)
				}
				_, size := utf8.DecodeRuneInString(text[want:])
				want += size
			}
		}
	}
}
