package lisp

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"pp/sexp"
)

func sequenceBuiltins() []builtin {
	return []builtin{
		{"LENGTH", 1, 1, func(m *machine, args []Value) (Value, error) {
			n, err := length(m, args[0])
			return sexp.Int(n), err
		}},
		{"ELT", 2, 2, func(m *machine, args []Value) (Value, error) { return eltOf(m, args[0], args[1]) }},
		{"COPY-SEQ", 1, 1, func(m *machine, args []Value) (Value, error) { return subsequence(m, args[0], whole) }},
		{"SUBSEQ", 2, 3, subseq},
		{"REVERSE", 1, 1, reverse},
		{"NREVERSE", 1, 1, nreverse},
		{"CONCATENATE", 1, -1, concatenate},
		{"MAKE-SEQUENCE", 2, -1, makeSequence},
		{"FILL", 2, -1, fill},
		{"REPLACE", 2, -1, replace},
		{"SEARCH", 2, -1, search},
		{"MISMATCH", 2, -1, mismatch},
	}
}

// eltOf is an element of a sequence.
func eltOf(m *machine, seq, position Value) (Value, error) {
	i, err := index(position)
	if err != nil {
		return nil, err
	}
	return elt(m, seq, i)
}

func elt(m *machine, seq Value, i int) (Value, error) {
	switch v := seq.(type) {
	case *Vector:
		if i < len(v.active()) {
			return v.items[i], nil
		}
		return nil, noElement(i, seq)
	case *Str:
		c, err := charAt(m, v, i)
		return sexp.Char(c), err
	}
	w := newWalk(m, seq, whole)
	for w.more() {
		if w.i == i {
			return w.v, nil
		}
	}
	if w.err != nil {
		return nil, w.err
	}
	return nil, noElement(i, seq)
}

func noElement(i int, seq Value) error {
	return wrongAs("TYPE-ERROR", "there is no element %d in %s", i, show(seq))
}

