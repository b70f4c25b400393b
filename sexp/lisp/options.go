package lisp

import (
	"slices"
	"strings"

	"pp/sexp"
)

var allowOtherKeys = kw("ALLOW-OTHER-KEYS")

// Keywords that go together.
const (
	keysTest  = "KEY TEST TEST-NOT"
	keysSpan  = " START END"
	keysSpans = " START1 END1 START2 END2"
)

// options are arguments by keyword. Of a keyword that stands twice the first counts.
type options []Value

// readOptions reads arguments by keyword, of which those allowed may be there.
func readOptions(m *machine, args []Value, allowed string) options {
	g := options(args)
	if len(args)%2 != 0 {
		panic(m.errProgram("%s stands where a keyword and its value must", show(args[len(args)-1])))
	}
	lenient := false
	if len(args) > 0 {
		lenient = g.get("ALLOW-OTHER-KEYS") != nil
	}
	for i := 0; i < len(args) && !lenient; i += 2 {
		name, _ := symName(args[i])
		if args[i] != allowOtherKeys && (!isKeyword(args[i]) || !slices.Contains(strings.Fields(allowed), name)) {
			panic(m.errProgram("the keyword %s is not taken here", show(args[i])))
		}
	}
	return g
}

// find returns the value given for a keyword, and whether there is one.
func (g options) find(name string) (Value, bool) {
	for i := 0; i+1 < len(g); i += 2 {
		if s, ok := g[i].(Symbol); ok && s.Name() == sexp.Keyword(name) {
			return g[i+1], true
		}
	}
	return nil, false
}

// get returns the value given for a keyword, nil without one.
func (g options) get(name string) Value {
	v, _ := g.find(name)
	return v
}

// span is a part of a sequence: from start up to end, which is -1 for all the rest.
type span struct{ start, end int }

var whole = span{0, -1}

// span reads the keywords of a start and of an end.
func (g options) span(m *machine, suffix string) span {
	from, ok := g.find("START" + suffix)
	if !ok {
		from = sexp.Int(0)
	}
	return spanOf(m, from, g.get("END"+suffix))
}

// spanOf returns the span between two positions, of which the second may be NIL.
func spanOf(m *machine, start, end Value) span {
	s := span{index(m, start), -1}
	if end == nil {
		return s
	}
	if s.end = index(m, end); s.end < s.start {
		panic(m.wrongAs("TYPE-ERROR", "the end %d is before the start %d", s.end, s.start))
	}
	return s
}

// of fits a span to a sequence of n elements.
func (s span) of(m *machine, n int) (lo, hi int) {
	if lo, hi = s.start, s.end; hi < 0 {
		hi = n
	}
	if lo > hi || hi > n {
		panic(m.wrongAs("TYPE-ERROR", "%d to %d is not within a sequence of %d elements", lo, hi, n))
	}
	return lo, hi
}

// index returns what must be a number that can be a position or a length.
func index(m *machine, v Value) int {
	n, ok := v.(sexp.Int)
	if !ok || n < 0 || n > mostFixnum {
		panic(m.wrongType(v, "UNSIGNED-BYTE"))
	}
	return int(n)
}

// matcher decides which elements match an item: it applies a test to the item and the key of an element. The prelude
// defines functions with a predicate, such as FIND-IF, by the test FUNCALL.
type matcher struct {
	m         *machine
	key, test Value // nil: the element itself, EQL
	item      Value
	not       bool
	buffer    [2]Value // arguments of the functions called
}

// newMatcher makes a matcher from a function's item and keywords. The function may have more keywords than those of
// the test.
func newMatcher(m *machine, item Value, args []Value, more string) (*matcher, options) {
	x := &matcher{m: m, item: item}
	if len(args) == 0 {
		return x, nil
	}
	g := readOptions(m, args, keysTest+more)
	x.key, x.test = g.get("KEY"), g.get("TEST")
	if not := g.get("TEST-NOT"); not != nil {
		if x.test != nil {
			panic(m.wrong(":TEST and :TEST-NOT cannot both be given"))
		}
		x.test, x.not = not, true
	}
	return x, g
}

// matches decides about an element.
func (x *matcher) matches(v Value) bool {
	if x.key != nil {
		x.buffer[0] = v
		v = x.m.call(x.key, x.buffer[:1:1]...)
	}
	if x.test == nil {
		return x.m.eql(x.item, v)
	}
	x.buffer[0], x.buffer[1] = x.item, v
	return (x.m.call(x.test, x.buffer[:]...) != nil) != x.not
}
