package front

import (
	"context"
	_ "embed"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
)

// grace is how long what is being done has to end, once the process was told to.
const grace = 5 * time.Second

// untilEnded waits until a front end has ended, and no longer than grace once ctx has: a client that does not read may
// keep it from ending.
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

// What an editor is told, and what of the protocol there is.
//
//go:embed acp.txt
var acpHelp string

// ACP is `pp acp`.
func ACP(a command.App) *cli.Command {
	return &cli.Command{Name: "acp", Usage: "be driven by an editor, by the Agent Client Protocol", Description: acpHelp,
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
	return &cli.Command{Name: "bridge", Usage: "speak in frames on standard input and output, for editors and scripts",
		UsageText: "[--print-elisp]", Description: frames,
		Flags: []cli.Flag{command.Bool("print-elisp", "print pp-agent.el, for Emacs 27.1 and newer", &printElisp)},
		Action: func(c *cli.Context) error {
			if printElisp {
				return a.Out.Print(elisp)
			}
			return runBridge(c.Context, a)
		}}
}
