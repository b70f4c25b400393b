package command

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/setup"
)

// Templates lists the prompts that were written beforehand.
func Templates(a App) *cli.Command {
	return &cli.Command{Name: "templates", Usage: "list the prompts that -t NAME asks", UsageText: "[--json]",
		Flags: []cli.Flag{a.jsonFlag()}, Description: "A template is a table of your configuration:\n" +
			"   pp config set templates.standup '{prompt = \"What did I do yesterday?\", flags = [\"--no-tools\"]}'\n" +
			"   git log --since=yesterday | pp -t standup\n" +
			"prompt is asked, with the words and the data given behind it; system, model and flags count as if they were " +
			"typed first.\n" +
			"exit codes: 0 done, 2 usage, 78 configuration",
		Action: a.withSettings(func(_ *cli.Context, s *setup.Settings) error { return showTemplates(a, s.Config) })}
}

type templateJSON struct {
	Name   string   `json:"name"`
	Prompt string   `json:"prompt"`
	System string   `json:"system"`
	Model  string   `json:"model"`
	Flags  []string `json:"flags"`
	Origin string   `json:"origin"`
}

func showTemplates(a App, cfg *config.Config) error {
	names := slices.Sorted(maps.Keys(cfg.Templates))
	return showList(a, len(names), "", func(i int) (any, string) {
		name, t := names[i], cfg.Templates[names[i]]
		origin := cfg.Origin("templates." + name).String()
		first, _, _ := strings.Cut(t.Prompt, "\n")
		return templateJSON{name, t.Prompt, t.System, t.Model, append([]string{}, t.Flags...), origin},
			fmt.Sprintf("%-12s %s\n", name, first)
	})
}

// Template finds a template by its name in the person's own files.
func Template(a App, name string) (config.Template, error) {
	cfg, err := config.Load(config.Input{Env: a.System.Getenv, Home: setup.Home(a.System), Files: config.OSFiles{}})
	if err != nil {
		return config.Template{}, err
	}
	t, ok := cfg.Templates[name]
	if !ok {
		return t, exit.Unknown("template", name, slices.Collect(maps.Keys(cfg.Templates)), "`pp templates` lists them")
	}
	return t, nil
}
