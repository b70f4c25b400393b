package cli

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/gates"
)

func (a *app) gatesCommand() *cli.Command {
	return &cli.Command{Name: "gates", Usage: "list the gates and the rules in force", UsageText: "[--json]", Flags: []cli.Flag{a.jsonFlag()},
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
			return a.showGates(m)
		}}
}

type gateJSON struct {
	Name     string `json:"name"`
	Priority int    `json:"priority"`
}

type ruleJSON struct {
	Name     string `json:"name"`
	Check    string `json:"check"`
	Decision string `json:"decision"`
	Waivable bool   `json:"waivable"`
	Doc      string `json:"doc"`
	Origin   string `json:"origin"`
}

type permissionJSON struct {
	Pattern  string `json:"pattern"`
	Decision string `json:"decision"`
	Origin   string `json:"origin"`
}

func (a *app) showGates(m *machine) error {
	var out struct {
		Gates       []gateJSON       `json:"gates"`
		Rules       []ruleJSON       `json:"rules"`
		Permissions []permissionJSON `json:"permissions"`
	}
	for _, g := range m.stack.Gates() {
		out.Gates = append(out.Gates, gateJSON{g.Name(), g.Priority()})
	}
	rules := gates.DefaultRules()
	for _, name := range rules.Names() {
		r, origin := rules[name], "built-in"
		if d, changed := a.policy.rules[name]; changed {
			r.Decision, origin = d, a.opts.policy
		}
		out.Rules = append(out.Rules, ruleJSON{name, r.Check, r.Decision.String(), r.Waivable, r.Doc, origin})
	}
	out.Permissions = []permissionJSON{}
	for _, p := range append(permissions(a.cfg), a.policy.permissions...) {
		out.Permissions = append(out.Permissions, permissionJSON{p.Text, p.Decision.String(), p.Where})
	}
	if a.opts.json {
		return a.printJSON(out)
	}
	var b strings.Builder
	b.WriteString("gates, in the order they run; all of them run:\n")
	for _, g := range out.Gates {
		fmt.Fprintf(&b, "  %3d %s\n", g.Priority, g.Name)
	}
	b.WriteString("\nrules of the dispatcher (a denial cannot be changed; * may be waived):\n")
	for _, r := range out.Rules {
		mark := " "
		if r.Waivable {
			mark = "*"
		}
		fmt.Fprintf(&b, "  %-5s%s %-22s %-17s %s   # %s\n", r.Decision, mark, r.Name, r.Check, r.Doc, r.Origin)
	}
	b.WriteString("\npermissions:\n")
	if len(out.Permissions) == 0 {
		b.WriteString("  none\n")
	}
	for _, p := range out.Permissions {
		fmt.Fprintf(&b, "  %-6s %s   # %s\n", p.Decision, p.Pattern, p.Origin)
	}
	return a.print(b.String())
}
