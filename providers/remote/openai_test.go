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

func TestOpenAIRefusesOnlyOnce(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(400, []byte(`{"error":{"message":"stream_options is wrong"}}`)))
	_, err := remote.OpenAI(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Tries != 2 || len(s.Requests()) != 2 {
		t.Errorf("%v after %d requests", err, len(s.Requests()))
	}
}

func TestOpenAIServersOfItsKind(t *testing.T) {
	for _, tc := range []struct{ name, body, text string }{
		{"text in parts", `{"choices":[{"message":{"content":[{"type":"thinking","text":"hm"},{"type":"text","text":"yes"}` +
			`]},"finish_reason":"stop"}]}`, "yes"},
		{"other reasoning fields", "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"hm\",\"reasoning\":\"hm\"," +
			"\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\n", "yes"},
		{"no end mark", "data: {\"choices\":[{\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\n", "yes"},
		{"error null", "data: {\"error\":null,\"choices\":[{\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}" +
			"\n\ndata: [DONE]\n\n", "yes"},
		{"a second choice", "data: {\"choices\":[{\"index\":1,\"delta\":{\"content\":\"no\"}},{\"index\":0," +
			"\"delta\":{\"content\":\"yes\"},\"finish_reason\":\"stop\"}]}\n\n", "yes"},
	} {
		s := providertest.Serve(t, providertest.Respond(200, []byte(tc.body)))
		reply, err := remote.OpenAI(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
		if err != nil || reply.Text != tc.text || reply.Model != providertest.Model {
			t.Errorf("%s: %+v, %v", tc.name, reply, err)
		}
	}
}

func TestOpenAICostOfTheServer(t *testing.T) {
	s := providertest.Serve(t, providertest.Respond(200, []byte(
		`{"model":"m","choices":[{"message":{"content":"a"},"finish_reason":"stop"}],"usage":{"prompt_tokens":9,`+
			`"completion_tokens":1,"cost":0.0125}}`)))
	reply, err := remote.OpenAI(providertest.Options(s.URL())).Complete(t.Context(), providertest.Prompt())
	if err != nil || !reply.Priced || reply.Cost != 0.0125 {
		t.Errorf("%+v, %v", reply, err)
	}
}

func TestOpenAIWindowAndModelOfALocalServer(t *testing.T) {
	list := []byte(`{"data":[{"id":"tiny","meta":{"n_ctx_train":32768,"n_ctx":4096}}]}`)
	p := providertest.OpenAI()
	s := providertest.Serve(t, func(c *providertest.Conn) {
		if c.Request.Path == "/models" {
			providertest.Respond(200, list)(c)
			return
		}
		providertest.Respond(200, p.Stream(p.Whole, "yes"), "Content-Type: "+p.Type)(c)
	})
	o := providertest.Options(s.URL())
	o.Local, o.Model = true, ""
	c := remote.OpenAI(o)
	if reply, err := c.Complete(t.Context(), providertest.Prompt()); err != nil || reply.Text != "yes" {
		t.Fatalf("%+v, %v", reply, err)
	}
	if body := string(s.Requests()[1].Body); !strings.HasPrefix(body, `{"model":"tiny"`) {
		t.Errorf("sent %s", body)
	}
	big := providertest.Prompt()
	big.Turns[0].Text = strings.Repeat("word ", 4000)
	_, err := c.Complete(t.Context(), big)
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMTooLarge ||
		!strings.Contains(err.Error(), "the window of tiny is 4096") {
		t.Errorf("%v", err)
	}
}

// TestOpenAIDoubtsShortCounts checks that pp warns if a local server counts far fewer tokens than pp sent, as a server
// that cut the prompt does. It trusts a similar count, and any remote server.
func TestOpenAIDoubtsShortCounts(t *testing.T) {
	p := providertest.OpenAI()
	for _, tc := range []struct {
		read         int
		local, doubt bool
	}{{4096, true, true}, {2400, true, true}, {5800, true, false}, {4096, false, false}, {0, true, false}} {
		stream := strings.ReplaceAll(string(p.Stream(p.Whole, "yes")), `"prompt_tokens":120`,
			fmt.Sprintf(`"prompt_tokens":%d`, tc.read))
		s := providertest.Serve(t, func(conn *providertest.Conn) {
			if conn.Request.Path == p.Path {
				providertest.Respond(200, []byte(stream), "Content-Type: "+p.Type)(conn)
				return
			}
			providertest.Respond(404, p.Error("e", "no list"))(conn)
		})
		o := providertest.Options(s.URL())
		o.Local = tc.local
		reply, err := remote.OpenAI(o).Complete(t.Context(), engine.Prompt{Turns: []engine.Turn{{Role: engine.RoleUser,
			Origin: engine.OriginPerson, Text: strings.Repeat("some words ", 2000)}}})
		if err != nil || strings.Contains(reply.Note, "left something out") != tc.doubt {
			t.Errorf("%+v: note %q, %v; want a doubt %v", tc, reply.Note, err, tc.doubt)
		}
	}
}
