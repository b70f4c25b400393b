package shell

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

// applied is one command while its operands become effects.
type applied struct {
	*analysis
	in    *table.Interpretation
	words []word
	dirs  []string
	out   value.Value // what it prints, as far as it is known

	sources  []source // what is read or moved, for the destination of a copy
	wrote    []effect.Path
	targets  []link // of links being made
	script   string // the file it interprets
	connects bool
	pure     bool        // its code was read whole and only computes
	searched []string    // what the unknown names were asked to look like
	sends    value.Value // what it may send

	beforeTree []string // of git: where it was when a flag named its working tree
}

// source is something that is copied or moved.
type source struct {
	base    string // last component; "" when it is not known
	path    string // resolved, "" when it is not known
	tree    bool
	content value.Value
	known   bool // content is what the script wrote
}

type link struct{ text string }

// apply turns what the table says of a command into effects.
func (a *analysis) apply(in *table.Interpretation, words []word) {
	ap := applied{analysis: a, in: in, words: words, dirs: a.dirs(), out: value.Opaque("the output of " + in.Name)}
	language, options := ap.enterDialect()
	ap.installed()
	ap.hazards()
	if !printsText(in.Name) && !in.Prints && printsToken(words) {
		ap.hazard(RuleSecretVariable, "the token that "+in.Name+" keeps", words[0].Span)
	}
	ap.opaques()
	if in.Escalates && a.fresh(effectKey{kind: effect.KindEscalate, subject: in.Name, start: words[0].Span.Start}) {
		a.eff.Escalates = append(a.eff.Escalates, effect.Escalation{How: in.Name, Span: words[0].Span})
	}
	ap.operands()
	ap.links()
	ap.program()
	ap.containerService()
	ap.network()
	ap.record()
	ap.prints()
	for i := range in.Operands {
		switch in.Operands[i].Kind {
		case table.Run:
			ap.command(&in.Operands[i])
		case table.Shell:
			ap.shell(&in.Operands[i])
		}
	}
	ap.standardInput()
	ap.embedded()
	ap.renamed()
	a.dialect, a.startOptions = language, options
	a.out.add(ap.out)
}

// hazards reports those that the table found.
func (ap *applied) hazards() {
	for _, h := range ap.in.Hazards {
		if ap.outside != nil {
			h.Span.Word = 0
		}
		ap.addHazard(h)
		if h.Rule != "message" || ap.cond == 0 {
			continue
		}
		for i := range ap.words[1:] {
			if w := &ap.words[i+1]; !w.Known && w.val().Taint&value.Secret == 0 {
				ap.hazard(RuleMassSend, "", ap.words[0].Span)
			}
		}
	}
}

// operands turns operands into effects. Destinations and commands come last: they depend on the others.
func (ap *applied) operands() {
	list := ap.in.Operands
	for i := range list {
		if rest, ok := strings.CutPrefix(list[i].Text, "~/"); ok && list[i].Word == 0 && ap.facts.Home != "" {
			list[i].Text = path.Join(ap.facts.Home, rest) // the entry names it, and not a word
		}
		if list[i].Kind == table.Env {
			ap.env(&list[i])
		}
		if list[i].Kind == table.Read && list[i].Word == 0 && ap.missing(list[i].Text) {
			list[i].Kind = table.Plain // a file that a program reads where there is one
		}
	}
	for i := range list {
		switch list[i].Kind {
		case table.Into, table.Run, table.Shell, table.Env:
		default:
			ap.operand(&list[i])
		}
	}
	for i := range list {
		if list[i].Kind == table.Into {
			ap.into(&list[i])
		}
	}
}

// missing reports whether a file is in none of the directories that the command may run in.
func (ap *applied) missing(name string) bool {
	return !slices.ContainsFunc(ap.dirs, func(dir string) bool {
		_, err := ap.view.Lstat(path.Join(dir, name))
		return err == nil
	})
}

// program reports the program that runs.
func (ap *applied) program() {
	p := program(ap.words)
	p.Class, p.Script, p.Path, p.Lists = ap.in.Class, ap.script, ap.lookPath(ap.words[0].Text), ap.in.Names
	if ap.pure && p.Class == effect.ProgramActs {
		p.Class = effect.ProgramComputes
	}
	if p.Script != "" && p.Class != effect.ProgramBuilds {
		p.Class = effect.ProgramUnknown // a file can hold anything
	}
	ap.impliedReads()
	ap.obeys(&p)
	ap.outsideBuild(&p)
	if p.Class == effect.ProgramBuilds {
		ap.generatedBuild(ap.words[0].Span)
	}
	if ap.in.Known {
		p.Canonical = ap.in.Name
	}
	ap.addRun(p)
}

