package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// expandParam expands ${…} into the word under construction.
func expandParam(ex *walker, b *builder, p *syntax.ParamExp, quoted bool) {
	if p.Param == nil {
		addValue(ex, b, value.Opaque(cause.ExpansionNotBash.Bare()), quoted)
		return
	}
	name := p.Param.Value
	if p.Short && p.Index != nil && p.Dollar.IsValid() && ex.dialect != dialectZsh { // bash expands $name alone
		calculateArithmetic(ex, p.Index)
		ex.opaqueCommand(ex.source(p), cause.EvaluatedAgain.Bare(), ex.span(p))
	}
	switch {
	case p.Excl && p.Names != 0:
		addValue(ex, b, value.Opaque(cause.VariableNames.Bare()), quoted)
		return
	case p.Excl:
		indirect(ex, b, p, name, quoted)
		return
	}
	if name == "@" || name == "*" || isStar(p.Index) {
		expandList(ex, b, p, name, quoted)
		return
	}
	v := expandScalar(ex, p, name)
	if p.Length {
		addValue(ex, b, length(v), quoted)
		return
	}
	if p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull {
		expandDefault(ex, b, p, name, v, quoted)
		return
	}
	if v = transform(ex, p, v); p.Exp != nil || p.Repl != nil || p.Slice != nil {
		v.Ends = 0 // a piece is cut off
	}
	addValue(ex, b, v, quoted)
}

// isStar reports whether a subscript stands for all elements of an array.
func isStar(index syntax.ArithmExpr) bool {
	w, ok := index.(*syntax.Word)
	return ok && (w.Lit() == "@" || w.Lit() == "*")
}

// expandList expands $@, $* and ${a[@]}. Of what is done to a list nothing is known.
func expandList(ex *walker, b *builder, p *syntax.ParamExp, name string, quoted bool) {
	args, other := ex.state.arguments(), value.Opaque(cause.ListUnknown.Bare())
	if p.Index != nil {
		v := lookupVar(ex, name)
		args = arguments{known: !v.Array, from: v.Origin}
		if other = other.Suspect(v.Texts()...); !v.Array && !(v.Known && v.Unset) {
			args.list = []value.Value{v}
		}
	}
	other = other.Of(args.from).Suspect(args.text(" "))
	switch {
	case p.Length && args.known:
		addValue(ex, b, value.Text(strconv.Itoa(len(args.list))), quoted)
	case p.Length:
		addValue(ex, b, value.Number(cause.ElementCount.Bare()), quoted)
	case p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull:
		w := expandOne(ex, p.Exp.Word)
		other = other.Suspect(w.Texts()...)
		b.add(piece{val: &other}, other.And(w.Origin))
	case p.Exp != nil || p.Repl != nil || p.Slice != nil || !args.known:
		transform(ex, p, other) // for what bash runs in it
		b.add(piece{val: &other}, other.Origin)
	case quoted && (name == "*" || p.Index != nil && p.Index.(*syntax.Word).Lit() == "*"):
		all, sep := value.Text(""), " "
		if ifs, ok := fieldSeparators(ex); ok {
			sep = ifs[:min(1, len(ifs))]
		}
		for i, v := range args.list {
			if i > 0 {
				all = value.Concat(all, value.Text(sep))
			}
			all = value.Concat(all, v)
		}
		addValue(ex, b, all, true)
	default:
		for i, v := range args.list {
			if i > 0 {
				b.end()
			}
			addValue(ex, b, v, quoted)
		}
	}
}

// expandScalar is the value of a parameter that is not a list.
func expandScalar(ex *walker, p *syntax.ParamExp, name string) value.Value {
	if v, ok := specialParam(ex, name); ok {
		return v
	}
	v := lookupVar(ex, name)
	element := value.Opaque(cause.ElementUnknown.Bare()).Of(v.Origin).Suspect(v.Texts()...)
	element.Number, element.Unset = numeric(v), true
	switch {
	case p.Index == nil && v.Array:
		onlyInZsh(ex, cause.AllElements.OfWord(ex.source(p)), ex.span(p))
		return element
	case p.Index == nil:
		return v
	}
	if w, ok := p.Index.(*syntax.Word); ok && v.Assoc {
		expandOne(ex, w) // the key of an associative array is text
		return element
	}
	i, known := calculateArithmetic(ex, p.Index).Single()
	if !v.Array && (v.Known && v.Unset || known && i == "0") {
		return v
	}
	return element
}

