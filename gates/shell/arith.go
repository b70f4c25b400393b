package shell

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/value"
)

// arithmetic calculates an expression. Bash evaluates the text of a variable as an expression again, and runs
// commands in its subscripts, so whatever is neither known nor certainly a number is opaque in a command position.
func (ex *expander) arithmetic(x syntax.ArithmExpr) value.Value {
	return calculated(calculation{ex}.whole(x))
}

// calculate evaluates the text of a value, as for an integer variable.
func (ex *expander) calculate(v value.Value, span effect.Span) value.Value {
	return calculated(calculation{ex}.value(v, span))
}

func calculated(n int64, known bool) value.Value {
	if !known {
		return value.Number(cause.UnknownNumbers.Bare())
	}
	return value.Text(strconv.FormatInt(n, 10))
}

// calculation evaluates an expression.
type calculation struct{ *expander }

// whole evaluates a whole expression. Bash inserts the value of $x into the text before it parses it.
func (ex calculation) whole(x syntax.ArithmExpr) (int64, bool) {
	if w, ok := x.(*syntax.Word); ok {
		return ex.value(ex.oneOf(atoms(nil, w.Parts, true)), ex.span(w))
	}
	if x != nil && expandsAndAssigns(x) {
		old := ex.unsure // assignments do not change what $x already expanded to
		ex.unsure = true
		defer func() { ex.unsure = old }()
	}
	return ex.part(x)
}

// expandsAndAssigns reports whether an expression has both an expansion and an assignment.
func expandsAndAssigns(x syntax.ArithmExpr) bool {
	expands, assigns := false, false
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			expands = expands || n.Dollar.IsValid()
		case *syntax.UnaryArithm:
			assigns = assigns || n.Op == syntax.Inc || n.Op == syntax.Dec
		case *syntax.BinaryArithm:
			_, is := assigningOp(n.Op)
			assigns = assigns || is || n.Op == syntax.Assgn
		}
		return true
	})
	return expands && assigns
}

func (ex calculation) part(x syntax.ArithmExpr) (int64, bool) {
	if !ex.step() || !ex.enter() {
		return 0, false
	}
	defer ex.leave()
	switch x := x.(type) {
	case *syntax.Word:
		return ex.word(x)
	case *syntax.ParenArithm:
		return ex.part(x.X)
	case *syntax.UnaryArithm:
		return ex.unary(x)
	case *syntax.BinaryArithm:
		return ex.binary(x)
	}
	return 0, x == nil
}

