package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/sandbox"
	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/hook"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"
	"pp/cli/talk"
	"pp/engine"
	"pp/engine/store"
)

// Main runs pp and returns its exit code. It never panics.
func Main(sys system.System) (code int) {
	// A sandbox is pp executing itself; the child never comes back.
	if sandbox.Child(append([]string{"pp"}, sys.Args...)) {
		return exit.OK
	}
	ctx, signals := system.NewSignals()
	opts := &setup.Options{}
	a := command.App{System: sys, Options: opts, Out: output.New(sys, &opts.Options), Signals: signals,
		Guard: system.NewGuard(sys.Stdout, sys.Stderr, os.Exit), Hooks: hook.Check}
	ctx = store.TellWaits(ctx, a.Out.Waits)
	if hook.Asked(sys.Args) {
		a.Guard.Arm(hook.Deadline)
	}
	defer func() { code = a.Guard.Code(code) }()
	if len(sys.Args) > 1 && sys.Args[0] == hidden { // a shell's script runs it with -- WORD …
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
	global := flags(a.Options)
	all := commands(a)
	args, err := withTemplate(a, all, a.System.Args)
	if err != nil {
		return err
	}
	line := arrange(all, args, global)
	if err := mistyped(all, line); err != nil {
		return err
	}
	if name := line.name(); name != "version" && name != "hook" { // which is guarded, or handles them when it acts
		a.Signals.Handle()
	}
	known := global
	if line.command != nil {
		known = append(known, line.command.Flags...)
	}
	if line.wantsHelp(known) {
		return Help(a, strings.Fields(line.name()))
	}
	if err := cmp.Or(checkWords(line), checkCommandFlags(&line, global)); err != nil {
		return err
	}
	return carryOut(a, ctx, line, global)
}

// carryOut parses the flags of a line, those of every invocation and those of its command, and does
// what it says.
func carryOut(a command.App, ctx context.Context, line arranged, global []cli.Flag) error {
	c := line.command
	if c == nil {
		c = &cli.Command{Action: func(c *cli.Context) error {
			return command.Prompt(a, ctx, c.Args().Slice(), talk.Converse)
		}}
	}
	common, err := parse(global, line.global)
	if err == nil {
		err = a.Options.Check()
	} else {
		err = badFlag(err, line, append(global, c.Flags...))
	}
	if err != nil {
		return err
	}
	own, err := parse(c.Flags, line.flags, line.words...)
	if err != nil {
		return badFlag(err, line, append(global, c.Flags...))
	}
	at := cli.NewContext(nil, own, cli.NewContext(nil, common, &cli.Context{Context: ctx}))
	at.Command = c
	return orPrompt(c.Action(at), line)
}

// orPrompt has the error of a word that names nothing show the other reading, too, which is a prompt.
func orPrompt(err error, line arranged) error {
	if e, ok := errors.AsType[*exit.Error](err); ok && !line.literal && slices.Contains(line.words, e.Name) {
		e.Hint += "; `" + command.Literal(append([]string{line.name()}, line.words...)) + "` asks the model"
	}
	return err
}

// removed are verbs of older versions, and what to do instead.
var removed = map[string]string{
	"memory archive": "archive a headline in your editor",
	"memory ingest":  "`pp config set memex_dir DIR` has your files searched where they are",
	"skills improve": "`pp trace --denied` shows what was denied; `pp skills new NAME` writes a skill to begin with",
}

// checkWords refuses words that the command of a line cannot obey: they may be a prompt
// that begins with the name of a command.
func checkWords(line arranged) error {
	c := line.command
	if c == nil || len(line.words) == 0 || line.fits(c, line.words, true) {
		return nil
	}
	if instead := removed[c.Name+" "+line.words[0]]; instead != "" {
		return exit.UsageError(instead, "pp %s %s was removed", c.Name, line.words[0])
	}
	return command.Misread(c.Name, c.UsageText, line.words)
}

// fits reports whether words have one of a command's forms.
func (a arranged) fits(c *cli.Command, words []string, named bool) bool {
	given := func(flag string) bool { return isNamed(flag, a.flags) }
	return slices.ContainsFunc(command.Forms(c.UsageText), func(f command.Form) bool {
		return f.Fits(words, named, a.literal, given)
	})
}

// mistyped catches a word that is nearly a command, alone or before what looks like
// that command's arguments: it is sent nowhere.
func mistyped(all []*cli.Command, line arranged) error {
	if line.command != nil || line.literal || len(line.words) == 0 || line.words[0] == "/approve" ||
		line.words[0] == "/deny" {
		return nil // those two are answered as they would be in a conversation
	}
	first, rest := strings.TrimPrefix(line.words[0], "/"), line.words[1:]
	if strings.ContainsAny(first, " \t\n/.") {
		return nil
	}
	if c := nearCommand(all, first); c != "" && len(rest) == 0 && !wordOfItsOwn(first, c) {
		return notCommand(line, c, "…")
	}
	for _, c := range all {
		if engine.Distance(strings.ToLower(first), c.Name) <= 1 &&
			(hasFlagOf(line, c) || len(rest) > 0 && line.fits(c, rest, false)) {
			return notCommand(line, c.Name, "")
		}
	}
	return nil
}

// wordOfItsOwn reports whether a word that stands alone is probably no slip of the finger in a command's name.
// Names under five letters are one replaced letter from many words of a language (look, book; map, act), and
// those of three are near to all of them.
func wordOfItsOwn(word, name string) bool {
	letters := func(s string) string {
		b := []byte(strings.ToLower(s))
		slices.Sort(b)
		return string(b)
	}
	return len(name) < 4 || len(name) == 4 && len(word) == 4 && letters(word) != letters(name)
}

// nearCommand is the command that a word was probably meant to name, "" for none.
func nearCommand(all []*cli.Command, word string) string {
	var names []string
	for _, c := range all {
		names = append(names, c.Name)
	}
	return engine.Near(word, names)
}

// hasFlagOf reports whether a line without a command has a flag that only the command
// knows.
func hasFlagOf(line arranged, c *cli.Command) bool {
	own := tableOf(c.Flags)
	return slices.ContainsFunc(line.global, func(arg string) bool {
		return strings.HasPrefix(arg, "-") && own[flagName(arg)] != nil
	})
}

// notCommand names the nearest command, and both readings of the line.
func notCommand(line arranged, nearest, more string) error {
	meant := strings.TrimSpace(command.Line(append([]string{nearest}, line.words[1:]...)))
	prompt := strings.TrimSpace(command.Literal(line.words) + " " + more)
	return exit.UsageError("run `pp "+meant+"`, or `"+prompt+"` to ask the model",
		"%q is not a command; the nearest is %q", line.words[0], nearest)
}
