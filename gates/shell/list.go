package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// listParam finds the elements when the parameter is a list: $@, $*, ${a[@]}.
func (a *analysis) listParam(p *syntax.ParamExp, name string) (v value, star, ok bool) {
	if name == "@" || name == "*" {
		list, known := a.args()
		v = value{array: true, known: known, list: list}
		if !known {
			v.taint, v.from = a.lookup(keyArgs).taint, a.lookup(keyArgs).from
		}
		return v, name == "*", true
	}
	w, isWord := p.Index.(*syntax.Word)
	if !isWord {
		return v, false, false
	}
	index := w.Lit()
	if index != "@" && index != "*" {
		return v, false, false
	}
	v = a.lookup(name)
	if !v.array {
		if v.unset && len(v.set) == 1 {
			v = value{array: true, known: true}
		} else {
			v = value{array: true, known: true, list: []value{a.pick(name, v)}, taint: v.taint, from: v.from}
		}
	}
	return v, index == "*", true
}

// listExpansion expands $@, ${a[@]} and what is done to their elements.
func (a *analysis) listExpansion(b *builder, p *syntax.ParamExp, v value, star, quoted bool) {
	switch {
	case p.Length:
		if v.known {
			a.addValue(b, text(strconv.Itoa(len(v.list))), quoted)
		} else {
			a.addValue(b, number("the number of elements"), quoted)
		}
		return
	case p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull:
		a.listDefaults(b, p, v, star, quoted)
		return
	case p.Slice != nil:
		v = a.listSlice(p, v)
	case p.Repl != nil || p.Exp != nil:
		list := make([]value, len(v.list))
		for i, e := range v.list {
			list[i] = a.transform(p, a.pick("\x00element"+strconv.Itoa(i), e))
		}
		v.list = list
	}
	a.addList(b, v, star, quoted)
}

func (a *analysis) listDefaults(b *builder, p *syntax.ParamExp, v value, star, quoted bool) {
	alternate := p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull
	switch {
	case !v.known:
		w := a.one(p.Exp.Word)
		o := collapse(join(value{why: "a list that is not known"}, w))
		b.add(piece{val: &o}, v.taint|w.taint, v.from)
	case (len(v.list) == 0) != alternate:
		a.inline(b, p.Exp.Word, quoted)
	case alternate:
		if !quoted || star {
			return
		}
	default:
		a.addList(b, v, star, quoted)
	}
}

// listSlice is ${@:from:count} and ${a[@]:from:count}.
func (a *analysis) listSlice(p *syntax.ParamExp, v value) value {
	from, ok1 := a.integer(p.Slice.Offset)
	n, ok2 := a.integer(p.Slice.Length)
	if !ok1 || !ok2 || !v.known {
		return value{array: true, why: "a part of a list", taint: v.taint, from: v.from}
	}
	list := v.list
	if p.Param.Value == "@" || p.Param.Value == "*" {
		zero, _ := a.special("0")
		list = append([]value{zero}, list...)
	}
	if from < 0 {
		from += len(list)
	}
	if from < 0 || from > len(list) {
		list, from = nil, 0
	}
	list = list[from:]
	if p.Slice.Length != nil {
		list = list[:max(0, min(n, len(list)))]
	}
	return value{array: true, known: true, list: list, taint: v.taint, from: v.from}
}

// addList adds the elements of a list, each as a word of its own where it can.
func (a *analysis) addList(b *builder, v value, star, quoted bool) {
	if !v.known {
		o := value{why: "a list that is not known", taint: v.taint, from: v.from}
		b.add(piece{val: &o}, v.taint, v.from)
		return
	}
	if star && quoted {
		sep := " "
		if ifs, ok := a.ifs(); ok {
			sep = ifs[:min(1, len(ifs))]
		}
		all := text("")
		for i, e := range v.list {
			if i > 0 {
				all = concat(all, text(sep))
			}
			all = concat(all, a.pick("\x00element"+strconv.Itoa(i), e))
		}
		a.addValue(b, all, true)
		return
	}
	for i, e := range v.list {
		if i > 0 {
			b.end()
		}
		a.addValue(b, a.pick("\x00element"+strconv.Itoa(i), e), quoted)
	}
}
