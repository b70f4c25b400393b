package command

import (
	"context"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/config"
	"pp/cli/exit"
)

// Config shows, makes, changes and checks the configuration.
func Config(a App) *cli.Command {
	return &cli.Command{Name: "config", Usage: "show, make, change and check the configuration",
		UsageText: "show | get KEY | set KEY VALUE | unset KEY | edit | init | check | path | key PROVIDER",
		Flags:     []cli.Flag{a.jsonFlag()},
		Description: "A KEY is a dotted name of `pp config show`, or a table such as providers.local. A VALUE is\n" +
			"TOML, or the bare text; of a table '{ name = value, ... }'. --json goes with show and get.\n\n" +
			"exit codes: 0 done, 1 not set, or it cannot be written, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			if !c.Args().Present() {
				return exit.UsageError("run `pp config show`", "config needs to know what to do")
			}
			verb, words, err := configVerbs().chosen(a, c)
			if err != nil {
				return err
			}
			return verb.run(configRun{a, c.Context, words})
		}}
}

// Variables are the environment variables that the help of config lists; they are read
// when somebody wants them, and not at every start.
func Variables() string {
	var b strings.Builder
	b.WriteString("\n\nenvironment variables, over the file:\n")
	for _, v := range config.Variables() {
		what := v.Doc
		if v.Key != "" {
			what = "the key " + v.Key
		}
		fmt.Fprintf(&b, "   %-26s %s\n", v.Name, what)
	}
	return strings.TrimRight(b.String(), "\n")
}

// configRun is one run of `pp config`.
type configRun struct {
	App
	ctx   context.Context
	words []string // behind the verb
}

// configVerbs are what can be done with the configuration.
func configVerbs() verbs[configRun] {
	return verbs[configRun]{
		{"show", nil, true, func(r configRun) error { return showConfig(r.App) }},
		{"get", nil, true, func(r configRun) error { return configGet(r.App, r.words[0]) }},
		{"set", nil, false, func(r configRun) error {
			return configChange(r.App, func(f config.File) (string, error) { return f.Set(r.words[0], r.words[1]) })
		}},
		{"unset", nil, false, func(r configRun) error {
			return configChange(r.App, func(f config.File) (string, error) { return f.Unset(r.words[0]) })
		}},
		{"edit", nil, false, func(r configRun) error { return configEditor(r.App, r.ctx) }},
		{"init", nil, false, func(r configRun) error { return configInit(r.App) }},
		{"check", nil, false, func(r configRun) error { return configCheck(r.App) }},
		{"path", nil, false, func(r configRun) error { return configPath(r.App) }},
		{"key", nil, false, func(r configRun) error { return configKey(r.App, r.ctx, r.words[0]) }},
	}
}

type valueJSON struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

func showConfig(a App) error {
	s, err := a.load()
	if err != nil {
		return err
	}
	list := []valueJSON{}
	var b strings.Builder
	for _, v := range s.Config.Values() {
		list = append(list, valueJSON{v.Key, v.Text, v.Origin.String()})
		text := v.Text
		if text == "" {
			fmt.Fprintf(&b, "# %s is not set   # %s\n", v.Key, v.Origin)
			continue
		}
		fmt.Fprintf(&b, "%s = %s   # %s\n", v.Key, text, v.Origin)
	}
	if !a.Options.JSON {
		return a.Out.Print(b.String())
	}
	return a.Out.PrintJSON(list)
}
