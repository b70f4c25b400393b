package cli

import (
	"github.com/urfave/cli/v2"
)

// commands lists every command, in the order of help.
func commands(a app) []*cli.Command {
	return []*cli.Command{
		checkCommand(a),
		approvalsCommand(a),
		approveCommand(a),
		denyCommand(a),
		rulesCommand(a),
		sessionsCommand(a),
		undoCommand(a),
		sandboxCommand(a),
		doctorCommand(a),
		traceCommand(a),
		gatesCommand(a),
		toolsCommand(a),
		providersCommand(a),
		costCommand(a),
		configCommand(a),
		sexpCommand(a),
		completionCommand(a),
		versionCommand(a),
		helpCommand(a),
	}
}

// noArguments refuses words that a command would ignore.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usageError("run `pp help "+c.Command.Name+"`", "%s takes no arguments, and got %q", c.Command.Name, c.Args().First())
	}
	return nil
}
