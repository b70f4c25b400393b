package shell

import (
	"strings"

	"pp/gates/shell/value"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
)

// builtin walks the builtins that change the shell or run text; false leaves the command to the table.
func (a *analysis) builtin(words []word) bool {
	name := words[0].Text
	a.unknownFlags(words)
	switch name {
	case "cd", "chdir", "pushd", "popd":
		a.cd(words)
	case "eval":
		a.eval(words)
	case "source", ".":
		if len(words) > 1 {
			a.sourceFile(words)
		}
	case "command", "builtin", "exec":
		return a.unwrap(words)
	case "export", "readonly", "declare", "typeset", "local":
		a.declareWords(words)
	case "set":
		a.setOptions(words)
	case "shift":
		a.shift(words)
	case "read", "mapfile", "readarray", "getopts":
		a.read(words)
	case "unset":
		a.unset(words)
	case "trap":
		a.trap(words)
	case "alias":
		a.alias(words)
	case "shopt":
		a.shopt(words)
	case "let":
		for _, w := range words[1:] {
			v := wordValue(w)
			v.Written = w.Text
			a.calcValue(v, w.Span, 0)
		}
	case "printf":
		if len(words) > 2 && words[1].Known && strings.HasPrefix(words[1].Text, "-v") {
			a.printfTo(words)
			break
		}
		return false
	case "hash", "enable", "bind", "complete", "compgen", "fc", "history":
		return a.loadingBuiltin(words)
	case "test", "[":
		return a.testBuiltin(words)
	case "jobs", "wait":
		return a.jobs(words)
	case "type":
		if len(words) == 3 && (words[1].Text == "-P" || words[1].Text == "-p") && words[2].Known {
			a.out.add(value.Text(a.programFile(words[2].Text) + "\n"))
		}
	default:
		return false
	}
	a.reads(words)
	return true
}

// unknownFlags looks at words that may become a flag with which a builtin runs or loads something.
func (a *analysis) unknownFlags(words []word) {
	operands := words[1:]
	switch words[0].Text {
	case "printf":
		operands = operands[:min(1, len(operands))]
	case "jobs", "wait", "hash", "compgen", "complete", "enable", "bind", "fc", "history", "trap":
	default:
		return
	}
	for _, w := range operands {
		if w.Known && w.Text == "--" {
			return
		}
		if !w.Known && !w.Flagless && !w.val().Plain() && (w.Prefix == "" || w.Prefix[0] == '-') {
			a.opaqueCommand(w.Text, "it may be a flag with which "+words[0].Text+" runs commands", w.Span)
		}
	}
}

// jobs walks jobs -x COMMAND and wait -p NAME.
func (a *analysis) jobs(words []word) bool {
	for i, w := range words[:len(words)-1] {
		next := words[i+1]
		switch {
		case words[0].Text == "jobs" && w.Text == "-x":
			a.external(words[i+1:])
		case words[0].Text == "wait" && w.Text == "-p" && next.Known:
			a.checkName(next.Text, next.Span)
		case words[0].Text == "wait" && w.Text == "-p":
			a.unknownName(next)
		}
	}
	a.reads(words)
	return true
}

// programFile is the path that which prints. No link is followed: a program may depend on the name it is called by.
func (m *memory) programFile(name string) string {
	if strings.Contains(name, "/") {
		return name
	}
	if list, ok := m.lookup("PATH").Single(); ok {
		if found, _ := m.search(list, name); found != "" {
			return found
		}
	}
	return "/usr/bin/" + name
}

