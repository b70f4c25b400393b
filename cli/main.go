package cli

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/sandbox"
	"pp/cli/command"
	"pp/cli/complete"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/repl"
	"pp/cli/setup"
	"pp/cli/system"
)

// Main runs pp and returns its exit code. It never panics.
func Main(sys system.System) (code int) {
	// A sandbox is pp executing itself; the child never comes back.
	if sandbox.Child(append([]string{"pp"}, sys.Args...)) {
		return exit.OK
	}
	ctx, signals := system.NewSignals()
	opts := &setup.Options{}
	a := command.App{System: sys, Options: opts, Out: output.New(sys, &opts.Options), Signals: signals}
	if len(sys.Args) > 1 && sys.Args[0] == complete.Hidden { // asked by a shell's script: complete.Hidden -- WORD …
		completeWords(a, sys.Args[2:])
		return exit.OK
	}
	defer func() {
		if p := recover(); p != nil {
			a.Out.Note("error", "unexpected failure; this is a defect in pp")
			code = exit.Failed
		}
	}()
	defer a.Out.Flush()
	return a.Out.End(run(ctx, a))
}

// run parses the command line and carries it out.
func run(ctx context.Context, a command.App) error {
	a.Out.WantReport(valueOf(a.System.Args, "--output-format"))
	global, commands := flags(a.Options), commands(a)
	args, err := withTemplate(a, a.System.Args)
	if err != nil {
		return err
	}
	line := arrange(args, global, commands)
	if line.command == "" {
		if err := mistyped(line, commands); err != nil {
			return err
		}
	}
	if err := checkCommandFlags(&line, global, commands); err != nil {
		return err
	}
	if line.command != "" && line.command != "version" { // which is over before anybody could interrupt it
		a.Signals.Handle()
	}
	commands = only(commands, line.command)
	known := global
	for _, cmd := range commands {
		known = append(known, cmd.Flags...)
	}
	if line.wantsHelp(known) {
		return Help(a, line.topic())
	}
	c := &cli.App{
		Name: "pp", HelpName: "pp", Usage: usageLine,
		UsageText: usageText, Flags: given(global, line.global), Commands: commands, HideHelpCommand: true, HideHelp: true, HideVersion: true,
		UseShortOptionHandling: true, Writer: a.Out.Stdout, ErrWriter: a.Out.Stderr,
		CustomAppHelpTemplate: helpTemplate,
		ExitErrHandler:        func(*cli.Context, error) {},
		OnUsageError:          func(_ *cli.Context, err error, _ bool) error { return badFlag(err, line, known) },
		Action:                func(c *cli.Context) error { return command.Prompt(a, ctx, c.Args().Slice(), repl.Converse) },
		Before:                func(*cli.Context) error { return a.Options.Check() },
	}
	for _, cmd := range commands {
		cmd.OnUsageError = c.OnUsageError
		cmd.HideHelpCommand = true
		cmd.UseShortOptionHandling = true
		cmd.CustomHelpTemplate = commandTemplate
	}
	return c.RunContext(ctx, line.argv())
}

// mistyped catches one bare word that is nearly a command.
func mistyped(line arranged, commands []*cli.Command) error {
	if len(line.words) != 1 || strings.ContainsAny(line.words[0], " \t\n/.") {
		return nil
	}
	names := make([]string, 0, len(commands))
	for _, c := range commands {
		names = append(names, c.Name)
	}
	for _, c := range names {
		if c == line.words[0] {
			return nil // it stood after "--"
		}
	}
	if c := exit.Near(line.words[0], names); c != "" {
		return exit.UsageError("run `pp "+c+"`, or `pp \""+line.words[0]+" …\"` with more words to ask the model",
			"%q is not a command; the nearest is %q", line.words[0], c)
	}
	return nil
}
