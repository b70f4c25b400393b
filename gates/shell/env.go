package shell

import (
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// variable is a value that a variable of the environment gets, with what the table says of such a variable.
type variable struct {
	*walker
	of         *table.Variable
	name, text string
	cause      cause.Cause
	known      bool
	span       effect.Span
}

// newVariable describes an assignment to a variable.
func newVariable(a *walker, name string, v value.Value, span effect.Span) *variable {
	s, known := v.Single()
	e := variable{walker: a, of: a.table.Variable(name), name: name, text: s, known: known, span: span,
		cause: cause.Cause{Kind: cause.VariableValue, Name: name, Word: s}}
	if !known {
		e.cause = cause.VariableValueUnknown.OfName(name)
	}
	return &e
}

// checkEnv judges an assignment to a variable.
func (a *walker) checkEnv(name string, v value.Value, span effect.Span) {
	judgeVariable(newVariable(a, name, v, span), v)
}

// inFront judges an assignment in front of a command.
func inFront(e *variable, v value.Value) {
	if judgeVariable(e, v); namesPlace(e) {
		e.placed = e.name
	}
}

// judgeVariable judges the assigned value.
func judgeVariable(e *variable, v value.Value) {
	s, known := e.text, e.known
	for _, s := range v.Maybe {
		judgeVariable(newVariable(e.walker, e.name, value.Text(s), e.span), value.Text(s))
	}
	if known && strings.HasPrefix(s, "() {") {
		denyVariable(e) // old shells run what follows such a function
	}
	if e.of.Kind == table.VariableOutput || e.name == "GOPATH" {
		outputPlace(e)
	}
	if known && s == "" && e.name == "PATH" {
		e.concern(RuleHidden, cause.EmptyPath.Bare(), e.span)
	}
	if known && s == "" && e.of.Kind != table.VariableHistory || known && e.of.Harmless(s) {
		return // an empty value switches it off
	}
	checkVariable(e, v)
}

// checkVariable looks at the value by the kind of the variable.
func checkVariable(e *variable, v value.Value) {
	switch e.of.Kind {
	case table.VariableText, table.VariableOutput:
		if e.known && foreignPlace(e) {
			askAbout(e)
		}
	case table.VariableTemporary:
	case table.VariableCommand:
		judgeCommandVariable(e)
	case table.VariableFlags:
		if !e.known {
			askAbout(e)
			return
		}
		judged(e, e.table.Flags(e.of, e.text))
	case table.VariableCode:
		denyVariable(e)
	case table.VariableSearch:
		judgeSearch(e, v)
	case table.VariableConfig:
		if e.known {
			walkText(e.walker, e.text, e.span)
		}
		denyVariable(e)
	case table.VariableSetting, table.VariableModules:
		judgeSetting(e)
	case table.VariableFile:
		judgeFile(e)
	case table.VariablePlace:
		judgePlace(e, e.text)
	case table.VariableHistory:
		if e.known && (e.text == "" || e.text == "0" || e.text == "/dev/null") {
			e.unrecorded(e.span)
		}
		judgePlace(e, e.text)
	case table.VariablePrompt:
		if !e.known || !plainPrompt(e.text) {
			reportHidden(e)
		}
	}
}

// denyVariable reports that the value makes a program run something. Where commands are confined, what is named by a
// path of the workspace is held like any code there.
func denyVariable(e *variable) {
	if isHeld(e) && ofWorkspace(e) {
		askAbout(e)
		return
	}
	e.hazard(RuleHidden, e.cause, e.span)
}

// isHeld reports whether a sandbox holds what the variable makes programs run: not where a file is judged, which others
// run too.
func isHeld(e *variable) bool { return e.facts.Confinement.Confined() && !e.facts.OpenEnv }

// ofWorkspace reports whether each word of the value that is a path lies in the workspace, and one is. A flag with its
// path in one word does not count.
func ofWorkspace(e *variable) (inside bool) {
	if !e.known {
		return false
	}
	for part := range strings.FieldsFuncSeq(e.text, func(r rune) bool { return strings.ContainsRune(" :=,", r) }) {
		if !strings.Contains(part, "/") {
			continue
		}
		paths, ok := e.resolve(part, workDirs(e.walker), false)
		out := func(p effect.Path) bool { _, in := e.facts.Workspace.Contains(p.Name); return !in }
		if inside = ok && len(paths) > 0 && part[0] != '-' && !slices.ContainsFunc(paths, out); !inside {
			return false
		}
	}
	return inside
}

// askAbout reports that the value may do so.
func askAbout(e *variable) { e.concern(RuleHidden, e.cause, e.span) }

// reportHidden reports a command in the value, and what it does.
func reportHidden(e *variable) {
	e.hazard(RuleHidden, e.cause, e.span)
	if e.known {
		walkText(e.walker, e.text, e.span)
	}
}

// judged reports what the table says of a value.
func judged(e *variable, got table.Value) {
	for _, name := range got.Reads {
		addRead(e.walker, word{Word: wordFrom(name, e.span)}, e.span.Word, name, true, workDirs(e.walker), false)
	}
	switch got.Outcome {
	case table.Denied:
		denyVariable(e)
	case table.Asked:
		askAbout(e)
	case table.Harmless:
	}
}

// judgeCommandVariable looks at PAGER and its kind: a program that such a variable usually names, with flags of its
// own, or a command that does nothing but read.
func judgeCommandVariable(e *variable) {
	if !e.known {
		denyVariable(e)
		return
	}
	if got := e.table.Command(e.of, e.text); got.Outcome != table.Denied {
		judged(e, got)
		return
	}
	there := walkAside(e.walker, e.span, func() { walkText(e.walker, e.text, e.span) })
	switch {
	case len(there.Runs) == 0, !onlyReads(&there) && !isHeld(e):
		reportHidden(e)
		return
	case !onlyReads(&there): // it is judged as if it stood there, and the sandbox holds it
		askAbout(e)
		walkText(e.walker, e.text, e.span)
		return
	}
	for _, p := range there.Reads {
		e.addPath(&e.eff.Reads, effect.KindRead, p)
	}
	for _, r := range there.Runs {
		e.addRun(r)
	}
}

// onlyReads reports whether effects are those of programs that read.
func onlyReads(eff *effect.Effects) bool {
	return len(eff.Writes)+len(eff.Deletes)+len(eff.Metadata)+len(eff.Connects)+len(eff.Listens)+len(eff.Sockets)+
		len(eff.Signals)+len(eff.Escalates)+len(eff.Opaque)+len(eff.Hazards) == 0 &&
		!slices.ContainsFunc(eff.Runs, func(p effect.Program) bool { return p.Class != effect.ProgramReads })
}

// judgeFile looks at a variable like GIT_TRACE: a number, a word, or a file to write to.
func judgeFile(e *variable) {
	switch {
	case !e.known:
		askAbout(e)
	case strings.ContainsAny(e.text, "/:"):
		paths, ok := e.resolve(strings.TrimPrefix(e.text, "af_unix:"), workDirs(e.walker), false)
		if !ok {
			askAbout(e)
		}
		for _, p := range paths {
			p.Span, p.Given = e.span, e.text
			e.addPath(&e.eff.Writes, effect.KindWrite, p)
			e.danger(p, e.span)
		}
	}
}

// unrecorded reports that the history of the shell is switched off.
func (r *walker) unrecorded(span effect.Span) {
	r.addHazard(effect.Hazard{Rule: "protection", Cause: cause.HistoryOff.Bare(), Span: span})
}

// outputPlace looks at where a build is told to write, other than temporary files and the tool's own.
func outputPlace(e *variable) {
	if !e.known || e.text == "off" || !strings.Contains(e.text, "/") {
		return
	}
	paths, _ := e.resolve(e.text, workDirs(e.walker), false)
	for _, p := range paths {
		rest, home := strings.CutPrefix(p.Name, e.facts.Home+"/")
		first, _, _ := strings.Cut(rest, "/")
		if home && (first == ".cache" || first == "go" || first == "tmp" || first == "Library" ||
			p.Name == e.facts.Home+"/.local/share" || p.Name == e.facts.Home+"/.local/state") ||
			withinAny(p.Name, "/tmp", "/var/tmp", "/dev/shm") || inWorkspace(e.walker, p.Name) {
			continue
		}
		p.Span, p.Given, p.Tree = e.span, e.text, true
		e.addPath(&e.eff.Writes, effect.KindWrite, p)
	}
}

// foreignPlace reports whether the value is a file in a place where anybody may have put it: a program that the table
// knows nothing of for this variable may take configuration or code from there.
func foreignPlace(e *variable) bool {
	if len(e.name) < 4 || e.of.Kind == table.VariableOutput {
		return false
	}
	for _, part := range strings.FieldsFunc(e.text, func(r rune) bool { return strings.ContainsRune(" :=,@", r) }) {
		for _, dir := range [...]string{"/tmp", "/var/tmp", "/dev/shm"} {
			if effect.Within(part, dir) && part != dir && !inWorkspace(e.walker, part) {
				return true
			}
		}
	}
	return false
}

// plainPrompt reports whether a prompt runs nothing: it has no more than the usual variables of the shell in it.
func plainPrompt(s string) bool {
	for _, name := range table.Marks("prompt-variables") {
		s = strings.ReplaceAll(s, "${"+name+"}", "")
	}
	s = strings.ReplaceAll(s, "$LINENO", "")
	s = strings.ReplaceAll(s, "${FUNCNAME[0]:+(): }", "") // what is left of ${FUNCNAME[0]:+${FUNCNAME[0]}(): }
	return !containsAny(s, "$", "`", `\0`, `\1`)
}

// judgeSearch looks at where programs and modules will be found.
func judgeSearch(e *variable, v value.Value) {
	name := e.name
	if !e.known {
		if name == "GOBIN" || name == "GOPATH" {
			return
		}
		if v.Array {
			denyVariable(e)
		}
		askAbout(e)
		return
	}
	before := ":" + e.facts.Env[name] + ":"
	for dir := range strings.SplitSeq(e.text, ":") {
		switch {
		case strings.Contains(before, ":"+dir+":") && dir != "", table.SystemDirectories(dir):
		case name == "MANPATH" && dir == "": // the system's
		case name == "GOPATH", name == "GOBIN", name == "CDPATH":
			if name == "CDPATH" {
				askAbout(e)
				judgePlace(e, dir)
			}
		case e.homeTools(dir):
		case name == "PATH" && wroteBelow(e.walker, dir):
			denyVariable(e)
		case name == "PATH" && inWorkspace(e.walker, dir):
			askAbout(e)
		case name != "PATH" && (!hasAnyPrefix(dir, "/", "..") || inWorkspace(e.walker, dir)):
			if e.of.Asked() {
				askAbout(e)
			}
		default:
			denyVariable(e)
			return
		}
	}
}

// wroteBelow reports whether the script put something into a directory.
func wroteBelow(a *walker, dir string) bool {
	paths, _ := a.resolve(dir, workDirs(a), false)
	return slices.ContainsFunc(paths, func(p effect.Path) bool { return a.view.below(p.Name) })
}

// homeTools reports whether a directory is where tools are usually installed for one person.
func (d *walker) homeTools(dir string) bool {
	rest, ok := strings.CutPrefix(dir, d.facts.Home+"/")
	if !ok || d.facts.Home == "" {
		return false
	}
	return withinAny(rest, table.Marks("home-tools")...)
}

func inWorkspace(a *walker, dir string) bool {
	paths, ok := a.resolve(dir, workDirs(a), false)
	if !ok || !strings.HasPrefix(dir, "/") {
		return false
	}
	for _, p := range paths {
		if _, in := a.facts.Workspace.Contains(p.Name); !in {
			return false
		}
	}
	return len(paths) > 0
}

// judgePlace looks at where code or configuration is: in the workspace, the system or the person's own tools.
func judgePlace(e *variable, s string) {
	if !e.known {
		return
	}
	if strings.ContainsAny(s, "\"'`(") {
		scanText(e.walker, s, e.span)
	}
	for part := range strings.SplitSeq(strings.TrimPrefix(s, "file://"), ":") {
		if i := strings.LastIndexByte(part, '='); i >= 0 {
			part = part[i+1:]
		}
		if e.of.Asked() && (!strings.HasPrefix(part, "/") || inWorkspace(e.walker, part)) {
			askAbout(e)
		}
		if !strings.HasPrefix(part, "/") {
			continue
		}
		if withinAny(part, "/tmp", "/var/tmp", "/dev/shm") {
			denyVariable(e)
			return
		}
		paths, _ := e.resolve(part, workDirs(e.walker), false)
		for _, p := range paths {
			p.Span, p.Given = e.span, part
			switch {
			case e.of.Kind == table.VariableHistory:
				e.addPath(&e.eff.Writes, effect.KindWrite, p)
			case !table.SystemDirectories(part) && !e.homeTools(part) && p.Name != e.facts.Home:
				e.addPath(&e.eff.Reads, effect.KindRead, p)
			}
		}
	}
}

// namesPlace reports whether a variable in front of a command makes the program take configuration or code from the
// workspace or from an unknown place.
func namesPlace(e *variable) bool {
	if e.of.Kind != table.VariablePlace || e.of.Asked() || e.known && e.of.Harmless(e.text) {
		return false
	}
	places := strings.Split(strings.TrimPrefix(e.text, "file://"), ":")
	return !e.known || slices.ContainsFunc(places, func(dir string) bool {
		return dir == "." || strings.Contains(dir, "/") && !strings.HasPrefix(dir, "/") || inWorkspace(e.walker, dir)
	})
}

// judgeObeyed asks about a program that only reads where it runs what it finds in directories of the workspace.
func judgeObeyed(ap *applied, p *effect.Program) {
	module := func(i int) bool {
		name, found := strings.CutPrefix(ap.words[i].Text, "-m")
		if found && name == "" && i+1 < len(ap.words) {
			name = ap.words[i+1].Text
		}
		return found && table.Listed("python/reading-modules", name)
	}
	reads := p.Class == effect.ProgramReads
	for i := 1; i < len(ap.words) && p.Class == effect.ProgramBuilds; i++ {
		reads = reads || module(i)
	}
	if !reads {
		return // a build runs files of the workspace as it is
	}
	if ap.placed != "" {
		ap.concern(RuleHidden, cause.Cause{Kind: cause.ProgramObeysPlace, Program: p.Name, Name: ap.placed},
			ap.words[0].Span)
	}
	for _, name := range table.Marks("obeyed-variables") {
		list, known := lookupVar(ap.walker, name).Single()
		inherited := list == ap.facts.Env[name]
		if known && (list == "" || inherited && runsElsewhere(ap.walker) || table.SystemDirectories(list)) ||
			!ap.table.Variable(name).Obeyed(p.Name) {
			continue
		}
		if known && inherited { // code of the workspace, like its own programs
			if p.Class != effect.ProgramBuilds {
				p.Class = effect.ProgramUnknown
			}
			continue
		}
		if known || lookupVar(ap.walker, name).Exported {
			ap.concern(RuleHidden, cause.Cause{Kind: cause.ProgramRunsFound, Program: p.Name, Name: name}, ap.words[0].Span)
		}
	}
}

// judgeSetting looks at a variable that names configuration or a server.
func judgeSetting(e *variable) {
	if e.known && e.of.Never(e.text) {
		e.hazard(RuleHidden, cause.Cause{Kind: cause.VariableUnprotected, Name: e.name, Word: e.text}, e.span)
		return
	}
	judgePlace(e, e.text)
	askAbout(e)
}
