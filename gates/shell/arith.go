package shell

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/value"
)

// arithmetic calculates an expression. Bash evaluates the text of a variable as an expression again, and runs
// commands in its subscripts, so whatever is neither known nor certainly a number is opaque in a command position.
func (ex *expander) arithmetic(x syntax.ArithmExpr) value.Value {
	return calculated(ex.calc(x))
}

// calculate evaluates the text of a value, as for an integer variable.
func (ex *expander) calculate(v value.Value, span effect.Span) value.Value {
	return calculated(ex.calcValue(v, span, 0))
}

func calculated(n int64, known bool) value.Value {
	if !known {
		return value.Number("a calculation with unknown numbers")
	}
	return value.Text(strconv.FormatInt(n, 10))
}

func (ex *expander) calc(x syntax.ArithmExpr) (int64, bool) {
	if !ex.enter() {
		return 0, false
	}
	defer ex.leave()
	switch x := x.(type) {
	case *syntax.Word:
		return ex.calcWord(x)
	case *syntax.ParenArithm:
		return ex.calc(x.X)
	case *syntax.UnaryArithm:
		return ex.calcUnary(x)
	case *syntax.BinaryArithm:
		return ex.calcBinary(x)
	}
	return 0, x == nil
}

func (ex *expander) calcWord(w *syntax.Word) (int64, bool) {
	return ex.calcValue(ex.oneOf(atoms(nil, w.Parts, true)), ex.span(w), 0)
}

func (ex *expander) calcValue(v value.Value, span effect.Span, depth int) (int64, bool) {
	if s, ok := v.Single(); ok {
		return ex.calcText(s, span, depth)
	}
	if v.Known && !v.Array {
		for _, s := range v.Set {
			ex.calcText(s, span, depth)
		}
		return 0, false
	}
	if !v.Number && !v.Amount {
		ex.opaqueCommand(v.Written, "bash calculates with it, and runs commands in subscripts", span)
	}
	return 0, false
}

// calcText evaluates a text as bash would.
func (ex *expander) calcText(s string, span effect.Span, depth int) (int64, bool) {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
		return 0, true
	case s[0] >= '0' && s[0] <= '9':
		if n, ok := parseInt(s); ok {
			return n, true
		}
	case validName(s):
		if depth > 8 {
			return 0, false
		}
		v := ex.lookup(s)
		if v.Array {
			v = ex.scalar(&syntax.ParamExp{Param: &syntax.Lit{Value: s}}, s)
		}
		return ex.calcValue(ex.pick(s, v), span, depth+1)
	}
	ex.checkSubscript(s, span)
	if depth > 8 || len(s) > 4096 {
		return 0, false
	}
	x, err := ex.gram.parser.Arithmetic(strings.NewReader(s))
	if w, ok := x.(*syntax.Word); err != nil || ok && w.Lit() == s {
		ex.left |= leftLine
		return 0, false
	}
	var n int64
	var ok bool
	ex.within(span, func() { n, ok = ex.calc(x) })
	return n, ok
}

// parseInt reads a number as bash writes them: decimal, 0x, octal, base#digits.
func parseInt(s string) (int64, bool) {
	if base, rest, ok := strings.Cut(s, "#"); ok {
		b, err := strconv.Atoi(base)
		if err != nil || b < 2 || b > 36 {
			return 0, false
		}
		n, err := strconv.ParseInt(rest, b, 64)
		return n, err == nil
	}
	if strings.ContainsAny(s, "_bBoO") && !hasAnyPrefix(s, "0x", "0X") {
		return 0, false
	}
	n, err := strconv.ParseInt(s, 0, 64)
	return n, err == nil
}

func (ex *expander) calcUnary(x *syntax.UnaryArithm) (int64, bool) {
	n, ok := ex.calc(x.X)
	if x.Op == syntax.Inc || x.Op == syntax.Dec {
		d := int64(1)
		if x.Op == syntax.Dec {
			d = -1
		}
		ex.calcAssign(x.X, n+d, ok)
		if !x.Post {
			n += d
		}
		return n, ok
	}
	r, err := expand.Arithm(nil, &syntax.UnaryArithm{Op: x.Op, X: number(n)})
	return int64(r), ok && err == nil
}

// number is a number as it is written.
func number(n int64) *syntax.Word {
	return &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{Value: strconv.FormatInt(n, 10)}}}
}

func (ex *expander) calcAssign(x syntax.ArithmExpr, n int64, known bool) {
	v := calculated(n, known)
	w, ok := x.(*syntax.Word)
	if !ok {
		return
	}
	name := w.Lit()
	if name == "" && len(w.Parts) == 1 {
		if p, ok := w.Parts[0].(*syntax.ParamExp); ok && p.Param != nil {
			name = p.Param.Value
			if p.Index != nil {
				ex.calc(p.Index)
				v = value.OpaqueArray("an array with a changed element")
			}
		}
	}
	if validName(name) {
		ex.assign(name, v, ex.span(w))
	}
}

func (ex *expander) calcBinary(x *syntax.BinaryArithm) (int64, bool) {
	switch x.Op {
	case syntax.Assgn:
		n, ok := ex.calc(x.Y)
		ex.calcAssign(x.X, n, ok)
		return n, ok
	case syntax.AndArit, syntax.OrArit, syntax.TernQuest, syntax.TernColon:
		return ex.calcBranch(x)
	case syntax.Comma:
		ex.calc(x.X)
		return ex.calc(x.Y)
	}
	n, ok := ex.calc(x.X)
	m, ok2 := ex.calc(x.Y)
	op, assigns := assigningOp(x.Op)
	r, ok3 := compute(op, n, m)
	if (op == syntax.Quo || op == syntax.Rem) && !(ok2 && m != 0) {
		ex.left |= leftLine
	}
	if assigns {
		ex.calcAssign(x.X, r, ok && ok2 && ok3)
	}
	return r, ok && ok2 && ok3
}

// calcBranch evaluates operators that do not evaluate both sides: what is assigned there may or may not be.
func (ex *expander) calcBranch(x *syntax.BinaryArithm) (int64, bool) {
	n, ok := ex.calc(x.X)
	ex.push()
	m, ok2 := ex.calc(x.Y)
	ex.merge(true, ex.drop())
	if x.Op == syntax.TernQuest || x.Op == syntax.TernColon {
		return 0, false
	}
	r, _ := compute(x.Op, n, m)
	return r, ok && ok2
}

// assigningOp is the operation of += and its relatives; op itself when it assigns nothing.
func assigningOp(op syntax.BinAritOperator) (_ syntax.BinAritOperator, assigns bool) {
	for _, plain := range [...]syntax.BinAritOperator{syntax.Add, syntax.Sub, syntax.Mul, syntax.Quo, syntax.Rem,
		syntax.And, syntax.Or, syntax.Xor, syntax.Shl, syntax.Shr} {
		if plain.String()+"=" == op.String() {
			return plain, true
		}
	}
	return op, false
}

func compute(op syntax.BinAritOperator, n, m int64) (int64, bool) {
	if (op == syntax.Pow || op == syntax.Shl || op == syntax.Shr) && (m < 0 || m > 63) {
		return 0, false
	}
	r, err := expand.Arithm(nil, &syntax.BinaryArithm{Op: op, X: number(n), Y: number(m)})
	return int64(r), err == nil
}
