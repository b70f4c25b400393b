package gates

import (
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

func TestDefinitions(t *testing.T) {
	const text = "(in-package :x)\n(defun a () 1)\n;; REPL-VERIFIED: 2026-05-03T13:00:00\n(defmacro x::b () 2)\n\n" +
		"(setf c 1)\n(defstruct (d (:copier nil)) e)\n(defvar \"f\")\n(defun)\n(defun g () \"(defun h () 1)\")\n(defun i ("
	if got := Definitions(text); !slices.Equal(got, []string{"A", "B", "D", "G"}) {
		t.Error(got)
	}
	for _, c := range []struct {
		file, arg, text string
		evaluated       []string
		says            string
	}{
		{"a.lisp", "CONTENT", text, nil, ""}, {"a.lisp", "CONTENT", text, []string{}, "conversation: a, d, g."},
		{"a.lisp", "NEW", text, []string{"A", "G"}, "conversation: d."}, {"a.lisp", "NEW", text, []string{"A", "D", "G"}, ""},
		{"a.txt", "NEW", text, []string{}, ""}, {"a.lisp", "OLD", text, []string{}, ""},
		{"a.lisp", "CONTENT", "(defun j () 1)\n(defun j () 2)", []string{}, "conversation: j."},
	} {
		found, err := Dispatcher{}.Check(engine.Case{Action: engine.Action{Target: engine.TargetTool,
			Op: engine.Call{Tool: "x",
				Args: sexp.NewPlist().With(c.arg, sexp.String(c.text))}}, Facts: engine.Facts{Evaluated: c.evaluated},
			Effects: effect.Effects{Writes: []effect.Path{{Name: "/tmp/" + c.file}}}})
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		for _, f := range found {
			if f.Rule == "repl-verified" && strings.Contains(f.Reason, "not evaluated") {
				said += f.Reason
				if f.Decision != engine.Allow {
					t.Errorf("%v: %v", c, f.Decision)
				}
			}
		}
		if !strings.Contains(said, c.says) || said != "" && c.says == "" {
			t.Errorf("%s %s %v: %q, want %q", c.file, c.arg, c.evaluated, said, c.says)
		}
	}
}
