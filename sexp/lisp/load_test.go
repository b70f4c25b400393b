package lisp

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"pp/sexp"
)

// loading gives the error of a text that must not load.
func loading(text string) error {
	_, err := Load(context.Background(), []Source{{Name: "f.lisp", Text: text, Line: 10}}, Options{})
	return err
}

func loaded(tb testing.TB, text string) *Program {
	tb.Helper()
	p, err := Load(context.Background(), []Source{{Name: "test.lisp", Text: text}}, Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return p
}

func TestLoadSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		"(defun f ()\n  (list 1\n        (opeen 2)))": "f.lisp:12:9: the form cannot be evaluated: there is no " +
			"function OPEEN here",
		"(defun f (x) (+ x y))": "f.lisp:10:14: the form cannot be evaluated: there is no " +
			"variable Y here, in (+ X Y)",
		"1\n(defun f (x)": "f.lisp:11:1: a list that is not closed, in (defun f (x)",
		"(defparameter *x*\n (car 1))": "f.lisp:11:2: the form cannot be evaluated: 1 is not a " +
			"LIST, in (CAR 1)",
		"(defun f () (if))": "f.lisp:10:13: the form cannot be evaluated: IF takes",
		"(defmacro m (x) `(car ,x 1 2))\n(defun f ()\n (m 5))": "f.lisp:12:2: the form cannot be " +
			"evaluated: CAR is called with 3",
		"(defmacro m () (error \"no\"))\n (m)":          "f.lisp:10:16: the form cannot be evaluated: no",
		"(defun f () (g 1))\n(defmacro g (x) x)":        "the macro G is defined only after it is used",
		"(defun car (x) x)":                             "CAR belongs to the language",
		"(defun open (x) x)":                            "OPEN belongs to the language",
		"(let ((*print-base* 2)) 5)":                    "is a variable of Lisp that is not known here",
		"(loop (error \"x ~a\" 1))":                     "x 1",
		"(defun f () #'g)":                              "there is no function G here",
		"(defun f () (ignore-errors (open \"x\")))":     "there is no function OPEN here",
		"(defun f () (sb-ext:quit))":                    "there is no function SB-EXT::QUIT here",
		"(loop)":                                        "more than 200000 steps",
		"(defmacro m (x) `(progn (m ,x) (m ,x))) (m 1)": "when the macro M was expanded",
		"#.(car 1)":                                     "#. evaluates",
	} {
		err := loading(text)
		var at *Error
		if !errors.As(err, &at) || !strings.Contains(err.Error(), want) || at.File != "f.lisp" || at.Line < 10 {
			t.Errorf("%s:\n%v; want %q", text, err, want)
		}
	}
	if err := loading("(loop " + strings.Repeat("w", 2000) + ")"); len(err.Error()) > 600 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}

// frozenSource has functions that try to change what was there before the call, and some that may.
//
//go:embed testdata/frozen.lisp
var frozenSource string

// TestFrozen shows that a call changes nothing that was there before it.
func TestFrozen(t *testing.T) {
	p := loaded(t, frozenSource)
	arg := Import(sexp.NewList(sexp.Int(1), sexp.Int(2)))
	for _, name := range strings.Fields(`COUNTER GLOBAL HEAD INNER LETTER TABLE WITHIN DROPPED CLEARED
		ELEMENT SORTED REVERSED JOINED WRITTEN LITERAL GROWING ARGUMENT CLOSED`) {
		f, ok := p.Function(name)
		if !ok {
			t.Fatal(name)
		}
		var args []Value
		if name == "ARGUMENT" {
			args = []Value{arg}
		}
		for range 2 {
			if v, err := p.Call(context.Background(), Limits{}, f, args...); err == nil ||
				!strings.Contains(err.Error(), "change") {
				t.Errorf("%s = %v, %v", name, v, err)
			}
		}
	}
	for name, want := range map[string]string{"BOUND": "6", "COPIED": `(9 (2) "text")`,
		"BACKWARDS": `(("text" (2) 1) (1 (2) "text"))`} {
		f, _ := p.Function(name)
		for range 2 {
			v, err := p.Call(context.Background(), Limits{}, f)
			if text, failed := Print(v, Limits{}); err != nil || failed != nil || text != want {
				t.Errorf("%s = %s, %v; want %s", name, text, err, want)
			}
		}
	}
}

