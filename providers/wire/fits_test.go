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
	} {
		e := &ServerError{Message: c.message}
		if need, window := e.Fits(); window != c.window && c.window > 0 || need != 0 {
			t.Errorf("%q: %d, %d", c.message, need, window)
		}
		if !tooLarge(strings.ToLower(c.message)) {
			t.Errorf("%q is not taken for a prompt that is too large", c.message)
		}
	}
	for _, other := range []string{"Rate limit reached for requests with a context length over 200000 tokens",
		"no such model", "tokens per minute rate_limit_exceeded: the context length of your requests"} {
		if tooLarge(strings.ToLower(other)) {
			t.Errorf("%q is taken for a prompt that is too large", other)
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
