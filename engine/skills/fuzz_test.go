package skills_test

import (
	"context"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/skills"
	"pp/sexp"
	"pp/sexp/lisp"
)

// Whatever stands in a file, it loads or is said to have failed, and what it defines gives an
// answer within its limits. A file that did not load and speaks of a gate asks.
func FuzzLoad(f *testing.F) {
	for _, text := range []string{everything, countTodos, gateFile("x", ";;; DEPENDS_ON: x\n").Text,
		"#+begin_src lisp\n(defskill :x :deterministic (lambda (a c) a))\n#+end_src", "(defskill", "#+begin_src lisp",
		"(defmacro m () '(m)) (m)", "(defparameter *x* (loop))", "\ufeff(defun f () 1)\r\n", "#.(quit)",
		`(defskill :x :deterministic (lambda (a c) (ppcre:scan "(a*)*b" (prin1-to-string c))))`} {
		f.Add(text, false)
		f.Add(text, true)
	}
	f.Fuzz(func(t *testing.T, text string, org bool) {
		name := "x.lisp"
		if org {
			name = "x.org"
		}
		s := load(skills.Options{Limits: lisp.Limits{Steps: 5_000, Depth: 200, Bytes: 1 << 16}}, file(name, text))
		k := s.Skills()[0]
		switch k.State {
		case skills.Failed:
			if k.Problem == nil || !strings.HasPrefix(k.Problem.Error(), "/skills/x.") {
				t.Errorf("it failed without a reason: %v", k.Problem)
			}
			if !k.Asks && strings.Contains(strings.ToLower(text), ":deterministic (") {
				t.Errorf("it may have a gate, and does not ask: %v", k.Problem)
			}
		case skills.Ready:
		default:
			t.Errorf("it is %v", k.State)
		}
		for _, g := range s.Gates() {
			found, err := g.Check(caseOf("git push"))
			if err == nil && len(found) == 0 {
				t.Error("a gate finds nothing")
			}
		}
		s.Prompt(context.Background(), said("hello"))
		s.Mandates(context.Background(), said("hello"))
		for _, tool := range s.Tools() {
			s.Compose(context.Background(), tool.Name, sexp.Plist{}, nil)
		}
		if h, ok := s.Handler(engine.SensorHeartbeat); ok {
			h(context.Background(), engine.Signal{Payload: engine.Heartbeat{}})
		}
		s.Recover(context.Background(), said("hello"), context.Canceled)
	})
}
