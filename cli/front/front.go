package front

import (
	"context"
	_ "embed"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
)

// grace is the time that running work has to end after the process was told to stop.
const grace = 5 * time.Second

// untilEnded waits until a front end has ended, but at most grace after ctx has ended, since a client that does not
// read may block the front end.
func untilEnded(ctx context.Context, run func() error) error {
	ended := make(chan error, 1)
	go func() { ended <- run() }()
	select {
	case err := <-ended:
		if ctx.Err() == nil {
			return err
		}
	case <-ctx.Done():
		select {
		case <-ended:
		case <-time.After(grace):
		}
	}
	return context.Cause(ctx)
}

// The help of `pp acp`, and the supported parts of the protocol.
//
//go:embed acp.txt
var acpHelp string

// ACP is `pp acp`.
func ACP(a command.App) *cli.Command {
	return &cli.Command{Name: "acp", Usage: "run as an agent for editors (Agent Client Protocol)", Description: acpHelp,
		Action: func(c *cli.Context) error { return runACP(c.Context, a) }}
}

// What is printed: the client for Emacs, and what every frame looks like.
//
//go:embed pp-agent.el
var elisp string

//go:embed bridge.txt
var frames string

// Bridge is `pp bridge`.
func Bridge(a command.App) *cli.Command {
	var printElisp bool
	return &cli.Command{Name: "bridge", Usage: "run as an agent for editors and scripts (frames of s-expressions)",
		UsageText: "[--print-elisp]", Description: frames,
		Flags: []cli.Flag{command.Bool("print-elisp", "print pp-agent.el, for Emacs 27.1 and newer", &printElisp)},
		Action: func(c *cli.Context) error {
			if printElisp {
				return a.Out.Print(elisp)
			}
			return runBridge(c.Context, a)
		}}
}
