package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/engine"
	"pp/engine/approval"
	"pp/engine/session"
)

func (a *app) approvalsCommand() *cli.Command {
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
				return a.listPlans(c.Context)
			}
			if err := a.noJSON("approvals " + words[0]); err != nil {
				return err
			}
			switch {
			case len(words) == 1 && words[0] == "run":
				ctx, cancel := withTimeout(c.Context, a.opts.timeout)
				defer cancel()
				return a.runApproved(ctx)
			case len(words) == 1 && words[0] == "prune":
				d, err := parseAge("older-than", age)
				if err != nil {
					return err
				}
				return a.prunePlans(c.Context, d)
			}
			return usageError("run `pp help approvals`", "approvals cannot do that: %q", strings.Join(words, " "))
		}}
}

// listPlans lists what waits, with the marks of the Org file taken over.
func (a *app) listPlans(ctx context.Context) error {
	store, err := a.planStore()
	if err != nil {
		return err
	}
	a.syncPlans(ctx, store)
	plans, err := store.Pending()
	if err != nil {
		return err
	}
	return a.showPlans(plans)
}

// planStore opens the store of flight plans.
func (a *app) planStore() (*approval.Store, error) {
	if _, err := a.load(); err != nil {
		return nil, err
	}
	dir := a.approvalsDir()
	if dir == "" {
		return nil, &failure{code: exitConfig, kind: "config", err: errors.New("there is no place where flight plans are kept"),
			hint: "set HOME or XDG_STATE_HOME"}
	}
	return approval.NewStore(dir, approval.Options{Clock: a.sys.Now, Random: a.sys.Random, Life: a.cfg.Approvals.SuspendedExpiry}), nil
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

func (a *app) showPlans(plans []approval.Plan) error {
	list := []planJSON{}
	var b strings.Builder
	for _, p := range plans {
		list = append(list, planJSON{p.Token, p.ID, p.Created, p.Expires, p.Dir, a.redact(p.Action.Canonical()), a.redact(p.Why()), p.Meta.Session, append([]string{}, p.Cascade...),
			strings.ToLower(p.State.String())})
		mark := ""
		if p.State == approval.StateApproved {
			mark = "  APPROVED"
		}
		fmt.Fprintf(&b, "%s  until %s  in %s%s\n    %s\n    %s\n", p.Token, p.Expires.Local().Format("2006-01-02 15:04"), p.Dir, mark,
			a.redact(oneLine(p.Action.Essence(), 400)), a.redact(p.Why()))
	}
	if a.opts.json {
		return a.printMasked(list)
	}
	if len(plans) == 0 {
		return a.print("nothing waits for approval\n")
	}
	fmt.Fprintf(&b, "as Org: %s (mark APPROVED or DENIED, then: pp approvals run)\n", a.orgFile())
	return a.print(b.String())
}

func (a *app) denyCommand() *cli.Command {
	return &cli.Command{Name: "deny", Usage: "deny an action that waits for approval", UsageText: "TOKEN [REASON …]",
		Description: "exit codes: 0 done, 2 usage, 3 it cannot be denied any more, 78 configuration",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usageError("`pp approvals` lists the tokens", "deny needs a token")
			}
			return a.denyPlan(c.Context, c.Args().First(), strings.Join(c.Args().Tail(), " "))
		}}
}

func (a *app) denyPlan(ctx context.Context, token, reason string) error {
	store, err := a.planStore()
	if err != nil {
		return err
	}
	return a.denyIn(ctx, store, token, reason)
}

func (a *app) denyIn(ctx context.Context, store *approval.Store, token, reason string) error {
	p, err := store.Deny(ctx, token, reason)
	if err != nil {
		return planFailure(err)
	}
	a.syncPlans(ctx, store)
	return a.print("denied: " + a.redact(oneLine(p.Action.Essence(), 400)) + "\n")
}

// typedAnswer is what /approve TOKEN and /deny TOKEN do when they are the whole
// of the arguments; nil for any other prompt. Only arguments count: piped text
// answers nothing, and no model is asked.
func (a *app) typedAnswer(words []string) func(context.Context) error {
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
			return a.approve(ctx, token, yes)
		}
	case "/deny":
		return func(ctx context.Context) error {
			if len(words) < 2 {
				return usageError("`pp approvals` lists the tokens", "/deny needs a token")
			}
			return a.denyPlan(ctx, words[1], strings.Join(words[2:], " "))
		}
	}
	return nil
}

// planFailure gives an unusable flight plan its exit code.
func planFailure(err error) error {
	hint := "`pp approvals` lists what waits"
	if errors.Is(err, approval.ErrChanged) {
		hint = "something it was bound to is not as it was; ask again for what you want"
	}
	if errors.Is(err, approval.ErrUnknown) {
		return &failure{code: exitUsage, kind: "usage", err: err, hint: hint}
	}
	return &failure{code: exitDenied, kind: "denied", err: err, hint: hint}
}

func (a *app) approveCommand() *cli.Command {
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
			return a.approve(c.Context, c.Args().First(), yes)
		}}
}

// approve judges a flight plan again where it was made, claims it, acts exactly
// once, and goes on with the saved conversation.
func (a *app) approve(ctx context.Context, token string, yes bool) error {
	around, err := a.load()
	if err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, a.opts.timeout)
	defer cancel()
	m, err := a.buildFor(around, token)
	if err != nil {
		return err
	}
	defer a.syncPlans(context.WithoutCancel(ctx), m.plans)
	plan, err := m.plans.Find(token)
	if err != nil {
		return planFailure(err)
	}
	if err := a.canGoOn(plan); err != nil {
		return err
	}
	m.resumed = plan.Conversation
	claimed, err := a.claim(ctx, m, plan, yes)
	if err != nil {
		return err
	}
	return a.carryOut(ctx, m, claimed)
}

