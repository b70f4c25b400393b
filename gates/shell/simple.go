package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/gates/shell/value"

	"mvdan.cc/sh/v3/syntax"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// callExpr walks a simple command: assignments, or a command with them in front.
func (a *analysis) callExpr(c *syntax.CallExpr) {
	words := a.words(c.Args)
	a.steps += len(words) / 32 // long commands cost more
	if len(words) == 0 {
		for _, as := range c.Assigns {
			a.assignment(as)
		}
		return
	}
	if len(words) < len(c.Args) {
		a.emptyOperands(c, words)
	}
	if len(c.Assigns) == 0 {
		a.run(words)
		return
	}
	// What stands in front holds for this command only.
	type saved struct {
		name string
		v    value.Value
		ok   bool
	}
	var old []saved
	for _, as := range c.Assigns {
		name := as.Name.Value
		v, ok := a.state.get(name)
		old = append(old, saved{name, v, ok})
		a.assignment(as)
		now := a.lookup(name)
		now.Exported = value.On
		a.checkEnv(name, now, a.span(as))
		a.state.set(name, now)
	}
	outer := len(a.shadowed)
	for _, s := range old {
		if !s.ok {
			s.v = a.lookupInitial(s.name)
		}
		a.shadowed = append(a.shadowed, shadowedVar{name: s.name, v: s.v})
	}
	a.run(words)
	for _, h := range slices.Backward(a.shadowed[outer:]) {
		if h.shown { // what followed went to the variable itself
			h.v = value.Join(h.v, a.lookup(h.name))
		}
		a.setState(h.name, h.v)
	}
	a.shadowed = a.shadowed[:outer]
}

// emptyOperands looks at operands that expand to nothing: where a tree is deleted, they would name one anywhere else.
func (a *analysis) emptyOperands(c *syntax.CallExpr, words []word) {
	rm := slices.IndexFunc(words, func(w word) bool { return path.Base(w.Text) == "rm" })
	if rm < 0 || !recursive(words[rm:]) {
		return
	}
	for _, w := range c.Args[1:] {
		if len(w.Parts) == 0 || len(a.word(nil, w)) > 0 {
			continue
		}
		if a.fresh(effectKey{kind: effect.KindOpaque, subject: a.source(w), start: int(w.Pos().Offset()),
			word: int(effect.OpaqueDelete), more: ""}) {
			a.eff.Opaque = append(a.eff.Opaque, effect.Opaque{Text: a.source(w),
				Why:   "it is empty here, and would name a tree elsewhere",
				Place: effect.OpaqueDelete, Tree: true, Span: a.span(w)})
		}
	}
}

// run walks one command: words that are already expanded.
func (a *analysis) run(words []word) {
	if !a.step() || !a.enter() {
		return
	}
	defer a.leave()
	first := words[0]
	if !first.Known {
		a.unknownCommand(words)
		return
	}
	name := first.Text
	if name == "" && len(words) == 1 {
		return
	}
	if lookalikeName(name[strings.LastIndexByte(name, '/')+1:]) {
		a.hazard(RuleDeceptive, "the name of the command looks like another: "+name, first.Span)
	}
	a.checkCommandName(first)
	if fn := a.state.function(name); len(fn.list) > 0 {
		for _, f := range fn.list {
			a.push()
			a.callFunction(f, words)
			if len(fn.list) == 1 && !fn.unset {
				a.keep(a.drop())
				return
			}
			a.merge(true, a.drop())
		}
		if !fn.unset {
			return
		}
	}
	a.runAlias(a.state.alias(name), words)
	a.runProgram(words)
}

// runAlias walks what an alias stands for, which a shell that expands aliases would run.
func (a *analysis) runAlias(bodies []string, words []word) {
	for _, body := range bodies {
		file, err := a.gram.parse(body)
		if err != nil || len(file.Stmts) != 1 || len(words) > 64 {
			continue
		}
		c, ok := file.Stmts[0].Cmd.(*syntax.CallExpr)
		if !ok || len(c.Args) == 0 || c.Args[0].Lit() == words[0].Text {
			continue
		}
		a.probe(words[0].Span, func() {
			a.src = body
			if list := a.words(c.Args); len(list) > 0 {
				a.run(append(list, words[1:]...))
			}
		})
	}
}

