package sandbox

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/engine/store"
)

// onlyGit reports whether only git can read the files that git tracks, and git prints none of their content. Then the
// sandbox does not mask them: git needs them to tell which files changed, and to replace them.
func (b *builder) onlyGit(e effect.Effects) bool {
	if e.Unbounded() || len(e.Opaque) > 0 {
		return false
	}
	changed := func(p effect.Path) bool { // by another program, before it is read
		return slices.ContainsFunc(e.Writes, func(w effect.Path) bool { return effect.Within(p.Name, w.Name) })
	}
	git := false
	for _, r := range e.Runs {
		is := strings.HasPrefix(r.Canonical, "git ") && len(r.Words) > 1
		git = git || is
		switch {
		case is && r.Class == effect.ProgramReads && r.Lists:
		case is && r.Class == effect.ProgramActs && patches(r):
			if len(e.Runs) > 1 && slices.ContainsFunc(e.Reads, changed) || !b.onlyEdits(r, e.Reads) {
				return false
			}
		case is && r.Canonical == "git mv":
			if b.moves != nil || len(r.Words) < 4 || r.Words[1] != "mv" {
				return false
			}
			b.moves = r.Words[2:]
		case is && r.Class == effect.ProgramActs && !shows(r):
		case !is && r.Class == effect.ProgramReads && len(e.Reads) == 0 && readsInput(r.Words):
		default:
			return false
		}
	}
	return git
}

// startWords lists parts of the names of settings that make git start programs.
var startWords = [...]string{"hookspath", "filter", "fsmonitor", "textconv", "driver", "command", "include", "program",
	"editor", "helper", "pager", "external", "alias"}

// startsNothing reports whether the configuration and hooks in a git directory start no program. Such a program could
// read the unmasked files, and could come from the workspace.
func (b *builder) startsNothing(git string) bool {
	dirs := []string{git}
	if common := pointed(git, "commondir", ""); common != "" {
		dirs = append(dirs, common)
	}
	names := func(file string, words []string) bool {
		text, err := readSettings(file)
		text = strings.ToLower(text)
		named := slices.ContainsFunc(words, func(w string) bool { return strings.Contains(text, w) })
		return named || err != nil && !errors.Is(err, fs.ErrNotExist)
	}
	for _, dir := range dirs {
		hooks := readNames(path.Join(dir, "hooks"), maxSiblings)
		if slices.ContainsFunc(hooks, func(n string) bool { return !strings.HasSuffix(n, ".sample") }) ||
			names(path.Join(dir, "config"), startWords[:]) || names(path.Join(dir, "config.worktree"), startWords[:]) {
			return false
		}
	}
	return !names(path.Join(b.sandbox.opts.Home, ".gitconfig"), startWords[:1]) &&
		!names(path.Join(b.sandbox.opts.Home, ".config/git/config"), startWords[:1])
}

// movesAway reports whether git mv gives a masked file a name that is not the name of a secret.
func (b *builder) movesAway() bool {
	named := slices.DeleteFunc(slices.Clone(b.moves), func(w string) bool { return strings.HasPrefix(w, "-") })
	if len(named) < 2 {
		return len(b.moves) > 0
	}
	at := func(name string) string {
		if path.IsAbs(name) {
			return path.Clean(name)
		}
		return path.Join(b.spec.Dir, name)
	}
	last := len(named) - 1
	for _, from := range named[:last] {
		to := at(named[last])
		if isDir(to) {
			to = path.Join(to, path.Base(from))
		}
		for _, m := range b.spec.Masked {
			if below, in := strings.CutPrefix(m.Path+"/", at(from)+"/"); in && !b.isSecret(path.Join(to, below)) {
				return true
			}
		}
	}
	return false
}

// isSecret reports whether a path is masked, by itself or with a directory above it.
func (b *builder) isSecret(name string) bool {
	dir := path.Dir(name)
	return b.sandbox.tree.hides(name) || dir != name && b.isSecret(dir)
}

// shows reports whether a subcommand of git that changes something may print the content of files: with -p it shows the
// changes piece by piece, and with -v it prints everything that a commit contains.
func shows(r effect.Program) bool {
	return slices.ContainsFunc(r.Words[1:], func(w string) bool {
		long := strings.HasPrefix(w, "--")
		return long && (strings.HasPrefix(w, "--p") || strings.HasPrefix(w, "--int") || strings.HasPrefix(w, "--verb")) ||
			!long && strings.HasPrefix(w, "-") && strings.ContainsAny(w, "piv")
	})
}

// patches reports whether a program applies a patch.
func patches(r effect.Program) bool { return r.Canonical == "git apply" || r.Canonical == "git am" }

// maxPatch bounds the patches that pp reads, in bytes.
const maxPatch = 1 << 20

// onlyEdits reports whether pp can read every patch that a program applies, and none of them copies the content of a
// secret to another file.
func (b *builder) onlyEdits(r effect.Program, reads []effect.Path) bool {
	_, sub, _ := strings.Cut(r.Canonical, " ")
	flag := func(w string) bool { return strings.HasPrefix(w, "-") }
	named := slices.DeleteFunc(slices.Clone(r.Words[slices.Index(r.Words, sub)+1:]), flag)
	if len(named) != len(reads) || len(named) == 0 {
		return len(named) == 0 && slices.Contains(r.Words, "--abort")
	}
	shifts := func(w string) bool { return strings.HasPrefix(w, "-p") || strings.HasPrefix(w, "--dir") }
	return !slices.ContainsFunc(r.Words, shifts) && !slices.ContainsFunc(reads, func(p effect.Path) bool {
		data, err := store.Whole(p.Name, maxPatch)
		return err != nil || b.givesAway("\n"+string(data))
	})
}

// givesAway reports whether a patch may copy the content of a secret to a file that is not a secret. Git reads mail in
// any encoding, which could hide a line.
func (b *builder) givesAway(text string) bool {
	lower := strings.ToLower(text)
	if strings.Count(lower, "transfer-encoding") != strings.Count(lower, "\ncontent-transfer-encoding: 8bit\n") ||
		strings.Count(lower, "charset") != strings.Count(lower, "charset=utf-8\n") {
		return true
	}
	secret := func(name string) bool { return b.isSecret(path.Join(b.spec.Dir, name)) }
	from := ""
	for line := range strings.Lines(lower) {
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(words) < 3 || words[0] != "copy" && words[0] != "rename" {
			continue
		}
		switch words[1] {
		case "from":
			if from = words[2]; from[0] == '"' {
				return true
			}
		case "to":
			if from == "" || secret(from) && !secret(words[2]) {
				return true
			}
			from = ""
		}
	}
	return from != ""
}

// readsInput reports whether a program that reads has only flags and numbers as arguments, and so reads its input.
func readsInput(words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words[1:], func(w string) bool {
		return !strings.HasPrefix(w, "-") && strings.Trim(w, "0123456789") != ""
	})
}
