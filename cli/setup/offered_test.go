package setup

import (
	"testing"

	"pp/cli/config"
	"pp/providers"
	"pp/providers/wire"
)

// What a server says of a model comes before what the table says; a price in the configuration before both.
func TestOfferedModel(t *testing.T) {
	service := providers.Service{Small: "a", Large: "b", Models: map[string]providers.Model{
		"a": {Context: 1000, Price: &providers.Prices{Input: 1, Output: 2}}, "b": {Context: 2000}}}
	priced := config.Provider{}
	priced.Prices.Input, priced.Prices.Output = new(7.0), new(8.0)
	for name, tc := range map[string]struct {
		p      config.Provider
		offer  wire.Offer
		window int
		price  float64
		tier   string
	}{
		"the table":         {config.Provider{}, wire.Offer{Name: "a"}, 1000, 1, "small"},
		"a dated version":   {config.Provider{}, wire.Offer{Name: "a-2026-01-02"}, 1000, 1, ""},
		"the server":        {config.Provider{}, wire.Offer{Name: "b", Window: 500, Input: 3, Priced: true}, 500, 3, "large"},
		"the configuration": {priced, wire.Offer{Name: "b", Input: 3, Priced: true}, 2000, 7, "large"},
		"nobody":            {config.Provider{}, wire.Offer{Name: "c"}, 0, 0, ""},
	} {
		m := offered(tc.p, service, tc.offer)
		price, tier := 0.0, ""
		if m.Input != nil {
			price = *m.Input
		}
		if len(m.Tiers) == 1 {
			tier = m.Tiers[0]
		}
		if m.Name != tc.offer.Name || m.Window != tc.window || price != tc.price || tier != tc.tier {
			t.Errorf("%s: %+v at %g", name, m, price)
		}
	}
}
