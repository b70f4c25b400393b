package lisp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestQuick calls each function that has a quick way in that way and in the other: by variables, by constants, in
// boxes, and within another call, as the operand of one.
func TestQuick(t *testing.T) {
	t.Parallel()
	values := []string{"0", "1", "-1", "7", "-7", "1023", "1024", "2147483648", "4611686018427387904",
		"9223372036854775807", "-9223372036854775808", "9223372036854775808", "1/2", "2.5", "nil", "t", ":k", "'(1 . 2)",
		"(list 1 2)", `"text"`}
	var one, two []string
	for text, q := range standard().quick {
		if q.args == 1 {
			one = append(one, text)
		} else {
			two = append(two, text)
		}
	}
	if len(one) != 15 || len(two) != 14 {
		t.Fatalf("%d functions of one argument, %d of two", len(one), len(two))
	}
	for _, a := range values {
		for _, name := range one {
			sameBothWays(t, fmt.Sprintf("(let ((a %s)) (%s a))", a, name),
				fmt.Sprintf("(funcall #'%s %s)", name, a))
		}
		for _, b := range values {
			for _, name := range two {
				want := fmt.Sprintf("(funcall #'%s %s %s)", name, a, b)
				sameBothWays(t, fmt.Sprintf("(let ((a %s) (b %s)) (%s a b))", a, b, name), want)
				sameBothWays(t, fmt.Sprintf("(%s %s %s)", name, a, b), want)
				boxed := "(let ((a 0) (b 0)) (funcall (lambda () (setq a %s b %s))) (%s a b))"
				sameBothWays(t, fmt.Sprintf(boxed, a, b, name), want)
				sameBothWays(t, fmt.Sprintf("(let ((a %s)) (list (%s (car (list a)) %s)))", a, name, b), "(list "+want+")")
			}
		}
	}
	sameBothWays(t, "(let ((a 5)) (list (+ a (setq a 7)) a))", "(list 12 7)")
	sameBothWays(t, "(flet ((+ (a b) (list a b))) (+ 1 2))", "(car (no-such))")
}

// sameBothWays wants one outcome of two forms: the same value, or an error of the same kind.
func sameBothWays(t *testing.T, code, other string) {
	t.Helper()
	v, err := (Evaluator{}).Eval(context.Background(), code)
	w, want := (Evaluator{}).Eval(context.Background(), other)
	if v != w || (err == nil) != (want == nil) || errors.Is(err, ErrLimit) || what(err) != what(want) &&
		!strings.Contains(other, "no-such") {
		t.Errorf("%s gives %s, %v; want %s, %v", code, v, err, w, want)
	}
}

// what an error says, without the form that it stands in.
func what(err error) string {
	if err == nil {
		return ""
	}
	text, _, _ := strings.Cut(err.Error(), ", in (")
	_, text, _ = strings.Cut(text, "evaluated: ")
	return text
}
