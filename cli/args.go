package cli

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
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

// takesValue reports whether the next word is the value of a flag, or of the last of a cluster of short ones.
func (t flagTable) takesValue(arg string) bool {
	name := flagName(arg)
	f := t[name]
	if f == nil && !strings.HasPrefix(arg, "--") && len(name) > 1 {
		f = t[name[len(name)-1:]]
	}
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
