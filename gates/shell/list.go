package shell

import (
	"strconv"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// listParam finds the elements when the parameter is a list: $@, $*, ${a[@]}.
func (ex *expander) listParam(p *syntax.ParamExp, name string) (v value.Value, star, ok bool) {
	if name == "@" || name == "*" {
		list, known := ex.args()
		v = value.Array(list)
		v.Known = known
		if !known {
			v = v.Of(ex.state.arguments().Origin)
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
	v = ex.lookup(name)
	if !v.Array {
		if v.Unset && len(v.Set) == 1 {
			v = value.Array(nil)
		} else {
			v = value.Array([]value.Value{ex.pick(name, v)}).Of(v.Origin)
		}
	}
	return v, index == "*", true
}

// listExpansion expands $@, ${a[@]} and what is done to their elements.
func (ex *expander) listExpansion(b *builder, p *syntax.ParamExp, v value.Value, star, quoted bool) {
	switch {
	case p.Length:
		if v.Known {
			ex.addValue(b, value.Text(strconv.Itoa(len(v.List))), quoted)
		} else {
			ex.addValue(b, value.Number(cause.ElementCount.Bare()), quoted)
		}
		return
	case p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull:
		ex.listDefaults(b, p, v, star, quoted)
		return
	case p.Slice != nil:
		v = ex.listSlice(p, v)
	case p.Repl != nil || p.Exp != nil:
		if !v.Known {
			ex.transform(p, value.Opaque(v.Cause).Of(v.Origin)) // for what bash runs in an element
		}
		list := make([]value.Value, len(v.List))
		for i, e := range v.List {
			list[i] = ex.transform(p, ex.pick("\x00element"+strconv.Itoa(i), e))
		}
		v.List = list
	}
	ex.addList(b, v, star, quoted)
}

func (ex *expander) listDefaults(b *builder, p *syntax.ParamExp, v value.Value, star, quoted bool) {
	alternate := p.Exp.Op == syntax.AlternateUnset || p.Exp.Op == syntax.AlternateUnsetOrNull
	switch {
	case !v.Known:
		w := ex.one(p.Exp.Word)
		o := value.Join(value.Opaque(cause.ListUnknown.Bare()), w).Collapse()
		b.add(piece{val: &o}, v.And(w.Origin))
	case (len(v.List) == 0) != alternate:
		ex.inline(b, p.Exp.Word, quoted)
	case alternate:
		if !quoted || star {
			return
		}
	default:
		ex.addList(b, v, star, quoted)
	}
}

// listSlice is ${@:from:count} and ${a[@]:from:count}.
func (ex *expander) listSlice(p *syntax.ParamExp, v value.Value) value.Value {
	from, ok1 := ex.integer(p.Slice.Offset)
	n, ok2 := ex.integer(p.Slice.Length)
	if !ok1 || !ok2 || !v.Known {
		return value.OpaqueArray(cause.ListPart.Bare()).Of(v.Origin)
	}
	list := v.List
	if p.Param.Value == "@" || p.Param.Value == "*" {
		zero, _ := ex.special("0")
		list = append([]value.Value{zero}, list...)
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
	return value.Array(list).Of(v.Origin)
}

// addList adds the elements of a list, each as a word of its own where it can.
func (ex *expander) addList(b *builder, v value.Value, star, quoted bool) {
	if !v.Known {
		o := value.Opaque(cause.ListUnknown.Bare()).Of(v.Origin)
		b.add(piece{val: &o}, v.Origin)
		return
	}
	if star && quoted {
		sep := " "
		if ifs, ok := ex.ifs(); ok {
			sep = ifs[:min(1, len(ifs))]
		}
		all := value.Text("")
		for i, e := range v.List {
			if i > 0 {
				all = value.Concat(all, value.Text(sep))
			}
			all = value.Concat(all, ex.pick("\x00element"+strconv.Itoa(i), e))
		}
		ex.addValue(b, all, true)
		return
	}
	for i, e := range v.List {
		if i > 0 {
			b.end()
		}
		ex.addValue(b, ex.pick("\x00element"+strconv.Itoa(i), e), quoted)
	}
}
