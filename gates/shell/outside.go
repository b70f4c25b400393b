package shell

import (
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// outsideBuild looks at builds and repositories outside the workspace, whose files nobody has read.
func (ap *applied) outsideBuild(p *effect.Program) {
	git := ap.in.Name == "git" || strings.HasPrefix(ap.in.Name, "git ")
	if p.Class != effect.ProgramBuilds && !git {
		return
	}
	if git {
		ap.foreignGit()
	}
	if table.Matches("needs-no-repository", ap.in.Name) {
		return
	}
	if git {
		ap.outsideTree()
	}
	for _, d := range ap.dirs {
		if ap.outsideWork(d) {
			ap.outsidePath(p, d, ap.words[0].Span)
		}
	}
	if git && p.Class != effect.ProgramBuilds {
		for i, w := range ap.words[1:] {
			if v, ok := flagValue("--git-dir", ap.words[i], w); ok {
				ap.outsideWord(p, v, w.Span)
			}
		}
		return
	}
	ap.outsideWords(p)
}

// outsideWords looks at the paths that a build is given, what it writes excepted.
func (ap *applied) outsideWords(p *effect.Program) {
	writes := map[int]bool{}
	for _, o := range ap.in.Operands {
		if o.Kind == table.Write || o.Kind == table.WriteTree || o.Kind == table.Append || o.Kind == table.Into {
			writes[o.Word] = true
		}
	}
	for i, w := range ap.words[1:] {
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
		ap.outsideWord(p, name, w.Span)
	}
}

// outsideTree looks at the tree that git is told to change.
func (ap *applied) outsideTree() {
	if v, ok := ap.lookup("GIT_WORK_TREE").Single(); ok && v != "" {
		ap.gitWorkTree(v, ap.words[0].Span)
	}
	for i, w := range ap.words[1:] {
		if v, ok := flagValue("--work-tree", ap.words[i], w); ok {
			ap.gitWorkTree(v, w.Span)
		}
	}
	if table.Matches("resets-tree", ap.in.Name) && ap.has(table.Directory) {
		for _, d := range ap.dirs {
			ap.gitWorkTree(d, ap.words[0].Span)
		}
	}
}

// flagValue is the value of a flag that w holds, attached or behind the word before.
func flagValue(flag string, before, w word) (string, bool) {
	if v, ok := strings.CutPrefix(w.Text, flag+"="); ok {
		return v, true
	}
	return w.Text, before.Text == flag
}

// gitWorkTree looks at the tree that git is told to make like a commit.
func (ap *applied) gitWorkTree(name string, span effect.Span) {
	paths, _ := ap.resolve(name, ap.dirs, false)
	for _, p := range paths {
		if _, in := ap.facts.Workspace.Contains(p.Name); !in && protected(p.Name, ap.facts) {
			ap.hazard(RuleWholeTree, p.Name, span)
		}
	}
}

func (ap *applied) outsideWord(p *effect.Program, name string, span effect.Span) {
	if strings.HasPrefix(name, "//") || !strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "../") &&
		!strings.HasPrefix(name, "~") {
		return
	}
	paths, _ := ap.resolve(name, ap.dirs, false)
	for _, q := range paths {
		if ap.outsideWork(q.Name) && !systemFile(q.Name) && !sinkDevice(q.Name) {
			ap.outsidePath(p, q.Name, span)
		}
	}
}

// outsideWork reports whether a path is neither in the workspace nor part of the tools of the machine or the person.
func (ap *applied) outsideWork(name string) bool {
	_, in := ap.facts.Workspace.Contains(name)
	return !in && ap.facts.Workspace.Root != "" && !ap.homeTools(name)
}

func (ap *applied) outsidePath(p *effect.Program, name string, span effect.Span) {
	ap.concern(RuleHidden, "what runs is decided by files outside the workspace, in "+name, span)
	ap.addRead(word{Word: wordFrom(name, span)}, 0, name, true, ap.dirs, false)
	if p.Class == effect.ProgramBuilds {
		p.Class = effect.ProgramUnknown
	}
}
