package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// simple is one command, with its words expanded.
type simple struct {
	*walker
	words []word
}

func newSimple(a *walker, words []word) *simple { return &simple{a, words} }

// walkCall walks a simple command: assignments, or a command with them in front.
func walkCall(a *walker, c *syntax.CallExpr) {
	var words []word
	if whatLeaves(a, func() { words = expandWords(a, c.Args) }) != 0 {
		walkMaybe(a, func() { walkAssigned(a, c, words) })
		return
	}
	walkAssigned(a, c, words)
}

// walkAssignments walks assignments without a command. The statements after one that fails do not run.
func walkAssignments(a *walker, list []*syntax.Assign) {
	walkInOrder(a, len(list), func(i int) { walkAssignment(a, list[i]) }, func(int) bool { return false })
}

// walkAssigned walks a command whose words are expanded, with the assignments in front of it.
func walkAssigned(a *walker, c *syntax.CallExpr, words []word) {
	a.steps += len(words) / 32 // long commands cost more
	a.work(len(words) * wordWork)
	if len(words) == 0 {
		walkAssignments(a, c.Assigns)
		return
	}
	if len(words) < len(c.Args) {
		emptyOperands(newSimple(a, words), c)
	}
	if len(c.Assigns) == 0 {
		runSimple(newSimple(a, words))
		return
	}
	// What stands in front holds for this command only.
	placed, outer := a.placed, len(a.shadowed)
	for _, as := range c.Assigns {
		name := as.Name.Value
		a.shadowed = append(a.shadowed, shadowedVar{name: name, v: lookupVar(a, name)})
		walkAssignment(a, as)
		now := lookupVar(a, name)
		now.Exported = true
		inFront(newVariable(a, name, now, a.span(as)), now)
		a.state.set(name, now)
	}
	runSimple(newSimple(a, words))
	for _, h := range slices.Backward(a.shadowed[outer:]) {
		if h.shown { // what followed went to the variable itself
			h.v = value.Join(h.v, lookupVar(a, h.name))
		}
		setState(a, h.name, h.v)
	}
	a.shadowed, a.placed = a.shadowed[:outer], placed
}

// shadowedVar is a variable that an assignment in front of a command hides, until a function unsets that.
type shadowedVar struct {
	name  string
	v     value.Value
	shown bool
}

// emptyOperands looks at operands that expand to nothing: where a tree is deleted, they would name one anywhere else.
func emptyOperands(sc *simple, c *syntax.CallExpr) {
	rm := wordAt(sc.words, func(w word) bool { return path.Base(w.Text) == "rm" })
	if rm < 0 || !recursive(sc.walker, sc.words[rm:]) {
		return
	}
	for _, w := range c.Args[1:] {
		if len(w.Parts) == 0 || len(expandWord(sc.walker, nil, w)) > 0 {
			continue
		}
		sc.opaqueTree(sc.source(w), cause.EmptyTree.Bare(), sc.span(w))
	}
}

// runSimple walks one command: words that are already expanded.
func runSimple(sc *simple) {
	if !sc.step() || !sc.enter() {
		return
	}
	defer sc.leave()
	suspectWords(sc)
	first := sc.words[0]
	if !first.Known {
		unknownCommand(sc)
		return
	}
	name := first.Text
	if name == "" && len(sc.words) == 1 {
		return
	}
	if lookalikeName(name[strings.LastIndexByte(name, '/')+1:]) {
		sc.hazard(RuleDeceptive, cause.LookalikeName.OfWord(name), first.Span)
	}
	checkCommandName(sc.walker, first)
	zshCommand(sc)
	if !callFunctions(sc) {
		runProgram(sc)
	}
}

// suspectWords looks at what the command would be with each of the literals that its unknown words may be: that can
// only make it worse.
func suspectWords(sc *simple) {
	if sc.probing > 0 || sc.steps > slowSteps || sc.words[0].Text == "eval" { // which looks at them itself
		return
	}
	most := 0
	for i := range sc.words {
		if w := &sc.words[i]; !w.Known && w.info != nil {
			most = max(most, len(w.info.Parts()))
		}
	}
	sc.probing++
	stdin := sc.stdin
	for n := range most {
		var words []word
		for _, w := range sc.words {
			may := w.val().Parts()
			if w.Known || len(may) == 0 {
				words = append(words, w)
				continue
			}
			texts := []string{may[min(n, len(may)-1)]}
			if w.Many {
				texts = strings.Fields(texts[0])
			}
			for _, s := range texts {
				words = append(words, word{Word: wordFrom(s, w.Span), node: w.node})
			}
		}
		if len(words) > 0 {
			walkTried(sc.walker, sc.words[0].Span, func() {
				sc.stdin = stdin
				runSimple(newSimple(sc.walker, words))
			})
		}
	}
	sc.probing--
}

