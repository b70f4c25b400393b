package setup

import (
	"cmp"
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
		hint = "nothing of it was carried out, and it is void: ask again for what you want"
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
	a, err := WherePlanned(sys, opts, out, signals, plan)
	if err != nil {
		return nil, err
	}
	out.Redactor = a.Settings.Redactor
	out.Warn(a.Settings.Warnings)
	if plan.Agent != "" { // it goes on elsewhere
		return a, nil
	}
	if a.Providers, err = providersOf(a, plan.Conversation, plan.Meta.Session); err != nil {
		return nil, err
	}
	return a, a.Providers.answerable()
}

// WherePlanned is an agent without providers where a flight plan was made, which can judge its action.
func WherePlanned(sys system.System, opts *Options, out *output.Printer, signals *system.Signals, plan approval.Plan) (
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
	if out.Redactor == nil {
		out.Redactor = s.Redactor
	}
	a := NewAgent(s, out, signals)
	a.Judge.Elsewhere.Name = plan.Agent
	if c, called := plan.Action.Op.(engine.Call); called && plan.Agent != "" && a.InForce.table[c.Tool].Name == "" {
		a.Judge.Elsewhere.Tools = []string{c.Tool}
	}
	return a, nil
}

// Conversation is what a flight plan of a conversation with these providers, or with none, goes on with.
func (h *ProviderSet) Conversation(meta engine.Meta) approval.Conversation {
	c := approval.Conversation{Meta: meta}
	if h != nil {
		c.Cascade, c.Consensus = h.Asked(), h.consensus
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
	h.consensus = cmp.Or(h.consensus, c.Consensus)
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
