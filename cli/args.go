package cli

import (
	"slices"
	"strings"

	"pp/cli/command"

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
func arrange(a command.App, args []string, global []cli.Flag) arranged {
	var out arranged
	common := flagList(global)
	var own flagList
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
				if c := makeCommand(a, strings.TrimPrefix(arg, "--")); c != nil {
					out.command, own = c, append(slices.Clip(flagList(c.Flags)), helpFlag())
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
		if _, mine := own.find(flagName(arg)); !mine && (out.command == nil || isCommon(arg, common)) {
			to, table = &out.global, common
		}
		*to = append(*to, table.split(arg)...)
		if takesValue(arg, table) && i+1 < len(args) {
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

// isCommon reports whether a flag, or the first of a cluster of short ones, is
// one that every invocation has.
func isCommon(arg string, common flagList) bool {
	name := flagName(arg)
	if _, ok := common.find(name); ok {
		return true
	}
	if strings.HasPrefix(arg, "--") || name == "" {
		return false
	}
	_, ok := common.find(name[:1])
	return ok
}

// flagList are flags to look for by name. A line has few flags, so that a table of
// all names would cost more than it saves.
type flagList []cli.Flag

// find reports whether a flag of that name is known, and takes a value.
func (l flagList) find(name string) (value, known bool) {
	for _, f := range l {
		if own, aliases := namesOf(f); own == name || slices.Contains(aliases, name) {
			_, boolean := f.(*cli.BoolFlag)
			return !boolean, true
		}
	}
	return false, false
}

// split is a flag by its long name: the parser refuses two names of one flag, as in -m x --model y. A
// cluster of short flags is taken apart.
func (l flagList) split(arg string) []string {
	name := strings.TrimPrefix(arg, "-")
	if _, known := l.find(flagName(arg)); known || name == arg || len(name) < 2 || strings.HasPrefix(name, "-") {
		return []string{l.long(arg)}
	}
	var out []string
	for _, letter := range strings.Split(name, "") {
		if _, known := l.find(letter); !known {
			return []string{arg}
		}
		out = append(out, l.long(letter))
	}
	return out
}

// long is a flag by its long name, where it is known by another.
func (l flagList) long(arg string) string {
	name, value, valued := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	for _, f := range l {
		if own, aliases := namesOf(f); slices.Contains(aliases, name) {
			name = "--" + own
			if valued {
				name += "=" + value
			}
			return name
		}
	}
	return arg
}

// namesOf are a flag's name and its others, as its Names would give them after a
// search by a regular expression that costs more than all else here.
func namesOf(f cli.Flag) (name string, aliases []string) {
	switch f := f.(type) {
	case *cli.StringFlag:
		return f.Name, f.Aliases
	case *cli.BoolFlag:
		return f.Name, f.Aliases
	case command.ListFlag:
		return f.Name, f.Aliases
	case *cli.IntFlag:
		return f.Name, f.Aliases
	case *cli.DurationFlag:
		return f.Name, f.Aliases
	}
	names := f.Names()
	return names[0], names[1:]
}

func takesValue(arg string, known flagList) bool {
	if strings.Contains(arg, "=") {
		return false
	}
	name := flagName(arg)
	if value, ok := known.find(name); ok {
		return value
	}
	if !strings.HasPrefix(arg, "--") && len(name) > 1 {
		// A cluster of short flags: the last one may take the value.
		value, _ := known.find(name[len(name)-1:])
		return value
	}
	return false
}

// given keeps the flags that the arguments name: setting up all of them would be most of a
// short run. The rest have their defaults, and an unknown flag is unknown still.
func given(flags []cli.Flag, args []string) []cli.Flag {
	var out []cli.Flag
	for _, f := range flags {
		name, _ := namesOf(f)
		if isNamed(name, args) {
			out = append(out, f)
		}
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
