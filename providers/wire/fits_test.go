package wire

import (
	"strings"
	"testing"

	"pp/engine"
)

// The refusals are as the servers write them.
func TestServersNameTheirWindow(t *testing.T) {
	for _, c := range []struct {
		message string
		window  int
	}{
		{"This model's maximum context length is 8192 tokens. However, your messages resulted in 9021 tokens. Please " +
			"reduce the length of the messages.", 8192},
		{"This model's maximum context length is 4096 tokens. However, you requested 4500 tokens (3500 in the messages, " +
			"1000 in the completion).", 4096},
		{"prompt is too long: 203847 tokens > 200000 maximum", 200000},
		{"input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000, " +
			"decrease input length or `max_tokens`", 0},
		{"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1048576},
		{"the input length exceeds the context length", 0},
		{"the request exceeds the available context size (4096 tokens), try increasing it", 4096},
		{"the request exceeds the available context size. try increasing the context size or enable context shift", 0},
		{"The decoder prompt (length 9000) is longer than the maximum model length of 8192.", 8192},
		{"Trying to keep the first 8262 tokens when context the overflows. However, the model is loaded with context " +
			"length of only 4096 tokens, which is not enough.", 4096},
		{"Prompt contains 40000 tokens, too large for model with 32768 maximum context length", 32768},
		{"This model's maximum prompt length is 131072 but the request contains 140000 tokens.", 131072},
		{"Input is too long for requested model.", 0},
		// Kimi
		{"Your request exceeded model token limit: 262144 (requested: 264896)", 262144},
		{"Invalid request: Your request exceeded model token limit: 8192", 8192},
		{"total message size 10176584 exceeds limit 2097152", 0},
		// Z.ai
		{"tokens in request more than max tokens allowed", 0},
		{"Prompt exceeds max length", 0},
		// DashScope
		{"<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]", 30720},
		// Copilot
		{"prompt token count of 138898 exceeds the limit of 64000", 64000},
		// vLLM and SGLang
		{"The input (1492905 tokens) is longer than the model's context length (1048576 tokens).", 1048576},
		{"'max_tokens' or 'max_completion_tokens' is too large: 4096. This model's maximum context length is 8192 tokens " +
			"and your request has 5000 input tokens (4096 > 8192 - 5000). None", 8192},
		{"Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).", 59862},
		// TGI
		{"Input validation error: `inputs` tokens + `max_new_tokens` must be <= 1512. Given: 1000 `inputs` tokens and " +
			"1024 `max_new_tokens`", 1512},
		{"Input validation error: `inputs` must have less than 4095 tokens. Given: 5000", 4095},
		// Groq and Cerebras, MiniMax, Cohere, Ollama
		{"Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192", 8192},
		{"invalid params, context window exceeds limit (2013)", 0},
		{"too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 8000.", 4081},
		{"prompt too long; exceeded max context length by 4 tokens", 0},
		{"Your input exceeds the context window of this model. Please adjust your input and try again.", 0},
	} {
		e := &ServerError{Message: c.message, Status: 400}
		if need, window := e.Fits(); window != c.window && c.window > 0 || need != 0 {
			t.Errorf("%q: %d, %d", c.message, need, window)
		}
		if !e.isFull() {
			t.Errorf("%q is not taken for a prompt that is too large", c.message)
		}
	}
	for _, other := range []string{"Rate limit reached for requests with a context length over 200000 tokens",
		"no such model", "tokens per minute rate_limit_exceeded: the context length of your requests",
		"This request would exceed your organization's rate limit of 40,000 input tokens per minute",
		"max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.",
		"max_tokens: 64000 > 8192, which is the maximum allowed number of output tokens for claude-3-5-sonnet",
		"Invalid max_tokens value, the valid range of max_tokens is [1, 393216]",
		"<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]",
		"Input validation error: `max_new_tokens` must be <= 192. Given: 500",
		`[{"type":"less_than_equal","loc":["body","max_tokens"],"msg":"Input should be less than or equal to 32768"}]`,
		"Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a " +
			"string with length 44 instead.",
		"Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024",
		"messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 5316852 bytes > 5242880 bytes",
		"Prompt must contain the word 'json' in some form to use 'response_format' of type 'json_object'"} {
		if (&ServerError{Message: other, Code: "invalid_request_error", Status: 400}).isFull() {
			t.Errorf("%q is taken for a prompt that is too large", other)
		}
	}
}

// TestFullByItself checks that a status, a code or a field alone says that a prompt does not fit, whatever the words
// are.
func TestFullByItself(t *testing.T) {
	for body, window := range map[string]int{
		`{"error":{"code":"1261","message":"Prompt 超长"}}`:                                              0,
		`{"error":{"message":"no","code":"model_max_prompt_tokens_exceeded"}}`:                         0,
		`{"error":{"message":"no","code":"context_length_exceeded"}}`:                                  0,
		`{"error":{"code":400,"message":"no","type":"exceed_context_size_error","n_ctx":256}}`:         256,
		`{"error":{"message":"Prompt tokens (N) exceeds (M)","type":"context_exceeded","n_ctx":4096}}`: 4096,
		`{"error":{"code":500,"message":"Context size has been exceeded.","type":"server_error"}}`:     0,
		`{"detail":"ContextWindowExceededError: Hosted_vllmException - {\"object\":\"error\",\"message\":\"The input ` +
			`(1492905 tokens) is longer than the model's context length (1048576 tokens).\",\"type\":\"BadRequestError\",` +
			`\"param\":null,\"code\":400}"}`: 1048576,
	} {
		e, ok := ReadError([]byte(body))
		if !ok || !e.isFull() {
			t.Errorf("%s gives %+v, want a full window", body, e)
			continue
		}
		if _, got := e.Fits(); got != window {
			t.Errorf("%s names the window %d, want %d", body, got, window)
		}
	}
	if !(&ServerError{Status: 413}).isFull() || (&ServerError{Status: 429, Message: "too many input tokens"}).isFull() {
		t.Error("want a full window for 413 and none for 429")
	}
}

// TestInnermostWords checks that an error shows the words of the innermost server.
func TestInnermostWords(t *testing.T) {
	const generic = "Provider returned error"
	for _, tc := range []struct{ body, want string }{
		{`{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":"{\"error\":{\"message\":\"This ` +
			`model's maximum context length is 262144 tokens.\",\"type\":\"Bad Request\",\"code\":400}}",` +
			`"provider_name":"Nvidia","is_byok":false}}}`, "This model's maximum context length is 262144 tokens."},
		{`{"error":{"message":"Provider returned error","code":429,"metadata":{"raw":"it is rate-limited upstream.",` +
			`"provider_name":"BaseTen"}}}`, "it is rate-limited upstream."},
		{`{"error":{"message":"Provider returned error","code":400,"metadata":{"raw":{"error":{"message":"inner"}}}}}`,
			"inner"},
		{`{"error":{"message":"Provider returned error","code":502,"metadata":null}}`, generic},
		{`{"error":{"message":"Provider returned error","code":502,"metadata":"odd"}}`, generic},
		{`{"error":{"message":"Provider returned error","metadata":{"raw":""}}}`, generic},
		{`{"error":{"message":"400 Bad Request: {\"error\":{\"message\":\"no such tool\"}}"}}`, "no such tool"},
		{`{"error":{"message":"it begins {\"message\":\"hello\"} and goes on"}}`,
			`it begins {"message":"hello"} and goes on`},
		{`[{"error":{"code":400,"message":"a list","status":"INVALID_ARGUMENT"}}]`, "a list"},
		{`{"error":{"message":"odd details","details":{"a":1},"type":7}}`, "odd details"},
	} {
		if e, ok := ReadError([]byte(tc.body)); !ok || e.Message != tc.want {
			t.Errorf("%s says %+v, want %q", tc.body, e, tc.want)
		}
	}
}

// TestWordsForAnEnd checks the servers' words for an end, in any spelling. Only a word that says so marks an incomplete
// answer.
func TestWordsForAnEnd(t *testing.T) {
	for want, words := range map[Stop]string{
		StopNone: ",null,none,FINISH_REASON_UNSPECIFIED",
		StopWhole: "stop,STOP,Stop,eos,eos_token,EOS_TOKEN,end_turn,END_TURN,stop_sequence,tool_calls,tool_use,toolUse," +
			"function_call,FUNCTION_CALL,COMPLETE,FinishReason.STOP,FINISH_REASON_STOP",
		StopLength: "length,LENGTH,max_tokens,MAX_TOKENS,maxTokens,max-tokens,model_length,max_output_tokens",
		StopWindow: "model_context_window_exceeded,context_length_exceeded",
		StopRefused: "content_filter,contentFilter,CONTENT_FILTERED,refusal,SAFETY,RECITATION,LANGUAGE,BLOCKLIST," +
			"PROHIBITED_CONTENT,SPII,IMAGE_SAFETY,sensitive,guardrail_intervened",
		StopBroken: "error,network_error,abort,cancelled,insufficient_system_resource",
		StopOther:  "something_new,pause_turn,42",
	} {
		for word := range strings.SplitSeq(words, ",") {
			if got := Word(word).stop(); got != want {
				t.Errorf("%q is %d, want %d", word, got, want)
			}
		}
	}
}

func TestPictureTokens(t *testing.T) {
	for _, tc := range []struct {
		kind, data string
		want       int
	}{
		{"image/png", "/Type /Page /Type /Page", 1},
		{engine.PDF, "", 1},
		{engine.PDF, "packed", 1},
		{engine.PDF, "<</Type /Pages /Count 3>> <</Type /Page>> <</Type/Page/Parent 1 0 R>> <</Type /Page\n>>", 3},
		{engine.PDF, "<</Type/Pages>>", 1},
	} {
		if got := pictureTokens(engine.Picture{Type: tc.kind, Data: []byte(tc.data)}); got != tc.want*perPicture {
			t.Errorf("%s %q: %d", tc.kind, tc.data, got)
		}
	}
}
