package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// param expands ${…} into the word under construction.
func (ex *expander) param(b *builder, p *syntax.ParamExp, quoted bool) {
	if p.Param == nil {
		ex.addValue(b, value.Opaque(cause.ExpansionNotBash.Bare()), quoted)
		return
	}
	name := p.Param.Value
	if p.Short && p.Index != nil && p.Dollar.IsValid() && ex.dialect != dialectZsh { // bash expands $name alone
		ex.arithmetic(p.Index)
		ex.opaqueCommand(ex.source(p), cause.EvaluatedAgain.Bare(), ex.span(p))
	}
	switch {
	case p.Excl && p.Names != 0:
		ex.addValue(b, value.Opaque(cause.VariableNames.Bare()), quoted)
		return
	case p.Excl:
		ex.indirect(b, p, name, quoted)
		return
	}
	list, star, isList := ex.listParam(p, name)
	if isList {
		ex.listExpansion(b, p, list, star, quoted)
		return
	}
	v := ex.scalar(p, name)
	if p.Length {
		ex.addValue(b, length(v), quoted)
		return
	}
	if p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull {
		ex.defaults(b, p, name, v, quoted)
		return
	}
	v = ex.transform(p, v)
	if p.Exp != nil || p.Repl != nil || p.Slice != nil {
		v.Ends = 0 // a piece is cut off
	}
	ex.addValue(b, v, quoted)
}

// scalar is the value of a parameter that is not a list.
func (ex *expander) scalar(p *syntax.ParamExp, name string) value.Value {
	if v, ok := ex.special(name); ok {
		return ex.pick("\x00"+name, v)
	}
	v := ex.lookup(name)
	if p.Index == nil {
		if v.Array {
			ex.onlyInZsh(cause.AllElements.OfWord(ex.source(p)), ex.span(p))
			if v.Known && len(v.List) > 0 && ex.dialect == dialectZsh { // where a name stands for all of it
				all := value.Text("")
				for i, e := range v.List {
					if i > 0 {
						all = value.Concat(all, value.Text(" "))
					}
					all = value.Concat(all, e)
				}
				return ex.pick(name, all)
			}
			if v.Known && len(v.List) > 0 {
				return ex.pick(name+"[0]", v.List[0])
			}
			if v.Known {
				return value.Unset()
			}
			return value.Opaque(v.Cause).Of(v.Origin)
		}
		return ex.pick(name, v)
	}
	return ex.element(name, v, p.Index)
}

// element is ${name[index]}.
func (ex *expander) element(name string, v value.Value, index syntax.ArithmExpr) value.Value {
	if v.Array && !v.Known && v.Assoc == value.On {
		// The key of an associative array is text, not arithmetic.
		if w, ok := index.(*syntax.Word); ok {
			ex.one(w)
		}
		return value.Opaque(cause.ElementUnknown.Bare()).Of(v.Origin)
	}
	i, ok := ex.arithmetic(index).Single()
	if ex.dialect == dialectZsh && v.Array && v.Known && len(v.List) > 0 { // zsh counts from 1
		out := value.Unset()
		for _, e := range v.List {
			out = value.Join(out, e)
		}
		return ex.pick(name+"[]", out)
	}
	if !v.Array && v.Known && ok && i == "0" {
		return ex.pick(name, v)
	}
	if !v.Array && v.Known && v.Unset && len(v.Set) == 1 {
		return value.Unset()
	}
	if !v.Array || !v.Known || !ok {
		return value.Opaque(cause.ElementUnknown.Bare()).Of(v.Origin)
	}
	n, err := strconv.Atoi(i)
	if n < 0 {
		n += len(v.List)
	}
	if err != nil || n < 0 || n >= len(v.List) {
		return value.Unset()
	}
	return ex.pick(name+"["+i+"]", v.List[n])
}

// indirect expands ${!name}.
func (ex *expander) indirect(b *builder, p *syntax.ParamExp, name string, quoted bool) {
	if w, ok := p.Index.(*syntax.Word); ok && (w.Lit() == "@" || w.Lit() == "*") {
		v := ex.lookup(name)
		if v.Array && v.Known {
			keys := value.Array(nil)
			for i := range v.List {
				keys.List = append(keys.List, value.Text(strconv.Itoa(i)))
			}
			ex.addList(b, keys, w.Lit() == "*", quoted)
			return
		}
		o := value.Opaque(cause.ArrayIndexes.Bare())
		b.add(piece{val: &o}, v.Origin)
		return
	}
	v := ex.scalar(p, name)
	target, ok := v.Single()
	if !ok {
		ex.opaqueCommand(ex.source(p), cause.NameRunsCommands.Bare(),
			ex.span(p))
		ex.operators(p)
		ex.addValue(b, value.Opaque(cause.VariableNameUnknown.Bare()), quoted)
		return
	}
	ex.checkName(target, ex.span(p))
	q := *p
	q.Excl = false
	lit := *p.Param
	lit.Value = target
	q.Param, q.Index = &lit, nil
	switch {
	case target == "@" || target == "*" || validName(target) || value.IsNumber(target) && target[0] != '-':
		ex.param(b, &q, quoted)
	case target == "":
		ex.left |= leftLine
		ex.operators(p)
		ex.addValue(b, value.Unset(), quoted)
	default:
		ex.operators(p)
		if p.Exp != nil && (p.Exp.Op == syntax.AssignUnset || p.Exp.Op == syntax.AssignUnsetOrNull) {
			ex.assignNamed(target, value.Opaque(cause.ElementUnknown.Bare()), ex.span(p))
		}
		ex.addValue(b, value.Opaque(cause.ComputedVariable.Bare()), quoted)
	}
}

