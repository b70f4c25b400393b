package remote_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pp/engine"
	"pp/providers/providertest"
	"pp/providers/remote"
)

// server has one model with this window, and says that it read so many tokens.
func server(t *testing.T, window, read int) *providertest.Server {
	return providertest.Serve(t, func(c *providertest.Conn) {
		switch c.Request.Path {
		case "/api/tags":
			providertest.Respond(200, []byte(`{"models":[{"name":"small:1b","model":"small:1b","size":5},`+
				`{"name":"old:7b"}]}`))(c)
		case "/api/show":
			providertest.Respond(200, fmt.Appendf(nil,
				`{"model_info":{"general.architecture":"llama","clip.context_length":7,"llama.context_length":%d}}`, window))(c)
		default:
			providertest.Respond(200, fmt.Appendf(nil,
				`{"model":"small:1b","message":{"role":"assistant","content":"yes"},"done":true,"done_reason":"stop",`+
					`"prompt_eval_count":%d,"eval_count":1}`+"\n", read), "Content-Type: application/x-ndjson")(c)
		}
	})
}

func words(n int) engine.Prompt {
	p := providertest.Prompt()
	p.Turns[0].Text = strings.Repeat("word ", n)
	return p
}

func TestOllamaNumCtx(t *testing.T) {
	for _, tc := range []struct {
		words, window, configured int
		asked                     bool
		want                      string
	}{
		{10, 32768, 0, false, ""},
		{1500, 32768, 0, true, `"num_ctx":4096`},
		{4000, 32768, 0, true, `"num_ctx":8192`},
		{4000, 7000, 0, true, `"num_ctx":7000`},
		{4000, 32768, 7500, false, `"num_ctx":7500`},
		{4000, 0, 0, true, `"num_ctx":8192`},
	} {
		s := server(t, tc.window, tc.words)
		o := providertest.Options(s.URL())
		o.Local, o.Context = true, tc.configured
		if _, err := remote.Ollama(o).Complete(t.Context(), words(tc.words)); err != nil {
			t.Errorf("%+v: %v", tc, err)
			continue
		}
		asked := s.Requests()
		body := string(asked[len(asked)-1].Body)
		if !strings.Contains(body, tc.want) || tc.want == "" && strings.Contains(body, "num_ctx") ||
			(len(asked) == 2) != tc.asked {
			t.Errorf("%+v: %d requests, the last ends in %s", tc, len(asked), body[len(body)-60:])
		}
	}
}

// TestShortCounts checks that pp keeps an answer whose token count omits a cached part. pp only doubts a count that
// equals a window, such as a server's default of 2048, or one of a prompt that nearly fills the model's window.
func TestOllamaShortCounts(t *testing.T) {
	for _, tc := range []struct {
		words, window, read int
		doubt               bool
	}{
		{20000, 131072, 2048, true}, {20000, 131072, 37, false}, {20000, 131072, 1, false}, {20000, 131072, 0, false},
		{20000, 0, 37, false}, {20000, 25000, 37, true}, {20000, 25000, 20000, false}, {10, 131072, 1, false},
	} {
		s := server(t, tc.window, tc.read)
		o := providertest.Options(s.URL())
		o.Local = true
		reply, err := remote.Ollama(o).Complete(t.Context(), words(tc.words))
		if err != nil || reply.Text != "yes" || strings.Contains(reply.Note, "left something out") != tc.doubt {
			t.Errorf("%+v: %q, note %q, %v; want a note: %v", tc, reply.Text, reply.Note, err, tc.doubt)
		}
	}
}

func TestOllamaChoosesAModel(t *testing.T) {
	s := server(t, 8192, 1)
	o := providertest.Options(s.URL())
	o.Local, o.Model = true, ""
	c := remote.Ollama(o)
	for range 2 {
		if reply, err := c.Complete(t.Context(), providertest.Prompt()); err != nil || reply.Model != "small:1b" {
			t.Fatalf("%+v, %v", reply, err)
		}
	}
	if n := len(s.Requests()); n != 3 {
		t.Errorf("%d requests, want the list once", n)
	}
	none := providertest.Serve(t, providertest.Respond(200, []byte(`{"models":[]}`)))
	o.BaseURL = none.URL()
	_, err := remote.Ollama(o).Complete(t.Context(), providertest.Prompt())
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMConfig || !strings.Contains(le.Hint, "ollama pull") {
		t.Errorf("%v", err)
	}
}
