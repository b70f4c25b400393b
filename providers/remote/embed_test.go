package remote_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"pp/engine"
	"pp/providers"
	"pp/providers/providertest"
	"pp/providers/remote"
	"pp/providers/wire"
)

type hides struct{}

func (hides) Redact(text string) string { return strings.ReplaceAll(text, "hunter2", engine.Masked) }

// over is an embedder over a server that answers with a script, and the server.
func over(t *testing.T, o remote.EmbedOptions, script ...providertest.Step) (*remote.Embedder, *providertest.Server) {
	t.Helper()
	server := providertest.Serve(t, script...)
	w := wire.Options{Name: "p", BaseURL: server.URL(), Sleep: func(context.Context, time.Duration) error { return nil }}
	o.Name, o.Redactor = "p", hides{}
	o.Client = remote.OpenAI(w)
	if o.Ollama {
		o.Client = remote.Ollama(w)
	}
	return remote.NewEmbedder(o), server
}

func sent(t *testing.T, s *providertest.Server) (out []string) {
	t.Helper()
	for _, r := range s.Requests() {
		out = append(out, fmt.Sprintf("%s %s %s", r.Method, r.Path, r.Body))
	}
	return out
}

// answers is a step that gives n vectors in a protocol's form.
func answers(ollama bool, n int) providertest.Step {
	var data []any
	for i := range n {
		v := []float64{float64(i), 0.5}
		if ollama {
			data = append(data, v)
		} else { // in any order
			data = append([]any{map[string]any{"index": i, "embedding": v, "object": "embedding"}}, data...)
		}
	}
	all := map[string]any{"data": data, "model": "m", "usage": map[string]int{"prompt_tokens": 7}}
	if ollama {
		all = map[string]any{"embeddings": data, "model": "m", "prompt_eval_count": 7}
	}
	text, _ := json.Marshal(all)
	return providertest.Respond(200, text, "Content-Type: application/json")
}

