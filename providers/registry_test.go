package providers

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pp/engine"
)

func registryOf(names ...string) *Registry {
	var r Registry
	for _, n := range names {
		r.Add(Member{Name: n, Provider: answering("from " + n)})
	}
	return &r
}

func TestRegistryFinds(t *testing.T) {
	r := registryOf("openai", "ollama", "offline")
	m, err := r.Find("ollama")
	if err != nil || m.Name != "ollama" {
		t.Fatalf("%+v, %v", m, err)
	}
	if want := []string{"offline", "ollama", "openai"}; !slices.Equal(r.Names(), want) {
		t.Errorf("names %v", r.Names())
	}
}

func TestRegistryUnknown(t *testing.T) {
	r := registryOf("openai", "anthropic", "gemini", "ollama", "offline", "gpt")
	for _, tc := range []struct{ name, nearest string }{
		{"opnai", "openai"}, {"OpenAI", "openai"}, {"antropic", "anthropic"}, {"gemni", "gemini"}, {"olama", "ollama"},
		{"ofline", "offline"}, {"gtp", "gpt"}, {"gpt4", "gpt"}, {"x", ""}, {"", ""}, {"something else", ""},
		{strings.Repeat("a", 1<<20), ""},
	} {
		_, err := r.Find(tc.name)
		var unknown *UnknownError
		if !errors.As(err, &unknown) {
			t.Fatalf("%.20q: %v", tc.name, err)
		}
		if unknown.Nearest != tc.nearest {
			t.Errorf("%.20q: nearest %q, want %q", tc.name, unknown.Nearest, tc.nearest)
		}
		if len(err.Error()) > 300 {
			t.Errorf("%.20q: an error of %d bytes", tc.name, len(err.Error()))
		}
		want := "known are anthropic, "
		if tc.nearest != "" {
			want = `did you mean "` + tc.nearest + `"?`
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %q does not say %q", tc.name, err, want)
		}
	}
	if _, err := new(Registry).Find("x"); err == nil || !strings.Contains(err.Error(), "none is configured") {
		t.Errorf("empty registry: %v", err)
	}
}

func TestRegistryPanics(t *testing.T) {
	for name, add := range map[string]func(r *Registry){
		"twice":       func(r *Registry) { r.Add(Member{Name: "a", Provider: answering("")}) },
		"no name":     func(r *Registry) { r.Add(Member{Provider: answering("")}) },
		"no provider": func(r *Registry) { r.Add(Member{Name: "b"}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			add(registryOf("a"))
		}()
	}
}

// answering is a provider that gives this text.
func answering(text string) engine.Provider { return fixed{reply: engine.Reply{Text: text}} }

// failing is a provider that fails with this error.
func failing(err error) engine.Provider { return fixed{err: err} }