// indirect expands ${!name}.
func indirect(ex *walker, b *builder, p *syntax.ParamExp, name string, quoted bool) {
	if isStar(p.Index) {
		o := value.Opaque(cause.ArrayIndexes.Bare())
		b.add(piece{val: &o}, lookupVar(ex, name).Origin)
		return
	}
	target, ok := expandScalar(ex, p, name).Single()
	if ok && (target == "@" || target == "*" || validName(target) || value.IsNumber(target) && target[0] != '-') {
		q, lit := *p, *p.Param
		lit.Value = target
		q.Excl, q.Param, q.Index = false, &lit, nil
		expandParam(ex, b, &q, quoted)
		return
	}
	if evaluatedName(ex, target, ex.span(p)); !ok || p.Exp != nil && isAssignment(p.Exp.Op) {
		notFollowed(ex, ex.source(p), ex.span(p))
	}
	ex.left |= leftLine
	operators(ex, p)
	addValue(ex, b, value.Opaque(cause.ComputedVariable.Bare()), quoted)
}

func isAssignment(op syntax.ParExpOperator) bool {
	return op == syntax.AssignUnset || op == syntax.AssignUnsetOrNull
}

// operators walks the words of an expansion with an unknown value: bash expands these words too.
func operators(ex *walker, p *syntax.ParamExp) {
	pushLayer(ex)
	if p.Exp != nil && p.Exp.Op <= syntax.AssignUnsetOrNull {
		expandOne(ex, p.Exp.Word)
	} else {
		transform(ex, p, value.Opaque(cause.VariableNameUnknown.Bare()))
	}
	mergeLayers(ex, true, dropLayer(ex))
}

// expandDefault expands ${x:-w} and its relatives.
func expandDefault(ex *walker, b *builder, p *syntax.ParamExp, name string, v value.Value, quoted bool) {
	op := p.Exp.Op
	null := op == syntax.AlternateUnsetOrNull || op == syntax.DefaultUnsetOrNull || op == syntax.ErrorUnsetOrNull ||
		op == syntax.AssignUnsetOrNull
	s, sure := v.Single()
	missing := sure && (v.Unset || null && s == "")
	sure = sure || v.Prefix != "" && !v.Unset // whatever it is, it is not empty
	alternate := op == syntax.AlternateUnset || op == syntax.AlternateUnsetOrNull
	fails := op == syntax.ErrorUnset || op == syntax.ErrorUnsetOrNull // and the shell ends
	switch {
	case sure && missing == alternate: // the word is left out
		unused(ex, p.Exp.Word)
		if alternate {
			v = value.Text("")
		}
	case sure && !fails && !isAssignment(op):
		expandInline(ex, b, p.Exp.Word, quoted)
		return
	default:
		w := expandOne(ex, p.Exp.Word)
		if null {
			v.Unset = false // where it is empty, the other word stands for it
		}
		switch {
		case fails && sure:
			v = value.Opaque(cause.EndsWhenUnset.Bare())
		case alternate:
			v = value.Join(value.Text(""), w)
		case sure:
			v = w
		case !fails:
			v = value.Join(v, w)
		}
		if isAssignment(op) {
			assignDefault(ex, p, name, v)
		}
	}
	addValue(ex, b, v, quoted)
}

// assignDefault is what ${x:=w} does to the variable.
func assignDefault(ex *walker, p *syntax.ParamExp, name string, v value.Value) {
	switch {
	case p.Index != nil:
		assignElement(ex, name, v, ex.span(p))
	case validName(name):
		assignParameter(ex, name, v, ex.span(p))
	}
}

// unused walks a word that the values known here leave out.
func unused(ex *walker, w *syntax.Word) {
	pushLayer(ex)
	expandOne(ex, w)
	dropLayer(ex)
}

// expandInline expands a word in the place of an expansion.
func expandInline(ex *walker, b *builder, w *syntax.Word, quoted bool) {
	if w == nil {
		addValue(ex, b, value.Text(""), quoted)
		return
	}
	list := atoms(nil, w.Parts, quoted)
	if !quoted {
		list = tildeIn(ex, list, 0, "/:")
	}
	for _, at := range list {
		switch {
		case at.node != nil:
			expandPart(ex, b, at)
		case at.quoted:
			b.add(piece{text: at.text, quoted: true}, value.Origin{})
		default:
			splitFields(ex, b, at.text, value.Value{})
		}
	}
	if quoted && len(list) == 0 {
		b.add(piece{quoted: true}, value.Origin{})
	}
}

// expandPattern expands a word as a pattern, in which quoted characters are quoted.
func expandPattern(ex *walker, w *syntax.Word) (string, bool) {
	if w == nil {
		return "", true
	}
	known := true
	var sb strings.Builder
	for _, at := range tildeIn(ex, atoms(nil, w.Parts, false), 0, "/:") {
		if at.node == nil {
			if at.quoted {
				quotePattern(&sb, at.text)
			} else {
				sb.WriteString(at.text)
			}
			continue
		}
		var b builder
		expandPart(ex, &b, atom{node: at.node, quoted: true})
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