func TestRequests(t *testing.T) {
	texts := []string{"a <b> & hunter2", " \n", "\xff"}
	for _, tc := range []struct {
		name, model string
		ollama      bool
		want        []string
	}{
		{"openai", "text-embedding-3-small", false, []string{
			`POST /embeddings {"model":"text-embedding-3-small","input":["a <b> & [MASKED]","-","�"]}`,
			`POST /embeddings {"model":"text-embedding-3-small","input":["hm?"]}`}},
		{"ollama", "nomic-embed-text:v1.5", true, []string{
			`POST /api/embed {"model":"nomic-embed-text:v1.5","input":["search_document: a <b> & [MASKED]",` +
				`"search_document: -","search_document: �"]}`,
			`POST /api/embed {"model":"nomic-embed-text:v1.5","input":["search_query: hm?"]}`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e, server := over(t, remote.EmbedOptions{Model: tc.model, Ollama: tc.ollama}, answers(tc.ollama, 3),
				answers(tc.ollama, 1))
			made, err := e.Documents(t.Context(), texts)
			if d := cmp.Diff([][]float32{{0, 0.5}, {1, 0.5}, {2, 0.5}}, made); err != nil || d != "" {
				t.Errorf("%v %s", err, d)
			}
			query, err := e.Query(t.Context(), "hm?")
			if d := cmp.Diff([]float32{0, 0.5}, query); err != nil || d != "" {
				t.Errorf("%v %s", err, d)
			}
			if d := cmp.Diff(tc.want, sent(t, server)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestBatches(t *testing.T) {
	counting := func(c *providertest.Conn) {
		var got struct{ Input []string }
		if err := json.Unmarshal(c.Request.Body, &got); err != nil {
			t.Error(err)
		}
		answers(false, len(got.Input))(c)
	}
	for _, tc := range []struct {
		name     string
		texts    int
		text     string
		local    bool
		requests int
	}{
		{"short", 200, "a", false, 4},
		{"local", 200, "a", true, 13},
		{"long", 40, strings.Repeat("word ", 1e5), false, 4}, // of 8,191 tokens each
	} {
		t.Run(tc.name, func(t *testing.T) {
			e, server := over(t, remote.EmbedOptions{Model: "text-embedding-3-large", Local: tc.local}, counting)
			texts := make([]string, tc.texts)
			for i := range texts {
				texts[i] = tc.text
			}
			made, err := e.Documents(t.Context(), texts)
			if err != nil || len(made) != tc.texts {
				t.Errorf("%d, %v", len(made), err)
			}
			if n := len(server.Requests()); n != tc.requests {
				t.Errorf("%d requests, want %d", n, tc.requests)
			}
		})
	}
}

func TestTextsThatAreTooLargeAreCut(t *testing.T) {
	large := func(c *providertest.Conn) {
		if len(c.Request.Body) > 600 {
			providertest.Respond(500, []byte(`{"error":{"code":500,"message":"input (900 tokens) is too large to process.`+
				` increase the physical batch size (current batch size: 512)","type":"server_error"}}`))(c)
			return
		}
		answers(false, 1)(c)
	}
	e, server := over(t, remote.EmbedOptions{Model: "unheard-of"}, large)
	if _, err := e.Documents(t.Context(), []string{strings.Repeat("word ", 1000)}); err != nil {
		t.Error(err)
	}
	if n := len(server.Requests()); n != 3 { // 512 tokens, 256, 128
		t.Errorf("%d requests", n)
	}
	e, _ = over(t, remote.EmbedOptions{Model: "unheard-of"}, providertest.Respond(413, nil))
	var le *engine.LLMError
	if _, err := e.Documents(t.Context(), []string{"short"}); !errors.As(err, &le) || le.Kind != engine.LLMTooLarge {
		t.Error(err)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		status     int
		kind       engine.LLMKind
		says       string
	}{
		{"no model", `{"error":{"message":"The model 'm' does not exist","code":"model_not_found"}}`, 404,
			engine.LLMConfig, "does not exist"},
		{"no key", `{"error":{"message":"Incorrect API key"}}`, 401, engine.LLMAuth, "Incorrect"},
		{"refused", `{"error":{"message":"'$.input' is invalid"}}`, 400, engine.LLMConfig, "invalid"},
		{"garbage", `<html>`, 200, engine.LLMUnavailable, ""},
		{"a chat", `{"choices":[]}`, 200, engine.LLMUnavailable, "0 vectors for 2 texts"},
		{"too few", `{"data":[{"index":0,"embedding":[1]}]}`, 200, engine.LLMUnavailable, "1 vectors for 2 texts"},
		{"two dimensions", `{"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]}`, 200,
			engine.LLMUnavailable, "vectors of 1 and of 2"},
		{"empty ones", `{"data":[{"index":0,"embedding":[]},{"index":1,"embedding":[]}]}`, 200,
			engine.LLMUnavailable, "vectors of 0"},
		{"no number", `{"data":[{"index":0,"embedding":[1e99]}]}`, 200, engine.LLMUnavailable, ""},
		{"busy", `{}`, 503, engine.LLMTryLater, "503"},
		{"a redirect", ``, 302, engine.LLMConfig, "redirect"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			e, server := over(t, remote.EmbedOptions{Model: "m"}, providertest.Respond(tc.status, []byte(tc.body)))
			made, err := e.Documents(t.Context(), []string{"a", "b"})
			var le *engine.LLMError
			if !errors.As(err, &le) || le.Kind != tc.kind ||
				!strings.Contains(err.Error(), tc.says) || made != nil {
				t.Errorf("%v, %v", made, err)
			}
			if n := len(server.Requests()); tc.status == 503 && n != 3 || tc.status != 503 && n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
	e, _ := over(t, remote.EmbedOptions{Model: "m"}, providertest.Endless("application/json", []byte(`{"data":[`),
		[]byte(strings.Repeat(" ", 64<<10))))
	if _, err := e.Query(t.Context(), "a"); !errors.Is(err, wire.ErrTooLong) {
		t.Errorf("without end: %v", err)
	}
}

// What is embedded is paid for like anything else.
func TestEmbeddingIsAccountedFor(t *testing.T) {
	cost := 1.0
	ledger := providers.NewLedger(providers.Caps{SessionCost: &cost}, nil, "", nil)
	meter := func(p engine.Provider) engine.Provider {
		return ledger.Meter(p, providers.MeterOptions{Name: "p", Model: "m",
			Rates: func(string) (providers.Rates, bool) {
				return providers.Rates{Prices: providers.Prices{Input: 1e5}}, true // a token costs a tenth
			}})
	}
	e, server := over(t, remote.EmbedOptions{Model: "m", Meter: meter}, answers(false, 1), providertest.Respond(200,
		[]byte(`{"data":[]}`)), answers(false, 1))
	if _, err := e.Documents(t.Context(), []string{"a"}); err == nil {
		t.Error("a prompt that is estimated at more than the limit was sent")
	}
	cost = 10
	if _, err := e.Documents(t.Context(), []string{"a"}); err != nil {
		t.Fatal(err)
	}
	if spent := ledger.Spent(); spent.Usage != (engine.Usage{Input: 7, Output: 1}) || spent.Unpriced != 0 {
		t.Errorf("%+v", spent)
	}
	before := ledger.Spent().Tokens
	if _, err := e.Documents(t.Context(), []string{"a"}); err == nil || ledger.Spent().Tokens <= before {
		t.Errorf("an answer without vectors cost nothing: %v", err)
	}
	var budget *engine.BudgetError
	for range 20 {
		_, err := e.Documents(t.Context(), []string{"a"})
		if errors.As(err, &budget) {
			break
		}
	}
	if budget == nil || len(server.Requests()) > 15 {
		t.Errorf("there was no limit after %d requests", len(server.Requests()))
	}
}

func TestPrefixes(t *testing.T) {
	for model, want := range map[string][2]string{
		"nomic-embed-text":              {"search_query: ", "search_document: "},
		"intfloat/multilingual-e5-base": {"query: ", "passage: "},
		"mxbai-embed-large:335m":        {"Represent this sentence for searching relevant passages: ", ""},
		"bge-m3":                        {"", ""},
		"snowflake-arctic-embed2":       {"query: ", ""},
		"embeddinggemma":                {"task: search result | query: ", "title: none | text: "},
		"unheard-of":                    {"", ""},
	} {
		e, server := over(t, remote.EmbedOptions{Model: model}, answers(false, 1))
		_, qerr := e.Query(t.Context(), "x")
		_, derr := e.Documents(t.Context(), []string{"x"})
		got := [2]string{}
		for i, r := range server.Requests() {
			var body struct{ Input []string }
			if err := json.Unmarshal(r.Body, &body); err != nil {
				t.Fatal(err)
			}
			got[i] = strings.TrimSuffix(body.Input[0], "x")
		}
		if qerr != nil || derr != nil || got != want {
			t.Errorf("%s: %q, %v, %v", model, got, qerr, derr)
		}
	}
}
