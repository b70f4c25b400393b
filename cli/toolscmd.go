package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

type toolJSON struct {
	Name     string      `json:"name"`
	Doc      string      `json:"doc"`
	ReadOnly bool        `json:"read_only"`
	Params   []paramJSON `json:"params"`
}

type paramJSON struct {
	Name     string `json:"name"`
	Kind     string `json:"kind"`
	Required bool   `json:"required"`
	Doc      string `json:"doc"`
}

func (a *app) toolsCommand() *cli.Command {
	return &cli.Command{Name: "tools", Usage: "list the tools a model may call", UsageText: "[--json]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			around, err := a.load()
			if err != nil {
				return err
			}
			m, err := a.build(around)
			if err != nil {
				return err
			}
			return a.showTools(m)
		}}
}

func (a *app) showTools(m *machine) error {
	list := []toolJSON{}
	var b strings.Builder
	for _, t := range m.tools {
		entry := toolJSON{Name: t.Spec.Name, Doc: t.Spec.Doc, ReadOnly: t.Spec.ReadOnly, Params: []paramJSON{}}
		kind := "judged by its effects"
		if t.Spec.ReadOnly {
			kind = "only reads"
		}
		fmt.Fprintf(&b, "%s (%s)\n    %s\n", t.Spec.Name, kind, t.Spec.Doc)
		for _, p := range t.Spec.Params {
			entry.Params = append(entry.Params, paramJSON{p.Name, p.Kind.String(), p.Required, p.Doc})
			need := "optional"
			if p.Required {
				need = "required"
			}
			fmt.Fprintf(&b, "    :%-10s %-8s %-9s %s\n", p.Name, p.Kind, need, p.Doc)
		}
		list = append(list, entry)
	}
	if !a.opts.json {
		return a.print(b.String())
	}
	return a.printJSON(list)
}
