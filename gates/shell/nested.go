package shell

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine"
	"pp/gates/shell/table"
)

// inputMark ends the text of words that a command takes from its input.
const inputMark = " input"

// maxFill bounds how many fillers of a command are tried one by one.
const maxFill = 64

// command walks a command that the words of this one make up.
func (ap *applied) command(op *table.Operand) {
	from, to := op.From, min(op.To, len(ap.words))
	if from >= to {
		return
	}
	words := append([]word(nil), ap.words[from:to]...)
	if op.Remote {
		ap.elsewhere(words[0].Span, func() { ap.run(words) })
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

// nestedRun walks a command in a process of its own, in the directory that the
// outer one set. Functions and builtins of the shell are not programs.
func (ap *applied) nestedRun(words []word) {
	v := ap.capture(func() {
		ap.push()
		if ap.dirs == nil {
			ap.state.set(keyDir, opaque("a directory that is not known"))
		} else {
			ap.setState(keyDir, anyOf(append([]string(nil), ap.dirs...)))
		}
		for _, op := range ap.in.Operands {
			if op.Kind == table.Env {
				if name, val, ok := strings.Cut(op.Text, "="); ok && validName(name) {
					v := text(val)
					if !op.Known {
						v = opaque("a value that is not known")
					}
					v.exported = true
					ap.setState(name, v)
				}
			}
		}
		if ap.in.Escalates {
			ap.state.set("HOME", text("/root"))
		}
		ap.external(words)
		ap.drop()
	})
	ap.out = v
}

// external runs words as a program, never as a function.
func (a *analysis) external(words []word) {
	if !a.step() || !a.enter() {
		return
	}
	defer a.leave()
	if !words[0].Known {
		a.unknownCommand(words)
		return
	}
	a.lurking(words[0])
	switch words[0].Text {
	case "eval", "source", ".", "command", "builtin", "exec", "cd":
		a.runProgram(words) // as bad as it could be
		return
	}
	a.program(words)
}

// nest runs a command once for each filler that completes it.
func (ap *applied) nest(op *table.Operand, words []word, fill []word) {
	if op.Mark == "" {
		ap.nestedRun(append(words, fill...))
		return
	}
	found := false
	for _, w := range words {
		found = found || strings.Contains(w.Text, op.Mark) || strings.Contains(w.Prefix, op.Mark)
	}
	if !found {
		if ap.in.Name == "find" {
			ap.nestedRun(words)
		} else {
			ap.nestedRun(append(words, fill...))
		}
		return
	}
	if len(fill) > maxFill {
		u := word{val: opaque("one of many words")}
		u.Many, u.Text = true, op.Mark
		fill = []word{u}
	}
	out := text("")
	for _, f := range fill {
		ap.nestedRun(replaceMark(words, op.Mark, f))
		out = join(out, ap.out)
	}
	ap.out = repeated(out)
}

// replaceMark puts a filler in the place of the mark in all words.
func replaceMark(words []word, mark string, f word) []word {
	out := make([]word, len(words))
	for i, w := range words {
		out[i] = w
		switch {
		case !strings.Contains(w.Text, mark) || !w.Known:
		case f.Known:
			out[i].Text = strings.ReplaceAll(w.Text, mark, f.Text)
			out[i].val.taint |= f.val.taint
			out[i].val.from = f.val.from
		case w.Text == mark:
			out[i] = f
			out[i].Span, out[i].Many = w.Span, false
		default:
			before, _, _ := strings.Cut(w.Text, mark)
			u := word{val: value{why: f.val.why, taint: f.val.taint, from: f.val.from, written: w.Text}, node: w.node}
			u.Text, u.Span, u.Prefix = w.Text, w.Span, before
			out[i] = u
		}
	}
	return out
}

// foundWhy marks a path that find finds.
const foundWhy = "a path that is found when it runs"

// treeFiller is a path below the starting points of find.
func (ap *applied) treeFiller(op *table.Operand) word {
	var roots []string
	known := true
	for _, o := range ap.in.Operands {
		if o.Kind == table.ReadTree {
			roots = append(roots, o.Text)
			known = known && o.Known
		}
	}
	w := word{val: value{why: foundWhy, written: "{}"}}
	w.Text, w.Many = "{}", op.Mark == ""
	if len(roots) == 0 && ap.in.Name != "find" {
		roots = []string{"."}
	}
	if !known || len(roots) == 0 {
		return w
	}
	w.val.roots, w.val.names = roots, ap.patterns()
	w.Prefix = roots[0]
	for _, r := range roots {
		w.Prefix = commonPrefix(w.Prefix, r)
	}
	if op.Selected {
		w.val.selected = true
	}
	w.Span = ap.word(op).Span
	return w
}

// inputFillers are the words that xargs takes from its input.
func (ap *applied) inputFillers(op *table.Operand) []word {
	input := ap.stdin
	for _, w := range ap.words[1:min(op.From, len(ap.words))] {
		switch {
		case w.Text == "-a" || strings.HasPrefix(w.Text, "--arg-file"), strings.HasPrefix(w.Text, "-a"):
			input = opaque("the lines of a file")
		}
	}
	span := ap.words[0].Span
	if input.none && !input.known {
		input = text("")
	}
	if s, ok := input.single(); ok && len(s) < maxText {
		var items []string
		lines := op.Mark != ""
		for _, w := range ap.words[1:min(op.From, len(ap.words))] {
			lines = lines || w.Text == "-d" || strings.HasPrefix(w.Text, "-d") || strings.HasPrefix(w.Text, "-L") || w.Text == "-0"
		}
		if lines {
			items = strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || r == 0 })
		} else {
			items = xargsFields(s)
		}
		if len(items) <= maxFields {
			out := make([]word, 0, len(items))
			for _, item := range items {
				w := word{Word: wordFrom(item, span)}
				if lines && op.Mark != "" {
					w.Text = strings.TrimLeft(item, " \t")
				}
				w.val.taint, w.val.from = input.taint, input.from
				out = append(out, w)
			}
			return out
		}
	}
	w := word{val: input}
	w.val.known, w.val.set, w.val.file = false, nil, ""
	if w.val.why == "" {
		w.val.why = "what it is comes from the input"
	}
	w.Text, w.Many, w.Span = "{}", true, span
	if len(input.roots) > 0 {
		w.Prefix = input.roots[0]
		for _, r := range input.roots {
			w.Prefix = commonPrefix(w.Prefix, r)
		}
		if input.bare {
			w.Prefix = ap.barePrefix(input.roots)
		}
		if op.From < len(ap.words) && uniform(ap.words[op.From].Text) {
			w.Many = false // all of them are files that are read
		}
	}
	w.val.written = ap.in.Name + inputMark
	return []word{w}
}

