package shell

import (
	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// walkAssignment walks name=value.
func walkAssignment(a *walker, as *syntax.Assign) {
	a.work(2 * wordWork)
	span := a.span(as)
	name := as.Name.Value
	switch {
	case as.Array != nil:
		v := arrayValue(a, name, as.Array, span)
		if name == "BASH_ALIASES" || name == "BASH_CMDS" {
			a.hazard(RuleHidden, cause.Word(a.source(as)), span)
		}
		if as.Append {
			v = elements(lookupVar(a, name), v)
		}
		assignParameter(a, name, v, span)
	case as.Index != nil:
		expandIndex(a, name, as.Index)
		v := expandOne(a, as.Value)
		if counts(a, name) {
			v = calculate(a, v, span)
		}
		if name == "BASH_ALIASES" || name == "BASH_CMDS" {
			a.hazard(RuleHidden, cause.Word(a.source(as)), span)
			if s, ok := v.Single(); ok {
				walkText(a, s, span)
			}
		}
		assignElement(a, name, v, span)
	case as.Naked:
	default:
		v := expandOne(a, as.Value)
		old := lookupVar(a, name)
		if a.endless > 0 && as.Value != nil && (as.Append && !old.Integer || selfReferences(as.Value, name) > 1) {
			a.hazard(RuleEndless, cause.VariableGrows.OfName(name), span)
		}
		switch {
		case !as.Append:
			assignParameter(a, name, v, span)
			return
		case counts(a, name):
			calculate(a, old, span)
			calculate(a, v, span)
			v = value.Number(cause.Sum.Bare())
		case old.Array:
			v = value.Opaque(cause.GrowingText.Bare()).Of(v.And(old.Origin)).Suspect(v.Texts()...)
		default:
			v = value.Concat(old, v)
		}
		onlyBash(a, func() { assignParameter(a, name, v, span) })
	}
}

// expandIndex walks the subscript of an element that gets a value. It may lie before the first element.
func expandIndex(ex *walker, name string, x syntax.ArithmExpr) {
	if w, ok := x.(*syntax.Word); ok && lookupVar(ex, name).Assoc {
		expandOne(ex, w) // the key of an associative array is text
	} else if n, known := calculateArithmetic(ex, x).Single(); !known || n[0] == '-' {
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
func arrayValue(ex *walker, name string, x *syntax.ArrayExpr, span effect.Span) value.Value {
	old := lookupVar(ex, name)
	var list []value.Value
	for _, e := range x.Elems {
		if key, ok := e.Index.(*syntax.Word); ok && old.Assoc {
			expandOne(ex, key)
		} else if e.Index != nil {
			calculateArithmetic(ex, e.Index)
		}
		if e.Value == nil {
			continue
		}
		for _, w := range expandWord(ex, nil, e.Value) {
			v := wordValue(w)
			if counts(ex, name) {
				v = calculate(ex, v, span)
			}
			list = append(list, v)
		}
	}
	fresh := value.Unset()
	fresh.Variable = old.Variable
	return elements(fresh, list...)
}
