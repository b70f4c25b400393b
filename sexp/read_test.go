package sexp

import (
	"errors"
	"io"
	"math/big"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestReadKinds(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for text, want := range map[string]Value{
		"foo":                            Sym("FOO"),
		"|foo|":                          Sym("foo"),
		"nil":                            NIL,
		"()":                             NIL,
		"cl:nil":                         NIL,
		"t":                              T,
		":type":                          Keyword("TYPE"),
		"keyword:type":                   Keyword("TYPE"),
		":ＡＰＰＲＯＶＥＤ":                      Keyword("APPROVED"),
		"pp:x":                           Symbol{Package: "PP", Name: "X"},
		"#:x":                            Symbol{Name: "X", Uninterned: true},
		`"a\"b"`:                         String(`a"b`),
		"-12":                            Int(-12),
		"9223372036854775807":            Int(1<<63 - 1),
		"-9223372036854775808":           Int(-1 << 63),
		"123456789012345678901234567890": Integer(huge),
		"4/6":                            Rational(big.NewRat(2, 3)),
		"4/2":                            Int(2),
		"1.5":                            Single(1.5),
		"1.5d0":                          Double(1.5),
		`#\a`:                            Char('a'),
		`#\Newline`:                      Char('\n'),
		`#\UD800`:                        Char(0xD800),
		"(1 2)":                          NewList(Int(1), Int(2)),
		"(1 . 2)":                        Dotted(Int(2), Int(1)),
		"(1 . (2 . 3))":                  Dotted(Int(3), Int(1), Int(2)),
		"'a":                             NewList(Sym("QUOTE"), Sym("A")),
		"#'a":                            NewList(Sym("FUNCTION"), Sym("A")),
		"#(1 2)":                         Vector{items: []Value{Int(1), Int(2)}},
		"#3(1)":                          Vector{items: []Value{Int(1), Int(1), Int(1)}},
		"`(a ,b ,@c)":                    Backquote{NewList(Sym("A"), Comma{Insert, Sym("B")}, Comma{Splice, Sym("C")})},
		"#x-ff":                          Int(-255),
		"#36rzz":                         Int(1295),
	} {
		got, err := Read(text, Limits{})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if !Equal(got, want) {
			t.Errorf("%s: read as %s (%T), want %s (%T)", text, Print(got), got, Print(want), want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		text         string
		line, column int
		offset       int
		cause        error
	}{
		{"", 1, 1, 0, ErrIncomplete},
		{" ; only a comment\n", 2, 1, 18, ErrIncomplete},
		{"(a", 1, 1, 0, ErrIncomplete},
		{"(é\n (b", 2, 2, 5, ErrIncomplete},
		{"(a \"b", 1, 4, 3, ErrIncomplete},
		{"a b", 1, 3, 2, ErrMoreThanOne},
		{"é\n é", 2, 2, 4, ErrMoreThanOne},
		{"a )", 1, 3, 2, ErrMoreThanOne},
		{"a #|b", 1, 3, 2, ErrIncomplete},
		{")", 1, 1, 0, ErrSyntax},
		{"(é #.x)", 1, 4, 4, ErrRefused},
		{"#1=a", 1, 1, 0, ErrRefused},
		{"(a #1#)", 1, 4, 3, ErrRefused},
		{"(1/0)", 1, 2, 1, ErrSyntax},
		{"é\xff", 1, 2, 2, ErrEncoding},
		{"\"\xed\xa0\x80\"", 1, 2, 1, ErrEncoding},
	} {
		_, err := Read(test.text, Limits{})
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v is no *Error", test.text, err)
			continue
		}
		if !errors.Is(err, test.cause) || e.Line != test.line || e.Column != test.column || e.Offset != test.offset {
			t.Errorf("%q: line %d column %d offset %d %v; want %d %d %d %v", test.text,
				e.Line, e.Column, e.Offset, e.Cause, test.line, test.column, test.offset, test.cause)
		}
		if IsIncomplete(err) != (test.cause == ErrIncomplete) {
			t.Errorf("%q: IsIncomplete is %v", test.text, IsIncomplete(err))
		}
	}
}

func TestLimits(t *testing.T) {
	nest := func(open, close string, n int) string {
		return strings.Repeat(open, n) + "a" + strings.Repeat(close, n)
	}
	for _, test := range []struct {
		name string
		text string
		lim  Limits
		ok   bool
	}{
		{"bytes", "abc", Limits{Bytes: 3}, true},
		{"bytes over", "abcd", Limits{Bytes: 3}, false},
		{"default bytes over", strings.Repeat(" ", 1<<20) + "a", Limits{}, false},
		{"depth", nest("(", ")", 199), Limits{}, true},
		{"depth over", nest("(", ")", 200), Limits{}, false},
		{"quotes", nest("'", "", 199), Limits{}, true},
		{"quotes over", nest("'", "", 200), Limits{}, false},
		{"vectors over", nest("#(", ")", 200), Limits{}, false},
		{"dots over", nest("(a . ", ")", 200), Limits{}, false},
		{"backquotes over", nest("`(,", ")", 100), Limits{}, false},
		{"radix over", nest("#x", "", 200), Limits{}, false},
		{"deepest", nest("(", ")", 9_999), Limits{Depth: 1 << 40}, true},
		{"deeper than any", nest("(", ")", 10_000), Limits{Depth: 1 << 40}, false},
		{"comments nest freely", nest("#|", "|#", 5000) + "b", Limits{Depth: 1}, true},
		{"atoms", "(a b)", Limits{Atoms: 3}, true},
		{"atoms over", "(a b c)", Limits{Atoms: 3}, false},
		{"comments are no atoms", "(#|a|##|b|##|c|#)", Limits{Atoms: 1}, true},
		{"vector filled", "#100(a)", Limits{Atoms: 101}, true},
		{"vector filled over", "#100(a)", Limits{Atoms: 100}, false},
		{"vector filled far over", "#99999999999999999999999(a)", Limits{}, false},
		{"default atoms over", "(" + strings.Repeat("a ", 100_000) + ")", Limits{}, false},
		{"ratio", "1/" + strings.Repeat("3", 9_998), Limits{}, true},
		{"ratio over", "1/" + strings.Repeat("3", 9_999), Limits{}, false},
		{"integer", strings.Repeat("3", 100_000), Limits{}, true},
	} {
		_, err := Read(test.text, test.lim)
		if test.ok != (err == nil) || !test.ok && !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
}

// TestLinear reads texts that a careless reader takes quadratic time for, and so minutes or hours; none
// should need a second.
func TestLinear(t *testing.T) {
	n := 1 << 18
	if os.Getenv("PP_LONG") == "1" {
		n = 1 << 20
	}
	lim := Limits{Bytes: 2 * n, Atoms: n}
	for name, text := range map[string]string{
		"digits":       strings.Repeat("7", n),
		"float":        strings.Repeat("7", n) + "d-1048576",
		"small floats": strings.Repeat("1.5d-310 ", n/100),
		"dots":         strings.Repeat("(a . ", 150) + "(" + strings.Repeat("b ", n/4) + ")" + strings.Repeat(")", 150),
		"comments":     strings.Repeat("#||#", n/4),
		"open comment": strings.Repeat("#|", n/2),
		"commas":       "`(" + strings.Repeat(", a", n/8) + ")",
		"comma blanks": "`(," + strings.Repeat(" ", n) + "a)",
		"backslashes":  strings.Repeat(`\a`, n/2),
		"bars":         strings.Repeat(`|a|`, n/3),
		"beyond ASCII": strings.Repeat("é", n/2),
		"marks":        "a" + strings.Repeat("\u0301", n/2),
		"escapes":      `"` + strings.Repeat(`\\`, n/2) + `"`,
		"packages":     strings.Repeat("a:b ", n/8),
		"names":        strings.Repeat(`#\Newline `, n/16),
		"colons":       strings.Repeat(":", n),
		"radix":        "#36r" + strings.Repeat("z", n),
	} {
		began := time.Now()
		for r := NewReader(text, lim); ; {
			if _, err := r.Next(); err != nil {
				break
			}
		}
		took := time.Since(began)
		t.Logf("%-14s %v", name, took)
		if took > 20*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}

func TestReader(t *testing.T) {
	const text = " (a) ; one\n #|two|# b\n"
	r := NewReader(text, Limits{})
	for _, want := range []string{"(a)", "b"} {
		if _, err := r.Next(); err != nil {
			t.Fatal(err)
		}
		if start, end := r.Span(); text[start:end] != want {
			t.Errorf("span %d to %d is %q, want %q", start, end, text[start:end], want)
		}
	}
	for range 2 {
		if _, err := r.Next(); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
	r = NewReader("a ) b", Limits{})
	r.Next()
	_, first := r.Next()
	if _, again := r.Next(); first == nil || again != first {
		t.Errorf("after the error %v: %v", first, again)
	}
	if all, err := ReadAll("a (b) 3", Limits{}); err != nil || len(all) != 3 {
		t.Errorf("ReadAll: %v %v", all, err)
	}
	if all, err := ReadAll("a (b", Limits{}); !IsIncomplete(err) || all != nil {
		t.Errorf("ReadAll of the incomplete: %v %v", all, err)
	}
}

// TestMoreMends: a text that is incomplete stays so or is read or refused as more of it comes, and one that
// is refused stays refused.
func TestMoreMends(t *testing.T) {
	for _, a := range vectors(t) {
		refused := false
		for end := range a.Input + " " {
			_, err := ReadAll(a.Input[:end], Limits{})
			wrong := err != nil && !IsIncomplete(err)
			if refused && !wrong {
				t.Fatalf("%q is right after a part of it was wrong", a.Input[:end])
			}
			refused = wrong && !errors.Is(err, ErrLimit) && !endsToken(a.Input, end)
		}
	}
}

// endsToken reports whether more text could change the last token, as with the names of characters.
func endsToken(s string, end int) bool {
	return end < len(s) && end > 0 && classes[s[end]]&delimiter == 0
}

// genValue draws a value that can be read.
func genValue(depth int) *rapid.Generator[Value] {
	name := rapid.OneOf(rapid.StringMatching(`[A-Z0-9.+/^_*-]{0,6}`), rapid.StringN(0, 6, -1),
		rapid.StringOf(rapid.SampledFrom([]rune("aA1.+-/ |\\:#;é日٣ﬁ"))))
	atom := rapid.OneOf(
		rapid.Map(name, func(s string) Value { return Sym(s) }),
		rapid.Map(name, func(s string) Value { return Keyword(s) }),
		rapid.Map(name, func(s string) Value { return Symbol{Name: s, Uninterned: true} }),
		rapid.Map(name, func(s string) Value { return Symbol{Package: "P" + s, Name: s} }),
		rapid.Map(rapid.String(), func(s string) Value { return String(s) }),
		rapid.Map(rapid.Int64(), func(n int64) Value { return Int(n) }),
		rapid.Map(rapid.StringMatching(`-?[1-9][0-9]{18,60}`), func(s string) Value {
			n,
				_ := new(big.Int).SetString(s, 10)
			return Integer(n)
		}),
		rapid.Custom(func(t *rapid.T) Value {
			return Rational(big.NewRat(rapid.Int64().Draw(t, "top"), rapid.Int64Range(1, 1<<62).Draw(t, "bottom")))
		}),
		rapid.Map(rapid.Float32Range(-3e38, 3e38), func(f float32) Value { return Single(f) }),
		rapid.Map(rapid.Float64Range(-1e308, 1e308), func(f float64) Value { return Double(f) }),
		rapid.Map(rapid.Int32Range(0, 0x10FFFF), func(c int32) Value { return Char(c) }),
	)
	if depth == 0 {
		return atom
	}
	items := rapid.SliceOfN(genValue(depth-1), 0, 4)
	return rapid.OneOf(atom,
		rapid.Map(items, func(v []Value) Value { return NewList(v...) }),
		rapid.Map(items, func(v []Value) Value { return Vector{items: v} }),
		rapid.Custom(func(t *rapid.T) Value {
			return Dotted(genValue(depth-1).Draw(t, "tail"), items.Draw(t, "items")...)
		}),
		rapid.Custom(func(t *rapid.T) Value {
			c := Comma{CommaKind(rapid.IntRange(0, 2).Draw(t, "kind")), genValue(depth-1).Draw(t, "form")}
			return Backquote{NewList(c, genValue(depth-1).Draw(t, "next"))}
		}),
	)
}

// TestPrintRead: what is printed reads as an equal value.
func TestPrintRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := genValue(3).Draw(t, "value")
		text := Print(v)
		back, err := Read(text, Limits{})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !Equal(v, back) {
			t.Fatalf("%s came back as %s", text, Print(back))
		}
	})
}

// TestEqual: two values are equal just when they print the same.
func TestEqual(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := genValue(2).Draw(t, "a"), genValue(2).Draw(t, "b")
		if !Equal(a, a) {
			t.Fatalf("%s is not equal to itself", Print(a))
		}
		if Equal(a, b) != (Print(a) == Print(b)) {
			t.Fatalf("%s and %s: Equal is %v", Print(a), Print(b), Equal(a, b))
		}
	})
	if !Equal(List{}, NIL) || !Equal(nil, List{}) || Print(List{}) != "NIL" || Print(nil) != "NIL" {
		t.Error("the zero List is not NIL")
	}
	if Equal(Int(1), Single(1)) || Equal(Single(0), -Single(0)) == false || Equal(Single(1), Double(1)) {
		t.Error("numbers of different kinds are equal")
	}
}
