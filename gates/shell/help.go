package shell

import (
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// onlyPrintsHelp reports whether a program is only asked for its version or its help. One that the table does not know
// is still a program: it must be the machine's own, found by its bare name, and what it does be confined.
func onlyPrintsHelp(m *walker, words []word, in *table.Interpretation) bool {
	for _, w := range words {
		if !w.Known || w.Many {
			return false
		}
	}
	name := words[0].Text
	if len(words) < 2 || strings.Contains(name, "/") || in.Escalates || name == "pp" || !m.facts.Confinement.Confined() {
		return false
	}
	for _, h := range in.Hazards {
		if !h.Asks {
			return false
		}
	}
	switch last := words[len(words)-1].Text; last {
	case "--help":
	case "-h", "-help":
		if !table.Listed("help-programs", name) && len(words) > 2 {
			return false
		}
	case "help":
		if name != "aws" {
			return false
		}
	default:
		if last != "--version" && last != "-version" || len(words) > 2 {
			return false
		}
	}
	for _, w := range words[1 : len(words)-1] {
		if !table.Listed("help-programs", name) || !plainWord(w.Text) || table.Listed("run-subcommands", w.Text) {
			return false
		}
	}
	return machineOwn(m, name)
}

// plainWord reports whether a word can be a subcommand and nothing else.
func plainWord(s string) bool {
	return s != "" && s[0] != '-' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// machineOwn reports whether a bare name means a program of the machine: the script has not changed where programs
// are looked for, and it is not found among somebody's own files.
func machineOwn(m *walker, name string) bool {
	list, ok := lookupVar(m, "PATH").Single()
	if !ok || list != m.facts.Env["PATH"] {
		return false
	}
	at := lookPath(m, name)
	if at == "" {
		return true // there is nothing to run
	}
	_, inside := m.facts.Workspace.Contains(at)
	return !inside && !effect.Within(at, m.facts.Home) && !effect.Within(at, "/tmp") && !effect.Within(at, "/home")
}
