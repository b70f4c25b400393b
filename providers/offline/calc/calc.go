// Package calc evaluates arithmetic expressions exactly, as people write them.
//
// It must never compute in binary floating point, never guess at what it cannot
// read, and never take longer than a moment: the limits below bound its input,
// its depth and the size of every number on the way.
//
// Start with Parse; Expression.Value gives the result as text. The parser, in
// this file, computes while it reads; value.go has the operations.
package calc

import (
	"fmt"
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

// IsNumber reports an expression that is a number alone, with nothing to compute.
func (e Expression) IsNumber() bool { return e.value.literal }

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
	p := &parser{text: strings.TrimRight(text, " \t\n=?")}
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

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// at reports that a byte of this kind stands at the position.
func (p *parser) at(kind func(byte) bool) bool { return p.pos < len(p.text) && kind(p.text[p.pos]) }

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
		result := p.apply(at, negate, arg)
		result.literal = arg.literal
		return result, nil
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
		if isDigit(p.text[p.pos]) || strings.IndexByte(".(", p.text[p.pos]) >= 0 || word != "" && operator == 0 {
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
	if p.at(isDigit) || strings.HasPrefix(p.text[p.pos:], ".") {
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
		plural := "s"
		if most == 1 {
			plural = ""
		}
		return value{}, &Error{Offset: at, Reason: fmt.Sprintf("%s takes %d argument%s, not %d", name, most, plural, len(args))}
	}
	return p.apply(at, f, args...), nil
}

// number reads digits with separators, a point and an exponent. A comma must
// stand before three digits, an underscore before any.
func (p *parser) number() (value, error) {
	start := p.pos
	digits := p.digits()
	for grouped := false; digits != "" && p.at(func(c byte) bool { return c == '_' || c == ',' && !p.argument }); {
		comma := p.text[p.pos] == ','
		p.pos++
		more := p.digits()
		if more == "" || comma && (len(more) != 3 || len(digits) > 3 && !grouped) {
			p.pos -= len(more) + 1
			return value{}, p.fail("a comma parts groups of three digits; write the decimal point as .")
		}
		digits, grouped = digits+more, grouped || comma
	}
	if strings.HasPrefix(p.text[p.pos:], ".") {
		p.pos++
		fraction := p.digits()
		if digits == "" && fraction == "" {
			p.pos = start
			return value{}, p.fail("expected a number, found %q", ".")
		}
		if digits += "." + fraction; strings.HasPrefix(p.text[p.pos:], ".") {
			return value{}, p.fail("a second decimal point")
		}
	}
	exponent, fits := p.exponent(len(digits))
	if !fits {
		p.pos, start = start, p.pos
		if p.fault == nil {
			p.fault = p.fail("the number has more than 10,000 digits")
		}
		p.pos = start
		return number(1), nil
	}
	v := literal(digits+exponent, false)
	v.literal = true
	return v, nil
}

func (p *parser) digits() string {
	start := p.pos
	for p.at(isDigit) {
		p.pos++
	}
	return p.text[start:p.pos]
}

// exponent reads "e5" or "E-5", and reports whether a number of this many
// digits stays within the limit with it.
func (p *parser) exponent(digits int) (text string, fits bool) {
	start := p.pos
	if !p.at(func(c byte) bool { return c|0x20 == 'e' }) {
		return "", true
	}
	p.pos++
	if p.at(func(c byte) bool { return c == '+' || c == '-' }) {
		p.pos++
	}
	size := p.digits()
	if size == "" {
		p.pos = start
		return "", true
	}
	power := 0
	if _, err := fmt.Sscanf(size, "%d", &power); len(size) > 6 || err != nil || power > mostDigits-digits {
		return "", false
	}
	return p.text[start:p.pos], true
}
