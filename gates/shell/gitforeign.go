package shell

import (
	"cmp"
	"path"
	"strings"

	"pp/engine/effect"
	"pp/gates/shell/table"
)

// gitUse is what a subcommand of git does for which it starts programs that a configuration names. Those for fetching,
// for signatures and for what changed in the file system count for any subcommand: a commit that is missing is fetched,
// a format can show a signature, and a name of a revision can be one of the index.
type gitUse uint8

const (
	gitFiles   gitUse = 1 << iota // it compares, adds or replaces files of the working tree
	gitPatches                    // it shows what changed
	gitChanges                    // it changes the repository, or is not known well enough
	gitIndex                      // it reads the index, and asks a monitor of the file system what changed
)

// gitUses says what the subcommand does, with its flags.
func (ap *applied) gitUses() gitUse {
	name := ap.in.Name
	switch {
	case ap.in.Class != effect.ProgramReads || !ap.in.Known:
	case name == "git log" && ap.in.Names, table.Matches("git/plain", name),
		name == "git describe" && !ap.hasFlag("--d", "--br"):
		return 0
	case name == "git ls-files" && !ap.comparesFiles():
		return gitIndex
	case name == "git status" && ap.in.Names:
		return gitFiles
	case table.Matches("git/patches", name):
		return gitPatches
	}
	return gitFiles | gitPatches | gitChanges | gitIndex
}

// comparesFiles reports whether a flag of git ls-files, alone or with others, makes it look at the working tree.
func (ap *applied) comparesFiles() bool {
	for _, w := range ap.words[1:] {
		long, short := strings.HasPrefix(w.Text, "--"), strings.HasPrefix(w.Text, "-")
		if !w.Known || w.Many || long && hasAnyPrefix(w.Text, "--d", "--m", "--o", "--i", "--k") ||
			short && !long && strings.ContainsAny(w.Text, "dmoikf") {
			return true
		}
	}
	return false
}

// foreignGit asks about git in a repository that is not the workspace's own, or with a home that is not the person's,
// where the configuration there names programs that git starts: nobody has agreed to those.
func (ap *applied) foreignGit() {
	use := ap.gitUses()
	home, known := ap.lookup("HOME").Single()
	switch {
	case known && home != ap.facts.Home:
		ap.gitStarts(path.Join(home, ".gitconfig"), use)
		ap.gitStarts(path.Join(home, ".config/git/config"), use)
	case !known && ap.gitMoved() && use != 0:
		ap.concern(RuleHidden, "the home directory, where git finds its configuration, is not known", ap.words[0].Span)
	}
	if ap.dirs == nil && use != 0 {
		ap.concern(RuleHidden, "which repository it is in is not known, and the configuration of one can name programs "+
			"that git starts", ap.words[0].Span)
	}
	for _, dir := range ap.dirs {
		root, _ := ap.facts.Workspace.Contains(dir)
		own, _ := ap.nearestRepository(cmp.Or(root, ap.facts.Workspace.Root, "/"))
		r, ok := ap.findRepository(dir)
		switch {
		case ok && r.common != own.common:
			ap.foreignRepository(r, use)
		case !ok && use != 0 && ap.hasFlag("--git-dir"):
			ap.concern(RuleHidden, "the repository that it is told to use is not found", ap.words[0].Span)
		}
		if ok && use&gitFiles != 0 {
			ap.submodulesStart(r.tree, use, maxSubmodules)
		}
	}
}

// maxSubmodules bounds how deep submodules are looked for in each other.
const maxSubmodules = 4

// submodulesStart looks at the submodules of a working tree, in which git compares files as it does around them.
func (ap *applied) submodulesStart(tree string, use gitUse, depth int) {
	text, err := ap.view.ReadFile(path.Join(tree, ".gitmodules"), maxGitConfig)
	if tree == "" || err != nil || depth == 0 {
		return
	}
	settings, _ := parseGitConfig(string(text))
	for _, s := range settings {
		if s.section != "submodule" || s.key != "path" {
			continue
		}
		module := path.Join(tree, s.value)
		if r := ap.repositoryAt(path.Join(module, ".git"), module); r.dir != "" {
			ap.foreignRepository(r, use)
			ap.submodulesStart(module, use, depth-1)
		}
	}
}

// foreignRepository asks about what a repository that nobody has agreed to makes git start.
func (ap *applied) foreignRepository(r gitDir, use gitUse) {
	ap.gitStarts(path.Join(r.common, "config"), use)
	ap.gitStarts(path.Join(r.dir, "config.worktree"), use)
	hook := path.Join(r.common, "hooks/post-index-change")
	if _, err := ap.view.Lstat(hook); err == nil && use&gitFiles != 0 {
		ap.concern(RuleHidden, "git runs "+hook+" when it has compared files", ap.words[0].Span)
	}
}

// gitStarts asks about a configuration that names a program which such a use starts, or that is not known in full.
func (ap *applied) gitStarts(name string, use gitUse) {
	if _, err := ap.view.Lstat(name); err != nil {
		return
	}
	text, err := ap.view.ReadFile(name, maxGitConfig)
	settings, ok := parseGitConfig(string(text))
	if err != nil || !ok || len(text) >= maxGitConfig {
		ap.concern(RuleHidden, "the configuration of git in "+name+" cannot be read", ap.words[0].Span)
	}
	for _, s := range settings {
		key := s.section + "." + s.key
		if s.sub != "" {
			key = s.section + "." + s.sub + "." + s.key
		}
		if table.Matches("git/starts", key) && ap.gitGoesBy(key, use) && !table.Matches("git/starts-nothing", s.value) {
			ap.concern(RuleHidden, key+" in "+name+" names a program that git starts", ap.words[0].Span)
		}
	}
}

// gitGoesBy reports whether a setting that names a program counts for such a use.
func (ap *applied) gitGoesBy(key string, use gitUse) bool {
	if table.Matches("git/pagers", key) {
		pager, known := ap.lookup("GIT_PAGER").Single()
		return !known || pager == "" // which goes before any setting
	}
	of := gitUse(0)
	for list, u := range map[string]gitUse{"git/starts-files": gitFiles, "git/starts-patches": gitPatches,
		"git/starts-changes": gitChanges} {
		if table.Matches(list, key) {
			of |= u
		}
	}
	return of == 0 || of&use != 0
}
