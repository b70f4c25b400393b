package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

func deleteOperand(o *operand) {
	name, known := o.op.Text, o.op.Known
	tree := o.op.Kind == table.DeleteTree
	if at := strings.IndexAny(name, "*?["); known && at >= 0 && o.in.Name == "git rm" {
		// Where it stands quoted, git finds the names below the directory.
		deleteName(o, path.Dir(name[:at]+"x"), false, true)
		return
	}
	if known && !o.op.Many {
		deleteName(o, name, tree, o.op.Selected)
		return
	}
	if o.w.everything != "" {
		deleteEverything(o, tree)
	}
	among := o.w.val().Among && o.probing == 0 && o.steps <= slowSteps // then each of them was looked at
	if name == o.w.Prefix && !among {
		for _, root := range o.w.val().Roots {
			o.searched = o.w.val().Names
			deleteBelow(o, root, o.op.Selected || o.w.val().Selected, tree)
		}
	}
	o.prefixed(o.w, name, o.span, &o.eff.Deletes, effect.KindDelete)
	// Names found below a directory are not just any tree, and neither is one entry of this directory.
	found := o.w.val().Roots != nil || o.w.everything != "" || o.w.val().Entry && !o.op.Many
	any := tree && !among && (o.dirs == nil && !strings.HasPrefix(name, "/") && o.w.everything != "" ||
		!found && (!strings.Contains(strings.Trim(name, "/."), "/") || couldBeProtected(o, name) ||
			strings.Contains(o.w.shape, "/..")))
	if any {
		o.opaqueTree(o.w.Text, reason(o.w), o.span)
	} else {
		o.addOpaque(o.w.Text, reason(o.w), effect.OpaqueDelete, o.span)
	}
}

// couldBeProtected reports whether a name known up to a slash is, with an empty rest, a directory that must stay.
func couldBeProtected(o *operand, name string) bool {
	if !strings.HasSuffix(name, "/") {
		return false
	}
	paths, _ := o.resolve(name, o.dirs, false)
	return slices.ContainsFunc(paths, func(p effect.Path) bool { return protected(p.Name, o.facts) })
}

// deleteName reports the delete of a known path.
func deleteName(o *operand, name string, tree, selected bool) {
	if name == "" {
		if tree {
			o.opaqueTree(o.source(o.w.node), cause.EmptyTree.Bare(), o.span)
		}
		return
	}
	if rest, ok := strings.CutPrefix(name, "~"); ok && tree && (rest == "" || rest[0] == '/') && o.facts.Home != "" {
		// Here it is only a name, but nobody who writes it means that.
		deleteName(o, o.facts.Home+rest, tree, selected)
	}
	for _, p := range o.located(o.w, name, o.dirs, true, effect.OpaqueDelete, o.span) {
		p.Span, p.Tree = o.span, tree
		if selected {
			deleteRepository(o, p)
		}
		if o.view.rmdir(p.Name); selected && p.Name != "/" {
			// Only some of what is below goes, so it is not the directory itself.
			p.Name, p.Given, p.Tree, p.Dir = path.Join(p.Name, "*"), name, false, false
		}
		limitToTracked(o, &p)
		o.addPath(&o.eff.Deletes, effect.KindDelete, p)
	}
	if o.w.everything != "" {
		deleteEverything(o, tree)
	}
}

// limitToTracked makes of the whole workspace some of what is in it for git rm: what git has goes, and nothing else.
func limitToTracked(o *operand, p *effect.Path) {
	if o.in.Name == "git rm" && p.Tree && p.Name == o.facts.Workspace.Root {
		p.Name, p.Tree = path.Join(p.Name, "*"), false
	}
}

// deleteEverything reports that all entries of a directory go.
func deleteEverything(o *operand, tree bool) {
	paths, _ := o.resolve(o.w.everything, o.dirs, false)
	for _, p := range paths {
		keep := protected(p.Name, o.facts)
		switch {
		case tree && (keep || !does(o.applied, "moves")):
			p.Span, p.Tree, p.Given = o.span, true, o.w.Text
			// one for all the names it makes
			p.Span.Word = 0
			// it is elsewhere then, and not lost
			if limitToTracked(o, &p); does(o.applied, "moves") && p.Name == o.facts.Workspace.Root {
				p.Name, p.Tree = path.Join(p.Name, "*"), false
			}
			o.addPath(&o.eff.Deletes, effect.KindDelete, p)
		case keep:
			if _, in := o.facts.Workspace.Contains(p.Name); !in {
				o.hazard(RuleDeleteAll, cause.Path(p.Name), o.span)
			}
		}
	}
}

// deleteBelow reports deletes of unknown names below a root.
func deleteBelow(o *operand, root string, selected, tree bool) {
	paths, _ := o.resolve(root, o.dirs, false)
	for _, p := range paths {
		p.Span, p.Tree = o.span, true
		deleteRepository(o, p)
		if p.Name != "/" && (selected || !protected(p.Name, o.facts) || !tree && inTree(o.walker, p.Name)) {
			p.Name, p.Tree, p.Dir = path.Join(p.Name, "*"), false, false
		}
		o.addPath(&o.eff.Deletes, effect.KindDelete, p)
	}
}

// deleteRepository reports that what is searched for below a path, to be deleted, is a repository's data.
func deleteRepository(o *operand, p effect.Path) {
	names := o.searched
	if o.in.Name == "find" {
		names = patterns(o.in.Name, o.words)
	}
	for _, n := range names {
		if !isRepositoryName(n) {
			continue
		}
		p.Name, p.Tree = path.Join(p.Name, ".git"), true
		o.addPath(&o.eff.Deletes, effect.KindDelete, p)
		return
	}
}
