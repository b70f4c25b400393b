package shell

import (
	"cmp"

	"mvdan.cc/sh/v3/syntax"

	"pp/gates/shell/table"
)

// walkTest walks the expression of [[ ]].
func walkTest(ex *walker, x syntax.TestExpr) {
	if !ex.enter() {
		return
	}
	defer ex.leave()
	switch x := x.(type) {
	case *syntax.Word:
		expandOne(ex, x)
	case *syntax.ParenTest:
		walkTest(ex, x.X)
	case *syntax.UnaryTest:
		unaryTest(ex, x)
	case *syntax.BinaryTest:
		binaryTest(ex, x)
	}
}

func unaryTest(ex *walker, x *syntax.UnaryTest) {
	w, ok := x.X.(*syntax.Word)
	if !ok || x.Op != syntax.TsVarSet && x.Op != syntax.TsRefVar {
		walkTest(ex, x.X)
		return
	}
	v := expandOne(ex, w)
	name := table.Word{Text: cmp.Or(v.Text, ex.source(w)), Known: v.Known, Span: ex.span(w)}
	evaluatedWord(ex, word{Word: name, info: &v})
}

func binaryTest(ex *walker, x *syntax.BinaryTest) {
	switch x.Op {
	case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
		for _, side := range []syntax.TestExpr{x.X, x.Y} {
			if w, ok := side.(*syntax.Word); ok {
				term(ex, w)
			}
		}
		return
	case syntax.TsMatch, syntax.TsMatchShort, syntax.TsNoMatch:
		walkTest(ex, x.X)
		if w, ok := x.Y.(*syntax.Word); ok {
			expandPattern(ex, w)
			return
		}
	}
	walkTest(ex, x.X)
	walkTest(ex, x.Y)
}
