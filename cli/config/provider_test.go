package config

import (
	"strings"
	"testing"
)

func TestKeysAndEndpoints(t *testing.T) {
	const fake = "fake-key-for-tests"
	envKey := map[string]string{"OPENAI_API_KEY": fake}
	envURL := map[string]string{"OPENAI_BASE_URL": "http://127.0.0.1:9/v1/"}
	both := map[string]string{"OPENAI_API_KEY": fake, "OPENAI_BASE_URL": "https://proxy.example/v1"}
	fileKey := "OPENAI_API_KEY=" + fake + "\n"
	command := "[providers.openai]\nkey_command = ['show-key']\n"
	cases := []struct {
		name      string
		in        Input
		baseURL   string
		urlSource Source
		keySource KeySource
		why       string // "" when the key may be used
	}{
		{"none", input("", "", "", nil), "https://api.openai.com/v1", SourceBuiltIn, KeyNone, "no key"},
		{"environment key", input("", "", "", envKey), "https://api.openai.com/v1", SourceBuiltIn, KeyFromEnvironment, ""},
		{"stored key", input("", fileKey, "", nil), "https://api.openai.com/v1", SourceBuiltIn, KeyFromEnvFile, ""},
		{"key command", input(command, "", "", nil), "https://api.openai.com/v1", SourceBuiltIn, KeyFromCommand, ""},
		{"both from the environment", input("", "", "", both), "https://proxy.example/v1", SourceEnvironment,
			KeyFromEnvironment, ""},
		{"environment wins over a stored key", input("", fileKey, "", both), "https://proxy.example/v1", SourceEnvironment,
			KeyFromEnvironment, ""},
		{"stored key, environment URL", input("", fileKey, "", envURL), "http://127.0.0.1:9/v1", SourceEnvironment,
			KeyFromEnvFile, "the key is stored"},
		{"key command, environment URL", input(command, "", "", envURL), "http://127.0.0.1:9/v1", SourceEnvironment,
			KeyFromCommand, "the key is stored"},
		{"both in .env", input("", fileKey+"OPENAI_BASE_URL=https://p.example", "", nil), "https://p.example",
			SourceEnvFile, KeyFromEnvFile, ""},
		{"project URL", input("", fileKey, "[providers.openai]\nbase_url='https://evil.example'", nil),
			"https://api.openai.com/v1", SourceBuiltIn, KeyFromEnvFile, ""},
		{"clear text", input("[providers.openai]\nbase_url='http://far.example/v1'", "", "", envKey),
			"http://far.example/v1", SourceUser, KeyFromEnvironment, "neither https"},
	}
	for _, tc := range cases {
		t.Run(tc.name, func(t *testing.T) {
			p := mustLoad(t, tc.in).Providers["openai"]
			if p.BaseURL != tc.baseURL || p.BaseURLSource != tc.urlSource || p.KeySource != tc.keySource {
				t.Errorf("got %q from %v, key from %d", p.BaseURL, p.BaseURLSource, p.KeySource)
			}
			ok, why := p.MayUseKey()
			if ok != (tc.why == "") || !strings.Contains(why, tc.why) {
				t.Errorf("MayUseKey: %v %q, want %q", ok, why, tc.why)
			}
			if has := p.Key.Reveal() == fake; has != (tc.keySource == KeyFromEnvironment || tc.keySource == KeyFromEnvFile) {
				t.Errorf("key present: %v", has)
			}
		})
	}
}

func TestNoOtherLayerSetsCommands(t *testing.T) {
	c := mustLoad(t, input("", "", "[providers.openai]\nkey_command = ['rm', '-rf', '/']\nmodel = 'x'\n", nil))
	if p := c.Providers["openai"]; p.KeyCommand != nil || p.Model != "" || p.KeySource != KeyNone {
		t.Errorf("the project set %+v", p)
	}
	if len(c.Warnings) != 1 || !strings.Contains(c.Warnings[0].Message, "providers.openai.key_command") {
		t.Errorf("warnings %v", c.Warnings)
	}
}

func TestOllamaHost(t *testing.T) {
	for in, want := range map[string]string{
		"127.0.0.1:9":            "http://127.0.0.1:9",
		"0.0.0.0":                "http://127.0.0.1:11434",
		"::1":                    "http://[::1]:11434",
		":8000":                  "http://127.0.0.1:8000",
		"box.lan":                "http://box.lan:11434",
		"https://box.lan":        "https://box.lan:443",
		"https://box.lan:1/base": "https://box.lan:1/base",
	} {
		c := mustLoad(t, input("", "", "", map[string]string{"OLLAMA_HOST": in}))
		if got := c.Providers["ollama"].BaseURL; got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func TestLocal(t *testing.T) {
	for base, want := range map[string]bool{
		"http://127.0.0.1:1/v1": true, "http://[::1]:1": true, "http://localhost:1": true, "http://127.9.9.9": true,
		"http://[::ffff:127.0.0.1]:1": true, "http://10.0.0.1": false, "http://localhost.example": false, "": false,
	} {
		if got := (Provider{Protocol: "openai", BaseURL: base}).Local(); got != want {
			t.Errorf("%q: %v", base, got)
		}
	}
	if !(Provider{Protocol: "offline"}).Local() {
		t.Error("offline is not local")
	}
}

func TestSecretsForTheVault(t *testing.T) {
	c := mustLoad(t, input("[providers.x]\nprotocol='openai'\nbase_url='http://127.0.0.1'\nkey_env='ODD_NAME'\n",
		"GITHUB_TOKEN=fake-1\nODD_NAME=fake-2\nMEMEX_ASSISTANT=Ada\nEMPTY_KEY=\n", "",
		map[string]string{"GROQ_API_KEY": "fake-3", "ODD_NAME": "fake-4"}))
	var got []string
	for _, s := range c.Secrets() {
		got = append(got, s.Name+"="+s.Reveal())
	}
	want := "GITHUB_TOKEN=fake-1 ODD_NAME=fake-2 GROQ_API_KEY=fake-3 ODD_NAME=fake-4"
	if strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
	for _, v := range c.Values() {
		if strings.Contains(v.Text, "fake") || strings.Contains(v.Origin.String(), "fake") {
			t.Errorf("a secret is shown: %+v", v)
		}
	}
	if shown, origin := text(t, c, "providers.groq.key"); shown != "[MASKED]" || origin != "environment GROQ_API_KEY" {
		t.Errorf("%s from %s", shown, origin)
	}
}