// barePrefix is what names without a directory can be taken to begin with: as
// if they stood behind ./ when none of them begins with a dash.
func (ap *applied) barePrefix(roots []string) string {
	if len(roots) != 1 || roots[0] != "." {
		return ""
	}
	for _, d := range ap.dirs {
		names, err := ap.view.ReadDir(d)
		if err != nil {
			return ""
		}
		for _, n := range names {
			if strings.HasPrefix(n, "-") {
				return ""
			}
		}
	}
	return "./"
}

// uniform are programs whose further operands are all files that they read.
func uniform(name string) bool {
	switch path.Base(name) {
	case "grep", "egrep", "fgrep", "rg", "jq", "sed", "awk", "wc", "cat", "head", "tail", "ls", "stat", "file", "du", "gofmt", "md5sum", "sha256sum", "sha1sum":
		return true
	}
	return false
}

// xargsFields splits as xargs does: blanks part, quotes and backslashes quote.
func xargsFields(s string) []string {
	var out []string
	var b strings.Builder
	open := false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case ' ', '\t', '\n':
			if open {
				out = append(out, b.String())
				b.Reset()
				open = false
			}
		case '\'', '"':
			open = true
			end := strings.IndexByte(s[i+1:], c)
			if end < 0 {
				end = len(s) - i - 1
			}
			b.WriteString(s[i+1 : i+1+end])
			i += end + 1
		case '\\':
			if i+1 < len(s) {
				i++
				b.WriteByte(s[i])
				open = true
			}
		default:
			b.WriteByte(c)
			open = true
		}
	}
	if open {
		out = append(out, b.String())
	}
	return out
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
	if !known && script == "" && strings.HasSuffix(v.written, inputMark) {
		ap.hazard(RuleGeneratedExec, "the lines of the input are run as scripts", span)
	}
	if op.Fill == table.FillWords && op.Mark != "" && known {
		for _, f := range ap.words[min(op.Fillers[0], len(ap.words)):min(op.Fillers[1], len(ap.words))] {
			if f.Known {
				ap.scriptOf(strings.ReplaceAll(script, op.Mark, f.Text), span, args, op)
			}
		}
	}
	walk := func() {
		if known {
			ap.scriptOf(script, span, args, op)
			return
		}
		v.written = w.Text
		ap.executes(v, span, false)
		// What is known of it may be enough to know what it is.
		if script != "" {
			if _, err := ap.gram.parse(script); err == nil {
				ap.scriptOf(script, span, args, op)
			}
		}
	}
	if op.Remote {
		ap.elsewhere(span, walk)
		return
	}
	if known && v.taint&(fromNetwork|fromDecoder) != 0 {
		ap.executes(v, span, false)
	}
	stdin := ap.stdin
	switch ap.in.Name {
	case "awk", "gawk", "mawk", "nawk", "sed", "gsed":
		ap.stdin = opaque("what " + ap.in.Name + " prints")
	}
	ap.out = ap.capture(walk)
	ap.stdin = stdin
}

