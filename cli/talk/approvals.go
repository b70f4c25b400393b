package talk

import (
	"context"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
)

func (c *conversation) approvals(ctx context.Context, words []string) error {
	switch {
	case len(words) == 0:
		if c.Agent.Plans != nil {
			setup.SyncPlans(ctx, c.App.System, c.Agent.Plans, c.App.Out, c.Agent)
		}
		return command.ShowPlans(c.App, c.Agent.Plans)
	case len(words) == 2 && words[0] == "show":
		return command.ShowPlan(c.App, ctx, words[1])
	}
	return exit.UsageError("/approvals lists the tokens", "/approvals takes nothing, or show and a token")
}

func (c *conversation) deny(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return exit.UsageError("/approvals lists the tokens", "/deny needs a token")
	}
	store, err := c.Plans()
	if err != nil {
		return err
	}
	return command.DenyPlan(c.App, ctx, store, words[0], strings.Join(words[1:], " "), c.Agent)
}

func (c *conversation) approve(ctx context.Context, words []string) error {
	token, yes, err := command.TokenOf(words)
	if err != nil {
		return err
	}
	return c.Approve(ctx, token, yes)
}