// checkCommandName looks at how the name of a command came about.
func checkCommandName(a *walker, first word) {
	switch {
	case first.val().Taint&value.Self != 0 && a.fork > 0:
		a.hazard(RuleForkBomb, cause.ShellStartsItself.OfWord(first.Text), first.Span)
	case first.val().Taint&value.Network != 0:
		a.hazard(RuleDownloadExecute, cause.Word(first.val().From(value.Network)), first.Span)
	}
	if strings.Contains(first.Text, "\x1b") {
		return // a text for a terminal, and no command
	}
	if first.globbed || first.everything != "" || first.Known && strings.ContainsAny(first.Text, "*?[") &&
		len(first.Text) > 1 {
		source := first.Text
		if first.node != nil {
			source = a.source(first.node)
		}
		switch {
		case a.probing > 0: // in a text that may be no command, brackets are an index as well
			return
		case strings.HasPrefix(source, "/"):
			a.hazard(RuleHidden, cause.NameIsPattern.OfWord(source), first.Span)
		case first.Text != "[[":
			a.opaqueCommand(source, cause.PatternProgram.Bare(), first.Span)
		}
	}
}

// unknownCommand reports a command whose name is not known.
func unknownCommand(sc *simple) {
	first := sc.words[0]
	v := first.val()
	switch {
	case v.Taint&value.Network != 0:
		sc.hazard(RuleDownloadExecute, cause.Word(v.From(value.Network)), first.Span)
	case v.Taint&value.Decoder != 0:
		sc.hazard(RuleDecodeExecute, cause.Word(v.From(value.Decoder)), first.Span)
	}
	if first.Prefix != "" && openNetwork(sc.walker, first) {
		return
	}
	if strings.HasPrefix(first.shape, "/proc/") && strings.HasSuffix(first.shape, "/exe") {
		sc.hazard(RuleHidden, cause.ProcessNamesProgram.OfWord(first.Text), first.Span)
	}
	if v.Cause.Kind == cause.FoundPath && first.Text == "{}" {
		sc.hazard(RuleHidden, cause.RunsEverythingFound.Bare(), first.Span)
	}
	sc.opaqueCommand(first.Text, cmp.Or(v.Cause, cause.CommandUnknown.Bare()), first.Span)
	// Whatever the name is, what is plainly destructive about the rest is said.
	checkUnknown(sc)
	behindUnknown(sc)
	sc.out.add(value.Opaque(cause.UnknownOutput.Bare()).Of(sc.stdin.Bounded()))
}

// checkUnknown looks at an unknown command for flags that read like those of rm, with a tree that must stay.
func checkUnknown(sc *simple) {
	recursive := false
	for _, w := range sc.words[1:] {
		recursive = recursive || w.Known && len(w.Text) > 1 && w.Text[0] == '-' && w.Text[1] != '-' &&
			strings.ContainsAny(w.Text, "rR") && strings.Contains(w.Text, "f")
	}
	if !recursive {
		return
	}
	for i, w := range sc.words[1:] {
		if !w.Known || strings.HasPrefix(w.Text, "-") {
			continue
		}
		paths, _ := sc.resolve(w.Text, workDirs(sc.walker), true)
		for _, p := range paths {
			if protected(p.Name, sc.facts) {
				p.Tree, p.Span, p.Span.Word = true, w.Span, i+2
				sc.addPath(&sc.eff.Deletes, effect.KindDelete, p)
			}
		}
	}
}

