package remote_test

import (
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

// TestAnthropicInputAtOnce: a server that gives the whole input as the block begins.
func TestAnthropicInputAtOnce(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(200, []byte(
		`data: {"type":"message_start","message":{"model":"m-1"}}`+"\n\n"+
			`data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"f",`+
			`"input":{"x":1}}}`+"\n\n"+`data: {"type":"message_delta","delta":{"stop_reason":"tool_use"}}`+"\n\n")))
	reply, err := remote.Anthropic(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
	if err != nil || !slices.Equal(reply.Calls, []engine.ToolCall{{ID: "a", Tool: "f", Args: `{"x":1}`}}) {
		t.Errorf("%+v, %v", reply, err)
	}
}

// marks counts the places that a request has marked for the cache.
func marks(sent string) int { return strings.Count(sent, `"cache_control"`) }

// TestAnthropicCacheMarks: at most four are allowed; what was before the mark of one request is
// before one of the next, and what changes every time stands behind all of them.
func TestAnthropicCacheMarks(t *testing.T) {
	prompt := providertest.Calling()
	before := ""
	for n := 1; n <= len(prompt.Turns); n++ {
		p := prompt
		p.Turns = prompt.Turns[:n]
		sent := providertest.Sent(t, providertest.Anthropic(), wire.Options{}, p)
		if k := marks(sent); k < 3 || k > 4 {
			t.Errorf("%d turns: %d marks in %s", n, k, sent)
		}
		last := strings.LastIndex(sent, `,"cache_control"`)
		if changing := strings.LastIndex(sent, "PLAN: go on"); changing < last {
			t.Errorf("%d turns: what changes is before a mark in %s", n, sent)
		}
		whole := strings.ReplaceAll(sent, `,"cache_control":{"type":"ephemeral"}`, "")
		if p.Turns[n-1].Role == engine.RoleUser && !strings.HasPrefix(whole, before) {
			t.Errorf("%d turns: it does not go on from\n%s\nbut is\n%s", n, before, whole)
		}
		before = strings.ReplaceAll(sent[:last], `,"cache_control":{"type":"ephemeral"}`, "")
	}
	plain := providertest.Prompt()
	if sent := providertest.Sent(t, providertest.Anthropic(), wire.Options{}, plain); marks(sent) != 1 {
		t.Errorf("one question alone: %s", sent)
	}
}
