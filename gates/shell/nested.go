package shell

import (
	"path"
	"strings"

	"pp/engine/cause"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// command walks a command that the words of this one make up.
func (o *operand) command() {
	from, to := o.op.From, min(o.op.To, len(o.words))
	if from >= to {
		return
	}
	words := append([]word(nil), o.words[from:to]...)
	if o.op.Remote {
		o.onOtherMachine(words[0].Span, func() { o.simple(words).run() })
		return
	}
	switch o.op.Fill {
	case table.FillTree:
		o.nest(words, []word{o.treeFiller()})
	case table.FillInput:
		o.nest(words, o.inputFillers())
	case table.FillWords:
		o.nest(words, o.wordFillers())
	default:
		o.nestedRun(words)
	}
}

// wordFillers returns the words of parallel that complete its command.
func (o *operand) wordFillers() (fill []word) {
	for _, w := range o.words[min(o.op.Fillers[0], len(o.words)):min(o.op.Fillers[1], len(o.words))] {
		if !strings.HasPrefix(w.Text, ":::") {
			fill = append(fill, w)
		}
	}
	return fill
}

// filled walks a script once for each word that completes it. An unknown word becomes an argument of the script.
func (o *operand) filled(script string) {
	fill := o.inputFillers
	if o.op.Fill == table.FillWords {
		fill = o.wordFillers
	}
	for i, f := range fill() {
		switch {
		case i > maxFill, !f.Known && strings.Contains(script, "'"):
			o.opaqueCommand(script, reason(f), o.span)
			return
		case f.Known:
			o.scriptOf(strings.ReplaceAll(script, o.op.Mark, f.Text), nil)
		default:
			f.Many = false
			o.scriptOf(strings.ReplaceAll(script, o.op.Mark, `"$1"`), []word{o.words[0], f})
		}
	}
}

// nestedRun walks a command in a process of its own, which knows no functions, in the directory that was set.
func (ap *applied) nestedRun(words []word) {
	v := ap.capture(func() {
		ap.pushSurroundings()
		if ap.in.Name == "find" && ap.flag("-execdir", "-okdir") && path.Base(words[0].Text) == "git" {
			ap.setDirs()
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
	sc.tabled(false)
}

// shell walks the text of a script that the command runs.
func (o *operand) shell() {
	script := o.op.Text
	known := o.op.Known && !o.op.Many
	v := wordValue(o.w)
	var args []word
	if o.does("shell") && o.op.Word+1 < len(o.words) {
		args = o.words[o.op.Word+1:]
	}
	if !known && script == "" && strings.HasSuffix(v.Written, inputMark) {
		o.hazard(RuleGeneratedExec, cause.LinesRun.Bare(), o.span)
	}
	if in, ok := o.stdin.Single(); ok && !known && !o.stdin.None && strings.HasSuffix(o.in.Name, "awk") {
		for line := range strings.SplitSeq(in, "\n") {
			o.probeText(line, o.span)
		}
	}
	walk := func() {
		if known && o.op.Mark != "" && (o.op.Fill == table.FillWords || o.op.Fill == table.FillInput) {
			o.filled(script)
			return
		}
		if known {
			o.scriptOf(script, args)
			return
		}
		v.Written = o.w.Text
		o.executes(v, o.span, false)
		// What is known of it may be enough to know what it is.
		if script != "" {
			if _, err := o.gram.parse(script); err == nil {
				o.scriptOf(script, args)
			}
		}
	}
	if o.op.Remote {
		o.onOtherMachine(o.span, walk)
		return
	}
	if known && v.Taint&(value.Network|value.Decoder) != 0 {
		o.executes(v, o.span, false)
	}
	stdin := o.stdin
	if o.does("code-of-lines") {
		o.stdin = value.Opaque(cause.ProgramPrints.OfProgram(o.in.Name))
	}
	o.out = o.capture(walk)
	o.stdin = stdin
}

func (o *operand) scriptOf(script string, args []word) {
	o.pushSurroundings()
	o.child(script, o.span, args)
	o.drop()
}

// pushSurroundings starts a layer with the directories and variables in which the command runs what it is given.
func (ap *applied) pushSurroundings() {
	ap.push()
	ap.setDirs(ap.dirs...)
	for _, op := range ap.in.Operands {
		if name, val, ok := strings.Cut(op.Text, "="); op.Kind == table.Env && ok && validName(name) {
			v := value.Text(val)
			if !op.Known {
				v = value.Opaque(cause.ValueUnknown.Bare())
			}
			v.Exported = true
			ap.setState(name, v)
		}
	}
}
