package cli

import (
	"context"
	"strings"

	"pp/engine"
	"pp/engine/approval"
)

// tokenOf reads what stands behind /approve: a token, which may be written in
// groups, and --yes.
func tokenOf(words []string) (token string, yes bool, err error) {
	for _, w := range words {
		if w == "--yes" {
			yes = true
			continue
		}
		token += w
	}
	if token == "" {
		return "", false, usageError("`pp approvals` lists the tokens", "/approve needs a token")
	}
	return token, yes, nil
}

// plans is the store of flight plans; an error where none is kept.
func (t *talk) plans() (*approval.Store, error) {
	if t.agent.plans == nil {
		return nil, usageError("set HOME or XDG_STATE_HOME", "there is no place where flight plans are kept")
	}
	return t.agent.plans, nil
}

func (t *talk) deny(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return usageError("/approvals lists the tokens", "/deny needs a token")
	}
	store, err := t.plans()
	if err != nil {
		return err
	}
	return denyIn(t.app, ctx, store, words[0], strings.Join(words[1:], " "))
}

// approve is `pp approve` within a conversation: a plan of this conversation
// goes on here, one of another in its own.
func (t *talk) approve(ctx context.Context, words []string) error {
	token, yes, err := tokenOf(words)
	if err != nil {
		return err
	}
	store, err := t.plans()
	if err != nil {
		return err
	}
	plan, err := store.Find(token)
	if err != nil {
		return planFailure(err)
	}
	if plan.Meta.Session != t.id || plan.Dir != t.agent.settings.where.dir {
		other := t.app
		opts := *t.app.opts
		opts.provider, opts.model, opts.consensus = "", "", 0 // those are of this conversation
		other.opts = &opts
		return approvePlan(other, ctx, plan.Token, yes)
	}
	defer syncPlans(context.WithoutCancel(ctx), store, t.app.out)
	t.agent.answers, t.agent.refused = nil, nil
	out, err := t.agent.resume(ctx, plan, t.loop, t.loop.Run, func(v engine.Verdict) error { return confirmPlan(ctx, t.agent, plan, v, yes) })
	if err != nil {
		return err
	}
	return t.told(out)
}
