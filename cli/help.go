package cli

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"pp/cli/command"
	"pp/cli/exit"

	"github.com/urfave/cli/v2"
)

func helpCommand(a command.App) *cli.Command {
	return &cli.Command{Name: "help", Usage: "print help, or the help of a command", UsageText: "[TOPIC …]",
		Description: "exit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			return Help(a, c.Args().Slice())
		}}
}

// Help prints the general help, or a command's, to standard output. The words are a
// command and what its usage says may follow.
func Help(a command.App, words []string) error {
	commands := commands(a)
	// The library drops the error of a write, and a help that was not printed is a failure.
	var text bytes.Buffer
	app := &cli.App{Name: "pp", Usage: usageLine, UsageText: usageText,
		Flags: flags(a.Options), Commands: commands, HideHelpCommand: true, HideHelp: true,
		Writer: &text, ErrWriter: a.Out.Stderr, CustomAppHelpTemplate: helpTemplate}
	app.Setup()
	c := cli.NewContext(app, nil, nil)
	if len(words) == 0 {
		if err := cli.ShowAppHelp(c); err != nil {
			return err
		}
		for _, c := range exitCodes {
			fmt.Fprintf(&text, "   %-8s %s\n", c.code, c.meaning)
		}
		return a.Out.Print(text.String())
	}
	cmd := findCommand(app.Commands, words[0])
	if cmd == nil {
		hint := "`pp help` lists the commands"
		if n := nearCommand(words[0], commands); n != "" {
			hint = "did you mean `pp help " + n + "`?"
		}
		prompt := command.Literal(append([]string{"help"}, words...))
		return exit.UsageError(hint+"; `"+prompt+"` asks the model", "there is no command %q", words[0])
	}
	for _, w := range words[1:] { // as in pp help config key
		if !slices.Contains(strings.FieldsFunc(cmd.UsageText, func(r rune) bool { return r < 'a' || r > 'z' }), w) {
			return exit.UsageError("run `pp help "+cmd.Name+"`", "%s has no %q", cmd.Name, w)
		}
	}
	cmd.CustomHelpTemplate = commandTemplate
	cmd.Description += alsoTakes(cmd, app.Flags)
	if cmd.Name == "config" {
		cmd.Description += command.Variables()
	}
	cli.HelpPrinter(&text, commandTemplate, cmd)
	return a.Out.Print(text.String())
}