// TestConcurrentCalls is for the race detector: calls share a program and what they are given.
func TestConcurrentCalls(t *testing.T) {
	p := loaded(t, `(defparameter *words* (list "a" "b")) (defmacro twice (x) `+"`(+ ,x ,x)"+`)
(defun f (x) (let ((h (make-hash-table))) (dolist (w *words*) (setf (gethash w h) x))
  (handler-case (error "x") (error () (twice (length x))))))`)
	f, _ := p.Function("F")
	arg := Import(sexp.NewList(sexp.Int(1), sexp.String("x")))
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 50 {
				if v, err := p.Call(context.Background(), Limits{}, f, arg); err != nil || v != Value(sexp.Int(4)) {
					t.Errorf("%v, %v", v, err)
				}
			}
		})
	}
	all.Wait()
}

func TestExports(t *testing.T) {
	used, err := Load(context.Background(), []Source{{Name: "u.lisp", Text: `(defun helper (x) (* 2 x))
(defun text-double (x) (funcall 'helper x)) (defmacro text-twice (x) ` + "`(list ,x ,x)" + `) (defparameter *own* 1)
(defun text-own () *own*) (defun text-call (f) (funcall f 1))`}}, Options{Exports: "TEXT-"})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(used.Exports(), " "); got != "TEXT-CALL TEXT-DOUBLE TEXT-OWN TEXT-TWICE" {
		t.Error(got)
	}
	o := Options{Uses: []*Program{used}}
	for text, want := range map[string]string{
		`(text-twice (text-double 4))`:      "(8 8)",
		`(text-call (lambda (x) (+ x 10)))`: "11",
		`(mapcar #'text-double '(1 2))`:     "(2 4)",
		`(let ((*own* 5)) (text-own))`:      "1",
		`(helper 1)`:                        "no function HELPER",
		`*own*`:                             "variable *OWN*",
		`(defun text-double (x) x)`:         "is defined already",
		`(funcall 'helper 1)`:               "no function HELPER",
	} {
		all, err := NewSession(o).Eval(context.Background(), Source{Name: "t", Text: text})
		if got := fmt.Sprint(all, err); !strings.Contains(got, want) {
			t.Errorf("%s: %s; want %s", text, got, want)
		}
	}
}

