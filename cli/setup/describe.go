package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/cli/config"
	"pp/engine"
	"pp/providers"
	"pp/providers/wire"
)

// ProviderJSON is what is known of a provider.
type ProviderJSON struct {
	Name     string `json:"name"`
	Place    int    `json:"place"` // in the cascade, from 1; 0 is not in it
	Protocol string `json:"protocol"`
	Local    bool   `json:"local"`
	BaseURL  string `json:"base_url"`
	Model    string `json:"model"`
	Worth
	Key    string      `json:"key"`
	Check  string      `json:"check,omitempty"`
	Models []ModelJSON `json:"models,omitempty"` // that its server offers, where that was asked
}

// Worth is what a model can hold and costs. Zero and null are unknown.
type Worth struct {
	Window int      `json:"window"`      // tokens
	Input  *float64 `json:"input_price"` // dollars for a million tokens
	Output *float64 `json:"output_price"`
}

// ModelJSON is a model that a server offers.
type ModelJSON struct {
	Name string `json:"name"`
	Worth
	// Tiers are those that it answers for its provider where no model is named: "small", "large".
	Tiers []string `json:"tiers"`
}

// Describe says what is known of a provider, without calling it.
func (h *ProviderSet) Describe(name string) ProviderJSON {
	p := h.Settings.Config.Providers[name]
	service := h.service(p)
	out := ProviderJSON{Name: name, Place: slices.Index(h.Order, name) + 1, Protocol: p.Protocol, Local: p.Local(),
		BaseURL: p.BaseURL, Model: p.Model, Worth: Worth{Window: p.Context}, Key: "none"}
	if m := h.Models[name]; m != "" {
		out.Model = m
	}
	model := cmp.Or(out.Model, service.Default)
	if out.Window == 0 {
		out.Window, _ = service.Known(model)
	}
	if rates, ok := ratesOf(p, service)(model); ok {
		out.Input, out.Output = &rates.Input, &rates.Output
	}
	if p.KeySource.Stored() || p.Key.Reveal() != "" {
		out.Key = engine.Masked
		if ok, why := p.MayUseKey(); !ok {
			out.Key = "not sent: " + why
		}
	}
	return out
}

// offersTime bounds the question which models a server offers.
const offersTime = 15 * time.Second

// Offered asks the servers of providers for their models, all at once: of those that are
// on this machine or have a key; with each window where it can be had. What a server does not
// say is in its Check.
func (h *ProviderSet) Offered(ctx context.Context, list []ProviderJSON, windows bool) {
	ctx, cancel := context.WithTimeoutCause(ctx, offersTime, fmt.Errorf("no answer within %v", offersTime))
	defer cancel()
	var wait sync.WaitGroup
	for i := range list {
		p := h.Settings.Config.Providers[list[i].Name]
		service := h.service(p)
		client := clientOf(p.Protocol, h.options(p, service))
		if client == nil || !p.Local() && p.KeyEnv != "" && p.KeySource == config.KeyNone {
			continue
		}
		wait.Go(func() {
			models, err := client.Models(ctx)
			if windows && err == nil {
				client.Windows(ctx, models)
			}
			_ = client.Close() // nothing is under way
			for _, m := range models {
				list[i].Models = append(list[i].Models, offered(p, service, m))
			}
			slices.SortFunc(list[i].Models, func(a, b ModelJSON) int { return strings.Compare(a.Name, b.Name) })
			if err != nil {
				list[i].Check = "failed: " + err.Error()
			}
		})
	}
	wait.Wait()
}

// offered is what is known of a model that a server offers: by the configuration, the server, or the
// table.
func offered(p config.Provider, service providers.Service, m wire.Offer) ModelJSON {
	known, _ := service.Known(m.Name)
	out := ModelJSON{Name: m.Name, Worth: Worth{Window: cmp.Or(m.Window, known)}, Tiers: []string{}}
	if rates, ok := ratesOf(p, service)(m.Name); ok {
		out.Input, out.Output = &rates.Input, &rates.Output
	} else if m.Priced {
		out.Input, out.Output = &m.Input, &m.Output
	}
	for _, tier := range []struct{ name, model string }{{"small", service.Small}, {"large", service.Large}} {
		if tier.model == m.Name {
			out.Tiers = append(out.Tiers, tier.name)
		}
	}
	return out
}

// List describes all providers, those of the cascade first, in its order.
func (h *ProviderSet) List() []ProviderJSON {
	var list []ProviderJSON
	names := slices.Sorted(maps.Keys(h.Settings.Config.Providers))
	rank := func(name string) int {
		if i := slices.Index(h.Order, name); i >= 0 {
			return i
		}
		return len(h.Order)
	}
	slices.SortStableFunc(names, func(x, y string) int { return rank(x) - rank(y) })
	for _, name := range names {
		list = append(list, h.Describe(name))
	}
	return list
}

// MayCall reports whether a provider's model would be given the tools of a prompt to call,
// as far as is known without asking its server.
func (h *ProviderSet) MayCall(name string, prompt engine.Prompt) bool {
	p := h.Settings.Config.Providers[name]
	if p.Protocol == "offline" || p.Protocol == "script" {
		return false
	}
	service := h.service(p)
	o := h.options(p, service)
	model := cmp.Or(o.Model, service.Default)
	crowded := o.Mode(model) == wire.ToolsAuto && wire.Crowded(prompt, h.Describe(name).Window)
	return len(prompt.Tools) > 0 && o.MayCall(model) && !crowded
}

// checkTime bounds the call of one provider.
const checkTime = 30 * time.Second

// Check calls a provider and says what came of it.
func (h *ProviderSet) Check(ctx context.Context, name string) string {
	p, err := h.make(h.Settings.Config.Providers[name])
	if err != nil {
		return "failed: " + err.Error()
	}
	ctx, cancel := context.WithTimeoutCause(ctx, checkTime, fmt.Errorf("no answer within %v", checkTime))
	defer cancel()
	start := h.Settings.System.Now()
	prompt := engine.Prompt{System: "Answer with one word.", MaxTokens: 16,
		Turns: []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: "what is 1+1"}}}
	reply, err := p.Complete(ctx, prompt)
	var llm *engine.LLMError
	switch {
	case err == nil:
		return fmt.Sprintf("answered as %s in %v", reply.Model, h.Settings.System.Now().Sub(start).Round(time.Millisecond))
	case errors.As(err, &llm) && llm.Hint != "":
		return "failed: " + err.Error() + "; " + llm.Hint
	}
	return "failed: " + err.Error()
}
