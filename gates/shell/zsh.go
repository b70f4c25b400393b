package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// Where the shell of another agent is zsh, its commands are judged as bash only where zsh and bash agree about every
// construct and special name in them. What is not known to be the same to both is asked about.

// inZsh reports whether the shell of another agent is zsh, and runs what is walked now.
func (m *memory) inZsh() bool { return m.dialect == dialectZsh && m.elsewhere() }

// onlyInZsh asks about something that zsh takes in another way than bash.
func (m *memory) onlyInZsh(what string, span effect.Span) {
	if !m.inZsh() {
		return
	}
	if m.outside != nil {
		span = *m.outside
	}
	m.concern(RuleZsh, what, span)
}

// zshName asks about a variable that zsh gives a meaning of its own, or bash does.
func (m *memory) zshName(name string, span effect.Span) {
	if table.Listed("zsh/variables", name) || strings.HasSuffix(name, "_functions") {
		m.onlyInZsh("the variable "+name, span)
	}
}

// zshFunction asks about a function that zsh calls by itself.
func (m *memory) zshFunction(name string, span effect.Span) {
	if strings.HasPrefix(name, "TRAP") || table.Listed("zsh/functions", name) || strings.ContainsAny(name, "*?[^#~=<{") {
		m.onlyInZsh("the function "+name, span)
	}
}

// zshFlags are the flags that zsh has too of a command of the shell; ok is false where any are the same.
func zshFlags(name string) (flags string, ok bool) {
	flags, ok = map[string]string{"read": "rd", "cd": "LP", "chdir": "", "pushd": "", "popd": "", "dirs": "",
		"export": "", "declare": declares, "typeset": declares, "local": declares, "readonly": declares, "unalias": "a",
		"trap": "", "unset": "vf", "command": "vV", "builtin": "", "exec": "", "wait": "", "set": "eux"}[name]
	return flags, ok
}

// declares are the flags that zsh has too of commands that declare variables.
const declares = "xriaAg"

// zshCommand asks about a command of the shell that is not the same to zsh.
func (sc *simple) zshCommand() {
	if !sc.inZsh() {
		return
	}
	name := sc.words[0].Text
	flags, own := zshFlags(name)
	if table.Listed("zsh/commands", name) || own && !sameInZsh(name, flags, sc.words[1:]) {
		sc.onlyInZsh("the command "+name, sc.words[0].Span)
	}
}

// sameInZsh reports whether words mean the same to a command of the shell and to that of zsh.
func sameInZsh(name, flags string, args []word) bool {
	operands := 0
	for i := 0; i < len(args); i++ {
		text := args[i].Text
		switch {
		case args[i].Known && text == "--":
			return len(args)-i-1+operands < 2 || name != "cd" && name != "pushd"
		case args[i].Known && len(text) > 1 && (text[0] == '-' || text[0] == '+'):
			rest := strings.Trim(text[1:], flags)
			if rest == "o" && name == "set" && i+1 < len(args) {
				i++
				if slices.Contains([]string{"pipefail", "errexit", "nounset", "xtrace"}, args[i].Text) {
					rest = ""
				}
			}
			if rest != "" {
				return false
			}
		case name == "command" || name == "builtin" || name == "exec":
			return true
		case name == "set",
			name == "unset" && (!args[i].Known || strings.Contains(text, "[") || table.Listed("zsh/variables", text)):
			return false
		default:
			operands++
		}
	}
	return operands < 2 || name != "cd" && name != "pushd"
}

// readByZsh looks at the text of a script for what zsh reads in another way than bash.
func readByZsh(a *analysis, file *syntax.File) {
	if !a.inZsh() {
		return
	}
	syntax.Walk(file, (&zshReader{analysis: a}).node)
}
