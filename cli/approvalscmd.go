package cli

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/engine"
	"pp/engine/approval"
)

func approvalsCommand(a app) *cli.Command {
	var age string
	return &cli.Command{Name: "approvals", Usage: "list the actions that wait for approval, and carry out those marked APPROVED",
		UsageText: "[list | run | prune [--older-than AGE]]",
		Flags: []cli.Flag{a.jsonFlag(),
			&cli.StringFlag{Name: "older-than", Value: "30d", Usage: "prune what ended before `AGE`", Destination: &age}},
		Description: "The list is also an Org file, whose name it ends with: mark a node APPROVED or DENIED in an editor, and\n" +
			"`pp approvals run` carries out what is APPROVED, judged again, once.\n" +
			"exit codes: 0 done, 1 the store cannot be read, 2 usage, 78 configuration; of run those of a prompt",
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			if c.IsSet("older-than") && strings.Join(words, " ") != "prune" {
				return usageError("run `pp approvals prune`", "--older-than is for prune")
			}
			if len(words) == 0 || len(words) == 1 && words[0] == "list" {
				return listPlans(a, c.Context)
			}
			if err := a.out.noJSON("approvals " + words[0]); err != nil {
				return err
			}
			switch {
			case len(words) == 1 && words[0] == "run":
				return runApproved(a, c.Context)
			case len(words) == 1 && words[0] == "prune":
				d, err := parseAge("older-than", age)
				if err != nil {
					return err
				}
				return prunePlans(a, c.Context, d)
			}
			return usageError("run `pp help approvals`", "approvals cannot do that: %q", strings.Join(words, " "))
		}}
}

// listPlans lists what waits, with the marks of the Org file taken over.
func listPlans(a app, ctx context.Context) error {
	store, err := planStore(a.sys)
	if err != nil {
		return err
	}
	syncPlans(ctx, store, a.out)
	plans, err := store.Pending()
	if err != nil {
		return err
	}
	return showPlans(a, store, plans)
}

type planJSON struct {
	Token   string    `json:"token"`
	ID      string    `json:"id"`
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
	Dir     string    `json:"dir"`
	Action  string    `json:"action"`
	Reason  string    `json:"reason"`
	Session string    `json:"session"`
	Cascade []string  `json:"cascade"` // who goes on with it, as PROVIDER or PROVIDER/MODEL
	State   string    `json:"state"`   // "plan", or "approved": it only has to be carried out
}

func showPlans(a app, store *approval.Store, plans []approval.Plan) error {
	list := []planJSON{}
	var b strings.Builder
	for _, p := range plans {
		list = append(list, planJSON{p.Token, p.ID, p.Created, p.Expires, p.Dir, a.out.redact(p.Action.Canonical()), a.out.redact(p.Why()), p.Meta.Session, append([]string{}, p.Cascade...),
			strings.ToLower(p.State.String())})
		mark := ""
		if p.State == approval.StateApproved {
			mark = "  APPROVED"
		}
		fmt.Fprintf(&b, "%s  until %s  in %s%s\n    %s\n    %s\n", p.Token, p.Expires.Local().Format("2006-01-02 15:04"), p.Dir, mark,
			a.out.redact(oneLine(p.Action.Essence(), 400)), a.out.redact(p.Why()))
	}
	if a.opts.json {
		return a.out.printMasked(list)
	}
	if len(plans) == 0 {
		return a.out.print("nothing waits for approval\n")
	}
	fmt.Fprintf(&b, "as Org: %s (mark APPROVED or DENIED, then: pp approvals run)\n", store.OrgFile())
	return a.out.print(b.String())
}

func denyCommand(a app) *cli.Command {
	return &cli.Command{Name: "deny", Usage: "deny an action that waits for approval", UsageText: "TOKEN [REASON …]",
		Description: "exit codes: 0 done, 2 usage, 3 it cannot be denied any more, 78 configuration",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usageError("`pp approvals` lists the tokens", "deny needs a token")
			}
			return denyPlan(a, c.Context, c.Args().First(), strings.Join(c.Args().Tail(), " "))
		}}
}

func denyPlan(a app, ctx context.Context, token, reason string) error {
	store, err := planStore(a.sys)
	if err != nil {
		return err
	}
	return denyIn(a, ctx, store, token, reason)
}

func denyIn(a app, ctx context.Context, store *approval.Store, token, reason string) error {
	p, err := store.Deny(ctx, token, reason)
	if err != nil {
		return planFailure(err)
	}
	syncPlans(ctx, store, a.out)
	return a.out.print("denied: " + a.out.redact(oneLine(p.Action.Essence(), 400)) + "\n")
}

// typedAnswer is what /approve TOKEN and /deny TOKEN do when they are the whole
// of the arguments; nil for any other prompt. Only arguments count: piped text
// answers nothing, and no model is asked.
func typedAnswer(a app, words []string) func(context.Context) error {
	words = strings.Fields(strings.Join(words, " "))
	if len(words) == 0 {
		return nil
	}
	switch words[0] {
	case "/approve":
		return func(ctx context.Context) error {
			token, yes, err := tokenOf(words[1:])
			if err != nil {
				return err
			}
			return approvePlan(a, ctx, token, yes)
		}
	case "/deny":
		return func(ctx context.Context) error {
			if len(words) < 2 {
				return usageError("`pp approvals` lists the tokens", "/deny needs a token")
			}
			return denyPlan(a, ctx, words[1], strings.Join(words[2:], " "))
		}
	}
	return nil
}

func approveCommand(a app) *cli.Command {
	var yes bool
	return &cli.Command{Name: "approve", Usage: "carry out an action that waits for approval, and go on with its conversation", UsageText: "TOKEN [--yes]",
		Flags: []cli.Flag{&cli.BoolFlag{Name: "yes", DisableDefaultText: true, Usage: "do not ask again", Destination: &yes}},
		Description: "It goes on with the providers and the model that asked for it, or with those of -m and -p.\n" +
			"exit codes: those of a prompt; 3 the plan cannot be used any more, 77 or 78 its provider has no key or is not\n" +
			"configured any more: then it still waits",
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return usageError("`pp approvals` lists the tokens", "approve needs one token")
			}
			return approvePlan(a, c.Context, c.Args().First(), yes)
		}}
}

// approvePlan carries out a flight plan where it was made, and goes on with its
// conversation.
func approvePlan(a app, ctx context.Context, token string, yes bool) error {
	store, err := planStore(a.sys)
	if err != nil {
		return err
	}
	defer syncPlans(context.WithoutCancel(ctx), store, a.out)
	plan, err := store.Find(token)
	if err != nil {
		return planFailure(err)
	}
	m, err := resumed(a.sys, a.opts, a.out, a.signals, plan)
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, m.settings.timeout)
	defer cancel()
	l, err := m.loop(plan.Meta.Session, asker{m, plan.Meta})
	if err != nil {
		return err
	}
	out, err := m.resume(ctx, plan, l, m.runner(l), func(v engine.Verdict) error { return confirmPlan(ctx, m, plan, v, yes) })
	if err != nil {
		return err
	}
	return a.out.conclude(m.answers, out)
}
