package gates

import (
	"path"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
)

// bare judges a change in what git takes for a repository though it is named like any directory.
func (j *judgement) bare(e effect.Effect, says cause.Cause) {
	j.add("left-git", e, says.Because(cause.BareRepository))
}

// decidesAt reports whether a new or changed file makes the directory that it is in one that git takes for a
// repository, or decides what git runs in such a one. was and is tell what is there before and after.
func decidesAt(name string, was, is func(name string) bool) bool {
	at, base := path.Split(name)
	switch base {
	case "HEAD", "refs":
	case "commondir", "config", "config.worktree":
		return repository(at, is)
	default:
		if i := strings.LastIndex(name, "/hooks/"); i >= 0 {
			return repository(name[:i+1], is)
		}
		i := strings.LastIndex(name, "/refs/")
		if i < 0 {
			return false
		}
		at = name[:i+1]
	}
	return repository(at, is) && !repository(at, was)
}

// repository reports whether git takes a directory, named with a slash behind it, for a repository.
func repository(dir string, has func(name string) bool) bool {
	return has(dir+"HEAD") && (has(dir+"refs") || has(dir+"commondir"))
}

// decides is decidesAt for a file that is to be written, with the directories to it.
func (j *judgement) decides(p effect.Path) bool {
	was := there(j.c.Facts.FS)
	return decidesAt(p.Name, was, func(name string) bool { return effect.Within(p.Name, name) || was(name) })
}

// there reports whether something has a name.
func there(view effect.FS) func(name string) bool {
	return func(name string) bool {
		if view == nil {
			return false
		}
		_, err := view.Lstat(name)
		return err == nil
	}
}

// decidesIn is decidesAt for the changes of a command, all at once.
func decidesIn(v engine.Verdict, changes []engine.Change) func(engine.Change) bool {
	left := map[string]bool{}
	for _, c := range changes {
		left[c.Path.Name] = c.Kind != engine.ChangeDeleted
	}
	was := there(v.Facts.FS)
	is := func(name string) bool {
		if stays, changed := left[name]; changed {
			return stays
		}
		return was(name)
	}
	return func(c engine.Change) bool {
		return c.Kind != engine.ChangeDeleted && paths.GitOf(c.Path.Name) == paths.GitNone && decidesAt(c.Path.Name, was, is)
	}
}
