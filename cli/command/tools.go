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
	"pp/engine"
)

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
	return showList(a, specs, "", func(spec engine.ToolSpec) (any, string) {
		kind := "judged by its effects"
		switch {
		case spec.Composed:
			kind = "calls other tools, each judged"
		case spec.ReadOnly:
			kind = "only reads"
		}
		params := []row{}
		text := fmt.Sprintf("%s (%s)\n    %s\n", spec.Name, kind, spec.Doc)
		for _, p := range spec.Params {
			params = append(params, row{{"name", p.Name}, {"kind", p.Kind.String()}, {"required", p.Required},
				{"doc", p.Doc}})
			need := map[bool]string{true: "required", false: "optional"}[p.Required]
			text += fmt.Sprintf("    :%-10s %-8s %-9s %s\n", p.Name, p.Kind, need, p.Doc)
		}
		return row{{"name", spec.Name}, {"doc", spec.Doc}, {"read_only", spec.ReadOnly && !spec.Composed},
			{"params", params}}, text
	})
}

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

func showTemplates(a App, cfg *config.Config) error {
	names := slices.Sorted(maps.Keys(cfg.Templates))
	return showList(a, names, "", func(name string) (any, string) {
		t := cfg.Templates[name]
		origin := cfg.Origin("templates." + name).String()
		first, _, _ := strings.Cut(t.Prompt, "\n")
		return row{{"name", name}, {"prompt", t.Prompt}, {"system", t.System}, {"model", t.Model}, {"flags", all(t.Flags)},
			{"origin", origin}}, fmt.Sprintf("%-12s %s\n", name, first)
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
