package setup

import (
	"errors"
	"fmt"

	"pp/cli/config"
	"pp/cli/system"
	"pp/engine"
	"pp/gates"
	"pp/gates/shell/table"
)

// policy is what the layers say about the gates' own tables, checked.
type policy struct {
	// rules are the rows that differ from the built-in table, or that a layer
	// states; origins says where each came from.
	Rules   engine.RuleTable
	Origins map[string]config.Origin
	// permissions are those of --policy, for this run.
	Permissions []engine.Permission
	// programs is the table of programs with what was added and removed; nil when
	// nothing was.
	programs *table.Table
}

// readPolicy resolves [rules] and [programs] of all layers, the file given with
// --policy included; a mistake in one is an error with its line, never a rule
// that is left out.
func readPolicy(cfg *config.Config, name string) (policy, error) {
	var given config.Policy
	if name != "" {
		data, err := system.ReadFile(name)
		if err != nil {
			return policy{}, err
		}
		if given, err = config.ReadPolicy(name, data); err != nil {
			return policy{}, err
		}
	}
	p := policy{Rules: engine.RuleTable{}, Origins: map[string]config.Origin{}}
	// The project's come last: they are compared with what is in force.
	user, project := cfg.Rules, []config.Rule(nil)
	for i, r := range user {
		if r.Origin.Source == config.SourceProject {
			user, project = user[:i:i], user[i:]
			break
		}
	}
	for _, list := range [][]config.Rule{user, given.Rules, project} {
		for _, r := range list {
			if err := p.rule(r); err != nil {
				return policy{}, err
			}
		}
	}
	if _, err := checkPatterns(given.Permissions); err != nil {
		return policy{}, err
	}
	p.Permissions = Permissions(given.Permissions)
	var err error
	p.programs, err = programs(cfg.Programs)
	return p, err
}

// CheckGates refuses a configuration whose permissions, rules or programs the gates
// could not apply.
func CheckGates(cfg *config.Config) error {
	if _, err := checkPatterns(cfg.Permissions); err != nil {
		return err
	}
	_, err := readPolicy(cfg, "")
	return err
}

// rule takes one line of [rules]. Of the layers that state a row the strictest
// wins; a project's counts only where it is stricter than what is in force.
func (p *policy) rule(r config.Rule) error {
	d := r.Decision
	known := gates.DefaultRules()
	row, exists := known[r.Name]
	project := r.Origin.Source == config.SourceProject
	if !exists || !project {
		if err := known.Check(engine.RuleTable{r.Name: d}); err != nil {
			return fileError(r.Origin, err.Error())
		}
	}
	before, stated := p.Rules[r.Name]
	if !stated && project {
		before, stated = row.Decision, true
	}
	if !stated || d < before {
		p.Rules[r.Name], p.Origins[r.Name] = d, r.Origin
	}
	return nil
}

// programs is the table of programs under the lines of [programs]. What is
// removed is removed from all that was added.
func programs(lines []config.Program) (*table.Table, error) {
	if len(lines) == 0 {
		return nil, nil
	}
	t := table.Default()
	var removed []string
	for _, line := range lines {
		if line.Removed {
			removed = append(removed, line.Name)
			continue
		}
		more, err := t.Add(table.Addition{Name: line.Name, Clauses: line.Clauses, Where: line.Origin.Name, Line: line.Line})
		if err != nil {
			o, message := line.Origin, err.Error()
			if at, ok := errors.AsType[*table.Error](err); ok {
				o.Line, o.Column, message = at.Line, 0, at.Err.Error()
			}
			return nil, fileError(o, fmt.Sprintf("the program %s: %s", line.Name, message))
		}
		t = more
	}
	if len(removed) == 0 {
		return t, nil
	}
	return t.Remove(removed...), nil
}

func fileError(o config.Origin, message string) error {
	return &config.Error{Origin: o, Message: message}
}
