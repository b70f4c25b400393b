package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/engine/approval"
)

// rules lists what spares the person a question, or takes one of them back.
func (t *conversation) rules(ctx context.Context, words []string) error {
	if len(words) >= 2 && words[0] == "revoke" {
		return t.revoke(ctx, words[1], strings.Join(words[2:], " "))
	}
	if len(words) > 0 && (len(words) > 1 || words[0] != "list") {
		return exit.UsageError("write /rules, or /rules revoke ID; `pp help rules` lists what else there is", "/rules cannot do that")
	}
	granted := t.granted()
	if t.agent.Rules != nil {
		if err := command.ListRules(t.app, t.agent); err != nil {
			return err
		}
	} else if len(granted) == 0 {
		return t.app.Out.Print("no rule was learned\n")
	}
	var b strings.Builder
	for _, r := range granted {
		fmt.Fprintf(&b, "%s  for this session: %s\n", r.Grant.ID, r.Sentence())
	}
	return t.app.Out.Print(t.app.Out.Redact(b.String()))
}

// granted are this session's grants that are in force.
func (t *conversation) granted() []approval.Rule {
	var out []approval.Rule
	for _, r := range t.agent.Grants.List() {
		if r.Active() {
			out = append(out, r)
		}
	}
	return out
}

// revoke takes back a session's grant, or a learned rule.
func (t *conversation) revoke(ctx context.Context, id, why string) error {
	r, err := t.agent.Grants.Revoke(id, t.app.System.Now())
	if errors.Is(err, approval.ErrNoRule) && t.agent.Rules != nil {
		r, err = t.agent.Rules.Revoke(ctx, id, why)
	}
	if err != nil {
		return exit.UsageError("/rules lists them", "%w", err)
	}
	return t.app.Out.Print("revoked " + r.Grant.ID + ": " + t.app.Out.Redact(r.Sentence()) + "\n")
}
