package shell

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// gitDir is where git keeps what belongs to a directory.
type gitDir struct {
	dir    string // of this working tree: index and HEAD
	common string // of all its working trees: objects and references
	tree   string // the working tree, "" when there is none
	// foreign says that a .git file names a repository which does not know of this working tree.
	foreign bool
}

// partOperand reports the write of a part of a repository or of the workspace.
func (ap *applied) partOperand(op *table.Operand) {
	if ap.dirs == nil {
		ap.addOpaque(ap.in.Name, "which directory it is in is not known before it runs", effect.OpaqueWrite, ap.spanOf(op))
	}
	for _, d := range ap.dirs {
		switch op.Part {
		case effect.PartWork:
			ap.addPart(op, ap.workOf(d))
		case effect.PartManifest:
			ap.addPart(op, ap.manifest(d, op.Text))
		case effect.PartPersonal:
			ap.addPart(op, op.Part.In(ap.facts.Home))
		default:
			ap.repositoryPart(op, d)
		}
	}
}

// workOf is the root that anything in the workspace is below: that of the directory, else the directory.
func (ap *applied) workOf(dir string) string {
	if root, ok := ap.facts.Workspace.Contains(dir); ok {
		return root
	}
	return dir
}

// manifest is the file of a project that a program keeps: the nearest one above, else one at the top of the repository
// or in the directory. A name that begins with ./ is that of the directory alone.
func (ap *applied) manifest(dir, name string) string {
	root := ap.workOf(dir)
	for at := dir; !strings.HasPrefix(name, "./") && effect.Within(at, root); at = path.Dir(at) {
		if _, err := ap.view.Lstat(path.Join(at, name)); err == nil {
			return path.Join(at, name)
		}
		if at == "/" || at == "." {
			break
		}
	}
	if r, ok := ap.findRepository(dir); ok && r.tree != "" && strings.HasPrefix(name, ".git") {
		return path.Join(r.tree, name)
	}
	return path.Join(dir, name)
}

// repositoryPart reports the write of a part of the repository that a directory is in. Without one, git fails.
func (ap *applied) repositoryPart(op *table.Operand, dir string) {
	r, ok := ap.findRepository(dir)
	if !ok {
		return
	}
	if r.foreign {
		ap.concern(RuleHidden, "its .git names a repository that is not its own, "+r.dir, ap.words[0].Span)
	}
	switch op.Part {
	case effect.PartTree:
		if r.tree != "" {
			ap.addPart(op, r.tree)
		}
	case effect.PartIndex:
		ap.addPart(op, op.Part.In(r.dir))
	case effect.PartRefs:
		ap.addPart(op, op.Part.In(r.common))
		if r.dir != r.common {
			ap.addPart(op, path.Join(r.dir, "HEAD"))
		}
		if ap.hooked(r) {
			p := program(ap.words)
			p.Name, p.Canonical, p.Class = "hooks of the repository", ap.in.Name, effect.ProgramBuilds
			ap.addRun(p)
		}
	default:
		ap.addPart(op, op.Part.In(r.common))
	}
}

func (ap *applied) addPart(op *table.Operand, name string) {
	p, err := effect.Resolve(ap.view, "/", name)
	if err != nil {
		return
	}
	p.Name, p.Given, p.Part, p.Span = name, ap.in.Name, op.Part, ap.words[0].Span
	if ap.fresh(effectKey{kind: effect.KindWrite, subject: name, start: p.Span.Start, more: op.Part.String()}) {
		ap.eff.Writes = append(ap.eff.Writes, p)
	}
}

