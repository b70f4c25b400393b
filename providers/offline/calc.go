// Package calc evaluates arithmetic expressions exactly, as people write them.
//
// It must never compute in binary floating point, never guess at what it cannot
// read, and never take longer than a moment: the limits below bound it. Start
// with Parse, which computes while it reads; value.go has the operations.
package calc

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of an expression.
const (
	longestInput = 4096   // bytes
	deepest      = 100    // brackets, functions, signs and powers in each other
	mostDigits   = 10_000 // decimal digits of a number, before or after the point
	mostBits     = mostDigits * 3322 / 1000
)

// Error says what is wrong with an expression, and where.
type Error struct {
	Offset int // byte in the expression, from 0
	Reason string
}

// Error gives the column from 1, counted in bytes.
func (e *Error) Error() string { return fmt.Sprintf("column %d: %s", e.Offset+1, e.Reason) }

// Expression is an expression that could be read.
type Expression struct {
	value value
	fault error
}

// Value is the result in decimal. One with a finite decimal form is exact; any
// other is rounded to 12 significant digits and marked with "≈". What has no
// value, such as 1/0, gives an *Error, and so do numbers of more than 10,000 digits.
func (e Expression) Value() (string, error) {
	if e.fault != nil {
		return "", e.fault
	}
	return e.value.String(), nil
}

// Parse reads a whole expression; a final "=" or "?" is allowed. What it cannot
// read is an *Error.
//
// It knows + - * / ^ (also × ÷ · − **, and plus, minus, times, "divided by",
// mod), brackets, % after a number for percent and between numbers for the
// remainder (with the sign of the divisor), "12% of 80", numbers such as
// 1,234.5, 1_000 and 1.5e3, sqrt, abs, round(x) and round(x, digits), floor,
// ceil, min, max, pi and e. A sum with a percentage takes it of what stands
// before, as pocket calculators do: 200 + 10% is 220. A power binds tighter than
// a sign: -2^2 is -4. Within a function's brackets a comma parts arguments.
func Parse(text string) (Expression, error) {
	p := &parser{text: strings.TrimRight(text, " \t\n=?"),
		numeral: regexp.MustCompile(`^([\d_,]*)(\.?\d*)([eE][+-]?\d+)?`)}
	switch {
	case len(text) > longestInput:
		p.pos = longestInput
		return Expression{}, p.fail("the expression is longer than 4,096 bytes")
	case strings.TrimSpace(p.text) == "":
		return Expression{}, p.fail("nothing to calculate")
	}
	v, err := p.binary(0)
	if err != nil {
		return Expression{}, err
	}
	if p.space(); p.pos < len(p.text) {
		return Expression{}, p.fail("unexpected %s", p.here())
	}
	return Expression{value: v, fault: p.fault}, nil
}

// parser reads the grammar
//
//	sum     = product { ("+" | "-") product }
//	product = unary { ("*" | "/" | "mod" | "of") unary }
//	unary   = ("-" | "+") unary | postfix [ "^" unary ]
//	postfix = primary { "%" }
//	primary = number | "(" sum ")" | function "(" sum { "," sum } ")" | constant
type parser struct {
	text     string
	pos      int
	depth    int
	argument bool  // inside a function's brackets: a comma parts arguments
	fault    error // the first operation that has no result
	numeral  *regexp.Regexp
}

func (p *parser) fail(reason string, args ...any) error {
	return &Error{Offset: p.pos, Reason: fmt.Sprintf(reason, args...)}
}

// here names what stands at the position.
func (p *parser) here() string {
	if p.pos >= len(p.text) {
		return "end"
	}
	if word := p.peekWord(); word != "" {
		return fmt.Sprintf("%.30q", word)
	}
	r, _ := utf8.DecodeRuneInString(p.text[p.pos:])
	return fmt.Sprintf("%q", string(r))
}

func (p *parser) space() {
	p.pos = len(p.text) - len(strings.TrimLeftFunc(p.text[p.pos:], unicode.IsSpace))
}

