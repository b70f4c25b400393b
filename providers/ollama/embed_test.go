package ollama_test

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/ollama"
	"pp/providers/providertest"
)

func TestEmbed(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		reply  string
		want   [][]float32
		fails  string
	}{
		"two":           {200, `{"model":"m","embeddings":[[0.5,-1],[0,2e-3]],"total_duration":1,"prompt_eval_count":8}`, [][]float32{{0.5, -1}, {0, 2e-3}}, ""},
		"too few":       {200, `{"embeddings":[[1]]}`, nil, "1 vectors for 2 texts"},
		"of any length": {200, `{"embeddings":[[1],[1,2]]}`, nil, "different lengths"},
		"empty":         {200, `{"embeddings":[[],[]]}`, nil, "empty"},
		"garbage":       {200, `<html>`, nil, "not"},
		"too long":      {400, `{"error":"the input length exceeds the context length"}`, nil, "exceeds the context length"},
		"no model":      {404, `{"error":"model \"m\" not found, try pulling it first"}`, nil, "not found"},
	} {
		t.Run(name, func(t *testing.T) {
			s := providertest.Serve(t, providertest.Respond(c.status, []byte(c.reply), "Content-Type: application/json"))
			client := ollama.New(providertest.Options(s.URL()))
			got, err := ollama.Embed(t.Context(), client, "m", []string{"one", "two"})
			var llm *engine.LLMError
			if c.fails != "" && (!errors.As(err, &llm) || !strings.Contains(err.Error(), c.fails)) || c.fails == "" && err != nil {
				t.Errorf("the error is %v", err)
			}
			if !reflect.DeepEqual(got, c.want) {
				t.Errorf("got %v", got)
			}
			r := s.Requests()
			if len(r) != 1 || r[0].Path != "/api/embed" || string(r[0].Body) != `{"model":"m","input":["one","two"],"truncate":false}` {
				t.Errorf("it sends %+v", r)
			}
		})
	}
	if got, err := ollama.Embed(t.Context(), nil, "m", nil); got != nil || err != nil {
		t.Errorf("nothing gives %v, %v", got, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	s := providertest.Serve(t, func(c *providertest.Conn) {
		cancel(cause)
		c.Hang()
	})
	if _, err := ollama.Embed(ctx, ollama.New(providertest.Options(s.URL())), "m", []string{"one"}); !errors.Is(err, cause) {
		t.Errorf("cancelled: %v", err)
	}
}
