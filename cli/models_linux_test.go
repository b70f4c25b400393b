package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/cli/exit"
	"pp/cli/system"
)

// modelServer lists models as a server of each protocol does, and answers prompts of OpenAI's.
type modelServer struct {
	mu    sync.Mutex
	asked []string // the models that were asked
}

func (s *modelServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
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
	case "/openai/chat/completions":
		var asked struct{ Model string }
		_ = json.Unmarshal(body, &asked)
		s.mu.Lock()
		s.asked = append(s.asked, asked.Model)
		s.mu.Unlock()
		fmt.Fprint(w, `{"model":"`+asked.Model+`",`+
			`"choices":[{"index":0,"message":{"content":"yes"},"finish_reason":"stop"}]}`)
	default:
		http.NotFound(w, r)
	}
}

// withModels is a home with a provider of each protocol, and how to run pp there.
func withModels(t *testing.T) (s *modelServer, home string, run func(args ...string) (code int, out, err string)) {
	t.Helper()
	s = &modelServer{}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	config := "cascade = [\"openai\"]\n"
	for _, p := range []string{"openai", "anthropic", "gemini", "ollama"} {
		config += fmt.Sprintf("[providers.%s]\nprotocol = %[1]q\nbase_url = %q\n", p, server.URL+"/"+p)
	}
	home = t.TempDir()
	configure(t, home, config+
		"[providers.down]\nprotocol = \"openai\"\nbase_url = \"http://127.0.0.1:1\"\nmodel = \"m\"\n")
	t.Chdir(t.TempDir())
	return s, home, func(args ...string) (int, string, string) {
		var out, err strings.Builder
		code := Main(system.System{Args: args, Stdout: &out, Stderr: &err, Now: time.Now, Random: zeros{},
			Getenv: func(name string) (string, bool) { return home, name == "HOME" }})
		return code, out.String(), err.String()
	}
}

func TestModelsOfEachProtocol(t *testing.T) {
	_, _, run := withModels(t)
	code, out, errs := run("providers", "models")
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
	code, out, errs = run("providers", "models", "gemini", "--json")
	if err := json.Unmarshal([]byte(out), &list); err != nil || code != exit.OK || len(list) != 1 ||
		len(list[0].Models) != 1 || list[0].Models[0].Window != 30000 || list[0].Models[0].Input != nil ||
		!strings.Contains(out, `"tiers":[]`) {
		t.Errorf("exit %d, %v: %s%s", code, err, out, errs)
	}
	for name, want := range map[string]int{"down": exit.Unavailable, "offline": exit.Unavailable, "gemnii": exit.Usage} {
		if code, out, errs := run("providers", "models", name); code != want {
			t.Errorf("%s: exit %d, want %d: %s%s", name, code, want, out, errs)
		}
	}
}

func TestSetTier(t *testing.T) {
	s, home, run := withModels(t)
	for _, args := range [][]string{{"openai/tiny-1", "small"}, {"openai/big-2", ":REASONING"}} {
		if code, out, errs := run("providers", "models", "--set-tier", args[0], args[1]); code != exit.OK || errs != "" ||
			!strings.HasPrefix(out, "providers.openai.") {
			t.Fatalf("%v: exit %d: %s%s", args, code, out, errs)
		}
	}
	_, out, _ := run("providers", "models", "openai")
	for _, want := range []string{"big-2, 200000 tokens, tier large\n", "$0.4 out, tier small\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if _, out, _ := run("config", "get", "providers.openai.small"); out != "\"tiny-1\"\n" {
		t.Errorf("the configuration has %q", out)
	}
	run("why is the sky blue")
	if got := strings.Join(s.asked, " "); got != "big-2" {
		t.Errorf("what is hard went to %q", got)
	}
	file := filepath.Join(home, ".config", "pp", "config.toml")
	before, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"openai/tny-1", "small"}, exit.Usage, `did you mean "tiny-1"?`},
		{[]string{"openai/tiny-1", "tiny"}, exit.Usage, "use small or large"},
		{[]string{"tiny-1", "small"}, exit.Usage, `"tiny-1" names no model`},
		{[]string{"nobody/tiny-1", "small"}, exit.Usage, "names no model"},
		{[]string{"openai/tiny-1"}, exit.Usage, "needs a model and a tier"},
		{[]string{"openai/tiny-1", "small", "--json"}, exit.Usage, "--json"},
	} {
		code, out, errs := run(append([]string{"providers", "models", "--set-tier"}, tc.args...)...)
		if code != tc.code || !strings.Contains(out+errs, tc.want) {
			t.Errorf("%v: exit %d: %s%s", tc.args, code, out, errs)
		}
	}
	if after, err := os.ReadFile(file); err != nil || string(after) != string(before) {
		t.Errorf("%v; the configuration was changed to\n%s", err, after)
	}
	code, _, errs := run("providers", "models", "--set-tier", "down/any", "large") // nobody can say whether it is there
	if code != exit.OK || !strings.Contains(errs, "note: whether down has any is not known") ||
		!strings.Contains(errs, "pp config unset providers.down.model") {
		t.Errorf("exit %d: %s", code, errs)
	}
}
