package cli

import (
	"slices"

	"pp/cli/command"
	"pp/cli/config"
	"pp/cli/exit"

	"github.com/urfave/cli/v2"
)

// withTemplate puts what the template of -t says in front of the arguments, so that
// what is given beside it counts.
func withTemplate(a command.App, all []*cli.Command, args []string) ([]string, error) {
	name := valueOf(args, "--template", "-t")
	if name == "" {
		return args, nil
	}
	t, err := command.Template(a, name)
	if err != nil {
		return nil, err
	}
	a.Options.Preamble = t.Prompt
	given := arrange(all, t.Flags, flags(a.Options))
	if slices.Contains(given.names(flags(a.Options)), "template") || given.command != nil || len(given.words) > 0 {
		return nil, exit.UsageError("correct it with `pp config edit`", "the template %s has flags that it cannot have: %q",
			name, t.Flags)
	}
	return append(append(slices.Clone(t.Flags), also(t)...), args...), nil
}

// also are the flags that a template's own keys stand for.
func also(t config.Template) []string {
	var out []string
	if t.System != "" {
		out = append(out, "--system="+t.System)
	}
	if t.Model != "" {
		out = append(out, "--model="+t.Model)
	}
	return out
}
