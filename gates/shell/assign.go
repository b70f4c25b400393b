package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// assignment walks name=value.
func (a *analysis) assignment(as *syntax.Assign) {
	a.work(2 * wordWork)
	span := a.span(as)
	name := as.Name.Value
	switch {
	case as.Array != nil:
		v := a.arrayValue(name, as.Array, span)
		if name == "BASH_ALIASES" || name == "BASH_CMDS" {
			a.hazard(RuleHidden, cause.Word(a.source(as)), span)
		}
		if as.Append {
			v = elements(a.lookup(name), v)
		}
		a.assign(name, v, span)
	case as.Index != nil:
		a.index(name, as.Index)
		v := a.one(as.Value)
		if a.counts(name) {
			v = a.calculate(v, span)
		}
		if name == "BASH_ALIASES" || name == "BASH_CMDS" {
			a.hazard(RuleHidden, cause.Word(a.source(as)), span)
			if s, ok := v.Single(); ok {
				a.walkText(s, span)
			}
		}
		a.assignElement(name, v, span)
	case as.Naked:
	default:
		v := a.one(as.Value)
		old := a.lookup(name)
		if a.endless > 0 && as.Value != nil && (as.Append && !old.Integer || selfReferences(as.Value, name) > 1) {
			a.hazard(RuleEndless, cause.VariableGrows.OfName(name), span)
		}
		switch {
		case !as.Append:
			a.assign(name, v, span)
			return
		case a.counts(name):
			a.calculate(old, span)
			a.calculate(v, span)
			v = value.Number(cause.Sum.Bare())
		case old.Array:
			v = value.Opaque(cause.GrowingText.Bare()).Of(v.And(old.Origin)).Suspect(v.Texts()...)
		default:
			v = value.Concat(old, v)
		}
		a.onlyBash(func() { a.assign(name, v, span) })
	}
}

// index walks the subscript of an element that gets a value. It may lie before the first element.
func (ex *expander) index(name string, x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && ex.lookup(name).Assoc {
		ex.one(w) // the key of an associative array is text
	} else if n, known := ex.arithmetic(x).Single(); !known || n[0] == '-' {
		ex.left |= leftLine
	}
}

// selfReferences counts how often a value uses the variable it is assigned to.
func selfReferences(w *syntax.Word, name string) int {
	n := 0
	syntax.Walk(w, func(node syntax.Node) bool {
		if p, ok := node.(*syntax.ParamExp); ok && p.Param != nil && p.Param.Value == name {
			n++
		}
		_, arithmetic := node.(*syntax.ArithmExp)
		return !arithmetic
	})
	return n
}

// arrayValue expands (a b c).
func (ex *expander) arrayValue(name string, x *syntax.ArrayExpr, span effect.Span) value.Value {
	old := ex.lookup(name)
	var list []value.Value
	for _, e := range x.Elems {
		if key, ok := e.Index.(*syntax.Word); ok && old.Assoc {
			ex.one(key)
		} else if e.Index != nil {
			ex.arithmetic(e.Index)
		}
		if e.Value == nil {
			continue
		}
		for _, w := range ex.word(nil, e.Value) {
			v := wordValue(w)
			if ex.counts(name) {
				v = ex.calculate(v, span)
			}
			list = append(list, v)
		}
	}
	fresh := value.Unset()
	fresh.Variable = old.Variable
	return elements(fresh, list...)
}