// charOffset is where the i-th character of a string starts; false when it is not that long.
func charOffset(m *machine, s *Str, i int) (int, bool, error) {
	if err := m.work(1 + min(i, len(s.text))/24); err != nil {
		return 0, false, err
	}
	at, text := 0, s.text
	for ; i > 0 && at < len(text); i-- {
		switch c := text[at]; {
		case c < utf8.RuneSelf:
			at++
		case c >= 0xC2 && c < 0xE0 && follow(text[at:], 2): // what is common
			at += 2
		case c > 0xE0 && c < 0xF0 && c != 0xED && follow(text[at:], 3):
			at += 3
		case c == 0xF0 && follow(text[at:], 4) && text[at+1] >= 0x90:
			at += 4
		default:
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
	}
	return at, i == 0, nil
}

// follow reports whether what follows the first of n bytes, two to four, goes on with a character.
func follow(text string, n int) bool {
	return len(text) >= n && text[1]&0xC0 == 0x80 && text[n-1]&0xC0 == 0x80 && text[n/2]&0xC0 == 0x80
}

func charAt(m *machine, s *Str, i int) (rune, error) {
	at, ok, err := charOffset(m, s, i)
	if err != nil {
		return 0, err
	}
	if !ok || at == len(s.text) {
		return 0, noElement(i, s)
	}
	c, _ := utf8.DecodeRuneInString(s.text[at:])
	return c, nil
}

// setAt changes an element of a list, a vector or a string.
func setAt(m *machine, seq, position, v Value) error {
	i, err := index(position)
	if err != nil {
		return err
	}
	if vec, ok := seq.(*Vector); ok && !vec.frozen && i < len(vec.active()) {
		vec.items[i] = v
		return nil
	}
	if s, ok := seq.(*Str); ok {
		if n, err := countRunes(m, s.text); err != nil || i >= n {
			return cmp.Or(err, noElement(i, seq))
		}
	}
	return overwrite(m, seq, i, []Value{v})
}

// overwrite changes the elements of a sequence from a position on.
func overwrite(m *machine, seq Value, start int, items []Value) error {
	if err := m.work(len(items)); err != nil {
		return err
	}
	switch v := seq.(type) {
	case *Vector:
		if v.frozen {
			return errFrozen(v)
		}
		if start+len(items) > len(v.active()) {
			return noElement(start+len(items)-1, seq)
		}
		copy(v.items[start:], items)
		return nil
	case *Str:
		return overwriteText(m, v, start, items)
	}
	rest, err := nthcdr(m, sexp.Int(start), seq)
	if err != nil {
		return err
	}
	for i, item := range items {
		c, ok := rest.(*Cons)
		if !ok {
			return noElement(start+i, seq)
		}
		if c.frozen {
			return errFrozen(seq)
		}
		c.Car, rest = item, c.Cdr
	}
	return nil
}

func overwriteText(m *machine, s *Str, start int, items []Value) error {
	if s.frozen {
		return errFrozen(s)
	}
	text, err := textOf(items)
	if err != nil {
		return err
	}
	from, ok, err := charOffset(m, s, start)
	if err != nil {
		return err
	}
	tail := &Str{text: s.text[from:]}
	to, enough, err := charOffset(m, tail, len(items))
	if err != nil {
		return err
	}
	if !ok || !enough {
		return noElement(start+len(items)-1, s)
	}
	if err := m.room(len(s.text)); err != nil {
		return err
	}
	s.text = s.text[:from] + text + tail.text[to:]
	return m.work(len(s.text) / 64)
}

// subsequence copies a span of a sequence.
func subsequence(m *machine, seq Value, s span) (Value, error) {
	if str, ok := seq.(*Str); ok {
		text, err := textSpan(m, str, s)
		if err != nil {
			return nil, err
		}
		return strOf(m, text)
	}
	items, err := copySpan(m, seq, s)
	if err != nil {
		return nil, err
	}
	return buildSequence(m, kindOf(seq), items)
}

// textSpan is the text of a span of a string.
func textSpan(m *machine, s *Str, at span) (string, error) {
	if at == whole {
		return s.text, nil
	}
	from, ok, err := charOffset(m, s, at.start)
	if err != nil {
		return "", err
	}
	rest := &Str{text: s.text[from:]}
	if ok && at.end < 0 {
		return rest.text, nil
	}
	to, enough, err := charOffset(m, rest, at.end-at.start)
	if err == nil && (!ok || !enough) {
		err = wrongAs("TYPE-ERROR", "%d to %d is not within %s", at.start, at.end, show(s))
	}
	if err != nil {
		return "", err
	}
	return rest.text[:to], nil
}

func subseq(m *machine, args []Value) (Value, error) {
	var end Value
	if len(args) == 3 {
		end = args[2]
	}
	s, err := spanOf(args[1], end)
	if err != nil {
		return nil, err
	}
	return subsequence(m, args[0], s)
}

func reverse(m *machine, args []Value) (Value, error) {
	items, err := elements(m, args[0])
	if err != nil {
		return nil, err
	}
	slices.Reverse(items)
	return buildSequence(m, kindOf(args[0]), items)
}

// nreverse turns the pairs of a list round, and the elements of a vector.
func nreverse(m *machine, args []Value) (Value, error) {
	if kindOf(args[0]) != listKind {
		items, err := elements(m, args[0])
		if err != nil {
			return nil, err
		}
		slices.Reverse(items)
		return args[0], overwrite(m, args[0], 0, items)
	}
	var before Value
	for rest := args[0]; rest != nil; {
		c, ok := rest.(*Cons)
		if !ok {
			return nil, wrongType(rest, "LIST")
		}
		if err := m.work(1); err != nil {
			return nil, err
		}
		if c.frozen {
			return nil, errFrozen(args[0])
		}
		rest, c.Cdr, before = c.Cdr, before, c
	}
	return before, nil
}

func concatenate(m *machine, args []Value) (Value, error) {
	typ, err := resultType(m, args[0])
	if err != nil {
		return nil, err
	}
	if all, ok := texts(typ, args[1:]); ok {
		return joined(m, all)
	}
	var all []Value
	for _, v := range args[1:] {
		items, err := elements(m, v)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
	}
	return sequenceOf(m, typ, all)
}

func makeSequence(m *machine, args []Value) (Value, error) {
	typ, err := resultType(m, args[0])
	if err != nil {
		return nil, err
	}
	n, err := index(args[1])
	if err != nil {
		return nil, err
	}
	g, err := readOptions(m, args[2:], argInitialElement)
	if err != nil {
		return nil, err
	}
	v := g.get(argInitialElement)
	if g.has&argInitialElement == 0 && typ.kind != listKind {
		v = typ.blank()
	}
	items, err := repeat(m, n, v)
	if err != nil {
		return nil, err
	}
	return sequenceOf(m, typ, items)
}

// texts are strings that become one of no set length.
func texts(typ sequenceType, args []Value) (all []string, ok bool) {
	if typ.kind != stringKind || typ.length >= 0 {
		return nil, false
	}
	for _, v := range args {
		s, ok := v.(*Str)
		if !ok {
			return nil, false
		}
		all = append(all, s.text)
	}
	return all, true
}

// joined is one string of many, counted before it is made.
func joined(m *machine, all []string) (Value, error) {
	n := 0
	for _, text := range all {
		n += len(text)
	}
	if err := m.room(n + slotBytes); err != nil {
		return nil, err
	}
	if err := m.work((len(all) + n) / 64); err != nil {
		return nil, err
	}
	return &Str{text: strings.Join(all, "")}, nil
}

func fill(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args[2:], argsSpan)
	if err != nil {
		return nil, err
	}
	s, err := g.span(argStart, argEnd)
	if err != nil {
		return nil, err
	}
	items, err := copySpan(m, args[0], s)
	if err != nil {
		return nil, err
	}
	if kindOf(args[0]) == stringKind && !isA[sexp.Char](args[1]) {
		return nil, wrongType(args[1], "CHARACTER")
	}
	for i := range items {
		items[i] = args[1]
	}
	return args[0], overwrite(m, args[0], s.start, items)
}

func replace(m *machine, args []Value) (Value, error) {
	g, err := readOptions(m, args[2:], argsSpans)
	if err != nil {
		return nil, err
	}
	to, err := g.span(argStart1, argEnd1)
	if err != nil {
		return nil, err
	}
	from, err := g.span(argStart2, argEnd2)
	if err != nil {
		return nil, err
	}
	old, err := copySpan(m, args[0], to)
	if err != nil {
		return nil, err
	}
	items, err := copySpan(m, args[1], from)
	if err != nil {
		return nil, err
	}
	return args[0], overwrite(m, args[0], to.start, items[:min(len(items), len(old))])
}
