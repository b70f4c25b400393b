package lisp

import (
	"context"
	"testing"

	"pp/sexp"
)

func loaded(tb testing.TB, text string) *Program {
	tb.Helper()
	p, err := Load(context.Background(), []Source{{Name: "test.lisp", Text: text}}, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func BenchmarkFib15(b *testing.B) {
	p := loaded(b, `(defun fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))`)
	f, _ := p.Function("FIB")
	b.ReportAllocs()
	for b.Loop() {
		if v, err := p.Call(context.Background(), Limits{}, f, sexp.Int(15)); err != nil || v != Value(sexp.Int(610)) {
			b.Fatal(v, err)
		}
	}
}

// gateSource is a gate as a person writes one.
const gateSource = `(defun gate (action ctx)
  (let* ((args (getf action :args))
         (command (getf args :command))
         (dir (getf ctx :dir)))
    (cond ((not (stringp command)) action)
          ((and (search "push" command) (search "--force" command))
           (list :type :log :payload (list :text "no force push")))
          ((string= dir "/") nil)
          (t action))))`

func BenchmarkGate(b *testing.B) {
	p := loaded(b, gateSource)
	f, _ := p.Function("GATE")
	action, err := sexp.Read(
		`(:type :request :args (:command "git push origin main") :explanation "pushes the work")`,
		sexp.Limits{},
	)
	if err != nil {
		b.Fatal(err)
	}
	a := Import(action)
	ctx := Import(sexp.NewList(sexp.Keyword("DIR"), sexp.String("/home/x")))
	b.ReportAllocs()
	for b.Loop() {
		if v, err := p.Call(context.Background(), Limits{}, f, a, ctx); err != nil || v != a {
			b.Fatal(v, err)
		}
	}
}
