package remote_test

import (
	"strings"
	"testing"

	"pp/providers/providertest"
	"pp/providers/remote"
)

func TestGeminiModelsAndWindow(t *testing.T) {
	s := providertest.Serve(t, func(c *providertest.Conn) {
		if strings.HasPrefix(c.Request.Path, "/v1beta/models?") {
			providertest.Respond(200, []byte(`{"models":[{"name":"models/e",`+
				`"supportedGenerationMethods":["embedContent"]},{"name":"models/a",`+
				`"supportedGenerationMethods":["generateContent"]}]}`))(c)
			return
		}
		providertest.Respond(200, []byte(`{"name":"models/m-1","inputTokenLimit":30000}`))(c)
	})
	o := providertest.Options(s.URL())
	o.Local, o.Model = true, ""
	_, _ = remote.Gemini(o).Complete(t.Context(), providertest.Prompt()) // the answer is none
	if asked := s.Requests(); len(asked) != 2 || !strings.HasPrefix(asked[1].Path, "/v1beta/models/a:stream") {
		t.Errorf("%+v", asked)
	}
	c := remote.Gemini(providertest.Options(s.URL()))
	prompt := providertest.Prompt()
	prompt.Turns[0].Text = strings.Repeat("word ", 40000)
	if _, err := c.Complete(t.Context(), prompt); err == nil || !strings.Contains(err.Error(), "is 30000") {
		t.Errorf("%v", err)
	}
}
