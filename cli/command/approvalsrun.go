package command

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/approval"
)

// runApproved carries out the flight plans that a person marked APPROVED, the
// oldest first, each judged again where it was made and each once, whoever else
// does the same at the same time. One that cannot be used does not stop the next.
func runApproved(a App, ctx context.Context) error {
	if a.Options.Out != "" {
		return exit.UsageError("send standard output to the file", "-o holds one answer, and each plan has one")
	}
	store, err := plansOf(a, ctx)
	if err != nil {
		return err
	}
	plans, err := store.Pending()
	if err != nil {
		a.Out.Note("warning", err.Error())
	}
	var worst error
	ran := 0
	for _, p := range plans {
		if p.State != approval.StateApproved || p.Agent != "" { // which does it itself
			continue
		}
		ran++
		err := approvePlan(a, ctx, p.Token, true, func() {
			if !a.Options.Quiet {
				a.Out.Note("running", p.ID+": "+output.OneLine(p.Action.Essence(), 400))
			}
		})
		if ctx.Err() != nil {
			return err
		}
		if errors.Is(err, approval.ErrUsed) {
			a.Out.NoteOnce("another pp carries out " + p.ID)
			continue
		}
		worst = a.Out.Worse(worst, err)
	}
	if ran == 0 {
		a.Out.Note("note", "no flight plan is marked APPROVED; mark them in "+store.OrgFile()+", or: pp approve TOKEN")
	}
	return worst
}

// prunePlans removes flight plans that ended before an age.
func prunePlans(a App, ctx context.Context, older string) error {
	age, err := parseAge("older-than", older)
	if err != nil {
		return err
	}
	store, err := setup.PlanStore(a.System)
	if err != nil {
		return err
	}
	n, err := store.Prune(ctx, age)
	if err != nil {
		return err
	}
	setup.SyncPlans(ctx, a.System, store, a.Out, nil)
	return a.Out.Print(fmt.Sprintf("removed %d flight plans\n", n))
}

// parseAge reads an age as a person writes it: days and weeks besides what
// durations have.
func parseAge(flag, text string) (time.Duration, error) {
	wrong := exit.UsageError("write it as 30d, 2w or 12h", "--%s %q is no age", flag, text)
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
