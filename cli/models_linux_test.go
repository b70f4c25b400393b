package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"pp/cli/exit"
)

// listModels lists models like a server of each protocol.
func listModels(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	switch r.URL.Path {
	case "/openai/models":
		fmt.Fprint(w, `{"data":[{"id":"tiny-1","context_length":8192,`+
			`"pricing":{"prompt":"0.0000001","completion":"0.0000004"}},`+
			`{"id":"big-2","max_model_len":200000,"pricing":{"prompt":-1,"completion":"free"}},`+
			`{"id":"odd-3","pricing":"free"}]}`)
	case "/anthropic/v1/models":
		fmt.Fprint(w, `{"data":[{"id":"claude-x","max_input_tokens":150000},{"id":"claude-y"}]}`)
	case "/gemini/v1beta/models":
		fmt.Fprint(w, `{"models":[{"name":"models/gem","inputTokenLimit":30000,`+
			`"supportedGenerationMethods":["generateContent"]},`+
			`{"name":"models/vectors","supportedGenerationMethods":["embedContent"]}]}`)
	case "/ollama/api/tags":
		fmt.Fprint(w, `{"models":[{"name":"llama:8b"},{"name":"gone:1b"}]}`)
	case "/ollama/api/show":
		if strings.Contains(string(body), "gone") {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, `{"model_info":{"general.architecture":"llama","llama.context_length":131072}}`)
	default:
		http.NotFound(w, r)
	}
}

func TestModelsOfEachProtocol(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(listModels))
	t.Cleanup(server.Close)
	config := "cascade = [\"openai\"]\n"
	for _, p := range []string{"openai", "anthropic", "gemini", "ollama"} {
		config += fmt.Sprintf("[providers.%s]\nprotocol = %[1]q\nbase_url = %q\n", p, server.URL+"/"+p)
	}
	home := t.TempDir()
	configure(t, home, config+
		"[providers.down]\nprotocol = \"openai\"\nbase_url = \"http://127.0.0.1:1\"\nmodel = \"m\"\n")
	t.Chdir(t.TempDir())
	code, out, errs := asked(home, "providers", "models")
	if code != exit.OK || errs != "" {
		t.Errorf("exit %d: %s", code, errs)
	}
	for _, want := range []string{"      openai/big-2, 200000 tokens\n", "      openai/odd-3\n",
		"      openai/tiny-1, 8192 tokens, $0.1 in, $0.4 out\n",
		"      anthropic/claude-x, 150000 tokens\n      anthropic/claude-y\n", "      gemini/gem, 30000 tokens\n",
		"      ollama/gone:1b\n      ollama/llama:8b, 131072 tokens\n", "      failed: down: nothing listens"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if strings.Contains(out, "vectors") {
		t.Errorf("what is no model for prompts is listed:\n%s", out)
	}
	var list []struct {
		Name   string
		Models []struct {
			Name          string
			Window        int
			Input, Output *float64
			Tiers         []string
		}
	}
	code, out, errs = asked(home, "providers", "models", "gemini", "--json")
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != exit.OK || len(list) != 1 ||
		len(list[0].Models) != 1 || list[0].Models[0].Window != 30000 || list[0].Models[0].Input != nil ||
		!strings.Contains(out, `"tiers":[]`) {
		t.Errorf("exit %d, %v: %s%s", code, err, out, errs)
	}
	for name, want := range map[string]int{"down": exit.Unavailable, "offline": exit.Unavailable, "gemnii": exit.Usage} {
		if code, out, errs := asked(home, "providers", "models", name); code != want {
			t.Errorf("%s: exit %d, want %d: %s%s", name, code, want, out, errs)
		}
	}
}
