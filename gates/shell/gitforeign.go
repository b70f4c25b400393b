package shell

import (
	"cmp"
	"path"
	"strings"

	"pp/engine/cause"
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
func gitUses(ap *applied) gitUse {
	name := ap.in.Name
	switch {
	case ap.in.Class != effect.ProgramReads || !ap.in.Known:
	case name == "git cat-file" && hasFlag(ap, "--te", "--fi"):
		return gitFiles | gitPatches
	case name == "git log" && ap.in.Names, table.Matches("git/plain", name),
		name == "git describe" && !hasFlag(ap, "--d", "--br"):
		return 0
	case name == "git ls-files" && !comparesFiles(ap):
		return gitIndex
	case name == "git status" && ap.in.Names:
		return gitFiles
	case table.Matches("git/patches", name):
		return gitPatches
	}
	return gitFiles | gitPatches | gitChanges | gitIndex
}

// comparesFiles reports whether a flag of git ls-files, alone or with others, makes it look at the working tree.
func comparesFiles(ap *applied) bool {
	for _, w := range ap.words[1:] {
		long, short := strings.HasPrefix(w.Text, "--"), strings.HasPrefix(w.Text, "-")
		if !w.Known || w.Many || long && hasAnyPrefix(w.Text, "--d", "--m", "--o", "--i", "--k") ||
			short && !long && strings.ContainsAny(w.Text, "dmoikf") {
			return true
		}
	}
	return false
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
	if use != 0 {
		ap.work(gitWork)
	}
	git := &foreign{ap, use, false}
	home, known := lookupVar(ap.walker, "HOME").Single()
	switch {
	case known && home != ap.facts.Home:
		checkStarts(git, path.Join(home, ".gitconfig"))
		checkStarts(git, path.Join(home, ".config/git/config"))
	case !known && gitMoved(ap.walker) && use != 0:
		ap.concern(RuleHidden, cause.HomeUnknown.Bare(), ap.words[0].Span)
	}
	if ap.dirs == nil && use != 0 {
		ap.concern(RuleHidden, cause.RepositoryUnknown.Bare(), ap.words[0].Span)
	}
	for _, dir := range ap.dirs {
		root, _ := ap.facts.Workspace.Contains(dir)
		own, _ := ap.view.repositories().nearest(cmp.Or(root, ap.facts.Workspace.Root, "/"))
		r, ok := findRepository(ap, dir)
		switch {
		case ok && r.unread && use != 0:
			ap.concern(RuleHidden, cause.RepositoryUnread.OfPath(r.dir), ap.words[0].Span)
		case ok && r.common != own.common:
			checkRepository(git, r)
		case ok && (runsElsewhere(ap.walker) || !ap.facts.Confinement.Confined()):
			checkRepository(&foreign{ap, use, true}, r)
		case !ok && use != 0 && hasFlag(ap, "--git-dir"):
			ap.concern(RuleHidden, cause.RepositoryNotFound.Bare(), ap.words[0].Span)
		}
		if ok && use&gitFiles != 0 {
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
	if _, err := f.view.Lstat(hook); err == nil && f.use&gitFiles != 0 {
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

// ownReads reports whether a setting of the workspace's own repository counts for a subcommand that only reads it:
// such a one contacts nobody and starts no editor.
func ownReads(f *foreign, key string, of gitUse) bool {
	section, _, _ := strings.Cut(key, ".")
	switch {
	case key == "core.fsmonitor":
		return f.use != 0
	case key == "core.hookspath", key == "core.attributesfile":
		return false
	case section == "gpg":
		return anyWord(f.words, func(w word) bool {
			return strings.HasPrefix(w.Text, "--show-s") || strings.Contains(w.Text, "%G") || !w.Known
		}) || strings.HasPrefix(f.in.Name, "git verify-")
	case section == "tar":
		return f.in.Name == "git archive"
	case section == "trailer":
		return f.in.Name == "git interpret-trailers"
	}
	return of&f.use&^gitChanges != 0
}

// goesBy reports whether a setting that names a program counts for such a use.
func goesBy(f *foreign, key string) bool {
	if f.own && f.facts.Confinement.Confined() {
		return key == "core.fsmonitor" && f.use != 0
	}
	if table.Matches("git/pagers", key) {
		pager, known := lookupVar(f.walker, "GIT_PAGER").Single()
		return !known || pager == "" // which goes before any setting
	}
	of := gitUse(0)
	for list, u := range map[string]gitUse{"git/starts-files": gitFiles, "git/starts-patches": gitPatches,
		"git/starts-changes": gitChanges} {
		if table.Matches(list, key) {
			of |= u
		}
	}
	if f.own && f.in.Class == effect.ProgramReads && f.in.Known {
		return ownReads(f, key, of)
	}
	return of == 0 || of&f.use != 0
}
