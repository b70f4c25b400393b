package cli

import (
	"context"

	"github.com/urfave/cli/v2"
)

// commands lists every command, in the order of help.
func (a *app) commands(ctx context.Context) []*cli.Command {
	return []*cli.Command{
		a.checkCommand(),
		a.approvalsCommand(),
		a.approveCommand(),
		a.denyCommand(),
		a.rulesCommand(),
		a.sessionsCommand(),
		a.undoCommand(),
		a.sandboxCommand(),
		a.doctorCommand(),
		a.traceCommand(),
		a.gatesCommand(),
		a.toolsCommand(),
		a.providersCommand(),
		a.costCommand(),
		a.configCommand(),
		a.sexpCommand(),
		a.completionCommand(),
		a.versionCommand(),
		a.helpCommand(ctx),
	}
}

// jsonFlag is --json of the commands that print data.
func (a *app) jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", DisableDefaultText: true, Usage: "print JSON", Destination: &a.opts.json}
}

// noArguments refuses words that a command would ignore.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usageError("run `pp help "+c.Command.Name+"`", "%s takes no arguments, and got %q", c.Command.Name, c.Args().First())
	}
	return nil
}
