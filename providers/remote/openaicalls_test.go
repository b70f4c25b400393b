package remote_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

// TestOpenAICallsOfServersOfItsKind: how servers other than OpenAI's write calls.
func TestOpenAICallsOfServersOfItsKind(t *testing.T) {
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
		{"in turns, by index", event(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\""}}]}`,
			`{"tool_calls":[{"index":1,"function":{"name":"g","arguments":"{\"b\":2}"}}]}`,
			`{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`) + end, []engine.ToolCall{f, g}},
		{"one index for all, with identifiers", event(
			`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}}]}`,
			`{"tool_calls":[{"index":0,"id":"y","function":{"name":"f","arguments":"{\"a\":1}"}}]}`) + end,
			[]engine.ToolCall{f, {ID: "y", Tool: "f", Args: f.Args}}},
		{"one index for all, without", event(
			`{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"a\":1}"}}]}`,
			`{"tool_calls":[{"index":0,"function":{"name":"g","arguments":"{\"b\":2}"}}]}`) + end,
			[]engine.ToolCall{unnamed, g}},
		{"the name in pieces", event(`{"tool_calls":[{"index":0,"function":{"name":"read"}}]}`,
			`{"tool_calls":[{"index":0,"function":{"name":"-file"}}]}`,
			`{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}`) + end,
			[]engine.ToolCall{{Tool: "read-file", Args: "{}"}}},
		{"an identifier twice", event(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}},`+
			`{"index":1,"id":"x","function":{"name":"g","arguments":"{\"b\":2}"}}]}`) + end, []engine.ToolCall{f, g}},
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
		reply, err := remote.OpenAI(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
		if err != nil || reply.Text != "" || !slices.Equal(reply.Calls, tc.want) {
			t.Errorf("%s: %+v, %v", tc.name, reply, err)
		}
	}
}

