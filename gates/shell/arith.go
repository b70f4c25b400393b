package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// calculateArithmetic walks an expression. What it calculates is a number that is not known, unless it is a number
// itself.
func calculateArithmetic(ex *walker, x syntax.ArithmExpr) value.Value {
	if w, ok := x.(*syntax.Word); ok {
		return term(ex, w)
	}
	expression(ex, x, false)
	return value.Number(cause.UnknownNumbers.Bare())
}

// term is a number, a variable or an expansion in an expression.
func term(ex *walker, w *syntax.Word) value.Value {
	v := oneOf(ex, atoms(nil, w.Parts, true))
	v.Written = ex.source(w)
	return calculate(ex, v, ex.span(w))
}

// expression walks a part of an expression, of which the assignments may not happen if it is conditional.
func expression(ex *walker, x syntax.ArithmExpr, conditional bool) {
	if !ex.step() || !ex.enter() {
		return
	}
	defer ex.leave()
	switch x := x.(type) {
	case *syntax.Word:
		term(ex, x)
	case *syntax.ParenArithm:
		expression(ex, x.X, conditional)
	case *syntax.UnaryArithm:
		expression(ex, x.X, conditional)
		if x.Op == syntax.Inc || x.Op == syntax.Dec {
			assignNumber(ex, x.X, conditional)
		}
	case *syntax.BinaryArithm:
		if x.Op != syntax.Assgn {
			expression(ex, x.X, conditional)
		}
		switch x.Op {
		case syntax.AndArit, syntax.OrArit, syntax.TernQuest, syntax.TernColon:
			expression(ex, x.Y, true)
			return
		case syntax.Quo, syntax.Rem, syntax.QuoAssgn, syntax.RemAssgn:
			if w, ok := x.Y.(*syntax.Word); !ok || !value.IsNumber(w.Lit()) || strings.Trim(w.Lit(), "-0") == "" {
				ex.left |= leftLine // by zero, perhaps
			}
		}
		expression(ex, x.Y, conditional)
		if op := x.Op.String(); strings.HasSuffix(op, "=") && !compares(x.Op) {
			assignNumber(ex, x.X, conditional)
		}
	}
}

// compares reports whether an operator that ends with an equals sign assigns nothing.
func compares(op syntax.BinAritOperator) bool {
	return op == syntax.Eql || op == syntax.Neq || op == syntax.Leq || op == syntax.Geq
}

// assignNumber gives a variable of an expression an unknown number.
func assignNumber(ex *walker, x syntax.ArithmExpr, conditional bool) {
	w, ok := x.(*syntax.Word)
	if !ok || len(w.Parts) == 0 {
		return
	}
	name := operandName(w)
	if !validName(name) {
		ex.opaqueCommand(ex.source(w), cause.NameUnknown.Bare(), ex.span(w))
		return
	}
	v := value.Number(cause.UnknownNumbers.Bare())
	if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Index != nil {
		calculateArithmetic(ex, p.Index)
		assignElement(ex, name, v, ex.span(w))
		return
	}
	if conditional {
		v = value.Join(lookupVar(ex, name), v)
	}
	assignParameter(ex, name, v, ex.span(w))
}

// operandName returns a variable's name or a number that is written in an expression; "" for an expansion.
func operandName(w *syntax.Word) string {
	if s := w.Lit(); s != "" || len(w.Parts) != 1 {
		return s
	}
	if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Param != nil && !p.Dollar.IsValid() {
		return p.Param.Value
	}
	return ""
}
