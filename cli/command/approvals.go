package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
)

// Approvals lists what waits for approval, and carries out what was marked APPROVED.
func Approvals(a App) *cli.Command {
	age := planKept
	return &cli.Command{Name: "approvals",
		Usage:     "list the actions that wait for approval, show what one did, and carry out those marked APPROVED",
		UsageText: "[list | show TOKEN | run | prune [--older-than=AGE]]",
		Flags: []cli.Flag{a.jsonFlag(),
			Text("older-than", "prune what ended before `AGE`", &age)},
		Description: "The list is also an Org file, whose name it ends with: mark a node APPROVED or " +
			"DENIED in an editor, and\n" +
			"`pp approvals run` carries out what is APPROVED, judged again, once.\n" +
			"What was done already, in a layer that waits, is listed with what it changed; show prints the diff,\n" +
			"and of a write or an edit that waits the one that it would make.\n" +
			"exit codes: 0 done, 1 the store cannot be read, 2 usage, 78 configuration; of run those of a prompt",
		Action: verbs[*run]{
			{"list", nil, true, func(r *run) error {
				store, err := plansOf(r.App, r.ctx)
				if err != nil {
					return err
				}
				return ShowPlans(r.App, store)
			}},
			{"show", nil, true, func(r *run) error { return ShowPlan(r.App, r.ctx, r.words[0]) }},
			{"run", nil, false, func(r *run) error { return runApproved(r.App, r.ctx) }},
			{"prune", []string{"older-than"}, false, func(r *run) error { return prunePlans(r.App, r.ctx, age) }},
		}.action(a, as)}
}

// plansOf opens the flight plans, with the marks of their Org file taken over.
func plansOf(a App, ctx context.Context) (*approval.Store, error) {
	store, err := setup.PlanStore(a.System)
	if err == nil {
		setup.SyncPlans(ctx, a.System, store, a.Out, nil)
	}
	return store, err
}

// planRow is a flight plan as --json prints it. "did" is null if it has not run; "agent" is another program, which
// asked and runs it itself after the approval; "diff" is what it would do to a text, if it is shown alone and has not
// run.
func planRow(a App, p approval.Plan, did any, diff string) row {
	return row{{"token", p.Token}, {"id", p.ID}, {"created", p.Created}, {"expires", p.Expires}, {"dir", p.Dir},
		{"action", a.Out.Redact(p.Action.Canonical())}}.and("also", alsoOf(a, p)).
		join(row{{"reason", a.Out.Redact(p.Why())}, {"session", p.Meta.Session}}).and("agent", p.Agent).
		join(row{{"cascade", all(p.Cascade)}, {"state", strings.ToLower(p.State.String())}, {"did", did}}).
		and("diff", diff)
}

// staleOf says why a plan cannot be approved any more as it was asked about, "" where it can.
func staleOf(a App, p approval.Plan) string {
	m, err := setup.WherePlanned(a.System, a.Options, a.Out, a.Signals, p)
	if err == nil {
		err = m.Stale(p)
	}
	if err == nil {
		return ""
	}
	return a.Out.Redact(err.Error())
}

// alsoOf are the actions that were done after that of a plan in its layer.
func alsoOf(a App, p approval.Plan) (out []string) {
	for _, also := range p.Also {
		out = append(out, a.Out.Redact(also.Canonical()))
	}
	return out
}

// planText is a flight plan for a person.
func planText(a App, p approval.Plan) string {
	mark := ""
	if p.State == approval.StateApproved {
		mark = "  APPROVED"
	}
	if p.Agent != "" {
		mark = "  for " + output.OneLine(p.Agent, 40) + mark
	}
	text := fmt.Sprintf("%s  until %s  in %s%s\n", p.Token, output.When(p.Expires), p.Dir, mark)
	for _, action := range append([]engine.Action{p.Action}, p.Also...) {
		text += "    " + a.Out.Redact(output.OneLine(action.Essence(), 400)) + "\n"
	}
	return text + "    " + a.Out.Redact(p.Why()) + "\n"
}

