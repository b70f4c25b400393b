package engine

import (
	"slices"
	"strings"

	"pp/sexp"
)

// TodoTool is the tool that a model keeps its plan with. It gives the whole list each
// time, so that the last call of a conversation is the plan.
const TodoTool = "todo"

// Bounds of a plan.
const (
	TodoItems     = 50
	TodoItemBytes = 200
)

// TodoDone begins an item of a plan that is done.
const TodoDone = "[x] "

// Texts are the items of a list of texts; false where it is none.
func Texts(v sexp.Value) ([]string, bool) {
	list, ok := sexp.AsList(v)
	out := make([]string, 0, list.Len())
	for _, item := range list.All() {
		text, isText := item.(sexp.String)
		if !isText {
			return nil, false
		}
		out = append(out, string(text))
	}
	return out, ok
}

// Todo is the plan of a conversation: what the last call of the tool gave that was made;
// none where there is no such call. A plan that is too large is none.
func Todo(turns []Turn) []string {
	refused := map[string]bool{}
	for _, t := range slices.Backward(turns) {
		if t.Role == RoleTool && t.Answers != "" && (t.Failed || t.Denied) {
			refused[t.Answers] = true
		}
		for _, c := range slices.Backward(t.Calls) {
			if !strings.EqualFold(c.Tool, TodoTool) || refused[c.ID] {
				continue
			}
			args, err := readArgs(c.Args, ToolSpec{})
			v, _ := args.Get("ITEMS")
			if items, ok := Texts(v); err == nil && ok && len(items) <= TodoItems {
				return items
			}
		}
	}
	return nil
}

// todoText is a plan as it stands last in a prompt.
func todoText(items []string) string {
	if len(items) == 0 {
		return ""
	}
	return "YOUR PLAN (todo):\n" + strings.Join(items, "\n")
}

// joinLast puts together what stands last in a prompt.
func joinLast(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(t string) bool { return t == "" }), "\n\n")
}
