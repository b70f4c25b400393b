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
	base.Known, base.Context, base.Local = o.Known, o.Context, o.Local
	if _, err := ask(t, p.New(base), prompt); err != nil {
		t.Fatal(err)
	}
	asked := s.Requests()
	return string(asked[len(asked)-1].Body)
}
