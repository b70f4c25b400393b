package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/store"
	"pp/gates"
)

// Rules lists, explains, revokes, tests and imports learned rules.
func Rules(a App) *cli.Command {
	var why string
	return &cli.Command{Name: "rules", Usage: "list, explain, revoke, test and import learned rules",
		UsageText: "[list | explain RULE | revoke RULE … | test RULE [COMMAND …] | import]",
		Flags:     []cli.Flag{a.jsonFlag(), Text("reason", "revoke: why, kept with the rule", &why)},
		Description: "test without a command tells how many of the questions on record the rule would have answered.\n" +
			"exit codes: 0 done, 1 the rules cannot be read, 2 usage, 3 a rule was refused, 78 configuration",
		Action: verbs[*rulesRun]{
			{"list", nil, true, func(r *rulesRun) error { return ListRules(r.App, r.agent) }},
			{"explain", nil, true, func(r *rulesRun) error { return r.Show(ruleRow(r.rule), r.rule.Explain(r.System.Now())) }},
			{"revoke", []string{"reason"}, false, func(r *rulesRun) error {
				return RevokeRules(r.App, r.ctx, r.agent, r.words, why)
			}},
			{"test", nil, false, (*rulesRun).test},
			{"import", nil, false, (*rulesRun).imports},
		}.action(a, openRules)}
}

// rulesRun is one run of `pp rules`.
type rulesRun struct {
	run
	agent *setup.Agent
	rule  approval.Rule // that the first word names
}

func openRules(r run) (out *rulesRun, err error) {
	out = &rulesRun{run: r}
	if out.agent, err = r.Agent(); err != nil {
		return out, err
	}
	if out.agent.Rules == nil {
		return out, exit.ConfigError(exit.NoPlaceHint, "there is no place where rules are kept")
	}
	if len(r.words) > 0 {
		if out.rule, err = out.agent.Rules.Get(r.words[0]); errors.Is(err, approval.ErrNoRule) {
			err = exit.Unknown("rule", r.words[0], nil, "`pp rules` lists them")
		}
	}
	return out, err
}

