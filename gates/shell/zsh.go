package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// If the shell of another agent is zsh, pp judges its commands as bash, and asks about every construct and special name
// that may mean something else in zsh.

// inZsh reports whether the shell of another agent is zsh, and runs the code that pp is walking.
func (m *memory) inZsh() bool { return m.dialect == dialectZsh && m.elsewhere() }

// onlyInZsh asks about code that may mean something else in zsh.
func (m *memory) onlyInZsh(c cause.Cause, span effect.Span) {
	if !m.inZsh() {
		return
	}
	if m.outside != nil {
		span = *m.outside
	}
	m.concern(RuleZsh, c, span)
}

// zshName asks about a variable that is special in zsh or bash alone.
func (m *memory) zshName(name string, span effect.Span) {
	if table.Listed("zsh/variables", name) || strings.HasSuffix(name, "_functions") {
		m.onlyInZsh(cause.ZshVariable.OfName(name), span)
	}
}

// zshFunction asks about a function that zsh calls by itself.
func (m *memory) zshFunction(name string, span effect.Span) {
	if strings.HasPrefix(name, "TRAP") || table.Listed("zsh/functions", name) || strings.ContainsAny(name, "*?[^#~=<{") {
		m.onlyInZsh(cause.ZshFunction.OfName(name), span)
	}
}

// zshFlags returns the flags of a builtin that mean the same in zsh; ok is false if all of its flags do.
func zshFlags(name string) (flags string, ok bool) {
	flags, ok = map[string]string{"read": "rd", "cd": "LP", "chdir": "", "pushd": "", "popd": "", "dirs": "",
		"export": "", "declare": declares, "typeset": declares, "local": declares, "readonly": declares, "unalias": "a",
		"trap": "", "unset": "vf", "command": "vV", "builtin": "", "exec": "", "wait": "", "set": "eux"}[name]
	return flags, ok
}

// declares lists the flags of declare and similar builtins that mean the same in zsh.
const declares = "xriaAg"

// zshCommand asks about a builtin that may do something else in zsh.
func (sc *simple) zshCommand() {
	if !sc.inZsh() {
		return
	}
	name := sc.words[0].Text
	flags, own := zshFlags(name)
	if table.Listed("zsh/commands", name) || own && !isSameInZsh(name, flags, sc.words[1:]) {
		sc.onlyInZsh(cause.ZshCommand.OfName(name), sc.words[0].Span)
	}
}

// isSameInZsh reports whether a builtin does the same with these arguments in bash and zsh.
func isSameInZsh(name, flags string, args []word) bool {
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

// readByZsh asks about each part of a script's text that may mean something else in zsh.
func readByZsh(a *analysis, file *syntax.File) {
	if !a.inZsh() {
		return
	}
	syntax.Walk(file, (&zshReader{analysis: a}).node)
}
