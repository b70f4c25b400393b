package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
	"pp/engine/gitindex"
	"pp/gates/paths"
)

// beyondCommits stands for the secret file where not everything that git holds could be looked through.
const beyondCommits = "a part of the commits that pp could not look through"

// secretHeld looks for a secret file among what git prints of what it holds below a path.
func (j *judgement) secretHeld(p effect.Path) (string, bool) {
	view := j.c.Facts.FS
	if view == nil {
		return p.Name, true
	}
	top, t := NewKept(view, nil).repository(p.Name)
	if isRepository(view, p.Name) {
		top, t = "", tracking{dir: p.Name} // the repository itself: all that it holds
	}
	within := func(name string) bool {
		full := path.Join(top, name)
		_, secret := paths.Secret(path.Join("/", top, name), false)
		return secret && (top == "" || effect.Within(full, p.Name) && (p.Ends == 0 || p.Ends.Fit(full)))
	}
	onlyReads := !slices.ContainsFunc(j.c.Effects.Runs, func(r effect.Program) bool {
		return r.Class != effect.ProgramReads && r.Class != effect.ProgramComputes
	})
	if p.Access == effect.AccessChanged && onlyReads && t.known {
		return j.secretChanged(top, t.index, within)
	}
	if t.dir == "" || j.c.Facts.Commits == nil {
		return secretIndexed(view, p, top, t, within)
	}
	files, known := j.c.Facts.Commits.Secrets(t.dir)
	at := slices.IndexFunc(files, func(f string) bool { return within(pathOf(f)) })
	switch {
	case !known:
		return beyondCommits, true
	case at < 0:
		return "", false
	case p.Shown == "" || !onlyReads:
		return path.Join(top, pathOf(files[at])), true
	}
	shown, known := j.c.Facts.Commits.Secrets(t.dir, strings.Fields(p.Shown)...)
	if !known {
		return path.Join(top, pathOf(files[at])), true
	}
	at = slices.IndexFunc(shown, func(f string) bool { return within(pathOf(f)) })
	if at < 0 {
		return "", false
	}
	return path.Join(top, pathOf(shown[at])), true
}

// isRepository reports whether a directory is a git directory, or that of another working tree of one.
func isRepository(view effect.FS, dir string) bool {
	has := func(name string) bool {
		_, err := view.Lstat(path.Join(dir, name))
		return err == nil
	}
	return has("HEAD") && (has("commondir") || has("objects") && has("refs"))
}

// pathOf is the path in an answer of engine.Commits.
func pathOf(file string) string {
	_, name, _ := strings.Cut(file, " ")
	return name
}

// secretChanged looks for a secret file that is not as the index has it, or at which git does not look.
func (j *judgement) secretChanged(top string, x gitindex.Index, within func(string) bool) (string, bool) {
	for _, e := range x.Entries {
		if !within(e.Name) {
			continue
		}
		name := path.Join(top, e.Name)
		info, err := j.c.Facts.FS.Lstat(name)
		if err != nil || !x.Fresh(e, info.Size, info.Modified) || x.Assumed(e) {
			return name, true
		}
	}
	return "", false
}

// secretIndexed looks for a secret file in the index, where nothing is known of commits, and in the tree where there is
// no repository.
func secretIndexed(view effect.FS, p effect.Path, top string, t tracking, within func(string) bool) (string, bool) {
	for _, e := range t.index.Entries {
		if within(e.Name) {
			return path.Join(top, e.Name), true
		}
	}
	if top == "/" || top == "." {
		return secretBelow(view, p)
	}
	return beyondCommits, t.unread
}
