package providers

import (
	"cmp"
	_ "embed"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"pp/engine"
)

//go:embed models.toml
var builtIn string

// Table is what is known of models: prices, windows, defaults, tiers, aliases,
// with the date on which it was true. It is read-only once made.
type Table struct {
	// Date is the day, in the form 2006-01-02, on which the table was checked.
	Date string `toml:"date"`
	// Aliases are short names for "provider/model".
	Aliases map[string]string `toml:"aliases"`
	// Rules choose a tier; the first that fits counts.
	Rules []Rule `toml:"rules"`
	// Services are by name: that of the built-in provider that speaks to it.
	Services map[string]Service `toml:"services"`
}

// Service is who sells models, and which.
type Service struct {
	// Hosts are its own. A provider with another name is this service's when its
	// base URL is at one of them.
	Hosts []string `toml:"hosts"`
	// Default, Small and Large are models for a prompt without a tier, of tier
	// :COGNITION, and of tier :REASONING.
	Default string `toml:"default"`
	Small   string `toml:"small"`
	Large   string `toml:"large"`
	// AllSee says that the models listed take pictures and PDF, all of them.
	AllSee bool             `toml:"all_see"`
	Models map[string]Model `toml:"models"`
}

// Model is what is known of one model. Zero fields are unknown.
type Model struct {
	Context int     `toml:"context"` // tokens of the window
	Output  int     `toml:"output"`  // tokens of the longest reply
	Price   *Prices `toml:"price"`   // nil is unknown
	Long    *Long   `toml:"long"`    // what longer prompts cost; nil: the same
	// NoTools says that the model can call no tools, so that it is asked to act in text.
	NoTools bool `toml:"no_tools"`
}

// Prices are in dollars for a million tokens. Zero is free.
type Prices struct {
	Input  float64 `toml:"input"`
	Cached float64 `toml:"cached"` // of the input, what was read from a cache
	Output float64 `toml:"output"`
	// Written is of the input what was written to a cache; 0 is as Input.
	Written float64 `toml:"written"`
}

// Long are the prices of a whole request whose input has more than Over tokens.
type Long struct {
	Over int `toml:"over"`
	Prices
}

// DefaultTable returns the built-in table.
func DefaultTable() *Table {
	var t Table
	if err := toml.NewDecoder(strings.NewReader(builtIn)).DisallowUnknownFields().Decode(&t); err != nil {
		panic(err) // a test reads it
	}
	return &t
}

// Service returns the service of a provider, by the host of its base URL and,
// when it has none, by its name. The zero Service knows nothing.
func (t *Table) Service(provider, baseURL string) Service {
	if u, err := url.Parse(baseURL); err == nil && u.Hostname() != "" {
		for _, name := range slices.Sorted(maps.Keys(t.Services)) {
			if s := t.Services[name]; slices.Contains(s.Hosts, strings.ToLower(u.Hostname())) {
				return s
			}
		}
		return Service{}
	}
	return t.Services[provider]
}

// Model returns what is known of a model. A dated version, such as
// "gpt-5.6-terra-2026-07-09" or "claude-haiku-4-5-20251001", is the model it is a
// version of, unless it is listed itself.
func (s Service) Model(name string) (Model, bool) {
	name = strings.TrimPrefix(name, "models/")
	if m, ok := s.Models[name]; ok {
		return m, true
	}
	for _, layout := range []string{time.DateOnly, "20060102"} {
		cut := len(name) - len(layout) - 1
		if cut <= 0 || name[cut] != '-' {
			continue
		}
		if _, err := time.Parse(layout, name[cut+1:]); err == nil {
			m, ok := s.Models[name[:cut]]
			return m, ok
		}
	}
	return Model{}, false
}

// Known is Model's window and longest reply, for wire.Options.
func (s Service) Known(model string) (window, output int) {
	m, _ := s.Model(model)
	return m.Context, m.Output
}

// NoTools is Model's, for wire.Options.
func (s Service) NoTools(model string) bool {
	m, _ := s.Model(model)
	return m.NoTools
}

// Sees reports whether a model is known to take pictures and PDF, for wire.Options.
func (s Service) Sees(model string) bool {
	_, listed := s.Model(model)
	return s.AllSee && listed
}

// Rates are the prices of a model at any length of prompt.
type Rates struct {
	Prices
	Long *Long
}

// Rates returns a model's prices, and whether they are known.
func (m Model) Rates() (Rates, bool) {
	if m.Price == nil {
		return Rates{}, false
	}
	return Rates{Prices: *m.Price, Long: m.Long}, true
}

// Cost is what a usage costs in dollars.
func (r Rates) Cost(u engine.Usage) float64 {
	p := r.Prices
	if r.Long != nil && u.Input > r.Long.Over {
		p = r.Long.Prices
	}
	input := max(u.Input, 0)
	cached := min(max(u.Cached, 0), input)
	written := min(max(u.Written, 0), input-cached)
	p.Written = cmp.Or(p.Written, p.Input)
	return (float64(input-cached-written)*p.Input + float64(cached)*p.Cached + float64(written)*p.Written +
		float64(max(u.Output, 0))*p.Output) / 1e6
}

// Free reports whether nothing of a model costs anything.
func (r Rates) Free() bool { return r.Prices == Prices{} && r.Long == nil }
