package shell

import (
	"cmp"

	"mvdan.cc/sh/v3/syntax"

	"pp/gates/shell/table"
)

// test walks the expression of [[ ]].
func (ex *expander) test(x syntax.TestExpr) {
	if !ex.enter() {
		return
	}
	defer ex.leave()
	switch x := x.(type) {
	case *syntax.Word:
		ex.one(x)
	case *syntax.ParenTest:
		ex.test(x.X)
	case *syntax.UnaryTest:
		ex.unaryTest(x)
	case *syntax.BinaryTest:
		ex.binaryTest(x)
	}
}

func (ex *expander) unaryTest(x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if !ok || x.Op != syntax.TsVarSet && x.Op != syntax.TsRefVar {
		ex.test(x.X)
		return
	}
	v := ex.one(w)
	name := table.Word{Text: cmp.Or(v.Text, ex.source(w)), Known: v.Known, Span: ex.span(w)}
	ex.evaluatedWord(word{Word: name, info: &v})
}

func (ex *expander) binaryTest(x *syntax.BinaryTest) {
	switch x.Op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		for _, side := range []syntax.TestExpr{x.X, x.Y} {
			if w, ok := side.(*syntax.Word); ok {
				ex.term(w)
			}
		}
		return
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		ex.test(x.X)
		if w, ok := x.Y.(*syntax.Word); ok {
			ex.pattern(w)
			return
		}
	}
	ex.test(x.X)
	ex.test(x.Y)
}
