package command

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
)

// modelsForm says what the tiers are.
const modelsForm = `models asks the servers that have a key or are on this machine what they offer, and gives with each
model its window and price, where the server or the table of models says so, and the tier that it answers for its
provider. Where no model is set, what is easy goes to the small one and what is hard to the large one;
--set-tier writes which that is to the configuration, as providers.NAME.small or .large.

`

// showModels prints what the servers of all providers, or of one, offer.
func showModels(a App, ctx context.Context, h *setup.ProviderSet, names []string) error {
	list := h.List()
	if len(names) > 0 {
		if _, ok := h.Settings.Config.Providers[names[0]]; !ok {
			return h.Settings.UnknownProvider(names[0])
		}
		list = []setup.ProviderJSON{h.Describe(names[0])}
	}
	h.Offered(ctx, list, true)
	if len(names) == 0 {
		list = slices.DeleteFunc(list, func(p setup.ProviderJSON) bool { return p.Models == nil && p.Check == "" })
		return showChecked(a, list)
	}
	list[0].Place = max(1, list[0].Place) // it was asked for
	if list[0].Models == nil && list[0].Check == "" {
		list[0].Check = "not asked: it has no server, or no key is set"
	}
	return showChecked(a, list)
}

// setTier writes to the person's configuration which model answers a tier for its provider.
func setTier(a App, ctx context.Context, h *setup.ProviderSet, model, tier string) error {
	if err := a.Out.NoJSON("providers models --set-tier"); err != nil {
		return err
	}
	key := map[string]string{"small": "small", "cognition": "small", "large": "large", "reasoning": "large"}[strings.
		ToLower(strings.TrimPrefix(tier, ":"))]
	if key == "" {
		return exit.UsageError("use small or large", "there is no tier %q", tier)
	}
	provider, name := h.Named(model)
	if name == "" || provider == "" {
		return exit.UsageError("write: pp providers models --set-tier PROVIDER/MODEL "+key, "%q names no model", model)
	}
	list := []setup.ProviderJSON{h.Describe(provider)}
	h.Offered(ctx, list, false)
	if err := offers(a, list[0], name); err != nil {
		return err
	}
	key = "providers." + provider + "." + key
	if err := configChange(a, func(f config.File) (string, error) { return f.Set(key, name) }); err != nil {
		return err
	}
	if set := h.Settings.Config.Providers[provider].Model; set != "" {
		a.Out.Note("warning", fmt.Sprintf("providers.%s.model is set to %s, and answers everything; to go by tiers: "+
			"pp config unset providers.%[1]s.model", provider, set))
	}
	return a.Out.Print(key + " = " + name + "\n")
}

// offers is an error when the server says that it has no such model. One that says nothing is noted.
func offers(a App, p setup.ProviderJSON, name string) error {
	var names []string
	for _, m := range p.Models {
		names = append(names, m.Name)
	}
	switch {
	case p.Models == nil:
		a.Out.Note("note", fmt.Sprintf("whether %s has %s is not known: %s", p.Name, name,
			cmp.Or(strings.TrimPrefix(p.Check, "failed: "), "it was not asked")))
	case !slices.Contains(names, name):
		return exit.UsageError(exit.Nearest(name, names, "`pp providers models "+p.Name+"` lists them"),
			"%s has no model %q", p.Name, name)
	}
	return nil
}

// worthText is what is known of a model, behind its name.
func worthText(w setup.Worth) string {
	text := ""
	if w.Window > 0 {
		text += fmt.Sprintf(", %d tokens", w.Window)
	}
	if w.Input != nil {
		text += fmt.Sprintf(", $%g in, $%g out", *w.Input, *w.Output)
	}
	return text
}

// tiersText says which tiers a model answers.
func tiersText(tiers []string) string {
	if len(tiers) == 0 {
		return ""
	}
	return ", tier " + strings.Join(tiers, " and ")
}