// again is what is sent after a reply with a call, its result, and what the person says then.
func again(t *testing.T, o wire.Options, body string, then ...engine.Turn) (engine.Reply, string) {
	t.Helper()
	s := providertest.Serve(t, providertest.Respond(200, []byte(body)))
	reply, err := remote.OpenAI(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
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

// TestReasoningGoesBack checks that the reasoning of OpenRouter, with its signature, and of DeepSeek goes back in all
// later requests, and is never text.
func TestOpenAIReasoningGoesBack(t *testing.T) {
	const call = `"tool_calls":[{"index":0,"id":"x","function":{"name":"run-tests","arguments":"{}"}}]`
	person := engine.Turn{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "more"}
	reply, sent := again(t, wire.Options{}, `data: {"choices":[{"delta":{"reasoning_content":"hm, "}}]}`+"\n\n"+
		`data: {"choices":[{"delta":{"reasoning_content":"yes","content":"I run."}}]}`+"\n\n"+
		`data: {"choices":[{"delta":{`+call+`},"finish_reason":"tool_calls"}]}`+"\n\n")
	if reply.Text != "I run." || !strings.Contains(sent, `"reasoning_content":"hm, yes"`) {
		t.Errorf("%+v\n%s", reply, sent)
	}
	if _, sent = again(t, wire.Options{}, `{"choices":[{"message":{"reasoning_content":"hm",`+call+
		`},"finish_reason":"tool_calls"}]}`, person); !strings.Contains(sent, `"reasoning_content":"hm"`) {
		t.Errorf("the next request is %s, want the reasoning in it", sent)
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

// TestOpenAIRulesOfOtherServers: what a server refuses is sent in the way that it takes.
func TestOpenAIRulesOfOtherServers(t *testing.T) {
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
}

// TestOpenAILlamaWithoutTemplates: a server that fails with 500 for want of a way to call tools is
// asked in text at once.
func TestOpenAILlamaWithoutTemplates(t *testing.T) {
	p := providertest.OpenAI()
	s := providertest.Serve(t, providertest.Respond(500, p.Error("server_error", "tools param requires --jinja flag")),
		providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type))
	reply, err := remote.OpenAI(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
	if err != nil || reply.Text != "yes" || len(s.Requests()) != 2 || !strings.Contains(reply.Note, "takes no tools") {
		t.Errorf("%+v, %v", reply, err)
	}
}

// mixed returns a conversation with a call that has reasoning and two that have none.
func mixed() engine.Prompt {
	prompt := providertest.Calling()
	prompt.Turns[1].Kept = engine.Thoughts{Provider: "probe", Data: `[{"kind":"reasoning_content","text":"hm"}]`}
	return prompt
}

// TestDemandsAreNoRefusals checks that after an error that asks for a field, pp sends it with every message that lacks
// it, and that after an error that refuses a field, pp leaves it out.
func TestOpenAIDemandsAreNoRefusals(t *testing.T) {
	const kept, standIn = `"reasoning_content":"hm"`, `"reasoning_content":"."`
	for _, tc := range []struct {
		name, message string
		prompt        engine.Prompt
		has, lacks    []string
	}{
		{"DeepSeek", "The `reasoning_content` in the thinking mode must be passed back to the API.", mixed(),
			[]string{kept, standIn}, nil},
		{"Kimi", "thinking is enabled but reasoning_content is missing in assistant tool call message at index 2", mixed(),
			[]string{kept, standIn}, nil},
		{"Kimi, of every message", "preserved thinking (thinking.keep=all) requires reasoning_content on every assistant " +
			"message, but assistant message at index 6 is missing reasoning_content", mixed(), []string{kept, standIn}, nil},
		{"no field was sent", "reasoning_content: no good", providertest.Calling(), []string{standIn}, nil},
		{"details", "reasoning_details are required for this model", mixed(), []string{kept, standIn}, nil},
		{"Groq", "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property " +
			"'reasoning_content' is unsupported)]", mixed(), nil, []string{"reasoning_content"}},
		{"Mistral", `{"loc":["body","messages",2,"assistant","reasoning_content"],"msg":"Extra inputs are not permitted"}`,
			mixed(), nil, []string{"reasoning_content"}},
		{"Gemini", "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
			"correctly, and missing thought_signature may lead to degraded model performance.", providertest.Calling(),
			[]string{`"extra_content":{"google":{"thought_signature":"skip_thought_signature_validator"}}`}, nil},
	} {
		sent := providertest.Sent(t, providertest.OpenAI(), wire.Options{}, tc.prompt, tc.message)
		for _, piece := range tc.has {
			if !strings.Contains(sent, piece) {
				t.Errorf("%s: the request is %[3]s, want %[2]s in it", tc.name, piece, sent)
			}
		}
		for _, piece := range tc.lacks {
			if strings.Contains(sent, piece) {
				t.Errorf("%s: the request is %[3]s, want no %[2]s in it", tc.name, piece, sent)
			}
		}
	}
}

// TestDemandIsRemembered checks that pp repeats only the first request to a server that demands a field, as DeepSeek
// does.
func TestOpenAIDemandIsRemembered(t *testing.T) {
	p := providertest.OpenAI()
	s := providertest.Serve(t, func(c *providertest.Conn) {
		var body struct {
			Messages []struct {
				Calls    []any   `json:"tool_calls"`
				Thinking *string `json:"reasoning_content"`
			} `json:"messages"`
		}
		if err := json.Unmarshal(c.Request.Body, &body); err != nil {
			t.Error(err)
		}
		for _, m := range body.Messages {
			if len(m.Calls) > 0 && m.Thinking == nil {
				providertest.Respond(400, p.Error("invalid_request_error",
					"The `reasoning_content` in the thinking mode must be passed back to the API."))(c)
				return
			}
		}
		providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type)(c)
	})
	c := remote.OpenAI(providertest.Options(s.URL()))
	for range 3 {
		if reply, err := c.Complete(t.Context(), mixed()); err != nil || reply.Text != "yes" || reply.Note != "" {
			t.Errorf("%+v, %v; want the answer without a note", reply, err)
		}
	}
	if n := len(s.Requests()); n != 4 {
		t.Errorf("%d requests, want 4", n)
	}
}

// TestExtraContentGoesBack checks that extra content of a call from Google goes back unchanged, and only to Google.
func TestOpenAIExtraContentGoesBack(t *testing.T) {
	const extra = `{"google":{"thought_signature":"CiQBcsj=="}}`
	const piece = `"id":"x","type":"function","function":{"name":"run-tests","arguments":"{}"}`
	for name, body := range map[string]string{
		"streamed": `data: {"choices":[{"index":0,"delta":{"role":"assistant","tool_calls":[{"index":0,"extra_content":` +
			extra + `,` + piece + `}]},"finish_reason":"tool_calls"}],"model":"gemini-3"}` + "\n\ndata: [DONE]\n\n",
		"without an end": `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"extra_content":` + extra + `,` + piece +
			`}]},"finish_reason":"stop"}]}` + "\n\n",
		"repeated": `data: {"choices":[{"delta":{"tool_calls":[{"index":0,"extra_content":` + extra + `,"id":"x",` +
			`"function":{"name":"run-tests","arguments":"{"}}]}}]}` + "\n\n" + `data: {"choices":[{"delta":{"tool_calls":` +
			`[{"index":0,"extra_content":` + extra + `,"function":{"arguments":"}"}}]},"finish_reason":"tool_calls"}]}` + "\n\n",
		"not streamed": `{"choices":[{"message":{"tool_calls":[{"extra_content":` + extra + `,` + piece +
			`}]},"finish_reason":"tool_calls"}]}`,
	} {
		reply, sent := again(t, wire.Options{}, body, engine.Turn{Role: engine.RoleUser, Origin: engine.OriginPerson,
			Text: "more"})
		if !strings.Contains(sent, `"extra_content":`+extra) || strings.Count(sent, "extra_content") != 1 {
			t.Errorf("%s: %+v; want its extra content once in the next request:\n%s", name, reply, sent)
		}
	}
	_, sent := again(t, wire.Options{}, `{"choices":[{"message":{"tool_calls":[{"extra_content":null,`+piece+
		`}]},"finish_reason":"tool_calls"}]}`)
	if strings.Contains(sent, "extra_content") {
		t.Errorf("the reply had no extra content, and pp sends %s, want none", sent)
	}
}