// findRepository finds the repository that git works on in a directory: what a flag or a variable names, else the
// nearest .git above, which may be a file that names it, else a bare one.
func (ap *applied) findRepository(dir string) (gitDir, bool) {
	named, _ := ap.lookup("GIT_DIR").Single()
	tree, _ := ap.lookup("GIT_WORK_TREE").Single()
	for i, w := range ap.words[1:] {
		if v, ok := flagValue("--git-dir", ap.words[i], w); ok {
			named = v
		}
		if v, ok := flagValue("--work-tree", ap.words[i], w); ok {
			tree = v
		}
	}
	if named != "" {
		r := gitDir{}
		for _, from := range append([]string{dir}, ap.beforeTree...) { // a working tree is no place to look from
			if r = ap.repositoryAt(ap.absolute(from, named), dir); r.dir != "" {
				break
			}
		}
		if r.tree = ap.absolute(dir, tree); ap.beforeTree != nil {
			r.tree = dir // which the flag has made the directory
		}
		return r, r.dir != ""
	}
	r, ok := ap.nearestRepository(dir)
	if ok && tree != "" {
		r.tree = ap.absolute(dir, tree)
	}
	return r, ok
}

// nearestRepository finds the nearest .git of a directory and those above, or the bare repository that it is in.
func (ap *applied) nearestRepository(dir string) (gitDir, bool) {
	for at := dir; ; at = path.Dir(at) {
		r := ap.repositoryAt(path.Join(at, ".git"), at)
		if r.dir == "" {
			if r = ap.repositoryAt(at, ""); r.dir == at && !ap.bare(at) {
				r.dir = ""
			}
		}
		if r.dir != "" || at == "/" || at == "." {
			return r, r.dir != ""
		}
	}
}

// absolute is a path as seen from a directory, with its links resolved; "" stays that.
func (ap *applied) absolute(dir, name string) string {
	if name == "" {
		return ""
	}
	p, err := effect.Resolve(ap.view, dir, name)
	if err != nil {
		return path.Join(dir, name)
	}
	return p.Name
}

// knows reports whether the directory that a .git file names belongs to that working tree: it names it too, or is that
// of a submodule of a repository around it.
func (ap *applied) knows(dir, tree string) bool {
	if back := ap.pointer(path.Join(dir, "gitdir")); back != "" {
		return ap.absolute(dir, back) == path.Join(tree, ".git")
	}
	around, _, module := strings.Cut(dir, "/.git/modules/")
	return module && effect.Within(tree, around)
}

// maxPointer bounds the files in which git names a directory.
const maxPointer = 4096

// repositoryAt reads a .git, which is a directory or a file that names one; the zero gitDir when it is neither.
func (ap *applied) repositoryAt(name, tree string) gitDir {
	name = ap.absolute("/", name)
	info, err := ap.view.Lstat(name)
	switch {
	case err != nil:
		return gitDir{}
	case info.Mode&fs.ModeDir == 0:
		target, ok := strings.CutPrefix(ap.pointer(name), "gitdir: ")
		if !ok {
			return gitDir{}
		}
		name = ap.absolute(path.Dir(name), target)
	}
	r := gitDir{dir: name, common: name, tree: tree}
	r.foreign = info.Mode&fs.ModeDir == 0 && !ap.knows(name, tree)
	if common := ap.pointer(path.Join(name, "commondir")); common != "" {
		r.common = ap.absolute(name, common)
	}
	return r
}

// pointer reads a file in which git names a directory, "" when it is none.
func (ap *applied) pointer(name string) string {
	info, err := ap.view.Lstat(name)
	if err != nil || !info.Mode.IsRegular() || info.Size > maxPointer {
		return ""
	}
	text, err := ap.view.ReadFile(name, maxPointer)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}

// bare reports whether a directory is a repository of its own.
func (ap *applied) bare(dir string) bool {
	return !slices.ContainsFunc([]string{"HEAD", "objects", "refs"}, func(n string) bool {
		_, err := ap.view.Lstat(path.Join(dir, n))
		return err != nil
	})
}

// hooked reports whether a repository has hooks, of its own or in a directory that its configuration names.
func (ap *applied) hooked(r gitDir) bool {
	names, _ := ap.view.ReadDir(path.Join(r.common, "hooks"))
	if slices.ContainsFunc(names, func(n string) bool { return !strings.HasSuffix(n, ".sample") }) {
		return true
	}
	config, _ := ap.view.ReadFile(path.Join(r.common, "config"), 1<<20)
	return strings.Contains(strings.ToLower(string(config)), "hookspath")
}
