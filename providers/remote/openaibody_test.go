package remote

import (
	"encoding/json"
	"strings"
	"testing"

	"pp/providers/wire"
)

// TestOpenAIHosts: two services want what others refuse.
func TestOpenAIHosts(t *testing.T) {
	for base, want := range map[string]string{
		"https://api.openai.com/v1":    `"max_completion_tokens":7`,
		"https://openrouter.ai/api/v1": `"max_tokens":7,"transforms":[]`,
		"http://127.0.0.1:8080/v1":     `"max_tokens":7}`,
	} {
		data, err := json.Marshal(openAIBody(wire.Request{Base: base, Model: "m", MaxTokens: 7}))
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%s is sent %s, %v", base, data, err)
		}
	}
}
