package shell

import (
	"slices"

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
		v := a.arrayValue(as.Array, a.lookup(name).Assoc, a.counts(name), span)
		if name == "BASH_ALIASES" || name == "BASH_CMDS" {
			a.hazard(RuleHidden, cause.Word(a.source(as)), span)
		}
		if as.Append {
			v = appendArray(a.lookup(name), v)
		}
		a.assign(name, v, span)
	case as.Index != nil:
		if a.lookup(name).Assoc != value.On {
			if n, ok := (calculation{&a.expander}).whole(as.Index); !ok || n < 0 {
				a.left |= leftLine // it may lie before the first one
			}
		} else if w, ok := as.Index.(*syntax.Word); ok {
			a.one(w)
		}
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
		if a.endless > 0 && as.Value != nil && (as.Append && !a.lookup(name).Integer.May() ||
			selfReferences(as.Value, name) > 1) {
			a.hazard(RuleEndless, cause.VariableGrows.OfName(name), span)
		}
		if !as.Append {
			a.assign(name, v, span)
			return
		}
		old := a.lookup(name)
		if old.Array {
			old = a.scalar(&syntax.ParamExp{Param: as.Name}, name)
		}
		if a.counts(name) {
			a.calculate(old, span)
			a.calculate(v, span)
			v = value.Number(cause.Sum.Bare())
		} else {
			v = value.Concat(a.pick(name, old), v)
		}
		a.onlyBash(func() { a.assign(name, v, span) })
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

// arrayValue expands (a b c); what counts is calculated, and so are indexes, unless they are those of an associative
// array, which are text.
func (ex *expander) arrayValue(x *syntax.ArrayExpr, assoc value.Attribute, counts bool, span effect.Span) value.Value {
	v := value.Array(nil)
	if v.Assoc = assoc; assoc != value.Off {
		v.Known, v.Cause = false, cause.AssociativeArray.Bare()
	}
	for _, e := range x.Elems {
		if key, ok := e.Index.(*syntax.Word); ok && assoc == value.On {
			ex.one(key)
		} else if e.Index != nil {
			ex.arithmetic(e.Index)
			v.Known, v.Cause = false, cause.ComputedIndexes.Bare()
		}
		if e.Value == nil {
			continue
		}
		for _, w := range ex.word(nil, e.Value) {
			if w.Many {
				v.Known, v.Cause = false, cause.ElementsUnknown.Bare()
			}
			e := wordValue(w)
			if counts {
				e = ex.calculate(e, span)
			}
			v = v.Of(e.Origin)
			v.List = append(v.List, e)
		}
	}
	if !v.Known || len(v.List) > maxList {
		v.Known, v.List = false, nil
	}
	return v
}

func appendArray(old, v value.Value) value.Value {
	if !old.Array && old.Known {
		if old.Unset && len(old.Set) == 1 {
			return v
		}
		old = value.Array([]value.Value{old})
	}
	if !old.Known || !v.Known || len(old.List)+len(v.List) > maxList {
		all := value.OpaqueArray(cause.ArrayNotKnown.Bare()).Of(old.Origin).Of(v.Origin)
		all.Assoc = old.Assoc
		return all
	}
	v.List = append(slices.Clone(old.List), v.List...)
	return v.Of(old.Origin)
}