// operators walks the words of an expansion with an unknown value: bash expands these words too.
func (ex *expander) operators(p *syntax.ParamExp) {
	ex.push()
	if p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull {
		ex.one(p.Exp.Word)
	} else {
		ex.transform(p, value.Opaque(cause.VariableNameUnknown.Bare()))
	}
	ex.merge(true, ex.drop())
}

// defaults expands ${x:-w} and its relatives.
func (ex *expander) defaults(b *builder, p *syntax.ParamExp, name string, v value.Value, quoted bool) {
	op := p.Exp.Op
	null := op == syntax.AlternateUnsetOrNull || op == syntax.DefaultUnsetOrNull || op == syntax.ErrorUnsetOrNull ||
		op == syntax.AssignUnsetOrNull
	s, single := v.Single()
	missing := single && (v.Unset || null && s == "")
	sure := single && !(v.Unset && s != "")
	if !single && v.Prefix != "" && !v.Unset {
		sure = true // whatever it is, it is not empty
	}
	alternate := op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
	switch {
	case !sure:
		w := ex.one(p.Exp.Word)
		switch {
		case alternate:
			ex.addValue(b, value.Join(value.Text(""), w).Collapse(), quoted)
		case op == syntax.ErrorUnset || op == syntax.ErrorUnsetOrNull:
			ex.addValue(b, v, quoted)
		case op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull:
			w = value.Join(v, w)
			ex.assignDefault(p, name, w)
			ex.addValue(b, ex.pick("\x00"+ex.source(p), w), quoted)
		default:
			ex.addValue(b, ex.pick("\x00"+ex.source(p), value.Join(v, w)), quoted)
		}
	case alternate && !missing, !alternate && missing && (op == syntax.DefaultUnset || op == syntax.DefaultUnsetOrNull):
		ex.inline(b, p.Exp.Word, quoted)
	case alternate:
		ex.unused(p.Exp.Word)
		ex.addValue(b, value.Text(""), quoted)
	case !missing:
		ex.unused(p.Exp.Word)
		ex.addValue(b, v, quoted)
	case op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull:
		w := ex.one(p.Exp.Word)
		ex.assignDefault(p, name, w)
		ex.addValue(b, w, quoted)
	default: // ${x?}: the shell ends here
		ex.one(p.Exp.Word)
		ex.addValue(b, value.Opaque(cause.EndsWhenUnset.Bare()), quoted)
	}
}

// assignDefault is what ${x:=w} does to the variable.
func (ex *expander) assignDefault(p *syntax.ParamExp, name string, v value.Value) {
	switch {
	case p.Index != nil:
		ex.assignElement(name, v, ex.span(p))
	case validName(name):
		ex.assign(name, v, ex.span(p))
	}
}

// unused walks a word that the values known here leave out.
func (ex *expander) unused(w *syntax.Word) {
	ex.push()
	ex.one(w)
	ex.drop()
}

// inline expands a word in the place of an expansion.
func (ex *expander) inline(b *builder, w *syntax.Word, quoted bool) {
	if w == nil {
		ex.addValue(b, value.Text(""), quoted)
		return
	}
	list := atoms(nil, w.Parts, quoted)
	if !quoted {
		list = ex.tildeIn(list, 0, "/:")
	}
	for _, at := range list {
		switch {
		case at.node != nil:
			ex.part(b, at)
		case at.quoted:
			b.add(piece{text: at.text, quoted: true}, value.Origin{})
		default:
			ex.split(b, at.text, value.Value{})
		}
	}
	if quoted && len(list) == 0 {
		b.add(piece{quoted: true}, value.Origin{})
	}
}

// pattern expands a word as a pattern, in which quoted characters are quoted.
func (ex *expander) pattern(w *syntax.Word) (string, bool) {
	if w == nil {
		return "", true
	}
	known := true
	var sb strings.Builder
	for _, at := range ex.tildeIn(atoms(nil, w.Parts, false), 0, "/:") {
		if at.node == nil {
			if at.quoted {
				quotePattern(&sb, at.text)
			} else {
				sb.WriteString(at.text)
			}
			continue
		}
		var b builder
		ex.part(&b, atom{node: at.node, quoted: true})
		b.end()
		for _, f := range b.fields {
			for _, p := range f.pieces {
				switch {
				case p.val != nil:
					known = false
				case at.quoted:
					quotePattern(&sb, p.text)
				default:
					sb.WriteString(p.text)
				}
			}
		}
	}
	return sb.String(), known
}