// behindUnknown looks at the words behind a name that nobody knows in a script of a file: ${SUDO} and its like stand in
// front of a command, $SHELL takes a text with -c, and ${SSH} is what it says.
func behindUnknown(sc *simple) {
	if !sc.facts.OpenEnv || len(sc.words) < 2 || !sc.words[1].Known || sc.probing > 1 {
		return
	}
	rest, at := slices.Clone(sc.words[1:]), sc.words[0].Span
	sc.probing++
	defer func() { sc.probing-- }()
	name := path.Base(rest[0].Text)
	called := strings.ToLower(strings.Trim(sc.words[0].Text, "\"${}"))
	switch {
	case slices.Contains(remote[:], called):
		program := rest[0]
		program.Text = called
		probe(sc.walker, at, func() { runExternal(newSimple(sc.walker, append([]word{program}, rest...))) })
	case name == "-c" && len(rest) > 1 && rest[1].Known && strings.ContainsAny(rest[1].Text, " \t\n"):
		probeText(sc.walker, rest[1].Text, at)
		python := rest[0]
		python.Text = "python3"
		probe(sc.walker, at, func() { runExternal(newSimple(sc.walker, append([]word{python}, rest...))) })
	case slices.Contains(wrapped[:], name):
		probe(sc.walker, at, func() { runExternal(newSimple(sc.walker, rest)) })
	}
}

// remote are programs that work on other machines, which files call by variables of their names: ${SSH}, $(KUBECTL).
var remote = [...]string{"ssh", "scp", "rsync", "docker", "podman", "kubectl", "git"}

// wrapped are programs that stand behind a wrapper, and are no subcommand of anything.
var wrapped = [...]string{"sh", "bash", "dash", "zsh", "ksh", "python", "python3", "perl", "ruby", "node", "sudo",
	"env", "curl", "wget", "eval", "dd", "tee"}

// runProgram walks a builtin or a program.
func runProgram(sc *simple) {
	if runBuiltin(sc) {
		return
	}
	runTabled(sc, table.Listed("shell-builtins", sc.words[0].Text))
}

// runTabled walks a program by its entry in the table, an unknown program, or a builtin of the shell.
func runTabled(sc *simple, shell bool) {
	if !sc.step() || !sc.enter() {
		return
	}
	defer sc.leave()
	sc.work(len(sc.words))
	if own := ownProgram(sc.walker, sc.words[0].Text); own != "" && !shell {
		inWorkspacePath(sc, own)
		return
	}
	in := sc.table.Interpret(tableWords(sc.walker, sc.words))
	sc.work((len(in.Operands) + len(in.Opaque)) * (1 + len(sc.words)/64)) // the table compares each with all words
	if onlyPrintsHelp(sc.walker, sc.words) {
		in = table.Interpretation{Known: true, Name: in.Name, Class: effect.ProgramReads}
	}
	apply(sc.walker, &in, sc.words, nil)
}

// inWorkspacePath walks a program that PATH finds in the workspace as if the command named it by its path. The table
// may have a program with this name, but this one is code of the workspace.
func inWorkspacePath(sc *simple, file string) {
	if list, lasts := sc.facts.Exported["PATH"]; lasts { // a command chose that name, and no person
		sc.concern(RuleHidden, cause.Cause{Kind: cause.VariableValue, Name: "PATH", Word: list}, sc.words[0].Span)
	}
	words := slices.Clone(sc.words)
	words[0].Text = "./" + strings.TrimPrefix(strings.TrimPrefix(file, workOf(sc.facts.Workspace, file)), "/")
	named := words[0].Text
	also := otherNames(sc, file, named)
	in := sc.table.Interpret(tableWords(sc.walker, words))
	for i := range in.Operands {
		if op := &in.Operands[i]; op.Kind == table.Script && op.Text == named {
			op.Text = file
		}
	}
	words[0].Text = file
	apply(sc.walker, &in, words, also)
}

// otherNames returns the names in permissions and rules for a file of the workspace that PATH finds. If nothing
// confines commands, it leaves out the bare name unless the table's program of that name could run any code with these
// words too: a permission for that program covers no more than the program does.
func otherNames(sc *simple, file, named string) (names []string) {
	if effect.Within(file, sc.facts.Workspace.Root) {
		names = append(names, named, strings.TrimPrefix(named, "./"))
	}
	in := sc.table.Interpret(tableWords(sc.walker, sc.words))
	if sc.facts.Confinement.Confined() || in.Class == effect.ProgramUnknown || in.Class == effect.ProgramBuilds ||
		slices.ContainsFunc(in.Operands, func(op table.Operand) bool { return op.Kind == table.Script }) {
		names = append(names, sc.words[0].Text)
	}
	return names
}

// tableWords are the words as the table takes them, until the next ones are asked for: it keeps nothing of them.
func tableWords(a *walker, words []word) []table.Word {
	argv := a.argv[:0]
	for i := range words {
		argv = append(argv, words[i].Word)
		if !argv[i].Known {
			argv[i].Text = ""
		}
	}
	a.argv = argv
	return argv
}
