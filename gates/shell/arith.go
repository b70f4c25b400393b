package shell

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/gates/shell/value"
)

// arithmetic walks an expression. What it calculates is a number that is not known, unless it is a number itself.
func (ex *expander) arithmetic(x syntax.ArithmExpr) value.Value {
	if w, ok := x.(*syntax.Word); ok {
		return ex.term(w)
	}
	ex.expression(x, false)
	return value.Number(cause.UnknownNumbers.Bare())
}

// term is a number, a variable or an expansion in an expression.
func (ex *expander) term(w *syntax.Word) value.Value {
	v := ex.oneOf(atoms(nil, w.Parts, true))
	v.Written = ex.source(w)
	return ex.calculate(v, ex.span(w))
}

// expression walks a part of an expression, of which the assignments may not happen if it is conditional.
func (ex *expander) expression(x syntax.ArithmExpr, conditional bool) {
	if !ex.step() || !ex.enter() {
		return
	}
	defer ex.leave()
	switch x := x.(type) {
	case *syntax.Word:
		ex.term(x)
	case *syntax.ParenArithm:
		ex.expression(x.X, conditional)
	case *syntax.UnaryArithm:
		ex.expression(x.X, conditional)
		if x.Op == syntax.Inc || x.Op == syntax.Dec {
			ex.assignNumber(x.X, conditional)
		}
	case *syntax.BinaryArithm:
		if x.Op != syntax.Assgn {
			ex.expression(x.X, conditional)
		}
		switch x.Op {
		case syntax.AndArit, syntax.OrArit, syntax.TernQuest, syntax.TernColon:
			ex.expression(x.Y, true)
			return
		case syntax.Quo, syntax.Rem, syntax.QuoAssgn, syntax.RemAssgn:
			if w, ok := x.Y.(*syntax.Word); !ok || !value.IsNumber(w.Lit()) || strings.Trim(w.Lit(), "-0") == "" {
				ex.left |= leftLine // by zero, perhaps
			}
		}
		ex.expression(x.Y, conditional)
		if op := x.Op.String(); strings.HasSuffix(op, "=") && !compares(x.Op) {
			ex.assignNumber(x.X, conditional)
		}
	}
}

// compares reports whether an operator that ends with an equals sign assigns nothing.
func compares(op syntax.BinAritOperator) bool {
	return op == syntax.Eql || op == syntax.Neq || op == syntax.Leq || op == syntax.Geq
}

// assignNumber gives a variable of an expression an unknown number.
func (ex *expander) assignNumber(x syntax.ArithmExpr, conditional bool) {
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
		ex.arithmetic(p.Index)
		ex.assignElement(name, v, ex.span(w))
		return
	}
	if conditional {
		v = value.Join(ex.lookup(name), v)
	}
	ex.assign(name, v, ex.span(w))
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
