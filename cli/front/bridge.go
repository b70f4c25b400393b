package front

import (
	_ "embed"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
)

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
