package shell

import (
	"cmp"
	"path"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/shell/table"
)

// gitUse is how much a subcommand of git does for which it starts programs that a configuration names.
type gitUse uint8

const (
	gitNothing gitUse = iota // it neither looks at the working tree nor shows what changed
	gitReads                 // it may compare files, show what changed or read the index
	gitChanges               // it changes the repository, or is not known well enough
)

// gitUses says what the subcommand does, with its flags.
func gitUses(ap *applied) gitUse {
	name := ap.in.Name
	switch {
	case ap.in.Class != effect.ProgramReads || !ap.in.Known:
		return gitChanges
	case name == "git cat-file" && hasFlag(ap, "--te", "--fi"):
	case name == "git log" && ap.in.Names, table.Matches("git/plain", name),
		name == "git describe" && !hasFlag(ap, "--d", "--br"):
		return gitNothing
	}
	return gitReads
}

// foreign is git used so in a repository that nobody has agreed to.
type foreign struct {
	*applied
	use gitUse
	own bool // it is the workspace's own, whose programs run unasked only where something confines them
}

// judgeForeignGit asks about git in a repository that is not the workspace's own, or with a home that is not the
// person's, where the configuration there names programs that git starts: nobody has agreed to those.
func judgeForeignGit(ap *applied) {
	use := gitUses(ap)
	if use != gitNothing {
		ap.work(gitWork)
	}
	git := &foreign{ap, use, false}
	home, known := lookupVar(ap.walker, "HOME").Single()
	switch {
	case known && home != ap.facts.Home:
		checkStarts(git, path.Join(home, ".gitconfig"))
		checkStarts(git, path.Join(home, ".config/git/config"))
	case !known && gitMoved(ap.walker) && use != gitNothing:
		ap.concern(RuleHidden, cause.HomeUnknown.Bare(), ap.words[0].Span)
	}
	if ap.dirs == nil && use != gitNothing {
		ap.concern(RuleHidden, cause.RepositoryUnknown.Bare(), ap.words[0].Span)
	}
	for _, dir := range ap.dirs {
		root, _ := ap.facts.Workspace.Contains(dir)
		own, _ := ap.view.repositories().nearest(cmp.Or(root, ap.facts.Workspace.Root, "/"))
		r, ok := findRepository(ap, dir)
		switch {
		case ok && r.unread && use != gitNothing:
			ap.concern(RuleHidden, cause.RepositoryUnread.OfPath(r.dir), ap.words[0].Span)
		case ok && r.common != own.common:
			checkRepository(git, r)
		case ok && (runsElsewhere(ap.walker) || !ap.facts.Confinement.Confined()):
			checkRepository(&foreign{ap, use, true}, r)
		case !ok && use != gitNothing && hasFlag(ap, "--git-dir"):
			ap.concern(RuleHidden, cause.RepositoryNotFound.Bare(), ap.words[0].Span)
		}
		if ok && use != gitNothing {
			checkSubmodules(git, r.tree, maxSubmodules)
		}
	}
}

// runsElsewhere reports whether the shell of another program runs it: its environment says that nothing overrides what
// configurations of git start, as they are overridden where pp runs git.
func runsElsewhere(m *walker) bool { return m.facts.Env["GIT_CONFIG_COUNT"] == "0" }

// maxSubmodules bounds how deep submodules are looked for in each other.
const maxSubmodules = 4

// checkSubmodules looks at the submodules of a working tree, in which git compares files as it does around them.
func checkSubmodules(f *foreign, tree string, depth int) {
	name := path.Join(tree, ".gitmodules")
	if _, err := f.view.Lstat(name); tree == "" || err != nil {
		return
	}
	settings, err := readGitConfig(f.view, name)
	if depth == 0 || err != nil {
		f.concern(RuleHidden, cause.SubmodulesUnchecked.OfPath(tree), f.words[0].Span)
		return
	}
	for _, s := range settings {
		if s.section != "submodule" || s.key != "path" {
			continue
		}
		module := path.Join(tree, s.value)
		if r := f.view.repositories().at(path.Join(module, ".git"), module); r.dir != "" {
			checkRepository(f, r)
			checkSubmodules(f, module, depth-1)
		}
	}
}

// checkRepository asks about what a repository that nobody has agreed to makes git start.
func checkRepository(f *foreign, r gitDir) {
	checkStarts(f, path.Join(r.common, "config"))
	checkStarts(f, path.Join(r.dir, "config.worktree"))
	if f.own && f.facts.Confinement.Confined() {
		return
	}
	hook := path.Join(r.common, "hooks/post-index-change")
	if _, err := f.view.Lstat(hook); err == nil && f.use != gitNothing {
		f.concern(RuleHidden, cause.GitRunsHook.OfPath(hook), f.words[0].Span)
	}
}

// checkStarts asks about a configuration that names a program which such a use starts, or that is not known in full.
func checkStarts(f *foreign, name string) { checkIncludes(f, name, maxSubmodules) }

// checkIncludes is checkStarts for a file that may include others so deep. Those are followed where it is the
// workspace's own.
func checkIncludes(f *foreign, name string, depth int) {
	if _, err := f.view.Lstat(name); err != nil {
		return
	}
	settings, err := readGitConfig(f.view, name)
	if err != nil || depth == 0 {
		f.concern(RuleHidden, cause.GitConfigUnread.OfPath(name), f.words[0].Span)
	}
	for _, s := range settings {
		if f.own && depth > 0 && s.key == "path" && (s.section == "include" || s.section == "includeif") {
			checkIncludes(f, included(name, s.value, f.facts.Home), depth-1)
			continue
		}
		key := s.section + "." + s.key
		if s.sub != "" {
			key = s.section + "." + s.sub + "." + s.key
		}
		if table.Matches("git/starts", key) && goesBy(f, key) && !table.Matches("git/starts-nothing", s.value) {
			f.concern(RuleHidden, cause.Cause{Kind: cause.GitSettingRuns, Name: key, Path: name}, f.words[0].Span)
		}
	}
}

// goesBy reports whether a setting that names a program counts for such a use.
func goesBy(f *foreign, key string) bool {
	switch {
	case f.own && f.facts.Confinement.Confined():
		return key == "core.fsmonitor" && f.use != gitNothing
	case table.Matches("git/pagers", key):
		pager, known := lookupVar(f.walker, "GIT_PAGER").Single()
		return !known || pager == "" // which goes before any setting
	case key == "core.fsmonitor":
		return !f.own || f.use != gitNothing
	case table.Matches("git/starts-changes", key):
		return f.use == gitChanges || !f.own && f.use != gitNothing
	case f.own && f.use == gitReads && (key == "core.hookspath" || key == "core.attributesfile"):
		return false
	case table.Matches("git/starts-files", key):
		return f.use != gitNothing
	}
	signed := func(w word) bool { return !w.Known || strings.Contains(w.Text, "%G") }
	return !f.own || f.use == gitChanges ||
		hasAnyPrefix(key, "gpg.", "tar.", "trailer.") && (f.use != gitNothing || anyWord(f.words, signed))
}
