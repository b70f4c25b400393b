package repl

import (
	"context"
	"strings"

	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine/approval"
)

// plans is the store of flight plans; an error where none is kept.
func (c *conversation) plans() (*approval.Store, error) {
	if c.agent.Plans == nil {
		return nil, exit.NoPlace("flight plans")
	}
	return c.agent.Plans, nil
}

func (c *conversation) approvals(ctx context.Context, words []string) error {
	switch {
	case len(words) == 0:
		if c.agent.Plans != nil {
			setup.SyncPlans(ctx, c.app.System, c.agent.Plans, c.app.Out, c.agent)
		}
		return command.ShowPlans(c.app, c.agent.Plans)
	case len(words) == 2 && words[0] == "show":
		return command.ShowPlan(c.app, ctx, words[1])
	}
	return exit.UsageError("/approvals lists the tokens", "/approvals takes nothing, or show and a token")
}

func (c *conversation) deny(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return exit.UsageError("/approvals lists the tokens", "/deny needs a token")
	}
	store, err := c.plans()
	if err != nil {
		return err
	}
	return command.DenyPlan(c.app, ctx, store, words[0], strings.Join(words[1:], " "), c.agent)
}

// approve is `pp approve` within a conversation: a plan of this conversation
// goes on here, one of another in its own.
func (c *conversation) approve(ctx context.Context, words []string) error {
	token, yes, err := command.TokenOf(words)
	if err != nil {
		return err
	}
	store, err := c.plans()
	if err != nil {
		return err
	}
	plan, err := store.Find(token)
	if err != nil {
		return command.UnknownPlan(store, token, err)
	}
	if plan.Meta.Session != c.id || plan.Dir != c.agent.Settings.Where.Dir {
		other := c.app
		opts := *c.app.Options
		opts.Provider, opts.Model, opts.Consensus = "", "", 0 // those are of this conversation
		other.Options = &opts
		return command.ApprovePlan(other, ctx, plan.Token, yes)
	}
	defer setup.SyncPlans(context.WithoutCancel(ctx), c.app.System, store, c.app.Out, c.agent)
	c.agent.Answers, c.agent.Refused = nil, nil
	out, err := c.agent.Resume(ctx, plan, c.loop, c.loop.Run, ask.Asker{Agent: c.agent, Meta: plan.Meta}.Confirm(ctx, plan, yes))
	if err != nil {
		return err
	}
	return c.printOutcome(out)
}
