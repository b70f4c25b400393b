package providertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pp/engine"
	"pp/providers/remote"
	"pp/providers/wire"
)

// embedder is one over a server at a base URL.
func embedder(base, model string, isOllama bool) *remote.Embedder {
	o := Options(base)
	o.Limits = wire.Limits{Tries: 1}
	client := remote.OpenAI(o)
	if isOllama {
		client = remote.Ollama(o)
	}
	return remote.NewEmbedder(remote.EmbedOptions{Name: o.Name, Model: model, Client: client, Ollama: isOllama})
}

// TestEmbeddingsOfServerNobodyHereWrote: a published imitation takes what is sent to be
// embedded, and pp reads its vectors. It does not support the batches of Ollama's protocol.
func TestEmbeddingsOfServerNobodyHereWrote(t *testing.T) {
	base := imitation(t, `{"fixtures":[
{"match":{"inputText":"alpha"},"response":{"embedding":[1,-0.5,0.25]}},
{"match":{"inputText":"beta"},"response":{"error":{"message":"slow down","type":"rate_limit_error"},"status":429}}
]}`)
	want := []float32{1, -0.5, 0.25}
	e := embedder(base+"/v1", "text-embedding-3-small", false)
	made, err := e.Documents(t.Context(), []string{"alpha", "alphabet", "<alpha> & 世界"})
	if err != nil || len(made) != 3 {
		t.Fatalf("%v, %v", made, err)
	}
	query, err := e.Query(t.Context(), "alpha?")
	for _, v := range append(made, query) {
		if err != nil || !slices.Equal(v, want) {
			t.Errorf("%v, %v; want %v", v, err, want)
		}
	}
	var le *engine.LLMError
	if _, err := e.Query(t.Context(), "beta"); !errors.As(err, &le) || le.Kind != engine.LLMTryLater {
		t.Error(err)
	}
}

// TestEmbeddingRequestsHaveTheVendorsTypes: what is sent is a request by the types of the
// vendors' own libraries.
func TestEmbeddingRequestsHaveTheVendorsTypes(t *testing.T) {
	modules := vendorPackages(t)
	text := `import type OpenAI from "openai";
import type { EmbedRequest } from "ollama";
// @ts-expect-error
export const wrong = {"nonsense":1} satisfies EmbedRequest;
`
	for i, tc := range []struct {
		ollama bool
		of     []string
	}{{false, []string{"OpenAI.EmbeddingCreateParams"}}, {true, []string{"EmbedRequest"}}} {
		server := Serve(t, Respond(404, []byte("404 page not found")))
		_, _ = embedder(server.URL(), "m", tc.ollama).Documents(t.Context(), []string{"a"})
		requests := server.Requests()
		if len(requests) != len(tc.of) {
			t.Fatalf("%d requests", len(requests))
		}
		for j, r := range requests {
			if !json.Valid(r.Body) {
				t.Fatalf("not JSON: %s", r.Body)
			}
			text += fmt.Sprintf("export const r%d_%d = %s satisfies %s;\n", i, j, r.Body, tc.of[j])
		}
	}
	dir := t.TempDir()
	if err := os.Symlink(modules, filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "embed.ts")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	checkTypes(t, modules, dir, file)
}