// claim judges a flight plan again, asks the person, and takes it to be carried
// out now.
func (a *app) claim(ctx context.Context, m *machine, plan approval.Plan, yes bool) (approval.Plan, error) {
	v := m.stack.Judge(plan.Action, a.sessionFacts(m, plan.Action))
	if v.Decision == engine.Deny {
		return plan, &failure{code: exitDenied, kind: "denied", err: errors.New(v.Sentence()), hint: "the gates deny it now; it was not carried out"}
	}
	if err := a.confirm(ctx, m, plan, v, yes); err != nil {
		return plan, err
	}
	claimed, err := m.plans.Claim(ctx, plan.Token, v, asker{a, m, plan.Meta}.binding())
	if err != nil {
		return plan, planFailure(err)
	}
	return claimed, nil
}

// buildFor wires a machine in the directory and workspace of a flight plan.
func (a *app) buildFor(around surroundings, token string) (*machine, error) {
	m, err := a.build(around)
	if err != nil {
		return nil, err
	}
	if m.plans == nil {
		return nil, &failure{code: exitConfig, kind: "config", err: errors.New("there is no place where flight plans are kept"), hint: "set HOME or XDG_STATE_HOME"}
	}
	plan, err := m.plans.Find(token)
	if err != nil {
		return nil, planFailure(err)
	}
	if err := os.Chdir(plan.Dir); err != nil {
		return nil, &failure{code: exitDenied, kind: "denied", err: fmt.Errorf("its directory %s: %w", plan.Dir, err), hint: "it was not carried out"}
	}
	if real, err := filepath.EvalSymlinks(plan.Dir); err != nil || real != plan.Dir {
		return nil, &failure{code: exitDenied, kind: "denied", err: fmt.Errorf("its directory %s is now %s", plan.Dir, real), hint: "it was not carried out"}
	}
	// The configuration is that of the plan's project, not of where approve was typed.
	a.opts.dir = ""
	if around, err = a.load(); err != nil {
		return nil, err
	}
	around.dir, around.workspace = plan.Dir, plan.Workspace
	return a.build(around)
}

func (a *app) confirm(ctx context.Context, m *machine, plan approval.Plan, v engine.Verdict, yes bool) error {
	if yes {
		return nil
	}
	p, ok := a.present()
	if !ok {
		return usageError("give --yes to carry it out without being asked", "nobody is at the terminal to confirm it")
	}
	defer p.close()
	h := m.house // of the conversation it was asked in
	if h == nil {
		var err error
		if h, err = a.householdOf(plan.Conversation, plan.Meta.Session); err != nil {
			return err
		}
	}
	asker{a, m, plan.Meta}.show(p, v)
	p.say("in %s; it goes on with %s\ncarry it out? y yes, anything else no ", flat(plan.Dir), flat(strings.Join(h.asked(), ", then ")))
	key, err := p.key(ctx)
	p.say("\n")
	if err != nil {
		return err
	}
	if key != 'y' && key != 'Y' {
		return &failure{code: exitDenied, kind: "denied", err: errors.New("not carried out; it still waits")}
	}
	return nil
}

// planned answers the one ask of a claimed plan, and asks as usual after it.
type planned struct {
	asker
	plan *approval.Plan
}

// Ask implements engine.Approver.
func (k planned) Ask(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	if k.plan.State == approval.StateClaimed && v.Action.Essence() == k.plan.Action.Essence() {
		answer := k.plan.Answer(v, k.binding(), k.app.sys.Now())
		*k.plan = approval.Plan{}
		return answer, nil
	}
	return k.asker.Ask(ctx, v)
}

func (a *app) carryOut(ctx context.Context, m *machine, plan approval.Plan) error {
	if err := a.resumePlan(m, plan); err != nil {
		_, aerr := m.plans.Abort(ctx, plan.ID, "its conversation could not be opened")
		return errors.Join(err, aerr)
	}
	l, err := a.loop(m, plan.Meta.Session)
	if err != nil {
		_, aerr := m.plans.Abort(ctx, plan.ID, "no provider")
		return errors.Join(err, aerr)
	}
	once := plan
	l.Approver = planned{asker{a, m, plan.Meta}, &once}
	out := a.runLoop(ctx, m, l, planSignal(plan))
	a.carriedOut(ctx, m.plans, plan, out)
	return a.conclude(m, out)
}

// planSignal injects a flight plan's action into its conversation.
func planSignal(plan approval.Plan) engine.Signal {
	return engine.Signal{Type: engine.TypeRequest, Meta: plan.Meta, Payload: engine.Request{Action: plan.Action}}
}

// carriedOut notes what came of a flight plan, also when it was interrupted.
func (a *app) carriedOut(ctx context.Context, store *approval.Store, plan approval.Plan, out engine.Outcome) {
	note := "carried out"
	if out.Err != nil {
		note = "failed: " + out.Err.Error()
	}
	if _, err := store.Commit(context.WithoutCancel(ctx), plan.ID, a.redact(note)); err != nil {
		a.note("warning", "the flight plan could not be marked as done: "+err.Error())
	}
}

// resumePlan opens the conversation that a plan belongs to, if it was kept.
func (a *app) resumePlan(m *machine, plan approval.Plan) error {
	dir, kept := a.sessions()
	id, err := session.ParseID(plan.Meta.Session)
	if !kept || err != nil {
		return nil
	}
	file, err := dir.Open(id, session.Options{Clock: a.sys.Now, Redactor: a.redactor})
	if errors.Is(err, session.ErrNoSession) {
		return nil
	}
	if err != nil {
		return err
	}
	m.file, m.session = file, file
	m.flows.add(file.Flows()...)
	return nil
}
