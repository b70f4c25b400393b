package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

func (a *app) configCommand() *cli.Command {
	return &cli.Command{Name: "config", Usage: "show the configuration, each value with where it came from", UsageText: "show [--json]",
		Flags:       []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			switch c.Args().First() {
			case "show":
				if c.Args().Len() > 1 {
					return usageError("run `pp config show`", "config show takes no arguments")
				}
				return a.showConfig()
			case "":
				return usageError("run `pp config show`", "config needs to know what to do")
			}
			return usageError("run `pp config show`", "config cannot %q", c.Args().First())
		}}
}

type valueJSON struct {
	Key    string `json:"key"`
	Value  string `json:"value"`
	Origin string `json:"origin"`
}

func (a *app) showConfig() error {
	if _, err := a.load(); err != nil {
		return err
	}
	list := []valueJSON{}
	var b strings.Builder
	for _, v := range a.cfg.Values() {
		list = append(list, valueJSON{v.Key, v.Text, v.Origin.String()})
		text := v.Text
		if text == "" {
			fmt.Fprintf(&b, "# %s is not set   # %s\n", v.Key, v.Origin)
			continue
		}
		fmt.Fprintf(&b, "%s = %s   # %s\n", v.Key, text, v.Origin)
	}
	if !a.opts.json {
		return a.print(b.String())
	}
	text, err := json.Marshal(list)
	if err != nil {
		return err
	}
	return a.print(string(text) + "\n")
}
