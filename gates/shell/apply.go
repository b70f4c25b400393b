package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// applied is one command while its operands become effects.
type applied struct {
	*walker
	in    *table.Interpretation
	words []word
	also  []string // other names for the program in rules
	dirs  []string
	out   value.Value // what it prints, as far as it is known

	sources  []source // what is read or moved, for the destination of a copy
	wrote    []effect.Path
	targets  []string // of links being made
	script   string   // the file it interprets
	connects bool
	sends    value.Value // what it may send

	ends       *effect.Ends // the result of endings, once computed
	beforeTree []string     // git's directory before a flag named its working tree
}

// source is something that is copied or moved.
type source struct {
	base    string // last component; "" when it is not known
	path    string // resolved, "" when it is not known
	tree    bool
	content value.Value
	known   bool // content is what the script wrote
}

// apply turns the table's interpretation of a command into effects. also lists other names for its program in rules.
func apply(a *walker, in *table.Interpretation, words []word, also []string) {
	ap := applied{walker: a, in: in, words: words, also: also, dirs: workDirs(a),
		out: value.Opaque(cause.ProgramOutput.OfProgram(in.Name))}
	placed := a.placed
	defer func() { a.placed = placed }()
	language, options := enterDialect(&ap)
	judgeInstalled(&ap)
	reportHazards(&ap)
	if !printsText(in.Name) && !in.Prints && printsToken(words) {
		ap.hazard(RuleSecretVariable, cause.ProgramToken.OfProgram(in.Name), words[0].Span)
	}
	reportOpaques(&ap)
	if in.Escalates && a.fresh(effectKey{kind: effect.KindEscalate, subject: in.Name, start: words[0].Span.Start}) {
		a.eff.Escalates = append(a.eff.Escalates, effect.Escalation{How: in.Name, Span: words[0].Span})
	}
	applyOperands(&ap)
	recordLinks(&ap)
	reportProgram(&ap)
	reportService(&ap)
	reportNetwork(&ap)
	recordContents(&ap)
	ap.out = findOutput(&ap)
	for i := range in.Operands {
		switch in.Operands[i].Kind {
		case table.Run:
			runOperand(operandAt(&ap, i))
		case table.Shell:
			runShell(operandAt(&ap, i))
		}
	}
	runStandardInput(&ap)
	scanCommands(&mentions{applied: &ap, asks: needsAnswer(&ap)})
	judgeRenamed(&ap)
	if !in.Prints && ap.stdin.Known && !table.Listed("prints-nothing", in.Name) { // a part of it may be gone
		ap.stdin = ap.stdin.Forgotten().Suspect(ap.stdin.Text)
	}
	a.dialect, a.startOptions = language, options
	a.out.add(ap.out)
	a.work(len(a.out.v.Text) / 64)
}

// reportHazards reports those that the table found.
func reportHazards(ap *applied) {
	for _, h := range ap.in.Hazards {
		if h.Rule == "accounts" && inheritsGroup(ap) || h.Cause.Kind == cause.MountsSystem && mountsWorkspace(ap, h.Span) {
			continue
		}
		if ap.outside != nil {
			h.Span.Word = 0
		}
		if h.Rule == "history" {
			h.Cause = explainDeletions(deletions{ap}, h.Cause)
		}
		h.Stays = !ap.in.Elsewhere
		ap.addHazard(h)
		if h.Rule != "message" || ap.cond == 0 {
			continue
		}
		for i := range ap.words[1:] {
			if w := &ap.words[i+1]; !w.Known && w.val().Taint&value.Secret == 0 {
				ap.hazard(RuleMassSend, cause.Cause{}, ap.words[0].Span)
			}
		}
	}
}

// inheritsGroup reports whether chmod gives the bit of a set group to directories alone: what is made in one belongs to
// its group, and nothing runs as another.
func inheritsGroup(ap *applied) bool {
	if ap.in.Name != "chmod" || len(ap.words) < 3 || !groupMode(ap.words[1].Text) {
		return false
	}
	for _, w := range ap.words[2:] {
		to, ok := ap.resolve(w.Text, ap.dirs, false)
		other := func(p effect.Path) bool { // or what takes its place in the same command
			gone := func(d effect.Path) bool { return effect.Within(p.Name, d.Name) }
			return !p.Exists || !p.Dir || slices.ContainsFunc(ap.eff.Deletes, gone)
		}
		if !w.Known || !ok || slices.ContainsFunc(to, other) {
			return false
		}
	}
	return true
}