// isShell reports whether the words after the script are its arguments.
func (ap *applied) isShell() bool {
	switch path.Base(ap.in.Name) {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "rbash", "mksh":
		return true
	}
	return false
}

func (ap *applied) scriptOf(script string, span engine.Span, args []word, op *table.Operand) {
	switch ap.in.Name {
	case "eval":
		ap.nestedScript(script, span, func(f *syntax.File) { ap.stmts(f.Stmts) })
	default:
		ap.push()
		if ap.dirs == nil {
			ap.state.set(keyDir, opaque("a directory that is not known"))
		} else {
			ap.setState(keyDir, anyOf(append([]string(nil), ap.dirs...)))
		}
		ap.child(script, span, args)
		ap.drop()
	}
}

// interpretOperand handles a file that is interpreted as code.
func (ap *applied) interpretOperand(op *table.Operand, w word) string {
	if !op.Known || op.Many {
		v := wordValue(w)
		v.written = w.Text
		ap.executes(v, ap.spanOf(op), false)
		return ""
	}
	if op.Text == "" {
		return ""
	}
	if i := strings.Index(op.Text, "://"); i > 0 && !strings.Contains(op.Text[:i], "/") || strings.HasPrefix(op.Text, `\\`) {
		ap.hazard(RuleDownloadExecute, op.Text, ap.spanOf(op))
		return ""
	}
	if w.val.taint&fromSelf != 0 && ap.fork > 0 {
		ap.hazard(RuleForkBomb, "the script starts itself again", ap.spanOf(op))
	}
	return ap.interpret(op.Text, w, op.Word+1, op.Language, false, ap.dirs, nil)
}

// interpretFile is interpret for a word of the shell itself.
func (a *analysis) interpretFile(w word, n int, language string, here bool, words []word) {
	if !w.Known || w.Many {
		v := wordValue(w)
		v.written = w.Text
		a.executes(v, w.Span, false)
		p := program(words)
		p.Canonical = words[0].Text
		a.addRun(p)
		return
	}
	p := program(words)
	p.Canonical, p.Class = words[0].Text, engine.ProgramActs
	p.Script = a.interpret(w.Text, w, n, language, here, a.dirs(), words[1:])
	if p.Script != "" {
		p.Class = engine.ProgramUnknown
	}
	a.addRun(p)
}

// interpret looks at a file that is run as code: a pipe, a file that the script
// wrote itself, or one that was there before. It returns the path of the last.
func (a *analysis) interpret(name string, w word, n int, language string, here bool, dirs []string, args []word) string {
	span := w.Span
	if a.outside == nil {
		span.Word = n
	}
	if v, ok := a.stream(name); ok {
		a.runsText(v, language, span, here, name == "/dev/stdin" || name == "/dev/fd/0" || name == "/proc/self/fd/0", args)
		return ""
	}
	script := ""
	paths := a.addRead(w, n, name, true, dirs, false)
	for _, p := range paths {
		script = p.Name
		v, ok := a.written(p)
		if !ok && a.fetchedFile(p) {
			a.hazard(RuleDownloadExecute, p.Name, span)
			continue
		}
		if !ok {
			if endlessDevice(p.Name) {
				a.hazard(RuleGeneratedExec, p.Name, span)
			}
			continue
		}
		switch {
		case v.taint&fromNetwork != 0:
			a.hazard(RuleDownloadExecute, p.Name, span)
		case v.taint&fromDecoder != 0:
			a.hazard(RuleDecodeExecute, p.Name, span)
		default:
			a.hazard(RuleWriteThenRun, p.Name, span)
		}
		if s, ok := v.single(); ok {
			a.codeText(s, language, span, here, args)
		}
	}
	return script
}

// fetchedFile reports whether a file came with something that the script
// downloaded.
func (a *analysis) fetchedFile(p engine.Path) bool {
	if p.Exists {
		return false
	}
	for _, d := range a.view.fetched {
		if engine.Within(p.Name, d) {
			return true
		}
	}
	return false
}

