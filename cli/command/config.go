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
			words := c.Args().Slice()
			if len(words) == 0 {
				return exit.UsageError("run `pp config show`", "config needs to know what to do")
			}
			return configVerb(a, c.Context, words[0], words[1:])
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

// configVerb carries out one of the things that can be done with the configuration.
func configVerb(a App, ctx context.Context, verb string, words []string) error {
	if verb != "show" && verb != "get" {
		if err := a.Out.NoJSON("config " + verb); err != nil {
			return err
		}
	}
	switch verb {
	case "init":
		return configInit(a)
	case "path":
		return configPath(a)
	case "check":
		return configCheck(a)
	case "edit":
		return configEditor(a, ctx)
	case "set":
		return configChange(a, func(f config.File) (string, error) { return f.Set(words[0], words[1]) })
	case "unset":
		return configChange(a, func(f config.File) (string, error) { return f.Unset(words[0]) })
	case "get":
		return configGet(a, words[0])
	case "key":
		return configKey(a, ctx, words[0])
	}
	return showConfig(a)
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
