package ask

import (
	"context"
	"errors"
	"strings"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
)

// didOf is what of a question a flight plan keeps: what the action did, and where that waits.
func didOf(q engine.Question) (approval.Did, error) {
	if q.Kept == nil {
		return approval.Did{}, nil
	}
	kept, err := q.Kept()
	did := approval.Did{Layer: kept.ID, Sum: kept.Sum, Why: q.Why(), Failed: q.Came.Failure()}
	for _, d := range q.Did {
		added, removed := 0, 0
		if d.Finding.Decision != engine.Deny {
			added, removed = engine.ChangedLines(q.Diff(d.Change, output.MaxDiff))
		}
		did.Add(d, added, removed)
	}
	return did, err
}

// Confirm asks about a flight plan at the terminal; with yes nobody is asked.
func Confirm(ctx context.Context, a *setup.Agent, plan approval.Plan, yes bool) setup.Confirm {
	if yes {
		return nil
	}
	return func(q engine.Question, again error) error { return confirmPlan(ctx, a, plan, q, again) }
}

// confirmPlan shows a flight plan, and what its action did where that waits, and asks whether it is to be carried
// out. again says why it is not good any more as it was asked about, and what comes of that.
func confirmPlan(ctx context.Context, a *setup.Agent, plan approval.Plan, q engine.Question, again error) error {
	p, ok := Present(a.Settings.System, a.Out.Options.Color)
	if !ok {
		return exit.UsageError("give --yes to carry it out without being asked; `pp approvals show "+plan.Token+
			"` shows what it is", "nobody is at the terminal to confirm it")
	}
	defer p.Close()
	if again != nil {
		becomes := "it is asked about anew, as it is now"
		switch {
		case plan.Did.Waits():
			becomes = "it is done again in a new layer, and asked about after that"
		case q.Verdict.Decision == engine.Allow:
			becomes = "it does not ask any more, and is carried out"
		}
		p.Say("%s: %s\n", becomes, oneLine(again.Error()))
		return nil
	}
	k := Asker{a, plan.Meta}
	onward := "in " + oneLine(plan.Dir) + "; it goes on with " + oneLine(onwardWith(a, plan))
	if q.Did == nil {
		question := "carry it out?"
		if plan.Agent != "" {
			question = "let " + oneLine(plan.Agent) + " do it once?"
		}
		k.Show(ctx, p, q.Verdict)
		p.Say("%s\n", onward)
		return p.Confirm(ctx, question, "not carried out; it still waits")
	}
	k.showTaking(p, q)
	p.Say("%s\n", onward)
	return k.confirmTaking(ctx, p, q)
}

// onwardWith is who goes on with a flight plan.
func onwardWith(a *setup.Agent, plan approval.Plan) string {
	if plan.Agent != "" {
		return plan.Agent
	}
	return strings.Join(a.Providers.Asked(), ", then ")
}

// confirmTaking takes keys until one says whether what waits is to be taken over.
func (k Asker) confirmTaking(ctx context.Context, p *Person, q engine.Question) error {
	for {
		key, err := p.choice(ctx, "ylde?", "take it over? y yes, "+lookKeys(q))
		switch {
		case err != nil, key == 'y':
			return err
		case key == 'n', key == ctrlD:
			return exit.New(exit.Denied, "", errors.New("not taken over; it still waits"))
		}
		k.look(p, q, key)
	}
}
