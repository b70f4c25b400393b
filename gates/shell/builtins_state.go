package shell

import (
	"slices"
	"strings"

	"pp/gates/shell/value"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

func (a *analysis) unset(words []word) {
	flag := ""
	for _, w := range words[1:] {
		switch {
		case !w.Known:
			a.unknownName(w)
		case flag == "" && (w.Text == "-f" || w.Text == "-v" || w.Text == "-n"):
			flag = w.Text
		default:
			a.checkName(w.Text, w.Span)
			name, _, sub := strings.Cut(w.Text, "[")
			if flag != "-v" {
				if f := a.state.function(name); !f.readonly {
					a.state.define(name, functions{unset: true})
				}
			}
			if flag == "-f" || !validName(name) {
				continue
			}
			if sub {
				a.state.set(name, value.OpaqueArray("an array with removed elements"))
				continue
			}
			a.remove(name, w.Span)
		}
	}
}

// remove unsets a variable. That of a calling function shows what it hid.
func (a *analysis) remove(name string, span effect.Span) {
	if a.table.Variable(name).Kind == table.VariableHistory {
		a.unrecorded(span)
	}
	if name == "PATH" {
		a.checkEnv(name, value.Text(""), span)
	}
	if old, ok := a.state.get(name); ok && old.Readonly.May() {
		return
	}
	v := value.Unset()
	for i := range a.shadowed {
		if h := &a.shadowed[i]; h.name == name {
			v, h.shown = value.Join(v, h.v), true
		}
	}
	for _, c := range a.calls[:max(0, len(a.calls)-1)] {
		if hidden, ok := c.locals[name]; ok {
			v = value.Join(v, hidden)
		}
	}
	a.setState(name, v)
}

// trap remembers what runs when the shell ends or is signalled.
func (a *analysis) trap(words []word) {
	operands := words[1:]
	if len(operands) > 0 && operands[0].Text == "--" {
		operands = operands[1:]
	}
	if len(operands) == 0 || operands[0].Known && (operands[0].Text == "-" || strings.HasPrefix(operands[0].Text, "-") ||
		operands[0].Text == "") {
		return
	}
	script := operands[0]
	if len(operands) == 1 && (script.Known || !script.Many) {
		return // trap SIGNAL resets
	}
	if !script.Known {
		a.executes(wordValue(script), script.Span, false)
		return
	}
	atEnd := true
	for _, s := range operands[1:] {
		if s.Text != "EXIT" && s.Text != "0" {
			atEnd = false
		}
	}
	if !atEnd {
		a.push()
		a.nestedScript(script.Text, script.Span, func(f *syntax.File) { a.stmts(f.Stmts) })
		layer := a.drop()
		// From now on it may run before any command.
		for name, v := range layer.vars {
			put(&a.state.trapped, name, v)
		}
		a.merge(true, layer)
	}
	put(&a.state.traps, script.Text, script.Span)
}

// traps walks what the shell of the newest layer runs when it ends.
func (a *analysis) traps() {
	done := 0
	for script, span := range sorted(a.state.traps) {
		if done++; done > 64 {
			return
		}
		a.runTrap(word{Word: wordFrom(script, span)})
	}
}

func (a *analysis) runTrap(script word) {
	a.nestedScript(script.Text, script.Span, func(f *syntax.File) {
		// A trap may set another, which the end of this script stands for.
		a.subshell(func() { a.stmts(f.Stmts) })
	})
}

// alias walks what aliases stand for: with expand_aliases, or in a later interactive shell, that is what runs.
func (a *analysis) alias(words []word) {
	for _, w := range words[1:] {
		name, body, ok := strings.Cut(w.Text, "=")
		if !w.Known {
			a.opaqueCommand(w.Text, "the meaning of a command is changed to something that is not known", w.Span)
			continue
		}
		if !ok || name == "" {
			continue
		}
		put(&a.state.aliases, name, []string{body})
		a.nestedScript(body, w.Span, func(f *syntax.File) {
			a.push()
			a.stmts(f.Stmts)
			a.drop()
		})
		a.concern(RuleHidden, "the meaning of a command is changed, "+w.Text, w.Span)
	}
}

// printfTo walks printf -v NAME.
func (a *analysis) printfTo(words []word) {
	target, rest := words[1], words[2:]
	if target.Text == "-v" {
		if len(rest) == 0 {
			return
		}
		target, rest = rest[0], rest[1:]
	} else {
		target.Text = target.Text[2:]
	}
	if !target.Known {
		a.unknownName(target)
		return
	}
	a.checkName(target.Text, target.Span)
	name, _, sub := strings.Cut(target.Text, "[")
	if !validName(name) {
		return
	}
	v := formatted(rest)
	a.onlyBash(func() {
		if sub {
			a.assignElement(name, v, target.Span)
		} else {
			a.assign(name, v, target.Span)
		}
	})
}

// historyFrom is where the output of history comes from.
const historyFrom = "the history of the shell"

// loadingBuiltin looks at builtins that make the shell run or load something.
func (a *analysis) loadingBuiltin(words []word) bool {
	flags := ""
	for _, w := range words[1:] {
		if w.Known && len(w.Text) > 1 && w.Text[0] == '-' {
			flags += w.Text[1:]
		}
	}
	hidden := false
	switch words[0].Text {
	case "hash":
		hidden = strings.Contains(flags, "p")
	case "enable":
		hidden = strings.ContainsAny(flags, "fn")
	case "bind":
		hidden = strings.ContainsAny(flags, "xf") || len(words) > 1 && flags == ""
	case "complete", "compgen":
		for i, w := range words[:len(words)-1] {
			if w.Text == "-F" {
				for _, f := range a.state.function(words[i+1].Text).list {
					a.push()
					a.callFunction(f, words[i+1:i+2])
					a.drop()
				}
			}
		}
		hidden = strings.ContainsAny(flags, "CF") && strings.Contains(flags, "C")
		if !hidden {
			hidden = strings.Contains(flags, "W") && slices.ContainsFunc(words, func(w word) bool {
				return !w.Known || strings.ContainsAny(w.Text, "$`") || containsAny(w.Text, "<(", ">(")
			})
		}
	case "fc":
		hidden = strings.ContainsAny(flags, "se") || flags == ""
	}
	if words[0].Text == "history" {
		a.out.add(value.Opaque("").With(value.Secret, historyFrom))
	}
	if words[0].Text == "fc" {
		if v, ok := a.lookup("HISTFILE").Single(); ok && v != "" {
			a.addRead(words[0], 1, v, true, a.dirs(), false)
		}
	}
	if hidden {
		a.hazard(RuleHidden, strings.Join(program(words).Words, " "), words[0].Span)
		for _, w := range words[1:] {
			if !w.Known {
				continue
			}
			script := w.Text
			if _, after, ok := strings.Cut(script, ":"); ok && words[0].Text == "bind" {
				script = strings.Trim(after, `"`)
			}
			a.walkText(script, w.Span)
		}
		a.reads(words)
		return true
	}
	return false
}

// testBuiltin looks at the tests that evaluate a name.
func (a *analysis) testBuiltin(words []word) bool {
	for i := 1; i+1 < len(words); i++ {
		if words[i].Known && (words[i].Text == "-v" || words[i].Text == "-R") {
			if w := words[i+1]; w.Known {
				a.checkName(w.Text, w.Span)
				if validName(w.Text) {
					a.reads(words)
					return true
				}
			} else {
				a.opaqueCommand(w.Text, "bash runs commands in the subscript of a computed name", w.Span)
			}
		}
	}
	for i, w := range words {
		if !w.Known && w.Many && !w.Flagless && i > 0 {
			a.opaqueCommand(w.Text, "it may become a test that runs commands", w.Span)
		}
	}
	for i := 1; i+1 < len(words); i++ {
		if x, y := words[i], words[i+1]; !x.Known && !y.Known && !x.val().Plain() && !y.val().Plain() && !x.Many && !y.Many {
			a.opaqueCommand(x.Text, "it may be -v, for which bash runs commands in the subscript of the next word", x.Span)
		}
	}
	a.reads(words)
	return true
}
