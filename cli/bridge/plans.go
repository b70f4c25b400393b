package bridge

import (
	"context"

	"pp/cli/ask"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/sexp"
)

// store is that of the flight plans.
func (t *talk) store() (*approval.Store, error) {
	if t.agent.Plans == nil {
		return nil, exit.NoPlace("flight plans")
	}
	return t.agent.Plans, nil
}

// listPlans lists the flight plans that wait, and names the Org file that shows them.
func (t *talk) listPlans(ctx context.Context) error {
	store, err := t.store()
	if err != nil {
		return err
	}
	setup.SyncPlans(ctx, t.app.System, store, t.app.Out)
	waiting, err := store.Pending()
	if err != nil {
		return err
	}
	var out []sexp.Plist
	for _, p := range waiting {
		out = append(out, list("TOKEN", p.Token, "STATE", keyword(p.State.String()), "EXPIRES", p.Expires,
			"DIRECTORY", p.Dir, "SESSION", p.Meta.Session, "REQUEST", p.Action.Canonical(), "REASON", p.Why(),
			"CHANGES", p.Did.Count()))
	}
	t.frames.send("RESPONSE", t.now.tag(), list("ACTION", keyword("plans"), "FILE", store.OrgFile(), "PLANS", plists(out)))
	return nil
}

// deny denies a flight plan.
func (t *talk) deny(ctx context.Context, d deny) error {
	store, err := t.store()
	if err != nil {
		return err
	}
	here := func(p approval.Plan) bool {
		return p.Meta.Session == t.id && t.agent.Session.Append(setup.DeniedTurn(p)) == nil
	}
	if err := command.DenyPlan(t.app, ctx, store, d.token, d.reason, here); err != nil {
		return err
	}
	t.frames.send("RESPONSE", t.now.tag(), list("ACTION", keyword("done"), "STATUS", keyword("done"), "EXIT-CODE", 0))
	return nil
}

// approve shows a flight plan as a question, and carries it out when that is answered with yes: one of this
// conversation goes on here, one of another in its own.
func (t *talk) approve(ctx context.Context, token string) error {
	store, err := t.store()
	if err != nil {
		return err
	}
	plan, err := store.Find(token)
	if err != nil {
		return setup.PlanError(err)
	}
	if err := plan.Usable(t.app.System.Now()); err != nil {
		return setup.PlanError(err)
	}
	defer setup.SyncPlans(context.WithoutCancel(ctx), t.app.System, store, t.app.Out)
	if plan.Meta.Session != t.id || plan.Dir != t.agent.Settings.Where.Dir {
		return t.approveElsewhere(ctx, plan)
	}
	t.agent.Answers, t.agent.Refused, t.values = nil, nil, nil
	return t.carryOut(ctx, t.agent, t.loop, t.loop.Run, t.app.Out, plan)
}

// approveElsewhere carries out a plan of another conversation, with who is asked there.
func (t *talk) approveElsewhere(ctx context.Context, plan approval.Plan) error {
	opts := *t.app.Options
	opts.Provider, opts.Model, opts.Consensus = "", "", 0 // those are of this conversation
	out := output.New(t.app.System, &opts.Options)
	out.Stdout, out.Stderr, out.Chunks = t.app.Out.Stdout, t.app.Out.Stderr, t.chunk
	m, err := setup.Resumed(t.app.System, &opts, out, t.app.Signals, plan)
	if err != nil {
		return err
	}
	l, err := t.wire(m, plan.Meta)
	if err != nil {
		return err
	}
	return t.carryOut(ctx, m, l, m.Runner(l), out, plan)
}

func (t *talk) carryOut(ctx context.Context, m *setup.Agent, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome, out *output.Printer, plan approval.Plan) error {
	asked := ask.Remote{Asker: ask.Asker{Agent: m, Meta: plan.Meta}, Put: t.put}
	came, err := m.Resume(ctx, plan, l, run, asked.Confirm(ctx, plan))
	if err != nil {
		return err
	}
	return t.conclude(out, m.Answers, came)
}
