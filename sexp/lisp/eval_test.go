package lisp

import (
	"context"
	_ "embed"
	"errors"
	"strings"
	"testing"
	"time"

	"pp/sexp"
)

//go:embed testdata/values.txt
var valuesText string

// values returns forms and what they give, in pp and in SBCL alike.
func values() (out [][2]string) {
	for line := range strings.Lines(valuesText) {
		code, want, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		out = append(out, [2]string{code, want})
	}
	return out
}

func TestEval(t *testing.T) {
	for _, c := range values() {
		got, err := (Evaluator{}).Eval(context.Background(), c[0])
		if err != nil || got != c[1] {
			t.Errorf("%s = %s, %v; want %s", c[0], got, err, c[1])
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
	for _, c := range values() {
		f.Add(c[0])
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
