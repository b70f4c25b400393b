package lisp

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"pp/sexp"
)

func stringFunction(name string) (function, bool) {
	switch name {
	case "STRING=":
		return pure(2, 2, func(m *machine, args []sexp.Value) (sexp.Value, error) {
			a, err := m.designated(args[0])
			if err != nil {
				return nil, err
			}
			b, err := m.designated(args[1])
			return sexp.Bool(err == nil && a == b), err
		})
	case "STRING-UPCASE":
		return mapped(unicode.ToUpper, unicode.ToLower)
	case "STRING-DOWNCASE":
		return mapped(unicode.ToLower, unicode.ToUpper)
	case "CONCATENATE":
		return pure(1, -1, concatenate)
	case "SUBSEQ":
		return pure(2, 3, subseq)
	case "SEARCH":
		return pure(2, 2, search)
	case "LENGTH":
		return pure(1, 1, length)
	case "REVERSE":
		return pure(1, 1, reverse)
	}
	return function{}, false
}

// designated is the string that a string, symbol or character names.
func (m *machine) designated(v sexp.Value) (string, error) {
	var s string
	switch v := v.(type) {
	case sexp.String:
		s = string(v)
	case sexp.Symbol:
		if isFunction(v) {
			return "", wrong("a function is not a string")
		}
		s = v.Name
	case sexp.Char:
		s = string(rune(v))
	default:
		return "", wrong("%s is not a string", show(v))
	}
	return s, m.work(len(s) / 64)
}

// mapped changes the case of characters that have another which leads back.
func mapped(to, back func(rune) rune) (function, bool) {
	return pure(1, 1, func(m *machine, args []sexp.Value) (sexp.Value, error) {
		s, err := m.designated(args[0])
		if err != nil {
			return nil, err
		}
		return m.text(strings.Map(func(r rune) rune {
			if c := to(r); back(c) == r {
				return c
			}
			return r
		}, s))
	})
}

// text makes a string, counted.
func (m *machine) text(s string) (sexp.Value, error) {
	if err := m.room(len(s)); err != nil {
		return nil, err
	}
	return sexp.String(s), m.work(len(s) / 64)
}

func concatenate(m *machine, args []sexp.Value) (sexp.Value, error) {
	switch args[0] {
	case sexp.Value(sexp.Sym("STRING")):
		var b strings.Builder
		for _, v := range args[1:] {
			s, ok := v.(sexp.String)
			if !ok && !sexp.IsNil(v) {
				return nil, wrong("%s is not a string", show(v))
			}
			if err := m.room(len(s)); err != nil {
				return nil, err
			}
			b.WriteString(string(s))
		}
		return sexp.String(b.String()), m.work(b.Len() / 64)
	case sexp.Value(sexp.Sym("LIST")):
		return appendLists(m, append(slices.Clone(args[1:]), sexp.NIL))
	}
	return nil, wrong("CONCATENATE makes a 'STRING or a 'LIST here, not %s", show(args[0]))
}

// sequence counts the elements of a list or a string.
func (m *machine) sequence(v sexp.Value) (list sexp.List, runes []rune, isText bool, err error) {
	if s, ok := v.(sexp.String); ok {
		if err := m.room(len(s)); err != nil {
			return list, nil, true, err
		}
		return list, []rune(string(s)), true, m.work(len(s) / 64)
	}
	list, ok := sexp.AsList(v)
	if _, dotted := list.Tail(); !ok || dotted {
		return list, nil, false, wrong("%s is not a proper list or a string", show(v))
	}
	return list, nil, false, nil
}

func length(m *machine, args []sexp.Value) (sexp.Value, error) {
	if s, ok := args[0].(sexp.String); ok {
		return sexp.Int(utf8.RuneCountInString(string(s))), m.work(len(s) / 64)
	}
	l, _, _, err := m.sequence(args[0])
	return sexp.Int(l.Len()), err
}

func reverse(m *machine, args []sexp.Value) (sexp.Value, error) {
	l, runes, isText, err := m.sequence(args[0])
	if err != nil {
		return nil, err
	}
	if isText {
		slices.Reverse(runes)
		return m.text(string(runes))
	}
	items, err := m.items(l, 0)
	if err != nil {
		return nil, err
	}
	slices.Reverse(items)
	return sexp.NewList(items...), nil
}

func subseq(m *machine, args []sexp.Value) (sexp.Value, error) {
	l, runes, isText, err := m.sequence(args[0])
	if err != nil {
		return nil, err
	}
	n := l.Len()
	if isText {
		n = len(runes)
	}
	bounds := [2]int{0, n}
	for i, v := range args[1:] {
		if i == 1 && sexp.IsNil(v) {
			continue
		}
		at, ok := v.(sexp.Int)
		if !ok || at < 0 || int64(at) > int64(n) {
			return nil, wrong("%s is not a position in a sequence of %d elements", show(v), n)
		}
		bounds[i] = int(at)
	}
	if bounds[0] > bounds[1] {
		return nil, wrong("the end %d is before the start %d", bounds[1], bounds[0])
	}
	if isText {
		return m.text(string(runes[bounds[0]:bounds[1]]))
	}
	if bounds[0] == bounds[1] {
		return sexp.NIL, nil
	}
	return l.Slice(bounds[0], bounds[1]), nil
}

// search gives the position of the first sequence in the second.
func search(m *machine, args []sexp.Value) (sexp.Value, error) {
	part, ok := args[0].(sexp.String)
	whole, too := args[1].(sexp.String)
	if ok && too {
		i := strings.Index(string(whole), string(part))
		if i < 0 {
			return sexp.NIL, m.work(len(whole) / 64)
		}
		return sexp.Int(utf8.RuneCountInString(string(whole[:i]))), m.work(len(whole) / 64)
	}
	p, err := proper(args[0])
	if err != nil {
		return nil, err
	}
	w, err := proper(args[1])
	if err != nil {
		return nil, err
	}
	for i := 0; i+p.Len() <= w.Len(); i++ {
		matched := true
		for k := 0; k < p.Len() && matched; k++ {
			if err := m.work(1); err != nil {
				return nil, err
			}
			if matched, err = same(p.At(k), w.At(i+k)); err != nil {
				return nil, err
			}
		}
		if matched {
			return sexp.Int(i), nil
		}
	}
	return sexp.NIL, nil
}
