package sexp

import (
	"errors"
	"io"
	"strings"
	"testing"
	"unicode/utf8"
)

// fuzzLimits are small, so that a fuzzer reaches them.
var fuzzLimits = Limits{Bytes: 4096, Depth: 20, Atoms: 300}

// FuzzRead: any text gives values that are within the limits and print as text that reads as them, or an
// *Error inside the text.
func FuzzRead(f *testing.F) {
	for _, s := range []string{"(a . b)", "#3(x)", "`(,a ,@b)", "1.5d-310", "|a\\|b|", "#\\Newline", "pp::x", "#x1F",
		"#|a|#b", "(((", "\"\\\"", "٣", "ﬁ", "1e39", "#.x", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for r := NewReader(text, fuzzLimits); ; {
			v, err := r.Next()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				checkError(t, text, err)
				return
			}
			if atoms, depth := size(v); atoms > fuzzLimits.Atoms || depth > fuzzLimits.Depth {
				t.Fatalf("%d values, %d deep", atoms, depth)
			}
			checkStable(t, v)
		}
	})
}

func checkError(t *testing.T, text string, err error) {
	var e *Error
	if !errors.As(err, &e) || e.Cause == nil || e.Message == "" || strings.Contains(e.Message, "\n") {
		t.Fatalf("%#v", err)
	}
	if e.Offset < 0 || e.Offset > len(text) || e.Line < 1 || e.Column < 1 {
		t.Fatalf("the error is at %d, line %d, column %d of %d bytes", e.Offset, e.Line, e.Column, len(text))
	}
}

// checkStable: what is printed reads as the same value and prints the same.
func checkStable(t *testing.T, v Value) {
	printed := Print(v)
	back, err := Read(printed, Limits{Bytes: 1 << 30, Depth: 100, Atoms: 1 << 30})
	if err != nil {
		t.Fatalf("%q: %v", printed, err)
	}
	if !Equal(v, back) || Print(back) != printed || !utf8.ValidString(printed) {
		t.Fatalf("%q came back as %q", printed, Print(back))
	}
}

// size counts the values in v and their depth; a vector's filled elements count.
func size(v Value) (atoms, depth int) {
	var inner []Value
	switch v := v.(type) {
	case List:
		if inner = v.items; v.tail != nil {
			inner = append(inner[:len(inner):len(inner)], v.tail)
		}
	case Vector:
		inner = v.items
	case Backquote:
		inner = []Value{v.Form}
	case Comma:
		inner = []Value{v.Form}
	}
	for _, in := range inner {
		a, d := size(in)
		atoms, depth = atoms+a, max(depth, d)
	}
	return atoms + 1, depth + 1
}
