package cli

import (
	"errors"
	"fmt"
	"strings"

	"pp/cli/config"
	"pp/engine/approval"
)

// conversation is what a flight plan of this question goes on with.
func (k asker) conversation() approval.Conversation {
	c := approval.Conversation{Meta: k.meta}
	if h := k.m.house; h != nil {
		c.Cascade, c.Consensus = h.asked(), h.consensus
	}
	return c
}

// asked is who is asked, in order, each with the model that was chosen for it.
func (h *household) asked() []string {
	var out []string
	for _, name := range h.order {
		if model := h.describe(name).Model; model != "" {
			name += "/" + model
		}
		out = append(out, name)
	}
	return out
}

// householdOf is the household of a conversation that goes on: who was asked in
// it, or whom the person names now with -m or -p.
func (a *app) householdOf(c approval.Conversation, session string) (*household, error) {
	h, err := a.household(session)
	if err != nil || len(c.Cascade) == 0 || a.opts.model != "" || a.opts.provider != "" {
		return h, err
	}
	h.order, h.models = nil, map[string]string{}
	if h.consensus == 0 {
		h.consensus = c.Consensus
	}
	for _, entry := range c.Cascade {
		name, model, _ := strings.Cut(entry, "/")
		if _, ok := a.cfg.Providers[name]; !ok {
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

// canGoOn refuses a flight plan whose conversation nobody could answer, before
// anything is carried out: it still waits then.
func (a *app) canGoOn(plan approval.Plan) error {
	h, err := a.householdOf(plan.Conversation, plan.Meta.Session)
	if err != nil {
		return err
	}
	var missing []string
	for _, name := range h.order {
		p := a.cfg.Providers[name]
		if p.Local() || p.KeyEnv == "" || p.KeySource != config.KeyNone {
			missing = nil
			break
		}
		missing = append(missing, p.KeyEnv)
	}
	if len(missing) > 0 {
		return &failure{code: exitAuth, kind: "authentication", err: errors.New("its conversation was with " + strings.Join(h.asked(), ", then ") +
			", and no key is set for that; nothing was carried out"),
			hint: "set " + strings.Join(missing, " or ") + ", or go on with another: pp approve TOKEN -p PROVIDER (or -m MODEL)"}
	}
	_, err = h.provider(h.consensus, nil)
	return err
}
