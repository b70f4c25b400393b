package cli

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/sandbox"
)

func sandboxCommand(a app) *cli.Command {
	return &cli.Command{Name: "sandbox", Usage: "run a command that can only read the workspace", UsageText: "-- COMMAND [ARG …]",
		Description: "The command runs under the default confinement: nothing is writable, there is no network,\n" +
			"and secrets are masked.\nexit codes: the command's own; 126 it could not be confined, 127 there is no such command, 2 usage, 124 --timeout",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return usageError("try: pp sandbox -- ls -la", "there is no command")
			}
			s, err := a.load()
			if err != nil {
				return err
			}
			return confined(a, c, newExecutor(s), s)
		}}
}

func confined(a app, c *cli.Context, h *executor, s *settings) error {
	argv := c.Args().Slice()
	program, err := exec.LookPath(argv[0])
	if err != nil {
		return &failure{code: 127, kind: "failed", err: err}
	}
	if argv[0], err = filepath.Abs(program); err != nil {
		return err
	}
	if !h.box().Probe().Confined() {
		return &failure{code: 126, kind: "failed", err: errors.New("this machine does not confine commands: " + strings.Join(h.box().Report(), "; "))}
	}
	spec, err := h.box().ReadOnly(s.where.dir, s.where.workspace)
	if err != nil {
		return &failure{code: 126, kind: "failed", err: err}
	}
	ctx, cancel := withTimeout(c.Context, s.timeout)
	defer cancel()
	exit, err := h.box().Run(ctx, spec, sandbox.Command{Argv: argv, Output: a.out.stdout})
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return &failure{code: 126, kind: "failed", err: err}
	case exit.Signal != 0:
		return silent(128 + int(exit.Signal))
	}
	return silent(exit.Code)
}
