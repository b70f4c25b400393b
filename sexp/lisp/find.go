package lisp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

// findBuiltins are FIND and its like. What may destroy its argument, such as DELETE, does not.
func findBuiltins() (table []builtin) {
	for how, suffix := range []string{byItem: "", byPredicate: "-IF", byComplement: "-IF-NOT"} {
		how := criterion(how)
		table = append(table,
			builtin{"FIND" + suffix, 2, -1, find(how, func(w found) Value { return w.v })},
			builtin{"POSITION" + suffix, 2, -1, find(how, func(w found) Value { return sexp.Int(w.i) })},
			builtin{"COUNT" + suffix, 2, -1, count(how)},
			builtin{"REMOVE" + suffix, 2, -1, remove(how)}, builtin{"DELETE" + suffix, 2, -1, remove(how)},
			builtin{"SUBSTITUTE" + suffix, 3, -1, substitute(how)}, builtin{"NSUBSTITUTE" + suffix, 3, -1, substitute(how)})
	}
	return append(table,
		builtin{"REMOVE-DUPLICATES", 1, -1, removeDuplicates}, builtin{"DELETE-DUPLICATES", 1, -1, removeDuplicates})
}

// found is an element and its position.
type found struct {
	v Value
	i int
}

// inspected is what the arguments of FIND and its like say.
type inspected struct {
	x       matcher
	g       options
	span    span
	from    int // elements before this position are passed over
	fromEnd bool
}

func inspect(m *machine, how criterion, item Value, args []Value, more keyword) (in inspected) {
	in.x, in.g = matcherBy(m, how, item, args, argsSpan|argFromEnd|more)
	in.fromEnd = in.g.get(argFromEnd) != nil
	in.span = in.g.span(argStart, argEnd)
	return in
}

// find gives what result makes of the first element that matches, or of the last.
func find(how criterion, result func(found) Value) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		if s, ok := args[1].(*Str); ok && how == byItem && len(args) == 2 {
			return findChar(m, args[0], s, result)
		}
		in := inspect(m, how, args[0], args[2:], 0)
		if in.fromEnd && kindOf(args[1]) != listKind {
			return in.findBack(m, args[1], result)
		}
		if in.span.end < 0 && kindOf(args[1]) == listKind { // which may end before the start
			in.from, in.span = in.span.start, whole
		}
		var last Value
		w := newWalk(m, args[1], in.span)
		for w.more() {
			if w.i < in.from {
				continue
			}
			if in.x.matches(w.v) {
				if last = result(found{w.v, w.i}); !in.fromEnd {
					return last
				}
			}
		}
		return last
	}
}

// findChar finds a character in a string.
func findChar(m *machine, item Value, s *Str, result func(found) Value) Value {
	c, ok := item.(sexp.Char)
	if !ok {
		return nil
	}
	m.work(1 + len(s.text)/64)
	at := strings.IndexRune(s.text, rune(c))
	if at < 0 {
		return nil
	}
	return result(found{item, utf8.RuneCountInString(s.text[:at])})
}

// findBack looks at the elements of a vector from its end; those of a list are looked at
// from its start, as SBCL does.
func (in inspected) findBack(m *machine, seq Value, result func(found) Value) Value {
	for i, v := range slices.Backward(copySpan(m, seq, in.span)) {
		if in.x.matches(v) {
			return result(found{v, in.span.start + i})
		}
	}
	return nil
}

func count(how criterion) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		in := inspect(m, how, args[0], args[2:], 0)
		items := copySpan(m, args[1], in.span)
		if in.fromEnd {
			slices.Reverse(items)
		}
		n := 0
		for _, v := range items {
			if in.x.matches(v) {
				n++
			}
		}
		return sexp.Int(n)
	}
}

// chosen gives all the elements of a sequence, and which of them match, counted from the end
// when :FROM-END and :COUNT say so.
func (in inspected) chosen(m *machine, seq Value) (all []Value, match []bool) {
	all = elements(m, seq)
	lo, hi := in.span.of(len(all))
	left := in.limit(len(all))
	match = make([]bool, len(all))
	for i := lo; i < hi && left > 0; i++ {
		at := i
		if in.fromEnd {
			at = hi - 1 - (i - lo)
		}
		match[at] = in.x.matches(all[at])
		if match[at] {
			left--
		}
	}
	return all, match
}

// limit is how many elements are meant at most.
func (in inspected) limit(all int) int {
	switch n := in.g.get(argCount).(type) {
	case nil:
		return all
	case sexp.Int:
		return int(max(0, min(n, sexp.Int(all))))
	case sexp.Big:
		if n.Int().Sign() < 0 {
			return 0
		}
		return all
	default:
		panic(wrongType(n, "INTEGER"))
	}
}

func remove(how criterion) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		in := inspect(m, how, args[0], args[2:], argCount)
		if kindOf(args[1]) == listKind && in.g.has&(argsSpan|argFromEnd|argCount) == 0 {
			return in.others(m, args[1])
		}
		all, match := in.chosen(m, args[1])
		return without(m, args[1], all, match)
	}
}

// others are the elements of a list that do not match.
func (in inspected) others(m *machine, list Value) Value {
	l := listMaker{m: m}
	w := newWalk(m, list, whole)
	for w.more() {
		if !in.x.matches(w.v) {
			l.add(w.v)
		}
	}
	return l.done(nil)
}

// without gives a sequence without some of its elements.
func without(m *machine, seq Value, all []Value, gone []bool) Value {
	kept := all[:0]
	for i, v := range all {
		if !gone[i] {
			kept = append(kept, v)
		}
	}
	return buildSequence(m, kindOf(seq), kept)
}

func substitute(how criterion) func(m *machine, args []Value) Value {
	return func(m *machine, args []Value) Value {
		all, match := inspect(m, how, args[1], args[3:], argCount).chosen(m, args[2])
		for i := range all {
			if match[i] {
				all[i] = args[0]
			}
		}
		return buildSequence(m, kindOf(args[2]), all)
	}
}

// removeDuplicates keeps the last of the elements that match each other; from the end, the
// first.
func removeDuplicates(m *machine, args []Value) Value {
	in := inspect(m, byItem, nil, args[1:], 0)
	all := elements(m, args[0])
	lo, hi := in.span.of(len(all))
	keys := make([]Value, len(all))
	for i := lo; i < hi && (hi-lo > 1 || kindOf(args[0]) != listKind); i++ {
		keys[i] = in.x.keyed(all[i])
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
			gone[i] = in.x.same(keys[i], keys[k])
		}
	}
	return without(m, args[0], all, gone)
}
