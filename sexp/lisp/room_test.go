package lisp

import (
	"path/filepath"
	"strings"
	"testing"

	"pp/sexp"
)

// another is a function that takes all the memory again that one before it took and nothing keeps.
var another = "(defun pp-another (x)" +
	strings.Repeat("\n (let ((y (car x))) (if y (list x y 'a) (cdr x)))", 200) + ")\n"

// TestNothingOfAFunctionIsLost has the last of the written forms be a function's, and another function read before
// it is called: a part of a form that code keeps and that was taken back is another's then.
func TestNothingOfAFunctionIsLost(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/lisp/forms/*.lisp")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for _, path := range files {
		_, all := readEntries(t, path)
		for _, e := range all {
			at := lastForm(e.text)
			if at < 0 || strings.Contains(e.text, "gensym") {
				continue
			}
			within := "(defun pp-within ()\n" + e.text[at:] + ")\n"
			want, _ := answerOf(t, e.text[:at]+within+"(pp-within)")
			if got, err := answerOf(t, e.text[:at]+within+another+"(pp-within)"); got != want {
				t.Errorf("%s\n  alone %s\n  here %s %v", e.text, want, got, err)
			}
			tried++
		}
	}
	if tried < 3000 {
		t.Errorf("only %d forms", tried)
	}
}

// lastForm is where the last form of a text begins, -1 of one that defines something.
func lastForm(text string) int {
	at := -1
	for r := sexp.NewReader(text, sexp.Limits{}); ; {
		if _, err := r.Next(); err != nil {
			break
		}
		at, _ = r.Span()
	}
	if at < 0 || strings.HasPrefix(strings.ToLower(text[at:]), "(def") {
		return -1
	}
	return at
}

func TestRoom(t *testing.T) {
	var room Room
	load := func(text string) {
		t.Helper()
		if _, err := Load(t.Context(), []Source{{Text: text}}, Options{Room: &room}); err != nil {
			t.Fatal(err)
		}
	}
	load("(defun f (x) (if x (list x (car x)) (let ((y x)) (cdr y))))")
	if n := room.cells.used + room.items.used + room.scopes.used; n != 0 {
		t.Errorf("%d are kept of a function", n)
	}
	for _, text := range []string{
		"(defun f () '(a b))", "(defun f () '#((a)))", "(defun f (&key ((:k x) '(1))) x)",
		"(defun f (x) (the (or null integer) x))", "(defun f (x) (case x (((a)) 1)))",
		"(defun f (x) (typecase x ((member a b) 1)))",
		"(defmacro w (x) (list 'quote x)) (defun f () (w (a b)))", "(defun f (x) (handler-case x (error () 1)))",
		"(defun f (x) (destructuring-bind ((a) b) x (list a b)))", "(progn (defun f () 1))", "(defparameter *x* '(a b))",
	} {
		before := room.cells.used
		if load(text); room.cells.used == before && len(room.cells.piece) > 0 {
			t.Errorf("nothing is kept of %s", text)
		}
	}
}
