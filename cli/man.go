package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/config"
	"pp/cli/usage"
)

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
