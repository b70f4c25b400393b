package setup

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"pp/engine"
)

// ProviderJSON is what is known of a provider.
type ProviderJSON struct {
	Name     string   `json:"name"`
	Place    int      `json:"place"` // in the cascade, from 1; 0 is not in it
	Protocol string   `json:"protocol"`
	Local    bool     `json:"local"`
	BaseURL  string   `json:"base_url"`
	Model    string   `json:"model"`
	Window   int      `json:"window"`
	Input    *float64 `json:"input_price"` // dollars for a million tokens; null is unknown
	Output   *float64 `json:"output_price"`
	Key      string   `json:"key"`
	Check    string   `json:"check,omitempty"`
}

// Describe says what is known of a provider, without calling it.
func (h *ProviderSet) Describe(name string) ProviderJSON {
	p := h.Settings.Config.Providers[name]
	service := h.service(p)
	out := ProviderJSON{Name: name, Place: slices.Index(h.Order, name) + 1, Protocol: p.Protocol, Local: p.Local(),
		BaseURL: p.BaseURL, Model: p.Model, Window: p.Context, Key: "none"}
	if m := h.Models[name]; m != "" {
		out.Model = m
	}
	model := out.Model
	if model == "" {
		model = service.Default
	}
	if out.Window == 0 {
		out.Window, _ = service.Known(model)
	}
	if rates, ok := ratesOf(p, service)(model); ok {
		out.Input, out.Output = &rates.Input, &rates.Output
	}
	if p.KeySource.Stored() || !p.Key.Empty() {
		out.Key = engine.Masked
		if ok, why := p.MayUseKey(); !ok {
			out.Key = "not sent: " + why
		}
	}
	return out
}

// MayCall reports whether a provider's model would be given tools to call, as far as is
// known without asking its server.
func (h *ProviderSet) MayCall(name string) bool {
	p := h.Settings.Config.Providers[name]
	if p.Protocol == "offline" || p.Protocol == "script" {
		return false
	}
	service := h.service(p)
	o := h.options(p, service)
	model := o.Model
	if model == "" {
		model = service.Default
	}
	return o.MayCall(model)
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
