package effect

import (
	"path"
	"slices"
	"strings"
)

// Part says which part of a repository, or of the workspace, a write is about that names no file itself, as
// `git commit` does. The Name of such a Path is where the part is. The zero Part is the path alone.
type Part uint8

// The parts. All up to the hooks lie in a repository's own directory.
const (
	PartNone      Part = iota
	PartIndex          // what is staged
	PartObjects        // contents and commits
	PartRefs           // HEAD, branches, tags, their logs, and what a merge or a rebase under way keeps
	PartStash          // changes put aside
	PartConfig         // settings, exclusions and sparse patterns
	PartWorktrees      // the list of working trees
	PartModules        // the repositories of submodules
	PartHooks          // programs that git runs
	PartPersonal       // the person's own configuration of git, in the home
	PartTree           // the files of the working tree
	PartWork           // anything in the workspace
	PartManifest       // a file of the project that a program itself keeps, such as npm its package.json
)

// part is how a part is written, and which names of a repository's directory make it up.
type part struct {
	name  string
	says  string
	files []string // the first one is where it is; a star ends a name of which only the beginning is given
}

var parts = [...]part{
	PartIndex: {"git:index", "what is staged", []string{"index", "index.lock", "sharedindex.*"}},
	PartObjects: {"git:objects", "the objects (contents and commits)", []string{"objects", "lfs", "shallow",
		"shallow.lock", "info/refs"}},
	PartRefs: {"git:refs", "the references (HEAD, branches, tags) and their logs", []string{"refs", "HEAD", "HEAD.lock",
		"logs", "packed-refs*", "reftable", "FETCH_HEAD", "ORIG_HEAD*", "MERGE_*", "AUTO_MERGE*", "CHERRY_PICK_HEAD*",
		"REVERT_HEAD*", "REBASE_HEAD*", "BISECT_*", "SQUASH_MSG", "COMMIT_EDITMSG", "TAG_EDITMSG", "NOTES_EDITMSG",
		"NOTES_MERGE_*", "rebase-merge", "rebase-apply", "sequencer", "rr-cache", "gc.log", "gc.pid*"}},
	PartStash:     {"git:stash", "what was put aside", []string{"refs/stash", "logs/refs/stash"}},
	PartConfig:    {"git:config", "the configuration", []string{"config", "config.*", "info", "description"}},
	PartWorktrees: {"git:worktrees", "the list of working trees", []string{"worktrees"}},
	PartModules:   {"git:modules", "the repositories of submodules", []string{"modules"}},
	PartHooks:     {"git:hooks", "the hooks", []string{"hooks"}},
	PartPersonal:  {"git:personal", "your own configuration of git", []string{".gitconfig"}},
	PartTree:      {"git:tree", "the files of the working tree", nil},
	PartWork:      {"work", "anything in the workspace", nil},
	PartManifest:  {"manifest", "the project's own file", nil},
}

// String returns the part as the knowledge table writes it, such as "git:index"; "" for none.
func (p Part) String() string {
	if int(p) >= len(parts) {
		return ""
	}
	return parts[p].name
}

// Says describes the part for a person, such as "what is staged".
func (p Part) Says() string {
	if int(p) >= len(parts) {
		return ""
	}
	return parts[p].says
}

// Git reports whether the part lies in a repository's own directory.
func (p Part) Git() bool { return p != PartNone && p <= PartHooks }

// ParsePart finds a part by what String gives.
func ParsePart(name string) (Part, bool) {
	i := slices.IndexFunc(parts[:], func(p part) bool { return p.name == name })
	return Part(max(i, 0)), i > 0
}

// In is where the part is, given a repository's directory, or the home: the Name of its Path.
func (p Part) In(repository string) string { return path.Join(repository, parts[p].files[0]) }

// Repository is the directory that a part of a repository is in; "" when the path is no such part.
func (p Path) Repository() string {
	if !p.Part.Git() {
		return ""
	}
	for _, f := range parts[p.Part].files {
		if dir, ok := strings.CutSuffix(p.Name, "/"+f); ok {
			return dir
		}
	}
	return ""
}

// PartOf tells which part a name in a repository's directory belongs to, PartNone when it is of none.
func PartOf(name string) Part {
	best, length := PartNone, 0
	for i, p := range parts[:PartPersonal] {
		for _, f := range p.files {
			if len(f) > length && covers(f, name) {
				best, length = Part(i), len(f)
			}
		}
	}
	return best
}

// covers reports whether a name is the file, or below it.
func covers(file, name string) bool {
	if start, ok := strings.CutSuffix(file, "*"); ok {
		first, _, _ := strings.Cut(name, "/")
		return strings.HasPrefix(first, start)
	}
	return Within("/"+name, "/"+file)
}

// Unbounded reports whether a part of the action is not known in full, a program, its words or a script, or says of
// itself that it may write anything in the workspace.
func (e Effects) Unbounded() bool {
	return slices.ContainsFunc(e.Runs, func(r Program) bool { return r.Class == ProgramUnknown }) ||
		slices.ContainsFunc(e.Opaque, func(o Opaque) bool { return o.Place != OpaqueOperand }) ||
		slices.ContainsFunc(e.Writes, func(p Path) bool { return p.Part == PartWork })
}
