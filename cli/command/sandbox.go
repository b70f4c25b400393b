package command

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/sandbox"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/cli/system"
)

// Sandbox runs a command that can only read.
func Sandbox(a App) *cli.Command {
	return &cli.Command{Name: "sandbox", Usage: "run a command that can only read the workspace",
		UsageText: "-- COMMAND [ARG …]",
		Description: "The command runs under the default confinement: nothing is writable, there is no network,\n" +
			"and secrets are masked.\nexit codes: the command's own; 126 it could not be confined, 127 there is no such " +
			"command, 2 usage, 124 --timeout",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.UsageError("try: pp sandbox -- ls -la", "there is no command")
			}
			return a.withSettings(func(c *cli.Context, s *setup.Settings) error {
				return confined(a, c, setup.NewExecutor(s), s)
			})(c)
		}}
}

func confined(a App, c *cli.Context, h *setup.Executor, s *setup.Settings) error {
	argv := c.Args().Slice()
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return exit.New(127, "", err)
	}
	if argv[0], err = filepath.Abs(program); err != nil {
		return err
	}
	if !h.Box().Probe().Confined() {
		return exit.New(126, "", errors.New("this machine does not confine commands: "+strings.Join(h.Box().Report(), "; ")))
	}
	spec, err := h.Box().ReadOnly(s.Where.Dir, s.Where.Workspace)
	if err != nil {
		return exit.New(126, "", err)
	}
	ctx, cancel := system.WithTimeout(c.Context, s.Timeout)
	defer cancel()
	end, err := h.Box().Run(ctx, spec, sandbox.Command{Argv: argv, Output: a.Out.Stdout})
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return exit.New(126, "", err)
	case end.Signal != 0:
		return exit.Silent(128 + int(end.Signal))
	}
	return exit.Silent(end.Code)
}
