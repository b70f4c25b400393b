package lisp

import (
	"os"
	"strings"
	"testing"
)

// TestEscapes tries to reach files, the clock, the environment, other skills and the language itself.
func TestEscapes(t *testing.T) {
	data, err := os.ReadFile("../../testdata/lisp/escapes.lisp")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	load := func(text string) error {
		tried++
		_, err := Load(t.Context(), []Source{{Name: "escape", Text: text}}, Options{Package: "PP.SKILLS.ESCAPE"})
		return err
	}
	indirect := strings.Split("(funcall |(apply |(mapcar |(reduce |(sort |(find-if |(some |(handler-bind |(ppcre:|"+
		"(maphash |(multiple-value-call |(intern |(read-from-string |(let ((*read-eval*|(defun |(format |(progn |(def|"+
		"(in-package|(setf (car|(slot-value 5|(print 1)|(princ |(prin1 |(terpri)|(coerce |(write-", "|")
	for line := range strings.Lines(string(data)) {
		text := strings.TrimSpace(line)
		if text == "" || text[0] == ';' {
			continue
		}
		if err := load("(defparameter *stolen* (progn " + text + "))"); err == nil {
			t.Errorf("%s is loaded", text)
		}
		direct := true
		for _, prefix := range indirect {
			direct = direct && !strings.HasPrefix(text, prefix)
		}
		if !direct {
			continue
		}
		if err := load("(defun gate (action context) (declare (ignore action context)) " + text + ")"); err == nil {
			t.Errorf("%s is loaded within a function", text)
		}
	}
	if tried < 400 {
		t.Errorf("only %d attempts", tried)
	}
}
