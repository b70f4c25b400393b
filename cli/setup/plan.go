package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"pp/actuators/undo"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/memory/org"
)

// Confirm asks a person about a flight plan; q holds the waiting changes of its action, if any. If again is not nil, it
// says why the plan is no longer valid. Then Confirm only reports that, since the action is proposed again.
type Confirm func(q engine.Question, again error) error

// Resume judges a flight plan again in its place, asks confirm unless that is nil, claims the plan, acts exactly once,
// and continues its conversation. It only marks a plan of another agent as approved.
func (a *Agent) Resume(ctx context.Context, plan approval.Plan, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome, confirm Confirm) (engine.Outcome, error) {
	if a.Settings.DenyAll {
		return engine.Outcome{}, exit.UsageError("leave out --deny-all-approvals, PP_DENY_ALL_APPROVALS "+
			"and approvals.deny_all, or deny it: pp deny "+plan.Token,
			"whatever needs a person is denied here, so nothing can be approved")
	}
	if err := a.Machine.set(engine.Left{Dir: plan.Dir, Exported: plan.Exported}); err != nil {
		return engine.Outcome{}, err
	}
	if err := a.Records.recallReads(plan); err != nil {
		return engine.Outcome{}, err
	}
	v := a.Judge.Now(plan.Judged())
	if v.Decision == engine.Deny {
		return engine.Outcome{}, exit.New(exit.Denied, "the gates deny it now; it was not carried out",
			errors.New(v.Sentence()))
	}
	also := a.judgeAlso(plan)
	for _, v := range also {
		if v.Decision != engine.Allow && !v.Decision.Asks() {
			return engine.Outcome{}, exit.New(exit.Denied, "the gates deny a part of it now; it was not carried out",
				errors.New(v.Sentence()))
		}
	}
	if confirm != nil {
		again, err := a.confirm(plan, v, also, l, confirm)
		if err != nil {
			return engine.Outcome{}, err
		}
		if again != nil {
			return a.anew(ctx, plan, l, run, again)
		}
	}
	if plan.Agent != "" && !plan.Did.Waits() {
		return a.approveElsewhere(ctx, plan)
	}
	b := bindingOf(plan, v, also)
	changed := plan.Check(v, b, a.Settings.System.Now())
	if v.Decision == engine.Allow && errors.Is(changed, approval.ErrChanged) {
		a.Out.Note("note", "it does not ask any more: "+changed.Error())
		return a.anew(ctx, plan, l, run, changed)
	}
	claimed, err := a.Plans.Claim(ctx, plan.Token, v, b)
	if err != nil {
		return engine.Outcome{}, PlanError(saying(err, plan.Differs(v, b)))
	}
	if plan.Agent != "" {
		a.Records.Session = l.Session
	} else if err := a.Records.goOn(claimed); err != nil { // which only who has claimed it may
		_, aerr := a.Plans.Abort(ctx, claimed.ID, "its conversation could not be opened")
		return engine.Outcome{}, errors.Join(err, aerr)
	}
	k := &planned{Approver: l.Approver, Actuators: l.Actuators, agent: a, plan: claimed, seen: confirm != nil,
		differs: plan.Differs(v, b)}
	out := k.run(ctx, l, run)
	if _, err := a.Plans.Commit(context.WithoutCancel(ctx), claimed.ID, a.Out.Redact(cameTo(out))); err != nil {
		err = fmt.Errorf("it was carried out, but pp could not note that: %w; do not approve it again", err)
		out.Err = cmp.Or(out.Err, err)
	}
	return out, nil
}

// cameTo says what came of a plan.
func cameTo(out engine.Outcome) string {
	switch {
	case out.Err != nil:
		return "failed: " + out.Err.Error()
	case !slices.ContainsFunc(out.Actions, engine.ActionReport.Acts):
		return "not carried out"
	case !out.Actions[0].EndedWell():
		return "failed: " + out.Actions[0].Ending()
	}
	return "carried out"
}

// judgeAlso judges what else was done in the layer of a plan.
func (a *Agent) judgeAlso(plan approval.Plan) (also []engine.Verdict) {
	for _, action := range plan.Also {
		also = append(also, a.Judge.Now(action))
	}
	return also
}

// bindingOf is what the approval of a plan is bound to, as its actions are judged now.
func bindingOf(plan approval.Plan, v engine.Verdict, also []engine.Verdict) approval.Binding {
	b := Binding(v)
	b.Did, b.Also = plan.Did, also
	return b
}

