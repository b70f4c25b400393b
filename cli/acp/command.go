package acp

import (
	_ "embed"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
)

// What an editor is told, and what of the protocol there is.
//
//go:embed help.txt
var help string

// Command is `pp acp`.
func Command(a command.App) *cli.Command {
	return &cli.Command{Name: "acp", Usage: "be driven by an editor, by the Agent Client Protocol", Description: help,
		Action: func(c *cli.Context) error { return run(c.Context, a) }}
}