// word evaluates a word within an expression. Its expansion becomes a part of the text of the whole expression, and can
// only be judged alone if it is one number or name.
func (ex calculation) word(w *syntax.Word) (int64, bool) {
	v := ex.oneOf(atoms(nil, w.Parts, true))
	n, ok := ex.value(v, ex.span(w))
	if operandName(w) != "" || !v.Known {
		return n, ok && !ex.unsure
	}
	for _, s := range v.Set {
		if strings.Contains(s, "=") || strings.Contains(s, "++") || strings.Contains(s, "--") {
			ex.opaqueCommand(s, cause.JoinedBeforeEvaluated.Bare(), ex.span(w))
		}
		ok = ok && (value.IsNumber(s) || validName(s))
	}
	return n, ok && !ex.unsure
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

func (ex calculation) value(v value.Value, span effect.Span) (int64, bool) {
	if s, ok := v.Single(); ok {
		return ex.text(s, span)
	}
	if v.Known && !v.Array {
		var layers []*frame
		for _, s := range v.Set {
			ex.push()
			ex.text(s, span)
			layers = append(layers, ex.drop())
		}
		ex.merge(false, layers...)
		return 0, false
	}
	if !v.Number && !v.Amount {
		ex.opaqueCommand(v.Written, cause.CalculatedWith.Bare(), span)
	}
	return 0, false
}

// text evaluates a text as bash would.
func (ex calculation) text(s string, span effect.Span) (int64, bool) {
	s = strings.TrimSpace(s)
	switch {
	case s == "":
		return 0, true
	case s[0] >= '0' && s[0] <= '9':
		if n, ok := parseInt(s); ok {
			return n, true
		}
	case validName(s):
		return ex.variable(s, span)
	}
	ex.checkSubscript(s, span)
	ex.work(len(s))
	x, err := ex.gram.parser.Arithmetic(strings.NewReader(s))
	if w, ok := x.(*syntax.Word); err != nil || ok && w.Lit() == s || x != nil && int(x.End().Offset()) != len(s) {
		ex.left |= leftLine
		ex.broken(s, span)
		return 0, false
	}
	var n int64
	var ok bool
	ex.within(span, func() {
		ex.src = s
		n, ok = ex.whole(x)
	})
	return n, ok
}

// variable evaluates the value of a variable. It does not follow a variable that refers to itself.
func (ex calculation) variable(name string, span effect.Span) (int64, bool) {
	if slices.Contains(ex.calculating, name) || !ex.step() || !ex.enter() {
		ex.opaqueCommand(name, cause.RefersToItself.Bare(), span)
		return 0, false
	}
	defer ex.leave()
	v := ex.lookup(name)
	if v.Array {
		v = ex.scalar(&syntax.ParamExp{Param: &syntax.Lit{Value: name}}, name)
	}
	v = ex.pick(name, v)
	if s, ok := v.Single(); ok && value.IsNumber(s) {
		return ex.text(s, span)
	}
	ex.calculating = append(ex.calculating, name)
	n, ok := ex.value(v, span)
	ex.calculating = ex.calculating[:len(ex.calculating)-1]
	return n, ok
}

// broken checks a text that is not an expression. Bash evaluates it up to the error: the names in it, and
// assignments to them.
func (ex calculation) broken(s string, span effect.Span) {
	if strings.Contains(s, "=") || strings.Contains(s, "++") || strings.Contains(s, "--") {
		ex.opaqueCommand(s, cause.PartEvaluated.Bare(), span)
		return
	}
	inName := func(r rune) bool {
		return r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	for name := range strings.FieldsFuncSeq(s, func(r rune) bool { return !inName(r) }) {
		if validName(name) {
			ex.variable(name, span)
		}
	}
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

func (ex calculation) unary(x *syntax.UnaryArithm) (int64, bool) {
	n, ok := ex.part(x.X)
	if x.Op == syntax.Inc || x.Op == syntax.Dec {
		d := int64(1)
		if x.Op == syntax.Dec {
			d = -1
		}
		ex.assignTo(x.X, n+d, ok)
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

func (ex calculation) assignTo(x syntax.ArithmExpr, n int64, known bool) {
	v := calculated(n, known && !ex.unsure)
	w, ok := x.(*syntax.Word)
	if !ok {
		return
	}
	name := operandName(w)
	if p, ok := w.Parts[0].(*syntax.ParamExp); ok && name != "" && p.Index != nil {
		ex.part(p.Index)
		v = value.OpaqueArray(cause.ElementChanged.Bare())
		v.Assoc = ex.lookup(name).Assoc
	}
	if !validName(name) {
		ex.opaqueCommand(ex.source(w), cause.NameUnknown.Bare(), ex.span(w))
		return
	}
	ex.assign(name, v, ex.span(w))
}

func (ex calculation) binary(x *syntax.BinaryArithm) (int64, bool) {
	switch x.Op {
	case syntax.Assgn:
		n, ok := ex.part(x.Y)
		ex.assignTo(x.X, n, ok)
		return n, ok
	case syntax.AndArit, syntax.OrArit, syntax.TernQuest, syntax.TernColon:
		return ex.branch(x)
	case syntax.Comma:
		ex.part(x.X)
		return ex.part(x.Y)
	}
	n, ok := ex.part(x.X)
	m, ok2 := ex.part(x.Y)
	op, assigns := assigningOp(x.Op)
	r, ok3 := compute(op, n, m)
	if (op == syntax.Quo || op == syntax.Rem) && !(ok2 && m != 0) {
		ex.left |= leftLine
	}
	if assigns {
		ex.assignTo(x.X, r, ok && ok2 && ok3)
	}
	return r, ok && ok2 && ok3
}

// branch evaluates operators that do not evaluate both sides: assignments there may or may not happen.
func (ex calculation) branch(x *syntax.BinaryArithm) (int64, bool) {
	if x.Op == syntax.TernColon { // bash evaluates one side of it
		ex.push()
		ex.part(x.X)
		left := ex.drop()
		ex.push()
		ex.part(x.Y)
		ex.merge(false, left, ex.drop())
		return 0, false
	}
	n, ok := ex.part(x.X)
	ex.push()
	m, ok2 := ex.part(x.Y)
	ex.merge(true, ex.drop())
	if x.Op == syntax.TernQuest {
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