// runsText handles data that is run as code.
func (a *analysis) runsText(v value, language string, span engine.Span, here, piped bool, args []word) {
	if v.taint&(fromNetwork|fromDecoder) != 0 {
		a.executes(v, span, true)
	}
	if v.known && !v.array {
		for _, s := range v.set {
			a.codeText(s, language, span, here, args)
		}
		return
	}
	if v.taint&(fromNetwork|fromDecoder) != 0 {
		return
	}
	if v.file != "" {
		// sh <file is sh file.
		a.addOpaque(v.file, "its content is run as code", engine.OpaqueCommand, span)
		return
	}
	a.executes(v, span, piped)
}

// codeText walks known code in a language.
func (a *analysis) codeText(s, language string, span engine.Span, here bool, args []word) {
	switch {
	case language == "awk" || language == "sed":
		a.external([]word{{Word: wordFrom(language, span)}, {Word: wordFrom("--", span)}, {Word: wordFrom(s, span)}})
	case language != "sh" && language != "":
		a.scanCode(s, language, span)
	case here:
		a.nestedScript(s, span, func(f *syntax.File) { a.stmts(f.Stmts) })
	default:
		stdin := a.stdin
		a.stdin = value{none: true}
		a.child(s, span, args)
		a.stdin = stdin
	}
}

// sourceOperand handles configuration that can run code.
func (ap *applied) sourceOperand(op *table.Operand, w word) {
	span := ap.spanOf(op)
	if !op.Known || op.Many {
		ap.addOpaque(w.Text, "it can name commands to run", engine.OpaqueCommand, span)
		return
	}
	if op.Text == "/dev/null" || op.Text == "" {
		return
	}
	if v, ok := ap.stream(op.Text); ok {
		language := "config"
		if ap.isShell() {
			language = "sh"
		}
		ap.runsText(v, language, span, false, true, nil)
		return
	}
	for _, p := range ap.addRead(w, op.Word+1, op.Text, true, ap.dirs, false) {
		if v, ok := ap.written(p); ok {
			switch {
			case v.taint&fromNetwork != 0:
				ap.hazard(RuleDownloadExecute, p.Name, span)
			default:
				ap.hazard(RuleWriteThenRun, p.Name, span)
			}
			continue
		}
		if _, in := ap.facts.Workspace.Contains(p.Name); (!in || strings.Contains(p.Name, "/tmp/")) && !systemFile(p.Name) {
			ap.hazard(RuleHidden, "configuration from outside the workspace can name commands to run, "+p.Name, span)
			continue
		}
		if ap.in.Class != engine.ProgramBuilds {
			ap.addOpaque(op.Text, "it can name commands to run", engine.OpaqueCommand, span)
		}
	}
}

// systemFile reports whether a file came with the system.
func systemFile(name string) bool {
	return engine.Within(name, "/usr") || engine.Within(name, "/etc") || engine.Within(name, "/opt")
}

// remoteInput handles what ssh sends to the shell at the other end when it is
// given no command.
func (ap *applied) remoteInput() {
	for _, o := range ap.in.Operands {
		if o.Kind == table.Run || o.Kind == table.Shell {
			return
		}
	}
	if s, ok := ap.stdin.single(); ok && !ap.stdin.none {
		ap.elsewhere(ap.words[0].Span, func() { ap.candidate(s, ap.words[0].Span) })
	}
}

// standardInput handles a command that carries out what it reads.
func (ap *applied) standardInput() {
	if ap.in.Name == "ssh" && !ap.in.StdinCode {
		ap.remoteInput()
	}
	if !ap.in.StdinCode {
		return
	}
	v := ap.stdin
	span := ap.words[0].Span
	if v.none {
		ap.addOpaque(ap.in.Name, "it carries out what it reads from its input", engine.OpaqueCommand, span)
		return
	}
	language := ap.in.Language
	if language == "" {
		language = "sh"
	}
	var args []word
	shell := ap.isShell()
	if shell {
		args = append(args, ap.words[0])
		for i, w := range ap.words[1:] {
			if !strings.HasPrefix(w.Text, "-") || w.Text == "--" {
				args = append(args, ap.words[i+1:]...)
				break
			}
		}
	}
	data := language == "sql" || language == "redis" || language == "mongo"
	switch {
	case data && !v.known:
		ap.addOpaque(ap.in.Name, "it carries out what it reads from its input", engine.OpaqueCommand, span)
	default:
		out := ap.capture(func() { ap.runsText(v, language, span, false, true, args) })
		ap.out = mix(ap.out, out)
	}
	if shell && !v.known {
		ap.out = ap.out.with(fromShell, ap.in.Name)
	}
}
