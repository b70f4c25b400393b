package lisp

import (
	"context"
	"strings"
	"testing"
)

// evaluated are the printed values of the last form of a text.
func evaluated(t *testing.T, text string) (string, error) {
	t.Helper()
	all, err := NewSession(Options{}).Eval(context.Background(), Source{Name: "test", Text: text})
	if err != nil {
		return "", err
	}
	return strings.Join(all[len(all)-1], " "), nil
}

// forms are what the compiler knows by itself, and what SBCL gives.
var forms = [...]struct{ code, want string }{
	{`'(a b)`, `(A B)`},
	{`(if nil 1 2)`, `2`},
	{`(let ((x 1)) (funcall (lambda (y) (setq x y)) 5) x)`, `5`},
	{`(defun f (x &optional (y 2 yp) &key z) (values x y yp z)) (f 1)`, `1 2 NIL NIL`},
	{`(defun f (x &optional (y 2 yp) &key z) (values x y yp z)) (f 1 3 :z 4)`, `1 3 T 4`},
	{`(labels ((g (n) (if n (g nil) :done))) (g t))`, `:DONE`},
	{`(block nil (return 5))`, `5`},
	{`(handler-case (error "boom") (error (c) :caught))`, `:CAUGHT`},
}

func TestForms(t *testing.T) {
	for _, f := range forms {
		if got, err := evaluated(t, f.code); err != nil || got != f.want {
			t.Errorf("%s = %s, %v; want %s", f.code, got, err, f.want)
		}
	}
}