// opaques reports the words that could be anything, unless what is known of them says that they are not flags.
func (ap *applied) opaques() {
	for _, o := range ap.in.Opaque {
		skip := false
		for _, w := range ap.words {
			skip = skip || w.Span == o.Span && !w.Known && w.val().Number && !w.Many
		}
		if skip {
			continue
		}
		text := o.Text
		for _, w := range ap.words {
			if w.Span == o.Span && !w.Known {
				text = w.Text
			}
		}
		ap.addOpaque(text, o.Why, o.Place, o.Span)
	}
}

func (ap *applied) word(op *table.Operand) word {
	if op.Word < len(ap.words) {
		return ap.words[op.Word]
	}
	return ap.words[0]
}

// operand turns one operand into effects.
func (ap *applied) operand(op *table.Operand) {
	w := ap.word(op)
	if op.Remote && op.Kind != table.Connect {
		ap.remoteOperand(op, w)
		return
	}
	switch op.Kind {
	case table.Read, table.ReadTree:
		if op.Scheme == table.LocalRepository {
			ap.localRepository(op.Text, ap.dirs, ap.spanOf(op))
			return
		}
		ap.readOperand(op, w)
	case table.Write, table.Append, table.WriteTree:
		ap.writeOperand(op, w)
	case table.Delete, table.DeleteTree:
		ap.deleteOperand(op, w)
	case table.Metadata, table.MetadataTree:
		ap.metadataOperand(op, w)
	case table.Link:
		ap.linkOperand(op, w)
	case table.Directory:
		ap.directory(op, w)
	case table.Connect:
		ap.connect(op, w)
	case table.Listen:
		e := endpoint(op.Text, op.Scheme, op.Port)
		e.Span = ap.spanOf(op)
		if ap.fresh(effectKey{kind: effect.KindListen, subject: e.Address(), start: e.Span.Start}) {
			ap.eff.Listens = append(ap.eff.Listens, e)
		}
	case table.Socket:
		ap.eff.Sockets = append(ap.eff.Sockets, effect.Socket{Name: ap.shown(op, w), Span: ap.spanOf(op)})
	case table.Signal:
		s := effect.Process{Name: ap.shown(op, w), Span: ap.spanOf(op)}
		names := []string{s.Name}
		if !op.Known && len(w.val().Processes) > 0 {
			names = w.val().Processes
		}
		for _, name := range names {
			s.Name = cmp.Or(name, w.Text)
			if ap.fresh(effectKey{kind: effect.KindSignal, subject: s.Name, start: s.Span.Start, word: s.Span.Word}) {
				ap.eff.Signals = append(ap.eff.Signals, s)
			}
		}
	case table.Code:
		ap.code(op, w)
	case table.Script:
		ap.script = ap.interpretOperand(op, w)
	case table.Source:
		ap.sourceOperand(op, w)
	case table.Part:
		ap.partOperand(op)
	case table.Plain, table.User, table.Env, table.Into, table.Run, table.Shell:
	}
}

func (ap *applied) shown(op *table.Operand, w word) string {
	if op.Known {
		return op.Text
	}
	return w.Text
}

func (ap *applied) spanOf(op *table.Operand) effect.Span {
	s := ap.word(op).Span
	if ap.outside == nil {
		s.Word = op.Word + 1
	}
	return s
}

// whole reports whether the operand is the whole of its word, so that what is known of the word's value holds for it.
func whole(op *table.Operand, w word) bool {
	return op.Text == w.Prefix
}

// directory changes where the rest of the command takes place.
func (ap *applied) directory(op *table.Operand, w word) {
	if op.Word > 0 && ap.beforeTree == nil {
		if _, tree := flagValue("--work-tree", ap.words[min(op.Word, len(ap.words))-1], w); tree {
			ap.beforeTree = ap.dirs
		}
	}
	if !op.Known || op.Many {
		if whole(op, w) && len(w.val().Roots) > 0 {
			ap.addOpaque(w.Text, reason(w), effect.OpaqueOperand, ap.spanOf(op))
		}
		ap.dirs = nil
		ap.addOpaque(ap.shown(op, w), "the directory is not known before it runs", effect.OpaqueOperand, ap.spanOf(op))
		return
	}
	paths, ok := ap.resolve(op.Text, ap.dirs, false)
	if !ok {
		ap.dirs = nil
		return
	}
	next := make([]string, 0, len(paths))
	for _, p := range paths {
		next = append(next, p.Name)
	}
	slices.Sort(next)
	ap.dirs = slices.Compact(next)
}

// env applies an assignment in front of a nested command.
func (ap *applied) env(op *table.Operand) {
	w := ap.word(op)
	name, val, ok := strings.Cut(op.Text, "=")
	if !ok {
		return
	}
	v := value.Text(val)
	if !op.Known {
		v = value.Opaque(reason(w))
		v.Prefix = val
	}
	v.Origin = w.val().Origin
	ap.checkEnv(name, v, ap.spanOf(op))
}
