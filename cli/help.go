package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
)

func helpCommand(a command.App) *cli.Command {
	return &cli.Command{Name: "help", Usage: "print help, or the help of a command", UsageText: "[TOPIC …]",
		Description: "exit codes: 0 done, 2 usage",
		Action: func(c *cli.Context) error {
			return Help(a, c.Args().Slice())
		}}
}

// Help prints the general help, or a command's, to standard output. The words are a
// command and what its usage says may follow. The library's own printer is not used: the
// templates that it takes would make the program a tenth larger.
func Help(a command.App, words []string) error {
	global := flags(a.Options)
	if len(words) == 0 {
		return a.Out.Print(output.InRows(a.System.Stdout, generalHelp(a, global)))
	}
	all := commands(a)
	cmd := findCommand(all, words[0])
	if cmd == nil {
		hint := "`pp help` lists the commands"
		if n := nearCommand(all, words[0]); n != "" {
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
	cmd.Description += alsoTakes(cmd, global)
	if cmd.Name == "config" {
		cmd.Description += command.Variables()
	}
	return a.Out.Print(output.InRows(a.System.Stdout, commandHelp(cmd)))
}

func generalHelp(a command.App, global []cli.Flag) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pp - %s\n\nusage:\n   %s\n\ncommands:\n", usageLine, usageText)
	for _, c := range commands(a) {
		fmt.Fprintf(&b, "   %-12s %s\n", c.Name, c.Usage)
	}
	printFlags(&b, global)
	b.WriteString("\nexit codes:\n")
	for _, c := range exitCodes {
		fmt.Fprintf(&b, "   %-8s %s\n", c.code, c.meaning)
	}
	return b.String()
}

func commandHelp(c *cli.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "pp %s - %s\n\nusage:\n   pp %s %s\n", c.Name, c.Usage, c.Name, c.UsageText)
	if c.Description != "" {
		b.WriteString("\n" + c.Description + "\n")
	}
	if len(c.Flags) > 0 {
		printFlags(&b, c.Flags)
	}
	return b.String()
}

// printFlags prints a flag a line, in columns.
func printFlags(to io.Writer, flags []cli.Flag) {
	w := tabwriter.NewWriter(to, 1, 8, 2, ' ', 0)
	fmt.Fprintln(w, "\nflags:")
	for _, f := range flags {
		fmt.Fprintf(w, "   %s\n", f)
	}
	w.Flush()
}
