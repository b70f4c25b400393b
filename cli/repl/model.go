package repl

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
	h := c.agent.Providers
	if len(names) > 0 {
		for _, n := range names {
			if _, ok := c.agent.Settings.Config.Providers[n]; !ok {
				return c.agent.Settings.UnknownProvider(n)
			}
		}
		if err := c.switchProviders(func() error { h.Order = slices.Clone(names); return nil }); err != nil {
			return err
		}
	}
	return c.app.Out.Print(strings.Join(h.Order, ", then ") + "\n")
}

func (c *conversation) model(_ context.Context, words []string) error {
	h := c.agent.Providers
	if len(words) > 1 {
		return exit.UsageError("write /model PROVIDER/MODEL", "/model takes one name")
	}
	if len(words) == 1 {
		if err := c.switchProviders(func() error { return h.SwitchModel(words[0]) }); err != nil {
			return err
		}
	}
	var b strings.Builder
	for _, name := range h.Order {
		fmt.Fprintf(&b, "%s: %s\n", name, cmp.Or(h.Describe(name).Model, "its own choice"))
	}
	return c.app.Out.Print(b.String())
}

// switchProviders changes who is asked, and leaves it as it was when that cannot be.
func (c *conversation) switchProviders(change func() error) error {
	h := c.agent.Providers
	order, models := slices.Clone(h.Order), maps.Clone(h.Models)
	err := change()
	if err == nil {
		if err = c.agent.Provide(c.loop); err == nil {
			return nil
		}
	}
	h.Order, h.Models = order, models
	return err
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
