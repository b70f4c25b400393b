package openai_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/openai"
	"pp/providers/providertest"
	"pp/providers/wire"
)

// TestCallsOfServersOfItsKind: how servers other than OpenAI's write calls.
func TestCallsOfServersOfItsKind(t *testing.T) {
	event := func(deltas ...string) string {
		var b strings.Builder
		for _, d := range deltas {
			b.WriteString(`data: {"choices":[{"index":0,"delta":` + d + "}]}\n\n")
		}
		return b.String()
	}
	const end = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}` + "\n\ndata: [DONE]\n\n"
	f := engine.ToolCall{ID: "x", Tool: "f", Args: `{"a":1}`}
	g := engine.ToolCall{Tool: "g", Args: `{"b":2}`}
	unnamed := engine.ToolCall{Tool: "f", Args: `{"a":1}`}
	for _, tc := range []struct {
		name, body string
		want       []engine.ToolCall
	}{
		{"ended as stop", event(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}}]}`) +
			strings.Replace(end, "tool_calls", "stop", 1), []engine.ToolCall{f}},
		{"arguments as an object", event(
			`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":{"a":1}}}]}`) +
			end, []engine.ToolCall{f}},
		{"no index, no identifier", event(`{"tool_calls":[{"function":{"name":"f","arguments":"{\"a\":1}"}},`+
			`{"function":{"name":"g","arguments":"{\"b\":2}"}}]}`) + end, []engine.ToolCall{unnamed, g}},
		{"no index, in pieces", event(`{"tool_calls":[{"id":"x","function":{"name":"f","arguments":""}}]}`,
			`{"tool_calls":[{"function":{"arguments":"{\"a\""}}]}`, `{"tool_calls":[{"function":{"arguments":":1}"}}]}`) + end,
			[]engine.ToolCall{f}},
		{"the name in every piece", event(
			`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\""}}]}`,
			`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":":1}"}}]}`) + end, []engine.ToolCall{f}},
		{"identifier and name null later", event(
			`{"tool_calls":[{"index":0,"id":"x","type":"function","function":{"name":"f","arguments":null}}]}`,
			`{"tool_calls":[{"index":0,"id":null,"function":{"name":null,"arguments":"{\"a\":1}"}}]}`) + end,
			[]engine.ToolCall{f}},
		{"one function", event(`{"function_call":{"name":"f","arguments":"{\"a\""}}`,
			`{"function_call":{"arguments":":1}"}}`) +
			strings.Replace(end, "tool_calls", "function_call", 1), []engine.ToolCall{unnamed}},
		{"not streamed", `{"model":"m","choices":[{"message":{"content":null,"tool_calls":[` +
			`{"id":"x","type":"function","function":{"name":"f","arguments":"{\"a\":1}"}},` +
			`{"type":"function","function":{"name":"g","arguments":{"b":2}}}]},"finish_reason":"tool_calls"}]}`,
			[]engine.ToolCall{f, g}},
		{"another choice calls too", `{"model":"m","choices":[{"index":1,"message":{"tool_calls":[` +
			`{"id":"y","function":{"name":"no","arguments":"{}"}}]},"finish_reason":"stop"},` +
			`{"index":0,"message":{"tool_calls":[` +
			`{"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}}]},"finish_reason":"stop"}]}`, []engine.ToolCall{f}},
	} {
		s := providertest.Serve(t, providertest.Respond(200, []byte(tc.body)))
		reply, err := openai.New(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
		if err != nil || reply.Text != "" || !slices.Equal(reply.Calls, tc.want) {
			t.Errorf("%s: %+v, %v", tc.name, reply, err)
		}
	}
}

// again is what is sent after a reply with a call, its result, and what the person says then.
func again(t *testing.T, o wire.Options, body string, then ...engine.Turn) (engine.Reply, string) {
	t.Helper()
	s := providertest.Serve(t, providertest.Respond(200, []byte(body)))
	reply, err := openai.New(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
	if err != nil {
		t.Fatal(err)
	}
	prompt := providertest.Calling()
	prompt.Last = ""
	prompt.Turns = append(prompt.Turns[:1:1], engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent,
		Text: reply.Text, Calls: reply.Calls, Kept: reply.Kept},
		engine.Turn{Role: engine.RoleTool, Answers: reply.Calls[0].ID, Text: "fine"})
	prompt.Turns = append(prompt.Turns, then...)
	return reply, providertest.Sent(t, providertest.OpenAI(), o, prompt)
}

