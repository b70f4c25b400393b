package repl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
)

// asking is whom a conversation asks.
type asking struct {
	app     command.App
	agent   *setup.Agent
	loop    *engine.Loop
	offered map[string]string // what /model listed: PROVIDER/MODEL by the model's name
}

// askingBy is a command that says or changes whom the conversation asks.
func askingBy(run func(*asking, context.Context, []string) error) slashRun {
	return func(c *conversation, ctx context.Context, words []string) error { return run(&c.asks, ctx, words) }
}

func (k *asking) cascade(_ context.Context, names []string) error {
	h := k.agent.Providers
	if len(names) > 0 {
		for _, n := range names {
			if _, ok := k.agent.Settings.Config.Providers[n]; !ok {
				return k.agent.Settings.UnknownProvider(n)
			}
		}
		if err := k.agent.SwitchProviders(k.loop, func() error { h.Order = slices.Clone(names); return nil }); err != nil {
			return err
		}
	}
	return k.app.Out.Print(strings.Join(h.Order, ", then ") + "\n")
}

// shownModels is how many models of a server are listed in a conversation.
const shownModels = 50

func (k *asking) model(ctx context.Context, words []string) error {
	h := k.agent.Providers
	if len(words) > 1 {
		return exit.UsageError("write /model PROVIDER/MODEL", "/model takes one name")
	}
	if len(words) == 1 {
		name := cmp.Or(k.offered[words[0]], words[0])
		if err := k.agent.SwitchProviders(k.loop, func() error { return h.SwitchModel(name) }); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, name := range h.Order {
		fmt.Fprintf(&b, "%s: %s\n", name, cmp.Or(h.Describe(name).Model, "its own choice"))
	}
	if len(words) == 0 {
		k.listModels(ctx, &b)
	}
	return k.app.Out.Print(b.String())
}

// listModels writes what the servers offer, and keeps it: a name that only one of them has
// needs no provider from then on.
func (k *asking) listModels(ctx context.Context, b *strings.Builder) {
	list := k.agent.Providers.List()
	k.agent.Providers.Offered(ctx, list, false)
	k.offered = map[string]string{}
	twice := map[string]bool{}
	for _, p := range list {
		if p.Check != "" {
			fmt.Fprintf(b, "  %s: %s\n", p.Name, p.Check)
		}
		for i, m := range p.Models {
			model := m.Name
			twice[model] = twice[model] || k.offered[model] != ""
			if k.offered[model] = p.Name + "/" + model; i < shownModels {
				fmt.Fprintf(b, "  %s/%s\n", p.Name, model)
			}
		}
		if more := len(p.Models) - shownModels; more > 0 {
			fmt.Fprintf(b, "  and %d more of %s: pp providers models\n", more, p.Name)
		}
	}
	maps.DeleteFunc(k.offered, func(model, _ string) bool { return twice[model] })
}

// compact has less sent of the conversation from now on. All of it is kept.
func (c *conversation) compact(ctx context.Context, _ []string) error {
	var done engine.Shortened
	watch := c.loop.Watch
	c.loop.Watch = func(e engine.Event) {
		if s, ok := e.(engine.Shortened); ok {
			done = s
			return
		}
		watch(e)
	}
	defer func() { c.loop.Watch = watch }()
	err := c.loop.Shorten(ctx)
	if errors.Is(err, engine.ErrNoRoom) {
		return c.app.Out.Print("there is nothing to leave out yet\n")
	}
	if err != nil {
		return err
	}
	return c.app.Out.Print(fmt.Sprintf("about %d tokens of the conversation are sent from now on, it was %d; all of "+
		"it is kept\n", done.After, done.Before))
}
