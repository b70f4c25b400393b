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
	if name == "@" || name == "*" || isStar(p.Index) {
		ex.list(b, p, name, quoted)
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

// isStar reports whether a subscript stands for all elements of an array.
func isStar(index syntax.ArithmExpr) bool {
	w, ok := index.(*syntax.Word)
	return ok && (w.Lit() == "@" || w.Lit() == "*")
}

// list expands $@, $* and ${a[@]}. Of what is done to a list nothing is known.
func (ex *expander) list(b *builder, p *syntax.ParamExp, name string, quoted bool) {
	args, other := ex.state.arguments(), value.Opaque(cause.ListUnknown.Bare())
	if p.Index != nil {
		v := ex.lookup(name)
		args = arguments{known: !v.Array, from: v.Origin}
		if other = other.Suspect(v.Texts()...); !v.Array && !(v.Known && v.Unset) {
			args.list = []value.Value{v}
		}
	}
	other = other.Of(args.from).Suspect(args.text(" "))
	switch {
	case p.Length && args.known:
		ex.addValue(b, value.Text(strconv.Itoa(len(args.list))), quoted)
	case p.Length:
		ex.addValue(b, value.Number(cause.ElementCount.Bare()), quoted)
	case p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull:
		w := ex.one(p.Exp.Word)
		other = other.Suspect(w.Texts()...)
		b.add(piece{val: &other}, other.And(w.Origin))
	case p.Exp != nil || p.Repl != nil || p.Slice != nil || !args.known:
		ex.transform(p, other) // for what bash runs in it
		b.add(piece{val: &other}, other.Origin)
	case quoted && (name == "*" || p.Index != nil && p.Index.(*syntax.Word).Lit() == "*"):
		all, sep := value.Text(""), " "
		if ifs, ok := ex.ifs(); ok {
			sep = ifs[:min(1, len(ifs))]
		}
		for i, v := range args.list {
			if i > 0 {
				all = value.Concat(all, value.Text(sep))
			}
			all = value.Concat(all, v)
		}
		ex.addValue(b, all, true)
	default:
		for i, v := range args.list {
			if i > 0 {
				b.end()
			}
			ex.addValue(b, v, quoted)
		}
	}
}

// scalar is the value of a parameter that is not a list.
func (ex *expander) scalar(p *syntax.ParamExp, name string) value.Value {
	if v, ok := ex.special(name); ok {
		return v
	}
	v := ex.lookup(name)
	element := value.Opaque(cause.ElementUnknown.Bare()).Of(v.Origin).Suspect(v.Texts()...)
	element.Number, element.Unset = numeric(v), true
	switch {
	case p.Index == nil && v.Array:
		ex.onlyInZsh(cause.AllElements.OfWord(ex.source(p)), ex.span(p))
		return element
	case p.Index == nil:
		return v
	}
	if w, ok := p.Index.(*syntax.Word); ok && v.Assoc {
		ex.one(w) // the key of an associative array is text
		return element
	}
	i, known := ex.arithmetic(p.Index).Single()
	if !v.Array && (v.Known && v.Unset || known && i == "0") {
		return v
	}
	return element
}

// indirect expands ${!name}.
func (ex *expander) indirect(b *builder, p *syntax.ParamExp, name string, quoted bool) {
	if isStar(p.Index) {
		o := value.Opaque(cause.ArrayIndexes.Bare())
		b.add(piece{val: &o}, ex.lookup(name).Origin)
		return
	}
	v := ex.scalar(p, name)
	target, ok := v.Single()
	switch {
	case !ok:
		ex.opaqueCommand(ex.source(p), cause.NameRunsCommands.Bare(), ex.span(p))
		ex.operators(p)
		ex.addValue(b, value.Opaque(cause.VariableNameUnknown.Bare()), quoted)
	case target == "":
		ex.left |= leftLine
		ex.operators(p)
		ex.addValue(b, value.Unset(), quoted)
	case target == "@" || target == "*" || validName(target) || value.IsNumber(target) && target[0] != '-':
		q, lit := *p, *p.Param
		lit.Value = target
		q.Excl, q.Param, q.Index = false, &lit, nil
		ex.param(b, &q, quoted)
	default:
		ex.evaluatedName(target, ex.span(p))
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
	s, sure := v.Single()
	missing := sure && (v.Unset || null && s == "")
	sure = sure || v.Prefix != "" && !v.Unset // whatever it is, it is not empty
	alternate := op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
	switch {
	case !sure:
		w := ex.one(p.Exp.Word)
		switch {
		case alternate:
			ex.addValue(b, value.Join(value.Text(""), w), quoted)
		case op == syntax.ErrorUnset || op == syntax.ErrorUnsetOrNull:
			ex.addValue(b, v, quoted)
		case op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull:
			w = value.Join(v, w)
			ex.assignDefault(p, name, w)
			ex.addValue(b, w, quoted)
		default:
			ex.addValue(b, value.Join(v, w), quoted)
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
