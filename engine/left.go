package engine

import (
	"maps"
	"slices"
	"strings"
)

// Left is what the commands of a conversation leave to the next: where that works, and which variables it gets. The
// zero value is of a conversation that has set nothing.
type Left struct {
	Dir string // "" is where the conversation began
	// Exported are the variables that commands exported. PATH is in [Facts.Env] too.
	Exported Environment
}

// ResetCommand is the command that forgets what the commands before it left. pp itself carries it out.
const ResetCommand = "reset"

// List are the variables as NAME=VALUE, sorted.
func (e Environment) List() []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(e)) {
		out = append(out, name+"="+e[name])
	}
	return out
}

// EnvironmentOf are the variables of such a list.
func EnvironmentOf(list []string) Environment {
	if len(list) == 0 {
		return nil
	}
	out := Environment{}
	for _, entry := range list {
		name, value, _ := strings.Cut(entry, "=")
		out[name] = value
	}
	return out
}

// leaves reports whether a command may leave something to the next one, so that no other may run beside it. It looks at
// words alone: where it is wrong, a command waits for another.
func leaves(a Action) bool {
	words := strings.FieldsFunc(a.Command(), func(r rune) bool { return strings.ContainsRune(" \t\n;&|(){}", r) })
	return slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"cd", "pushd", "popd", "export", "declare", "typeset", "readonly", "unset", "source",
			".", "eval", "set", "builtin", "command", ResetCommand}, w)
	})
}