// ShowPlans prints the flight plans that wait, and where their Org view is; none where the
// store is nil.
func ShowPlans(a App, store *approval.Store) error {
	var plans []approval.Plan
	if store != nil {
		var err error
		if plans, err = store.Pending(); err != nil {
			return err
		}
	}
	list := []row{}
	var b strings.Builder
	for _, p := range plans {
		stale := staleOf(a, p)
		list = append(list, planRow(a, p, didOf(a, p, nil), "").and("stale", stale))
		b.WriteString(planText(a, p) + a.Out.Redact(didText(p, listedChanges)))
		if stale != "" {
			b.WriteString("    changed since pp asked: " + output.OneLine(stale, 400) + "\n")
		}
	}
	if a.Options.JSON {
		return a.Out.PrintMasked(list)
	}
	if len(plans) == 0 {
		return a.Out.Print("nothing waits for approval\n")
	}
	if len(plans) >= approval.OfSession &&
		slices.ContainsFunc(plans, func(p approval.Plan) bool { return p.Agent != "" }) {
		fmt.Fprintf(&b, "of one session of another agent the last %d calls wait\n", approval.OfSession)
	}
	fmt.Fprintf(&b, "as Org: %s (mark APPROVED or DENIED, then: pp approvals run)\n", store.OrgFile())
	return a.Out.Print(output.InRows(a.System.Stdout, b.String()))
}

// Deny denies an action that waits.
func Deny(a App) *cli.Command {
	return &cli.Command{Name: "deny", Usage: "deny an action that waits for approval", UsageText: "TOKEN [REASON …]",
		Description: "exit codes: 0 done, 2 usage, 3 it cannot be denied any more, 78 configuration",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.UsageError("`pp approvals` lists the tokens", "deny needs a token")
			}
			return denyToken(a, c.Context, c.Args().First(), strings.Join(c.Args().Tail(), " "))
		}}
}

func denyToken(a App, ctx context.Context, token, reason string) error {
	store, err := setup.PlanStore(a.System)
	if err != nil {
		return err
	}
	return DenyPlan(a, ctx, store, token, reason, nil)
}

// DenyPlan denies the action of a token, says which it was, and tells the conversation that it is of, which may be the
// one under way.
func DenyPlan(a App, ctx context.Context, store *approval.Store, token, reason string, here *setup.Agent) error {
	p, err := store.Deny(ctx, token, reason)
	if err != nil {
		return UnknownPlan(store, token, err)
	}
	setup.TellDenied(ctx, a.System, a.Out, here, p)
	setup.SyncPlans(ctx, a.System, store, a.Out, here)
	return a.Out.Print("denied: " + a.Out.Redact(output.OneLine(p.Action.Essence(), 400)) + "\n")
}

// UnknownPlan is setup.PlanError for who may know what waits: of a token that nothing has, it names those that do.
func UnknownPlan(store *approval.Store, token string, err error) error {
	if !errors.Is(err, approval.ErrUnknown) {
		return setup.PlanError(err)
	}
	var tokens []string
	plans, _ := store.Pending()
	for _, p := range plans[max(0, len(plans)-mostTokens):] {
		tokens = append(tokens, p.Token)
	}
	hint := "`pp approvals` lists what waits"
	if len(tokens) > 0 {
		hint = "waiting: " + strings.Join(tokens, ", ") + "; `pp approvals` says what they are"
	}
	return exit.Unknown("flight plan", token, tokens, hint)
}

// mostTokens is how many tokens a hint names, the newest.
const mostTokens = 5

// typedAnswer is what /approve TOKEN and /deny TOKEN do when they are the whole
// of the arguments; nil for any other prompt. Only arguments count: piped text
// answers nothing, and no model is asked.
func typedAnswer(a App, words []string) func(context.Context) error {
	words = strings.Fields(strings.Join(words, " "))
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "/approve":
		return func(ctx context.Context) error {
			token, yes, err := TokenOf(words[1:])
			if err != nil {
				return err
			}
			return ApprovePlan(a, ctx, token, yes)
		}
	case "/deny":
		return func(ctx context.Context) error {
			if len(words) < 2 {
				return exit.UsageError("`pp approvals` lists the tokens", "/deny needs a token")
			}
			return denyToken(a, ctx, words[1], strings.Join(words[2:], " "))
		}
	}
	return nil
}

