package command

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/gates"
)

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

type gateJSON struct {
	Name     string `json:"name"`
	Priority int    `json:"priority"`
	Version  string `json:"version,omitempty"` // of a skill's
}

type ruleJSON struct {
	Name     string `json:"name"`
	Check    string `json:"check"`
	Decision string `json:"decision"`
	Waivable bool   `json:"waivable"`
	Permit   bool   `json:"by_permission"`
	Doc      string `json:"doc"`
	Origin   string `json:"origin"`
}

type programJSON struct {
	Name   string `json:"name"`
	Change string `json:"change"` // "added" or "removed"
	Origin string `json:"origin"`
}

type permissionJSON struct {
	Pattern  string `json:"pattern"`
	Decision string `json:"decision"`
	Origin   string `json:"origin"`
}

// gatesJSON is what `pp gates` shows.
type gatesJSON struct {
	Gates       []gateJSON       `json:"gates"`
	Rules       []ruleJSON       `json:"rules"`
	Permissions []permissionJSON `json:"permissions"`
	Programs    []programJSON    `json:"programs"`
}

// ShowGates prints the gates and rules that an agent goes by.
func ShowGates(a App, m *setup.Agent) error {
	out := inForce(m)
	return a.showRows(out, out.String())
}

// inForce gathers the gates, and what the layers of configuration make of the
// tables they go by.
func inForce(m *setup.Agent) gatesJSON {
	out := gatesJSON{Permissions: []permissionJSON{}, Programs: []programJSON{}}
	for _, g := range m.InForce.Gates() {
		entry := gateJSON{Name: g.Name(), Priority: g.Priority()}
		if v, ok := g.(engine.Versioned); ok {
			entry.Version = v.Version()
		}
		out.Gates = append(out.Gates, entry)
	}
	rules := gates.DefaultRules()
	inForce := rules.InForce(m.Settings.Policy.Rules)
	for _, name := range rules.Names() {
		r := rules[name]
		out.Rules = append(out.Rules, ruleJSON{name, r.Check, inForce[name].String(), r.Waivable, r.ByPermission(), r.Doc,
			m.Settings.Policy.Origins[name].String()})
	}
	for _, p := range append(setup.Permissions(m.Settings.Config.Permissions), m.Settings.Policy.Permissions...) {
		out.Permissions = append(out.Permissions, permissionJSON{p.Text, p.Decision.String(), p.Where})
	}
	for _, p := range m.Settings.Config.Programs {
		change := "added"
		if p.Removed {
			change = "removed"
		}
		out.Programs = append(out.Programs, programJSON{p.Name, change, p.Origin.String()})
	}
	return out
}

// String is the tables for a person.
func (g gatesJSON) String() string {
	var b strings.Builder
	b.WriteString("gates, in the order they run; all of them run:\n")
	for _, x := range g.Gates {
		fmt.Fprintf(&b, "  %3d %s\n", x.Priority, strings.TrimSpace(x.Name+"  "+output.ShortHash(x.Version)))
	}
	b.WriteString("\nrules of the dispatcher (a denial cannot be changed; * may be waived, + only by a permission for " +
		"the program and its subcommand):\n")
	for _, r := range g.Rules {
		mark := " "
		switch {
		case r.Waivable:
			mark = "*"
		case r.Permit:
			mark = "+"
		}
		fmt.Fprintf(&b, "  %-5s%s %-22s %-17s %s   # %s\n", r.Decision, mark, r.Name, r.Check, r.Doc, r.Origin)
	}
	b.WriteString("\npermissions:\n")
	if len(g.Permissions) == 0 {
		b.WriteString("  none\n")
	}
	for _, p := range g.Permissions {
		fmt.Fprintf(&b, "  %-6s %s   # %s\n", p.Decision, p.Pattern, p.Origin)
	}
	b.WriteString("\nprograms, over the built-in table:\n")
	if len(g.Programs) == 0 {
		b.WriteString("  none\n")
	}
	for _, p := range g.Programs {
		fmt.Fprintf(&b, "  %-7s %s   # %s\n", p.Change, p.Name, p.Origin)
	}
	return b.String()
}