// groupMode reports whether a mode sets that bit and not the one of the owner.
func groupMode(mode string) bool {
	mode = strings.TrimPrefix(mode, "0")
	return mode == "g+s" || len(mode) == 4 && mode[0] == '2' && strings.Trim(mode, "01234567") == ""
}

// mountsWorkspace reports whether all that a word has a container see of the machine is in the workspace.
func mountsWorkspace(ap *applied, word effect.Span) bool {
	found := false
	ap.work(len(ap.in.Operands))
	for _, op := range ap.in.Operands {
		if op.Kind != table.WriteTree || ap.words[op.Word].Span != word {
			continue
		}
		paths, ok := ap.resolve(op.Text, ap.dirs, false)
		for _, p := range paths {
			_, in := ap.facts.Workspace.Contains(p.Name)
			ok = ok && in
		}
		if found = true; !ok || !op.Known {
			return false
		}
	}
	return found
}

// applyOperands turns operands into effects. Destinations and commands come last: they depend on the others.
func applyOperands(ap *applied) {
	list := ap.in.Operands
	for i := range list {
		if rest, ok := strings.CutPrefix(list[i].Text, "~/"); ok && list[i].Word == 0 && ap.facts.Home != "" {
			list[i].Text = path.Join(ap.facts.Home, rest) // the entry names it, and not a word
		}
		if list[i].Kind == table.Env {
			assignEnv(operandAt(ap, i))
		}
		if list[i].Kind == table.Read && list[i].Word == 0 && list[i].List == table.NotListed && isMissing(ap, list[i].Text) {
			list[i].Kind = table.Plain // a file that a program reads where there is one
		}
	}
	for i := range list {
		switch list[i].Kind {
		case table.Into, table.Run, table.Shell, table.Env:
		default:
			if o := operandAt(ap, i); o.op.List != table.NotListed {
				applyListed(o)
			} else {
				applyOperand(o)
			}
		}
	}
	for i := range list {
		if list[i].Kind == table.Into {
			copyInto(operandAt(ap, i))
		}
	}
}

// isMissing reports whether a file is in none of the directories that the command may run in.
func isMissing(ap *applied, name string) bool {
	return !slices.ContainsFunc(ap.dirs, func(dir string) bool {
		_, err := ap.view.Lstat(path.Join(dir, name))
		return err == nil
	})
}

// reportProgram reports the program that runs.
func reportProgram(ap *applied) {
	p := program(ap.words)
	p.Also = ap.also
	p.Class, p.Script, p.Path, p.Lists = ap.in.Class, ap.script, lookPath(ap.walker, ap.words[0].Text), ap.in.Names
	if p.Script != "" && p.Class != effect.ProgramBuilds {
		p.Class = effect.ProgramUnknown // a file can hold anything
	}
	readMentions(&mentions{applied: ap, asks: needsAnswer(ap)})
	reportUnmasked(ap)
	judgeStarted(ap, &p)
	judgeObeyed(ap, &p)
	judgeForeignFiles(ap, &p)
	if p.Class == effect.ProgramBuilds {
		judgeGeneratedBuild(ap, ap.words[0].Span)
		if later := *ap; ap.background > 0 {
			ap.builds = append(ap.builds, func() { judgeGeneratedBuild(&later, later.words[0].Span) })
		}
	}
	if ap.in.Known {
		p.Canonical = ap.in.Name
	}
	if first, _, _ := strings.Cut(ap.in.Name, " "); p.Class == effect.ProgramBuilds || table.Listed("builders", first) {
		p.Told, p.In = table.Marks("build-files"), slices.Clone(ap.dirs)
	}
	ap.addRun(p)
}

// reportOpaques reports the words that could be anything, unless what is known of them says that they are not flags.
func reportOpaques(ap *applied) {
	if len(ap.in.Opaque) == 0 {
		return
	}
	type unknown struct {
		text   string // the text of the last word at a place
		number bool   // one of the words there is a number
	}
	at := map[effect.Span]unknown{}
	ap.work(len(ap.words))
	for i := range ap.words {
		if w := &ap.words[i]; !w.Known {
			at[w.Span] = unknown{w.Text, at[w.Span].number || w.val().Number && !w.Many}
		}
	}
	for _, o := range ap.in.Opaque {
		if u, found := at[o.Span]; !found {
			ap.addOpaque(o.Text, o.Cause, o.Place, o.Span)
		} else if !u.number {
			ap.addOpaque(u.text, o.Cause, o.Place, o.Span)
		}
	}
}

