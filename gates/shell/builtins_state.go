package shell

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

func unsetNames(sc *simple) {
	flag := ""
	for _, w := range sc.words[1:] {
		switch {
		case w.Known && flag == "" && (w.Text == "-f" || w.Text == "-v" || w.Text == "-n"):
			flag = w.Text
		default:
			name, valid := evaluatedWord(sc.walker, w)
			if flag != "-v" && w.Known {
				now := functions{unset: true}
				if mayHaveOption(sc.walker, vague) {
					now = now.join(sc.state.function(name)) // which may stay
				}
				sc.state.define(name, now)
			}
			switch {
			case flag == "-f" || !valid:
			case strings.Contains(w.Text, "["):
				sc.state.set(name, elements(lookupVar(sc.walker, name)))
			default:
				removeFile(sc.walker, name, w.Span)
			}
		}
	}
}

// removeFile unsets a variable. That of a calling function shows what it hid.
func removeFile(a *walker, name string, span effect.Span) {
	if a.table.Variable(name).Kind == table.VariableHistory {
		a.unrecorded(span)
	}
	if name == "PATH" {
		a.checkEnv(name, value.Text(""), span)
	}
	if lookupVar(a, name).Readonly {
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
	setState(a, name, v)
}

// setTrap remembers what runs when the shell ends or is signalled.
func setTrap(sc *simple) {
	operands := sc.words[1:]
	if len(operands) > 0 && operands[0].Text == "--" {
		operands = operands[1:]
	}
	if len(operands) == 0 || operands[0].Known && (strings.HasPrefix(operands[0].Text, "-") || operands[0].Text == "") {
		return
	}
	script := operands[0]
	if len(operands) == 1 && (script.Known || !script.Many) {
		return // trap SIGNAL resets
	}
	if !script.Known {
		reportExecution(sc.walker, wordValue(script), script.Span, false)
		return
	}
	if anyWord(operands[1:], func(s word) bool { return s.Text != "EXIT" && s.Text != "0" }) {
		pushLayer(sc.walker)
		walkNested(sc.walker, script.Text, script.Span, func(f *syntax.File) { walkStmts(sc.walker, f.Stmts) })
		layer := dropLayer(sc.walker)
		// From now on it may run before any command.
		for name, c := range layer.cells {
			if v, ok := c.(value.Value); ok {
				put(&sc.trapped, name, v)
			}
		}
		mergeLayers(sc.walker, true, layer)
	}
	if t := (trap{script.Text, script.Span}); !slices.Contains(sc.traps, t) {
		sc.traps = append(sc.traps, t)
	}
	if sc.held == nil {
		sc.held = map[string]value.Value{}
	}
}

// trap is a script that runs when the shell ends.
type trap struct {
	script string
	span   effect.Span
}

// walkTraps walks what the shell that is walked runs when it ends. A trap may set another, which the end of its script
// stands for.
func walkTraps(a *walker) {
	for _, t := range a.traps {
		walkNested(a, t.script, t.span, func(f *syntax.File) {
			walkSubshell(a, func() {
				for name, v := range a.held {
					a.state.set(name, value.Join(lookupVar(a, name), v))
				}
				walkStmts(a, f.Stmts)
			})
		})
	}
}

// setAlias walks what aliases stand for: with expand_aliases, or in a later interactive shell, that is what runs.
func setAlias(sc *simple) {
	for _, w := range sc.words[1:] {
		name, body, ok := strings.Cut(w.Text, "=")
		if !w.Known {
			sc.opaqueCommand(w.Text, cause.MeaningUnknown.Bare(), w.Span)
			continue
		}
		if !ok || name == "" {
			continue
		}
		walkNested(sc.walker, body, w.Span, func(f *syntax.File) {
			pushLayer(sc.walker)
			walkStmts(sc.walker, f.Stmts)
			dropLayer(sc.walker)
			defineAlias(sc.walker, name, body, f)
		})
		sc.concern(RuleHidden, cause.MeaningChanged.OfWord(w.Text), w.Span)
	}
}

// defineAlias makes a name a function that does what the alias may do with the words behind it.
func defineAlias(a *walker, name, body string, f *syntax.File) {
	src := body + ` "$@"`
	call, err := a.gram.parse(src)
	if err != nil || len(f.Stmts) != 1 || len(call.Stmts) != 1 || calls(f.Stmts[0].Cmd, name) {
		return
	}
	now := functions{[]*function{{name: name, body: call.Stmts[0], src: src, inside: true, called: true}}, true, false}
	a.state.define(name, now.join(a.state.function(name)))
}

// printfTo walks printf -v NAME.
func printfTo(sc *simple) {
	target, rest := sc.words[1], sc.words[2:]
	if target.Text == "-v" {
		if len(rest) == 0 {
			return
		}
		target, rest = rest[0], rest[1:]
	} else {
		target.Text = target.Text[2:]
	}
	v := formatted(rest)
	onlyBash(sc.walker, func() { assignWord(sc.walker, target, v) })
}

// historyFrom is where the output of history comes from.
const historyFrom = "the history of the shell"

// loadingBuiltin looks at builtins that make the shell run or load something.
func loadingBuiltin(sc *simple) bool {
	name, flags := sc.words[0].Text, ""
	if len(sc.words) == 2 && sc.words[1].Text == "--help" {
		return false // each of them explains itself
	}
	for i, w := range sc.words[1:] {
		if w.Known && len(w.Text) > 1 && w.Text[0] == '-' {
			flags += w.Text[1:]
		}
		if w.Text == "-F" && i+2 < len(sc.words) && name != "fc" {
			walkSubshell(sc.walker, func() { callFunctions(newSimple(sc.walker, sc.words[i+2:i+3])) })
		}
	}
	if name == "history" {
		sc.out.add(value.Opaque(cause.Cause{}).With(value.Secret, historyFrom))
	}
	_, chosen := sc.state.get("HISTFILE")
	if v, ok := lookupVar(sc.walker, "HISTFILE").Single(); ok && v != "" && (name == "fc" || name == "history" && chosen) {
		addRead(sc.walker, sc.words[0], 1, v, true, workDirs(sc.walker), false)
	}
	evaluates := func(w word) bool { return !w.Known || containsAny(w.Text, "$", "`", "<(", ">(") }
	if !strings.ContainsAny(flags, runningFlags[name]) && !(flags == "" && (name == "fc" || name == "bind" &&
		len(sc.words) > 1)) && !(strings.Contains(flags, "W") && anyWord(sc.words, evaluates)) {
		return false
	}
	sc.hazard(RuleHidden, cause.Word(strings.Join(program(sc.words).Words, " ")), sc.words[0].Span)
	for _, w := range sc.words[1:] {
		script := w.Text
		if _, after, ok := strings.Cut(script, ":"); ok && name == "bind" {
			script = strings.Trim(after, `"`)
		}
		if w.Known {
			walkText(sc.walker, script, w.Span)
		}
	}
	sc.reads(sc.words)
	return true
}

// runningFlags are the flags with which builtins make the shell run or load something.
var runningFlags = map[string]string{"hash": "p", "enable": "fn", "bind": "xf", "complete": "C", "compgen": "C",
	"fc": "se", "history": "\x00"}

// testBuiltin looks at the tests that evaluate a name.
func testBuiltin(sc *simple) bool {
	for i := 1; i+1 < len(sc.words); i++ {
		if sc.words[i].Known && (sc.words[i].Text == "-v" || sc.words[i].Text == "-R") {
			if name, valid := evaluatedWord(sc.walker, sc.words[i+1]); valid && name == sc.words[i+1].Text {
				sc.reads(sc.words)
				return true
			}
		}
	}
	for i, w := range sc.words {
		if !w.Known && w.Many && !w.Flagless && i > 0 {
			sc.opaqueCommand(w.Text, cause.MayBecomeTest.Bare(), w.Span)
		}
	}
	for i := 1; i+1 < len(sc.words); i++ {
		open := func(w word) bool { return !w.Known && !w.Many && !w.val().Plain() }
		if x := sc.words[i]; open(x) && open(sc.words[i+1]) {
			sc.opaqueCommand(x.Text, cause.MayBeVariableTest.Bare(), x.Span)
		}
	}
	sc.reads(sc.words)
	return true
}
