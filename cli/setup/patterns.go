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
	"pp/engine"
	"pp/gates"
)

// checkPatterns refuses a permission that could not be applied: a denial that
// is silently left out would be an allowance. A project's for a tool that does not
// exist is ignored, with a warning.
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
	return tools.Builtin(tools.Options{Memory: memoryTools{}, Headlines: memoryTools{}, Literate: true})
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
