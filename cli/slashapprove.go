package cli

import (
	"context"
	"fmt"
	"os"
	"strings"

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
	if t.machine.plans == nil {
		return nil, usageError("set HOME or XDG_STATE_HOME", "there is no place where flight plans are kept")
	}
	return t.machine.plans, nil
}

func (t *talk) deny(ctx context.Context, words []string) error {
	if len(words) == 0 {
		return usageError("/approvals lists the tokens", "/deny needs a token")
	}
	store, err := t.plans()
	if err != nil {
		return err
	}
	return t.app.denyIn(ctx, store, words[0], strings.Join(words[1:], " "))
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
	if plan.Meta.Session != t.id || plan.Dir != t.machine.around.dir {
		return t.approveElsewhere(ctx, plan, yes)
	}
	defer t.app.syncPlans(context.WithoutCancel(ctx), store)
	claimed, err := t.app.claim(ctx, t.machine, plan, yes)
	if err != nil {
		return err
	}
	once, usual := claimed, t.loop.Approver
	t.loop.Approver = planned{asker{t.app, t.machine, claimed.Meta}, &once}
	defer func() { t.loop.Approver = usual }()
	out, err := t.run(ctx, planSignal(claimed))
	t.app.carriedOut(ctx, store, claimed, out)
	return err
}

// approveElsewhere carries a plan out in its own directory and conversation, as
// another run of pp would, and comes back.
func (t *talk) approveElsewhere(ctx context.Context, plan approval.Plan, yes bool) error {
	back, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("the working directory: %w", err)
	}
	other := &app{sys: t.app.sys, stdout: t.app.stdout, stderr: t.app.stderr, opts: t.app.opts, live: t.app.live, heed: t.app.heed, noted: map[string]bool{}}
	other.opts.provider, other.opts.model, other.opts.consensus = "", "", 0 // those are of this conversation
	err = other.approve(ctx, plan.Token, yes)
	if cerr := os.Chdir(back); cerr != nil && err == nil {
		err = fmt.Errorf("going back to %s: %w", back, cerr)
	}
	return err
}
