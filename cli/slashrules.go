package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/engine/approval"
)

// rules lists what spares the person a question, or takes one of them back.
func (t *talk) rules(ctx context.Context, words []string) error {
	if len(words) >= 2 && words[0] == "revoke" {
		return t.revoke(ctx, words[1], strings.Join(words[2:], " "))
	}
	if len(words) > 0 && (len(words) > 1 || words[0] != "list") {
		return usageError("write /rules, or /rules revoke ID; `pp help rules` lists what else there is", "/rules cannot do that")
	}
	granted := t.granted()
	if t.agent.rules != nil {
		if err := listRules(t.app, t.agent); err != nil {
			return err
		}
	} else if len(granted) == 0 {
		return t.app.out.print("no rule was learned\n")
	}
	var b strings.Builder
	for _, r := range granted {
		fmt.Fprintf(&b, "%s  for this session: %s\n", r.Grant.ID, r.Sentence())
	}
	return t.app.out.print(t.app.out.redact(b.String()))
}

// granted are this session's grants that are in force.
func (t *talk) granted() []approval.Rule {
	var out []approval.Rule
	for _, r := range t.agent.grants.List() {
		if r.Active() {
			out = append(out, r)
		}
	}
	return out
}

// revoke takes back a session's grant, or a learned rule.
func (t *talk) revoke(ctx context.Context, id, why string) error {
	r, err := t.agent.grants.Revoke(id, t.app.sys.Now())
	if errors.Is(err, approval.ErrNoRule) && t.agent.rules != nil {
		r, err = t.agent.rules.Revoke(ctx, id, why)
	}
	if err != nil {
		return usageError("/rules lists them", "%w", err)
	}
	return t.app.out.print("revoked " + r.Grant.ID + ": " + t.app.out.redact(r.Sentence()) + "\n")
}
