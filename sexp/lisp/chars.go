package lisp

import (
	"cmp"
	"unicode"

	"pp/sexp"
)

func charBuiltins() []builtin {
	table := []builtin{
		{"CHAR-CODE", 1, 1, ofChar(func(c rune) Value { return sexp.Int(c) })},
		{"CODE-CHAR", 1, 1, codeChar},
		{"CHAR-UPCASE", 1, 1, ofChar(func(c rune) Value { return sexp.Char(sexp.Upcase(c)) })},
		{"CHAR-DOWNCASE", 1, 1, ofChar(func(c rune) Value { return sexp.Char(sexp.Downcase(c)) })},
		{"ALPHA-CHAR-P", 1, 1, charTest(unicode.IsLetter)},
		{"ALPHANUMERICP", 1, 1, charTest(isAlphanumeric)},
		{"UPPER-CASE-P", 1, 1, charTest(func(c rune) bool { return sexp.Downcase(c) != c })},
		{"LOWER-CASE-P", 1, 1, charTest(func(c rune) bool { return sexp.Upcase(c) != c })},
		{"DIGIT-CHAR-P", 1, 2, digitCharP},
		{"DIGIT-CHAR", 1, 2, digitChar},
	}
	for _, o := range orders {
		table = append(table,
			builtin{"CHAR" + o.sign, 1, -1, charsCompared(o, false)},
			builtin{"CHAR" + o.folded, 1, -1, charsCompared(o, true)})
	}
	return table
}

func charOf(v Value) rune { return rune(asType[sexp.Char](v, "CHARACTER")) }

func ofChar(do func(c rune) Value) func(m *machine, args []Value) Value {
	return func(_ *machine, args []Value) Value { return do(charOf(args[0])) }
}

func charTest(holds func(c rune) bool) func(m *machine, args []Value) Value {
	return ofChar(func(c rune) Value { return truth(holds(c)) })
}

func isAlphanumeric(c rune) bool { return unicode.IsLetter(c) || unicode.Is(unicode.Nd, c) }

// charsCompared tells whether each character stands so to the next; for /= to any other.
func charsCompared(o order, fold bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		chars := make([]rune, len(args))
		for i, v := range args {
			c := charOf(v)
			if fold {
				c = foldCase(c)
			}
			chars[i] = c
		}
		for i := 1; i < len(chars); i++ {
			from := i - 1
			if o.sign == "/=" {
				from = 0
			}
			m.work(i - from)
			for k := from; k < i; k++ {
				if !o.holds(cmp.Compare(chars[k], chars[i])) {
					return nil
				}
			}
		}
		return symT
	}
}

func codeChar(_ *machine, args []Value) Value {
	n := index(args[0])
	if n > unicode.MaxRune {
		panic(wrongType(args[0], "(MOD 1114112)"))
	}
	return sexp.Char(n)
}

// radix reads a radix, 10 unless it is given.
func radix(args []Value) int {
	if len(args) == 0 {
		return 10
	}
	n := index(args[0])
	if n < 2 || n > 36 {
		panic(wrongType(args[0], "(INTEGER 2 36)"))
	}
	return n
}

func digitCharP(_ *machine, args []Value) Value {
	c := charOf(args[0])
	base := radix(args[1:])
	if d := sexp.Digit(c, base); d >= 0 {
		return sexp.Int(d)
	}
	return nil
}

func digitChar(_ *machine, args []Value) Value {
	base := radix(args[1:])
	n := index(args[0])
	if n >= base {
		return nil
	}
	return sexp.Char("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[n])
}
