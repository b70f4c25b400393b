package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/cli/ask"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
)

// didOf is what a suspended action did in a layer, as --json prints it; nil for an action that has not run yet.
// "failed" is how it failed, "more" counts the changes that cannot be listed. It reads the changes that the plan does
// not name from its layer.
func didOf(a App, p approval.Plan, diff *string) any {
	d := p.Did
	if !d.Waits() {
		return nil
	}
	changes, named, more := []row{}, map[string]bool{}, d.Count()-len(d.Changes)
	for _, c := range d.Changes {
		named[c.Path] = true
		changes = append(changes, changeRow(c.Kind.String(), c.Path, c.Added, c.Removed).and("never", c.Never).
			and("reason", c.Asks))
	}
	if s, err := a.load(); more > 0 && err == nil {
		tried, _ := triedOf(s, p)
		for _, c := range tried.Did {
			if !named[c.Path.Name] {
				more--
				changes = append(changes, changeRow(c.Kind.String(), c.Path.Name, 0, 0))
			}
		}
	}
	return row{}.and("failed", d.Failed).join(row{{"new", d.New}, {"modified", d.Modified}, {"deleted", d.Deleted},
		{"added", d.Added}, {"removed", d.Removed}, {"changes", changes}}).and("more", max(more, 0)).and("diff", diff)
}

func changeRow(kind, path string, added, removed int) row {
	return row{{"kind", kind}, {"path", path}, {"added", added}, {"removed", removed}}
}

// listedChanges is how many changes a list names of each plan.
const listedChanges = 10

// didText is what a suspended action did, for a person, with at most max of its changes.
func didText(p approval.Plan, max int) string {
	d := p.Did
	if !d.Waits() {
		return ""
	}
	var b strings.Builder
	if d.Failed != "" {
		b.WriteString("    it failed: " + strings.ReplaceAll(d.Failed, "\n", "\n      | ") + "\n")
	}
	fmt.Fprintf(&b, "    it did, in a layer: %d new, %d modified, %d deleted, +%d -%d\n", d.New, d.Modified, d.Deleted,
		d.Added, d.Removed)
	for _, c := range d.Changes[:min(len(d.Changes), max)] {
		fmt.Fprintf(&b, "      %-9s %s", c.Kind, effect.Named(c.Path))
		if c.Added+c.Removed > 0 {
			fmt.Fprintf(&b, "  +%d -%d", c.Added, c.Removed)
		}
		if c.Never {
			b.WriteString("  never taken over: " + c.Asks)
		}
		b.WriteString("\n")
	}
	if more := d.Count() - min(len(d.Changes), max); more > 0 {
		fmt.Fprintf(&b, "      and %d more: pp approvals show %s\n", more, p.Token)
	}
	return b.String()
}

// wouldChange is the diff that an action makes that has not been done, of the files as they are now; "" of one that has
// no diff.
func wouldChange(a App, p approval.Plan) (string, error) {
	if p.Did.Waits() || !p.Waits(a.System.Now()) {
		return "", nil
	}
	m, err := setup.WherePlanned(a.System, a.Options, a.Out, a.Signals, p)
	if err != nil {
		return "", err
	}
	diff, err := ask.Change(m, p.Action)
	return a.Out.Redact(m.Settings.Redactor.Redact(diff)), err
}

// ShowPlan prints a flight plan, and as a diff what its action did, where that waits, or would do to a text.
func ShowPlan(a App, ctx context.Context, token string) error {
	store, err := plansOf(a, ctx)
	if err != nil {
		return err
	}
	p, err := store.Find(token)
	if err != nil {
		return UnknownPlan(store, token, err)
	}
	s, err := a.load()
	if err != nil {
		return err
	}
	tried, gone := triedOf(s, p)
	diff, undiffed := wouldChange(a, p)
	if a.Options.JSON {
		var did *string
		if gone == nil {
			text := a.Out.Redact(diffsOf(tried))
			did = &text
		}
		return a.Out.PrintMasked(planRow(a, p, didOf(a, p, did), diff))
	}
	text := planText(a, p) + "    " + strings.ToLower(p.State.String()) + noteText(p) + "\n"
	switch {
	case !p.Did.Waits():
		text += "    it has not been done\n" + diff
		if undiffed != nil {
			text += "    " + a.Out.Redact(output.OneLine(undiffed.Error(), 400)) + "\n"
		}
	case gone != nil:
		text += didText(p, len(p.Did.Changes)) + "    the sandboxed changes cannot be applied, " +
			"so pp approve runs it again: " + gone.Error() + "\n"
	default:
		text += a.Out.TriedText(tried)
	}
	return a.Out.Print(text)
}

func noteText(p approval.Plan) string {
	if p.Note == "" {
		return ""
	}
	return ": " + output.OneLine(p.Note, 400)
}

// diffsOf are the texts of all changes that may be taken over.
func diffsOf(t engine.Tried) string {
	var b strings.Builder
	for _, d := range t.Did {
		if !d.HidesContent() {
			b.WriteString(t.Diff(d.Change, output.MaxDiff))
		}
	}
	return b.String()
}

// errEnded says that a plan cannot be approved any more.
var errEnded = errors.New("the flight plan has come to its end")

// triedOf opens what the action of a plan did. It shows no diff of files that the plan does not name: they may be
// secret.
func triedOf(s *setup.Settings, p approval.Plan) (engine.Tried, error) {
	if !p.Did.Waits() || !p.Waits(s.System.Now()) {
		return engine.Tried{}, errEnded
	}
	t, err := setup.NewExecutor(s).Waiting(p.Did)
	if err != nil {
		return engine.Tried{}, err
	}
	named := map[string]approval.Change{}
	for _, c := range p.Did.Changes {
		named[c.Path] = c
	}
	out := engine.Tried{Diff: func(c engine.Change, most int) string {
		if _, ok := named[c.Path.Name]; !ok {
			return ""
		}
		return t.Diff(c, most)
	}}
	out.Result = setup.CameFirst(t)
	for _, c := range t.Changes() {
		known := named[c.Path.Name]
		f := engine.Finding{Decision: engine.Ask, Reason: known.Asks}
		if known.Never {
			f.Decision = engine.Deny
		}
		out.Did = append(out.Did, engine.Reviewed{Change: c, Finding: f})
	}
	return out, nil
}