func TestSignal(t *testing.T) {
	p := loaded(t, `
(defun slow (c) (when (> (llm-error-attempt-count c) 2)
  (invoke-restart 'use-fallback (format nil "~a: ~a" (llm-error-provider c) c))))
(defun skip (c) (declare (ignore c)) (invoke-restart 'skip-signal))
(defun nothing (c) (error-message c))
(defun broken (c) (car (pipeline-error-signal c)) (error "broken"))`)
	function := func(name string) *Function {
		f, ok := p.Function(name)
		if !ok {
			t.Fatal(name)
		}
		return f
	}
	restarts := []string{"SKIP-SIGNAL", "USE-FALLBACK", "ABORT-PIPELINE"}
	of := func(attempts int) ConditionOf {
		return ConditionOf{"LLM-ERROR", "timeout", map[string]Value{"PROVIDER": Import(sexp.Keyword("LOCAL")),
			"ATTEMPT-COUNT": sexp.Int(attempts)}}
	}
	handlers := []HandlerFor{
		{"PIPELINE-ERROR", function("NOTHING")},
		{"LLM-ERROR", function("SLOW")},
		{"ERROR", function("SKIP")},
	}
	r, err := p.Signal(context.Background(), Limits{}, of(3), handlers, restarts)
	if err != nil || r == nil || r.Name != "USE-FALLBACK" || len(r.Args) != 1 ||
		r.Args[0].(*Str).text != "LOCAL: LLM error (LOCAL): timeout" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := p.Signal(context.Background(), Limits{}, of(1), handlers, restarts); err != nil || r == nil ||
		r.Name != "SKIP-SIGNAL" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err := p.Signal(context.Background(), Limits{}, of(1), handlers[:2], restarts); err != nil || r != nil {
		t.Errorf("%+v, %v", r, err)
	}
	broken := []HandlerFor{{"CONDITION", function("BROKEN")}}
	if r, err := p.Signal(context.Background(), Limits{}, of(1), broken, restarts); err == nil || r != nil {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := p.Signal(context.Background(), Limits{}, ConditionOf{Type: "NOPE"}, handlers, restarts); err == nil {
		t.Error("a condition of no type")
	}
}

func TestToplevel(t *testing.T) {
	var got []string
	o := Options{Package: "PP.SKILLS.X", Toplevel: map[string]Toplevel{"DEFSKILL": func(f *Form) error {
		v, err := f.Eval(2)
		if err != nil {
			return err
		}
		text, err := Print(v, Limits{})
		got = append(got, fmt.Sprintf("%s:%d:%d %s %s", f.File, f.Line, f.Column, sexp.Print(f.Item(1)), text))
		return err
	}}}
	text := "(in-package :x)\n(defun f (x) (* x 2))\n  (passepartout::defskill :a (f 2))\n(defmacro skill (n) " +
		"`(defskill ,n (f 5)))\n(skill :b)"
	if _, err := Load(context.Background(), []Source{{Name: "s", Text: text}}, o); err != nil {
		t.Fatal(err)
	}
	if s := strings.Join(got, "; "); s != "s:3:3 :A 4; s:5:1 :B 10" {
		t.Error(s)
	}
	_, err := Load(context.Background(), []Source{{Name: "s", Text: "\n(defskill :a\n  (car 5))"}}, o)
	if err == nil || !strings.HasPrefix(err.Error(), "s:3:3: ") {
		t.Error(err)
	}
}

func TestExportAndEqual(t *testing.T) {
	p := loaded(t, `(defun round-about () (let ((l (list 1 2))) (setf (cdr l) l) l))
(defun shared () (let ((a (list 1))) (dotimes (i 40 a) (setf a (list a a)))))
(defun deep () (let ((a nil)) (dotimes (i 2000 a) (setf a (list a)))))
(defun fn () #'car) (defun table () (list (make-hash-table)))
(defun data () (list 'a :b "c" #\d 1.5 2/3 (vector 1 '(x . y)) nil t))`)
	call := func(name string) Value {
		f, _ := p.Function(name)
		v, err := p.Call(context.Background(), Limits{}, f)
		if err != nil {
			t.Fatal(name, err)
		}
		return v
	}
	for _, name := range []string{"ROUND-ABOUT", "SHARED", "DEEP", "FN", "TABLE"} {
		if v, err := Export(call(name), Limits{}); err == nil {
			t.Errorf("%s = %.100s", name, sexp.Print(v))
		}
	}
	for _, name := range []string{"ROUND-ABOUT", "SHARED", "DEEP"} {
		if same, err := Equal(call(name), call(name), Limits{}); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v, %v", name, same, err)
		}
		if _, err := Print(call(name), Limits{}); !errors.Is(err, ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	v, err := Export(call("DATA"), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if same, err := Equal(Import(v), call("DATA"), Limits{}); !same || err != nil {
		t.Errorf("%s: %v, %v", sexp.Print(v), same, err)
	}
}

func TestSession(t *testing.T) {
	s := NewSession(Options{})
	for _, c := range []struct{ text, want string }{
		{"1", "[[1]] <nil>"}, {"(+ * 1) (list * **)", "[[2] [(2 1)]] <nil>"}, {"***", "[[1]] <nil>"},
		{"(defun f (x) (g x))", "there is no function G"}, {"(defun g (x) (* x 2))", "[[G]]"}, {"(f 3)", "[[6]]"},
		{"(values 1 2) (values)", "[[1 2] []]"}, {"(defparameter *x* (list 1))", "[[*X*]]"},
		{"(setf (car *x*) 5) *x*", "[[5] [(5)]]"}, {"(defun g (x) x) (f 3)", "[[G] [3]]"},
		{"1 (car 2) 3", "[[1]] t:1:3: "}, {"\"a", "a string that is not closed"}, {"", "[] <nil>"},
	} {
		all, err := s.Eval(context.Background(), Source{Name: "t", Text: c.text})
		if got := fmt.Sprint(all, err); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s; want %s", c.text, got, c.want)
		}
	}
}
