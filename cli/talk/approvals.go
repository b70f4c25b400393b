package talk

import (
	"context"
	"fmt"
	"strings"

	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
)

// Plans is the store of the flight plans.
func (t *Talk) Plans() (*approval.Store, error) {
	if t.Agent.Plans == nil {
		return nil, exit.NoPlace("flight plans")
	}
	return t.Agent.Plans, nil
}

// Waiting returns the pending flight plans, and updates their Org file.
func (t *Talk) Waiting(ctx context.Context) ([]approval.Plan, error) {
	store, err := t.Plans()
	if err != nil {
		return nil, err
	}
	setup.SyncPlans(ctx, t.App.System, store, t.App.Out, t.Agent)
	return store.Pending()
}

// Deny denies a flight plan and confirms that.
func (t *Talk) Deny(ctx context.Context, token, reason string) error {
	store, err := t.Plans()
	if err != nil {
		return err
	}
	if err := command.DenyPlan(t.App, ctx, store, token, reason, t.Agent); err != nil {
		return err
	}
	return t.Front.Concluded(t.App.Out, "", engine.Outcome{})
}

// Approve shows a flight plan as a question, unless yes is true, and runs it if the answer is yes. A plan continues in
// its own conversation.
func (t *Talk) Approve(ctx context.Context, token string, yes bool) error {
	store, err := t.Plans()
	if err != nil {
		return err
	}
	plan, err := store.Find(token)
	if err != nil {
		return command.UnknownPlan(store, token, err)
	}
	if err := plan.Usable(t.App.System.Now()); err != nil {
		return setup.PlanError(err)
	}
	defer setup.SyncPlans(context.WithoutCancel(ctx), t.App.System, store, t.App.Out, t.Agent)
	if plan.Meta.Session != t.ID || !t.Agent.Machine.Has(plan.Dir) {
		return t.approveElsewhere(ctx, plan, yes)
	}
	t.Agent.Answers, t.Agent.Refused = nil, nil
	return t.carryOut(ctx, t.Agent, t.Loop, t.Loop.Run, t.App.Out, plan, yes)
}

// approveElsewhere runs a plan of another conversation, with the providers of that one.
func (t *Talk) approveElsewhere(ctx context.Context, plan approval.Plan, yes bool) error {
	opts := *t.App.Options
	opts.Provider, opts.Model, opts.Consensus = "", "", 0 // these belong to this conversation
	out := output.New(t.App.System, &opts.Options)
	out.Stdout, out.Stderr, out.Chunks = t.App.Out.Stdout, t.App.Out.Stderr, t.App.Out.Chunks
	m, err := setup.Resumed(t.App.System, &opts, out, t.App.Signals, plan)
	if err != nil {
		return err
	}
	l, err := t.wire(m, plan.Meta)
	if err != nil {
		return err
	}
	m.Elicit = t.Agent.Elicit
	return t.carryOut(ctx, m, l, m.Runner(l), out, plan, yes)
}

func (t *Talk) carryOut(ctx context.Context, m *setup.Agent, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome, out *output.Printer, plan approval.Plan, yes bool) error {
	asked := ask.Asker{Agent: m, Meta: plan.Meta, Put: t.Put}
	came, err := m.Resume(ctx, plan, l, run, asked.Confirm(ctx, plan, yes))
	if err != nil {
		return err
	}
	return t.conclude(out, m.Answers, came)
}

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

// rules lists learned rules and session grants, or revokes some.
func (c *conversation) rules(ctx context.Context, words []string) error {
	if len(words) >= 2 && words[0] == "revoke" {
		return command.RevokeRules(c.App, ctx, c.Agent, words[1:], "")
	}
	if len(words) > 0 && (len(words) > 1 || words[0] != "list") {
		return exit.UsageError("write /rules, or /rules revoke RULE …; `pp help rules` lists what else there is",
			"/rules cannot do that")
	}
	activeGrants := activeGrants(c.Agent)
	if c.Agent.Rules != nil {
		if err := command.ListRules(c.App, c.Agent); err != nil {
			return err
		}
	} else if len(activeGrants) == 0 {
		return c.App.Out.Print("no rule was learned\n")
	}
	var b strings.Builder
	for _, r := range activeGrants {
		fmt.Fprintf(&b, "%s  for this session: %s\n", r.Grant.ID, r.Sentence())
	}
	return c.App.Out.Print(c.App.Out.Redact(b.String()))
}

// activeGrants returns this session's grants that are in force.
func activeGrants(m *setup.Agent) []approval.Rule {
	return setup.ActiveRules(m.Judge.Grants.List())
}
