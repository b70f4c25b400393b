package cli

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"pp/cli/config"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/session"
)

// planStore opens the store of flight plans, which no configuration moves.
func planStore(sys System) (*approval.Store, error) {
	dir := config.FindPaths(sys.Getenv, homeOf(sys), "").StateDir
	if dir == "" {
		return nil, &failure{code: exitConfig, kind: "config", err: errors.New("there is no place where flight plans are kept"),
			hint: "set HOME or XDG_STATE_HOME"}
	}
	return approval.NewStore(filepath.Join(dir, "approvals"), approval.Options{Clock: sys.Now, Random: sys.Random}), nil
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

// resumed wires an agent where a flight plan was made: its directory and workspace,
// its project's configuration, its conversation, and who was asked in it.
func resumed(sys System, opts *options, out *printer, signals *signals, plan approval.Plan) (*agent, error) {
	if real, err := filepath.EvalSymlinks(plan.Dir); err != nil || real != plan.Dir {
		if err == nil {
			err = fmt.Errorf("it is now %s", real)
		}
		return nil, &failure{code: exitDenied, kind: "denied", err: fmt.Errorf("its directory %s: %w", plan.Dir, err),
			hint: "it was not carried out"}
	}
	s, err := loadSettings(sys, opts, location{plan.Dir, plan.Workspace})
	if err != nil {
		return nil, err
	}
	s.where.workspace = plan.Workspace
	out.redactor = s.redactor
	out.warn(s.warnings)
	a := newAgent(s, out, signals)
	if a.providers, err = providersOf(a, plan.Conversation, plan.Meta.Session); err != nil {
		return nil, err
	}
	return a, a.providers.answerable()
}

// openConversation opens the conversation that a plan belongs to, if it was kept and
// is not open already.
func (a *agent) openConversation(plan approval.Plan) error {
	dir, kept := a.settings.sessions()
	id, err := session.ParseID(plan.Meta.Session)
	if !kept || err != nil || a.file != nil {
		return nil
	}
	file, err := dir.Open(id, session.Options{Clock: a.settings.sys.Now, Redactor: a.settings.redactor})
	if errors.Is(err, session.ErrNoSession) {
		return nil
	}
	if err != nil {
		return err
	}
	a.file, a.session = file, file
	a.flows.add(file.Flows()...)
	return nil
}

// resume judges a flight plan again where it was made, has it confirmed, claims it,
// acts exactly once, and goes on with its conversation.
func (a *agent) resume(ctx context.Context, plan approval.Plan, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome, confirm func(engine.Verdict) error) (engine.Outcome, error) {
	v := a.judge(plan.Action)
	if v.Decision == engine.Deny {
		return engine.Outcome{}, &failure{code: exitDenied, kind: "denied", err: errors.New(v.Sentence()),
			hint: "the gates deny it now; it was not carried out"}
	}
	if err := confirm(v); err != nil {
		return engine.Outcome{}, err
	}
	claimed, err := a.plans.Claim(ctx, plan.Token, v, binding(v))
	if err != nil {
		return engine.Outcome{}, planFailure(err)
	}
	if err := a.openConversation(claimed); err != nil { // which only who has claimed it may
		_, aerr := a.plans.Abort(ctx, claimed.ID, "its conversation could not be opened")
		return engine.Outcome{}, errors.Join(err, aerr)
	}
	l.Session = a.session
	usual := l.Approver
	l.Approver = &planned{Approver: usual, agent: a, plan: claimed}
	defer func() { l.Approver = usual }()
	out := run(ctx, engine.Signal{Type: engine.TypeRequest, Meta: claimed.Meta, Payload: engine.Request{Action: claimed.Action}})
	note := "carried out"
	if out.Err != nil {
		note = "failed: " + out.Err.Error()
	}
	if _, err := a.plans.Commit(context.WithoutCancel(ctx), claimed.ID, a.out.redact(note)); err != nil {
		a.out.note("warning", "the flight plan could not be marked as done: "+err.Error())
	}
	return out, nil
}

// planned answers the one ask of a claimed plan, and asks as usual after it.
type planned struct {
	engine.Approver
	agent *agent
	plan  approval.Plan
}

// Ask implements engine.Approver.
func (k *planned) Ask(ctx context.Context, v engine.Verdict) (engine.Answer, error) {
	if k.plan.State == approval.StateClaimed && v.Action.Essence() == k.plan.Action.Essence() {
		answer := k.plan.Answer(v, binding(v), k.agent.settings.sys.Now())
		k.plan = approval.Plan{}
		return answer, nil
	}
	return k.Approver.Ask(ctx, v)
}

// conversation is what a flight plan of this conversation goes on with.
func (a *agent) conversation(meta engine.Meta) approval.Conversation {
	c := approval.Conversation{Meta: meta}
	if a.providers != nil {
		c.Cascade, c.Consensus = a.providers.asked(), a.providers.consensus
	}
	return c
}

// asked is who is asked, in order, each with the model that was chosen for it.
func (h *providerSet) asked() []string {
	var out []string
	for _, name := range h.order {
		if model := h.describe(name).Model; model != "" {
			name += "/" + model
		}
		out = append(out, name)
	}
	return out
}

// providersOf are those of a conversation that goes on: who was asked in it, or
// whom the person names now with -m or -p.
func providersOf(a *agent, c approval.Conversation, id string) (*providerSet, error) {
	h, err := newProviderSet(a.settings, a.out, a.progress, id)
	if err != nil || len(c.Cascade) == 0 || a.settings.opts.model != "" || a.settings.opts.provider != "" {
		return h, err
	}
	h.order, h.models = nil, map[string]string{}
	if h.consensus == 0 {
		h.consensus = c.Consensus
	}
	for _, entry := range c.Cascade {
		name, model, _ := strings.Cut(entry, "/")
		if _, ok := a.settings.cfg.Providers[name]; !ok {
			return nil, &failure{code: exitConfig, kind: "config", hint: goOnHint,
				err: fmt.Errorf("its conversation was with %s, and there is no provider %q any more; nothing was carried out", entry, name)}
		}
		h.order = append(h.order, name)
		if model != "" {
			h.models[name] = model
		}
	}
	return h, nil
}

const goOnHint = "configure it again, or go on with another: pp approve TOKEN -p PROVIDER (or -m MODEL); `pp providers` lists them"

// answerable refuses to go on with a conversation that nobody could answer, before
// anything is carried out.
func (h *providerSet) answerable() error {
	var missing []string
	for _, name := range h.order {
		p := h.settings.cfg.Providers[name]
		if p.Local() || p.KeyEnv == "" || p.KeySource != config.KeyNone {
			return nil
		}
		missing = append(missing, p.KeyEnv)
	}
	if len(missing) == 0 {
		return nil
	}
	return &failure{code: exitAuth, kind: "authentication", err: errors.New("its conversation was with " +
		strings.Join(h.asked(), ", then ") + ", and no key is set for that; nothing was carried out"),
		hint: "set " + strings.Join(missing, " or ") + ", or go on with another: pp approve TOKEN -p PROVIDER (or -m MODEL)"}
}

// syncPlans takes over what a person marked in the Org file and writes it anew.
// A view that cannot be written is said and stops nothing.
func syncPlans(ctx context.Context, store *approval.Store, out *printer) {
	done, err := store.SyncOrg(ctx, store.OrgFile())
	if err != nil {
		out.note("warning", "the Org file of flight plans could not be brought up to date: "+err.Error())
	}
	for _, id := range done.Void {
		out.note("warning", fmt.Sprintf("the flight plan %s stands twice in %s; nothing was read of it", id, store.OrgFile()))
	}
	for _, m := range done.Applied {
		if !out.opts.quiet {
			out.note("note", fmt.Sprintf("the flight plan %s was marked %s in the Org file", m.ID, m.State))
		}
	}
}
