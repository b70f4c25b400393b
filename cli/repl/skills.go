package repl

import (
	"context"

	"pp/cli/command"
)

// skills does what `pp skills` does, with the skills that this conversation goes by.
func (c *conversation) skills(ctx context.Context, words []string) error {
	return command.SkillsHere(c.app, ctx, c.agent, words)
}
