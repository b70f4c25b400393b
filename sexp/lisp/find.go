package lisp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// findBuiltins are FIND and its like. What may destroy its argument, such as DELETE, leaves it as it is.
func findBuiltins() []builtin {
	return []builtin{
		{"FIND", 2, -1, find(func(v Value, _ int) Value { return v })},
		{"POSITION", 2, -1, find(func(_ Value, i int) Value { return sexp.Int(i) })},
		{"COUNT", 2, -1, count}, {"REMOVE", 2, -1, remove}, {"DELETE", 2, -1, remove},
		{"SUBSTITUTE", 3, -1, substitute},
		{"PP.LISP:SEARCH-TEXT", 4, 4, searchText},
	}
}

// inspected is what the arguments of FIND and its like say.
type inspected struct {
	*matcher
	g       options
	span    span
	fromEnd bool
}

func inspect(m *machine, item Value, args []Value, more string) (in inspected) {
	in.matcher, in.g = newMatcher(m, item, args, keysSpan+" FROM-END "+more)
	in.fromEnd = in.g.get("FROM-END") != nil
	in.span = in.g.span(m, "")
	return in
}

// find returns what result makes of the first element that matches, or of the last.
func find(result func(v Value, i int) Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		in := inspect(m, args[0], args[2:], "")
		isList, from := kindOf(args[1]) == "LIST", 0
		if in.fromEnd && !isList { // a list is looked at from its start, as SBCL does
			for i, v := range slices.Backward(elements(m, args[1], in.span)) {
				if in.matches(v) {
					return result(v, in.span.start+i)
				}
			}
			return nil
		}
		if in.span.end < 0 && isList { // which may end before the start
			from, in.span = in.span.start, whole
		}
		var last Value
		for w := newWalk(m, args[1], in.span); w.more(); {
			if w.i >= from && in.matches(w.v) {
				if last = result(w.v, w.i); !in.fromEnd {
					return last
				}
			}
		}
		return last
	}
}

// chosen returns all the elements of a sequence, and which of them match, counted from the end when :FROM-END and
// :COUNT say so.
func (in inspected) chosen(m *machine, seq Value) (all []Value, match []bool) {
	all = elements(m, seq, whole)
	lo, hi := in.span.of(m, len(all))
	left := in.limit(len(all))
	match = make([]bool, len(all))
	for i := lo; i < hi && left > 0; i++ {
		at := i
		if in.fromEnd {
			at = hi - 1 - (i - lo)
		}
		if match[at] = in.matches(all[at]); match[at] {
			left--
		}
	}
	return all, match
}

// limit returns how many elements are meant at most.
func (in inspected) limit(all int) int {
	v := in.g.get("COUNT")
	if v == nil {
		return all
	}
	n := integer(in.m, v)
	switch {
	case n.Sign() < 0:
		return 0
	case n.IsInt64():
		return int(min(n.Int64(), int64(all)))
	}
	return all
}

func count(m *machine, args []Value) Value {
	in := inspect(m, args[0], args[2:], "")
	items := elements(m, args[1], in.span)
	if in.fromEnd {
		slices.Reverse(items)
	}
	n := 0
	for _, v := range items {
		if in.matches(v) {
			n++
		}
	}
	return sexp.Int(n)
}

func remove(m *machine, args []Value) Value {
	all, match := inspect(m, args[0], args[2:], "COUNT").chosen(m, args[1])
	kept := all[:0]
	for i, v := range all {
		if !match[i] {
			kept = append(kept, v)
		}
	}
	return buildSequence(m, kindOf(args[1]), kept)
}

func substitute(m *machine, args []Value) Value {
	all, match := inspect(m, args[1], args[3:], "COUNT").chosen(m, args[2])
	for i := range all {
		if match[i] {
			all[i] = args[0]
		}
	}
	return buildSequence(m, kindOf(args[2]), all)
}

// searchText returns the position of a text in another, from a position on and optionally ignoring case.
func searchText(m *machine, args []Value) Value {
	part, start := strArg(m, args[0]).text, index(m, args[2])
	text := textSpan(m, strArg(m, args[1]).text, span{start, -1})
	m.work(1 + len(text)/64)
	if args[3] != nil {
		m.work((len(part) + len(text)) / 8)
		part, text = downcase(part), downcase(text)
	}
	found := strings.Index(text, part)
	if found < 0 {
		return nil
	}
	return sexp.Int(start + utf8.RuneCountInString(text[:found]))
}
