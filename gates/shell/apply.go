package shell

import (
	"slices"
	"strings"

	"pp/engine"
	"pp/gates/shell/table"
)

// applied is one command while its operands become effects.
type applied struct {
	*analysis
	in    *table.Interpretation
	words []word
	dirs  []string
	out   value // what it prints, as far as it is known

	sources  []source // what is read or moved, for the destination of a copy
	wrote    []engine.Path
	targets  []link // of links being made
	script   string // the file it interprets
	connects bool
	searched []string // what the unknown names were asked to look like
	sends    value    // what it may send
}

// source is something that is copied or moved.
type source struct {
	base    string // last component; "" when it is not known
	path    string // resolved, "" when it is not known
	tree    bool
	content value
	known   bool // content is what the script wrote
}

type link struct{ text string }

// apply turns what the table says of a command into effects.
func (a *analysis) apply(in *table.Interpretation, words []word) {
	ap := applied{analysis: a, in: in, words: words, dirs: a.dirs(), out: value{why: "the output of " + in.Name}}
	for _, h := range in.Hazards {
		if h.Span.Word != 0 && a.outside != nil {
			h.Span.Word = 0
		}
		a.addHazard(h)
		if h.Rule == "message" && a.cond > 0 {
			for _, w := range words[1:] {
				if !w.Known && w.val().taint&fromSecret == 0 {
					a.hazard(RuleMassSend, "", words[0].Span)
				}
			}
		}
	}
	ap.opaques()
	if in.Escalates && a.fresh(effectKey{kind: engine.EffectEscalate, subject: in.Name, start: words[0].Span.Start, word: 0, more: ""}) {
		a.eff.Escalates = append(a.eff.Escalates, engine.Escalation{How: in.Name, Span: words[0].Span})
	}
	for i := range in.Operands {
		if in.Operands[i].Kind == table.Env {
			ap.env(&in.Operands[i])
		}
	}
	// Destinations and commands come last: they depend on the sources, whatever
	// the order on the line.
	for i := range in.Operands {
		if k := in.Operands[i].Kind; k != table.Into && k != table.Run && k != table.Shell && k != table.Env {
			ap.operand(&in.Operands[i])
		}
	}
	for i := range in.Operands {
		if in.Operands[i].Kind == table.Into {
			ap.into(&in.Operands[i])
		}
	}
	ap.links()
	p := program(words)
	p.Class, p.Script, p.Path = in.Class, ap.script, a.lookPath(words[0].Text)
	if p.Script != "" && p.Class != engine.ProgramBuilds {
		p.Class = engine.ProgramUnknown // a file can hold anything
	}
	ap.mentions()
	ap.foreign(&p)
	if p.Class == engine.ProgramBuilds && len(ap.view.files) > 0 {
		ap.generatedBuild(words[0].Span)
	}
	if in.Known {
		p.Canonical = in.Name
	} else if in.Class == engine.ProgramUnknown {
		p.Canonical = ""
	}
	a.addRun(p)
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
	a.out.add(ap.out)
}

// opaques reports the words that could be anything, unless what is known of
// them says that they are not flags.
func (ap *applied) opaques() {
	for _, o := range ap.in.Opaque {
		skip := false
		for _, w := range ap.words {
			if w.Span == o.Span && !w.Known && w.val().number && !w.Many {
				skip = true
			}
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
		if ap.fresh(effectKey{kind: engine.EffectListen, subject: e.Address(), start: e.Span.Start, word: 0, more: ""}) {
			ap.eff.Listens = append(ap.eff.Listens, e)
		}
	case table.Socket:
		ap.eff.Sockets = append(ap.eff.Sockets, engine.Socket{Name: ap.shown(op, w), Span: ap.spanOf(op)})
	case table.Signal:
		s := engine.Process{Name: ap.shown(op, w), Span: ap.spanOf(op)}
		if !op.Known && w.val().process != "" {
			s.Name = w.val().process
		}
		if ap.fresh(effectKey{kind: engine.EffectSignal, subject: s.Name, start: s.Span.Start, word: s.Span.Word, more: ""}) {
			ap.eff.Signals = append(ap.eff.Signals, s)
		}
	case table.Code:
		ap.code(op, w)
	case table.Script:
		ap.script = ap.interpretOperand(op, w)
	case table.Source:
		ap.sourceOperand(op, w)
	case table.Plain, table.User, table.Env, table.Into, table.Run, table.Shell:
	}
}

func (ap *applied) shown(op *table.Operand, w word) string {
	if op.Known {
		return op.Text
	}
	return w.Text
}

func (ap *applied) spanOf(op *table.Operand) engine.Span {
	s := ap.word(op).Span
	if ap.outside == nil {
		s.Word = op.Word + 1
	}
	return s
}

// whole reports whether the operand is the whole of its word, so that what is
// known of the word's value holds for it.
func whole(op *table.Operand, w word) bool {
	return op.Text == w.Prefix
}

// mix adds what is known of where data comes from to a value.
func mix(out, v value) value {
	out.taint |= v.taint
	if out.from == "" || out.taint != 0 && v.taint != 0 {
		if v.from != "" {
			out.from = v.from
		}
	}
	return out
}

// directory changes where the rest of the command takes place.
func (ap *applied) directory(op *table.Operand, w word) {
	if !op.Known || op.Many {
		if whole(op, w) && len(w.val().roots) > 0 {
			ap.addOpaque(w.Text, reason(w), engine.OpaqueOperand, ap.spanOf(op))
		}
		ap.dirs = nil
		ap.addOpaque(ap.shown(op, w), "the directory is not known before it runs", engine.OpaqueOperand, ap.spanOf(op))
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
	v := text(val)
	if !op.Known {
		v = value{why: reason(w), prefix: val}
	}
	v.taint, v.from = w.val().taint, w.val().from
	ap.checkEnv(name, v, ap.spanOf(op))
}
