package shell

import (
	"path"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// runOperand walks a command that the words of this one make up.
func runOperand(o *operand) {
	from, to := o.op.From, min(o.op.To, len(o.words))
	if from >= to {
		return
	}
	words := append([]word(nil), o.words[from:to]...)
	if o.op.Remote {
		walkElsewhere(o.walker, words[0].Span, func() { runSimple(newSimple(o.walker, words)) })
		return
	}
	switch o.op.Fill {
	case table.FillTree:
		runFilled(o, words, []word{treeFiller(o)})
	case table.FillInput:
		runFilled(o, words, inputFillers(o))
	default:
		runNested(o.applied, words)
	}
}

// runNested walks a command in a process of its own, which knows no functions, in the directory that was set.
func runNested(ap *applied, words []word) {
	v := capture(ap.walker, func() {
		pushSurroundings(ap)
		if ap.in.Name == "find" && hasExactFlag(ap, "-execdir", "-okdir") && path.Base(words[0].Text) == "git" {
			setDirs(ap.walker)
		}
		if ap.in.Escalates {
			ap.state.set("HOME", value.Text("/root"))
		}
		runExternal(newSimple(ap.walker, words))
		dropLayer(ap.walker)
	})
	ap.out = v
}

// runExternal runs words as a program, never as a function.
func runExternal(sc *simple) {
	if !sc.step() || !sc.enter() {
		return
	}
	defer sc.leave()
	if !sc.words[0].Known {
		unknownCommand(sc)
		return
	}
	checkCommandName(sc.walker, sc.words[0])
	switch sc.words[0].Text {
	case "eval", "source", ".", "command", "builtin", "exec", "cd":
		runProgram(sc) // as bad as it could be
		return
	}
	runTabled(sc, false)
}

// runShell walks the text of a script that the command runs.
func runShell(o *operand) {
	script := o.op.Text
	if o.in.Name == "xonsh" {
		script = xonshCommand.ReplaceAllString(script, "$$($1$2)")
	}
	known := o.op.Known && !o.op.Many
	v := wordValue(o.w)
	var args []word
	if does(o.applied, "shell") && o.op.Word+1 < len(o.words) {
		args = o.words[o.op.Word+1:]
	}
	if !known && script == "" && strings.HasSuffix(v.Written, inputMark) {
		o.hazard(RuleGeneratedExec, cause.LinesRun.Bare(), o.span)
	}
	if in, ok := o.stdin.Single(); ok && !known && !o.stdin.None && strings.HasSuffix(o.in.Name, "awk") {
		for line := range strings.SplitSeq(in, "\n") {
			probeText(o.walker, line, o.span)
		}
	}
	walk := func() {
		if known {
			walkScriptOf(o, script, args)
			return
		}
		v.Written = o.w.Text
		reportExecution(o.walker, v, o.span, false)
		// What is known of it may be enough to know what it is.
		if script != "" {
			if _, err := o.gram.parse(script); err == nil {
				walkScriptOf(o, script, args)
			}
		}
	}
	if o.op.Remote {
		walkElsewhere(o.walker, o.span, walk)
		return
	}
	if known && v.Taint&(value.Network|value.Decoder) != 0 {
		reportExecution(o.walker, v, o.span, false)
	}
	stdin := o.stdin
	if does(o.applied, "code-of-lines") {
		o.stdin = value.Opaque(cause.ProgramPrints.OfProgram(o.in.Name))
	}
	o.out = capture(o.walker, walk)
	o.stdin = stdin
}

func walkScriptOf(o *operand, script string, args []word) {
	pushSurroundings(o.applied)
	walkChild(o.walker, script, o.span, args)
	dropLayer(o.walker)
}

// pushSurroundings starts a layer with the directories and variables in which the command runs what it is given.
func pushSurroundings(ap *applied) {
	pushLayer(ap.walker)
	setDirs(ap.walker, ap.dirs...)
	for _, op := range ap.in.Operands {
		if name, val, ok := strings.Cut(op.Text, "="); op.Kind == table.Env && ok && validName(name) {
			v := value.Text(val)
			if !op.Known {
				v = value.Opaque(cause.ValueUnknown.Bare())
			}
			v.Exported = true
			setState(ap.walker, name, v)
		}
	}
}
