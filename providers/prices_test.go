package providers

import (
	"math"
	"strings"
	"testing"

	"pp/engine"
)

func TestDefaultTable(t *testing.T) {
	table := DefaultTable()
	for name, target := range table.Aliases {
		provider, model, _ := strings.Cut(target, "/")
		if _, ok := table.Services[provider].Models[model]; !ok {
			t.Errorf("alias %s names %s, which is not listed", name, target)
		}
	}
	for name, s := range table.Services {
		if s.Default == "" || len(s.Hosts) == 0 {
			t.Errorf("%s has no default or no host", name)
		}
		for model, m := range s.Models {
			r, ok := m.Rates()
			if name != "openrouter" && (!ok || r.Free() || r.Cached > r.Input || r.Output < r.Input) {
				t.Errorf("%s/%s: %+v", name, model, m)
			}
			if m.Long != nil && (m.Long.Input < m.Price.Input || m.Long.Over >= m.Context) {
				t.Errorf("%s/%s: long prompts: %+v", name, model, m.Long)
			}
		}
	}
}

func TestTableErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "date must be a day",
		"date = \"yesterday\"":           "date must be a day",
		"date = 5":                       "line 1, column 8",
		"date = \"2026-01-01\"\nfoo = 1": "line 2, column 1: unknown key foo",
		"date = \"2026-01-01\"\n[[rules]]\ntier=1":       "line 3",
		"date = \"2026-01-01\"\n[[rules]]\ntier=\"big\"": "rule 1: tier must be",
		"date = \"2026-01-01\"\n[services.a]\ndefault=\"x\"": `services.a names the ` +
			`model "x"`,
		"date = \"2026-01-01\"\n[services.a.models.x]\nprice={input=-1}":                          "negative",
		"date = \"2026-01-01\"\n[services.a.models.x]\nprice={input=nan}":                         "negative",
		"date = \"2026-01-01\"\n[services.a.models.x]\nlong={over=5,input=1,cached=1,output=1.0}": "without any",
	} {
		if _, err := ParseTable([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestTableLooksUp(t *testing.T) {
	table := DefaultTable()
	for _, tc := range []struct {
		provider, base, model string
		known                 bool
	}{
		{"openai", "https://api.openai.com/v1", "gpt-5.6-terra", true},
		{"openai", "", "gpt-5.6-terra-2026-07-09", true},
		{"work", "https://API.anthropic.com", "claude-haiku-4-5-20251001", true},
		{"gemini", "", "models/gemini-3.8-flash", true},
		{"openai", "https://proxy.example.com/v1", "gpt-5.6-terra", false}, // another's prices
		{"openai", "", "gpt-5.6-terra-mini", false},
		{"openai", "", "-2026-07-09", false},
		{"unknown", "", "gpt-5", false},
	} {
		if _, ok := table.Service(tc.provider, tc.base).Model(tc.model); ok != tc.known {
			t.Errorf("%+v: %v", tc, ok)
		}
	}
}

func TestTableWith(t *testing.T) {
	over, err := ParseTable([]byte(`date = "2027-01-01"
[aliases]
mine = "openai/new"
[[rules]]
tier = "cognition"
[services.openai]
small = "new"
[services.openai.models.new]
context = 10
price = { input = 1.0, cached = 0.5, output = 2.0 }
[services.own.models.x]
`))
	if err != nil {
		t.Fatal(err)
	}
	base := DefaultTable()
	table := base.With(over)
	s := table.Services["openai"]
	if s.Small != "new" || s.Large != base.Services["openai"].Large ||
		len(s.Models) != len(base.Services["openai"].Models)+1 ||
		table.Aliases["mine"] == "" || table.Aliases["sonnet"] == "" || len(table.Rules) != 1 ||
		base.Services["openai"].Small == "new" {
		t.Errorf("%+v", s)
	}
}

func TestCost(t *testing.T) {
	r := Rates{Prices: Prices{Input: 2, Cached: 0.2, Output: 10},
		Long: &Long{Over: 1000, Prices: Prices{Input: 4, Cached: 0.4, Output: 20}}}
	for _, tc := range []struct {
		u    engine.Usage
		want float64
	}{
		{engine.Usage{}, 0},
		{engine.Usage{Input: 1000, Output: 100}, 0.003},
		{engine.Usage{Input: 1000, Cached: 500, Output: 100, Reasoning: 90}, 0.0021},
		{engine.Usage{Input: 1001, Output: 100}, 0.006004},
		{engine.Usage{Input: 1000, Cached: 500, Written: 200, Output: 100}, 0.0021},
		{engine.Usage{Input: 10, Cached: 99, Output: -5}, 0.000002},
	} {
		if got := r.Cost(tc.u); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%+v costs %v, want %v", tc.u, got, tc.want)
		}
	}
}

// What was written to a cache has a price of its own, and is never counted twice.
func TestCostOfCacheWrites(t *testing.T) {
	r := Rates{Prices: Prices{Input: 2, Cached: 0.2, Output: 10, Written: 2.5}}
	for _, tc := range []struct {
		u    engine.Usage
		want float64
	}{
		{engine.Usage{Input: 1000, Cached: 500, Written: 200}, (300*2 + 500*0.2 + 200*2.5) / 1e6},
		{engine.Usage{Input: 1000, Written: 5000}, 1000 * 2.5 / 1e6},
		{engine.Usage{Input: 1000, Cached: 900, Written: 900}, (900*0.2 + 100*2.5) / 1e6},
	} {
		if got := r.Cost(tc.u); math.Abs(got-tc.want) > 1e-12 {
			t.Errorf("%+v costs %v, want %v", tc.u, got, tc.want)
		}
	}
	for name, m := range DefaultTable().Services["anthropic"].Models {
		if m.Price.Written != m.Price.Input*1.25 {
			t.Errorf("%s: written at %v for input at %v", name, m.Price.Written, m.Price.Input)
		}
	}
}

func BenchmarkDefaultTable(b *testing.B) {
	for b.Loop() {
		DefaultTable()
	}
}
