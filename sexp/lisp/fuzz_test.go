package lisp

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"pp/sexp"
)

// FuzzProgram loads texts as skills and calls what they define as gates are called: within limits, twice with the same
// outcome, and without a change to what they are given.
func FuzzProgram(f *testing.F) {
	files, err := filepath.Glob("../../testdata/lisp/forms/*.lisp")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		_, all := readEntries(f, path)
		for i := 0; i < len(all); i += 7 {
			f.Add(all[i].text)
			f.Add("(defun gate (action context) (list action context " + all[i].text + "))")
		}
	}
	const text = `(:TYPE :REQUEST :ARGS (:COMMAND "git push --force" :N 5 :LIST (1 2.5 #\a)))`
	action, err := sexp.Read(text, sexp.Limits{})
	if err != nil {
		f.Fatal(err)
	}
	limits := Limits{Steps: 5_000, Depth: 200, Bytes: 1 << 16}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Load(context.Background(), []Source{{Name: "f", Text: text}}, Options{Limits: limits})
		if err != nil {
			var at *Error
			if !errors.As(err, &at) || len(err.Error()) > 1000 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		gate, ok := p.Function("GATE")
		if !ok {
			return
		}
		var outcomes [2]string
		for i := range outcomes {
			given := Import(action)
			v, err := p.Call(context.Background(), limits, gate, given, nil)
			if err != nil {
				outcomes[i] = err.Error()
			} else if outcomes[i], err = Print(v, Limits{}); err != nil {
				outcomes[i] = err.Error()
			}
			if after, err := Export(given, Limits{}); err != nil || !sexp.Equal(after, action) {
				t.Fatalf("%q changed what it was given: %v", text, after)
			}
		}
		if comparableTo(outcomes[0]) != comparableTo(outcomes[1]) {
			t.Fatalf("%q gives %s, then %s", text, outcomes[0], outcomes[1])
		}
	})
}
