package shell

import (
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// judgeForeignFiles looks at builds and repositories outside the workspace, whose files nobody has read.
func judgeForeignFiles(ap *applied, p *effect.Program) {
	git, builds := ap.in.Name == "git" || strings.HasPrefix(ap.in.Name, "git "), p.Class == effect.ProgramBuilds
	if git {
		judgeForeignGit(ap)
	}
	if !builds && !git || table.Matches("needs-no-repository", ap.in.Name) {
		return
	}
	if git {
		judgeTrees(ap)
	}
	for _, dir := range ap.dirs {
		reportForeign(ap, p, dir, ap.words[0].Span)
	}
	if !builds {
		for _, w := range flagValues(ap.words, "--git-dir") {
			judgeForeignPath(ap, p, w.Text, w.Span)
		}
		return
	}
	writes := map[int]bool{}
	for _, op := range ap.in.Operands {
		if op.Kind == table.Write || op.Kind == table.WriteTree || op.Kind == table.Append || op.Kind == table.Into {
			writes[op.Word] = true
		}
	}
	for i, w := range ap.words[1:] {
		name := w.Text
		if strings.HasPrefix(name, "-") { // the path in a flag, behind its name
			before, after, found := strings.Cut(name, "/")
			if before = before[strings.LastIndexByte(before, '=')+1:]; strings.HasPrefix(before, "-") {
				before = ""
			}
			if name = before + "/" + after; !found {
				continue
			}
		}
		if !writes[i+1] && w.Known {
			judgeForeignPath(ap, p, name, w.Span)
		}
	}
}

// judgeTrees looks at the tree that git is told to change.
func judgeTrees(o *applied) {
	if v, ok := lookupVar(o.walker, "GIT_WORK_TREE").Single(); ok && v != "" {
		judgeReset(o, v, o.words[0].Span)
	}
	for _, w := range flagValues(o.words, "--work-tree") {
		judgeReset(o, w.Text, w.Span)
	}
	if table.Matches("resets-tree", o.in.Name) && hasKind(o, table.Directory) {
		for _, d := range o.dirs {
			judgeReset(o, d, o.words[0].Span)
		}
	}
}

// judgeReset looks at the tree that git is told to make like a commit.
func judgeReset(o *applied, name string, span effect.Span) {
	paths, _ := o.resolve(name, o.dirs, false)
	for _, p := range paths {
		if _, in := o.facts.Workspace.Contains(p.Name); !in && protected(p.Name, o.facts) {
			o.hazard(RuleWholeTree, cause.Path(p.Name), span)
		}
	}
}

// judgeForeignPath looks at a path that a word names.
func judgeForeignPath(ap *applied, p *effect.Program, name string, span effect.Span) {
	if strings.HasPrefix(name, "//") || !hasAnyPrefix(name, "/", "../", "~") {
		return
	}
	paths, _ := ap.resolve(name, ap.dirs, false)
	for _, q := range paths {
		if !systemFile(q.Name) && !sinkDevice(q.Name) {
			reportForeign(ap, p, q.Name, span)
		}
	}
}

// reportForeign reports a path that is neither in the workspace nor part of the tools of the machine or the person.
func reportForeign(ap *applied, p *effect.Program, name string, span effect.Span) {
	if _, in := ap.facts.Workspace.Contains(name); in || ap.facts.Workspace.Root == "" || ap.homeTools(name) {
		return
	}
	ap.concern(RuleHidden, cause.DecidedOutside.OfPath(name), span)
	addRead(ap.walker, word{Word: wordFrom(name, span)}, 0, name, true, ap.dirs, false)
	if p.Class == effect.ProgramBuilds {
		p.Class = effect.ProgramUnknown
	}
}
