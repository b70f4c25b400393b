package providers

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"pp/engine"
	"pp/providers/wire"
)

// Rule chooses a tier for the prompts it fits. What is not given fits anything;
// a rule that gives nothing fits every prompt.
type Rule struct {
	Tier string `toml:"tier"` // "reflex", "cognition" or "reasoning"
	// Words fit when one of them is, as a whole word in any case, in what the
	// person said last.
	Words []string `toml:"words"`
	// Tokens fits a prompt that is at least so large.
	Tokens int `toml:"tokens"`
	// Rejected fits a prompt that brings a rejected proposal back.
	Rejected bool `toml:"rejected"`
}

var tiers = map[string]engine.Tier{"reflex": engine.TierReflex, "cognition": engine.TierCognition,
	"reasoning": engine.TierReasoning}

// rejectionMark begins the reason at the end of a prompt (engine's rejection feedback).
const rejectionMark = "PREVIOUS PROPOSAL REJECTED"

// TierOf returns the tier of the first rule that fits, TierAny when none does.
func (t *Table) TierOf(p engine.Prompt) engine.Tier {
	said, size := "", -1
	for _, r := range t.Rules {
		if r.Rejected && !strings.Contains(p.Last, rejectionMark) {
			continue
		}
		if r.Tokens > 0 {
			if size < 0 {
				size = wire.Estimate(p)
			}
			if size < r.Tokens {
				continue
			}
		}
		if len(r.Words) > 0 {
			if said == "" {
				said = spoken(p)
			}
			if !hasWord(said, r.Words) {
				continue
			}
		}
		return tiers[r.Tier]
	}
	return engine.TierAny
}

// spoken is what the person said last, as words between spaces.
func spoken(p engine.Prompt) string {
	const enough = 4 << 10 // what is asked for stands at the beginning
	for i := len(p.Turns) - 1; i >= 0; i-- {
		t := p.Turns[i]
		if t.Role != engine.RoleUser || t.Origin != engine.OriginPerson {
			continue
		}
		text := t.Text
		if len(text) > enough {
			text = text[:enough]
		}
		words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
			return !unicode.IsLetter(r) && !unicode.IsDigit(r)
		})
		return " " + strings.Join(words, " ") + " "
	}
	return " "
}

func hasWord(said string, words []string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, " "+strings.ToLower(w)+" ") })
}

// Selector chooses which model of a provider answers a prompt, by its tier, or
// by the table's rules when it has none. A prompt that names a model keeps it. It
// implements engine.Provider and is safe for concurrent use.
type Selector struct {
	provider engine.Provider
	table    *Table
	service  Service
}

var _ engine.Provider = (*Selector)(nil)

// NewSelector wraps a provider of a service. It must not be used where the person
// configured the provider's model: that is the choice.
func NewSelector(p engine.Provider, table *Table, s Service) *Selector {
	return &Selector{provider: p, table: table, service: s}
}

// Complete implements engine.Provider.
func (s *Selector) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if p.Model != "" {
		return s.provider.Complete(ctx, p)
	}
	if p.Tier == engine.TierAny {
		p.Tier = s.table.TierOf(p)
	}
	p.Model = s.service.ModelFor(p.Tier)
	return s.provider.Complete(ctx, p)
}

// ModelFor is the service's model of a tier; the default where it has none, ""
// when nothing is known of it.
func (s Service) ModelFor(t engine.Tier) string {
	model := ""
	switch t {
	case engine.TierReflex, engine.TierCognition:
		model = s.Small
	case engine.TierReasoning:
		model = s.Large
	case engine.TierAny:
	}
	if model == "" {
		return s.Default
	}
	return model
}
