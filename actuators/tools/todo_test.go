package tools

import (
	"strings"
	"testing"

	"pp/sexp"
)

func TestTodo(t *testing.T) {
	list := func(items ...string) sexp.Value {
		var out []sexp.Value
		for _, item := range items {
			out = append(out, sexp.String(item))
		}
		return sexp.NewList(out...)
	}
	many := strings.Split(strings.Repeat("step ", 51), " ")[:51]
	for _, c := range []struct {
		items sexp.Value
		want  string
		wrong []string
	}{
		{list(), "0 of 0 steps done.\n", nil},
		{list("read"), "0 of 1 step done.\n", nil},
		{list("[x] read", "[x]write", "[x] test"), "2 of 3 steps done.\n", nil},
		{list(many[:50]...), "0 of 50 steps done.\n", nil},
		{list(many...), "", []string{"has 51 items", "at most 50"}},
		{list(strings.Repeat("x", 200)), "0 of 1 step done.\n", nil},
		{list(strings.Repeat("x", 201)), "", []string{"an item of 201 bytes", "at most 200"}},
		{list("a\nb"), "", []string{"several lines"}},
		{list(" "), "", []string{"empty step"}},
		{sexp.String("read"), "", []string{`must be a list of strings, ("a" "b")`, `todo takes :ITEMS ("text" ...)`}},
		{sexp.NewList(sexp.Int(1)), "", []string{"must be a list of strings"}},
	} {
		tool := named(t, Options{}, "todo")
		args := plist("ITEMS", c.items)
		e, err := tool.Spec.Effects(args, factsIn("/"))
		if c.wrong != nil {
			wantError(t, err, c.wrong...)
			continue
		}
		if err != nil || !e.None() {
			t.Errorf("effects %+v, %v", e, err)
		}
		res, err := call(t, Options{}, "/", "todo", "ITEMS", c.items)
		wantText(t, res, err, c.want)
	}
	_, err := named(t, Options{}, "todo").Spec.Effects(plist(), factsIn("/"))
	wantError(t, err, ":ITEMS is missing")
}
