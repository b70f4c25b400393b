package lisp

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"pp/sexp"
)

// circle is a list that goes round.
func circle(n int) Value {
	last := &Cons{Car: sexp.Int(0)}
	var head Value = last
	for i := range n {
		head = &Cons{Car: sexp.Int(i), Cdr: head}
	}
	last.Cdr = head
	return head
}

// oddities are arguments of all kinds, made anew each time as functions may change them.
func oddities() []func(m *machine) Value {
	deep := func(*machine) Value {
		var v Value
		for range 1_000 {
			v = &Cons{Car: v}
		}
		return v
	}
	fixed := func(v Value) func(*machine) Value { return func(*machine) Value { return v } }
	long := strings.Repeat("aé ", 5_000)
	all := []func(*machine) Value{
		fixed(nil), fixed(symT), fixed(sym("CAR")), fixed(sym("LIST")), fixed(sym("STRING")), fixed(sym("VECTOR")),
		fixed(sexp.Int(0)), fixed(sexp.Int(1)), fixed(sexp.Int(-1)), fixed(sexp.Int(7)), fixed(sexp.Int(1 << 62)),
		fixed(sexp.Single(1.5)), fixed(sexp.Double(-0.5)), fixed(sexp.Char('a')), fixed(sexp.Char(0xD800)),
		func(*machine) Value { return circle(0) }, func(*machine) Value { return circle(6) }, deep,
		func(*machine) Value { return list(sexp.Int(3), sexp.Int(1), sexp.Int(2)) },
		func(*machine) Value { return list(list(sym("A"), sexp.Int(1)), nil, list(sym("B"))) },
		func(*machine) Value { return &Cons{Car: sexp.Int(1), Cdr: sexp.Int(2)} },
		func(*machine) Value { return &Str{text: "héllo"} }, func(*machine) Value { return &Str{text: long} },
		fixed(&Str{text: "(a|b)*c$", frozen: true}),
		func(*machine) Value { return &Vector{items: []Value{sexp.Int(2), nil, sexp.Int(1)}} },
		func(*machine) Value { return &Vector{items: make([]Value, 50_000)} },
		fixed(Import(sexp.NewList(sexp.Int(2), sexp.Int(1)))),
		func(*machine) Value { t := newTable("EQUAL"); return t }, func(*machine) Value { return &Stream{} },
		func(*machine) Value { return &Gensym{"G"} },
		func(m *machine) Value { return m.program.language.operators[sym("CONS")].function },
		func(m *machine) Value { return m.program.language.operators[sym("IDENTITY")].function },
		func(m *machine) Value { return m.program.language.operators[sym("<")].function },
	}
	for _, name := range keywords {
		all = append(all, fixed(kw(name)))
	}
	return all
}

// keywords are those that functions take.
var keywords = strings.Fields("ALLOW-OTHER-KEYS FROM-END COUNT INITIAL-VALUE INITIAL-ELEMENT INITIAL-CONTENTS SIZE" +
	" RADIX JUNK-ALLOWED ESCAPE LIMIT PRESERVE-WHITESPACE " + keysTest + keysSpan + keysSpans)

// Whatever a function is given, it gives a value or an error, soon and within its limits.
func TestLibraryEnds(t *testing.T) {
	values := oddities()
	plain := len(values) - len(keywords)
	p, err := Load(context.Background(), nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, table := range builtinTables() {
		for _, b := range table {
			for range 60 {
				m := newMachine(context.Background(), Limits{Steps: 20_000, Bytes: 1 << 20, Depth: 100}, p)
				n := b.least + r.IntN(3)
				if b.most >= 0 {
					n = b.least + r.IntN(b.most-b.least+1)
				}
				var args []Value
				for len(args) < b.least {
					args = append(args, values[r.IntN(plain)](m))
				}
				for len(args) < n { // keywords and their values, mostly
					args = append(args, values[r.IntN(len(values))](m))
				}
				begin := time.Now()
				err := try(func() { m.callBuiltin(&b, args) })
				if d := time.Since(begin); d > 2*time.Second {
					t.Errorf("%s took %v, %d steps: %v %s", b.name, d, m.steps, err, show(list(args...)))
				}
				if err != nil && !errors.Is(err, ErrForm) && !errors.Is(err, ErrLimit) {
					t.Errorf("%s: %v", b.name, err)
				}
			}
		}
	}
}

// A regular expression takes steps in proportion to its length and the text's, and no more.
func TestRegexpsAreCounted(t *testing.T) {
	for name, c := range map[string]struct {
		form string
		most int // steps
	}{
		"linear":      {`(ppcre:scan "(a+)+b" (make-string 2000 :initial-element #\a))`, 12_000},
		"alternation": {`(ppcre:scan "(a|a|a|a)+b" (make-string 2000 :initial-element #\a))`, 16_000},
		"tokens": {`(length (ppcre:all-matches "[a-z]+|\"[^\"]*\"|;.*|[()]"` +
			` (ppcre:regex-replace-all "x" (make-string 400 :initial-element #\x) "(if \"a b\" (list c) d) ; e")))`, 50_000},
	} {
		p, err := Load(context.Background(), []Source{{Name: name, Text: "(defun f () " + c.form + ")"}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		f, _ := p.Function("F")
		if _, err := p.Call(context.Background(), Limits{Steps: c.most, Bytes: 1 << 22}, f); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := p.Call(context.Background(), Limits{Steps: 500, Bytes: 1 << 22}, f); !errors.Is(err, ErrLimit) {
			t.Errorf("%s within 500 steps: %v", name, err)
		}
	}
	quadratic := `(ppcre:all-matches ".*b|." (make-string 3000 :initial-element #\a))`
	if _, err := (Evaluator{}).Eval(context.Background(), quadratic); !errors.Is(err, ErrLimit) {
		t.Errorf("%s: %v", quadratic, err)
	}
}

// What package regexp lacks, or a regular expression says wrongly, is an error when a program
// is loaded, and says what it is.
func TestRegexpsRefused(t *testing.T) {
	for source, want := range map[string]string{
		`(?=a)`: "(?=", `(?!a)`: "(?!", `(?<=a)b`: "(?<", `(a)\\1`: `\1`, `(?>a)`: "(?>", `a**`: "**",
		`(`: "missing closing )",
		`[`: "missing closing ]", `[z-a]`: "z-a", `a{1001}`: "{1001}",
		`a{900}b{900}c{900}d{900}e{900}`: "more than 4096 parts",
	} {
		text := `(defun f (s) (ppcre:scan "` + source + `" s))`
		_, err := Load(context.Background(), []Source{{Name: "f.lisp", Text: text}}, Options{})
		var at *Error
		if !errors.As(err, &at) || at.Line != 1 || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %q", source, err, want)
		}
	}
}
