package cli

import (
	"github.com/urfave/cli/v2"

	"pp/cli/acp"
	"pp/cli/bridge"
	"pp/cli/command"
	"pp/cli/gateway"
	"pp/cli/hook"
	"pp/cli/mcp"
)

// commands lists every command, in the order of help.
func commands(a command.App) []*cli.Command {
	return []*cli.Command{
		command.Check(a),
		command.Approvals(a),
		command.Approve(a),
		command.Deny(a),
		command.Rules(a),
		command.Memory(a),
		command.Sessions(a),
		command.Undo(a),
		command.Skills(a),
		command.Preview(a),
		command.Jobs(a),
		command.Heartbeat(a),
		command.Sandbox(a),
		command.Doctor(a),
		command.Trace(a),
		command.Gates(a),
		command.Tools(a),
		command.Providers(a),
		command.Cost(a),
		command.Config(a),
		command.Templates(a),
		gateway.Command(a),
		command.MCP(a, mcp.Serve),
		command.Eval(a),
		command.Sexp(a),
		bridge.Command(a),
		hook.CLI(a),
		acp.Command(a),
		completionCommand(a),
		manCommand(a),
		command.Version(a),
		helpCommand(a),
	}
}

// findCommand finds a command by its name, nil where there is none.
func findCommand(all []*cli.Command, name string) *cli.Command {
	for _, c := range all {
		if c.Name == name {
			return c
		}
	}
	return nil
}
