package shell

import (
	"path"
	"strings"

	"pp/engine/cause"
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
	// unread says that a file which names one of its directories is too large for pp to read.
	unread bool
}

// reportPart reports the write of a part of a repository or of the workspace.
func reportPart(ap *applied, op *table.Operand) {
	if ap.dirs == nil {
		ap.addOpaque(ap.in.Name, cause.PartDirectoryUnknown.Bare(), effect.OpaqueWrite, spanOf(ap, op))
	}
	for _, d := range ap.dirs {
		switch op.Part {
		case effect.PartWork:
			addPart(ap, op, workOf(ap.facts.Workspace, d))
		case effect.PartManifest:
			addPart(ap, op, findManifest(ap, d, op.Text))
		case effect.PartPersonal:
			addPart(ap, op, op.Part.In(ap.facts.Home))
		default:
			reportRepositoryPart(ap, op, d)
		}
	}
}

// workOf is the root that anything in the workspace is below: that of the directory, else the directory.
func workOf(w effect.Workspace, dir string) string {
	if root, ok := w.Contains(dir); ok {
		return root
	}
	return dir
}

// findManifest is the file of a project that a program keeps: the nearest one above, else one at the top of the
// repository or in the directory. A name that begins with ./ is that of the directory alone.
func findManifest(ap *applied, dir, name string) string {
	root := workOf(ap.facts.Workspace, dir)
	for at := dir; !strings.HasPrefix(name, "./") && effect.Within(at, root); at = path.Dir(at) {
		if _, err := ap.view.Lstat(path.Join(at, name)); err == nil {
			return path.Join(at, name)
		}
		if at == "/" || at == "." {
			break
		}
	}
	if r, ok := findRepository(ap, dir); ok && r.tree != "" && strings.HasPrefix(name, ".git") {
		return path.Join(r.tree, name)
	}
	return path.Join(dir, name)
}

// reportRepositoryPart reports the write of a part of the repository that a directory is in. Without one, git fails.
func reportRepositoryPart(ap *applied, op *table.Operand, dir string) {
	r, ok := findRepository(ap, dir)
	if !ok {
		return
	}
	if r.foreign {
		ap.concern(RuleHidden, cause.ForeignRepository.OfPath(r.dir), ap.words[0].Span)
	}
	switch op.Part {
	case effect.PartTree:
		if r.tree != "" {
			addPart(ap, op, r.tree)
		}
	case effect.PartIndex:
		addPart(ap, op, op.Part.In(r.dir))
	case effect.PartRefs:
		addPart(ap, op, op.Part.In(r.common))
		if r.dir != r.common {
			addPart(ap, op, path.Join(r.dir, "HEAD"))
		}
		if ap.view.repositories().hooked(r) {
			p := program(ap.words)
			p.Name, p.Canonical, p.Class = "hooks of the repository", ap.in.Name, effect.ProgramBuilds
			ap.addRun(p)
		}
	default:
		addPart(ap, op, op.Part.In(r.common))
	}
}

func addPart(ap *applied, op *table.Operand, name string) {
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
func findRepository(ap *applied, dir string) (gitDir, bool) {
	named, _ := lookupVar(ap.walker, "GIT_DIR").Single()
	tree, _ := lookupVar(ap.walker, "GIT_WORK_TREE").Single()
	for _, w := range flagValues(ap.words, "--git-dir") {
		named = w.Text
	}
	for _, w := range flagValues(ap.words, "--work-tree") {
		tree = w.Text
	}
	if named != "" {
		r := gitDir{}
		for _, from := range append([]string{dir}, ap.beforeTree...) { // a working tree is no place to look from
			if r = ap.view.repositories().at(ap.view.repositories().absolute(from, named), dir); r.dir != "" {
				break
			}
		}
		if r.tree = ap.view.repositories().absolute(dir, tree); ap.beforeTree != nil {
			r.tree = dir // which the flag has made the directory
		}
		return r, r.dir != ""
	}
	r, ok := ap.view.repositories().nearest(dir)
	if ok && tree != "" {
		r.tree = ap.view.repositories().absolute(dir, tree)
	}
	return r, ok
}
