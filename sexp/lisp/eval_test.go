package lisp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"pp/sexp"
)

// values are forms and what they give, in pp and in SBCL alike.
var values = [...]struct{ code, want string }{
	{`(+ 1 2)`, `3`}, {`(+)`, `0`}, {`(*)`, `1`}, {`(- 5)`, `-5`}, {`(/ 2)`, `1/2`}, {`(/ 6 4)`, `3/2`}, {`(/ 6 3)`, `2`},
	{`(+ 1/2 1/3)`, `5/6`}, {`(* 9223372036854775807 2)`, `18446744073709551614`},
	{`(- -9223372036854775808)`, `9223372036854775808`}, {`(+ 1 1.5)`, `2.5`}, {`(+ 1.5 1.5d0)`, `3.0d0`},
	{`(* 0.1 3)`, `0.3`}, {`(* 0.1d0 3)`, `0.30000000000000004d0`}, {`(/ 1 3.0)`, `0.33333334`}, {`(- 0.0)`, `-0.0`},
	{`(/ 1d0 3)`, `0.3333333333333333d0`}, {`(mod -7 3)`, `2`}, {`(rem -7 3)`, `-1`}, {`(mod 7 -3)`, `-2`},
	{`(mod 5.5 2)`, `1.5`}, {`(mod -1/2 1/3)`, `1/6`}, {`(abs -7/2)`, `7/2`}, {`(abs -2.5d0)`, `2.5d0`},
	{`(min 3 1 2)`, `1`}, {`(max 1 5/2 2)`, `5/2`}, {`(expt 2 100)`, `1267650600228229401496703205376`},
	{`(expt 2 -2)`, `1/4`}, {`(expt 2/3 3)`, `8/27`}, {`(expt -1 1000001)`, `-1`},
	{`(expt 0 0)`, `1`}, {`(floor -7 2)`, `-4`}, {`(floor 2.7)`, `2`}, {`(truncate -7 2)`, `-3`}, {`(round 5 2)`, `2`},
	{`(round 7 2)`, `4`}, {`(round -5/2)`, `-2`}, {`(round -7/2)`, `-4`}, {`(round 2.6)`, `3`}, {`(floor -1/2)`, `-1`},
	{`(= 1 1.0)`, `T`}, {`(= 1/10 0.1)`, `NIL`}, {`(< 1 2 3)`, `T`}, {`(< 1 3 2)`, `NIL`}, {`(/= 1 2 1)`, `NIL`},
	{`(/= 1 2 3)`, `T`}, {`(>= 3 3 2)`, `T`}, {`(<= 1)`, `T`}, {`(> 1/2 0.25)`, `T`}, {`(eq 'a 'a)`, `T`},
	{`(eql 1 1.0)`, `NIL`}, {`(eql 1.0 1.0)`, `T`}, {`(eql 1 'a)`, `NIL`},
	{`(equal '(1 (2 "x")) (list 1 (list 2 "x")))`, `T`}, {`(equal "a" "A")`, `NIL`}, {`(equal '(1 . 2) '(1 2))`, `NIL`},
	{`(equal '(1 . 2) (cons 1 2))`, `T`}, {`(and)`, `T`}, {`(and 1 2)`, `2`}, {`(and 1 nil 2)`, `NIL`}, {`(or)`, `NIL`},
	{`(or nil 3)`, `3`}, {`(not nil)`, `T`}, {`(if nil 1)`, `NIL`}, {`(if 0 1 2)`, `1`},
	{`(cond (nil 1) ((= 1 1) 2 3) (t 4))`, `3`}, {`(cond (7))`, `7`}, {`(cond)`, `NIL`}, {`(when t 1 2)`, `2`},
	{`(unless t 1 2)`, `NIL`}, {`(progn)`, `NIL`}, {`(let ((x 1) y) (list x y))`, `(1 NIL)`},
	{`(let ((x 1)) (let ((x 2) (y x)) (list x y)))`, `(2 1)`}, {`(let* ((x 1) (y (+ x 1))) (* x y))`, `2`},
	{`(funcall (lambda (x y) (- x y)) 5 3)`, `2`}, {`((lambda (x) (* x x)) 7)`, `49`},
	{`(mapcar #'+ '(1 2 3) '(10 20))`, `(11 22)`}, {`(mapcar (lambda (x) (* x x)) '(1 2 3))`, `(1 4 9)`},
	{`(mapcar 'car '((a) (b)))`, `(A B)`}, {`(reduce #'+ '(1 2 3 4))`, `10`},
	{`(reduce #'- '(1 2 3) :initial-value 10)`, `4`}, {`(reduce #'+ '())`, `0`},
	{`(reduce #'cons '(1 2 3))`, `((1 . 2) . 3)`}, {`(apply #'max 1 '(5 2))`, `5`}, {`(apply #'+ nil)`, `0`},
	{`(let ((add (lambda (n) (lambda (x) (+ x n))))) (funcall (funcall add 3) 4))`, `7`},
	{`(let ((f (lambda (self n) (if (zerop n) 1 (* n (funcall self self (- n 1))))))) (funcall f f 20))`,
		`2432902008176640000`},
	{`(list)`, `NIL`}, {`(cons 1 2)`, `(1 . 2)`}, {`(cons 1 '(2 . 3))`, `(1 2 . 3)`}, {`(car nil)`, `NIL`},
	{`(cdr '(1 . 2))`, `2`}, {`(cdr '(1 2 3))`, `(2 3)`}, {`(cdr '(1 2 . 3))`, `(2 . 3)`}, {`(first '(1 2))`, `1`},
	{`(third '(1 2))`, `NIL`}, {`(second '(1 2))`, `2`}, {`(nth 2 '(a b c))`, `C`}, {`(nth 99 '(a))`, `NIL`},
	{`(length "häß")`, `3`}, {`(length '(1 2))`, `2`}, {`(append '(1) nil '(2 3) 4)`, `(1 2 3 . 4)`},
	{`(append)`, `NIL`},
	{`(append '(1) '(2))`, `(1 2)`}, {`(append nil 5)`, `5`}, {`(reverse '(1 2 3))`, `(3 2 1)`},
	{`(reverse "abc")`, `"cba"`}, {`(last '(1 2 3))`, `(3)`}, {`(last '(1 2 . 3))`, `(2 . 3)`}, {`(last nil)`, `NIL`},
	{`(member 2 '(1 2 3))`, `(2 3)`}, {`(member "b" '("a" "b") :test #'equal)`, `("b")`}, {`(member 'x '(a))`, `NIL`},
	{`(assoc 'b '((a . 1) nil (b . 2)))`, `(B . 2)`}, {`(getf '(:a 1 :b 2) :b)`, `2`}, {`(getf '(:a 1) :c 9)`, `9`},
	{`(string= "a" "a")`, `T`}, {`(string= 'abc "ABC")`, `T`}, {`(string-upcase "äbc1")`, `"ÄBC1"`},
	{`(string-downcase 'foo)`, `"foo"`}, {`(concatenate 'string "a" "" "b")`, `"ab"`},
	{`(concatenate 'list '(1) '(2))`, `(1 2)`}, {`(subseq "hällo" 1 3)`, `"äl"`}, {`(subseq '(1 2 3) 1)`, `(2 3)`},
	{`(subseq "abc" 3)`, `""`}, {`(search "lo" "hällo")`, `3`}, {`(search "x" "abc")`, `NIL`},
	{`(search '(2 3) '(1 2 3))`, `1`}, {`(search "" "a")`, `0`}, {`(numberp 1/2)`, `T`}, {`(numberp "1")`, `NIL`},
	{`(stringp "")`, `T`}, {`(symbolp nil)`, `T`}, {`(symbolp #'car)`, `NIL`}, {`(listp nil)`, `T`},
	{`(listp '(1 . 2))`, `T`}, {`(null '())`, `T`}, {`(evenp -2)`, `T`}, {`(oddp -3)`, `T`}, {`(zerop 0.0)`, `T`},
	{`(zerop -0.0d0)`, `T`}, {`:key`, `:KEY`}, {`"text"`, `"text"`}, {`'(a "b" #\c)`, `(A "b" #\c)`},
	{`(labels ((g (n) (if n (g nil) :done))) (g t))`, `:DONE`}, {`(block nil (return 5))`, `5`},
	{`(let ((x 1)) (funcall (lambda (y) (setq x y)) 5) x)`, `5`},
	{`(handler-case (error "boom") (error (c) c :caught))`, `:CAUGHT`},
	{`(flet ((f (x &optional (y 2 yp) &key z) (list x y yp z))) (list (f 1) (f 1 3 :z 4)))`, `((1 2 NIL NIL) (1 3 T 4))`},
}

