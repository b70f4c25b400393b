package talk

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/engine"
)

func (c *conversation) cascade(_ context.Context, names []string) error {
	h := c.Agent.Providers
	if len(names) > 0 {
		for _, n := range names {
			if _, ok := c.Agent.Settings.Config.Providers[n]; !ok {
				return c.Agent.Settings.UnknownProvider(n)
			}
		}
		if err := c.Agent.SwitchProviders(c.Loop, func() error { h.Order = slices.Clone(names); return nil }); err != nil {
			return err
		}
	}
	return c.App.Out.Print(strings.Join(h.Order, ", then ") + "\n")
}

// shownModels is how many models of a server are listed in a conversation.
const shownModels = 50

func (c *conversation) model(ctx context.Context, words []string) error {
	h := c.Agent.Providers
	if len(words) > 1 {
		return exit.UsageError("write /model PROVIDER/MODEL", "/model takes one name")
	}
	if len(words) == 1 {
		name := cmp.Or(c.offered[words[0]], words[0])
		if err := c.Agent.SwitchProviders(c.Loop, func() error { return h.SwitchModel(name) }); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, name := range h.Order {
		fmt.Fprintf(&b, "%s: %s\n", name, cmp.Or(h.Describe(name).Model, "its own choice"))
	}
	if len(words) == 0 {
		c.listModels(ctx, &b)
	}
	return c.App.Out.Print(b.String())
}

// listModels writes what the servers offer, and keeps it: a name that only one of them has
// needs no provider from then on.
func (c *conversation) listModels(ctx context.Context, b *strings.Builder) {
	list := c.Agent.Providers.List()
	c.Agent.Providers.Offered(ctx, list, false)
	c.offered = map[string]string{}
	twice := map[string]bool{}
	for _, p := range list {
		if p.Check != "" {
			fmt.Fprintf(b, "  %s: %s\n", p.Name, p.Check)
		}
		for i, m := range p.Models {
			model := m.Name
			twice[model] = twice[model] || c.offered[model] != ""
			if c.offered[model] = p.Name + "/" + model; i < shownModels {
				fmt.Fprintf(b, "  %s/%s\n", p.Name, model)
			}
		}
		if more := len(p.Models) - shownModels; more > 0 {
			fmt.Fprintf(b, "  and %d more of %s: pp providers models\n", more, p.Name)
		}
	}
	maps.DeleteFunc(c.offered, func(model, _ string) bool { return twice[model] })
}

// compact has less sent of the conversation from now on. All of it is kept.
func (c *conversation) compact(ctx context.Context, _ []string) error {
	var done engine.Shortened
	watch := c.Loop.Watch
	c.Loop.Watch = func(e engine.Event) {
		if s, ok := e.(engine.Shortened); ok {
			done = s
			return
		}
		watch(e)
	}
	defer func() { c.Loop.Watch = watch }()
	err := c.Loop.Shorten(ctx)
	if errors.Is(err, engine.ErrNoRoom) {
		return c.App.Out.Print("there is nothing to leave out yet\n")
	}
	if err != nil {
		return err
	}
	return c.App.Out.Print(fmt.Sprintf("about %d tokens of the conversation are sent from now on, it was %d; all of "+
		"it is kept\n", done.After, done.Before))
}