// reads reports a builtin that has no effect outside the shell.
func (r *report) reads(words []word) {
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

// cd follows a change of directory.
func (a *analysis) cd(words []word) {
	operands := words[1:]
	for len(operands) > 0 && operands[0].Known && len(operands[0].Text) > 1 && operands[0].Text[0] == '-' {
		if strings.Trim(operands[0].Text, "-LPe@n") != "" {
			break
		}
		operands = operands[1:]
	}
	if words[0].Text == "pushd" {
		a.state.pushed = new(true)
	}
	old := a.state.workDir()
	var target value.Value
	switch {
	case words[0].Text == "popd", words[0].Text == "pushd" && len(operands) == 0:
		target = value.Opaque("the directory that was pushed")
	case len(operands) == 0:
		target = a.lookup("HOME")
		if s, ok := target.Single(); ok && s == "" {
			target = value.Text(a.facts.Home)
		}
	case len(operands) > 1 || operands[0].Many:
		target = value.Opaque("a directory that is not known")
	case operands[0].Known && operands[0].Text == "-":
		target = a.lookup("OLDPWD")
	default:
		target = wordValue(operands[0])
	}
	a.enterDir(old, target)
}

func (a *analysis) enterDir(old, target value.Value) {
	name, ok := target.Single()
	if !ok || target.Unset && name == "" {
		a.setDir(value.Opaque("a directory that is not known"))
		a.setState("PWD", value.Opaque("a directory that is not known"))
		return
	}
	if name == "" {
		return
	}
	var next []string
	sure := true
	paths, ok := a.resolve(name, old.Set, false)
	if cdpath, has := a.lookup("CDPATH").Single(); !has || cdpath != "" && !hasAnyPrefix(name, "/", ".") {
		ok = false
	}
	for _, p := range paths {
		next = append(next, p.Name)
		sure = sure && p.Exists && p.Dir
	}
	if !ok || len(next) == 0 {
		a.setDir(value.Opaque("a directory that is not known"))
		a.setState("PWD", value.Opaque("a directory that is not known"))
		return
	}
	v := value.AnyOf(next)
	a.setDir(v)
	a.setState("PWD", v)
	a.setState("OLDPWD", old)
	if !sure && old.Known {
		a.state.failed = &old.Set
	}
}

// eval walks its arguments as a script of this shell.
func (a *analysis) eval(words []word) {
	if len(words) == 1 {
		return
	}
	v := value.Text("")
	many := false
	for i, w := range words[1:] {
		if i > 0 {
			v = value.Concat(v, value.Text(" "))
		}
		many = many || w.Many
		v = value.Concat(v, wordValue(w))
	}
	span := words[1].Span
	span.End = max(span.End, words[len(words)-1].Span.End)
	if s, ok := v.Single(); ok && !many {
		if v.Taint&(value.Network|value.Decoder) != 0 {
			a.executes(v, span, false)
		}
		a.nestedScript(s, span, func(f *syntax.File) { a.stmts(f.Stmts) })
		return
	}
	if v.Known && !many && len(v.Set) <= maxScripts {
		var layers []*frame
		for _, s := range v.Set {
			a.push()
			a.nestedScript(s, span, func(f *syntax.File) { a.stmts(f.Stmts) })
			layers = append(layers, a.drop())
		}
		a.merge(false, layers...)
		return
	}
	v.Written = words[1].Text
	v = v.Forgotten()
	a.executes(v, span, false)
}

// maxScripts is how many texts that one eval may run are looked at.
const maxScripts = 8

// executes reports that unknown text is run as code; piped says that it comes through a pipe or a file.
func (a *analysis) executes(v value.Value, span effect.Span, piped bool) {
	switch {
	case v.Taint&value.Network != 0:
		a.hazard(RuleDownloadExecute, v.From(value.Network), span)
	case v.Taint&value.Decoder != 0:
		a.hazard(RuleDecodeExecute, v.From(value.Decoder), span)
	case piped:
		a.hazard(RuleGeneratedExec, v.Why, span)
	default:
		why := "it is run as code, and what it is is not known before"
		a.opaqueCommand(v.Written, why, span)
	}
}

// unwrap walks command, builtin and exec: what follows is the command.
func (a *analysis) unwrap(words []word) bool {
	i := 1
	for i < len(words) && words[i].Known && len(words[i].Text) > 1 && words[i].Text[0] == '-' {
		flag := words[i].Text
		i++
		switch {
		case flag == "--":
		case words[0].Text == "command" && strings.ContainsAny(flag, "vV"):
			if i < len(words) && words[i].Known && flag == "-v" {
				a.out.add(value.Text(a.programFile(words[i].Text) + "\n"))
			}
			a.reads(words)
			return true
		case words[0].Text == "exec" && strings.HasSuffix(flag, "a"):
			i++
			continue
		case strings.Trim(flag, "-pcl") != "":
			return false
		default:
			continue
		}
		break
	}
	a.reads(words[:min(i, len(words))])
	if i >= len(words) {
		return true
	}
	rest := words[i:]
	if !rest[0].Known {
		a.unknownCommand(rest)
		return true
	}
	if !a.builtin(rest) || words[0].Text == "exec" {
		a.tabled(rest)
	}
	return true
}