func TestEval(t *testing.T) {
	for _, c := range values {
		got, err := (Evaluator{}).Eval(context.Background(), c.code)
		if err != nil || got != c.want {
			t.Errorf("%s = %s, %v; want %s", c.code, got, err, c.want)
		}
	}
}

func TestEvalTeaches(t *testing.T) {
	for code, want := range map[string]string{
		`(car 1)`: "1 is not a LIST, in (CAR 1)", `(foo 1)`: "no function FOO here", `x`: "variable X has no value",
		`(/ 1 0)`: "division by zero", `(+ 1 "a")`: `"a" is not a NUMBER`, `(if)`: "IF takes",
		`(car '(1) 2)`: "CAR is called with 2 arguments, and takes 1", `(1 2)`: "1 cannot be called",
		`(let ((t 1)) t)`: "T cannot be a variable", "`(a ,@1 b)": "1 is not a LIST",
		`(subseq "abc" 4)`: "is not within", `(expt 4 1/2)`: "1/2 is not an INTEGER", `(* 1e38 1e38)`: "out of the range",
		`((lambda (x x) x) 1 2)`:   "stands twice",
		`(funcall (lambda (x) x))`: "a LAMBDA was called with 0 arguments, and takes 1",
		`(evenp 1.0)`:              "not of the type INTEGER",
		`(mapcar #'car '(1 . 2))`:  "1 is not a LIST, in (CAR …), in (MAPCAR", `(quote . 2)`: "QUOTE takes 1",
		`(open "f")`: "no function OPEN", `(setf x 1)`: "no variable X: bind it with LET",
		`(sb-ext:run-program "x" nil)`: "no function SB-EXT", `(eval '(+ 1 2))`: "no function EVAL",
		`(funcall 'if 1 2)`: "no function IF", `(getf '(:a) :a)`: "not a property list",
		`(nth -1 '(1))`:       "not an UNSIGNED-BYTE",
		`(setf (car '(1)) 2)`: "copy it first", `(error "no ~a" 5)`: "no 5", `(return 1)`: "no block NIL around",
		`(go a)`: "no function GO here", `(let ((x 1 2)) x)`: "not a binding",
		`(defun car (x) x)`: "CAR belongs to the language", `(labels ((f (n) (f n))) (g 1))`: "no function G here",
		`(with-open-file (s "f") s)`: "no function WITH-OPEN-FILE here", `(defclass c () (a))`: "no function DEFCLASS here",
		`(print 5)`:        "nothing to write to here but the stream of WITH-OUTPUT-TO-STRING",
		`(error 'no-such)`: "NO-SUCH is not a type of conditions", `(typep 1 'foo)`: "there is no type FOO",
	} {
		v, err := (Evaluator{}).Eval(context.Background(), code)
		if !errors.Is(err, ErrForm) || !strings.Contains(err.Error(), want) || len(err.Error()) > 300 {
			t.Errorf("%s: %v, %v; want %q", code, v, err, want)
		}
	}
	for _, code := range []string{"", "(", "1 2", "#.(f)"} {
		var at *sexp.Error
		if _, err := (Evaluator{}).Eval(context.Background(), code); !errors.As(err, &at) {
			t.Errorf("%q: %v", code, err)
		}
	}
}

