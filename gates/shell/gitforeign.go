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
func (ap *applied) gitUses() gitUse {
	name := ap.in.Name
	switch {
	case ap.in.Class != effect.ProgramReads || !ap.in.Known:
	case name == "git cat-file" && ap.hasFlag("--te", "--fi"):
		return gitFiles | gitPatches
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

// foreign is git used so in a repository that nobody has agreed to.
type foreign struct {
	*applied
	use gitUse
	own bool // it is the workspace's own, whose programs run unasked only where something confines them
}

// foreignGit asks about git in a repository that is not the workspace's own, or with a home that is not the person's,
// where the configuration there names programs that git starts: nobody has agreed to those.
func (ap *applied) foreignGit() {
	use := ap.gitUses()
	if use != 0 {
		ap.work(gitWork)
	}
	git := &foreign{ap, use, false}
	home, known := ap.lookup("HOME").Single()
	switch {
	case known && home != ap.facts.Home:
		git.starts(path.Join(home, ".gitconfig"))
		git.starts(path.Join(home, ".config/git/config"))
	case !known && ap.gitMoved() && use != 0:
		ap.concern(RuleHidden, cause.HomeUnknown.Bare(), ap.words[0].Span)
	}
	if ap.dirs == nil && use != 0 {
		ap.concern(RuleHidden, cause.RepositoryUnknown.Bare(), ap.words[0].Span)
	}
	for _, dir := range ap.dirs {
		root, _ := ap.facts.Workspace.Contains(dir)
		own, _ := ap.view.repositories().nearest(cmp.Or(root, ap.facts.Workspace.Root, "/"))
		r, ok := ap.findRepository(dir)
		switch {
		case ok && r.unread && use != 0:
			ap.concern(RuleHidden, cause.RepositoryUnread.OfPath(r.dir), ap.words[0].Span)
		case ok && r.common != own.common:
			git.repository(r)
		case ok && (ap.elsewhere() || !ap.facts.Confinement.Confined()):
			(&foreign{ap, use, true}).repository(r)
		case !ok && use != 0 && ap.hasFlag("--git-dir"):
			ap.concern(RuleHidden, cause.RepositoryNotFound.Bare(), ap.words[0].Span)
		}
		if ok && use&gitFiles != 0 {
			git.submodules(r.tree, maxSubmodules)
		}
	}
}

// elsewhere reports whether the shell of another program runs it: its environment says that nothing overrides what
// configurations of git start, as they are overridden where pp runs git.
func (m *memory) elsewhere() bool { return m.facts.Env["GIT_CONFIG_COUNT"] == "0" }

// maxSubmodules bounds how deep submodules are looked for in each other.
const maxSubmodules = 4

// submodules looks at the submodules of a working tree, in which git compares files as it does around them.
func (f *foreign) submodules(tree string, depth int) {
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
			f.repository(r)
			f.submodules(module, depth-1)
		}
	}
}

// repository asks about what a repository that nobody has agreed to makes git start.
func (f *foreign) repository(r gitDir) {
	f.starts(path.Join(r.common, "config"))
	f.starts(path.Join(r.dir, "config.worktree"))
	if f.own && f.facts.Confinement.Confined() {
		return
	}
	hook := path.Join(r.common, "hooks/post-index-change")
	if _, err := f.view.Lstat(hook); err == nil && f.use&gitFiles != 0 {
		f.concern(RuleHidden, cause.GitRunsHook.OfPath(hook), f.words[0].Span)
	}
}

// starts asks about a configuration that names a program which such a use starts, or that is not known in full.
func (f *foreign) starts(name string) { f.includes(name, maxSubmodules) }

// includes is starts for a file that may include others so deep. Those are followed where it is the workspace's own.
func (f *foreign) includes(name string, depth int) {
	if _, err := f.view.Lstat(name); err != nil {
		return
	}
	settings, err := readGitConfig(f.view, name)
	if err != nil || depth == 0 {
		f.concern(RuleHidden, cause.GitConfigUnread.OfPath(name), f.words[0].Span)
	}
	for _, s := range settings {
		if f.own && depth > 0 && s.key == "path" && (s.section == "include" || s.section == "includeif") {
			f.includes(included(name, s.value, f.facts.Home), depth-1)
			continue
		}
		key := s.section + "." + s.key
		if s.sub != "" {
			key = s.section + "." + s.sub + "." + s.key
		}
		if table.Matches("git/starts", key) && f.goesBy(key) && !table.Matches("git/starts-nothing", s.value) {
			f.concern(RuleHidden, cause.Cause{Kind: cause.GitSettingRuns, Name: key, Path: name}, f.words[0].Span)
		}
	}
}

// ownReads reports whether a setting of the workspace's own repository counts for a subcommand that only reads it:
// such a one contacts nobody and starts no editor.
func (f *foreign) ownReads(key string, of gitUse) bool {
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
func (f *foreign) goesBy(key string) bool {
	if f.own && f.facts.Confinement.Confined() {
		return key == "core.fsmonitor" && f.use != 0
	}
	if table.Matches("git/pagers", key) {
		pager, known := f.lookup("GIT_PAGER").Single()
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
		return f.ownReads(key, of)
	}
	return of == 0 || of&f.use != 0
}