// checkCommandName looks at how the name of a command came about.
func (a *analysis) checkCommandName(first word) {
	switch {
	case first.val().Taint&value.Self != 0 && a.fork > 0:
		a.hazard(RuleForkBomb, first.Text+" starts the running shell again", first.Span)
	case first.val().Taint&value.Network != 0:
		a.hazard(RuleDownloadExecute, first.val().From(value.Network), first.Span)
	}
	if first.globbed || first.everything != "" || first.Known && strings.ContainsAny(first.Text, "*?[") &&
		len(first.Text) > 1 {
		source := first.Text
		if first.node != nil {
			source = a.source(first.node)
		}
		if strings.ContainsAny(source, "?[") || strings.HasPrefix(source, "/") {
			a.hazard(RuleHidden, "the name of the command is a pattern: "+source, first.Span)
		} else if first.Text != "[" && first.Text != "[[" {
			a.opaqueCommand(source, "which program a pattern names is decided when it runs", first.Span)
		}
	}
}

// unknownCommand reports a command whose name is not known.
func (a *analysis) unknownCommand(words []word) {
	first := words[0]
	v := first.val()
	switch {
	case v.Taint&value.Network != 0:
		a.hazard(RuleDownloadExecute, v.From(value.Network), first.Span)
	case v.Taint&value.Decoder != 0:
		a.hazard(RuleDecodeExecute, v.From(value.Decoder), first.Span)
	}
	if first.Prefix != "" && a.networkFile(first) {
		return
	}
	if strings.HasPrefix(first.shape, "/proc/") && strings.HasSuffix(first.shape, "/exe") {
		a.hazard(RuleHidden, "the program is named by a process, "+first.Text, first.Span)
	}
	if v.Why == foundWhy && first.Text == "{}" {
		a.hazard(RuleHidden, "it runs every program that is found", first.Span)
	}
	why := v.Why
	why = cmp.Or(why, "which command it is, is not known before it runs")
	a.opaqueCommand(first.Text, why, first.Span)
	// Whatever the name is, what is plainly destructive about the rest is said.
	a.checkUnknown(words)
	a.out.add(value.Opaque("the output of an unknown command").Of(a.stdin.Bounded()))
}

// checkUnknown looks at an unknown command for flags that read like those of rm, with a tree that must stay.
func (a *analysis) checkUnknown(words []word) {
	recursive := false
	for _, w := range words[1:] {
		recursive = recursive || w.Known && len(w.Text) > 1 && w.Text[0] == '-' && w.Text[1] != '-' &&
			strings.ContainsAny(w.Text, "rR") && strings.Contains(w.Text, "f")
	}
	if !recursive {
		return
	}
	for i, w := range words[1:] {
		if !w.Known || strings.HasPrefix(w.Text, "-") {
			continue
		}
		paths, _ := a.resolve(w.Text, a.dirs(), true)
		for _, p := range paths {
			if protected(p.Name, a.facts) {
				p.Tree, p.Span, p.Span.Word = true, w.Span, i+2
				a.addPath(&a.eff.Deletes, effect.KindDelete, p)
			}
		}
	}
}

// callFunction walks the body of a function with the words as arguments.
func (a *analysis) callFunction(f *function, words []word) {
	running := 0
	for _, c := range a.calls {
		if c.fn != f {
			continue
		}
		running++
		if a.cond == c.cond {
			a.hazard(RuleForkBomb, "the function "+f.name+" calls itself without an end", words[0].Span)
			return
		}
		if a.fork > c.fork {
			a.hazard(RuleForkBomb, "the function "+f.name+" starts itself again beside itself", words[0].Span)
			return
		}
	}
	if running >= 3 || len(a.calls) >= maxNested {
		a.opaqueCommand(f.name, "the function calls itself too deep to be followed", words[0].Span)
		return
	}
	a.called++
	a.calls = append(a.calls, call{fn: f, fork: a.fork, cond: a.cond, number: a.called,
		locals: map[string]value.Value{}})
	oldArgs := a.state.arguments()
	list, known := wordValues(words[1:])
	a.setArgs(list, known)
	a.stmt(f.body)
	a.state.args = &oldArgs
	last := a.calls[len(a.calls)-1]
	a.calls = a.calls[:len(a.calls)-1]
	for name, v := range last.locals {
		if a.state.local(local{last.number, name}) != value.On { // it may not have been declared
			v = value.Join(v, a.current(name))
		}
		a.setState(name, v)
	}
}

// runProgram walks a builtin or a program.
func (a *analysis) runProgram(words []word) {
	if a.builtin(words) {
		return
	}
	a.tabled(words)
}

// tabled walks a program that the table knows, or does not.
func (a *analysis) tabled(words []word) {
	if !a.step() || !a.enter() {
		return
	}
	defer a.leave()
	in := a.table.Interpret(a.tableWords(words))
	if a.onlyPrintsHelp(words, &in) {
		in = table.Interpretation{Known: true, Name: in.Name, Class: effect.ProgramReads}
	}
	a.apply(&in, words)
}

// tableWords are the words as the table takes them, until the next ones are asked for: it keeps nothing of them.
func (a *analysis) tableWords(words []word) []table.Word {
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
