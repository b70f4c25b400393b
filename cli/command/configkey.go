package command

import (
	"context"
	"strings"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/setup"
	"pp/cli/system"
)

// readKey takes a key from standard input, or from the terminal without
// showing it.
func readKey(a App, ctx context.Context, s *setup.Settings, name string) (string, error) {
	var text string
	if system.IsTerminal(a.System.Stdin) {
		p, ok := a.present()
		if !ok {
			return "", exit.UsageError("pipe the key into standard input", "nobody is at the terminal to type the key")
		}
		defer p.Close()
		var err error
		if text, err = p.Hidden(ctx, name+" (not shown): "); err != nil {
			return "", err
		}
	} else if a.System.Stdin != nil {
		data, err := system.ReadStdin(ctx, a.System, s.InputLimits(), a.Out.Stderr)
		if err != nil {
			return "", err
		}
		text = string(data)
	}
	text = strings.TrimSpace(text)
	unsendable := func(r rune) bool { return r <= ' ' || r > '~' } // in a header
	switch {
	case text == "":
		return "", exit.UsageError("type it at the terminal, or pipe one line into standard input",
			"no key was given; nothing was changed")
	case len(text) > ask.KeyMax, strings.ContainsFunc(text, unsendable):
		return "", exit.UsageError("give one word of letters, digits and punctuation", "that is no key; nothing was changed")
	}
	return text, nil
}
