package shell

import (
	"cmp"
	"reflect"
	"strings"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// interpretFile handles a file that is interpreted as code.
func interpretFile(o *operand) string {
	if !o.op.Known || o.op.Many || o.op.Text == "" { // node takes the directory for an empty name
		v := wordValue(o.w)
		v.Written = o.w.Text
		reportExecution(o.walker, v, o.span, false)
		return ""
	}
	if i := strings.Index(o.op.Text, "://"); i > 0 && !strings.Contains(o.op.Text[:i], "/") ||
		strings.HasPrefix(o.op.Text, `\\`) {
		o.hazard(RuleDownloadExecute, cause.Word(o.op.Text), o.span)
		return ""
	}
	if o.w.val().Taint&value.Self != 0 && o.fork > 0 {
		o.hazard(RuleForkBomb, cause.ScriptStartsItself.Bare(), o.span)
	}
	return interpret(o.walker, o.op.Text, o.w, o.op.Word+1, o.op.Language, false, o.dirs, o.words[o.op.Word:])
}

// sourceFile walks source FILE.
func sourceFile(sc *simple) {
	w := sc.words[1]
	p := program(sc.words)
	p.Canonical = sc.words[0].Text
	if !w.Known || w.Many {
		v := wordValue(w)
		v.Written = w.Text
		reportExecution(sc.walker, v, w.Span, false)
		sc.addRun(p)
		return
	}
	p.Class = effect.ProgramActs
	p.Script = interpret(sc.walker, w.Text, w, 1, "sh", true, workDirs(sc.walker), sc.words[1:])
	if p.Script != "" {
		p.Class = effect.ProgramUnknown
	}
	sc.addRun(p)
}

// interpret looks at a file that is run as code: a pipe, one the script wrote, or an earlier one, which it returns.
func interpret(a *walker, name string, w word, n int, language string, here bool, dirs []string,
	args []word) string {
	span := a.wordSpan(w, n)
	if v, ok := streamOf(a, name); ok {
		runsText(a, v, language, span, here, name == "/dev/stdin" || name == "/dev/fd/0" || name == "/proc/self/fd/0", args)
		return ""
	}
	script := ""
	paths := addRead(a, w, n, name, true, dirs, false)
	for _, p := range paths {
		before := script
		script = p.Name
		v, ok := a.view.file(p.Name)
		if !ok && !p.Exists && a.view.downloadedInto(p.Name) {
			a.hazard(RuleDownloadExecute, cause.Path(p.Name), span)
			continue
		}
		if !ok {
			if endlessDevice(p.Name) {
				a.hazard(RuleGeneratedExec, cause.Path(p.Name), span)
			}
			if text, ok := readSourced(a, p, language, here); ok {
				script = before
				sourced := a.sourced
				a.sourced = p.Name
				codeText(a, text, language, span, here, args)
				a.sourced = sourced
			}
			continue
		}
		g := generated{a, p, v, span}
		switch {
		case isForeignFile(&g), here && v.Cause.Kind == cause.AllVariables: // the file only restores variables
		default:
			runGenerated(&g, language, here, args)
		}
	}
	return script
}

// Bounds on files that are read to judge them, in bytes: of one, and of all, each as often as it is read.
const (
	maxSourced    = 32 << 10
	maxAllSourced = 512 << 10
)

// readSourced gives the text of a file of the workspace that a script in a file sources.
func readSourced(a *walker, p effect.Path, language string, here bool) (string, bool) {
	_, inside := a.facts.Workspace.Contains(p.Name)
	if !inside || !here || !a.facts.OpenEnv || language != "sh" || a.nested >= maxNested {
		return "", false
	}
	if info, err := a.view.Lstat(p.Name); err != nil || !info.Mode.IsRegular() {
		return "", false
	}
	text, err := a.view.ReadFile(p.Name, maxSourced+1)
	if err != nil || len(text) > maxSourced || !utf8.Valid(text) {
		return "", false
	}
	if a.read += len(text); a.read > maxAllSourced {
		return "", false
	}
	_, _, err = a.gram.canonical(string(text))
	return string(text), err == nil
}

// runsText handles data that is run as code.
func runsText(a *walker, v value.Value, language string, span effect.Span, here, piped bool, args []word) {
	if v.Taint&(value.Network|value.Decoder) != 0 {
		reportExecution(a, v, span, true)
	}
	if s, known := v.Single(); known {
		codeText(a, s, language, span, here, args)
		return
	}
	if v.Taint&(value.Network|value.Decoder) != 0 {
		return
	}
	if len(v.Files) > 0 {
		// sh <file is sh file.
		a.opaqueCommand(v.Files[0], cause.ContentRun.Bare(), span)
		return
	}
	reportExecution(a, v, span, piped)
}

// codeText walks known code in a language.
func codeText(a *walker, s, language string, span effect.Span, here bool, args []word) {
	switch {
	case language == "awk" || language == "sed":
		runExternal(newSimple(a, []word{{Word: wordFrom(language, span)}, {Word: wordFrom("--", span)}, {Word: wordFrom(s,
			span)}}))
	case language != "sh" && language != "":
		scanCode(a, s, language, span)
	case here:
		walkUntil(a, leftCall, a.inside|leftCall, func() {
			walkNested(a, s, span, func(f *syntax.File) { withArgs(a, args, func() { walkStmts(a, f.Stmts) }) })
		})
	default:
		stdin := a.stdin
		a.stdin = value.NoInput()
		walkChild(a, s, span, args)
		a.stdin = stdin
	}
}

// withArgs walks what source runs with its arguments, the first of which is the file. Without others, bash keeps the
// shell's own. It restores those, unless set changes them.
func withArgs(a *walker, args []word, do func()) {
	if len(args) < 2 {
		do()
		return
	}
	old := a.state.arguments()
	setArgs(a, args[1:], true)
	given := a.state.arguments()
	do()
	if now := a.state.arguments(); !reflect.DeepEqual(now, given) {
		old = now.join(old)
	}
	a.state.set(cellArgs, old)
}

// readConfiguration handles configuration that can run code.
func readConfiguration(o *operand) {
	if !o.op.Known || o.op.Many {
		o.opaqueCommand(o.w.Text, cause.CanNameCommands.Bare(), o.span)
		return
	}
	if o.op.Text == "/dev/null" || o.op.Text == "" {
		return
	}
	if strings.HasPrefix(o.op.Text, "-") {
		// Flags where a file should be: they load code of their own.
		o.hazard(RuleHidden, cause.Word(o.op.Text), o.span)
		return
	}
	if v, ok := streamOf(o.walker, o.op.Text); ok {
		language := "config"
		if does(o.applied, "shell") {
			language = "sh"
		}
		runsText(o.walker, v, language, o.span, false, true, nil)
		return
	}
	for _, p := range addRead(o.walker, o.w, o.op.Word+1, o.op.Text, true, o.dirs, false) {
		if v, ok := o.view.file(p.Name); ok {
			if g := (generated{o.walker, p, v, o.span}); !isForeignFile(&g) {
				reportUnread(&g)
			}
			continue
		}
		if _, in := o.facts.Workspace.Contains(p.Name); !in && !systemFile(p.Name) {
			o.hazard(RuleHidden, cause.ForeignConfiguration.OfPath(p.Name), o.span)
			continue
		}
		if o.in.Class != effect.ProgramBuilds {
			o.opaqueCommand(o.op.Text, cause.CanNameCommands.Bare(), o.span)
		}
	}
}

// systemFile reports whether a file came with the system.
func systemFile(name string) bool {
	return effect.Within(name, "/usr") || effect.Within(name, "/etc") || effect.Within(name, "/opt")
}

// walkRemoteInput handles what ssh sends to the shell at the other end when it is given no command.
func walkRemoteInput(ap *applied) {
	if s, ok := ap.stdin.Single(); ok && !ap.stdin.None && !hasKind(ap, table.Run, table.Shell) {
		walkElsewhere(ap.walker, ap.words[0].Span, func() { walkText(ap.walker, s, ap.words[0].Span) })
	}
}

// runStandardInput handles a command that carries out what it reads.
func runStandardInput(ap *applied) {
	if ap.in.Name == "ssh" && !ap.in.StdinCode {
		walkRemoteInput(ap)
	}
	if !ap.in.StdinCode {
		return
	}
	v := ap.stdin
	span := ap.words[0].Span
	if v.None {
		ap.opaqueCommand(ap.in.Name, cause.RunsItsInput.Bare(), span)
		return
	}
	language := cmp.Or(ap.in.Language, "sh")
	var args []word
	shell := does(ap, "shell")
	if shell {
		args = append(args, ap.words[0])
		for i, w := range ap.words[1:] {
			if !strings.HasPrefix(w.Text, "-") || w.Text == "--" {
				args = append(args, ap.words[i+1:]...)
				break
			}
		}
	}
	data := language == "sql" || language == "sqlite" || language == "redis" || language == "mongo"
	switch {
	case data && !v.Known:
		ap.opaqueCommand(ap.in.Name, cause.RunsItsInput.Bare(), span)
	default:
		out := capture(ap.walker, func() { runsText(ap.walker, v, language, span, false, true, args) })
		ap.out = ap.out.Of(out.Origin)
	}
	if shell && !v.Known {
		ap.out = ap.out.With(value.Shell, ap.in.Name)
	}
}
