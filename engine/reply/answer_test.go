package reply

import (
	"slices"
	"testing"
)

// An answer without calls compiles no pattern of theirs, which would take longer than all else that is done with it.
func TestAnAnswerCompilesNoPattern(t *testing.T) {
	all := append(slices.Clone(names), marked, mark, request2, lineCall, beforeArgs, xmlArgument, glmArgument, pythonCall)
	count := func() (n int) {
		for _, p := range all {
			if p.made != nil {
				n++
			}
		}
		return n
	}
	for _, text := range []string{"The capital of France is Paris.", "Two things (of many): one, and\n\n- two\n- three",
		"# Title\n\nIt is `code`, and\n\n```go\nfunc f() { g(1) }\n```\n", "1 < 2 [see there]", "Note: it's done.",
		"日本"} {
		before := count()
		if r := Read(text, lessonTools); r.Problem != "" || r.Form != nil || r.Calls != nil {
			t.Errorf("%q: %+v", text, r)
		}
		if after := count(); after != before {
			t.Errorf("%q compiled %d patterns", text, after-before)
		}
	}
}
