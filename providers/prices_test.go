package providers

import (
	"math"
	"strings"
	"testing"
	"time"

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

// TestTableIsSound: no price is negative or endless, and what names a model or a tier
// names one that there is.
func TestTableIsSound(t *testing.T) {
	table := DefaultTable()
	if _, err := time.Parse(time.DateOnly, table.Date); err != nil {
		t.Error(err)
	}
	sound := func(p Prices) bool {
		for _, v := range []float64{p.Input, p.Cached, p.Output, p.Written} {
			if !(v >= 0) || math.IsInf(v, 0) {
				return false
			}
		}
		return true
	}
	for name, s := range table.Services {
		for model, m := range s.Models {
			if m.Context < 0 || m.Output < 0 || m.Price != nil && !sound(*m.Price) ||
				m.Long != nil && (!sound(m.Long.Prices) || m.Long.Over <= 0 || m.Price == nil) {
				t.Errorf("%s/%s: %+v", name, model, m)
			}
		}
		for _, model := range []string{s.Default, s.Small, s.Large} {
			if _, ok := s.Models[model]; model != "" && !ok {
				t.Errorf("%s names %s, which it does not list", name, model)
			}
		}
	}
	for i, r := range table.Rules {
		if _, ok := tiers[r.Tier]; !ok || r.Tokens < 0 {
			t.Errorf("rule %d: %+v", i, r)
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
