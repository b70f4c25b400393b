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

// runBuiltin walks the builtins that change the shell or run text; false leaves the command to the table.
func runBuiltin(sc *simple) bool {
	name := sc.words[0].Text
	if table.Listed("builtins/flags-act", name) {
		maybeFlag(sc)
	}
	switch name {
	case "cd", "chdir", "pushd", "popd":
		changeDir(sc)
	case "eval":
		runEval(sc)
	case "source", ".":
		if len(sc.words) > 1 {
			sourceFile(sc)
		}
	case "command", "builtin", "exec":
		return unwrap(sc)
	case "export", "readonly", "declare", "typeset", "local":
		declareWords(sc)
	case "set":
		setOptions(sc)
	case "shift":
		shiftArgs(sc)
	case "read", "mapfile", "readarray", "getopts":
		readBuiltin(sc)
	case "unset":
		unsetNames(sc)
	case "trap":
		setTrap(sc)
	case "alias":
		setAlias(sc)
	case "shopt":
		shopt(sc)
	case "let":
		for _, w := range sc.words[1:] {
			v := wordValue(w)
			v.Written = w.Text
			calculate(sc.walker, v, w.Span)
		}
	case "printf":
		if len(sc.words) > 2 && sc.words[1].Known && strings.HasPrefix(sc.words[1].Text, "-v") {
			printfTo(sc)
			break
		}
		return false
	case "hash", "enable", "bind", "complete", "compgen", "fc", "history":
		return loadingBuiltin(sc)
	case "test", "[":
		return testBuiltin(sc)
	case "jobs", "wait":
		return jobs(sc)
	case "break", "continue", "return", "exit":
		reportLeaving(sc)
		return false
	case "type":
		if len(sc.words) == 3 && (sc.words[1].Text == "-P" || sc.words[1].Text == "-p") && sc.words[2].Known {
			sc.out.add(value.Text(programFile(sc.walker, sc.words[2].Text) + "\n"))
		}
	default:
		return false
	}
	sc.reads(sc.words)
	return true
}

// maybeFlag reports the word of a builtin that could be a flag, for one whose flags run or load something. Bash takes
// no flag behind an operand.
func maybeFlag(sc *simple) {
	for i, w := range sc.words[1:] {
		dash := strings.HasPrefix(w.Text, "-")
		switch {
		case w.Known && (w.Text == "--" || !dash && !strings.HasPrefix(sc.words[i].Text, "-")):
			return
		case !w.Known && !w.Flagless && (w.Many || w.Prefix == "" || w.Prefix[0] == '-') &&
			(sc.words[0].Text != "printf" || w.Many || len(sc.words) > 2):
			sc.opaqueCommand(w.Text, cause.RunningFlag.OfProgram(sc.words[0].Text), w.Span)
			return
		}
	}
}

// jobs walks jobs -x COMMAND and wait -p NAME.
func jobs(sc *simple) bool {
	sc.reads(sc.words)
	for i, w := range sc.words[1:] {
		flag := strings.HasPrefix(w.Text, "-")
		switch {
		case sc.words[0].Text == "wait":
			if evaluatedName(sc.walker, w.Text, w.Span); flag && strings.Contains(w.Text, "p") {
				notFollowed(sc.walker, w.Text, w.Span)
			}
		case flag && strings.Contains(w.Text, "x") && i+2 < len(sc.words):
			runExternal(newSimple(sc.walker, sc.words[i+2:]))
			return true
		}
	}
	return true
}

// programFile is the path that which prints. No link is followed: a program may depend on the name it is called by.
func programFile(m *walker, name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	if list, ok := lookupVar(m, "PATH").Single(); ok {
		if found, _ := m.search(list, name); found != "" {
			return found
		}
	}
	return "/usr/bin/" + name
}

// reads reports a builtin that has no effect outside the shell.
func (r *walker) reads(words []word) {
	p := program(words)
	p.Canonical, p.Class = words[0].Text, effect.ProgramReads
	r.addRun(p)
}

// program describes a command as the rules see it.
func program(words []word) effect.Program {
	p := effect.Program{Name: words[0].Text, Span: words[0].Span, Words: make([]string, len(words))}
	for i, w := range words {
		p.Words[i] = w.Text
	}
	if end := words[len(words)-1].Span.End; end > p.Span.End {
		p.Span.End = end
	}
	return p
}

// changeDir follows a change of directory.
func changeDir(sc *simple) {
	operands := sc.words[1:]
	for len(operands) > 0 && operands[0].Known && len(operands[0].Text) > 1 && operands[0].Text[0] == '-' {
		if strings.Trim(operands[0].Text, "-LPe@n") != "" {
			break
		}
		operands = operands[1:]
	}
	now := sc.state.place()
	if sc.words[0].Text == "pushd" {
		now.pushed = true
		sc.state.set(cellPlace, now)
	}
	old := now.dirs
	var target value.Value
	switch {
	case sc.words[0].Text == "popd", sc.words[0].Text == "pushd" && len(operands) == 0:
		target = value.Opaque(cause.PushedDirectory.Bare())
	case len(operands) == 0:
		target = lookupVar(sc.walker, "HOME")
		if s, ok := target.Single(); ok && s == "" {
			target = value.Text(sc.facts.Home)
		}
	case len(operands) > 1 || operands[0].Many:
		target = value.Opaque(cause.DirectoryUnknown.Bare())
	case operands[0].Known && operands[0].Text == "-":
		target = lookupVar(sc.walker, "OLDPWD")
	default:
		target = wordValue(operands[0])
	}
	enterDir(sc.walker, old, target)
}

