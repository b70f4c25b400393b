package lisp

import (
	"slices"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

func findBuiltins() (table []builtin) {
	for how, suffix := range []string{byItem: "", byPredicate: "-IF", byComplement: "-IF-NOT"} {
		how := criterion(how)
		table = append(table,
			builtin{"FIND" + suffix, 2, -1, find(how, func(w found) Value { return w.v })},
			builtin{"POSITION" + suffix, 2, -1, find(how, func(w found) Value { return sexp.Int(w.i) })},
			builtin{"COUNT" + suffix, 2, -1, count(how)},
			builtin{"REMOVE" + suffix, 2, -1, remove(how, false)},
			builtin{"DELETE" + suffix, 2, -1, remove(how, true)},
			builtin{"SUBSTITUTE" + suffix, 3, -1, substitute(how, false)},
			builtin{"NSUBSTITUTE" + suffix, 3, -1, substitute(how, true)})
	}
	return append(table,
		builtin{"REMOVE-DUPLICATES", 1, -1, removeDuplicates},
		builtin{"DELETE-DUPLICATES", 1, -1, deleteDuplicates})
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

func inspect(m *machine, how criterion, item Value, args []Value, more keyword) (in inspected, err error) {
	if in.x, in.g, err = matcherBy(m, how, item, args, argsSpan|argFromEnd|more); err != nil {
		return in, err
	}
	in.fromEnd = in.g.get(argFromEnd) != nil
	in.span, err = in.g.span(argStart, argEnd)
	return in, err
}

// find gives what result makes of the first element that matches, or of the last.
func find(how criterion, result func(found) Value) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		if s, ok := args[1].(*Str); ok && how == byItem && len(args) == 2 {
			return findChar(m, args[0], s, result)
		}
		in, err := inspect(m, how, args[0], args[2:], 0)
		if err != nil {
			return nil, err
		}
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
			if ok, err := in.x.matches(w.v); err != nil {
				return nil, err
			} else if ok {
				if last = result(found{w.v, w.i}); !in.fromEnd {
					return last, nil
				}
			}
		}
		return last, w.err
	}
}

// findChar finds a character in a string.
func findChar(m *machine, item Value, s *Str, result func(found) Value) (Value, error) {
	c, ok := item.(sexp.Char)
	if !ok {
		return nil, nil
	}
	if err := m.work(1 + len(s.text)/64); err != nil {
		return nil, err
	}
	at := strings.IndexRune(s.text, rune(c))
	if at < 0 {
		return nil, nil
	}
	return result(found{item, utf8.RuneCountInString(s.text[:at])}), nil
}

// findBack looks at the elements of a vector from its end; those of a list are looked at
// from its start, as SBCL does.
func (in inspected) findBack(m *machine, seq Value, result func(found) Value) (Value, error) {
	items, err := copySpan(m, seq, in.span)
	if err != nil {
		return nil, err
	}
	for i, v := range slices.Backward(items) {
		if ok, err := in.x.matches(v); err != nil {
			return nil, err
		} else if ok {
			return result(found{v, in.span.start + i}), nil
		}
	}
	return nil, nil
}

func count(how criterion) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		in, err := inspect(m, how, args[0], args[2:], 0)
		if err != nil {
			return nil, err
		}
		items, err := copySpan(m, args[1], in.span)
		if err != nil {
			return nil, err
		}
		if in.fromEnd {
			slices.Reverse(items)
		}
		n := 0
		for _, v := range items {
			if ok, err := in.x.matches(v); err != nil {
				return nil, err
			} else if ok {
				n++
			}
		}
		return sexp.Int(n), nil
	}
}

// chosen gives all the elements of a sequence, and which of them match, counted from the end
// when :FROM-END and :COUNT say so.
func (in inspected) chosen(m *machine, seq Value) (all []Value, match []bool, err error) {
	if all, err = elements(m, seq); err != nil {
		return nil, nil, err
	}
	lo, hi, err := in.span.of(len(all))
	if err != nil {
		return nil, nil, err
	}
	left, err := in.limit(len(all))
	if err != nil {
		return nil, nil, err
	}
	match = make([]bool, len(all))
	for i := lo; i < hi && left > 0; i++ {
		at := i
		if in.fromEnd {
			at = hi - 1 - (i - lo)
		}
		if match[at], err = in.x.matches(all[at]); err != nil {
			return nil, nil, err
		}
		if match[at] {
			left--
		}
	}
	return all, match, nil
}

