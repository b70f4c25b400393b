package front

import (
	_ "embed"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
)

// What an editor is told, and what of the protocol there is.
//
//go:embed acp.txt
var acpHelp string

// ACP is `pp acp`.
func ACP(a command.App) *cli.Command {
	return &cli.Command{Name: "acp", Usage: "be driven by an editor, by the Agent Client Protocol", Description: acpHelp,
		Action: func(c *cli.Context) error { return runACP(c.Context, a) }}
}