// enterDir follows a change of directory from one of the old ones.
func enterDir(m *walker, old []string, target value.Value) {
	name, ok := target.Single()
	if ok && name == "" && !target.Unset {
		return
	}
	var paths []effect.Path
	if ok && name != "" {
		paths, ok = m.resolve(name, old, false)
	}
	if cdpath, has := lookupVar(m, "CDPATH").Single(); (!has || cdpath != "") && !hasAnyPrefix(name, "/", ".") {
		ok = false
	}
	if !ok || len(paths) == 0 {
		setDirs(m)
		setState(m, "PWD", value.Opaque(cause.DirectoryUnknown.Bare()))
		return
	}
	var next []string
	sure := true
	for _, p := range paths {
		next = append(next, p.Name)
		sure = sure && p.Exists && p.Dir
	}
	next = union(next, nil)
	setDirs(m, next...)
	setState(m, "PWD", value.OneOf(next...))
	if len(old) > 0 {
		setState(m, "OLDPWD", value.OneOf(old...))
		if !sure {
			p := m.state.place()
			p.failed = old
			m.state.set(cellPlace, p)
		}
	} else {
		setState(m, "OLDPWD", value.Opaque(cause.PreviousDirectory.Bare()))
	}
}

// runEval walks its arguments as a script of this shell.
func runEval(sc *simple) {
	if len(sc.words) == 1 {
		return
	}
	words := sc.words[1:]
	many := slices.ContainsFunc(words, func(w word) bool { return w.Many })
	v, ok := joinedText(words)
	if !ok {
		v = value.Text("")
		for i, w := range words {
			if i > 0 {
				v = value.Concat(v, value.Text(" "))
			}
			v = value.Concat(v, wordValue(w))
		}
	}
	span := sc.words[1].Span
	span.End = max(span.End, sc.words[len(sc.words)-1].Span.End)
	if s, ok := v.Single(); ok && !many {
		if v.Taint&(value.Network|value.Decoder) != 0 {
			reportExecution(sc.walker, v, span, false)
		}
		walkNested(sc.walker, s, span, func(f *syntax.File) { walkStmts(sc.walker, f.Stmts) })
		return
	}
	v.Written = sc.words[1].Text
	if v.Known {
		v = v.Forgotten().Suspect(v.Text)
	}
	reportExecution(sc.walker, v, span, false)
}

// reportExecution reports that unknown text is run as code; piped says that it comes through a pipe or a file.
func reportExecution(a *walker, v value.Value, span effect.Span, piped bool) {
	switch {
	case v.Taint&value.Network != 0:
		a.hazard(RuleDownloadExecute, cause.Word(v.From(value.Network)), span)
	case v.Taint&value.Decoder != 0:
		a.hazard(RuleDecodeExecute, cause.Word(v.From(value.Decoder)), span)
	case piped:
		a.hazard(RuleGeneratedExec, v.Cause, span)
	default:
		a.opaqueCommand(v.Written, cause.RunAsCode.Bare(), span)
	}
	stdin := a.stdin
	for _, s := range v.Maybe {
		walkTried(a, span, func() {
			a.stdin = stdin
			walkText(a, s, span)
		})
	}
}

// unwrap walks command, builtin and exec: what follows is the command.
func unwrap(sc *simple) bool {
	i := 1
	for i < len(sc.words) && sc.words[i].Known && len(sc.words[i].Text) > 1 && sc.words[i].Text[0] == '-' {
		flag := sc.words[i].Text
		i++
		switch {
		case flag == "--":
		case sc.words[0].Text == "command" && strings.ContainsAny(flag, "vV"):
			if i < len(sc.words) && sc.words[i].Known && flag == "-v" {
				sc.out.add(value.Text(programFile(sc.walker, sc.words[i].Text) + "\n"))
			}
			sc.reads(sc.words)
			return true
		case sc.words[0].Text == "exec" && strings.HasSuffix(flag, "a"):
			i++
			continue
		case strings.Trim(flag, "-pcl") != "":
			return false
		default:
			continue
		}
		break
	}
	sc.reads(sc.words[:min(i, len(sc.words))])
	if i >= len(sc.words) {
		return true
	}
	rest := sc.words[i:]
	if !rest[0].Known {
		unknownCommand(newSimple(sc.walker, rest))
		return true
	}
	if !runBuiltin(newSimple(sc.walker, rest)) || sc.words[0].Text == "exec" {
		runTabled(newSimple(sc.walker, rest), table.Listed("shell-builtins", rest[0].Text))
	}
	return true
}
