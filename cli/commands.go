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

// entry is a command by its name. It is made when it is asked for: to make all of them would take a
// thirtieth of `pp version`.
type entry struct {
	name string
	make func(command.App) *cli.Command
}

// commands lists every command, in the order of help.
func commands() []entry {
	return []entry{
		{"check", command.Check},
		{"approvals", command.Approvals},
		{"approve", command.Approve},
		{"deny", command.Deny},
		{"rules", command.Rules},
		{"memory", command.Memory},
		{"sessions", command.Sessions},
		{"undo", command.Undo},
		{"skills", command.Skills},
		{"preview", command.Preview},
		{"jobs", command.Jobs},
		{"heartbeat", command.Heartbeat},
		{"sandbox", command.Sandbox},
		{"doctor", command.Doctor},
		{"trace", command.Trace},
		{"gates", command.Gates},
		{"tools", command.Tools},
		{"providers", command.Providers},
		{"cost", command.Cost},
		{"config", command.Config},
		{"templates", command.Templates},
		{"gateway", gateway.Command},
		{"mcp", func(a command.App) *cli.Command { return command.MCP(a, mcp.Serve) }},
		{"eval", command.Eval},
		{"sexp", command.Sexp},
		{"bridge", bridge.Command},
		{"hook", hook.CLI},
		{"acp", acp.Command},
		{"completion", completionCommand},
		{"man", manCommand},
		{"version", command.Version},
		{"help", helpCommand},
	}
}

// makeCommand makes the command of a name, nil where there is none.
func makeCommand(a command.App, name string) *cli.Command {
	for _, c := range commands() {
		if c.name == name {
			return c.make(a)
		}
	}
	return nil
}
