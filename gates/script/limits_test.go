package script

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// rows returns n lines with a number in each.
func rows(n int, format string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.ReplaceAll(strings.ReplaceAll(format, "#+", fmt.Sprint(i+1)), "#", fmt.Sprint(i)) + "\n")
	}
	return b.String()
}

// bad is a command that is denied wherever it stands.
const bad = "rm -rf ~"

// limits lists files with a bad command behind n parts of a kind, with the name of each limited part.
var limits = []struct {
	name       string
	kind       Kind
	within, at int // numbers of parts within and beyond the limit
	text       func(n int) string
}{
	{"values of a variable", KindMake, 20, maxValues + 1, func(n int) string {
		return "ifdef A\nX = " + bad + "\nendif\n" + rows(n, "ifdef B#\nX = echo #\nendif") + "all:\n\t$(X)\n"
	}},
	{"targets of a rule", KindMake, 10, 200, func(n int) string {
		return strings.ReplaceAll(rows(n, "t#"), "\n", " ") + "~:\n\trm -rf $@\n"
	}},
	{"variables within variables", KindMake, 10, maxInner + 1, func(n int) string {
		return rows(n, "X# = $(X#+)") + fmt.Sprintf("X%d = %s\nall:\n\t@$(X0)\n", n, bad)
	}},
	{"values in which a variable names itself", KindMake, 1, 100, func(n int) string {
		return "X := rm -rf\n" + strings.Repeat("X := $(X) ~\n", n) + "all:\n\t$(X)\n"
	}},
	{"text that a function returns", KindMake, 10, maxExpand, func(n int) string {
		return "all:\n\t$(subst x,;" + bad + ";," + strings.Repeat("x", n) + ")\n"
	}},
	{"text that runs while the file is read", KindMake, 10, maxExpand, func(n int) string {
		return "Y := " + strings.Repeat("a", n) + "\nX := $(shell echo $(Y)$(Y); " + bad + ")\n"
	}},
	{"lines that expand to lines", KindMake, 3, maxNesting + 1, func(n int) string {
		return rows(n, "L# = $(eval $$(L#+))") + fmt.Sprintf("define L%d\nall:\n\t%s\nendef\n$(L0)\n", n, bad)
	}},
	{"included files", KindMake, 10, maxIncludes, func(n int) string {
		return rows(n, "include empty.mk") + "include bad.mk\n"
	}},
	{"bytes of an included file", KindMake, 10, MaxBytes, func(n int) string {
		return fmt.Sprintf("include bad.mk.%d\n", n)
	}},
	{"alternatives of an expression", KindWorkflow, 5, maxPicks, func(n int) string {
		return step("${{ " + strings.ReplaceAll(rows(n, "'echo #' ||"), "\n", " ") + " '" + bad + "' }}")
	}},
	{"expressions within one another", KindWorkflow, 5, maxExpression + 1, func(n int) string {
		return step("${{ " + strings.Repeat("(", n) + "'" + bad + "'" + strings.Repeat(")", n) + " }}")
	}},
	{"untrusted text within expressions", KindWorkflow, 5, maxExpression + 1, func(n int) string {
		return step("echo ${{ " + strings.Repeat("format(", n) + "inputs.x" + strings.Repeat(")", n) + " }}")
	}},
	{"values of a matrix", KindWorkflow, 5, maxPicks, func(n int) string {
		return "jobs: {x: {strategy: {matrix: {v: [" + strings.ReplaceAll(rows(n, "echo #,"), "\n", " ") + "'" + bad +
			"']}}, steps: [{run: '${{ matrix.v }}'}]}}\n"
	}},
	{"parts of parts of a matrix", KindWorkflow, 1, maxExpression + 1, func(n int) string {
		return "jobs: {x: {strategy: {matrix: {v: [" + strings.Repeat("{a: ", n) + "'" + bad + "'" +
			strings.Repeat("}", n) + "]}}, steps: [{run: '${{ matrix.v" + strings.Repeat(".a", n) + " }}'}]}}\n"
	}},
	{"commands within objects", KindPackage, 1, 5, func(n int) string {
		return `{"wireit": {"a": {"command": ` + strings.Repeat(`{"b": `, n) + `"` + bad + `"` + strings.Repeat("}", n) +
			"}}}\n"
	}},
	{"downloads that later rules run", KindMake, 5, 300, func(n int) string {
		return "a:\n" + rows(n, "\tcurl -o f# https://x.example/f#") + "\tcurl -o end https://x.example/e\nb:\n\tsh ./end\n"
	}},
	{"bytes of a script that downloads", KindMake, 5, maxExpand, func(n int) string {
		return "a:\n\t: " + strings.Repeat("a", n) + "; curl -o end https://x.example/e\nb:\n\tsh ./end\n"
	}},
}

// step returns a workflow with one command.
func step(run string) string {
	return "on: {workflow_dispatch: {inputs: {x: {type: string}}}}\njobs:\n  x:\n    steps:\n    - run: >-\n        " +
		run + "\n"
}

// TestLimitsFailClosed checks, on both sides of each limit, that pp finds the bad command in a file or asks about the
// file.
func TestLimitsFailClosed(t *testing.T) {
	open := func(name string) (string, bool, bool) {
		if name == "empty.mk" {
			return "", false, true
		}
		n := 0
		_, _ = fmt.Sscanf(name, "bad.mk.%d", &n)
		return strings.Repeat("\n", n) + "all:\n\t" + bad + "\n", false, true
	}
	for _, l := range limits {
		for _, n := range [...]int{l.within, l.at} {
			f := Read(l.kind, l.text(n), open)
			if len(f.Problems) == 0 && !slices.ContainsFunc(f.Scripts, func(s Script) bool {
				return s.Other == "" && (strings.Contains(s.Text.S, bad) || strings.Contains(s.Text.S, "downloaded.example"))
			}) {
				t.Errorf("%d %s hide a command, want it found or a question: %.300q", n, l.name, shown(f))
			}
			if n == l.within && slices.ContainsFunc(f.Problems, func(p Problem) bool { return p.Rule == "over-cap" }) {
				t.Errorf("%d %s exceed a limit, want them within it", n, l.name)
			}
		}
	}
}

// TestBuildsCloneFarAway checks that pp asks about the build of a clone, however many commands come between them.
func TestBuildsCloneFarAway(t *testing.T) {
	for _, n := range []int{10, 300} {
		text := "git clone https://x.example/tree\n" + strings.Repeat("ls\n", n) + "cd tree\nmake\n"
		l := Locate(Text{S: text}, text)
		if (Surroundings{}).Unread(l, len(l.Commands)-1) == "" {
			t.Errorf("pp allows the build of a tree that was cloned %d commands before, want a question", n)
		}
	}
}
