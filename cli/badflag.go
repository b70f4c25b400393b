package cli

import (
	"strings"

	"pp/cli/exit"
	"pp/engine"

	"github.com/urfave/cli/v2"
)

// badFlag turns the parser's message into one that says what to do.
func badFlag(err error, line arranged, known []cli.Flag) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return exit.UsageError(flagHint(line.name(), name, known), "unknown flag %s", line.written(name))
	}
	if name, ok := strings.CutPrefix(text, "flag needs an argument: -"); ok {
		return exit.UsageError("give it one, or leave it out", "%s needs a value", line.written(name))
	}
	if rest, ok := strings.CutPrefix(text, "invalid value "); ok {
		if value, name, ok := strings.Cut(rest, " for flag -"); ok {
			name, _, _ = strings.Cut(name, ":")
			return exit.UsageError(valueHint(name, known), "%s cannot be %s", line.written(name), value)
		}
	}
	return exit.UsageError("pp help lists the flags", "%s", text)
}

// flagHint says what may have been meant by an unknown flag.
func flagHint(command, name string, known []cli.Flag) string {
	switch name { // what other programs have
	case "version":
		return "`pp --version`, alone, prints the version"
	case "fix":
		return "run the commands that `pp doctor` prints"
	case "json":
		return "--output-format json prints a prompt's result as JSON; commands that print data have --json"
	}
	var names []string
	for _, f := range known {
		names = append(names, f.Names()[0])
	}
	if n := engine.Near(name, names); n != "" && len(name) > 2 {
		return "did you mean --" + n + "?"
	}
	if command == "check" || command == "sandbox" || command == "rules" {
		return "put the command behind --, as in pp " + command + " -- …, or in quotes"
	}
	return "pp help lists the flags; pp -- … sends a prompt that begins with a dash"
}

// valueHint says how a flag's value is written.
func valueHint(name string, known []cli.Flag) string {
	for _, f := range known {
		if f.Names()[0] != name {
			continue
		}
		switch f.(type) {
		case *cli.DurationFlag:
			return "give a duration with its unit, such as 90s or 5m"
		case *cli.IntFlag:
			return "give a whole number"
		}
	}
	return "pp help lists the flags"
}

// written is a flag as it stood on the command line, without its value.
func (a arranged) written(name string) string {
	for _, args := range [][]string{a.global, a.flags} {
		for _, arg := range args {
			if strings.HasPrefix(arg, "-") && flagName(arg) == name {
				flag, _, _ := strings.Cut(arg, "=")
				return flag
			}
		}
	}
	return "-" + name
}

// wantsHelp reports whether the flags ask for the help. The parser would take a
// prompt, or what follows a command, for the name of a topic.
func (a arranged) wantsHelp(known []cli.Flag) bool {
	table := tableOf(known)
	for _, flags := range [][]string{a.global, a.flags} {
		for i := 0; i < len(flags); i++ {
			if flagName(flags[i]) == "help" {
				return true
			}
			if table.takesValue(flags[i]) {
				i++
			}
		}
	}
	return false
}
