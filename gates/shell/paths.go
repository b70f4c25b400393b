package shell

import (
	"cmp"
	"path"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
	"pp/gates/shell/value"
)

func readOperand(o *operand) {
	name, known := o.op.Text, o.op.Known
	// What is confined is judged by what the search would read: there, that is masked.
	searches := o.in.Name == "find" || o.in.Name == "rg"
	o.w.named = o.op.Named && !(searches && o.facts.Confinement.Confined())
	if o.op.Kind == table.ReadTree {
		o.w.ends = treeEnds(o)
		o.w.visible = (o.in.Name == "rg" || o.in.Name == "ag") && !searchesHidden(o.applied)
	}
	src := source{tree: o.op.Kind == table.ReadTree}
	if known {
		if v, ok := streamOf(o.walker, name); ok {
			src.content, src.known = v, true
			if len(v.Names) > 0 {
				listed := word{Word: table.Word{Text: name, Prefix: name}, info: &v}
				suspectRead(o.walker, listed, "", o.dirs, o.span)
			}
			o.sources = append(o.sources, src)
			o.out = o.out.Of(v.Origin)
			o.sends = o.sends.Of(v.Origin)
			return
		}
		src.base = path.Base(name)
	}
	for _, p := range addRead(o.walker, o.w, o.op.Word+1, name, known, o.dirs, o.op.Kind == table.ReadTree) {
		src.path = p.Name
		if v, ok := o.view.file(p.Name); ok {
			src.content, src.known = v, true
			o.out = o.out.Of(v.Origin)
			o.sends = o.sends.Of(v.Origin)
		} else if !src.known {
			src.content = value.Opaque(cause.FileContent.OfPath(name))
			src.content.Files = []string{p.Name}
		}
		if endlessDevice(p.Name) {
			o.out = o.out.With(value.Endless, p.Name)
			src.content = src.content.With(value.Endless, p.Name)
		}
		if private(p, o.facts) {
			o.out = o.out.With(value.Secret, p.Name)
			o.sends = o.sends.With(value.Secret, p.Name)
		}
	}
	o.sources = append(o.sources, src)
}

// addRead reports a read and returns the paths.
func addRead(f *walker, w word, n int, name string, known bool, dirs []string, tree bool) []effect.Path {
	span := f.wordSpan(w, n)
	names, below, ends := []string{name}, false, effect.Ends(0)
	if !known && w.val().Plain() && w.Prefix == "" {
		names, below = []string{"."}, true // a number or a commit's name: at most a file here
	} else if !known {
		suspectRead(f, w, name, dirs, span)
		if name != w.Prefix || w.val().Roots == nil {
			if w.val().Prefix != "" && strings.HasPrefix(w.Prefix, w.val().Prefix) && strings.Contains(w.Prefix, "/") &&
				name == w.Prefix {
				names, below = []string{rootOfPrefix(name)}, true
				f.addOpaque(w.Text, reason(w), effect.OpaqueOperand, span)
			} else {
				f.addOpaque(w.Text, reason(w), effect.OpaqueOperand, span)
				return nil
			}
		} else {
			names, below, ends = w.val().Roots, true, w.val().Ends
		}
	}
	var out []effect.Path
	for _, name := range names {
		if name == "" {
			continue
		}
		for _, p := range f.located(w, name, dirs, false, effect.OpaqueOperand, span) {
			if sinkDevice(p.Name) && !endlessDevice(p.Name) {
				if terminal(p.Name) && !f.facts.OpenEnv { // a script of a file may ask who runs it
					f.concern(RuleDeceptive, cause.ReadsTerminal.Bare(), span)
				}
				continue
			}
			p.Tree, p.Span, p.Access, p.Ends = tree || below, span, w.access(), cmp.Or(ends, w.ends)
			f.addPath(&f.eff.Reads, effect.KindRead, p)
			out = append(out, p)
		}
	}
	return out
}

// treeEnds returns the result of endings, computed once for all operands.
func treeEnds(o *operand) effect.Ends {
	if o.ends == nil {
		o.ends = new(endings(o.applied))
	}
	return *o.ends
}

// suspectRead reports what an unknown name looks like: its known end, and the names that were searched for.
func suspectRead(f *walker, w word, name string, dirs []string, span effect.Span) {
	var names []string
	if w.shape != "" && strings.Contains(w.shape, "/") && name == w.Prefix {
		names = append(names, w.shape)
	}
	for _, root := range w.val().Roots {
		for _, n := range w.val().Names {
			names = append(names, path.Join(root, n))
		}
	}
	for _, n := range names {
		paths, _ := f.resolve(n, dirs, false)
		for _, p := range paths {
			p.Span, p.Given, p.Access = span, w.Text, w.access()
			f.addPath(&f.eff.Reads, effect.KindRead, p)
		}
	}
}

// access is how much is read of the files that the word names.
func (w *word) access() effect.Access {
	switch {
	case w.named:
		return effect.AccessName
	case w.globbed:
		return effect.AccessFound
	case w.visible:
		return effect.AccessVisible
	}
	return effect.AccessContent
}

func reason(w word) cause.Cause {
	return cmp.Or(w.val().Cause, cause.NotKnown.Bare())
}