// Approve carries out an action that waits.
func Approve(a App) *cli.Command {
	var yes bool
	return &cli.Command{Name: "approve",
		Usage: "carry out an action that waits for approval, and go on with its conversation", UsageText: "TOKEN [--yes]",
		Flags: []cli.Flag{Bool("yes", "do not ask again", &yes)},
		Description: "What another agent asked for (pp hook) is let through when it asks again: once, and nothing else.\n" +
			"What was done in a layer is taken over as it was shown; where that does not fit any more, it says what has\n" +
			"changed, does it again and asks about it, with --yes only if it did something else. What was not done yet,\n" +
			"and is not what was asked about any more, is asked about as it is now; with --yes that ends it.\n" +
			"A yes with --yes is to what was asked before it was done: what would run or decide later is withheld.\n" +
			"It goes on with the providers and the model that asked for it, or with those of -m and -p.\n" +
			"exit codes: those of a prompt; 3 the plan cannot be used any more, 77 or 78 its provider has no key or is not\n" +
			"configured any more: then it still waits",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.UsageError("`pp approvals` lists the tokens", "approve needs one token")
			}
			return ApprovePlan(a, c.Context, c.Args().First(), yes)
		}}
}

// ApprovePlan carries out a flight plan where it was made, and goes on with its
// conversation.
func ApprovePlan(a App, ctx context.Context, token string, yes bool) error {
	return approvePlan(a, ctx, token, yes, func() {})
}

// approvePlan is ApprovePlan that calls claimed when the plan is this process's to carry
// out, before it does.
func approvePlan(a App, ctx context.Context, token string, yes bool, claimed func()) error {
	store, err := setup.PlanStore(a.System)
	if err != nil {
		return err
	}
	defer setup.SyncPlans(context.WithoutCancel(ctx), a.System, store, a.Out, nil)
	plan, err := store.Find(token)
	if err != nil {
		return UnknownPlan(store, token, err)
	}
	m, err := setup.Resumed(a.System, a.Options, a.Out, a.Signals, plan)
	if err != nil {
		return err
	}
	m.Elicit = ask.Elicit(m)
	ctx, cancel := system.WithTimeout(ctx, m.Settings.Timeout)
	defer cancel()
	l := m.Apart(ask.Asker{Agent: m, Meta: plan.Meta}, plan.Meta.Session)
	then := l.Run
	if plan.Agent == "" {
		if l, err = m.Loop(plan.Meta.Session, ask.Asker{Agent: m, Meta: plan.Meta}); err != nil {
			return err
		}
		then = m.Runner(l)
	}
	run := func(ctx context.Context, s engine.Signal) engine.Outcome {
		claimed()
		return then(ctx, s)
	}
	out, err := m.Resume(ctx, plan, l, run, ask.Asker{Agent: m, Meta: plan.Meta}.Confirm(ctx, plan, yes))
	if err != nil {
		return err
	}
	err = a.Out.Conclude(m.Answers, out)
	withheld := func(r engine.ActionReport) bool { return len(r.Result.Withheld) > 0 }
	if yes && slices.ContainsFunc(out.Actions, withheld) {
		a.Out.Note("hint", "ask for it again, and approve it on a terminal without --yes: what is withheld is shown there, "+
			"and taken over when you say so")
	}
	return err
}

// TokenOf reads what stands behind /approve: a token, which may be written in
// groups, and --yes.
func TokenOf(words []string) (token string, yes bool, err error) {
	for _, w := range words {
		if w == "--yes" {
			yes = true
			continue
		}
		token += w
	}
	if token == "" {
		return "", false, exit.UsageError("`pp approvals` lists the tokens", "/approve needs a token")
	}
	return token, yes, nil
}

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
