package lisp

import (
	"math/bits"
	"sync"

	"pp/sexp"
)

// keyword is a set of the keywords that functions take after their other arguments.
type keyword uint64

const (
	argKey keyword = 1 << iota
	argTest
	argTestNot
	argStart
	argEnd
	argFromEnd
	argCount
	argInitialValue
	argStart1
	argEnd1
	argStart2
	argEnd2
	argInitialElement
	argInitialContents
	argSize
	argRadix
	argJunkAllowed
	argEscape
	argLimit
	argPreserve
)

// keywordNames are the names in the order of the constants.
var keywordNames = [...]string{
	"KEY", "TEST", "TEST-NOT", "START", "END", "FROM-END", "COUNT", "INITIAL-VALUE", "START1", "END1", "START2",
	"END2", "INITIAL-ELEMENT", "INITIAL-CONTENTS", "SIZE", "RADIX", "JUNK-ALLOWED", "ESCAPE", "LIMIT",
	"PRESERVE-WHITESPACE",
}

// keywordSymbols are made when they are first asked for, as are all symbols: most runs of
// a program have no Lisp.
var keywordSymbols = sync.OnceValue(func() *[len(keywordNames)]Value {
	var symbols [len(keywordNames)]Value
	for i, name := range keywordNames {
		symbols[i] = Intern(sexp.Keyword(name))
	}
	return &symbols
})

var allowOtherKeys = Intern(sexp.Keyword("ALLOW-OTHER-KEYS"))

// Keywords that go together.
const (
	argsTest   = argKey | argTest | argTestNot
	argsSpan   = argStart | argEnd
	argsFindIf = argKey | argsSpan | argFromEnd
	argsSpans  = argStart1 | argEnd1 | argStart2 | argEnd2
)

// options are arguments by keyword. Of a keyword that stands twice the first counts.
type options struct {
	args []Value
	has  keyword
}

// readOptions reads arguments by keyword, of which those allowed may be there.
func readOptions(m *machine, args []Value, allowed keyword) options {
	g := options{args: args}
	if len(args) == 0 {
		return g
	}
	if len(args)%2 != 0 {
		panic(wrongAs("PROGRAM-ERROR", "%s stands where a keyword and its value must", show(args[len(args)-1])))
	}
	var unknown Value
	lenient, decided := false, false
	for i := 0; i < len(args); i += 2 {
		if k := keywordOf(args[i], allowed); k != 0 {
			g.has |= k
			continue
		}
		if args[i] != allowOtherKeys {
			if unknown == nil {
				unknown = args[i]
			}
		} else if !decided {
			lenient, decided = args[i+1] != nil, true
		}
	}
	if unknown != nil && !lenient {
		panic(wrongAs("PROGRAM-ERROR", "the keyword %s is not taken here", show(unknown)))
	}
	return g
}

// keywordOf is the keyword of a set that a value is, 0 for none.
func keywordOf(v Value, among keyword) keyword {
	if _, ok := v.(Symbol); !ok {
		return 0
	}
	for rest := among; rest != 0; rest &= rest - 1 {
		if keywordSymbols()[bits.TrailingZeros64(uint64(rest))] == v {
			return rest & -rest
		}
	}
	return 0
}

// get is the value given for a keyword, nil without one.
func (g options) get(k keyword) Value {
	if g.has&k == 0 {
		return nil
	}
	for i := 0; ; i += 2 {
		if keywordOf(g.args[i], k) != 0 {
			return g.args[i+1]
		}
	}
}

// span is a part of a sequence: from start up to end, which is -1 for all the rest.
type span struct{ start, end int }

var whole = span{0, -1}

// span reads the keywords of a start and of an end.
func (g options) span(start, end keyword) span {
	if g.has&(start|end) == 0 {
		return whole
	}
	from := Value(sexp.Int(0))
	if g.has&start != 0 {
		from = g.get(start)
	}
	return spanOf(from, g.get(end))
}

// spanOf is the span between two positions, of which the second may be NIL.
func spanOf(start, end Value) (s span) {
	s.start = index(start)
	s.end = -1
	if end == nil {
		return s
	}
	if s.end = index(end); s.end < s.start {
		panic(wrongAs("TYPE-ERROR", "the end %d is before the start %d", s.end, s.start))
	}
	return s
}

// of fits a span to a sequence of n elements.
func (s span) of(n int) (lo, hi int) {
	lo, hi = s.start, s.end
	if hi < 0 {
		hi = n
	}
	if lo > hi || hi > n {
		panic(wrongAs("TYPE-ERROR", "%d to %d is not within a sequence of %d elements", lo, hi, n))
	}
	return lo, hi
}

// asIndex is a number that can be a position or a length, and false for anything else.
func asIndex(v Value) (int, bool) {
	n, ok := v.(sexp.Int)
	return int(n), ok && n >= 0 && n <= 1<<62-1
}

// index is what must be such a number.
func index(v Value) int {
	n, ok := asIndex(v)
	if !ok {
		panic(wrongType(v, "UNSIGNED-BYTE"))
	}
	return n
}

// matcher decides which elements match: by a test and an item, or by a predicate, of what
// a key makes of an element.
type matcher struct {
	m         *machine
	key, test Value // nil: the element itself, EQL
	item      Value
	predicate bool // test is a function of the element alone
	not       bool
	buffer    []Value // arguments of the functions called
}

// newMatcher reads :KEY, :TEST and :TEST-NOT.
func newMatcher(m *machine, item Value, g options) matcher {
	x := matcher{m: m, item: item}
	if g.has&argsTest == 0 {
		return x
	}
	x.key, x.test, x.buffer = g.get(argKey), g.get(argTest), make([]Value, 2)
	if not := g.get(argTestNot); not != nil {
		if x.test != nil {
			panic(wrong(":TEST and :TEST-NOT cannot both be given"))
		}
		x.test, x.not = not, true
	}
	return x
}

// satisfies matches what satisfies a function, or what does not.
func satisfies(m *machine, f Value, not bool, g options) matcher {
	return matcher{m: m, test: f, predicate: true, not: not, key: g.get(argKey), buffer: make([]Value, 2)}
}

// keyed is what the key makes of an element.
func (x *matcher) keyed(v Value) Value {
	if x.key == nil {
		return v
	}
	x.buffer[0] = v
	return x.m.call(x.key, x.buffer[:1]...)
}

// matches decides about an element.
func (x *matcher) matches(v Value) bool {
	v = x.keyed(v)
	return x.same(x.item, v)
}

// same decides about an item and what the key made of an element.
func (x *matcher) same(item, v Value) (found bool) {
	switch {
	case x.predicate:
		x.buffer[0] = v
		v = x.m.call(x.test, x.buffer[:1]...)
		return (v != nil) != x.not
	case x.test == nil:
		return x.m.eql(item, v)
	}
	x.buffer[0], x.buffer[1] = item, v
	v = x.m.call(x.test, x.buffer...)
	return (v != nil) != x.not
}
