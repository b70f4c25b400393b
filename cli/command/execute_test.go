package command

import (
	"context"
	"testing"

	"pp/engine"
)

// replies is a provider that gives one reply.
type replies engine.Reply

// Complete implements engine.Provider.
func (r replies) Complete(context.Context, engine.Prompt) (engine.Reply, error) {
	return engine.Reply(r), nil
}

// TestWritten: a model that could have called takes no second request for what it wrote instead.
func TestWritten(t *testing.T) {
	t.Parallel()
	call := engine.ToolCall{Tool: "shell", Args: `{"command":"du"}`}
	for _, tc := range []struct {
		name   string
		reply  engine.Reply
		called string
		acts   bool // what its text says is a request
	}{
		{"a call", engine.Reply{Native: true, Calls: []engine.ToolCall{call}}, call.Args, false},
		{"a block", engine.Reply{Native: true, Text: "```sh\nls -a\n```"},
			`{"command":"ls -a","explanation":"It was asked for, and given in writing."}`, true},
		{"a request", engine.Reply{Native: true, Text: `(:TYPE :REQUEST :TARGET :SHELL :PAYLOAD (:CMD "ls"))`}, "", true},
		{"an answer", engine.Reply{Native: true, Answer: true, Text: "```sh\nls\n```"}, "", false},
	} {
		r, err := written{replies(tc.reply)}.Complete(t.Context(), engine.Prompt{})
		called := ""
		if len(r.Calls) > 0 {
			called = r.Calls[0].Args
		}
		if err != nil || called != tc.called || r.Native == tc.acts {
			t.Errorf("%s: %+v, %v", tc.name, r, err)
		}
	}
}