// RevokeRules takes back learned rules and a session's grants; none where one of them is not known.
func RevokeRules(a App, ctx context.Context, m *setup.Agent, ids []string, why string) error {
	const hint = "`pp rules` lists them; --reason TEXT keeps why"
	granted := m.Judge.Grants.List()
	ofSession := func(id string) bool {
		return slices.ContainsFunc(granted, func(r approval.Rule) bool { return r.Grant.ID == id })
	}
	for _, id := range ids {
		if ofSession(id) {
			continue
		}
		if m.Rules == nil {
			return exit.UsageError(hint, "%.40q: %w", id, approval.ErrNoRule)
		}
		if _, err := m.Rules.Get(id); err != nil {
			return exit.UsageError(hint, "%w", err)
		}
	}
	for _, id := range ids {
		rule, err := approval.Rule{}, error(nil)
		if ofSession(id) {
			rule, err = m.Judge.Grants.Revoke(id, a.System.Now())
		} else {
			rule, err = m.Rules.Revoke(ctx, id, why)
		}
		if err == nil {
			err = a.Out.Print("revoked " + rule.Grant.ID + ": " + a.Out.Redact(rule.Sentence()) + "\n")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func ruleRow(r approval.Rule) row {
	return row{{"id", r.Grant.ID}, {"sentence", r.Sentence()}, {"from", r.From}, {"since", r.Since}}
}

// ListRules prints the learned rules in force.
func ListRules(a App, m *setup.Agent) error {
	list, err := m.Rules.List()
	if err != nil {
		return err
	}
	return showList(a, setup.ActiveRules(list), "no rule was learned\n", func(r approval.Rule) (any, string) {
		return ruleRow(r), fmt.Sprintf("%s  %s\n    from %s, %s\n", r.Grant.ID, r.Sentence(), r.From, output.When(r.Since))
	})
}

// test judges a command with and without one rule, or, without a command, the questions that are on record.
func (r *rulesRun) test() error {
	cmd := strings.Join(r.words[1:], " ")
	if cmd == "" {
		return testOnRecord(r.run, r.agent, r.rule)
	}
	without := r.agent.Judge.With(ShellAction(cmd), nil)
	with := r.agent.Judge.With(ShellAction(cmd), []engine.Grant{r.rule.Grant})
	return r.Out.Print(r.Out.Redact("without: " + without.Sentence() + "\nwith:    " + with.Sentence() + "\n"))
}

// maxSuggestions bounds what is read of a repository's suggestions, in bytes; what is
// cut off there does not parse.
const maxSuggestions = 1 << 20

// imports shows and tests each suggestion of the repository, and keeps those
// that the person wants. A suggestion does nothing before that.
func (r *rulesRun) imports() error {
	root := r.agent.Settings.Where.Workspace.Root
	name := filepath.Join(root, ".pp", "rules.toml")
	data, err := store.Read(r.ctx, name, maxSuggestions)
	if errors.Is(err, os.ErrNotExist) {
		return exit.UsageError("a repository suggests rules in .pp/rules.toml", "%s: no such file", name)
	}
	if err != nil {
		return err
	}
	list, err := approval.ReadSuggestions(data, root, store.NewView())
	if err != nil {
		return exit.ConfigError("it is the repository's file: correct it there, or leave it; nothing of it was imported",
			"%s: %w", name, err)
	}
	p, ok := r.present()
	if !ok {
		return exit.UsageError("run it at a terminal", "importing rules needs a person, for each of them")
	}
	defer p.Close()
	for _, s := range list {
		if err := r.importOne(p, s, name); err != nil {
			return err
		}
	}
	return nil
}

func (r *rulesRun) importOne(p *ask.Person, rule approval.Rule, name string) error {
	if rule.Why != "" {
		p.Say("the repository says: %s\n", rule.Why)
	}
	if yes, err := p.Yes(r.ctx, rule.Sentence()+"\nkeep that?"); err != nil || !yes {
		return err
	}
	kept, err := r.agent.Rules.Learn(r.ctx, rule, "import of "+name, r.agent.Judge.With)
	if _, ok := errors.AsType[*approval.WideError](err); ok {
		p.Say("refused: %v\n", err)
		return nil
	}
	if err == nil {
		p.Say("kept as %s\n", kept.Grant.ID)
	}
	return err
}

// Gates lists the gates and the rules in force.
func Gates(a App) *cli.Command {
	return &cli.Command{Name: "gates", Usage: "list the gates and the rules in force", UsageText: "[--json]",
		Flags: []cli.Flag{a.jsonFlag()}, Action: showing(a, ShowGates),
		Description: "exit codes: 0 done, 2 usage, 78 configuration"}
}

// showing is a command without arguments that shows something of the machine as it
// would be used here.
func showing(a App, show func(App, *setup.Agent) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		m, err := a.Agent()
		if err != nil {
			return err
		}
		return show(a, m)
	}
}

// ShowGates prints the gates, and what the layers of configuration make of the tables that they go by.
func ShowGates(a App, m *setup.Agent) error {
	var b strings.Builder
	b.WriteString("gates, in the order they run; all of them run:\n")
	gateRows, ruleRows, permissionRows, programRows := []row{}, []row{}, []row{}, []row{}
	for _, g := range m.InForce.Gates() {
		version := ""
		if v, ok := g.(engine.Versioned); ok {
			version = v.Version()
		}
		gateRows = append(gateRows, row{{"name", g.Name()}, {"priority", g.Priority()}}.and("version", version))
		fmt.Fprintf(&b, "  %3d %s\n", g.Priority(), strings.TrimSpace(g.Name()+"  "+output.ShortHash(version)))
	}
	b.WriteString("\nrules of the dispatcher (a denial cannot be changed; * may be waived, + only by a permission for " +
		"the program and its subcommand):\n")
	rules := gates.DefaultRules()
	inForce := rules.InForce(m.Settings.Policy.Rules)
	for _, name := range rules.Names() {
		r, mark := rules[name], " "
		switch {
		case r.Waivable:
			mark = "*"
		case r.ByPermission():
			mark = "+"
		}
		decision, origin := inForce[name].String(), m.Settings.Policy.Origins[name].String()
		ruleRows = append(ruleRows, row{{"name", name}, {"check", r.Check}, {"decision", decision},
			{"waivable", r.Waivable}, {"by_permission", r.ByPermission()}, {"doc", r.Doc}, {"origin", origin}})
		fmt.Fprintf(&b, "  %-5s%s %-22s %-17s %s   # %s\n", decision, mark, name, r.Check, r.Doc, origin)
	}
	b.WriteString("\npermissions:\n")
	for _, p := range append(setup.Permissions(m.Settings.Config.Permissions), m.Settings.Policy.Permissions...) {
		permissionRows = append(permissionRows, row{{"pattern", p.Text}, {"decision", p.Decision.String()},
			{"origin", p.Where}})
		fmt.Fprintf(&b, "  %-6s %s   # %s\n", p.Decision, p.Text, p.Where)
	}
	if len(permissionRows) == 0 {
		b.WriteString("  none\n")
	}
	b.WriteString("\nprograms, over the built-in table:\n")
	for _, p := range m.Settings.Config.Programs {
		change := map[bool]string{false: "added", true: "removed"}[p.Removed]
		programRows = append(programRows, row{{"name", p.Name}, {"change", change}, {"origin", p.Origin.String()}})
		fmt.Fprintf(&b, "  %-7s %s   # %s\n", change, p.Name, p.Origin)
	}
	if len(programRows) == 0 {
		b.WriteString("  none\n")
	}
	return a.showRows(row{{"gates", gateRows}, {"rules", ruleRows}, {"permissions", permissionRows},
		{"programs", programRows}}, b.String())
}
