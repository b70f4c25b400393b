package wire

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"pp/engine"
)

// The refusals are as the servers write them.
func TestServersNameTheirWindow(t *testing.T) {
	data, err := os.ReadFile("testdata/refusals.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		want, message, _ := strings.Cut(strings.TrimSpace(line), " ")
		if want == "#" {
			continue
		}
		e := &ServerError{Message: message, Status: 400, Code: "invalid_request_error"}
		if e.isFull() != (want != "-") {
			t.Errorf("%q: too large is %v, want %v", message, e.isFull(), want != "-")
		}
		if need, window := e.Fits(); want != "?" && want != "-" && fmt.Sprint(window) != want || need != 0 {
			t.Errorf("%q: need %d, window %d; want 0, %s", message, need, window, want)
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
