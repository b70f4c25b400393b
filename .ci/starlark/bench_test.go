// Package starlark_test measures pp's Lisp beside go.starlark.net, which does the same in the same process. It is a
// module of its own, so that pp does not depend on what it is compared with:
//
//	cd .ci/starlark && go test -bench . -benchmem
package starlark_test

import (
	"context"
	"fmt"
	"testing"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

	"pp/sexp"
	"pp/sexp/lisp"
)

// pairs are functions RUN of one number, in both languages, with the number.
var pairs = []struct {
	name, lisp, starlark string
	n                    int
}{
	{"fib", `(defun run (n) (if (< n 2) n (+ (run (- n 1)) (run (- n 2)))))`,
		"def run(n):\n  return n if n < 2 else run(n - 1) + run(n - 2)\n", 15},
	{"sum", `(defun run (n) (let ((s 0)) (dotimes (i n) (setf s (+ s (* i i)))) s))`,
		"def run(n):\n  s = 0\n  for i in range(n):\n    s = s + i * i\n  return s\n", 1000},
	{"loop", `(defun run (n) (loop for i from 0 below n when (evenp i) sum i))`,
		"def run(n):\n  s = 0\n  for i in range(n):\n    if i % 2 == 0:\n      s += i\n  return s\n", 1000},
	{"collect", `(defun run (n) (length (loop for i from 0 below n collect (* 2 i))))`,
		"def run(n):\n  return len([2 * i for i in range(n)])\n", 1000},
	{"filter", `(defun run (n) (length (remove-if-not (lambda (x) (> (mod x 3) 0)) (loop for i below n collect i))))`,
		"def run(n):\n  return len([x for x in range(n) if x % 3 > 0])\n", 1000},
	{"sort", `(defun run (n) (first (sort (loop for i below n collect (mod (* i 7919) 1009)) #'<)))`,
		"def run(n):\n  return sorted([(i * 7919) % 1009 for i in range(n)])[0]\n", 1000},
	{
		"table",
		`(defun run (n) (let ((h (make-hash-table))) (dotimes (i n) (incf (gethash (mod i 17) h 0))) (gethash 3 h)))`,
		"def run(n):\n  h = {}\n  for i in range(n):\n    h[i % 17] = h.get(i % 17, 0) + 1\n  return h[3]\n",
		1000,
	},
	{"closures", `(defun run (n) (let ((f (lambda (x) (+ x 1))) (s 0)) (dotimes (i n) (setf s (funcall f s))) s))`,
		"def run(n):\n  f = lambda x: x + 1\n  s = 0\n  for i in range(n):\n    s = f(s)\n  return s\n", 1000},
	{
		"strings",
		`(defun run (n) (let ((c 0)) (dotimes (i n) (when (search "force" "git push --force origin") (incf c))) c))`,
		"def run(n):\n  c = 0\n  for i in range(n):\n    if \"force\" in \"git push --force " +
			"origin\":\n      c += 1\n  return c\n",
		1000,
	},
	{"format", `(defun run (n) (let ((c 0)) (dotimes (i n) (incf c (length (format nil "~a: ~d" "x" i)))) c))`,
		"def run(n):\n  c = 0\n  for i in range(n):\n    c += len(\"%s: %d\" % (\"x\", i))\n  return c\n", 1000},
}

func Benchmark(b *testing.B) {
	for _, pair := range pairs {
		p, f := loadLisp(b, pair.lisp)
		run, thread := loadStarlark(b, pair.starlark)
		limits := lisp.Limits{Steps: 1 << 30, Bytes: 1 << 30}
		callLisp := func() string {
			v, err := p.Call(context.Background(), limits, f, sexp.Int(pair.n))
			if err != nil {
				b.Fatal(err)
			}
			return fmt.Sprint(v)
		}
		callStarlark := func() string {
			v, err := starlark.Call(thread, run, starlark.Tuple{starlark.MakeInt(pair.n)}, nil)
			if err != nil {
				b.Fatal(err)
			}
			return v.String()
		}
		if x, y := callLisp(), callStarlark(); x != y {
			b.Fatalf("%s gives %s and %s", pair.name, x, y)
		}
		b.Run(pair.name+"/lisp", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				callLisp()
			}
		})
		b.Run(pair.name+"/starlark", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				callStarlark()
			}
		})
	}
}

func loadLisp(b *testing.B, text string) (*lisp.Program, *lisp.Function) {
	b.Helper()
	p, err := lisp.Load(context.Background(), []lisp.Source{{Name: "bench.lisp", Text: text}}, lisp.Options{})
	if err != nil {
		b.Fatal(err)
	}
	f, _ := p.Function("RUN")
	return p, f
}

func loadStarlark(b *testing.B, text string) (starlark.Value, *starlark.Thread) {
	b.Helper()
	thread := &starlark.Thread{Name: "bench"}
	globals, err := starlark.ExecFileOptions(&syntax.FileOptions{Recursion: true}, thread, "bench.star", text, nil)
	if err != nil {
		b.Fatal(err)
	}
	return globals["run"], thread
}
