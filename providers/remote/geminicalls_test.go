package remote_test

import (
	"encoding/json"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

// TestGeminiMalformedCall: a call that the service could not read comes as one that the loop
// sends back, and names the tool where that can be seen.
func TestGeminiMalformedCall(t *testing.T) {
	for _, tc := range []struct{ reason, message, tool, args string }{
		{"MALFORMED_FUNCTION_CALL", "Malformed function call: print(default_api.read-file(filepath='x'))", "read-file",
			"Malformed function call: print(default_api.read-file(filepath='x'))"},
		{"MALFORMED_FUNCTION_CALL", "", "unknown", "(a call that could not be read)"},
		{"UNEXPECTED_TOOL_CALL", "no such", "unknown", "no such"},
	} {
		message, err := json.Marshal(tc.message)
		if err != nil {
			t.Fatal(err)
		}
		s := providertest.Serve(t, providertest.Respond(200, []byte(
			`data: {"candidates":[{"content":{},"finishReason":"`+tc.reason+`","finishMessage":`+string(message)+
				`}],"modelVersion":"m-1"}`+"\n\n")))
		reply, err := remote.Gemini(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
		if err != nil || len(reply.Calls) != 1 || reply.Calls[0] != (engine.ToolCall{Tool: tc.tool, Args: tc.args}) {
			t.Errorf("%+v: %+v, %v", tc, reply, err)
			continue
		}
		if _, err := (engine.Decoder{}).Call(reply.Calls[0], ""); err == nil {
			t.Errorf("%+v means an action", reply.Calls[0])
		}
	}
}

// TestGeminiSignatures: a call of another model is marked for the models that want one, the
// first of a reply only; one with a signature of its own keeps it.
func TestGeminiSignatures(t *testing.T) {
	prompt := providertest.Calling()
	for model, want := range map[string]int{"gemini-3.8-flash": 3, "models/gemini-4-argon": 3, "gemini-2.5-pro": 0,
		"m-1": 0} {
		sent := providertest.Sent(t, providertest.Gemini(), wire.Options{Model: model}, prompt)
		if n := strings.Count(sent, `"thoughtSignature":"skip_thought_signature_validator"`); n != want ||
			strings.Contains(sent, "SIG") {
			t.Errorf("%s: %d in %s", model, n, sent)
		}
	}
	demand := "Function call is missing a thought_signature in functionCall parts. This is required for tools to work " +
		"correctly, and missing thought_signature may lead to degraded model performance."
	refusal := `Invalid JSON payload received. Unknown name "thoughtSignature" at 'contents[1].parts[0]': ` +
		"Cannot find field."
	for model, counts := range map[string][2]int{"gemini-3.8-flash": {3, 0}, "m-1": {3, 0}} {
		for i, message := range []string{demand, refusal} {
			sent := providertest.Sent(t, providertest.Gemini(), wire.Options{Model: model}, prompt, message)
			if n := strings.Count(sent, "skip_thought"); n != counts[i] {
				t.Errorf("%s, after %q: %d stand-ins in %s, want %d", model, message, n, sent, counts[i])
			}
		}
	}
	prompt.Turns[1].Kept.Provider = "probe"
	sent := providertest.Sent(t, providertest.Gemini(), wire.Options{Model: "gemini-3.8-flash"}, prompt)
	if strings.Count(sent, "skip_thought") != 2 ||
		!strings.Contains(sent, `"args":{"filepath":"x<y>"}},"thoughtSignature":"SIG"`) {
		t.Errorf("%s", sent)
	}
}
