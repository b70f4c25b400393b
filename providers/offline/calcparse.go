package offline

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// calcParser reads the grammar
//
//	sum     = product { ("+" | "-") product }
//	product = unary { ("*" | "/" | "mod" | "of") unary }
//	unary   = ("-" | "+") unary | power
//	power   = postfix [ "^" unary ]
//	postfix = primary { "%" }
//	primary = number | "(" sum ")" | function "(" sum { "," sum } ")" | constant
type calcParser struct {
	text     string
	pos      int
	depth    int
	argument bool // inside a function's brackets: a comma parts arguments
}

// parseCalc parses a whole expression. A final "=" or "?" is allowed.
func parseCalc(text string) (*calcNode, error) {
	if len(text) > calcInput {
		return nil, &CalcError{Offset: calcInput, Reason: fmt.Sprintf("the expression is longer than %s bytes", group(calcInput))}
	}
	p := &calcParser{text: strings.TrimRight(text, " \t\n=?")}
	if strings.TrimSpace(p.text) == "" {
		return nil, &CalcError{Offset: 0, Reason: "nothing to calculate"}
	}
	node, err := p.sum()
	if err != nil {
		return nil, err
	}
	p.space()
	if p.pos < len(p.text) {
		return nil, p.fail("unexpected %s", p.here())
	}
	return node, nil
}

func (p *calcParser) fail(reason string, args ...any) error {
	return &CalcError{Offset: p.pos, Reason: fmt.Sprintf(reason, args...)}
}

