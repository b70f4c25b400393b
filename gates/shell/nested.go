package shell

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// command walks a command that the words of this one make up.
func (ap *applied) command(op *table.Operand) {
	from, to := op.From, min(op.To, len(ap.words))
	if from >= to {
		return
	}
	words := append([]word(nil), ap.words[from:to]...)
	if op.Remote {
		ap.onOtherMachine(words[0].Span, func() { ap.simple(words).run() })
		return
	}
	for _, w := range words {
		if w.Known && strings.Contains(w.Text, "=") && ap.isEnv(op, w) {
			return
		}
	}
	switch op.Fill {
	case table.FillTree:
		ap.nest(op, words, []word{ap.treeFiller(op)})
	case table.FillInput:
		ap.nest(op, words, ap.inputFillers(op))
	case table.FillWords:
		var fill []word
		for _, w := range ap.words[min(op.Fillers[0], len(ap.words)):min(op.Fillers[1], len(ap.words))] {
			if !strings.HasPrefix(w.Text, ":::") {
				fill = append(fill, w)
			}
		}
		ap.nest(op, words, fill)
	default:
		ap.nestedRun(words)
	}
}

// isEnv reports whether the whole Run is an assignment that Env covers already.
func (ap *applied) isEnv(op *table.Operand, w word) bool {
	return op.To-op.From == 1 && ap.in.Name == "env" && validName(strings.SplitN(w.Text, "=", 2)[0])
}

// nestedRun walks a command in a process of its own, which knows no functions, in the directory that was set.
func (ap *applied) nestedRun(words []word) {
	v := ap.capture(func() {
		ap.pushDirs()
		if ap.in.Name == "find" && ap.flag("-execdir", "-okdir") && path.Base(words[0].Text) == "git" {
			ap.setDir(value.Opaque("the directory of what is found"))
		}
		for _, op := range ap.in.Operands {
			if op.Kind == table.Env {
				if name, val, ok := strings.Cut(op.Text, "="); ok && validName(name) {
					v := value.Text(val)
					if !op.Known {
						v = value.Opaque("a value that is not known")
					}
					v.Exported = value.On
					ap.setState(name, v)
				}
			}
		}
		if ap.in.Escalates {
			ap.state.set("HOME", value.Text("/root"))
		}
		ap.simple(words).external()
		ap.drop()
	})
	ap.out = v
}

// external runs words as a program, never as a function.
func (sc *simple) external() {
	if !sc.step() || !sc.enter() {
		return
	}
	defer sc.leave()
	if !sc.words[0].Known {
		sc.unknownCommand()
		return
	}
	sc.checkCommandName(sc.words[0])
	switch sc.words[0].Text {
	case "eval", "source", ".", "command", "builtin", "exec", "cd":
		sc.runProgram() // as bad as it could be
		return
	}
	sc.tabled()
}

// shell walks the text of a script that the command runs.
func (ap *applied) shell(op *table.Operand) {
	w := ap.word(op)
	span := ap.spanOf(op)
	script := op.Text
	known := op.Known && !op.Many
	v := wordValue(w)
	var args []word
	if ap.isShell() && op.Word+1 < len(ap.words) {
		args = ap.words[op.Word+1:]
	}
	if !known && script == "" && strings.HasSuffix(v.Written, inputMark) {
		ap.hazard(RuleGeneratedExec, "the lines of the input are run as scripts", span)
	}
	if op.Fill == table.FillWords && op.Mark != "" && known {
		for _, f := range ap.words[min(op.Fillers[0], len(ap.words)):min(op.Fillers[1], len(ap.words))] {
			if f.Known {
				ap.scriptOf(strings.ReplaceAll(script, op.Mark, f.Text), span, args, op)
			}
		}
	}
	if in, ok := ap.stdin.Single(); ok && !known && !ap.stdin.None && strings.HasSuffix(ap.in.Name, "awk") {
		for line := range strings.SplitSeq(in, "\n") {
			ap.probeText(line, span)
		}
	}
	walk := func() {
		if known {
			ap.scriptOf(script, span, args, op)
			return
		}
		v.Written = w.Text
		ap.executes(v, span, false)
		// What is known of it may be enough to know what it is.
		if script != "" {
			if _, err := ap.gram.parse(script); err == nil {
				ap.scriptOf(script, span, args, op)
			}
		}
	}
	if op.Remote {
		ap.onOtherMachine(span, walk)
		return
	}
	if known && v.Taint&(value.Network|value.Decoder) != 0 {
		ap.executes(v, span, false)
	}
	stdin := ap.stdin
	if ap.does("code-of-lines") {
		ap.stdin = value.Opaque("what " + ap.in.Name + " prints")
	}
	ap.out = ap.capture(walk)
	ap.stdin = stdin
}

// isShell reports whether the words after the script are its arguments.
func (ap *applied) isShell() bool {
	return ap.does("shell")
}

func (ap *applied) scriptOf(script string, span effect.Span, args []word, op *table.Operand) {
	if ap.in.Name == "eval" {
		ap.nestedScript(script, span, func(f *syntax.File) { ap.stmts(f.Stmts) })
		return
	}
	ap.pushDirs()
	ap.child(script, span, args)
	ap.drop()
}

// pushDirs starts a layer in the directories in which the command runs what it is given.
func (ap *applied) pushDirs() {
	ap.push()
	if ap.dirs == nil {
		ap.setDir(value.Opaque("a directory that is not known"))
	} else {
		ap.setDir(value.AnyOf(slices.Clone(ap.dirs)))
	}
}
