package remote_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/wire"
)

// TestTokenLimits checks the field for the length of a reply, also after a server refused one.
func TestTokenLimits(t *testing.T) {
	const usage = `,"stream_options":{"include_usage":true}`
	known := func(window, output int) wire.Options {
		return wire.Options{Known: func(string) (int, int) { return window, output }}
	}
	for _, tc := range []struct {
		protocol providertest.Protocol
		options  wire.Options
		bound    int
		refusals []string
		want     string
	}{
		{providertest.OpenAI(), wire.Options{}, 0, nil, `"stream":true` + usage + "}"},
		{providertest.OpenAI(), wire.Options{}, 50, nil, usage + `,"max_tokens":50}`},
		{providertest.OpenAI(), wire.Options{}, 50, []string{"Extra inputs are not permitted: stream_options"},
			`"stream":true,"max_tokens":50}`},
		{providertest.OpenAI(), wire.Options{}, 50, []string{"Unsupported parameter: 'max_tokens' is not supported with " +
			"this model. Use 'max_completion_tokens' instead."}, usage + `,"max_completion_tokens":50}`},
		{providertest.OpenAI(), wire.Options{}, 50, []string{"unknown field stream_options",
			"Unsupported parameter: 'max_tokens'"}, `"stream":true,"max_completion_tokens":50}`},
		{providertest.Anthropic(), wire.Options{}, 50, nil, `"max_tokens":50,`},
		{providertest.Anthropic(), wire.Options{}, 0, nil, `"max_tokens":8192,`},
		{providertest.Anthropic(), known(0, 4096), 0, nil, `"max_tokens":4096,`},
		{providertest.Anthropic(), known(200_000, 128_000), 0, nil, `"max_tokens":32000,`},
		{providertest.Anthropic(), known(4096, 0), 0, nil, `"max_tokens":4`}, // what the window leaves
		{providertest.Gemini(), wire.Options{}, 50, nil, `,"generationConfig":{"maxOutputTokens":50}}`},
		{providertest.Ollama(), wire.Options{}, 50, nil, `,"options":{"num_predict":50}}`},
	} {
		prompt := providertest.Conversation()
		prompt.MaxTokens = tc.bound
		if got := providertest.Sent(t, tc.protocol, tc.options, prompt, tc.refusals...); !strings.Contains(got, tc.want) {
			t.Errorf("%s, after %q: the request is\n%s\nwant %s in it", tc.protocol.Name, tc.refusals, got, tc.want)
		}
	}
}

// TestSchemas checks that the answer is bound to a schema, but not after the server refused it. Ollama's format binds
// every word, so that pp only sends it where the model can call nothing.
func TestSchemas(t *testing.T) {
	for _, tc := range []struct {
		protocol       providertest.Protocol
		field, refusal string
	}{
		{providertest.Anthropic(), `"output_config":{"format":{"schema":{"type":"object"},"type":"json_schema"}}`,
			"output_config: Extra inputs are not permitted"},
		{providertest.Gemini(),
			`"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}}`,
			"Function calling with a response mime type: 'application/json' is unsupported"},
		{providertest.OpenAI(),
			`"response_format":{"json_schema":{"name":"answer","schema":{"type":"object"}},"type":"json_schema"}`,
			"'response_format' of type 'json_schema' is not supported"},
		{providertest.Ollama(), `"format":{"type":"object"}`, ""},
	} {
		prompt := providertest.Calling()
		prompt.Schema = json.RawMessage(`{"type":"object"}`)
		isBound := func(o wire.Options, refusals ...string) bool {
			return strings.Contains(providertest.Sent(t, tc.protocol, o, prompt, refusals...), tc.field)
		}
		// Where actions are text, an answer that is bound to a schema could be none.
		withTools, withForms := isBound(wire.Options{}), isBound(wire.Options{Tools: wire.ToolsText})
		if withTools != (tc.refusal != "") || withForms {
			t.Errorf("%s: bound beside tools %v, beside forms %v; want the first for all but Ollama, the second for none",
				tc.protocol.Name, withTools, withForms)
		}
		if tc.refusal != "" && isBound(wire.Options{}, tc.refusal) {
			t.Errorf("%s: bound after a refusal", tc.protocol.Name)
		}
		prompt.Tools, prompt.Forms = nil, ""
		if !isBound(wire.Options{}) {
			t.Errorf("%s: not bound without tools", tc.protocol.Name)
		}
	}
}

// TestErrorsOfServers checks the kinds, words and hints of errors that only one protocol has.
func TestErrorsOfServers(t *testing.T) {
	for _, tc := range []struct {
		name       string
		protocol   providertest.Protocol
		status     int
		body       string
		kind       engine.LLMKind
		says, hint string
	}{
		{"a refusal in the message", providertest.OpenAI(), 200, `{"model":"m-1","choices":[{"index":0,"message":` +
			`{"content":null,"refusal":"I cannot help with that."},"finish_reason":"stop"}]}`, engine.LLMUnavailable,
			"the model refused (stop): I cannot help with that.", "rephrase"},
		{"an explained refusal", providertest.Anthropic(), 200,
			`data: {"type":"message_start","message":{"model":"m-1","usage":{"input_tokens":5}}}` + "\n\n" +
				`data: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_details":{"type":"refusal",` +
				`"category":"cyber","explanation":"It could harm."}},"usage":{"output_tokens":1}}` + "\n\n" +
				"data: {\"type\":\"message_stop\"}\n\n", engine.LLMUnavailable, "the model refused (refusal): It could harm.", ""},
		{"a blocked prompt", providertest.Gemini(), 200, `data: {"promptFeedback":{"blockReason":"PROHIBITED_CONTENT"},` +
			`"usageMetadata":{"promptTokenCount":4},"modelVersion":"m-1"}` + "\n\n", engine.LLMUnavailable,
			"the model refused (PROHIBITED_CONTENT)", ""},
		{"a wrong key", providertest.Gemini(), 400, `[{"error":{"code":400,"message":"API key not valid. Please pass a ` +
			`valid API key.","status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo",` +
			`"reason":"API_KEY_INVALID"}]}}]`, engine.LLMAuth, "API key not valid", ""},
		{"no such model", providertest.Ollama(), 404, `{"error":"model 'm-1' not found"}`, engine.LLMConfig, "not found",
			"get the model: ollama pull m-1"},
	} {
		s := providertest.Serve(t, providertest.Respond(tc.status, []byte(tc.body)))
		_, err := tc.protocol.New(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
		var le *engine.LLMError
		if !errors.As(err, &le) || le.Kind != tc.kind || !strings.Contains(err.Error(), tc.says) ||
			!strings.Contains(le.Hint, tc.hint) {
			t.Errorf("%s: %v; want %q", tc.name, err, tc.says)
		}
	}
}
