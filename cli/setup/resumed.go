package setup

import (
	"cmp"
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

// Resumed wires an agent in the place of a plan, with its configuration, conversation and providers.
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
	began := plan.Dir
	if _, in := plan.Workspace.Contains(plan.Dir); !in && plan.Agent == "" && plan.Workspace.Root != "" {
		began = plan.Workspace.Root // a command went to a temporary directory, which only its conversation has
	}
	if real, err := filepath.EvalSymlinks(began); err != nil || real != began {
		if err == nil {
			err = fmt.Errorf("it is now %s", real)
		}
		return nil, exit.New(exit.Denied, "it was not carried out", fmt.Errorf("its directory %s: %w", began, err))
	}
	s, err := Load(sys, opts, Location{began, Home(sys), plan.Workspace})
	if err != nil {
		return nil, err
	}
	s.Where.Workspace = plan.Workspace
	if out.Redactor == nil {
		out.Redactor = s.Redactor
	}
	a := NewAgent(s, out, signals)
	if _, err := session.ParseID(plan.Meta.Session); err == nil && plan.Agent == "" {
		a.Machine.begins(plan.Meta.Session, true)
	}
	if err := a.Machine.set(engine.Left{Dir: plan.Dir, Exported: plan.Exported}); err != nil {
		return nil, err
	}
	a.Judge.Elsewhere = Elsewhere{Name: plan.Agent, Confines: plan.Did.Waits()}
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

// providersOf returns the providers of a continued conversation, or those of -m or -p.
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

// answerable refuses to continue a conversation without a usable provider, before pp runs anything.
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