// here names what stands at the position.
func (p *calcParser) here() string {
	if p.pos >= len(p.text) {
		return "end"
	}
	if word := p.peekWord(); word != "" {
		return fmt.Sprintf("%q", shorten(word, 30))
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return fmt.Sprintf("%q", string(r))
}

func (p *calcParser) space() {
	for p.pos < len(p.text) {
		r, size := utf8.DecodeRuneInString(p.text[p.pos:])
		if !unicode.IsSpace(r) {
			return
		}
		p.pos += size
	}
}

// take moves past the first of the signs that stands here, after spaces.
func (p *calcParser) take(signs ...string) (string, bool) {
	p.space()
	for _, sign := range signs {
		if strings.HasPrefix(p.text[p.pos:], sign) {
			p.pos += len(sign)
			return sign, true
		}
	}
	return "", false
}

func (p *calcParser) peekWord() string {
	end := p.pos
	for end < len(p.text) && (p.text[end] >= 'a' && p.text[end] <= 'z' || p.text[end] >= 'A' && p.text[end] <= 'Z') {
		end++
	}
	return p.text[p.pos:end]
}

// takeWord moves past the first of the words that stands here, in any case.
func (p *calcParser) takeWord(words ...string) bool {
	p.space()
	here := p.peekWord()
	for _, word := range words {
		if strings.EqualFold(here, word) {
			p.pos += len(word)
			return true
		}
	}
	return false
}

func (p *calcParser) enter() error {
	if p.depth++; p.depth > calcDepth {
		return p.fail("nested more than %d deep", calcDepth)
	}
	return nil
}

func (p *calcParser) sum() (*calcNode, error) {
	left, err := p.product()
	for err == nil {
		p.space()
		at := p.pos
		op := ""
		if sign, ok := p.take("+", "-", "−", "–"); ok {
			op = map[bool]string{true: "+", false: "-"}[sign == "+"]
		} else if p.takeWord("plus") {
			op = "+"
		} else if p.takeWord("minus") {
			op = "-"
		} else {
			return left, nil
		}
		var right *calcNode
		if right, err = p.product(); err == nil {
			left = &calcNode{op: op, at: at, args: []*calcNode{left, right}}
		}
	}
	return nil, err
}

func (p *calcParser) product() (*calcNode, error) {
	left, err := p.unary()
	for err == nil {
		p.space()
		at := p.pos
		op := p.productSign(left)
		if op == "" {
			return left, nil
		}
		var right *calcNode
		if right, err = p.unary(); err == nil {
			left = &calcNode{op: op, at: at, args: []*calcNode{left, right}}
		}
	}
	return nil, err
}

// productSign takes an operator of a product, "" if none stands here.
func (p *calcParser) productSign(left *calcNode) string {
	if sign, ok := p.take("*", "×", "·", "⋅", "/", "÷", "%"); ok {
		switch sign {
		case "/", "÷":
			return "/"
		case "%":
			return "mod"
		}
		return "*"
	}
	start := p.pos
	switch {
	case p.takeWord("times", "x"):
		return "*"
	case left.op == "percent" && p.takeWord("of"):
		return "*"
	case p.takeWord("over"):
		return "/"
	case p.takeWord("mod", "modulo"):
		return "mod"
	case p.takeWord("divided"):
		if p.takeWord("by") {
			return "/"
		}
		p.pos = start
	}
	return ""
}

func (p *calcParser) unary() (*calcNode, error) {
	if err := p.enter(); err != nil {
		return nil, err
	}
	defer func() { p.depth-- }()
	p.space()
	at := p.pos
	sign, ok := p.take("-", "−", "–", "+")
	if !ok {
		return p.power()
	}
	arg, err := p.unary()
	if err != nil || sign == "+" {
		return arg, err
	}
	return &calcNode{op: "neg", at: at, args: []*calcNode{arg}}, nil
}

func (p *calcParser) power() (*calcNode, error) {
	base, err := p.postfix()
	if err != nil {
		return nil, err
	}
	p.space()
	at := p.pos
	if _, ok := p.take("^", "**"); !ok {
		return base, nil
	}
	exponent, err := p.unary()
	if err != nil {
		return nil, err
	}
	return &calcNode{op: "^", at: at, args: []*calcNode{base, exponent}}, nil
}

// postfix reads "%" as percent, unless an operand follows: then it is the
// remainder. A sign after it is taken for a sum, so 10% - 3 is a difference.
func (p *calcParser) postfix() (*calcNode, error) {
	node, err := p.primary()
	if err != nil {
		return nil, err
	}
	p.space()
	start := p.pos
	if _, ok := p.take("%"); !ok {
		if !p.takeWord("percent") {
			return node, nil
		}
	} else if p.space(); p.pos < len(p.text) {
		c := p.text[p.pos]
		word := strings.ToLower(p.peekWord())
		operator := word == "of" || word == "plus" || word == "minus" || word == "times" || word == "x" || word == "divided"
		if c >= '0' && c <= '9' || c == '.' || c == '(' || word != "" && !operator {
			p.pos = start
			return node, nil
		}
	}
	return &calcNode{op: "percent", at: start, args: []*calcNode{node}}, nil
}

func (p *calcParser) primary() (*calcNode, error) {
	p.space()
	at := p.pos
	if p.pos < len(p.text) {
		if c := p.text[p.pos]; c >= '0' && c <= '9' || c == '.' {
			return p.number()
		}
	}
	if _, ok := p.take("("); ok {
		outer := p.argument
		p.argument = false
		node, err := p.sum()
		p.argument = outer
		if err != nil {
			return nil, err
		}
		if _, ok := p.take(")"); !ok {
			return nil, p.fail("expected ) for the ( in column %d, found %s", at+1, p.here())
		}
		return node, nil
	}
	if _, ok := p.take("√"); ok {
		arg, err := p.unary()
		return &calcNode{op: "sqrt", at: at, args: []*calcNode{arg}}, err
	}
	word := strings.ToLower(p.peekWord())
	switch word {
	case "pi", "e":
		p.pos += len(word)
		return &calcNode{op: word, at: at}, nil
	case "sqrt", "abs", "round", "floor", "ceil", "min", "max":
		p.pos += len(word)
		return p.call(word, at)
	case "":
		return nil, p.fail("expected a number, found %s", p.here())
	}
	return nil, p.fail("unknown name %s", p.here())
}

// call reads a function's arguments.
func (p *calcParser) call(name string, at int) (*calcNode, error) {
	if _, ok := p.take("("); !ok {
		return nil, p.fail("expected ( after %s, found %s", name, p.here())
	}
	node := &calcNode{op: name, at: at}
	outer := p.argument
	p.argument = true
	defer func() { p.argument = outer }()
	for {
		arg, err := p.sum()
		if err != nil {
			return nil, err
		}
		node.args = append(node.args, arg)
		if _, ok := p.take(",", ";"); ok {
			continue
		}
		if _, ok := p.take(")"); !ok {
			return nil, p.fail("expected , or ) in %s, found %s", name, p.here())
		}
		break
	}
	most := 1
	switch name {
	case "min", "max":
		most = len(node.args)
	case "round":
		most = 2
	}
	if len(node.args) > most {
		return nil, node.fail("%s takes %s, not %d", name, plural(most, "argument"), len(node.args))
	}
	return node, nil
}

// number reads digits with separators, a point and an exponent. A comma or an
// underscore must stand before three digits (an underscore before any).
func (p *calcParser) number() (*calcNode, error) {
	start := p.pos
	var digits strings.Builder
	whole := p.digits(&digits)
	for whole > 0 && p.pos < len(p.text) {
		c := p.text[p.pos]
		if c != ',' && c != '_' || c == ',' && p.argument {
			break
		}
		at := p.pos
		p.pos++
		n := p.digits(&digits)
		if n == 0 || c == ',' && (n != 3 || whole > 3 && !strings.Contains(p.text[start:at], ",")) {
			p.pos = at
			return nil, p.fail("a comma parts groups of three digits; write the decimal point as .")
		}
	}
	point := false
	if p.pos < len(p.text) && p.text[p.pos] == '.' {
		point = true
		digits.WriteByte('.')
		p.pos++
		if p.digits(&digits) == 0 && whole == 0 {
			p.pos = start
			return nil, p.fail("expected a number, found %q", ".")
		}
	}
	if point && p.pos < len(p.text) && p.text[p.pos] == '.' {
		return nil, p.fail("a second decimal point")
	}
	if n := exponentLength(p.text[p.pos:]); n > 0 {
		digits.WriteString(p.text[p.pos : p.pos+n])
		p.pos += n
	}
	return &calcNode{op: "number", at: start, literal: digits.String()}, nil
}

func (p *calcParser) digits(out *strings.Builder) int {
	start := p.pos
	for p.pos < len(p.text) && p.text[p.pos] >= '0' && p.text[p.pos] <= '9' {
		out.WriteByte(p.text[p.pos])
		p.pos++
	}
	return p.pos - start
}

// exponentLength is the length of "e5" or "E-5", 0 if text does not begin so.
func exponentLength(text string) int {
	if text == "" || text[0] != 'e' && text[0] != 'E' {
		return 0
	}
	n := 1
	if n < len(text) && (text[n] == '+' || text[n] == '-') {
		n++
	}
	first := n
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	if n == first {
		return 0
	}
	return n
}
