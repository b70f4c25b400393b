package command

import (
	"context"
	"strings"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/system"

	"github.com/urfave/cli/v2"
)

// App is what every command is handed: the outside world, the flags, where to print,
// and what interrupts it.
type App struct {
	System  system.System
	Options *setup.Options
	Out     *output.Printer
	Signals *system.Signals
	Guard   *system.Guard // of a process that must refuse what it cannot decide
	// Hooks tries the hooks that are installed in other agents.
	Hooks func(App, context.Context, *setup.Settings) []Checkup
}

// load resolves the settings of the working directory, and says what they warn of.
func (a App) load() (*setup.Settings, error) {
	at, err := setup.Here(a.System, a.Options)
	if err != nil {
		return nil, err
	}
	s, err := setup.Load(a.System, a.Options, at)
	if err != nil {
		return nil, err
	}
	a.Out.Redactor = s.Redactor
	a.Out.Warn(s.Warnings)
	a.Out.File, err = s.AnswerFile(a.Options.Out)
	return s, err
}

// withSettings is the action of a command that goes by the settings of the working directory.
func (a App) withSettings(run func(*cli.Context, *setup.Settings) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		s, err := a.load()
		if err != nil {
			return err
		}
		return run(c, s)
	}
}

// Agent wires the gates and tools over the settings of the working directory.
func (a App) Agent() (*setup.Agent, error) {
	s, err := a.load()
	if err != nil {
		return nil, err
	}
	m := setup.NewAgent(s, a.Out, a.Signals)
	m.Elicit = ask.Elicit(m)
	return m, nil
}

// present is the person at the terminal, if there is one.
func (a App) present() (*ask.Person, bool) { return ask.Present(a.System, a.Options.Color) }

// confirm shows something to the person at the terminal, and asks about it, unless they said yes before; anything but
// yes is an error, denied. hint is what to give where nobody is there.
func (a App) confirm(ctx context.Context, yes bool, hint string, show func(*ask.Person), question,
	denied string) error {
	if yes {
		return nil
	}
	p, ok := a.present()
	if !ok {
		return exit.UsageError(hint, "nobody is at the terminal to confirm it")
	}
	defer p.Close()
	show(p)
	return p.Confirm(ctx, question, denied)
}

// jsonFlag is --json of the commands that print data.
func (a App) jsonFlag() cli.Flag {
	return Bool("json", "print JSON", &a.Options.JSON)
}

// Text is a flag with a text for its value.
func Text(name, usage string, to *string, aliases ...string) cli.Flag {
	return &cli.StringFlag{Name: name, Aliases: aliases, Usage: usage, Value: *to, Destination: to}
}

// Bool is a flag without a value, which has no default to print.
func Bool(name, usage string, to *bool, aliases ...string) cli.Flag {
	return &cli.BoolFlag{Name: name, Aliases: aliases, Usage: usage, DisableDefaultText: true, Destination: to}
}

// Texts is a flag that may be given several times.
func Texts(name, usage string, to *setup.Texts, aliases ...string) cli.Flag {
	return ListFlag{&cli.GenericFlag{Name: name, Aliases: aliases, Usage: usage, Destination: to}}
}

// ListFlag is a flag that may be given several times. The library's own reads a comma as two texts, unless
// its App parses the line.
type ListFlag struct{ *cli.GenericFlag }

// String is the flag as help shows it.
func (f ListFlag) String() string {
	names, usage, _ := strings.Cut(f.GenericFlag.String(), "\t")
	return names + " [ " + names + " ]\t" + usage
}
