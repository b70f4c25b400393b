package providertest

import (
	"testing"

	"pp/engine"
	"pp/providers/wire"
)

// Conversation is a prompt with every kind of turn.
func Conversation() engine.Prompt {
	return engine.Prompt{System: "Be brief & exact.", Nonce: "n0nce", Turns: []engine.Turn{
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "read <x>"},
		{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: `(:TYPE :REQUEST)`},
		{Role: engine.RoleTool, Origin: engine.OriginUntrusted, Label: "read-file", Text: "nothing", Failed: true},
		{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "again"},
	}}
}

// Calling is a conversation with tools: calls side by side, results that came, failed and
// were denied, a call of which nobody knows, reasoning to keep, and what pp says last.
func Calling() engine.Prompt {
	agent := func(said string, calls ...engine.ToolCall) engine.Turn {
		return engine.Turn{Role: engine.RoleAssistant, Origin: engine.OriginAgent, Text: said, Calls: calls}
	}
	result := func(id, text string) engine.Turn {
		return engine.Turn{Role: engine.RoleTool, Origin: engine.OriginUntrusted, Label: "read-file", Answers: id, Text: text}
	}
	failed, denied := result("b", "no <such> file"), result("c", "denied: outside")
	failed.Failed, denied.Denied = true, true
	return engine.Prompt{System: "Be brief & exact.", Forms: "FORMS", Nonce: "n0nce", Last: "PLAN: go on",
		Tools: []engine.ToolSpec{
			{Name: "read-file", Doc: "Reads a file.", Params: []engine.Param{
				{Name: "FILEPATH", Kind: engine.ParamPath, Required: true, Doc: "the file"},
				{Name: "START", Kind: engine.ParamInteger, Min: 1, Max: 9}}},
			{Name: "run-tests", Doc: "Runs the tests."}},
		Turns: []engine.Turn{
			{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "read <x>"},
			agent("I look.", engine.ToolCall{ID: "a", Tool: "read-file", Args: `{"filepath": "x<y>"}`, Form: "(a)", Mark: "SIG"},
				engine.ToolCall{ID: "b", Tool: "read-file", Args: `{"filepath":`, Form: "(b)"},
				engine.ToolCall{ID: "c", Tool: "run-tests", Form: "(c)"}),
			result("a", "nothing"), failed, denied,
			agent("", engine.ToolCall{ID: "call:4", Tool: "run-tests", Args: "{}"}),
			{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "again"},
			agent("", engine.ToolCall{ID: "e", Tool: "run-tests", Args: "{}"}),
			result("e", "fine"),
		}}
}

// Sent is the body that a client sends for a prompt, after the server refused it
// with each of the messages.
func Sent(t *testing.T, p Protocol, o wire.Options, prompt engine.Prompt, refusals ...string) string {
	t.Helper()
	var steps []Step
	for _, r := range refusals {
		steps = append(steps, Respond(400, p.Error("invalid_request_error", r)))
	}
	s := Serve(t, append(steps, p.gives(p.Whole))...)
	base := Options(s.URL())
	base.Known, base.Context, base.Local, base.Tools, base.Images = o.Known, o.Context, o.Local, o.Tools, o.Images
	if o.Model != "" {
		base.Model = o.Model
	}
	if _, err := ask(t, p.New(base), prompt); err != nil {
		t.Fatal(err)
	}
	asked := s.Requests()
	return string(asked[len(asked)-1].Body)
}
