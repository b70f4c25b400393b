package remote_test

import (
	"errors"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

func TestGeminiRequest(t *testing.T) {
	const contents = `{"systemInstruction":{"parts":[{"text":"Be brief & ` +
		`exact."}]},"contents":[{"role":"user","parts":[{"text":"read <x>"}]},` +
		`{"role":"model","parts":[{"text":"(:TYPE :REQUEST)"}]},` +
		`{"role":"user","parts":[{"text":"<<data n0nce from read-file (failed)>>\nnothing\n<<end n0nce>>"},` +
		`{"text":"again"}]}]`
	prompt := providertest.Conversation()
	if got := providertest.Sent(t, providertest.Gemini(), wire.Options{}, prompt); got != contents+"}" {
		t.Errorf("it sends\n%s", got)
	}
	prompt.MaxTokens = 50
	if got := providertest.Sent(t, providertest.Gemini(), wire.Options{},
		prompt); got != contents+`,"generationConfig":{"maxOutputTokens":50}}` {
		t.Errorf("it sends\n%s", got)
	}
}

func TestGeminiTheKeyIsNotInTheAddress(t *testing.T) {
	p := providertest.Gemini()
	s := providertest.Serve(t, providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type))
	o := providertest.Options(s.URL() + "/v1beta")
	o.Model = "models/a/b?c"
	if _, err := remote.Gemini(o).Complete(t.Context(), providertest.Prompt()); err != nil {
		t.Fatal(err)
	}
	if r := s.Requests()[0]; r.Path != "/v1beta/models/a%2Fb%3Fc:streamGenerateContent?alt=sse" {
		t.Errorf("asked %s", r.Path)
	}
}

func TestGeminiBlockedPrompt(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(200, []byte(
		"data: {\"promptFeedback\":{\"blockReason\":\"PROHIBITED_CONTENT\"},\"usageMetadata\":{\"promptTokenCount\":4},"+
			"\"modelVersion\":\"m-1\"}\n\n")))
	_, err := remote.Gemini(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
	var stop *wire.StopError
	if !errors.As(err, &stop) || stop.Stop != wire.StopRefused || stop.Finish != "PROHIBITED_CONTENT" {
		t.Errorf("%v", err)
	}
}

func TestGeminiInvalidKey(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(400, []byte(`[{"error":{"code":400,"message":"API key not valid. `+
		`Please pass a valid API key.",`+
		`"status":"INVALID_ARGUMENT","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo",`+
		`"reason":"API_KEY_INVALID"}]}}]`)))
	_, err := remote.Gemini(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMAuth {
		t.Errorf("%v", err)
	}
}

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
