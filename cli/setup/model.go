package setup

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/engine"
)

// Named is the provider and the model that a name stands for: an alias, PROVIDER/MODEL,
// which is split at the first slash only when the left part is a provider, or a model of
// the provider that is asked first, which is "".
func (h *ProviderSet) Named(model string) (provider, name string) {
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
	provider, name := h.Named(model)
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

// SwitchModel has another model asked in the middle of a conversation, whatever the flags
// said. What can be known to fail is an error: a provider that is not configured, or has
// no key or no models.
func (h *ProviderSet) SwitchModel(model string) error {
	provider, name := h.Named(model)
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

// misspelt is the error of a model's name that begins with a word and a slash, where the word is no provider and the
// provider that is asked is not known to have such models.
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
