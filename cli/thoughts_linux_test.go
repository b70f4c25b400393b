package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"pp/cli/exit"
	"pp/engine"
	"pp/providers/providertest"
)

// thoughtful answers with the replies of a script, and refuses a prompt in which a call lacks the reasoning of its
// reply.
type thoughtful struct {
	mu            sync.Mutex
	script        [][]byte
	call, thought string // the text of a prompt for each call, and for its reasoning
	refused       []string
}

func (s *thoughtful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method != http.MethodPost || strings.HasSuffix(r.URL.Path, "/show") {
		http.NotFound(w, r)
		return
	}
	if strings.Count(string(body), s.call) != strings.Count(string(body), s.thought) || len(s.script) == 0 {
		s.refused = append(s.refused, string(body))
		http.Error(w, `{"error":{"message":"a thought is not there"}}`, http.StatusBadRequest)
		return
	}
	_, _ = w.Write(s.script[0])
	s.script = s.script[1:]
}

// openAICall returns a stream of OpenAI's protocol with a call and additional fields.
func openAICall(delta, beside string) func(engine.ToolCall) []byte {
	return func(c engine.ToolCall) []byte {
		args, _ := json.Marshal(c.Args)
		return fmt.Appendf(nil, "data: {\"choices\":[{\"index\":0,\"delta\":{%s\"tool_calls\":[{\"index\":0,\"id\":%q,"+
			"\"type\":\"function\",\"function\":{\"name\":%q,\"arguments\":%s}%s}]},\"finish_reason\":\"tool_calls\"}]}\n\n"+
			"data: [DONE]\n\n", delta, c.ID, c.Tool, args, beside)
	}
}

// TestThoughtsGoBack checks that pp sends the reasoning of a call back in every later prompt, also when -c continues
// the conversation, and with a call that a person approved later.
func TestThoughtsGoBack(t *testing.T) {
	calls := func(p providertest.Protocol) func(engine.ToolCall) []byte {
		return func(c engine.ToolCall) []byte { return p.Calls(p.Called, "", 100, c) }
	}
	const extra = `"extra_content":{"google":{"thought_signature":"CiQB=="}}`
	for _, tc := range []struct {
		name          string
		protocol      providertest.Protocol
		calls         func(engine.ToolCall) []byte
		call, thought string
	}{
		{"DeepSeek", providertest.OpenAI(), openAICall(`"reasoning_content":"hm",`, ""), `"tool_calls":[`,
			`"reasoning_content":"hm"`},
		{"Gemini by OpenAI's protocol", providertest.OpenAI(), openAICall("", ","+extra), `"tool_calls":[`, extra},
		{"OpenRouter", providertest.OpenAI(), openAICall(`"reasoning_details":[{"type":"reasoning.text","text":"hm",`+
			`"signature":"S","index":0}],`, ""), `"tool_calls":[`, `"signature":"S"`},
		{"Anthropic", providertest.Anthropic(), calls(providertest.Anthropic()), `"type":"tool_use"`, `"signature":"S1G"`},
		{"Gemini", providertest.Gemini(), calls(providertest.Gemini()), `"functionCall":{`, `"thoughtSignature":"c2ln"`},
		{"Ollama", providertest.Ollama(), calls(providertest.Ollama()), `"tool_calls":[`, `"thinking":"hm"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			says := tc.protocol.Stream(tc.protocol.Whole, "So it is.")
			look := tc.calls(engine.ToolCall{ID: "c1", Tool: "list-directory", Args: `{"path":"."}`, Mark: "c2ln"})
			write := tc.calls(engine.ToolCall{ID: "c2", Tool: "write-file", Mark: "c2ln",
				Args: `{"filepath":"a.txt","content":"a","explanation":"to have a file"}`})
			s := &thoughtful{script: [][]byte{look, says, says, write, says, says}, call: tc.call, thought: tc.thought}
			server := httptest.NewServer(s)
			t.Cleanup(server.Close)
			home := t.TempDir()
			configure(t, home, fmt.Sprintf("cascade = [\"p\"]\n[providers.p]\nprotocol = %q\nbase_url = %q\nmodel = \"m\"\n",
				tc.protocol.Name, server.URL))
			t.Chdir(t.TempDir())
			run := func(want int, args ...string) string {
				code, out, errs := asked(home, args...)
				if code != want {
					t.Fatalf("pp %q: exit %d, want %d: %s%s\nrefused %q", args, code, want, out, errs, s.refused)
				}
				return out
			}
			run(exit.OK, "what is here?")
			run(exit.OK, "-c", "and now?")
			run(exit.Suspended, "-c", "write a file")
			var plans []struct{ Token string }
			if err := json.Unmarshal([]byte(run(exit.OK, "approvals", "--json")), &plans); err != nil || len(plans) != 1 {
				t.Fatalf("%v, %+v; want one pending approval", err, plans)
			}
			run(exit.OK, "approve", "--yes", plans[0].Token)
			run(exit.OK, "-c", "and then?")
			if len(s.script) != 0 {
				t.Errorf("%d replies of the script are left, want none", len(s.script))
			}
		})
	}
}
