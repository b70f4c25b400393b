package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/usage"
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

// manCommand prints the manual page.
func manCommand(a command.App) *cli.Command {
	return &cli.Command{Name: "man", Usage: "print the manual page",
		Description: "pp man | man -l -\n\nexit codes: 0 done, 1 it cannot be written, 2 usage",
		Action: func(c *cli.Context) error {
			b := command.BuildOf(a.System)
			var text strings.Builder
			if err := usage.WriteManual(&text, described(a), usage.Page{Section: 1, Version: b.Version, Date: b.Date,
				Synopsis: strings.Split(usageText, "\n   "), Sections: sections()}); err != nil {
				return err
			}
			return a.Out.Print(text.String())
		}}
}

// sections are what the page says besides commands and flags.
func sections() []usage.Section {
	codes := usage.Section{Title: "EXIT STATUS"}
	for _, c := range exitCodes {
		codes.Items = append(codes.Items, usage.Item{Term: c.code, Text: c.meaning})
	}
	environment := usage.Section{Title: "ENVIRONMENT"}
	for _, v := range config.Variables() {
		text := v.Doc
		if v.Key != "" {
			text = "Sets " + v.Key + ". " + text
		}
		environment.Items = append(environment.Items, usage.Item{Term: v.Name, Text: text})
	}
	lines := usage.Section{Title: "EVENTS"}
	for _, e := range events {
		lines.Items = append(lines.Items, usage.Item{Term: e.name, Text: e.fields})
	}
	return []usage.Section{codes, lines, environment, {Title: "FILES", Items: []usage.Item{
		{Term: "~/.config/pp/config.toml",
			Text: "The configuration. pp config init writes one with comments; XDG_CONFIG_HOME moves it."},
		{Term: "~/.config/pp/.env", Text: "Keys, as pp config key keeps them."},
		{Term: ".pp/config.toml", Text: "A project's own, which can only make pp stricter."},
		{Term: "~/.local/state/pp", Text: "Conversations, flight plans, before-images, costs and thought traces; " +
			"XDG_STATE_HOME moves it."},
		{Term: "~/.cache/pp", Text: "Build caches; XDG_CACHE_HOME moves it."},
	}}}
}

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
