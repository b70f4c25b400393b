package skills_test

import (
	"fmt"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/skills"
)

// tenForms is a gate of ten forms.
const tenForms = `(let* ((payload (getf action :payload)) (cmd (getf payload :cmd)))
  (if (and cmd (search "push" cmd) (search "--force" cmd)) (list :type :log :text "No.") action))`

func BenchmarkGate(b *testing.B) {
	for _, x := range []struct {
		name, form string
		shared     *engine.Shared
	}{
		{"alone", tenForms, nil}, {"shared", tenForms, new(engine.Shared)},
		{"context", "(progn (getf ctx :dir) " + tenForms + ")", nil},
	} {
		b.Run(x.name, func(b *testing.B) {
			g, c := gateOf(b, x.form).Gates()[0], caseOf("git push origin main")
			c.Shared = x.shared
			b.ReportAllocs()
			for b.Loop() {
				if found, err := g.Check(c); err != nil || found[0].Decision != engine.Allow {
					b.Fatal(found, err)
				}
			}
		})
	}
}

// hundredLines are a skill of a hundred lines: a gate, a mandate, and functions that it uses.
func hundredLines(name string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ";;; The skill %s.\n(defparameter *words* '(\"push\" \"--force\" \"reset\" \"--hard\"))\n", name)
	for i := range 16 {
		fmt.Fprintf(&b, `(defun %[1]s-helper-%[2]d (action ctx)
  "Whether the action has one of the words."
  (let* ((payload (getf action :payload))
         (cmd (or (getf payload :cmd) "")))
    (and (some (lambda (word) (search word cmd)) *words*)
         (find :runs (getf ctx :effects) :key (lambda (e) (getf e :kind))))))
`, name, i)
	}
	fmt.Fprintf(&b, `(defskill :%[1]s :mandate "Prefer rebase."
  :deterministic (lambda (action ctx)
    (if (%[1]s-helper-0 action ctx) (list :type :log :text "No.") action)))
`, name)
	return b.String()
}

func twenty() []skills.File {
	var out []skills.File
	for i := range 20 {
		name := fmt.Sprintf("skill%d", i)
		out = append(out, file(name, hundredLines(name)))
	}
	return out
}

func BenchmarkLoad20(b *testing.B) {
	files := twenty()
	if n := strings.Count(files[0].Text, "\n"); n < 95 || n > 105 {
		b.Fatalf("%d lines", n)
	}
	first := load(skills.Options{}, files...)
	for _, k := range first.Skills() {
		if k.State != skills.Ready {
			b.Fatal(k.Problem)
		}
	}
	b.Run("cold", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			load(skills.Options{}, files...)
		}
	})
	b.Run("cached", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			load(skills.Options{Prior: first}, files...)
		}
	})
}

func BenchmarkDiscoverNone(b *testing.B) {
	dir := b.TempDir() + "/none"
	b.ReportAllocs()
	for b.Loop() {
		skills.Discover(dir, skills.Person, skills.DiscoverOptions{})
	}
}
