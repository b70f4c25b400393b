package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"pp/actuators"
	"pp/actuators/tools"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
	"pp/gates"
	"pp/gates/shell/table"
)

// policy is what the layers say about the gates' own tables, checked.
type policy struct {
	// rules holds the rows that the layers set; Origins holds their places.
	Rules   engine.RuleTable
	Origins map[string]config.Origin
	// permissions are those of --policy, for this run.
	Permissions []engine.Permission
	// programs is the table of programs with the additions and removals; nil if there are none.
	programs *table.Table
	warnings []string
}

// readPolicy resolves [rules] and [programs] of all layers and of --policy. A mistake is an error with its line.
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

// CheckGates refuses a configuration whose permissions, rules or programs the gates could not apply.
func CheckGates(cfg *config.Config) error {
	if _, err := checkPatterns(cfg.Permissions); err != nil {
		return err
	}
	_, err := readPolicy(cfg, "")
	return err
}

// rule takes one line of [rules]: the strictest layer wins, and a project's counts only if it is stricter. It ignores
// an unknown rule that allows something, with a warning, since older versions of pp had rules that are gone.
func (p *policy) rule(r config.Rule) error {
	d := r.Decision
	known := gates.DefaultRules()
	row, exists := known[r.Name]
	project := r.Origin.Source == config.SourceProject
	if !exists && d == engine.Allow && r.Origin.Source != config.SourceFlag {
		p.warnings = append(p.warnings, fmt.Sprintf("%s: there is no rule %q, so pp ignores it; `pp gates` lists the rules",
			r.Origin, r.Name))
		return nil
	}
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

// programs applies the lines of [programs] to the table of programs. A removal also removes additions.
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

// checkPatterns refuses a permission that pp cannot apply: dropping a denial silently would allow something. It ignores
// a project's permission for an unknown tool, with a warning.
func checkPatterns(list []config.Permission) (warnings []string, err error) {
	for _, p := range list {
		hint, err := checkPattern(p.Pattern)
		if err == nil {
			continue
		}
		var noTool *noToolError
		// perhaps one of a newer pp: it denies nothing here
		if errors.As(err, &noTool) && p.Origin.Source == config.SourceProject {
			warnings = append(warnings, fmt.Sprintf("%s: %v; %s", p.Origin, err, hint))
			continue
		}
		code := exit.Config
		if p.Origin.Source == config.SourceFlag && p.Origin.Line == 0 {
			code = exit.Usage
		}
		return nil, exit.New(code, hint, fmt.Errorf("%s: %w", p.Origin, err))
	}
	return warnings, nil
}

// noToolError is a pattern for a tool that does not exist.
type noToolError struct{ name string }

// Error implements error.
func (e *noToolError) Error() string { return fmt.Sprintf("there is no tool %q", e.name) }

// everyTool is all tools that come with pp, to be looked at and not called.
func everyTool() []tools.Tool {
	return tools.Builtin(tools.Options{Memory: memoryTools{}, Headlines: memoryTools{}})
}

// checkPattern says what is wrong with a permission's pattern, and how to write it.
func checkPattern(text string) (hint string, err error) {
	pattern, err := gates.ParsePattern(text)
	if err != nil {
		return `write a tool's name, or "shell" and a command's words`, err
	}
	names := []string{"*", "shell", "eval-form", "message"}
	for _, t := range everyTool() {
		names = append(names, t.Spec.Name)
	}
	switch {
	case slices.Contains(names, pattern.Tool):
		return "", nil
	case strings.HasPrefix(pattern.Tool, engine.ServerPrefix): // of a server that may not be configured now
		if strings.Contains(pattern.Tool, "*") {
			return "write one for each tool; `pp tools` lists them", fmt.Errorf("%q stands for no tool of a server", text)
		}
		return "", nil
	case pattern.Tool == "run-tests":
		return `write that command, such as "shell go test *"`,
			fmt.Errorf("the tool %q is judged as the command that it runs", pattern.Tool)
	}
	return fmt.Sprintf("the nearest are %s; for a command write \"shell %s\"; `pp tools` lists the tools",
		strings.Join(actuators.Nearest(pattern.Tool, names[1:], 3), ", "), text), &noToolError{text}
}
