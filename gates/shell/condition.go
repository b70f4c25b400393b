package shell

import (
	"mvdan.cc/sh/v3/syntax"
)

// test walks the expression of [[ ]].
func (a *analysis) test(x syntax.TestExpr) {
	if !a.enter() {
		return
	}
	defer a.leave()
	switch x := x.(type) {
	case *syntax.Word:
		a.one(x)
	case *syntax.ParenTest:
		a.test(x.X)
	case *syntax.UnaryTest:
		a.unaryTest(x)
	case *syntax.BinaryTest:
		a.binaryTest(x)
	}
}

func (a *analysis) unaryTest(x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if !ok || x.Op != syntax.TsVarSet && x.Op != syntax.TsRefVar {
		a.test(x.X)
		return
	}
	name := a.one(w)
	if s, ok := name.Single(); ok {
		a.checkName(s, a.span(w))
		return
	}
	a.opaqueCommand(a.source(w), "bash runs commands in the subscript of a computed name", a.span(w))
}

func (a *analysis) binaryTest(x *syntax.BinaryTest) {
	switch x.Op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		for _, side := range []syntax.TestExpr{x.X, x.Y} {
			if w, ok := side.(*syntax.Word); ok {
				v := a.one(w)
				v.Written = a.source(w)
				a.calcValue(v, a.span(w), 0)
			}
		}
		return
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		a.test(x.X)
		if w, ok := x.Y.(*syntax.Word); ok {
			a.pattern(w)
			return
		}
	}
	a.test(x.X)
	a.test(x.Y)
}