func writeOperand(o *operand) {
	name, known := o.op.Text, o.op.Known
	if known && (name == "" || sinkDevice(name)) {
		return
	}
	paths := addWrite(o.walker, o.w, o.op.Word+1, name, known && !o.op.Many, o.dirs, o.op.Kind == table.WriteTree)
	o.wrote = append(o.wrote, paths...)
}

// addWrite reports a write and returns the paths.
func addWrite(f *walker, w word, n int, name string, known bool, dirs []string, tree bool) []effect.Path {
	span := f.wordSpan(w, n)
	if !known {
		f.prefixed(w, name, span, &f.eff.Writes, effect.KindWrite)
		if name == w.Prefix {
			writeBelow(f, w, dirs, span)
		}
		f.addOpaque(w.Text, reason(w), effect.OpaqueWrite, span)
		return nil
	}
	var out []effect.Path
	for _, p := range f.located(w, name, dirs, false, effect.OpaqueWrite, span) {
		if sinkDevice(p.Name) {
			continue
		}
		p.Tree, p.Span = tree, span
		out = append(out, p)
		f.addPath(&f.eff.Writes, effect.KindWrite, f.contents(p))
		f.danger(p, span)
	}
	return out
}

// writeBelow reports writes to unknown names below a directory that must stay.
func writeBelow(f *walker, w word, dirs []string, span effect.Span) {
	for _, root := range w.val().Roots {
		paths, _ := f.resolve(root, dirs, false)
		for _, p := range paths {
			if _, in := f.facts.Workspace.Contains(p.Name); !in && protected(p.Name, f.facts) {
				p.Span, p.Tree = span, true
				f.addPath(&f.eff.Writes, effect.KindWrite, p)
			}
		}
	}
}

// contents turns a write of the workspace as a tree into one of files in it: the directory is not replaced.
func (d *walker) contents(p effect.Path) effect.Path {
	if p.Tree && p.Name == d.facts.Workspace.Root {
		p.Name, p.Tree, p.Dir, p.Exists, p.Links = path.Join(p.Name, "*"), false, false, false, 0
	}
	return p
}

// prefixed reports the directory that an unknown path begins with, as far as such directories must stay.
func (d *walker) prefixed(w word, name string, span effect.Span, list *[]effect.Path, kind effect.Kind) {
	i := strings.LastIndexByte(name, '/')
	if i < 0 || !strings.HasPrefix(name, "/") {
		return
	}
	dir := name[:max(i, 1)]
	if p, err := effect.Resolve(d.view, "/", dir); err == nil && critical(p.Name) {
		p.Given, p.Span, p.Tree = w.Text, span, kind == effect.KindDelete
		d.addPath(list, kind, p)
	}
}

// critical reports whether everything below a directory is the machine's.
func critical(name string) bool {
	return withinAny(name, "/dev", "/proc", "/sys", "/boot", "/etc", "/usr", "/bin", "/sbin", "/lib", "/lib64")
}

// danger reports writes that are never writes to a file.
func (d *walker) danger(p effect.Path, span effect.Span) {
	switch {
	case effect.Within(p.Name, "/proc") || effect.Within(p.Name, "/sys"):
		d.hazard(RuleKernelWrite, cause.Path(p.Name), span)
	case strings.HasPrefix(p.Name, "/dev/") && !effect.Within(p.Name, "/dev/shm") && !sinkDevice(p.Name):
		d.hazard(RuleDeviceWrite, cause.Path(p.Name), span)
	}
}

func inTree(d *walker, name string) bool {
	_, ok := d.facts.Workspace.Contains(name)
	return ok
}

// protected reports whether a directory is one whose content must stay.
func protected(name string, f *engine.Facts) bool {
	switch {
	case name == "/", f.Home != "" && effect.Within(f.Home, name), f.Workspace.Root != "" &&
		effect.Within(f.Workspace.Root, name), critical(name):
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

func changeMetadata(o *operand) {
	name, known := o.op.Text, o.op.Known
	tree := o.op.Kind == table.MetadataTree
	selected := o.op.Selected || o.w.val().Selected
	if !known || o.op.Many {
		if name == o.w.Prefix && o.w.val().Roots != nil {
			for _, root := range o.w.val().Roots {
				paths, _ := o.resolve(root, o.dirs, false)
				for _, p := range paths {
					p.Span, p.Tree = o.span, true
					if p.Name != "/" && (selected || !tree && inTree(o.walker, p.Name)) {
						p.Name, p.Tree, p.Dir = path.Join(p.Name, "*"), false, false
					}
					o.addPath(&o.eff.Metadata, effect.KindMetadata, p)
				}
			}
			if o.w.globbed || selected {
				return
			}
		}
		o.prefixed(o.w, name, o.span, &o.eff.Metadata, effect.KindMetadata)
		o.addOpaque(o.w.Text, reason(o.w), effect.OpaqueWrite, o.span)
		return
	}
	for _, p := range o.located(o.w, name, o.dirs, false, effect.OpaqueWrite, o.span) {
		if name == "" {
			continue
		}
		p.Span, p.Tree = o.span, tree
		o.addPath(&o.eff.Metadata, effect.KindMetadata, o.contents(p))
	}
	if o.w.everything != "" && tree {
		all, _ := o.resolve(o.w.everything, o.dirs, false)
		for _, p := range all {
			if protected(p.Name, o.facts) {
				p.Span, p.Tree = o.span, true
				o.addPath(&o.eff.Metadata, effect.KindMetadata, p)
			}
		}
	}
}