// TestReasoningGoesBack: OpenRouter's with its signature always, DeepSeek's as long as the
// person's question is at work, and neither is ever text.
func TestReasoningGoesBack(t *testing.T) {
	const call = `"tool_calls":[{"index":0,"id":"x","function":{"name":"run-tests","arguments":"{}"}}]`
	person := engine.Turn{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "more"}
	reply, sent := again(t, wire.Options{}, `data: {"choices":[{"delta":{"reasoning_content":"hm, "}}]}`+"\n\n"+
		`data: {"choices":[{"delta":{"reasoning_content":"yes","content":"I run."}}]}`+"\n\n"+
		`data: {"choices":[{"delta":{`+call+`},"finish_reason":"tool_calls"}]}`+"\n\n")
	if reply.Text != "I run." || !strings.Contains(sent, `"reasoning_content":"hm, yes"`) {
		t.Errorf("%+v\n%s", reply, sent)
	}
	if _, sent = again(t, wire.Options{}, `{"choices":[{"message":{"reasoning_content":"hm",`+call+
		`},"finish_reason":"tool_calls"}]}`, person); strings.Contains(sent, "reasoning_content") {
		t.Errorf("it goes back with the next question: %s", sent)
	}
	detail := func(fields string) string { return `{"reasoning":"hm","reasoning_details":[{` + fields + `}]}` }
	reply, sent = again(t, wire.Options{}, `data: {"choices":[{"delta":`+
		detail(`"type":"reasoning.text","text":"hm, ","format":"f","index":0`)+`}]}`+"\n\n"+
		`data: {"choices":[{"delta":`+detail(`"type":"reasoning.text","text":"yes","signature":"S","index":0`)+`}]}`+"\n\n"+
		`data: {"choices":[{"delta":`+detail(`"type":"reasoning.encrypted","data":"E","id":"r1","index":1`)+`}]}`+"\n\n"+
		`data: {"choices":[{"delta":{`+call+`},"finish_reason":"tool_calls"}]}`+"\n\n", person)
	if want := `"reasoning_details":[{"format":"f","index":0,"signature":"S","text":"hm, yes","type":"reasoning.text"},` +
		`{"data":"E","id":"r1","index":1,"type":"reasoning.encrypted"}]`; reply.Text != "" || !strings.Contains(sent, want) {
		t.Errorf("%+v\n%s\nwant %s", reply, sent, want)
	}
}

// TestRulesOfOtherServers: what a server refuses is sent in the way that it takes.
func TestRulesOfOtherServers(t *testing.T) {
	sent := providertest.Sent(t, providertest.OpenAI(), wire.Options{}, providertest.Calling(),
		"Tool call id was call_254f8 but must be a-z, A-Z, 0-9, with a length of 9.",
		"Unexpected role 'user' after role 'tool'")
	var body struct {
		Messages []struct {
			Role   string `json:"role"`
			CallID string `json:"tool_call_id"`
			Calls  []struct {
				ID string `json:"id"`
			} `json:"tool_calls"`
		} `json:"messages"`
	}
	if err := json.Unmarshal([]byte(sent), &body); err != nil {
		t.Fatal(err)
	}
	before, ids := "", map[string]bool{}
	for _, m := range body.Messages {
		if before == "tool" && m.Role == "user" {
			t.Errorf("a user after a tool in %s", sent)
		}
		before = m.Role
		for _, c := range m.Calls {
			ids[c.ID] = len(c.ID) == 9
		}
		if m.CallID != "" && !ids[m.CallID] {
			t.Errorf("identifier %q in %s", m.CallID, sent)
		}
	}
	if len(ids) != 5 {
		t.Errorf("identifiers %v", ids)
	}
	prompt := providertest.Calling()
	prompt.Schema = json.RawMessage(`{"type":"object"}`)
	const format = `"response_format":{"type":"json_schema","json_schema":{"name":"answer","schema":{"type":"object"}}}`
	if sent = providertest.Sent(t, providertest.OpenAI(), wire.Options{}, prompt); !strings.Contains(sent, format) {
		t.Errorf("%s", sent)
	}
	// Where actions are text, an answer that is bound to a schema could be none.
	if sent = providertest.Sent(t, providertest.OpenAI(), wire.Options{Tools: wire.ToolsText},
		prompt); strings.Contains(sent,
		"response_format") {
		t.Errorf("%s", sent)
	}
	if sent = providertest.Sent(t, providertest.OpenAI(), wire.Options{}, prompt,
		"'response_format' of type 'json_schema' is not supported"); strings.Contains(sent, "response_format") {
		t.Errorf("%s", sent)
	}
}

// TestLlamaWithoutTemplates: a server that fails with 500 for want of a way to call tools is
// asked in text at once.
func TestLlamaWithoutTemplates(t *testing.T) {
	p := providertest.OpenAI()
	s := providertest.Serve(t, providertest.Respond(500, p.Error("server_error", "tools param requires --jinja flag")),
		providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type))
	reply, err := openai.New(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
	if err != nil || reply.Text != "yes" || len(s.Requests()) != 2 || !strings.Contains(reply.Note, "takes no tools") {
		t.Errorf("%+v, %v", reply, err)
	}
}
