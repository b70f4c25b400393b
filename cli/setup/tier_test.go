package setup

import (
	"testing"
	"time"

	"pp/cli/config"
	"pp/cli/system"
	"pp/engine"
	"pp/providers"
)

// A tier takes the provider's small or large model in the place of the one that is set, where there is one.
func TestTier(t *testing.T) {
	for _, c := range []struct {
		tier         engine.Tier
		small, large string
		want         string
	}{
		{engine.TierAny, "s", "l", "m"}, {engine.TierCognition, "s", "l", "s"}, {engine.TierReasoning, "s", "l", "l"},
		{engine.TierCognition, "", "l", "m"}, {engine.TierReasoning, "s", "", "m"}, {engine.TierReflex, "s", "l", "m"},
	} {
		h := &ProviderSet{Settings: &Settings{Config: &config.Config{}, System: system.System{Now: time.Now}}}
		h.Settings.Options.Tier = c.tier
		o := h.options(config.Provider{Name: "p", Model: "m"}, providers.Service{Small: c.small, Large: c.large})
		if o.Model != c.want {
			t.Errorf("%v of %q and %q: %q, want %q", c.tier, c.small, c.large, o.Model, c.want)
		}
	}
}
