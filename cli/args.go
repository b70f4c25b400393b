package cli

import (
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/engine"
)

// arranged is a command line taken apart before urfave/cli sees it, because
// that package ignores a flag that stands after a positional argument.
type arranged struct {
	command *cli.Command // nil for a prompt
	global  []string     // flags of every invocation, in order, values attached
	flags   []string     // flags of the command, likewise, and unknown ones
	words   []string     // the positional arguments
	literal bool         // they stand after "--"
}

// name is the command's, "" for a prompt.
func (a arranged) name() string {
	if a.command == nil {
		return ""
	}
	return a.command.Name
}

// takesRest is the command whose first word begins another command line, with flags of its own.
const takesRest = "preview"

// arrange finds the command and moves flags in front of words. Everything
// after "--" is a word. An unknown flag is kept, for the parser to refuse.
func arrange(all []*cli.Command, args []string, global []cli.Flag) arranged {
	var out arranged
	common := tableOf(global)
	var own flagTable
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			out.literal = len(out.words) == 0
			out.words = append(out.words, args[i+1:]...)
			return out
		}
		begins := out.command == nil && len(out.words) == 0
		if !strings.HasPrefix(arg, "-") || arg == "-" || begins && arg == "--version" {
			if begins {
				if c := findCommand(all, strings.TrimPrefix(arg, "--")); c != nil {
					out.command, own = c, tableOf(append(slices.Clip(c.Flags), helpFlag()))
					continue
				}
			}
			if out.name() == takesRest {
				out.words = append(out.words, args[i:]...)
				return out
			}
			out.words = append(out.words, arg)
			continue
		}
		to, table := &out.flags, own
		if own[flagName(arg)] == nil && (out.command == nil || common.has(arg)) {
			to, table = &out.global, common
		}
		*to = append(*to, table.split(arg)...)
		if table.takesValue(arg) && i+1 < len(args) {
			i++
			*to = append(*to, args[i])
		}
	}
	return out
}

// flagName is the name in -name, --name and --name=value.
func flagName(arg string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	return name
}

// flagTable finds flags by each of their names.
type flagTable map[string]cli.Flag

func tableOf(flags []cli.Flag) flagTable {
	t := flagTable{}
	for _, f := range flags {
		for _, name := range f.Names() {
			t[name] = f
		}
	}
	return t
}

// has reports whether a flag, or the first of a cluster of short ones, is in the table.
func (t flagTable) has(arg string) bool {
	name := flagName(arg)
	return t[name] != nil || !strings.HasPrefix(arg, "--") && name != "" && t[name[:1]] != nil
}

// find returns the flag of an argument, or the last one of a cluster of short flags; nil if there is none.
func (t flagTable) find(arg string) cli.Flag {
	name := flagName(arg)
	f := t[name]
	if f == nil && !strings.HasPrefix(arg, "--") && len(name) > 1 {
		f = t[name[len(name)-1:]]
	}
	return f
}

// takesValue reports whether a flag, or the last one of a cluster of short flags, takes the next word as its value.
func (t flagTable) takesValue(arg string) bool {
	f := t.find(arg)
	_, boolean := f.(*cli.BoolFlag)
	return f != nil && !boolean && !strings.Contains(arg, "=")
}

// split is a flag by its long name: the parser refuses two names of one flag, as in -m x --model y. A cluster of short
// flags is taken apart.
func (t flagTable) split(arg string) []string {
	name, value, valued := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	if f := t[name]; f != nil {
		long := "--" + f.Names()[0]
		if valued {
			long += "=" + value
		}
		return []string{long}
	}
	var out []string
	for _, letter := range strings.TrimPrefix(arg, "-") {
		f := t[string(letter)]
		if f == nil {
			return []string{arg}
		}
		out = append(out, "--"+f.Names()[0])
	}
	return out
}

// isNamed reports whether one of the arguments is a flag of that name.
func isNamed(name string, args []string) bool {
	return slices.ContainsFunc(args, func(arg string) bool { return flagName(arg) == name })
}

// valueOf finds a flag's value before parsing, to know how to report a usage
// error. The last one counts.
func valueOf(args []string, names ...string) string {
	var value string
	for i, arg := range args {
		if arg == "--" {
			break
		}
		for _, n := range names {
			if rest, ok := strings.CutPrefix(arg, n+"="); ok {
				value = rest
			} else if arg == n && i+1 < len(args) {
				value = args[i+1]
			}
		}
	}
	return value
}

// parse sets flags to what the arguments, as arrange leaves them, say, or to their defaults; the words are kept as they
// are. The library's own App takes a flag that stands behind a word for a word.
func parse(flags []cli.Flag, args []string, words ...string) (*flag.FlagSet, error) {
	set := flag.NewFlagSet("pp", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, f := range flags {
		if err := f.Apply(set); err != nil {
			return nil, err
		}
	}
	if err := set.Parse(args); err != nil { // by themselves, so that the last one cannot take a word for its value
		return nil, err
	}
	return set, set.Parse(append([]string{"--"}, words...))
}

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
	case "set-tier":
		return "set a tier's model with `pp config set providers.NAME.small MODEL` (or .large)"
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
