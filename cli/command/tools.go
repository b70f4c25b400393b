package command

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/setup"
	"pp/engine"
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

// Tools lists the tools that a model may call.
func Tools(a App) *cli.Command {
	return &cli.Command{Name: "tools", Usage: "list the tools a model may call", UsageText: "[--json]",
		Flags: []cli.Flag{a.jsonFlag()}, Action: showing(a, ShowTools),
		Description: "exit codes: 0 done, 2 usage, 78 configuration"}
}

// ShowTools prints an agent's tools with their arguments.
func ShowTools(a App, m *setup.Agent) error {
	specs := append(engine.TargetTools(), m.InForce.Specs()...)
	slices.SortFunc(specs, func(x, y engine.ToolSpec) int { return strings.Compare(x.Name, y.Name) })
	return showList(a, len(specs), "", func(i int) (any, string) {
		spec := specs[i]
		entry := toolJSON{Name: spec.Name, Doc: spec.Doc, ReadOnly: spec.ReadOnly && !spec.Composed, Params: []paramJSON{}}
		kind := "judged by its effects"
		switch {
		case spec.Composed:
			kind = "calls other tools, each judged"
		case spec.ReadOnly:
			kind = "only reads"
		}
		text := fmt.Sprintf("%s (%s)\n    %s\n", spec.Name, kind, spec.Doc)
		for _, p := range spec.Params {
			entry.Params = append(entry.Params, paramJSON{p.Name, p.Kind.String(), p.Required, p.Doc})
			need := "optional"
			if p.Required {
				need = "required"
			}
			text += fmt.Sprintf("    :%-10s %-8s %-9s %s\n", p.Name, p.Kind, need, p.Doc)
		}
		return entry, text
	})
}
