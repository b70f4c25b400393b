package command

import (
	"context"

	"pp/cli/setup"
)

// HookCheck is what came of trying a hook that is installed in another agent.
type HookCheck struct {
	Agent        string
	Healthy      bool
	Open         bool // a denied command is not blocked
	Says, Remedy string
}

// checkHooks tries each hook that is installed in another agent.
func checkHooks(a App, ctx context.Context, s *setup.Settings) (list []checkup) {
	for _, h := range a.Hooks(a, ctx, s) {
		c := checkup{What: "hook " + h.Agent, State: degraded, Says: h.Says, Remedy: h.Remedy}
		switch {
		case h.Open:
			c.State = unhealthy
		case h.Healthy:
			c.State = healthy
		}
		list = append(list, c)
	}
	return list
}
