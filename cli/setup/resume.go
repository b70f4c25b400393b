package setup

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/session"
)

// PlanStore opens the store of flight plans, which no configuration moves.
func PlanStore(sys system.System) (*approval.Store, error) {
	dir := config.FindPaths(sys.Getenv, Home(sys), "").StateDir
	if dir == "" {
		return nil, exit.ConfigError(exit.NoPlaceHint, "there is no place where flight plans are kept")
	}
	return approval.NewStore(filepath.Join(dir, "approvals"), approval.Options{Clock: sys.Now, Random: sys.Random}), nil
}

// PlanError gives an unusable flight plan its exit code.
func PlanError(err error) error {
	hint := "`pp approvals` lists what waits"
	if errors.Is(err, approval.ErrChanged) {
		hint = "something it was bound to is not as it was; ask again for what you want"
	}
	if errors.Is(err, approval.ErrUnknown) {
		return exit.New(exit.Usage, hint, err)
	}
	return exit.New(exit.Denied, hint, err)
}

// Resumed wires an agent where a flight plan was made: its directory and workspace,
// its project's configuration, its conversation, and who was asked in it.
func Resumed(sys system.System, opts *Options, out *output.Printer, signals *system.Signals, plan approval.Plan) (
	*Agent, error) {
	if real, err := filepath.EvalSymlinks(plan.Dir); err != nil || real != plan.Dir {
		if err == nil {
			err = fmt.Errorf("it is now %s", real)
		}
		return nil, exit.New(exit.Denied, "it was not carried out", fmt.Errorf("its directory %s: %w", plan.Dir, err))
	}
	s, err := Load(sys, opts, Location{plan.Dir, Home(sys), plan.Workspace})
	if err != nil {
		return nil, err
	}
	s.Where.Workspace = plan.Workspace
	out.Redactor = s.Redactor
	out.Warn(s.Warnings)
	a := NewAgent(s, out, signals)
	if a.Providers, err = providersOf(a, plan.Conversation, plan.Meta.Session); err != nil {
		return nil, err
	}
	return a, a.Providers.answerable()
}

// openConversation opens the conversation that a plan belongs to, if it was kept and
// is not open already.
func (a *Agent) openConversation(plan approval.Plan) error {
	dir, kept := a.Settings.Sessions()
	id, err := session.ParseID(plan.Meta.Session)
	if !kept || err != nil || a.file != nil {
		return nil
	}
	file, err := dir.Open(id, session.Options{Clock: a.Settings.System.Now, Redactor: a.Settings.Redactor})
	if errors.Is(err, session.ErrNoSession) {
		return nil
	}
	if err != nil {
		return err
	}
	a.file, a.Session = file, file
	a.Flows.Add(file.Flows()...)
	return nil
}

// Resume judges a flight plan again where it was made, has it confirmed, claims it,
// acts exactly once, and goes on with its conversation.
func (a *Agent) Resume(ctx context.Context, plan approval.Plan, l *engine.Loop,
	run func(context.Context, engine.Signal) engine.Outcome, confirm func(engine.Verdict) error) (engine.Outcome, error) {
	if a.Settings.DenyAll {
		return engine.Outcome{}, exit.UsageError("leave out --deny-all-approvals, PP_DENY_ALL_APPROVALS "+
			"and approvals.deny_all, or deny it: pp deny "+plan.Token,
			"whatever needs a person is denied here, so nothing can be approved")
	}
	v := a.Judge(plan.Action)
	if v.Decision == engine.Deny {
		return engine.Outcome{}, exit.New(exit.Denied, "the gates deny it now; it was not carried out",
			errors.New(v.Sentence()))
	}
	if err := confirm(v); err != nil {
		return engine.Outcome{}, err
	}
	claimed, err := a.Plans.Claim(ctx, plan.Token, v, Binding(v))
	if err != nil {
		return engine.Outcome{}, PlanError(err)
	}
	if err := a.openConversation(claimed); err != nil { // which only who has claimed it may
		_, aerr := a.Plans.Abort(ctx, claimed.ID, "its conversation could not be opened")
		return engine.Outcome{}, errors.Join(err, aerr)
	}
	l.Session = a.Session
	usual := l.Approver
	l.Approver = &planned{Approver: usual, agent: a, plan: claimed}
	defer func() { l.Approver = usual }()
	out := run(ctx, engine.Signal{Type: engine.TypeRequest, Meta: claimed.Meta,
		Payload: engine.Request{Action: claimed.Action}})
	note := "carried out"
	switch {
	case out.Err != nil:
		note = "failed: " + out.Err.Error()
	case len(out.Actions) == 0:
		note = "not carried out"
	case !out.Actions[0].EndedWell():
		note = "failed: " + out.Actions[0].Ending()
	}
	if _, err := a.Plans.Commit(context.WithoutCancel(ctx), claimed.ID, a.Out.Redact(note)); err != nil {
		a.Out.Note("warning", "the flight plan could not be marked as done: "+err.Error())
	}
	return out, nil
}

