package offline

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestCalculate(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"2+2*3", "8"}, {"(2+2)*3", "12"}, {"-2^2", "-4"}, {"(-2)^2", "4"}, {"2^3^2", "512"}, {"2**10", "1024"},
		{"1/4", "0.25"}, {"1/3", "≈ 0.333333333333"}, {"2/3", "≈ 0.666666666667"}, {"0.1+0.2", "0.3"},
		{"10 % 3", "1"}, {"-7 % 3", "2"}, {"7.5 % 2", "1.5"}, {"10 mod 4", "2"}, {"12% of 80", "9.6"}, {"50%", "0.5"},
		{"200 + 10%", "220"}, {"200 - 10%", "180"}, {"10% + 5", "5.1"}, {"10% - 3", "-2.9"}, {"5 percent of 40", "2"},
		{"200 * 10%", "20"}, {"100 + (10%)", "110"},
		{"1,234,567.89 + 1", "1234568.89"}, {"1_000*3", "3000"}, {"1.5e3", "1500"}, {"2e-3", "0.002"}, {".5*2", "1"},
		{"5.", "5"},
		{"sqrt(16)", "4"}, {"sqrt(2)", "≈ 1.41421356237"}, {"sqrt(1/4)", "0.5"},
		{"2^0.5", "≈ 1.41421356237"},
		{"4^-0.5", "0.5"}, {"4^1.5", "8"}, {"2^-2", "0.25"}, {"min(3,1,2)", "1"}, {"max(1,234)", "234"}, {"abs(-3/2)", "1.5"},
		{"round(2.5)", "3"}, {"round(-2.5)", "-3"}, {"round(2/3, 2)", "0.67"}, {"round(1234,-2)", "1200"},
		{"round(sqrt(2), 3)", "1.414"}, {"floor(-1.5)", "-2"}, {"ceil(1.2)", "2"}, {"ceil(-1.2)", "-1"},
		{"3 x 4", "12"}, {"6÷4×2−1", "2"},
		{"pi", "≈ 3.14159265359"}, {"2*e", "≈ 5.43656365692"}, {"--3", "3"}, {"+3", "3"}, {"2+2=", "4"}, {"2+2 ?", "4"},
		{"10^15/3", "≈ 333333333333000"}, {"-10^13/3", "≈ -3333333333330"}, {"10^12/3", "≈ 333333333333"},
		{"10^40/3", "≈ 3.33333333333e39"}, {"1/3/10^9", "≈ 3.33333333333e-10"},
		{"0^0", "1"}, {"1^99999999999999999999", "1"}, {"(-1)^99999999999999999999", "-1"}, {"0^5", "0"}, {"(-1)^0", "1"},
		{"2^100", "1267650600228229401496703205376"}, {"200/3*3", "200"}, {"1-1/3-2/3", "0"},
		{"1/1024", "0.0009765625"}, {"100000*100000*100000*100000*100000", "10000000000000000000000000"},
	} {
		got, err := evaluate(c.in)
		if err != nil || got != c.want {
			t.Errorf("Calculate(%q) = %q, %v; want %q", c.in, got, err, c.want)
		}
	}
}

