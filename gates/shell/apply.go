package shell

import (
	"path"
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
	sends    value // what it may send
	remote   bool
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
				if !w.Known && w.val.taint&fromSecret == 0 {
					a.hazard(RuleMassSend, "", words[0].Span)
				}
			}
		}
	}
	ap.opaques()
	if in.Escalates && a.fresh(effectKey{engine.EffectEscalate, in.Name, words[0].Span.Start, 0, ""}) {
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
			if w.Span == o.Span && !w.Known && w.val.number && !w.Many {
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
		if ap.fresh(effectKey{engine.EffectListen, e.Address(), e.Span.Start, 0, ""}) {
			ap.eff.Listens = append(ap.eff.Listens, e)
		}
	case table.Socket:
		ap.eff.Sockets = append(ap.eff.Sockets, engine.Socket{Name: ap.shown(op, w), Span: ap.spanOf(op)})
	case table.Signal:
		s := engine.Process{Name: ap.shown(op, w), Span: ap.spanOf(op)}
		if !op.Known && w.val.process != "" {
			s.Name = w.val.process
		}
		if ap.fresh(effectKey{engine.EffectSignal, s.Name, s.Span.Start, s.Span.Word, ""}) {
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

// pathText is the text of a path operand and whether it is known.
func (ap *applied) pathText(op *table.Operand, w word) (string, bool) {
	return op.Text, op.Known
}

// whole reports whether the operand is the whole of its word, so that what is
// known of the word's value holds for it.
func whole(op *table.Operand, w word) bool {
	return op.Text == w.Prefix
}

func (ap *applied) readOperand(op *table.Operand, w word) {
	name, known := ap.pathText(op, w)
	src := source{tree: op.Kind == table.ReadTree}
	if known {
		if v, ok := ap.stream(name); ok {
			src.content, src.known = v, true
			ap.sources = append(ap.sources, src)
			ap.out = mix(ap.out, v)
			ap.sends = mix(ap.sends, v)
			return
		}
		src.base = path.Base(name)
	}
	for _, p := range ap.addRead(w, op.Word+1, name, known, ap.dirs, op.Kind == table.ReadTree) {
		src.path = p.Name
		if v, ok := ap.written(p); ok {
			src.content, src.known = v, true
			ap.out = mix(ap.out, v)
			ap.sends = mix(ap.sends, v)
		} else if !src.known {
			src.content = value{file: p.Name, why: "the content of " + clip(name)}
		}
		if endlessDevice(p.Name) {
			ap.out = ap.out.with(endless, p.Name)
			src.content = src.content.with(endless, p.Name)
		}
		if private(p, ap.facts) {
			ap.out = ap.out.with(fromSecret, p.Name)
			ap.sends = ap.sends.with(fromSecret, p.Name)
		}
	}
	ap.sources = append(ap.sources, src)
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

// addRead reports a read and returns the paths.
func (a *analysis) addRead(w word, n int, name string, known bool, dirs []string, tree bool) []engine.Path {
	span := w.Span
	if a.outside == nil {
		span.Word = n
	}
	names, below := []string{name}, false
	if !known {
		a.suspectRead(w, name, dirs, span)
		if name != w.Prefix || w.val.roots == nil {
			if w.val.prefix != "" && strings.HasPrefix(w.Prefix, w.val.prefix) && strings.Contains(w.Prefix, "/") && name == w.Prefix {
				names, below = []string{rootOfPrefix(name)}, true
				a.addOpaque(w.Text, reason(w), engine.OpaqueOperand, span)
			} else {
				a.addOpaque(w.Text, reason(w), engine.OpaqueOperand, span)
				return nil
			}
		} else {
			names, below = w.val.roots, true
		}
	}
	var out []engine.Path
	for _, name := range names {
		if name == "" {
			continue
		}
		paths, ok := a.resolve(name, dirs, false)
		if !ok {
			a.addOpaque(w.Text, "which directory it is in is not known before it runs", engine.OpaqueOperand, span)
		}
		for _, p := range paths {
			if sinkDevice(p.Name) && !endlessDevice(p.Name) {
				continue
			}
			p.Tree, p.Span = tree || below, span
			a.addPath(&a.eff.Reads, engine.EffectRead, p)
			out = append(out, p)
		}
	}
	return out
}

// suspectRead reports what an unknown name looks like, as far as that tells: the
// known end of a path, the names that were searched for.
func (a *analysis) suspectRead(w word, name string, dirs []string, span engine.Span) {
	var names []string
	if w.shape != "" && strings.Contains(w.shape, "/") && name == w.Prefix {
		names = append(names, w.shape)
	}
	for _, root := range w.val.roots {
		for _, n := range w.val.names {
			names = append(names, path.Join(root, n))
		}
	}
	for _, n := range names {
		paths, _ := a.resolve(n, dirs, false)
		for _, p := range paths {
			p.Span, p.Given = span, w.Text
			a.addPath(&a.eff.Reads, engine.EffectRead, p)
		}
	}
}

func reason(w word) string {
	if w.val.why != "" {
		return w.val.why
	}
	return "it is not known before it runs"
}

func (ap *applied) writeOperand(op *table.Operand, w word) {
	name, known := ap.pathText(op, w)
	if known && name == "" {
		return
	}
	if known && sinkDevice(name) {
		return
	}
	paths := ap.addWrite(w, op.Word+1, name, known && !op.Many, ap.dirs, op.Kind == table.WriteTree)
	ap.wroteAll(paths)
}

func (ap *applied) wroteAll(paths []engine.Path) { ap.wrote = append(ap.wrote, paths...) }

// addWrite reports a write and returns the paths.
func (a *analysis) addWrite(w word, n int, name string, known bool, dirs []string, tree bool) []engine.Path {
	span := w.Span
	if a.outside == nil {
		span.Word = n
	}
	if !known {
		a.prefixed(w, name, span, &a.eff.Writes, engine.EffectWrite)
		if name == w.Prefix {
			a.writeBelow(w, dirs, span)
		}
		a.addOpaque(w.Text, reason(w), engine.OpaqueWrite, span)
		return nil
	}
	paths, ok := a.resolve(name, dirs, false)
	if !ok {
		a.addOpaque(w.Text, "which directory it is in is not known before it runs", engine.OpaqueWrite, span)
	}
	var out []engine.Path
	for _, p := range paths {
		if sinkDevice(p.Name) {
			continue
		}
		p.Tree, p.Span = tree, span
		out = append(out, p)
		a.addPath(&a.eff.Writes, engine.EffectWrite, a.contents(p))
		a.danger(p, span)
	}
	return out
}

// writeBelow reports writes to unknown names below a directory that must stay.
func (a *analysis) writeBelow(w word, dirs []string, span engine.Span) {
	for _, root := range w.val.roots {
		paths, _ := a.resolve(root, dirs, false)
		for _, p := range paths {
			if _, in := a.facts.Workspace.Contains(p.Name); !in && protected(p.Name, a.facts) {
				p.Span, p.Tree = span, true
				a.addPath(&a.eff.Writes, engine.EffectWrite, p)
			}
		}
	}
}

// contents turns a write of a tree into one of files in it where the tree is
// the workspace: its own files are added to, the directory is not replaced.
func (a *analysis) contents(p engine.Path) engine.Path {
	if p.Tree && p.Name == a.facts.Workspace.Root {
		p.Name, p.Tree, p.Dir, p.Exists, p.Links = path.Join(p.Name, "*"), false, false, false, 0
	}
	return p
}

// prefixed reports what is known of an unknown path: that it begins with a
// directory. It says so for directories that must stay, and goes on.
func (a *analysis) prefixed(w word, name string, span engine.Span, list *[]engine.Path, kind engine.EffectKind) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 || !strings.HasPrefix(name, "/") {
		return
	}
	dir := name[:max(i, 1)]
	if p, err := engine.Resolve(a.view, "/", dir); err == nil && critical(p.Name) {
		p.Given, p.Span, p.Tree = w.Text, span, kind == engine.EffectDelete
		a.addPath(list, kind, p)
	}
}

// critical reports whether everything below a directory is the machine's.
func critical(name string) bool {
	for _, d := range [...]string{"/dev", "/proc", "/sys", "/boot", "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64"} {
		if engine.Within(name, d) {
			return true
		}
	}
	return false
}

// danger reports writes that are never writes to a file.
func (a *analysis) danger(p engine.Path, span engine.Span) {
	switch {
	case engine.Within(p.Name, "/proc") || engine.Within(p.Name, "/sys"):
		a.hazard(RuleKernelWrite, p.Name, span)
	case strings.HasPrefix(p.Name, "/dev/") && !engine.Within(p.Name, "/dev/shm") && !sinkDevice(p.Name):
		a.hazard(RuleDeviceWrite, p.Name, span)
	}
}

func (ap *applied) deleteOperand(op *table.Operand, w word) {
	name, known := ap.pathText(op, w)
	span := ap.spanOf(op)
	tree := op.Kind == table.DeleteTree
	if known && !op.Many {
		ap.deleteName(w, name, tree, op.Selected, span)
		return
	}
	if w.everything != "" {
		ap.deleteEverything(w, tree, span)
	}
	if name == w.Prefix {
		for _, root := range w.val.roots {
			ap.deleteBelow(root, op.Selected || w.val.selected, tree, span)
		}
	}
	ap.prefixed(w, name, span, &ap.eff.Deletes, engine.EffectDelete)
	if ap.fresh(effectKey{engine.EffectOpaque, w.Text, span.Start, int(engine.OpaqueDelete), ""}) {
		// Names found below a directory are not just any tree.
		any := tree && w.val.roots == nil && w.everything == "" && !strings.Contains(strings.Trim(name, "/."), "/")
		ap.eff.Opaque = append(ap.eff.Opaque, engine.Opaque{Text: clip(w.Text), Why: reason(w), Place: engine.OpaqueDelete, Tree: any, Span: span})
	}
}

// deleteName reports the delete of a known path.
func (ap *applied) deleteName(w word, name string, tree, selected bool, span engine.Span) {
	if name == "" {
		if tree && ap.fresh(effectKey{engine.EffectOpaque, w.Text, span.Start, int(engine.OpaqueDelete), "empty"}) {
			ap.eff.Opaque = append(ap.eff.Opaque, engine.Opaque{Text: ap.source(w.node), Why: "it is empty here, and would name a tree elsewhere", Place: engine.OpaqueDelete, Tree: true, Span: span})
		}
		return
	}
	if rest, ok := strings.CutPrefix(name, "~"); ok && tree && (rest == "" || rest[0] == '/') && ap.facts.Home != "" {
		// Here it is only a name, but nobody who writes it means that.
		ap.deleteName(w, ap.facts.Home+rest, tree, selected, span)
	}
	paths, ok := ap.resolve(name, ap.dirs, true)
	if !ok {
		ap.addOpaque(w.Text, "which directory it is in is not known before it runs", engine.OpaqueDelete, span)
	}
	for _, p := range paths {
		p.Span, p.Tree = span, tree
		if selected && p.Name != "/" {
			// Only some of what is below goes, so it is not the directory itself.
			p.Name, p.Given, p.Tree, p.Dir = path.Join(p.Name, "*"), name, false, false
		}
		ap.addPath(&ap.eff.Deletes, engine.EffectDelete, p)
	}
	if w.everything != "" {
		ap.deleteEverything(w, tree, span)
	}
}

// deleteEverything reports that all entries of a directory go.
func (ap *applied) deleteEverything(w word, tree bool, span engine.Span) {
	paths, _ := ap.resolve(w.everything, ap.dirs, false)
	for _, p := range paths {
		keep := protected(p.Name, ap.facts)
		switch {
		case tree && (keep || ap.in.Name != "mv"):
			p.Span, p.Tree, p.Given = span, true, w.Text
			ap.addPath(&ap.eff.Deletes, engine.EffectDelete, p)
		case keep:
			if _, in := ap.facts.Workspace.Contains(p.Name); !in {
				ap.hazard(RuleDeleteAll, p.Name, span)
			}
		}
	}
}

// deleteBelow reports deletes of unknown names below a root.
func (ap *applied) deleteBelow(root string, selected, tree bool, span engine.Span) {
	paths, _ := ap.resolve(root, ap.dirs, false)
	for _, p := range paths {
		p.Span, p.Tree = span, true
		if p.Name != "/" && (selected || !protected(p.Name, ap.facts) || !tree && ap.inTree(p.Name)) {
			p.Name, p.Tree, p.Dir = path.Join(p.Name, "*"), false, false
		}
		ap.addPath(&ap.eff.Deletes, engine.EffectDelete, p)
	}
}

func (ap *applied) inTree(name string) bool {
	_, ok := ap.facts.Workspace.Contains(name)
	return ok
}

// protected reports whether a directory is one whose content must stay.
func protected(name string, f *engine.Facts) bool {
	switch {
	case name == "/", f.Home != "" && engine.Within(f.Home, name), f.Workspace.Root != "" && engine.Within(f.Workspace.Root, name), critical(name):
		return true
	}
	parent := path.Dir(name)
	switch parent {
	case "/home", "/Users":
		return true
	case "/":
		return name != "/tmp"
	}
	return name == "/var/lib" || name == "/var/log" || parent == "/srv" || parent == "/opt" || path.Base(name) == ".git"
}

func (ap *applied) metadataOperand(op *table.Operand, w word) {
	name, known := ap.pathText(op, w)
	span := ap.spanOf(op)
	tree := op.Kind == table.MetadataTree
	selected := op.Selected || w.val.selected
	if !known || op.Many {
		if name == w.Prefix && w.val.roots != nil {
			for _, root := range w.val.roots {
				paths, _ := ap.resolve(root, ap.dirs, false)
				for _, p := range paths {
					p.Span, p.Tree = span, true
					if p.Name != "/" && (selected || !tree && ap.inTree(p.Name)) {
						p.Name, p.Tree, p.Dir = path.Join(p.Name, "*"), false, false
					}
					ap.addPath(&ap.eff.Metadata, engine.EffectMetadata, p)
				}
			}
			if w.globbed || selected {
				return
			}
		}
		ap.prefixed(w, name, span, &ap.eff.Metadata, engine.EffectMetadata)
		ap.addOpaque(w.Text, reason(w), engine.OpaqueWrite, span)
		return
	}
	paths, ok := ap.resolve(name, ap.dirs, false)
	if !ok {
		ap.addOpaque(w.Text, "which directory it is in is not known before it runs", engine.OpaqueWrite, span)
	}
	for _, p := range paths {
		if name == "" {
			continue
		}
		p.Span, p.Tree = span, tree
		ap.addPath(&ap.eff.Metadata, engine.EffectMetadata, ap.contents(p))
	}
	if w.everything != "" && tree {
		all, _ := ap.resolve(w.everything, ap.dirs, false)
		for _, p := range all {
			if protected(p.Name, ap.facts) {
				p.Span, p.Tree = span, true
				ap.addPath(&ap.eff.Metadata, engine.EffectMetadata, p)
			}
		}
	}
}

// directory changes where the rest of the command takes place.
func (ap *applied) directory(op *table.Operand, w word) {
	if !op.Known || op.Many {
		if whole(op, w) && len(w.val.roots) > 0 {
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
	v.taint, v.from = w.val.taint, w.val.from
	ap.checkEnv(name, v, ap.spanOf(op))
}