// confirm asks about a plan. again says why it is not good any more as it was asked about.
func (a *Agent) confirm(plan approval.Plan, v engine.Verdict, also []engine.Verdict, l *engine.Loop, confirm Confirm) (
	again, err error) {
	q := engine.Question{Verdict: v, Also: also}
	now := a.Settings.System.Now()
	if err := plan.Usable(now); err != nil {
		return nil, PlanError(err)
	}
	if plan.Agent != "" && !plan.Did.Waits() { // which is judged when that agent asks again
		return nil, confirm(q, nil)
	}
	b := bindingOf(plan, v, also)
	if plan.Did.Waits() {
		var t *undo.Transaction
		if t, again = a.Executor.Waiting(plan.Did); again == nil {
			q.Did, q.Diff = l.ReviewAll(append([]engine.Verdict{v}, also...), t.Changes()), t.Diff
			q.Came = CameFirst(t)
		}
	}
	if again == nil {
		again = plan.Check(v, b, now)
	}
	again = saying(again, plan.Differs(v, b))
	return again, confirm(q, again)
}

// saying adds to an error what differs.
func saying(err error, differs []string) error {
	if err == nil || len(differs) == 0 {
		return err
	}
	return fmt.Errorf("%w; %s", err, strings.Join(differs, "; "))
}

// CameFirst is what came of the first action in a layer that did not end well, or of the first; without it only how it
// ended is not said.
func CameFirst(t *undo.Transaction) engine.Result {
	all, _ := t.Came()
	for _, r := range all {
		if !r.EndedWell() {
			return r
		}
	}
	return append(all, engine.Result{})[0]
}

// anew proposes the action of a plan again in its conversation, without any approval.
func (a *Agent) anew(ctx context.Context, plan approval.Plan, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome, why error) (engine.Outcome, error) {
	if plan.Agent != "" { // which has to ask again
		return engine.Outcome{}, PlanError(why)
	}
	if now, err := a.Plans.Find(plan.Token); err != nil || now.Usable(a.Settings.System.Now()) != nil {
		return engine.Outcome{}, PlanError(cmp.Or(err, now.Usable(a.Settings.System.Now()))) // another process was faster
	}
	if err := a.Records.goOn(plan); err != nil { // else the plan would be lost with it
		return engine.Outcome{}, err
	}
	if _, err := a.Plans.Renew(ctx, plan.Token, "done and asked about anew: "+why.Error()); err != nil {
		return engine.Outcome{}, PlanError(err)
	}
	l.Session = a.Records.Session
	return run(ctx, request(plan)), nil
}

// request is the signal for the action of a plan, and for what it is a part of.
func request(plan approval.Plan) engine.Signal {
	return engine.Signal{Meta: plan.Meta, Payload: engine.Request{Action: plan.Judged(), Also: plan.Also,
		Within: plan.Within}}
}

// planned executes a claimed plan: it answers its one question, and uses the layer of the action.
type planned struct {
	engine.Approver
	engine.Actuators
	agent    *Agent
	plan     approval.Plan
	seen     bool // the person saw it
	differs  []string
	answered bool
	taken    bool            // what it did was taken up
	came     []engine.Result // of the later actions
}

// run runs the action of the plan in a loop.
func (k *planned) run(ctx context.Context, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome) engine.Outcome {
	l.Session = k.agent.Records.Session
	l.Approver = k
	if k.plan.Did.Waits() {
		l.Actuators = k
	}
	defer func() { l.Approver, l.Actuators = k.Approver, k.Actuators }()
	return run(ctx, request(k.plan))
}

// Ask implements engine.Approver.
func (k *planned) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	v, did := q.Verdict, k.plan.Did
	b := bindingOf(k.plan, v, q.Also)
	if !k.waits(v.Action) || q.Did != nil && (!did.Waits() || q.Kept == nil) {
		return k.Approver.Ask(ctx, q)
	}
	if q.Did != nil {
		kept, err := q.Kept()
		if err != nil {
			return engine.Answer{}, err
		}
		b.Did.Sum = kept.Sum
	}
	answer := k.plan.Answer(v, b, k.agent.Settings.System.Now())
	k.answered = true
	if !answer.Approves() && q.Did != nil {
		k.agent.Out.Note("note", "it did something else this time, so it is asked about anew")
		return k.Approver.Ask(ctx, q)
	}
	answer.Unseen = q.Did != nil && !k.seen
	return answer, nil
}

// Knows implements engine.Knowing: what is in a layer is asked about as that.
func (k *planned) Knows(v engine.Verdict) bool { return k.waits(v.Action) && !k.plan.Did.Waits() }

// waits reports whether an action is that of the plan, and was not answered yet.
func (k *planned) waits(a engine.Action) bool { return !k.answered && k.is(a) }

func (k *planned) is(a engine.Action) bool { return a.Essence() == k.plan.Action.Essence() }

// Find implements engine.Actuators.
func (k *planned) Find(t engine.Target) (engine.Actuator, bool) {
	inner, ok := k.Actuators.Find(t)
	return takingUp{k, inner}, ok
}

// takingUp is an actuator that takes up what the action of a plan did.
type takingUp struct {
	*planned
	inner engine.Actuator
}

