package config

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestServersOfTheConfiguration(t *testing.T) {
	cfg := mustLoad(t, input(`
[mcp.files]
command = "npx"
args = ["-y", "server", "${ROOT:-/srv}"]
effects = ["read workspace"]
env = { API_TOKEN = "$HIDDEN_TOKEN", MODE = "fast" }
timeout = 30
[mcp.remote]
url = "https://mcp.example.com/mcp"
[mcp.remote.headers]
Authorization = "Bearer ${HIDDEN_TOKEN}"
`, "", "", map[string]string{"HIDDEN_TOKEN": "tok-1234567890"}))
	s, missing := cfg.Resolved(cfg.Servers["files"])
	want := Server{Name: "files", Command: "npx", Args: []string{"-y", "server", "/srv"},
		Effects: []string{"read workspace"}, Timeout: 30 * time.Second,
		Env: map[string]string{"API_TOKEN": "tok-1234567890", "MODE": "fast"}}
	if d := cmp.Diff(want, s, cmpopts.IgnoreFields(Server{}, "Origin")); d != "" || missing != nil {
		t.Errorf("missing %v, (-want +got):\n%s", missing, d)
	}
	r, _ := cfg.Resolved(cfg.Servers["remote"])
	if got := r.Headers["Authorization"]; got != "Bearer tok-1234567890" {
		t.Errorf("the header is %q", got)
	}
	kept := false
	for _, secret := range cfg.Secrets() {
		kept = kept || secret.Name == "HIDDEN_TOKEN" && secret.Reveal() == "tok-1234567890"
	}
	if !kept {
		t.Error("the token is no secret of the vault")
	}
	if _, missing := mustLoad(t, input(`mcp.x.command = "x"`, "", "", nil)).
		Resolved(Server{Env: map[string]string{"A": "${NOT_SET}"}}); len(missing) != 1 {
		t.Errorf("missing are %v", missing)
	}
}

func TestServersThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		`mcp.x = { args = ["a"] }`:                                      "must have a command or a url",
		`mcp.x = { command = "a", url = "https://h/" }`:                 "must have a command or a url",
		`mcp.a__b = { command = "a" }`:                                  "lower-case",
		`mcp.x = { command = "a", env = { API_TOKEN = "abc" } }`:        "is a secret",
		`mcp.x = { command = "a", env = { "A-B" = "abc" } }`:            "not the name of a variable",
		`mcp.x = { url = "ftp://h/" }`:                                  "must be a URL",
		`mcp.x = { url = "http://h/", headers = { A = "b" } }`:          "in the clear",
		`mcp.x = { comand = "a" }`:                                      "Did you mean mcp.x.command",
		`mcp.x = { command = "a", env = { A = "b", B = { C = "d" } } }`: "unknown",
	} {
		_, err := Load(input(text, "", "", nil))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "abc") {
			t.Errorf("%s: the error has the value: %v", text, err)
		}
	}
}

// A project's servers wait, and none of them gets what pp keeps.
func TestServersOfAProject(t *testing.T) {
	project := "[mcp.theirs]\ncommand = \"run\"\nenv = { A = \"${KEPT}\", B = \"$OPENAI_API_KEY\", C = \"$PLAIN\" }\n" +
		"frob = 1\n"
	cfg := mustLoad(t, input("", "KEPT=secret-value\n", project,
		map[string]string{"OPENAI_API_KEY": "sk-1234567890", "PLAIN": "x"}))
	if len(cfg.Servers) != 0 || len(cfg.Proposed) != 1 {
		t.Fatalf("servers %v, proposed %v", cfg.Servers, cfg.Proposed)
	}
	s, missing := cfg.Resolved(cfg.Proposed["theirs"])
	if d := cmp.Diff(map[string]string{"A": "", "B": "", "C": "x"}, s.Env); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"KEPT", "OPENAI_API_KEY"}, missing); d != "" {
		t.Error(d)
	}
}

func TestReadServers(t *testing.T) {
	claude := `{"numStartups": 3, "mcpServers": {
	 "Every Thing!": {"type": "stdio", "command": "npx", "args": ["-y", "everything"],
	  "env": {"KEY": "v", "M": "${X:-y}"}},
	 "old": {"type": "sse", "url": "https://h/sse"}, "none": {},
	 "local": {"command": "node", "args": ["./server.js"]}},
	 "projects": {"/w": {"mcpServers": {"here": {"type": "http", "url": "https://h/mcp",
	    "headers": {"Authorization": "Bearer abcdef"}}}},
	   "/v": {"mcpServers": {"there": {"command": "x"}}}}}`
	codex := `model = "x"
[mcp_servers.docs]
command = "uvx"
args = ["docs"]
env_vars = ["HOME_PAGE"]
enabled = false
tool_timeout_sec = 1.5
[mcp_servers.api]
url = "https://h/mcp"
bearer_token_env_var = "API_TOKEN"
`
	origin := Origin{Name: "/w/.mcp.json"}
	for _, c := range []struct {
		name, data string
		want       []Server
		skipped    int
	}{
		{"/w/.mcp.json", claude, []Server{
			{Name: "every-thing", Command: "npx", Args: []string{"-y", "everything"},
				Env: map[string]string{"KEY": "v", "M": "${X:-y}"}},
			{Name: "here", URL: "https://h/mcp", Headers: map[string]string{"Authorization": "Bearer abcdef"}},
			{Name: "local", Command: "node", Args: []string{"./server.js"}, Dir: "/w"},
		}, 2},
		{"/h/config.toml", codex, []Server{
			{Name: "api", URL: "https://h/mcp", Headers: map[string]string{"Authorization": "Bearer ${API_TOKEN}"}},
			{Name: "docs", Command: "uvx", Args: []string{"docs"}, Env: map[string]string{"HOME_PAGE": "$HOME_PAGE"},
				Disabled: true, Timeout: 1500 * time.Millisecond},
		}, 0},
	} {
		origin.Name = c.name
		got, err := ReadServers(origin, []byte(c.data), "/w")
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(c.want, got.Servers, cmpopts.IgnoreFields(Server{}, "Origin"), cmpopts.EquateEmpty()); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
		if len(got.Skipped) != c.skipped {
			t.Errorf("%s: skipped %q", c.name, got.Skipped)
		}
		for _, s := range got.Servers { // what is written loads as what was read
			plain, kept := s.WithoutSecrets(func(string) bool { return false }, func(string) (string, bool) {
				return "", false
			})
			cfg := mustLoad(t, input(plain.Notation(), "", "", nil))
			back := cfg.Servers[s.Name]
			if d := cmp.Diff(plain, back, cmpopts.IgnoreFields(Server{}, "Origin"), cmpopts.EquateEmpty()); d != "" {
				t.Errorf("%s: read back (-want +got):\n%s", s.Name, d)
			}
			if strings.Contains(plain.Notation(), "abcdef") || s.Name == "here" && len(kept) != 1 {
				t.Errorf("%s: a secret was left in it, %d were kept:\n%s", s.Name, len(kept), plain.Notation())
			}
		}
	}
	for _, bad := range []string{"{", `{"mcpServers": 3}`, `{"mcpServers": {"a": {"args": "x"}}}`, "// c\n{}"} {
		if _, err := ReadServers(Origin{Name: "/w/.mcp.json"}, []byte(bad), "/w"); err == nil {
			t.Errorf("%s was read", bad)
		}
	}
}
