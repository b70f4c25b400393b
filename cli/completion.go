package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/usage"
)

func completionCommand(a command.App) *cli.Command {
	var bind bool
	return &cli.Command{Name: "completion", Usage: "print a script that completes commands, flags and values in a shell",
		UsageText: "[--key-binding] bash | zsh | fish",
		Flags: []cli.Flag{command.Bool("key-binding",
			"print instead what makes Alt-I turn the words on the prompt line into a judged command, unrun", &bind)},
		Description: "bash: source <(pp completion bash)\nzsh:  source <(pp completion zsh)\n" +
			"fish: pp completion fish | source\n\nexit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			script := usage.Script
			if bind {
				script = usage.KeyBinding
			}
			text, err := script(c.Args().First())
			if err != nil || c.Args().Len() != 1 {
				return exit.UsageError("run `pp completion "+strings.Join(usage.Shells(), "`, `pp completion ")+"`",
					"completion needs the name of a shell")
			}
			return a.Out.Print(text)
		}}
}

// completeWords answers a completion script: what the last word may become. What goes
// wrong has nobody to be told.
func completeWords(a command.App, words []string) {
	found, files := usage.Find(described(a), command.Values(a), words)
	_ = usage.Print(a.System.Stdout, found, files)
}