// Do implements engine.Actuator.
func (u takingUp) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if len(u.came) > 0 && c.Layer() != nil {
		next := u.came[0]
		u.came = u.came[1:]
		return next, nil
	}
	if u.taken || !u.is(c.Action()) {
		return u.inner.Do(ctx, c)
	}
	u.taken = true
	t, err := u.agent.Executor.takeUp(ctx, u.plan.Did)
	if err == nil {
		all, err := t.Came()
		if err == nil && len(all) != 1+len(u.plan.Also) {
			err = undo.ErrGone
		}
		if err != nil {
			return engine.Result{}, errors.Join(err, t.Drop())
		}
		u.came = all[1:]
		return all[0], nil
	}
	if ctx.Err() != nil {
		return engine.Result{}, err
	}
	if c.Valid() && c.Verdict().Decision.Asks() || u.plan.Agent != "" {
		return engine.Result{}, fmt.Errorf("what was approved cannot be taken over: %w; ask for it again", err)
	}
	u.agent.Out.Note("note", strings.Join(append([]string{"it is done again: " + err.Error()}, u.differs...), "; "))
	return u.inner.Do(ctx, c)
}

// errOther says that what waits is not what was asked about.
var errOther = errors.New("what is kept of it is not what was asked about")

// Waiting opens the layer of a plan. The error says why the changes are gone or cannot be applied.
func (h *Executor) Waiting(did approval.Did) (*undo.Transaction, error) {
	return h.waiting(did, (*undo.Store).Waiting)
}

// takeUp takes up what the action of a plan did. What does not fit is dropped.
func (h *Executor) takeUp(ctx context.Context, did approval.Did) (*undo.Transaction, error) {
	t, err := h.waiting(did, func(s *undo.Store, id string) (*undo.Transaction, error) { return s.TakeUp(ctx, id) })
	if err != nil && t != nil {
		err = errors.Join(err, t.Drop())
	}
	return t, err
}

// waiting opens what waits, with an error where it is not what was asked about, or cannot be taken over as it is.
func (h *Executor) waiting(did approval.Did, open func(*undo.Store, string) (*undo.Transaction, error)) (
	*undo.Transaction, error) {
	if h.Images == nil {
		return nil, undo.ErrGone
	}
	store, err := h.Images()
	if err != nil {
		return nil, err
	}
	t, err := open(store, did.Layer)
	if err != nil {
		return nil, err
	}
	kept, err := t.Kept()
	if moved := t.Moved(); moved != "" {
		err = errors.New(moved)
	} else if err == nil && kept.Sum != did.Sum {
		err = errOther
	}
	return t, err
}

// SyncPlans reads the marks in the Org file, writes it again, and drops layers whose plans ended. here is the
// conversation under way, or nil.
func SyncPlans(ctx context.Context, sys system.System, store *approval.Store, out *output.Printer, here *Agent) {
	done, err := store.SyncOrg(ctx, store.OrgFile())
	if err != nil {
		out.Note("warning", "the Org file of flight plans could not be brought up to date: "+err.Error())
	}
	for _, id := range done.Void {
		out.Note("warning", fmt.Sprintf("the flight plan %s stands twice in %s; nothing was read of it", id, store.OrgFile()))
	}
	for _, m := range done.Applied {
		if !out.Options.Quiet {
			out.Note("note", fmt.Sprintf("the flight plan %s was marked %s in the Org file", m.ID, m.State))
		}
	}
	if len(done.Applied) > 0 {
		tellMarked(ctx, sys, store, out, here, done.Applied)
	}
	if err := dropEnded(sys, store); err != nil {
		out.Note("warning", "what waited for an approval could not be dropped: "+err.Error())
	}
}

// dropEnded drops what waits with no plan that could still be approved.
func dropEnded(sys system.System, plans *approval.Store) error {
	list, err := plans.List()
	dir := config.StateDir(sys.Getenv, Home(sys))
	if err != nil || dir == "" {
		return nil // it is said elsewhere; nothing is known to have ended
	}
	wanted := map[string]bool{}
	for _, p := range list {
		wanted[p.Did.Layer] = wanted[p.Did.Layer] || p.Waits(sys.Now()) || p.State == approval.StateClaimed
	}
	layers, err := openUndo(sys, filepath.Join(dir, "undo"), org.Privacy{})
	if err != nil {
		return err
	}
	return layers.DropWaiting(func(id string) bool { return wanted[id] })
}

// PlanStore opens the store of flight plans, which no configuration moves.
func PlanStore(sys system.System) (*approval.Store, error) {
	dir := config.StateDir(sys.Getenv, Home(sys))
	if dir == "" {
		return nil, exit.ConfigError(exit.NoPlaceHint, "there is no place where flight plans are kept")
	}
	return approval.NewStore(filepath.Join(dir, "approvals"), approval.Options{Clock: sys.Now, Random: sys.Random}), nil
}

// PlanError gives an unusable flight plan its exit code.
func PlanError(err error) error {
	hint := "`pp approvals` lists what waits"
	if errors.Is(err, approval.ErrChanged) {
		hint = "nothing of it was carried out, and it is void: ask again for what you want"
	}
	if errors.Is(err, approval.ErrUnknown) {
		return exit.New(exit.Usage, hint, err)
	}
	return exit.New(exit.Denied, hint, err)
}