// limit is how many elements are meant at most.
func (in inspected) limit(all int) (int, error) {
	switch n := in.g.get(argCount).(type) {
	case nil:
		return all, nil
	case sexp.Int:
		return int(max(0, min(n, sexp.Int(all)))), nil
	case sexp.Big:
		if n.Int().Sign() < 0 {
			return 0, nil
		}
		return all, nil
	default:
		return 0, wrongType(n, "INTEGER")
	}
}

func remove(how criterion, destructive bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		in, err := inspect(m, how, args[0], args[2:], argCount)
		if err != nil {
			return nil, err
		}
		if !destructive && kindOf(args[1]) == listKind && in.g.has&(argsSpan|argFromEnd|argCount) == 0 {
			return in.others(m, args[1])
		}
		all, match, err := in.chosen(m, args[1])
		if err != nil {
			return nil, err
		}
		return without(m, args[1], all, match, destructive)
	}
}

// others are the elements of a list that do not match.
func (in inspected) others(m *machine, list Value) (Value, error) {
	l := listMaker{m: m}
	w := newWalk(m, list, whole)
	for w.more() {
		gone, err := in.x.matches(w.v)
		if err == nil && !gone {
			err = l.add(w.v)
		}
		if err != nil {
			return nil, err
		}
	}
	return l.done(nil), w.err
}

// without gives a sequence without some of its elements: in a list by changing its pairs,
// where it may be destroyed.
func without(m *machine, seq Value, all []Value, gone []bool, destructive bool) (Value, error) {
	if destructive && kindOf(seq) == listKind {
		return unlink(seq, gone)
	}
	kept := all[:0]
	for i, v := range all {
		if !gone[i] {
			kept = append(kept, v)
		}
	}
	return buildSequence(m, kindOf(seq), kept)
}

func unlink(list Value, gone []bool) (Value, error) {
	head := list
	var before *Cons
	for _, out := range gone {
		c := list.(*Cons)
		if c.frozen {
			return nil, errFrozen(head)
		}
		list = c.Cdr
		switch {
		case !out:
			before = c
		case before == nil:
			head = list
		default:
			before.Cdr = list
		}
	}
	return head, nil
}

func substitute(how criterion, destructive bool) func(m *machine, args []Value) (Value, error) {
	return func(m *machine, args []Value) (Value, error) {
		in, err := inspect(m, how, args[1], args[3:], argCount)
		if err != nil {
			return nil, err
		}
		all, match, err := in.chosen(m, args[2])
		if err != nil {
			return nil, err
		}
		for i := range all {
			if match[i] {
				all[i] = args[0]
			}
		}
		if destructive {
			return args[2], overwrite(m, args[2], 0, all)
		}
		return buildSequence(m, kindOf(args[2]), all)
	}
}

// removeDuplicates keeps the last of the elements that match each other; from the end, the
// first.
func removeDuplicates(m *machine, args []Value) (Value, error) { return distinct(m, args, false) }

func deleteDuplicates(m *machine, args []Value) (Value, error) { return distinct(m, args, true) }

func distinct(m *machine, args []Value, destructive bool) (Value, error) {
	in, err := inspect(m, byItem, nil, args[1:], 0)
	if err != nil {
		return nil, err
	}
	all, err := elements(m, args[0])
	if err != nil {
		return nil, err
	}
	lo, hi, err := in.span.of(len(all))
	if err != nil {
		return nil, err
	}
	keys := make([]Value, len(all))
	for i := lo; i < hi && (hi-lo > 1 || kindOf(args[0]) != listKind); i++ {
		if keys[i], err = in.x.keyed(all[i]); err != nil {
			return nil, err
		}
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
			if err := m.work(1); err != nil {
				return nil, err
			}
			if gone[i], err = in.x.same(keys[i], keys[k]); err != nil {
				return nil, err
			}
		}
	}
	return without(m, args[0], all, gone, destructive)
}
