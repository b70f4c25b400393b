package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/approval"
)

// planKept is how long a flight plan that came to its end is still shown.
const planKept = 30 * 24 * time.Hour

// orgFile is the Org view of the flight plans, beside the store: among pp's own
// files, where no agent may read or write.
func (a *app) orgFile() string { return filepath.Join(a.approvalsDir(), "flight-plans.org") }

// syncPlans takes over what a person marked in the Org file and writes it anew.
// A view that cannot be written is said and stops nothing.
func (a *app) syncPlans(ctx context.Context, store *approval.Store) {
	done, err := store.SyncOrg(ctx, a.orgFile())
	if err != nil {
		a.note("warning", "the Org file of flight plans could not be brought up to date: "+err.Error())
	}
	for _, id := range done.Void {
		a.note("warning", fmt.Sprintf("the flight plan %s stands twice in %s; nothing was read of it", id, a.orgFile()))
	}
	for _, m := range done.Applied {
		if !a.opts.quiet {
			a.note("note", fmt.Sprintf("the flight plan %s was marked %s in the Org file", m.ID, m.State))
		}
	}
}

// suspend keeps an action as a flight plan and shows it in the Org file. Plans
// that ended long ago make place for it.
func (k asker) suspend(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	answer, err := k.m.plans.Suspend(ctx, v, k.binding(), k.conversation())
	if err != nil {
		return answer, err
	}
	if _, err := k.m.plans.Prune(ctx, planKept); err != nil {
		k.app.note("warning", err.Error())
	}
	k.app.syncPlans(ctx, k.m.plans)
	return answer, nil
}

// runApproved carries out the flight plans that a person marked APPROVED, the
// oldest first, each judged again where it was made and each once, whoever else
// does the same at the same time. One that cannot be used does not stop the next.
func (a *app) runApproved(ctx context.Context) error {
	if a.opts.out != "" {
		return usageError("send standard output to the file", "-o holds one answer, and each plan has one")
	}
	store, err := a.planStore()
	if err != nil {
		return err
	}
	a.syncPlans(ctx, store)
	plans, err := store.Pending()
	if err != nil {
		a.note("warning", err.Error())
	}
	start, err := os.Getwd()
	if err != nil {
		return err
	}
	dir := a.opts.dir
	var worst error
	ran := 0
	for _, p := range plans {
		if p.State != approval.StateApproved {
			continue
		}
		ran++
		if !a.opts.quiet {
			a.note("running", p.ID+": "+oneLine(p.Action.Essence(), 400))
		}
		err := a.approve(ctx, p.Token, true)
		// The next plan does not begin in the directory of this one.
		a.opts.dir = dir
		if cerr := os.Chdir(start); cerr != nil {
			return errors.Join(err, cerr)
		}
		if ctx.Err() != nil {
			return err
		}
		if errors.Is(err, approval.ErrUsed) {
			continue // another pp carried it out since it was listed
		}
		worst = a.worse(worst, err)
	}
	if ran == 0 {
		a.note("note", "no flight plan is marked APPROVED; mark them in "+a.orgFile()+", or: pp approve TOKEN")
	}
	return worst
}

// worse is that of two results whose exit code comes first in the order of
// design section 12; the other one is said.
func (a *app) worse(one, two error) error {
	if two == nil {
		return one
	}
	if one == nil {
		return two
	}
	f, g := classify(one), classify(two)
	if exitRank(g.code) < exitRank(f.code) {
		f, g = g, f
	}
	a.say(g)
	return f
}

// exitRank is the place of an exit code in "signals, 124, 69 to 78, 65, 5, 4, 3, 1".
func exitRank(code int) int {
	order := [...]int{exitInterrupted, exitTerminated, exitTimeout, exitUnavailable, exitTryLater, exitAuth, exitConfig,
		exitData, exitLimit, exitSuspended, exitDenied}
	for i, c := range order {
		if c == code {
			return i
		}
	}
	return len(order)
}

// prunePlans removes flight plans that ended before an age.
func (a *app) prunePlans(ctx context.Context, age time.Duration) error {
	store, err := a.planStore()
	if err != nil {
		return err
	}
	n, err := store.Prune(ctx, age)
	if err != nil {
		return err
	}
	a.syncPlans(ctx, store)
	return a.print(fmt.Sprintf("removed %d flight plans\n", n))
}

// parseAge reads an age as a person writes it: days and weeks besides what
// durations have.
func parseAge(flag, text string) (time.Duration, error) {
	wrong := usageError("write it as 30d, 2w or 12h", "--%s %q is no age", flag, text)
	for suffix, unit := range map[string]time.Duration{"d": 24 * time.Hour, "w": 7 * 24 * time.Hour} {
		if digits, ok := strings.CutSuffix(text, suffix); ok {
			n, err := strconv.ParseUint(digits, 10, 16)
			if err != nil {
				return 0, wrong
			}
			return time.Duration(n) * unit, nil
		}
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return 0, wrong
	}
	return d, nil
}