// What would go on for ever, or grow without end, stops soon.
func TestLimits(t *testing.T) {
	doubling := `(let* ((a '(1 2 3 4))` + strings.Repeat(` (a (list a a a a))`, 40)
	for name, code := range map[string]string{
		"for ever": `(let ((f (lambda (s) (funcall s s)))) (funcall f f))`,
		"wide": `(let ((f (lambda (s n) ` +
			`(if (< n 1) 0 (+ (funcall s s (- n 1)) (funcall s s (- n 1))))))) (funcall f f 60))`,
		"shared, printed": doubling + `) a)`,
		"shared, equal":   doubling + `) (equal a (copy-tree a)))`,
		"strings": `(let* ((a "aaaaaaaaaaaaaaaa")` + strings.Repeat(` (a (concatenate 'string a a a a))`, 40) +
			`) (length a))`,
		"lists":   `(let* ((a '(1 2 3 4))` + strings.Repeat(` (a (append a a a a))`, 40) + `) (length a))`,
		"bits":    `(expt 10 1000000)`,
		"clauses": "(case 1 " + strings.Repeat("((a b) 1)", 40_000) + ")",
		"nested":  strings.Repeat("(list ", 600) + strings.Repeat(")", 600),
	} {
		begin := time.Now()
		v, err := (Evaluator{}).Eval(context.Background(), code)
		if !errors.Is(err, ErrLimit) && !errors.Is(err, sexp.ErrLimit) {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if d := time.Since(begin); d > 5*time.Second {
			t.Errorf("%s took %v", name, d)
		}
	}
	// A message about a value that is large when printed is short, and soon there.
	if _, err := (Evaluator{}).Eval(context.Background(), doubling+`) (+ 1 a))`); !errors.Is(err, ErrForm) ||
		!strings.Contains(err.Error(), "a long value") {
		t.Errorf("got %v", err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
	code := `(let ((f (lambda (s n) ` +
		`(if (< n 1) 0 (+ (funcall s s (- n 1)) (funcall s s (- n 1))))))) (funcall f f 60))`
	if _, err := (Evaluator{Limits{Steps: 1 << 40, Bytes: 1 << 40}}).Eval(ctx, code); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
	if _, err := (Evaluator{}).Eval(ctx, "1"); !errors.Is(err, why) {
		t.Errorf("got %v", err)
	}
}

// Eval ends, never panics, and gives the same each time; what it gives can be read.
func FuzzEval(f *testing.F) {
	for _, c := range values {
		f.Add(c.code)
	}
	f.Add(`(let* ((a (list 1 1)) (a (list a a))) (cons a a))`)
	f.Add(`(expt 1/3 -70000)`)
	f.Add(`(|pp closure|::|0|)`)
	f.Fuzz(func(t *testing.T, code string) {
		lim := Limits{Steps: 5_000, Depth: 100, Bytes: 1 << 16}
		v, err := (Evaluator{lim}).Eval(context.Background(), code)
		w, again := (Evaluator{lim}).Eval(context.Background(), code)
		if (err == nil) != (again == nil) || v != w {
			t.Fatalf("%q: %v, %v, then %v, %v", code, v, err, w, again)
		}
		if err != nil {
			if len(err.Error()) > 600 {
				t.Fatalf("%q: an error of %d bytes", code, len(err.Error()))
			}
			return
		}
		text := v
		if strings.Contains(v, "#<") || strings.Contains(v, "#S(") {
			return // what prints so is not to be read
		}
		if _, err := sexp.Read(text, sexp.Limits{Bytes: 1 << 24, Depth: 10_000, Atoms: 1 << 20}); err != nil {
			t.Fatalf("%q gives %q, which cannot be read: %v", code, text, err)
		}
	})
}
