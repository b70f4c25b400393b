package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pp/engine"
)

// TestDenialsEndARun checks that a run ends after five denials of the same action, or eight denials in a row. Errors in
// the form of a call count for neither, and repeating the same broken reply reaches a limit.
func TestDenialsEndARun(t *testing.T) {
	denied := func(i int) engine.Reply { return calling(shellCall("", fmt.Sprintf("rm -rf /%d", i))) }
	broken := func(i int) engine.Reply {
		return calling(engine.ToolCall{Tool: "shell", Args: fmt.Sprintf(`{"command":"ls","what%d":"x"}`, i)})
	}
	works := func(i int) engine.Reply { return calling(read("", fmt.Sprint("x", i))) }
	mixed := func(n int, of ...func(i int) engine.Reply) (out []engine.Reply) {
		for i := range n {
			out = append(out, of[i%len(of)](i))
		}
		return out
	}
	same := func(of func(int) engine.Reply) func(int) engine.Reply {
		return func(int) engine.Reply { return of(0) }
	}
	fails := func(i int) engine.Reply { return calling(read("", fmt.Sprint("fails", i))) }
	for _, tc := range []struct {
		name    string
		replies []engine.Reply
		prompts int
		err     error
		denied  bool // something stays denied
	}{
		{"eight denials in a row", mixed(20, denied), 8, nil, true},
		{"denials with successes between them", append(mixed(40, denied, works), engine.Reply{Text: "done"}), 41, nil, false},
		{"denials with failures between them", mixed(40, denied, fails), 15, nil, true},
		{"denials with broken calls between them", mixed(40, denied, broken), 15, nil, true},
		{"the same action denied", mixed(20, same(denied)), 5, nil, true},
		{"the same action denied, with successes between denials", mixed(40, same(denied), works), 9, nil, true},
		{"broken calls", mixed(100, broken), 51, engine.ErrTurns, true},
		{"the same broken call", mixed(100, same(broken)), 5, engine.ErrForm, true},
		{"the same broken call, with successes between them", append(mixed(20, same(broken), works),
			engine.Reply{Text: "done"}), 21, nil, true},
		{"failures with successes between them", append(mixed(48, works, fails, fails), engine.Reply{Text: "done"}), 49, nil,
			false},
	} {
		h := &hands{each: func(n int) engine.Result { return engine.Result{Text: fmt.Sprint("result ", n)} }}
		if strings.Contains(tc.name, "failures") {
			h.each = func(n int) engine.Result {
				failed := strings.Contains(tc.name, "denials") || n%3 != 1
				return engine.Result{Text: fmt.Sprint("result ", n), Failed: failed}
			}
		}
		p := &answersWith{list: tc.replies}
		l := newLoop(p, &judge{deny: "rm -rf"}, h)
		out := l.Run(t.Context(), input("go"))
		if len(p.prompts) != tc.prompts || !errors.Is(out.Err, tc.err) || (out.Err == nil) != (tc.err == nil) {
			t.Errorf("%s: %d prompts and %v; want %d and %v", tc.name, len(p.prompts), out.Err, tc.prompts, tc.err)
		}
		if stays := len(out.Denied()) > 0; stays != tc.denied {
			t.Errorf("%s: something stays denied: %v, want %v: %+v", tc.name, stays, tc.denied, out.Denied())
		}
		paired(t, l.Session.Turns())
	}
}

// TestAPlannerIsDeniedTwice checks that the second denial of the same action ends a planner's run: it does not learn.
func TestAPlannerIsDeniedTwice(t *testing.T) {
	p := &answersWith{list: slices.Repeat([]engine.Reply{calling(shellCall("", "rm -rf /"))}, 9)}
	l := newLoop(p, &judge{deny: "rm -rf"}, &hands{})
	l.Planned = func() bool { return true }
	if out := l.Run(t.Context(), input("go")); len(p.prompts) != 2 || len(out.Denied()) != 1 {
		t.Errorf("%d prompts and denials %+v; want a run that ends after two", len(p.prompts), out.Denied())
	}
}
