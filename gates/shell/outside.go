package shell

import (
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// outsideRun is a program while it is found out whether files outside the workspace decide what it does.
type outsideRun struct {
	*applied
	p *effect.Program
}

// judgeOutside looks at builds and repositories outside the workspace, whose files nobody has read.
func judgeOutside(o *outsideRun) {
	git := o.in.Name == "git" || strings.HasPrefix(o.in.Name, "git ")
	if o.p.Class != effect.ProgramBuilds && !git {
		return
	}
	if git {
		judgeForeignGit(o.applied)
	}
	if table.Matches("needs-no-repository", o.in.Name) {
		return
	}
	if git {
		judgeTrees(o)
	}
	for _, d := range o.dirs {
		if isForeignPath(o, d) {
			reportUnreadOutside(o, d, o.words[0].Span)
		}
	}
	if git && o.p.Class != effect.ProgramBuilds {
		for _, w := range flagValues(o.words, "--git-dir") {
			judgeOutsidePath(o, w.Text, w.Span)
		}
		return
	}
	judgeOutsidePaths(o)
}

// judgeOutsidePaths looks at the paths that a build is given, what it writes excepted.
func judgeOutsidePaths(o *outsideRun) {
	writes := map[int]bool{}
	for _, op := range o.in.Operands {
		if op.Kind == table.Write || op.Kind == table.WriteTree || op.Kind == table.Append || op.Kind == table.Into {
			writes[op.Word] = true
		}
	}
	for i, w := range o.words[1:] {
		if writes[i+1] || !w.Known {
			continue
		}
		name := w.Text
		if strings.HasPrefix(name, "-") {
			at := strings.IndexByte(name, '/')
			if at < 0 {
				continue
			}
			if j := strings.LastIndexByte(name[:at], '='); j >= 0 {
				at = j + 1
			}
			name = name[at:]
		}
		judgeOutsidePath(o, name, w.Span)
	}
}

// judgeTrees looks at the tree that git is told to change.
func judgeTrees(o *outsideRun) {
	if v, ok := lookupVar(o.walker, "GIT_WORK_TREE").Single(); ok && v != "" {
		judgeReset(o, v, o.words[0].Span)
	}
	for _, w := range flagValues(o.words, "--work-tree") {
		judgeReset(o, w.Text, w.Span)
	}
	if table.Matches("resets-tree", o.in.Name) && hasKind(o.applied, table.Directory) {
		for _, d := range o.dirs {
			judgeReset(o, d, o.words[0].Span)
		}
	}
}

// judgeReset looks at the tree that git is told to make like a commit.
func judgeReset(o *outsideRun, name string, span effect.Span) {
	paths, _ := o.resolve(name, o.dirs, false)
	for _, p := range paths {
		if _, in := o.facts.Workspace.Contains(p.Name); !in && protected(p.Name, o.facts) {
			o.hazard(RuleWholeTree, cause.Path(p.Name), span)
		}
	}
}

func judgeOutsidePath(o *outsideRun, name string, span effect.Span) {
	if strings.HasPrefix(name, "//") || !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "../") &&
		!strings.HasPrefix(name, "~") {
		return
	}
	paths, _ := o.resolve(name, o.dirs, false)
	for _, q := range paths {
		if isForeignPath(o, q.Name) && !systemFile(q.Name) && !sinkDevice(q.Name) {
			reportUnreadOutside(o, q.Name, span)
		}
	}
}

// isForeignPath reports whether a path is neither in the workspace nor part of the tools of the machine or the person.
func isForeignPath(o *outsideRun, name string) bool {
	_, in := o.facts.Workspace.Contains(name)
	return !in && o.facts.Workspace.Root != "" && !o.homeTools(name)
}

func reportUnreadOutside(o *outsideRun, name string, span effect.Span) {
	o.concern(RuleHidden, cause.DecidedOutside.OfPath(name), span)
	addRead(o.walker, word{Word: wordFrom(name, span)}, 0, name, true, o.dirs, false)
	if o.p.Class == effect.ProgramBuilds {
		o.p.Class = effect.ProgramUnknown
	}
}
