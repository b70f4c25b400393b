package gates

import (
	"path"
	"slices"
	"strings"

	"pp/engine/cause"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/gates/paths"
)

// beyondCommits stands for the secret file when pp could not search all commits.
const beyondCommits = "a file of a commit that pp could not search"

// secretHeld looks for a secret file among the contents below a path that git prints.
func (j *judgement) secretHeld(p effect.Path) (string, bool) {
	view := j.c.Facts.FS
	if view == nil {
		return p.Name, true
	}
	top, t := NewKept(view, nil).repository(p.Name)
	if repository(p.Name+"/", there(view)) {
		top, t = "", tracking{dir: p.Name} // the repository itself: everything in it
	}
	within := func(name string) bool {
		full := path.Join(top, name)
		_, secret := paths.Secret(path.Join("/", top, name), false)
		return secret && (top == "" || effect.Within(full, p.Name) && (p.Ends == 0 || p.Ends.Fit(full)))
	}
	onlyReads := !slices.ContainsFunc(j.c.Effects.Runs, func(r effect.Program) bool {
		return r.Class != effect.ProgramReads
	})
	if p.Access == effect.AccessChanged && onlyReads && t.known {
		return j.secretChanged(top, t.index, within)
	}
	if t.dir == "" || j.c.Facts.Commits == nil {
		return secretIndexed(view, p, top, t, within)
	}
	files, known := j.c.Facts.Commits.Secrets(t.dir)
	if !known {
		return beyondCommits, true
	}
	secret := func(f string) bool { return within(pathOf(f)) }
	at := slices.IndexFunc(files, secret)
	if at >= 0 && p.Shown != "" && onlyReads {
		if shown, known := j.c.Facts.Commits.Secrets(t.dir, strings.Fields(p.Shown)...); known {
			files, at = shown, slices.IndexFunc(shown, secret)
		}
	}
	if at < 0 {
		return "", false
	}
	return path.Join(top, pathOf(files[at])), true
}

// putByGit asks before other programs can read a secret file that git creates or replaces.
func (j *judgement) putByGit() {
	for _, p := range j.c.Effects.Writes {
		if name, found := j.secretPut(p); found {
			e := effect.Effect{Kind: effect.KindWrite, Subject: p.Name, Span: p.Span}
			j.add("secret-below", e, j.at(cause.GitPutsSecret.OfText(name), p.Span))
		}
	}
}

// secretPut looks for a secret file that git may put into a working tree while other programs of the command read files
// there: pp cannot mask a file that does not exist when the command begins.
func (j *judgement) secretPut(p effect.Path) (string, bool) {
	if p.Part != effect.PartTree && p.Part != effect.PartWorktrees {
		return "", false
	}
	e, from := j.c.Effects, p.Name
	if p.Part == effect.PartWorktrees { // the new working tree may be anywhere
		from = p.Repository()
		p.Name = j.c.Facts.Workspace.Root
	}
	other := func(r effect.Program) bool { return !strings.HasPrefix(r.Canonical, "git ") }
	reads := func(q effect.Path) bool {
		by, known := e.Program(effect.Effect{Kind: effect.KindRead, Subject: q.Name, Span: q.Span})
		return q.Access != effect.AccessName && q.Access != effect.AccessPublic && (!known || other(by)) &&
			(effect.Within(q.Name, p.Name) || effect.Within(p.Name, q.Name))
	}
	builds := func(r effect.Program) bool { return r.Class == effect.ProgramBuilds }
	opaque := len(e.Opaque) > 0 && slices.ContainsFunc(e.Runs, other)
	if !e.Unbounded() && !opaque && !slices.ContainsFunc(e.Runs, builds) &&
		!slices.ContainsFunc(e.Reads, reads) {
		return "", false
	}
	return j.secretHeld(effect.Path{Name: from, Tree: true})
}

// pathOf returns the path in an answer of engine.Commits.
func pathOf(file string) string {
	_, name, _ := strings.Cut(file, " ")
	return name
}

// secretChanged looks for a secret file that differs from the index, or that git assumes to be unchanged.
func (j *judgement) secretChanged(top string, x store.GitIndex, within func(string) bool) (string, bool) {
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

// secretIndexed looks for a secret file in the index when the commits are not known, and in the tree when there is no
// repository.
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
