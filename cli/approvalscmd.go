package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/engine"
	"pp/engine/approval"
	"pp/engine/session"
)

func (a *app) approvalsCommand() *cli.Command {
	return &cli.Command{Name: "approvals", Usage: "list the actions that wait for approval", UsageText: "[--json]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 1 the store cannot be read, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			store, err := a.planStore()
			if err != nil {
				return err
			}
			plans, err := store.Pending()
			if err != nil {
				return err
			}
			return a.showPlans(plans)
		}}
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
}

func (a *app) showPlans(plans []approval.Plan) error {
	list := []planJSON{}
	var b strings.Builder
	for _, p := range plans {
		list = append(list, planJSON{p.Token, p.ID, p.Created, p.Expires, p.Dir, a.redact(p.Action.Canonical()), a.redact(p.Why()), p.Meta.Session})
		fmt.Fprintf(&b, "%s  until %s  in %s\n    %s\n    %s\n", p.Token, p.Expires.Local().Format("2006-01-02 15:04"), p.Dir,
			a.redact(oneLine(p.Action.Essence(), 400)), a.redact(p.Why()))
	}
	if a.opts.json {
		text, err := json.Marshal(list)
		if err != nil {
			return err
		}
		return a.print(string(text) + "\n")
	}
	if len(plans) == 0 {
		return a.print("nothing waits for approval\n")
	}
	return a.print(b.String())
}

func (a *app) denyCommand() *cli.Command {
	return &cli.Command{Name: "deny", Usage: "deny an action that waits for approval", UsageText: "TOKEN [REASON …]",
		Description: "exit codes: 0 done, 2 usage, 3 it cannot be denied any more, 78 configuration",
		Action: func(c *cli.Context) error {
			store, err := a.planStore()
			if err != nil {
				return err
			}
			return a.denyPlan(c.Context, store, c.Args().Slice())
		}}
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
		Flags:       []cli.Flag{&cli.BoolFlag{Name: "yes", DisableDefaultText: true, Usage: "do not ask again", Destination: &yes}},
		Description: "exit codes: those of a prompt; 3 when the plan cannot be used any more",
		Action: func(c *cli.Context) error {
			if c.Args().Len() != 1 {
				return usageError("`pp approvals` lists the tokens", "approve needs one token")
			}
			ctx, cancel := withTimeout(c.Context, a.opts.timeout)
			defer cancel()
			return a.approve(ctx, c.Args().First(), yes)
		}}
}

// approve judges a flight plan again where it was made, claims it, acts exactly
// once, and goes on with the saved conversation.
func (a *app) approve(ctx context.Context, token string, yes bool) error {
	around, err := a.load()
	if err != nil {
		return err
	}
	m, err := a.buildFor(around, token)
	if err != nil {
		return err
	}
	plan, err := m.plans.Find(token)
	if err != nil {
		return planFailure(err)
	}
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
	asker{a, m, plan.Meta}.show(p, v)
	p.say("in %s\ncarry it out? y yes, anything else no ", plan.Dir)
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