func TestCalculateErrors(t *testing.T) {
	for _, c := range []struct {
		in, reason string
		offset     int
	}{
		{"", "nothing to calculate", 0}, {"  ", "nothing to calculate", 0}, {"2+", "expected a number, found end", 2},
		{"2 3", `unexpected "3"`, 2}, {"(1+2", "expected ) for the ( in column 1, found end", 4}, {"1)", `unexpected ")"`, 1},
		{"1/0", "division by zero", 1}, {"5 % (1-1)", "division by zero", 2}, {"0^-1", "division by zero", 1},
		{"foo(2)", `unknown name "foo"`, 0}, {"2*bar", `unknown name "bar"`, 2},
		{"sqrt(-1)", "the square root of a negative number", 0},
		{"2^10^10", "the result has more than 10,000 digits", 1},
		{"2^(1/3)", "the exponent must be a whole number or a half", 1},
		{"9e99999999", "the number has more than 10,000 digits", 0},
		{"1,23", "a comma parts groups of three digits; write the decimal point as .", 1},
		{"1234,567", "a comma parts groups of three digits; write the decimal point as .", 4},
		{"1.2.3", "a second decimal point", 3}, {"sqrt 4", `expected ( after sqrt, found "4"`, 5},
		{"abs(1,2)", "abs takes at most 1 arguments, not 2", 0},
		{"round(1,2,3)", "round takes at most 2 arguments, not 3", 0},
		{"round(1,1/2)", "round takes a whole number of digits up to 1,000", 0}, {"min()", `expected a number, found ")"`, 4},
		{strings.Repeat("(", 200) + "1", "nested more than 100 deep", 100},
		{"2^" + strings.Repeat("-", 300) + "1", "nested more than 100 deep", 101},
		{strings.Repeat("1", 5000), "the expression is longer than 4,096 bytes", 4096}, {"2 $ 3", `unexpected "$"`, 2},
		{"2*\xff", "expected a number, found \"\ufffd\"", 2},
	} {
		got, err := evaluate(c.in)
		var ce *calcError
		if !errors.As(err, &ce) || ce.reason != c.reason || ce.offset != c.offset {
			t.Errorf("Calculate(%.40q) = %q, %v; want offset %d: %s", c.in, got, err, c.offset, c.reason)
		}
	}
}

// Whatever is asked, the answer comes, and it is not endless.
func TestCalculateIsBounded(t *testing.T) {
	for _, in := range []string{
		"9^9^9^9", strings.Repeat("9^9999*", 500) + "1", strings.Repeat("9^9999+1/7^9999+", 250) + "1",
		"1/3" + strings.Repeat("+1/7^9001", 300), strings.Repeat("sqrt(", 90) + "2" + strings.Repeat(")", 90),
		strings.Repeat("9", 4096), "10^9999", "1/2^9999", "sqrt(7^11800)", strings.Repeat("sqrt(1/7^9000)+", 270) + "1",
	} {
		got, err := evaluate(in)
		if err == nil && len(got) > 2*mostDigits+10 {
			t.Errorf("Calculate(%.30q) gives %d bytes", in, len(got))
		}
	}
}

// The calculator agrees with math/big on random expressions with all brackets written.
func TestCalculateAgreesWithBig(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		expr, want := drawExpression(t, 4)
		got, err := evaluate(expr)
		if want == nil {
			if err == nil {
				t.Fatalf("Calculate(%q) = %s, want division by zero", expr, got)
			}
			return
		}
		if err != nil {
			t.Fatalf("Calculate(%q): %v", expr, err)
		}
		rounded := strings.HasPrefix(got, "≈ ")
		value, ok := new(big.Rat).SetString(strings.TrimPrefix(got, "≈ "))
		if !ok {
			t.Fatalf("Calculate(%q) = %q is no number", expr, got)
		}
		if _, exact := want.FloatPrec(); exact == rounded {
			t.Fatalf("Calculate(%q) = %s: marked wrongly", expr, got)
		}
		diff := new(big.Rat).Sub(value, want)
		limit := new(big.Rat).Mul(new(big.Rat).Abs(want), big.NewRat(1, 100_000_000_000))
		if !rounded && diff.Sign() != 0 || diff.Abs(diff).Cmp(limit) > 0 {
			t.Fatalf("Calculate(%q) = %s, want %s", expr, got, want.RatString())
		}
	})
}

// drawExpression returns an expression and its value, nil if it divides by zero.
func drawExpression(t *rapid.T, depth int) (string, *big.Rat) {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0 {
		n := rapid.Int64Range(-999, 999).Draw(t, "n")
		r := big.NewRat(n, 100)
		return r.FloatString(2), r
	}
	a, x := drawExpression(t, depth-1)
	b, y := drawExpression(t, depth-1)
	op := rapid.SampledFrom([]string{"+", "-", "*", "/"}).Draw(t, "op")
	expr := "(" + a + ")" + op + "(" + b + ")"
	if x == nil || y == nil {
		return expr, nil
	}
	r := new(big.Rat)
	switch op {
	case "+":
		r.Add(x, y)
	case "-":
		r.Sub(x, y)
	case "*":
		r.Mul(x, y)
	default:
		if y.Sign() == 0 {
			return expr, nil
		}
		r.Quo(x, y)
	}
	return expr, r
}
