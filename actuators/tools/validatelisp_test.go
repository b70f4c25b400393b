package tools

import (
	"testing"

	"pp/sexp"
)

func TestValidateLisp(t *testing.T) {
	for code, want := range map[string]string{
		"(defun f (x) (+ x 1))\n(f 2)": `(:STATUS :SUCCESS)`,
		"":                             `(:STATUS :SUCCESS)`,
		"; a comment\n":                `(:STATUS :SUCCESS)`,
		"(a":                           "",
		"\n (a))": `(:STATUS :ERROR :REASON "a closing parenthesis without an opening one"` +
			` :FAILED (:LINE 2 :COLUMN 5))`,
		"#.(f)": `(:STATUS :ERROR :REASON "#. evaluates while reading, which is never done here"` +
			` :FAILED (:LINE 1 :COLUMN 1))`,
		`"open`: "",
	} {
		res, err := call(t, Options{}, t.TempDir(), "validate-lisp", "CODE", code)
		if want != "" {
			wantText(t, res, err, want)
			continue
		}
		v, rerr := sexp.Read(res.Text, sexp.Limits{})
		if err != nil || rerr != nil {
			t.Errorf("%q: %v, %v", code, err, rerr)
			continue
		}
		p, perr := sexp.AsPlist(v)
		status, _ := p.Keyword("STATUS")
		failed, ok := p.Plist("FAILED")
		line, _ := failed.Integer("LINE")
		if perr != nil || status != "ERROR" || !ok || line != 1 {
			t.Errorf("%q: %s", code, res.Text)
		}
	}
}