// take moves past the first of the signs that stands here, after spaces.
func (p *parser) take(signs ...string) (string, bool) {
	p.space()
	for _, sign := range signs {
		if strings.HasPrefix(p.text[p.pos:], sign) {
			p.pos += len(sign)
			return sign, true
		}
	}
	return "", false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// atNumber reports that digits or a point stand at the position.
func (p *parser) atNumber() bool {
	return p.pos < len(p.text) && strings.IndexByte("0123456789.", p.text[p.pos]) >= 0
}

// peekWord is the word at the position, in lower case.
func (p *parser) peekWord() string {
	end := p.pos
	for end < len(p.text) && isLetter(p.text[end]) {
		end++
	}
	return strings.ToLower(p.text[p.pos:end])
}

// operators are the signs and words between operands. The first that fits
// counts; those with the longer sign stand first.
var operators = [...]struct {
	text string
	op   operation
}{
	{"+", add}, {"-", subtract}, {"−", subtract}, {"–", subtract}, {"plus", add}, {"minus", subtract},
	{"*", multiply}, {"×", multiply}, {"·", multiply}, {"⋅", multiply}, {"/", divide}, {"÷", divide}, {"%", modulo},
	{"times", multiply}, {"x", multiply}, {"of", multiply}, {"over", divide}, {"mod", modulo}, {"modulo", modulo},
	{"divided by", divide},
}

// operator is the operator that stands here, and what it takes.
func (p *parser) operator(left value) (op operation, length int) {
	word := p.peekWord()
	for _, o := range operators {
		if !strings.HasPrefix(strings.ToLower(p.text[p.pos:min(len(p.text), p.pos+len(o.text))]), o.text) {
			continue
		}
		if name, _, _ := strings.Cut(o.text, " "); isLetter(name[0]) && name != word || o.text == "of" && !left.percent {
			continue
		}
		return o.op, len(o.text)
	}
	return 0, 0
}

// binary reads a sum, or with level 1 a product.
func (p *parser) binary(level int) (value, error) {
	left, err := p.unary()
	for err == nil {
		p.space()
		at := p.pos
		op, length := p.operator(left)
		if length == 0 || op.level() < level {
			return left, nil
		}
		p.pos += length
		var right value
		if op.level() == 0 {
			right, err = p.binary(1)
		} else {
			right, err = p.unary()
		}
		if err == nil {
			left = p.apply(at, op, left, right)
		}
	}
	return value{}, err
}

// apply computes; what has no result is remembered as the expression's fault,
// and reading goes on.
func (p *parser) apply(at int, op operation, args ...value) value {
	result, reason := op.apply(args)
	if reason == "" && (result.Num().BitLen() > mostBits || result.Denom().BitLen() > mostBits) {
		reason = "the result has more than 10,000 digits"
	}
	if reason == "" {
		return result
	}
	if p.fault == nil {
		p.fault = &Error{Offset: at, Reason: reason}
	}
	return number(1)
}

func (p *parser) unary() (value, error) {
	if p.depth++; p.depth > deepest {
		return value{}, p.fail("nested more than %d deep", deepest)
	}
	defer func() { p.depth-- }()
	p.space()
	at := p.pos
	if sign, ok := p.take("-", "−", "–", "+"); ok {
		arg, err := p.unary()
		if err != nil || sign == "+" {
			return arg, err
		}
		return p.apply(at, negate, arg), nil
	}
	base, err := p.postfix()
	if err != nil {
		return base, err
	}
	p.space()
	at = p.pos
	if _, ok := p.take("^", "**"); !ok {
		return base, nil
	}
	exponent, err := p.unary()
	if err != nil {
		return base, err
	}
	return p.apply(at, power, base, exponent), nil
}

// postfix reads "%" as percent, unless an operand follows: then it is the
// remainder. A sign after it is taken for a sum, so 10% - 3 is a difference.
func (p *parser) postfix() (value, error) {
	v, err := p.primary()
	if err != nil {
		return v, err
	}
	p.space()
	start := p.pos
	if _, ok := p.take("%"); !ok {
		if p.peekWord() != "percent" {
			return v, nil
		}
		p.pos += len("percent")
	} else if p.space(); p.pos < len(p.text) {
		word := p.peekWord()
		_, operator := p.operator(value{percent: true})
		if p.atNumber() || p.text[p.pos] == '(' || word != "" && operator == 0 {
			p.pos = start
			return v, nil
		}
	}
	result := p.apply(start, percent, v)
	result.percent = true
	return result, nil
}

func (p *parser) primary() (value, error) {
	p.space()
	at := p.pos
	if p.atNumber() {
		return p.number()
	}
	if _, ok := p.take("("); ok {
		outer := p.argument
		p.argument = false
		v, err := p.binary(0)
		p.argument = outer
		if _, closed := p.take(")"); err == nil && !closed {
			err = p.fail("expected ) for the ( in column %d, found %s", at+1, p.here())
		}
		return v, err
	}
	if _, ok := p.take("√"); ok {
		arg, err := p.unary()
		if err != nil {
			return arg, err
		}
		return p.apply(at, sqrt, arg), nil
	}
	word := p.peekWord()
	if digits := constant(word); digits != "" {
		p.pos += len(word)
		return literal(digits, true), nil
	}
	if f, ok := function(word); ok {
		p.pos += len(word)
		return p.call(word, f, at)
	}
	if word == "" {
		return value{}, p.fail("expected a number, found %s", p.here())
	}
	return value{}, p.fail("unknown name %s", p.here())
}

// call reads a function's arguments and computes it.
func (p *parser) call(name string, f operation, at int) (value, error) {
	if _, ok := p.take("("); !ok {
		return value{}, p.fail("expected ( after %s, found %s", name, p.here())
	}
	outer := p.argument
	p.argument = true
	defer func() { p.argument = outer }()
	var args []value
	for {
		arg, err := p.binary(0)
		if err != nil {
			return arg, err
		}
		args = append(args, arg)
		sign, ok := p.take(",", ";", ")")
		if !ok {
			return arg, p.fail("expected , or ) in %s, found %s", name, p.here())
		}
		if sign == ")" {
			break
		}
	}
	if most := f.mostArguments(); len(args) > most {
		p.pos = at
		return value{}, p.fail("%s takes %s, not %d", name, [...]string{1: "1 argument", 2: "2 arguments"}[most], len(args))
	}
	return p.apply(at, f, args...), nil
}

// number reads digits with separators, a point and an exponent. A comma must
// stand before three digits, an underscore before any.
func (p *parser) number() (value, error) {
	start := p.pos
	m := p.numeral.FindStringSubmatch(p.text[start:])
	whole, fraction, exponent := m[1], m[2], m[3]
	if at := strings.IndexByte(whole, ','); at >= 0 && p.argument {
		whole, fraction, exponent = whole[:at], "", ""
	}
	groups := strings.Split(whole, ",")
	for i, group := range groups {
		if i > 0 && len(group) != 3 || i == 1 && len(groups[0]) > 3 || strings.HasSuffix(group, "_") {
			p.pos += len(strings.Join(groups[:max(1, i)], ","))
			return value{}, p.fail("a comma parts groups of three digits; write the decimal point as .")
		}
	}
	if whole == "" && fraction == "." {
		return value{}, p.fail("expected a number, found %q", ".")
	}
	p.pos += len(whole) + len(fraction) + len(exponent)
	if fraction != "" && strings.HasPrefix(p.text[p.pos:], ".") {
		return value{}, p.fail("a second decimal point")
	}
	power, err := strconv.Atoi(strings.TrimLeft(exponent, "eE+-"))
	if exponent != "" && (err != nil || power > mostDigits-len(whole)-len(fraction)) {
		return p.apply(start, tooLarge, number(1)), nil
	}
	return literal(strings.NewReplacer(",", "", "_", "").Replace(whole)+fraction+exponent, false), nil
}
