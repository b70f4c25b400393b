package command

import (
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
		Action: configVerbs().action(a, as)}
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

// configVerbs are what can be done with the configuration.
func configVerbs() verbs[*run] {
	return verbs[*run]{
		{"", nil, true, func(*run) error {
			return exit.UsageError("run `pp config show`", "config needs to know what to do")
		}},
		{"show", nil, true, showConfig},
		{"get", nil, true, configGet},
		{"set", nil, false, func(r *run) error {
			return configChange(r.App, func(f config.File) (string, error) { return f.Set(r.words[0], r.words[1]) })
		}},
		{"unset", nil, false, func(r *run) error {
			return configChange(r.App, func(f config.File) (string, error) { return f.Unset(r.words[0]) })
		}},
		{"edit", nil, false, configEditor},
		{"init", nil, false, configInit},
		{"check", nil, false, configCheck},
		{"path", nil, false, configPath},
		{"key", nil, false, configKey},
	}
}

func showConfig(r *run) error {
	s, err := r.load()
	if err != nil {
		return err
	}
	return showList(r.App, s.Config.Values(), "", func(v config.Value) (any, string) {
		line := fmt.Sprintf("%s = %s   # %s\n", v.Key, v.Text, v.Origin)
		if v.Text == "" {
			line = fmt.Sprintf("# %s is not set   # %s\n", v.Key, v.Origin)
		}
		return row{{"key", v.Key}, {"value", v.Text}, {"origin", v.Origin.String()}}, line
	})
}
