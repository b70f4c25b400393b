package lisp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// findBuiltins are FIND and its like. What may destroy its argument, such as DELETE, leaves it as it is.
func findBuiltins() []builtin {
	table := []builtin{
		{"SEARCH", 2, -1, search},
		{"REMOVE-DUPLICATES", 1, -1, removeDuplicates}, {"DELETE-DUPLICATES", 1, -1, removeDuplicates},
	}
	for how, suffix := range criteria {
		table = append(table,
			builtin{"FIND" + suffix, 2, -1, find(how, func(v Value, _ int) Value { return v })},
			builtin{"POSITION" + suffix, 2, -1, find(how, func(_ Value, i int) Value { return sexp.Int(i) })},
			builtin{"COUNT" + suffix, 2, -1, count(how)},
			builtin{"REMOVE" + suffix, 2, -1, remove(how)}, builtin{"DELETE" + suffix, 2, -1, remove(how)},
			builtin{"SUBSTITUTE" + suffix, 3, -1, substitute(how)}, builtin{"NSUBSTITUTE" + suffix, 3, -1, substitute(how)})
	}
	return table
}

// inspected is what the arguments of FIND and its like say.
type inspected struct {
	*matcher
	g       options
	span    span
	fromEnd bool
}

func inspect(m *machine, how int, item Value, args []Value, more string) (in inspected) {
	in.matcher, in.g = newMatcher(m, how, item, args, keysSpan, " FROM-END ", more)
	in.fromEnd = in.g.get("FROM-END") != nil
	in.span = in.g.span(m, "")
	return in
}

// find returns what result makes of the first element that matches, or of the last.
func find(how int, result func(v Value, i int) Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		in := inspect(m, how, args[0], args[2:], "")
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

func count(how int) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		in := inspect(m, how, args[0], args[2:], "")
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

func remove(how int) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		all, match := inspect(m, how, args[0], args[2:], "COUNT").chosen(m, args[1])
		return without(m, args[1], all, match)
	}
}

// without returns a sequence without some of its elements.
func without(m *machine, seq Value, all []Value, gone []bool) Value {
	kept := all[:0]
	for i, v := range all {
		if !gone[i] {
			kept = append(kept, v)
		}
	}
	return buildSequence(m, kindOf(seq), kept)
}

func substitute(how int) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		all, match := inspect(m, how, args[1], args[3:], "COUNT").chosen(m, args[2])
		for i := range all {
			if match[i] {
				all[i] = args[0]
			}
		}
		return buildSequence(m, kindOf(args[2]), all)
	}
}

// removeDuplicates keeps the last of the elements that match each other; from the end, the first.
func removeDuplicates(m *machine, args []Value) Value {
	in := inspect(m, byItem, nil, args[1:], "")
	all := elements(m, args[0], whole)
	lo, hi := in.span.of(m, len(all))
	keys := make([]Value, len(all))
	for i := lo; i < hi && (hi-lo > 1 || kindOf(args[0]) != "LIST"); i++ {
		keys[i] = in.keyed(all[i])
	}
	gone := make([]bool, len(all))
	for i := lo; i < hi; i++ {
		from, to := i+1, hi
		if in.fromEnd {
			from, to = lo, i
		}
		for k := from; k < to && !gone[i]; k++ {
			if in.fromEnd && gone[k] {
				continue
			}
			m.work(1)
			gone[i] = in.same(keys[i], keys[k])
		}
	}
	return without(m, args[0], all, gone)
}

// search returns the position of the first sequence in the second.
func search(m *machine, args []Value) Value {
	part, ok := args[0].(*Str)
	text, too := args[1].(*Str)
	x, g := newMatcher(m, byItem, nil, args[2:], keysSpans, " FROM-END")
	test, isBuiltin := x.test.(*Function)
	if ok && too && x.key == nil && !x.not && g.get("FROM-END") == nil && (x.test == nil || isBuiltin) {
		if plain := x.test == nil || slices.Contains([]string{"CHAR=", "EQL", "EQUAL"}, test.name); plain ||
			test.name == "CHAR-EQUAL" {
			return searchText(m, part.text, text.text, g, !plain)
		}
	}
	at := g.span(m, "2")
	a, b := elements(m, args[0], g.span(m, "1")), elements(m, args[1], at)
	last := len(b) - len(a)
	for i := range last + 1 {
		if g.get("FROM-END") != nil {
			i = last - i
		}
		found := true
		for k := 0; k < len(a) && found; k++ {
			m.work(1)
			found = x.same(x.keyed(a[k]), x.keyed(b[i+k]))
		}
		if found {
			return sexp.Int(at.start + i)
		}
	}
	return nil
}

// searchText returns the position of a text in another, which may disregard case.
func searchText(m *machine, part, text string, g options, fold bool) Value {
	at := g.span(m, "2")
	part, text = textSpan(m, part, g.span(m, "1")), textSpan(m, text, at)
	m.work(1 + len(text)/64)
	if fold {
		m.work((len(part) + len(text)) / 8)
		part, text = downcase(part), downcase(text)
	}
	found := strings.Index(text, part)
	if found < 0 {
		return nil
	}
	return sexp.Int(at.start + utf8.RuneCountInString(text[:found]))
}
