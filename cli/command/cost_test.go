package command

import (
	"encoding/json"
	"testing"

	"pp/cli/output"
	"pp/engine"
	"pp/providers"
)

// What many calls cost is added up without the noise of binary fractions.
func TestCostsAreRoundToABillionth(t *testing.T) {
	sum := 0.0
	var entries []providers.Entry
	for range 3 {
		sum += 0.1
		entries = append(entries, providers.Entry{Provider: "p", Model: "m", Cost: 0.1, Priced: true})
	}
	r := &output.Report{}
	r.Fill(engine.Outcome{Cost: sum, Priced: true}, "", false, func(s string) string { return s })
	for what, v := range map[string]any{"cost_usd": r.CostUSD,
		"pp cost": sumUp(entries, func(providers.Entry) string { return "all" })[0].cost} {
		if text, err := json.Marshal(v); err != nil || string(text) != "0.3" {
			t.Errorf("%s is %s (%v), not 0.3", what, text, err)
		}
	}
	if got := output.Dollars(1.5e-9); got != 2e-9 {
		t.Errorf("dollars(1.5e-9) = %v", got)
	}
}

// What was read from a cache is added up beside all tokens.
func TestCachedTokensAreShown(t *testing.T) {
	entries := []providers.Entry{{Provider: "p", Usage: engine.Usage{Input: 100, Output: 10, Cached: 80}},
		{Provider: "p", Usage: engine.Usage{Input: 50, Output: 5}}, {Provider: "q", Usage: engine.Usage{Input: 1}}}
	sums := sumUp(entries, func(e providers.Entry) string { return e.Provider })
	if len(sums) != 2 || sums[0].tokens != 165 || sums[0].cached != 80 || sums[1].cached != 0 {
		t.Errorf("%+v", sums)
	}
}
