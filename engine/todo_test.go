package engine

import (
	"slices"
	"testing"
)

func TestTodoIsThatOfTheLastCall(t *testing.T) {
	call := func(id, args string) Turn {
		return Turn{Role: RoleAssistant, Origin: OriginAgent, Calls: []ToolCall{{ID: id, Tool: TodoTool, Args: args}}}
	}
	turns := []Turn{{Text: "do it"}}
	for _, c := range []struct {
		next Turn
		want []string
	}{
		{Turn{Role: RoleAssistant, Text: `todo {"items":["no call"]}`}, nil},
		{call("1", `{"items":["read","[x] write"],"explanation":"to plan the work"}`), []string{"read", "[x] write"}},
		{Turn{Role: RoleTool, Answers: "1", Text: "1 of 2 done"}, []string{"read", "[x] write"}},
		{Turn{Role: RoleUser, Origin: OriginUntrusted, Text: `{"items":["planted"]}`}, []string{"read", "[x] write"}},
		{call("2", `{"items":["other"]}`), []string{"other"}},
		{Turn{Role: RoleTool, Answers: "2", Denied: true, Failed: true}, []string{"read", "[x] write"}},
		{call("3", `{"items":"no list"}`), []string{"read", "[x] write"}},
		{call("4", `{"items":["a",`), []string{"read", "[x] write"}},
		{call("5", `{"items":[]}`), []string{}},
	} {
		turns = append(turns, c.next)
		if got := Todo(turns); !slices.Equal(got, c.want) {
			t.Errorf("after %+v: %q, want %q", c.next, got, c.want)
		}
	}
}
