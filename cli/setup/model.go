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
	"pp/cli/exit"
	"pp/engine"
	"pp/providers"
	"pp/providers/wire"
)

// named returns the provider and model of a name: an alias, PROVIDER/MODEL, split at the first slash only if the left
// part is a provider, or a model of the first provider, which is "".
func (h *ProviderSet) named(model string) (provider, name string) {
	for _, aliases := range []map[string]string{h.Settings.Config.Aliases, h.table().Aliases} {
		if full, ok := aliases[model]; ok {
			model = full
			break
		}
	}
	left, right, _ := strings.Cut(model, "/")
	if _, known := h.Settings.Config.Providers[left]; known && left != model {
		return left, right
	}
	return "", model
}

// ChooseModel has the model of the flags or the configuration asked; "" chooses none.
func (h *ProviderSet) ChooseModel(model string) error {
	if model == "" {
		return nil
	}
	provider, name := h.named(model)
	o := h.Settings.Options
	switch {
	case provider == "" && len(h.Order) == 0:
		return nil
	case provider == "":
		if err := h.misspelt(h.Order[0], name); err != nil && o.Model == model {
			return err
		}
		provider = h.Order[0]
	case o.Provider == "" || o.Provider == provider:
	case o.Model == "": // a flag comes before a model of another provider in the environment or a file
		return nil
	default:
		return exit.UsageError("leave one of them out", "--provider %s and --model %s/%s name different providers",
			o.Provider, provider, name)
	}
	h.Order, h.Models[provider] = []string{provider}, name
	return nil
}

// SwitchModel switches to another model in the middle of a conversation and overrides the flags. It returns an error
// for a provider that is not configured, or has no key or no models.
func (h *ProviderSet) SwitchModel(model string) error {
	provider, name := h.named(model)
	if provider == "" {
		if _, is := h.Settings.Config.Providers[name]; is {
			return exit.UsageError(fmt.Sprintf("write /model %s/MODEL, or /cascade %s for its own choice", name, name),
				"%s is a provider, and not a model", name)
		}
		provider = h.Order[0]
		if err := h.misspelt(provider, name); err != nil {
			return err
		}
	}
	p := h.Settings.Config.Providers[provider]
	switch {
	case p.Protocol == "offline" || p.Protocol == "script":
		return exit.UsageError("`pp providers` lists the providers; /model PROVIDER/MODEL names one that has models",
			"%s has no models to choose from", provider)
	case name == "":
		return exit.UsageError("write /model PROVIDER/MODEL", "there is no model behind %s/", provider)
	case p.KeySource == config.KeyNone && p.KeyEnv != "" && !p.Local():
		return exit.New(exit.Auth, fmt.Sprintf("leave, set %s or run `pp config key %s`, and go on with: pp -c -m %[2]s/%s",
			p.KeyEnv, provider, name), errors.New(provider+" has no key"))
	}
	h.Order, h.Models[provider] = []string{provider}, name
	return nil
}

// SwitchProviders changes whom a loop asks, and leaves it as it was when that cannot be.
func (a *Agent) SwitchProviders(l *engine.Loop, change func() error) error {
	h := a.Providers
	order, models := slices.Clone(h.Order), maps.Clone(h.Models)
	err := change()
	if err == nil {
		if err = a.provide(l); err == nil {
			return nil
		}
	}
	h.Order, h.Models = order, models
	return err
}

// misspelt returns the error for WORD/MODEL if WORD is not a provider and the first provider has no such models.
func (h *ProviderSet) misspelt(provider, name string) error {
	left, _, slash := strings.Cut(name, "/")
	p := h.Settings.Config.Providers[provider]
	models := append(slices.Collect(maps.Keys(h.table().Service(p.Name, p.BaseURL).Models)), p.Model)
	if !slash || slices.ContainsFunc(models, func(model string) bool { return strings.Contains(model, "/") }) {
		return nil
	}
	err := h.Settings.UnknownProvider(left)
	if e, ok := errors.AsType[*exit.Error](err); ok && (p.Protocol == "openai" || p.Protocol == "ollama") {
		e.Hint += fmt.Sprintf("; a model of %s with that name is %s/%s", provider, provider, name)
	}
	return err
}

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

// Offered asks the servers of all providers that are on this machine or have a key for their models, and the windows
// of these if known. The Check of a server holds its error.
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

// offered describes a model of a server, from the configuration, the server, or the table.
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

// MayCall reports whether pp would offer tools to a provider's model, without asking its server.
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
