package remote_test

import (
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/remote"
)

// TestOllamaArgumentsAsText: some servers that speak Ollama's protocol write arguments as text.
func TestOllamaArgumentsAsText(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(200, []byte(
		`{"model":"m-1","message":{"role":"assistant","content":"","tool_calls":[{"function":{"name":"f",`+
			`"arguments":"{\"a\":1}"}},{"id":"x","function":{"name":"g","arguments":null}}]},"done":true}`+"\n")))
	reply, err := remote.Ollama(providertest.Options(s.URL())).Complete(t.Context(), providertest.Calling())
	want := []engine.ToolCall{{Tool: "f", Args: `{"a":1}`}, {ID: "x", Tool: "g"}}
	if err != nil || !slices.Equal(reply.Calls, want) {
		t.Errorf("%+v, %v", reply, err)
	}
}

// TestOllamaCapabilities: where the server is asked for the window anyway, it also says whether
// the model takes tools; then none are sent, and that is said once.
func TestOllamaCapabilities(t *testing.T) {
	for _, tc := range []struct {
		show  string
		tools bool
	}{
		{`{"model_info":{"general.architecture":"a","a.context_length":32768},"capabilities":["completion"]}`, false},
		{`{"model_info":{"general.architecture":"a","a.context_length":32768},"capabilities":["completion","tools"]}`, true},
		{`{"model_info":{"general.architecture":"a","a.context_length":32768}}`, true},
	} {
		p := providertest.Ollama()
		s := providertest.Serve(t, func(c *providertest.Conn) {
			if c.Request.Path == "/api/show" {
				providertest.Respond(200, []byte(tc.show))(c)
				return
			}
			long := strings.ReplaceAll(string(p.Stream(p.Whole, "yes")), `"prompt_eval_count":120`, `"prompt_eval_count":9000`)
			providertest.Respond(200, []byte(long), "Content-Type: "+p.Type)(c)
		})
		o := providertest.Options(s.URL())
		o.Local = true
		client := remote.Ollama(o)
		prompt := providertest.Calling()
		prompt.Turns[0].Text = strings.Repeat("word ", 4000)
		for i := range 2 {
			reply, err := client.Complete(t.Context(), prompt)
			if err != nil || strings.Contains(reply.Note, "takes no tools") != (i == 0 && !tc.tools) {
				t.Errorf("%s: %+v, %v", tc.show, reply, err)
			}
		}
		asked := s.Requests()
		for _, r := range asked[1:] {
			if strings.Contains(string(r.Body), `"tools":[`) != tc.tools {
				t.Errorf("%s: sent %.300s", tc.show, r.Body)
			}
		}
		if len(asked) != 3 {
			t.Errorf("%s: %d requests", tc.show, len(asked))
		}
	}
}
