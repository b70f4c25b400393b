package shell

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

func (ap *applied) deleteOperand(op *table.Operand, w word) {
	name, known := op.Text, op.Known
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
		for _, root := range w.val().Roots {
			ap.searched = w.val().Names
			ap.deleteBelow(root, op.Selected || w.val().Selected, tree, span)
		}
	}
	ap.prefixed(w, name, span, &ap.eff.Deletes, effect.KindDelete)
	// Names found below a directory are not just any tree.
	found := w.val().Roots != nil || w.everything != ""
	any := tree && (ap.dirs == nil && !strings.HasPrefix(name, "/") && w.everything != "" ||
		!found && (!strings.Contains(strings.Trim(name, "/."), "/") || ap.couldBeProtected(name)))
	more := ""
	if any {
		more = "any"
	}
	if ap.fresh(effectKey{kind: effect.KindOpaque, subject: w.Text, start: span.Start, word: int(effect.OpaqueDelete),
		more: more}) {
		ap.eff.Opaque = append(ap.eff.Opaque, effect.Opaque{Text: clip(w.Text), Why: reason(w), Place: effect.OpaqueDelete,
			Tree: any, Span: span})
	}
}

// couldBeProtected reports whether a name known up to a slash is, with an empty rest, a directory that must stay.
func (ap *applied) couldBeProtected(name string) bool {
	if !strings.HasSuffix(name, "/") {
		return false
	}
	paths, _ := ap.resolve(name, ap.dirs, false)
	return slices.ContainsFunc(paths, func(p effect.Path) bool { return protected(p.Name, ap.facts) })
}

// deleteName reports the delete of a known path.
func (ap *applied) deleteName(w word, name string, tree, selected bool, span effect.Span) {
	if name == "" {
		if tree && ap.fresh(effectKey{kind: effect.KindOpaque, subject: w.Text, start: span.Start,
			word: int(effect.OpaqueDelete), more: "empty"}) {
			ap.eff.Opaque = append(ap.eff.Opaque, effect.Opaque{Text: ap.source(w.node),
				Why: "it is empty here, and would name a tree elsewhere", Place: effect.OpaqueDelete, Tree: true, Span: span})
		}
		return
	}
	if rest, ok := strings.CutPrefix(name, "~"); ok && tree && (rest == "" || rest[0] == '/') && ap.facts.Home != "" {
		// Here it is only a name, but nobody who writes it means that.
		ap.deleteName(w, ap.facts.Home+rest, tree, selected, span)
	}
	for _, p := range ap.located(w, name, ap.dirs, true, effect.OpaqueDelete, span) {
		p.Span, p.Tree = span, tree
		if selected {
			ap.deleteRepository(p)
		}
		if ap.view.rmdir(p.Name); selected && p.Name != "/" {
			// Only some of what is below goes, so it is not the directory itself.
			p.Name, p.Given, p.Tree, p.Dir = path.Join(p.Name, "*"), name, false, false
		}
		ap.addPath(&ap.eff.Deletes, effect.KindDelete, p)
	}
	if w.everything != "" {
		ap.deleteEverything(w, tree, span)
	}
}

// deleteEverything reports that all entries of a directory go.
func (ap *applied) deleteEverything(w word, tree bool, span effect.Span) {
	paths, _ := ap.resolve(w.everything, ap.dirs, false)
	for _, p := range paths {
		keep := protected(p.Name, ap.facts)
		switch {
		case tree && (keep || !ap.does("moves")):
			p.Span, p.Tree, p.Given = span, true, w.Text
			p.Span.Word = 0 // one for all the names it makes
			ap.addPath(&ap.eff.Deletes, effect.KindDelete, p)
		case keep:
			if _, in := ap.facts.Workspace.Contains(p.Name); !in {
				ap.hazard(RuleDeleteAll, p.Name, span)
			}
		}
	}
}

// deleteBelow reports deletes of unknown names below a root.
func (ap *applied) deleteBelow(root string, selected, tree bool, span effect.Span) {
	paths, _ := ap.resolve(root, ap.dirs, false)
	for _, p := range paths {
		p.Span, p.Tree = span, true
		ap.deleteRepository(p)
		if p.Name != "/" && (selected || !protected(p.Name, ap.facts) || !tree && ap.inTree(p.Name)) {
			p.Name, p.Tree, p.Dir = path.Join(p.Name, "*"), false, false
		}
		ap.addPath(&ap.eff.Deletes, effect.KindDelete, p)
	}
}

// deleteRepository reports that what is searched for below a path, to be deleted, is a repository's data.
func (ap *applied) deleteRepository(p effect.Path) {
	names := ap.searched
	if ap.in.Name == "find" {
		names = ap.patterns()
	}
	for _, n := range names {
		if !repository(n) {
			continue
		}
		p.Name, p.Tree = path.Join(p.Name, ".git"), true
		ap.addPath(&ap.eff.Deletes, effect.KindDelete, p)
		return
	}
}
