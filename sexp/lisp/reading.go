package lisp

import (
	"errors"
	"io"
	"math/big"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

func readingBuiltins() []builtin {
	return []builtin{
		{"PARSE-INTEGER", 1, -1, parseInteger},
		{"READ-FROM-STRING", 1, -1, readFromString},
		{"PRIN1-TO-STRING", 1, 1, printedText(true)},
		{"PRINC-TO-STRING", 1, 1, printedText(false)},
		{"WRITE-TO-STRING", 1, -1, writeToString},
	}
}

func isWhite(c rune) bool { return strings.ContainsRune(" \t\n\r\f\x7f", c) }

// parseInteger reads an integer, and gives the position after it.
func parseInteger(m *machine, args []Value) Value {
	str := strArg(m, args[0])
	g := readOptions(m, args[1:], "RADIX JUNK-ALLOWED"+keysSpan)
	base := 10
	if v, ok := g.find("RADIX"); ok {
		base = radix(m, []Value{v})
	}
	text, at := stringSpan(m, str, g, "")
	m.work(len(text) / 4 * max(1, len(text)/4096))
	m.room(6*len(text) + len(text)*len(text)/700)
	n, read, rest := leadingInteger(text, base)
	junk := g.get("JUNK-ALLOWED") != nil
	if !junk {
		rest = strings.TrimLeftFunc(rest, isWhite)
		if n == nil || rest != "" {
			panic(m.wrongAs("PARSE-ERROR", "there is no integer alone in %s", show(str)))
		}
		read = text
	}
	end := sexp.Int(at.start + utf8.RuneCountInString(read))
	if n == nil {
		return m.values(nil, end)
	}
	return m.values(fromBig(m, n), end)
}

// leadingInteger reads white space, a sign and digits; n is nil when there are none.
func leadingInteger(text string, base int) (n *big.Int, read, rest string) {
	rest = strings.TrimLeftFunc(text, isWhite)
	negative := strings.HasPrefix(rest, "-")
	if negative || strings.HasPrefix(rest, "+") {
		rest = rest[1:]
	}
	var digits strings.Builder
	for i, c := range rest {
		d := sexp.Digit(c, base)
		if d < 0 {
			rest = rest[i:]
			break
		}
		digits.WriteByte("0123456789abcdefghijklmnopqrstuvwxyz"[d])
		if i+utf8.RuneLen(c) == len(rest) {
			rest = ""
			break
		}
	}
	read = text[:len(text)-len(rest)]
	if digits.Len() == 0 {
		return nil, read, rest
	}
	n, _ = new(big.Int).SetString(digits.String(), base)
	if negative {
		n.Neg(n)
	}
	return n, read, rest
}

// readerBytes is what a reader of a short text takes.
const readerBytes = 2200

// readFromString reads data from text, and gives the position after it.
func readFromString(m *machine, args []Value) Value {
	str := strArg(m, args[0])
	var keys []Value
	if len(args) > 3 {
		keys = args[3:]
	}
	g := readOptions(m, keys, "PRESERVE-WHITESPACE"+keysSpan)
	text, at := stringSpan(m, str, g, "")
	m.work(8 + 2*len(text))
	m.room(readerBytes)
	r := sexp.NewReader(text, sexp.Limits{Bytes: m.lim.Bytes, Depth: m.lim.Depth - m.depth,
		Atoms: max(1, (m.lim.Bytes-m.bytes)/consBytes)})
	datum, err := r.Next()
	switch {
	case errors.Is(err, io.EOF) && len(args) > 1 && args[1] == nil:
		return m.values(append(args, nil)[2], sexp.Int(at.start+utf8.RuneCountInString(text)))
	case errors.Is(err, io.EOF), sexp.IsIncomplete(err):
		panic(m.wrongAs("END-OF-FILE", "the text ends before an expression does"))
	case err != nil:
		panic(m.wrongAs("READER-ERROR", "%v", err))
	}
	_, end := r.Span()
	if rest := text[end:]; g.get("PRESERVE-WHITESPACE") == nil && rest != "" && isWhite(rune(rest[0])) {
		end++
	}
	return m.values(freshData(m, datum), sexp.Int(at.start+utf8.RuneCountInString(text[:end])))
}

func printedText(escape bool) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value { return strOf(m, printValue(m, args[0], escape)) }
}

func writeToString(m *machine, args []Value) Value {
	v, given := readOptions(m, args[1:], "ESCAPE").find("ESCAPE")
	return printedText(!given || v != nil)(m, args)
}

// freshData makes values of what was read, which are counted and may be changed.
func freshData(m *machine, datum sexp.Value) Value {
	im := importer{fresh: true, rename: m.program.rename}
	v := im.value(datum)
	countData(m, v)
	return v
}

// countData counts the room that data takes. Code in it, which is what stands after a
// backquote, is an error, and a symbol of another package.
func countData(m *machine, v Value) {
	switch v := v.(type) {
	case *Cons:
		for rest := Value(v); ; {
			c, ok := rest.(*Cons)
			if !ok {
				countData(m, rest)
				return
			}
			m.room(consBytes)
			countData(m, c.Car)
			rest = c.Cdr
		}
	case *Vector:
		for _, item := range v.items {
			countData(m, item)
		}
		m.room(slotBytes * len(v.items))
	case *Str:
		m.room(len(v.text))
	case Symbol:
		if pkg := v.Name().Package; pkg != "" && !isKeyword(v) {
			panic(m.wrongAs("READER-ERROR", "there is no package %s to read %s in", pkg, show(v)))
		}
	case *quasi, *comma:
		panic(m.wrongAs("READER-ERROR", "a backquote or a comma is code, not data"))
	}
}
