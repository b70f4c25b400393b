package talk

import (
	"context"
	"fmt"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine/approval"
)

// rules lists what spares the person a question, or takes some of it back.
func (c *conversation) rules(ctx context.Context, words []string) error {
	if len(words) >= 2 && words[0] == "revoke" {
		return command.RevokeRules(c.App, ctx, c.Agent, words[1:], "")
	}
	if len(words) > 0 && (len(words) > 1 || words[0] != "list") {
		return exit.UsageError("write /rules, or /rules revoke ID …; `pp help rules` lists what else there is",
			"/rules cannot do that")
	}
	activeGrants := activeGrants(c.Agent)
	if c.Agent.Rules != nil {
		if err := command.ListRules(c.App, c.Agent); err != nil {
			return err
		}
	} else if len(activeGrants) == 0 {
		return c.App.Out.Print("no rule was learned\n")
	}
	var b strings.Builder
	for _, r := range activeGrants {
		fmt.Fprintf(&b, "%s  for this session: %s\n", r.Grant.ID, r.Sentence())
	}
	return c.App.Out.Print(c.App.Out.Redact(b.String()))
}

// activeGrants are this session's grants that are in force.
func activeGrants(m *setup.Agent) []approval.Rule {
	return setup.ActiveRules(m.Judge.Grants.List())
}
