package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/command"
	"pp/cli/usage"
)

// described is the command line as help, completion and the manual page show it.
func described(a command.App) *usage.Command {
	global := flags(a.Options)
	program := &usage.Command{Name: "pp", Summary: usageLine, Flags: describedFlags("", global)}
	for _, c := range commands(a) {
		own := c.Flags
		for _, f := range global {
			if obeys(c.Name, f.Names()[0]) {
				own = append(own, f)
			}
		}
		d := usage.Command{Name: c.Name, Summary: c.Usage, Synopsis: c.UsageText, Description: c.Description,
			Flags: describedFlags(c.Name, own)}
		d.Commands, d.Arguments = words(c)
		program.Commands = append(program.Commands, d)
	}
	return program
}

// words are the verbs and the kinds of argument in a command's forms.
func words(c *cli.Command) (verbs []usage.Command, arguments []string) {
	for _, f := range command.Forms(c.UsageText) {
		verb, places := f.Words()
		var kinds []string
		for _, p := range places {
			kinds = append(kinds, kindOf(c.Name, p))
		}
		if verb == "" {
			arguments = append(arguments, kinds...)
			continue
		}
		verbs = append(verbs, usage.Command{Name: verb, Arguments: kinds})
	}
	return verbs, arguments
}

// kindOf is the kind of value that a placeholder in capitals stands for.
func kindOf(command, placeholder string) string {
	switch placeholder {
	case "FILE":
		return usage.File
	case "DIR":
		return usage.Directory
	case "NAME":
		if command == "skills" {
			return "skill"
		}
		if command == "jobs" {
			return "job"
		}
	case "ID", "SESSION":
		if command == "rules" {
			return "rule"
		}
		return "conversation"
	}
	return strings.ToLower(placeholder)
}

func describedFlags(command string, list []cli.Flag) []usage.Flag {
	out := make([]usage.Flag, 0, len(list))
	for _, f := range list {
		g := usage.Flag{Names: f.Names()}
		if d, ok := f.(cli.DocGenerationFlag); ok {
			text := d.GetUsage()
			if parts := strings.SplitN(text, "`", 3); len(parts) == 3 {
				g.Value, g.Kind = parts[1], kindOf(command, parts[1])
			} else if d.TakesValue() {
				g.Value = "VALUE"
			}
			g.Summary = strings.ReplaceAll(text, "`", "")
		}
		out = append(out, g)
	}
	return out
}