func wordOf(ap *applied, op *table.Operand) word {
	if op.Word < len(ap.words) {
		return ap.words[op.Word]
	}
	return ap.words[0]
}

// operand is one operand of a command, with the word that it is in and where it stands.
type operand struct {
	*applied
	op       *table.Operand
	w        word
	span     effect.Span
	searched []string // what the unknown names were asked to look like
}

func operandAt(ap *applied, i int) *operand {
	op := &ap.in.Operands[i]
	return &operand{applied: ap, op: op, w: wordOf(ap, op), span: spanOf(ap, op)}
}

// applyOperand turns the operand into effects.
func applyOperand(o *operand) {
	if o.op.Remote && o.op.Kind != table.Connect {
		judgeRemote(o)
		return
	}
	switch o.op.Kind {
	case table.Read, table.ReadTree:
		if o.op.Scheme == table.LocalRepository {
			reportLocalRepository(o.applied, o.op.Text, o.dirs, o.span)
			return
		}
		readOperand(o)
	case table.Write, table.Append, table.WriteTree:
		writeOperand(o)
	case table.Delete, table.DeleteTree:
		deleteOperand(o)
	case table.Metadata, table.MetadataTree:
		changeMetadata(o)
	case table.Link:
		recordTarget(o)
	case table.Directory:
		enterDirectory(o)
	case table.Connect:
		reportConnect(o)
	case table.Listen:
		e := endpoint(o.op.Text, o.op.Scheme, o.op.Port)
		e.Span = o.span
		if o.fresh(effectKey{kind: effect.KindListen, subject: e.Address(), start: e.Span.Start}) {
			o.eff.Listens = append(o.eff.Listens, e)
		}
	case table.Socket:
		o.eff.Sockets = append(o.eff.Sockets, effect.Socket{Name: shownText(o), Span: o.span})
	case table.Signal:
		s := effect.Process{Name: shownText(o), Span: o.span}
		names := []string{s.Name}
		if !o.op.Known && len(o.w.val().Processes) > 0 {
			names = o.w.val().Processes
		}
		for _, name := range names {
			s.Name = cmp.Or(name, o.w.Text)
			if o.fresh(effectKey{kind: effect.KindSignal, subject: s.Name, start: s.Span.Start, word: s.Span.Word}) {
				o.eff.Signals = append(o.eff.Signals, s)
			}
		}
	case table.Code:
		reportCode(o)
	case table.Script:
		o.script = interpretFile(o)
	case table.Source:
		readConfiguration(o)
	case table.Part:
		reportPart(o.applied, o.op)
	case table.Plain, table.User, table.Env, table.Into, table.Run, table.Shell:
	}
}

func shownText(o *operand) string {
	if o.op.Known {
		return o.op.Text
	}
	return o.w.Text
}

func spanOf(ap *applied, op *table.Operand) effect.Span {
	return ap.wordSpan(wordOf(ap, op), op.Word+1)
}

// enterDirectory changes where the rest of the command takes place.
func enterDirectory(o *operand) {
	if o.op.Word > 0 && o.beforeTree == nil {
		if anyWord(flagValues(o.words, "--work-tree"), func(w word) bool { return w.Span == o.w.Span }) {
			o.beforeTree = o.dirs
		}
	}
	if !o.op.Known || o.op.Many {
		if o.op.Text == o.w.Prefix && len(o.w.val().Roots) > 0 {
			o.addOpaque(o.w.Text, reason(o.w), effect.OpaqueOperand, o.span)
		}
		o.dirs = nil
		o.addOpaque(shownText(o), cause.WorkingDirectoryUnknown.Bare(), effect.OpaqueOperand, o.span)
		return
	}
	paths, ok := o.resolve(o.op.Text, o.dirs, false)
	if !ok {
		o.dirs = nil
		return
	}
	next := make([]string, 0, len(paths))
	for _, p := range paths {
		next = append(next, p.Name)
	}
	slices.Sort(next)
	o.dirs = slices.Compact(next)
}

// assignEnv applies an assignment in front of a nested command.
func assignEnv(o *operand) {
	name, val, ok := strings.Cut(o.op.Text, "=")
	if !ok {
		return
	}
	v := value.Text(val)
	if !o.op.Known {
		v = value.Opaque(reason(o.w))
		v.Prefix = val
	}
	v.Origin = o.w.val().Origin
	inFront(newVariable(o.walker, name, v, o.span), v)
}