// planned answers the one ask of a claimed plan, and asks as usual after it.
type planned struct {
	engine.Approver
	agent *Agent
	plan  approval.Plan
}

// Ask implements engine.Approver.
func (k *planned) Ask(ctx context.Context, q engine.Question) (engine.Answer, error) {
	if v := q.Verdict; k.Knows(v) && q.Did == nil {
		answer := k.plan.Answer(v, Binding(v), k.agent.Settings.System.Now())
		k.plan = approval.Plan{}
		return answer, nil
	}
	return k.Approver.Ask(ctx, q)
}

// Knows implements engine.Knowing.
func (k *planned) Knows(v engine.Verdict) bool {
	return k.plan.State == approval.StateClaimed && v.Action.Essence() == k.plan.Action.Essence()
}

// Conversation is what a flight plan of this conversation goes on with.
func (a *Agent) Conversation(meta engine.Meta) approval.Conversation {
	c := approval.Conversation{Meta: meta}
	if a.Providers != nil {
		c.Cascade, c.Consensus = a.Providers.Asked(), a.Providers.consensus
	}
	return c
}

// Asked is who is asked, in order, each with the model that was chosen for it.
func (h *ProviderSet) Asked() []string {
	var out []string
	for _, name := range h.Order {
		if model := h.Describe(name).Model; model != "" {
			name += "/" + model
		}
		out = append(out, name)
	}
	return out
}

// providersOf are those of a conversation that goes on: who was asked in it, or
// whom the person names now with -m or -p.
func providersOf(a *Agent, c approval.Conversation, id string) (*ProviderSet, error) {
	h, err := NewProviderSet(a.Settings, a.Out, a.progress, id)
	if err != nil || len(c.Cascade) == 0 || a.Settings.Options.Model != "" || a.Settings.Options.Provider != "" {
		return h, err
	}
	h.Order, h.Models = nil, map[string]string{}
	if h.consensus == 0 {
		h.consensus = c.Consensus
	}
	for _, entry := range c.Cascade {
		name, model, _ := strings.Cut(entry, "/")
		if _, ok := a.Settings.Config.Providers[name]; !ok {
			return nil, exit.ConfigError(goOnHint,
				"its conversation was with %s, and there is no provider %q any more; nothing was carried out", entry, name)
		}
		h.Order = append(h.Order, name)
		if model != "" {
			h.Models[name] = model
		}
	}
	return h, nil
}

const goOnHint = "configure it again, or go on with another: pp approve TOKEN -p PROVIDER (or -m MODEL); `pp " +
	"providers` lists them"

// answerable refuses to go on with a conversation that nobody could answer, before
// anything is carried out.
func (h *ProviderSet) answerable() error {
	var missing []string
	for _, name := range h.Order {
		p := h.Settings.Config.Providers[name]
		if p.Local() || p.KeyEnv == "" || p.KeySource != config.KeyNone {
			return nil
		}
		missing = append(missing, p.KeyEnv)
	}
	if len(missing) == 0 {
		return nil
	}
	return exit.New(exit.Auth,
		"set "+strings.Join(missing, " or ")+", or go on with another: pp approve TOKEN -p PROVIDER (or -m MODEL)",
		fmt.Errorf("its conversation was with %s, and no key is set for that; nothing was carried out",
			strings.Join(h.Asked(), ", then ")))
}

// SyncPlans takes over what a person marked in the Org file and writes it anew.
// A view that cannot be written is said and stops nothing.
func SyncPlans(ctx context.Context, store *approval.Store, out *output.Printer) {
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
}
