package gates

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
	"pp/gates/paths"
	"pp/gates/shell/table"
)

// Reviewer judges what a command did in a layer by the rules for what one would do, so
// that no way of changing a file is judged more mildly than another. It implements
// engine.Reviewer, and is safe for concurrent use.
type Reviewer struct {
	Waivers []engine.Waiver
}

// Review implements engine.Reviewer: for each change the strictest finding. What was
// cleared covers ordinary files, and a part of a repository that was named; nothing covers
// what the rules deny.
func (r Reviewer) Review(v engine.Verdict, approved bool, changes []engine.Change) []engine.Finding {
	out := make([]engine.Finding, len(changes))
	decides := decidesIn(v, changes)
	for i, c := range changes {
		cleared := approved || v.Decision == engine.Allow
		if v.Decision == engine.Allow && asEdits(v) && linksOut(c, v.Facts) {
			cleared = false // nobody was asked, and it is no ordinary file
		}
		out[i] = r.one(v, cleared, c)
		judged := cleared && (onlyGit(v.Effects) || namesPath(v.Effects, v.Dir, c.Path))
		if out[i].Decision != engine.Deny && !judged && decides(c) {
			j := judgement{c: engine.Case{Action: v.Action, Facts: v.Facts}}
			j.bare(changed(c), j.about(cause.Changes, c.Path))
			out[i] = j.out[0]
		}
	}
	return out
}

// asEdits reports whether --accept-edits, which is for ordinary files, cleared an action.
func asEdits(v engine.Verdict) bool {
	return slices.ContainsFunc(v.Trace, func(s engine.Step) bool {
		return slices.ContainsFunc(s.Findings, func(f engine.Finding) bool {
			return f.Waiver == (acceptEdits{}).Name()
		})
	})
}

// onlyGit reports whether nothing but git may have written.
func onlyGit(e effect.Effects) bool {
	return len(e.Runs) > 0 && !slices.ContainsFunc(e.Runs, func(r effect.Program) bool {
		return r.Class != effect.ProgramReads && !strings.HasPrefix(r.Canonical, "git ")
	})
}

// one judges a change, and asks nobody about what is no fact to a person.
func (r Reviewer) one(v engine.Verdict, cleared bool, c engine.Change) engine.Finding {
	j := judgement{c: engine.Case{Action: v.Action, Facts: v.Facts}}
	f := r.strictest(&j, v, cleared, c)
	switch {
	case f.Decision != engine.Ask || f.WaivedBy != "":
	case remade(c):
		says := j.about(cause.NotKept, c.Path)
		return engine.Finding{Rule: "remade", Effect: f.Effect, Cause: says, Reason: tell(says)}
	case j.isNoFact(v, f, c):
		return allowed(f.Effect)
	}
	return f
}

func (r Reviewer) strictest(j *judgement, v engine.Verdict, cleared bool, c engine.Change) engine.Finding {
	switch e := changed(c); {
	case unsafe(c) != "":
		j.add("write-device", e, j.about(unsafe(c), c.Path).With(c.Never))
	case c.From != "":
		j.add("secret", e, j.about(cause.GivesNewName, c.Path).With(c.From))
	case inRepository(c):
		return j.repository(v, cleared, c)
	case linksOut(c, v.Facts):
		j.add("write-linked", e, j.about(cause.LeavesLinkOut, c.Path).With(c.Target))
	case c.Kind == engine.ChangeDeleted:
		j.remove(c.Path)
	case c.Kind == engine.ChangeMetadata:
		j.metadata(c.Path)
	default:
		p := c.Path
		p.Tree = p.Tree || c.Mode&fs.ModeSymlink != 0 // a link to a directory brings its files
		j.write(p)
	}
	if len(j.out) == 0 {
		return allowed(changed(c))
	}
	f := j.out[0]
	for _, other := range c.Names { // its content is what it was; it got another name
		if cleared && isOrdinary(v, f.Row, c) && covers(v.Effects, v.Dir, effect.Path{Name: other}) {
			return allowed(f.Effect)
		}
	}
	if f.Decision == engine.Ask && cleared &&
		(isOrdinary(v, f.Row, c) && covers(v.Effects, v.Dir, c.Path) || namesPath(v.Effects, v.Dir, c.Path) ||
			emptied(v.Effects, c) || f.Row == "write-surface" && checkedOut(v, c)) {
		return allowed(f.Effect)
	}
	if (f.Row == "secret" || f.Row == "write-new-secret") && j.stays(v, c) {
		if cleared {
			return allowed(f.Effect)
		}
		j.out = nil
		j.add("git-tree", f.Effect, j.about(cause.GitChangesTracked, c.Path))
		return j.out[0]
	}
	if f.Decision == engine.Ask && f.Waivable {
		f = waived(r.Waivers, j.c, f)
	}
	return f
}

// remade reports whether a program makes again what it changed, so that nobody misses it: a cache of a tool, and what
// git notes of the files in its index.
func remade(c engine.Change) bool {
	if c.Scratch {
		return path.Base(c.Path.Name) == "index"
	}
	return isBelow(c.Path.Name, "tool-caches")
}

// isNoFact reports whether a change is none that a person is asked about: the times and the ordinary mode of a file
// that has the same content, and a file that git ignores. One of an installed package is none only where a package
// manager alone may have written it and it is in no directory of PATH. A person who chose what the rule decides is
// asked.
func (j *judgement) isNoFact(v engine.Verdict, f engine.Finding, c engine.Change) bool {
	if _, chosen := j.c.Facts.Rules[f.Row]; chosen {
		return false
	}
	switch {
	case c.Times:
		return true
	case c.Mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) != 0:
	case f.Row == "metadata-workspace", c.Kind == engine.ChangeMetadata && paths.GitOf(c.Path.Name) == paths.GitData:
		return true
	case f.Row == "write-workspace" && !packaged(c.Path.Name):
		return j.ignored(c)
	case f.Row == "write-workspace", f.Row == "write-surface" && !paths.OnPath(c.Path.Name, j.c.Facts):
		return packaged(c.Path.Name) && onlyInstalls(v.Effects) && j.ignored(c)
	}
	return false
}

// ignored reports whether git ignores a changed file.
func (j *judgement) ignored(c engine.Change) bool {
	return j.c.Facts.Kept != nil && j.c.Facts.Kept.Ignored(c.Path.Name, c.Mode.IsDir())
}

// onlyInstalls reports whether a package manager runs, and beside it only what reads.
func onlyInstalls(e effect.Effects) bool {
	other := func(r effect.Program) bool {
		return r.Class != effect.ProgramReads && !slices.ContainsFunc(e.Hazards, func(h effect.Hazard) bool {
			return h.Rule == "install" && r.Span.Start <= h.Span.Start && h.Span.End <= r.Span.End
		})
	}
	return len(e.Runs) > 0 && len(e.Opaque) == 0 && !slices.ContainsFunc(e.Runs, other)
}

// packaged reports whether a file is below a directory of installed packages, whose code runs with the next program.
func packaged(name string) bool {
	return isBelow(name, "package-directories")
}

// isBelow reports whether a path is one of the directories in a list of the table, or below one.
func isBelow(name, list string) bool {
	return slices.ContainsFunc(strings.Split(name, "/"), func(s string) bool { return table.Listed(list, s) })
}

// stays reports whether a change keeps a secret out of the command's reach. Either git itself put the file in place or
// removed it, and the hidden content is all in git. Or the command moved it, hidden, together with its directory, and
// its new path is that of a secret too.
func (j *judgement) stays(v engine.Verdict, c engine.Change) bool {
	if c.From != "" {
		return covers(v.Effects, v.Dir, c.Path) && j.locate(c.Path).Secret != ""
	}
	hooks := func(r effect.Program) bool {
		return r.Class == effect.ProgramBuilds || r.Class == effect.ProgramUnknown
	}
	return c.PutByGit != nil && c.PutByGit() || checkedOut(v, c) && !c.Hidden &&
		!slices.ContainsFunc(v.Effects.Runs, hooks) && (c.Kind == engine.ChangeDeleted || c.Mode.IsRegular())
}

func changed(c engine.Change) effect.Effect {
	kind := effect.KindWrite
	switch c.Kind {
	case engine.ChangeDeleted:
		kind = effect.KindDelete
	case engine.ChangeMetadata:
		kind = effect.KindMetadata
	case engine.ChangeNew, engine.ChangeModified:
	}
	return effect.Effect{Kind: kind, Subject: c.Path.Name}
}

func allowed(e effect.Effect) engine.Finding {
	return engine.Finding{Decision: engine.Allow, Rule: "covered", Effect: e, Cause: cause.Cleared.Bare(),
		Reason: tell(cause.Cleared.Bare())}
}

// inRepository reports whether a change is in a repository's own directory, or makes or
// changes one. To delete one whole is for the rules on deletion.
func inRepository(c engine.Change) bool {
	name := paths.Fold(c.Path.Name)
	return paths.GitOf(name) != paths.GitNone && (c.Kind != engine.ChangeDeleted || strings.Contains(name, "/.git/"))
}

// repository judges a change in a repository's own directory. A part that the action was
// cleared for is covered; what git runs or goes by is never waived.
func (j *judgement) repository(v engine.Verdict, cleared bool, c engine.Change) engine.Finding {
	e := changed(c)
	says := j.about(cause.Changes, c.Path)
	part, named := partChanged(v.Effects.Writes, c.Path.Name)
	data := paths.GitOf(c.Path.Name) == paths.GitData
	switch {
	case cleared && (named || made(v, c) || data && namesPath(v.Effects, v.Dir, c.Path)):
		return allowed(e)
	case named && part != effect.PartNone:
		j.add(part.String()[:3]+"-"+part.String()[4:], e, says.Because(cause.PartOfRepository, part.Says()))
	case data:
		j.add("write-git-data", e, says.Because(cause.GitDataChanged, paths.GitData.String()))
	default:
		j.add("left-git", e, says.Because(cause.DecidesWhatGitRuns, paths.GitOf(c.Path.Name).String()))
	}
	return j.out[0]
}

// made reports whether a change belongs to a repository that the action was to make, or
// to a working tree of one. Hooks that are no samples come from elsewhere.
func made(v engine.Verdict, c engine.Change) bool {
	at, below, _ := strings.Cut(c.Path.Name+"/", "/.git/")
	hook := strings.HasPrefix(below, "hooks/") && below != "hooks/" && !strings.HasSuffix(below, ".sample/")
	return !c.Path.Exists && !hook && slices.ContainsFunc(v.Effects.Runs, makesRepositories) &&
		covers(v.Effects, v.Dir, effect.Path{Name: at, Dir: true})
}

func makesRepositories(r effect.Program) bool {
	return slices.Contains(table.Marks("makes-repositories"), r.Canonical)
}

// checkedOut reports whether git put a file into a working tree that the action was to change or to make. It says so
// only where nothing but git wrote.
func checkedOut(v engine.Verdict, c engine.Change) bool {
	makes := slices.ContainsFunc(v.Effects.Runs, makesRepositories)
	if !onlyGit(v.Effects) || v.Effects.Unbounded() && !makes {
		return false
	}
	return makes && !c.Path.Exists && covers(v.Effects, v.Dir, c.Path) ||
		slices.ContainsFunc(v.Effects.Writes, func(w effect.Path) bool {
			return w.Part == effect.PartTree && effect.Within(c.Path.Name, w.Name)
		})
}

// partChanged finds the part of a repository that a path is in, and whether an action says
// that it changes it.
func partChanged(writes []effect.Path, name string) (effect.Part, bool) {
	for _, w := range writes {
		repository := w.Repository()
		if repository == "" {
			continue
		}
		if name == repository { // the directory itself, of a repository that is made
			return effect.PartNone, !w.Exists
		}
		below, in := strings.CutPrefix(name, repository+"/")
		part := effect.PartOf(below)
		sample := part == effect.PartHooks && strings.HasSuffix(below, ".sample") || below == "hooks"
		if in && (part == w.Part || below == "info" || w.Part == effect.PartStash && part == effect.PartRefs || sample ||
			part == effect.PartNone) {
			return part, true
		}
	}
	return effect.PartNone, false
}

// isOrdinary reports whether the changed file runs nothing unless the person starts it. The files of an installed
// package count as ordinary, and so do its commands if a package manager runs.
func isOrdinary(v engine.Verdict, row string, c engine.Change) bool {
	switch row {
	case "write-workspace", "write-temporary", "delete-workspace", "metadata-workspace":
		return true
	case "write-surface":
		if paths.Installed(c.Path.Name, v.Facts) {
			return installs(v.Effects, c.Path.Name)
		}
		return strings.Contains(c.Path.Name, "/node_modules/")
	}
	return false
}

// installs reports whether a package manager runs, or a program that makes the virtual environment of a file. If other
// programs run that might write there, the environment must be new: until now, its commands are not on PATH.
func installs(e effect.Effects, name string) bool {
	others := 0
	for _, r := range e.Runs {
		if r.Class == effect.ProgramBuilds || r.Class == effect.ProgramUnknown {
			others++
		}
	}
	makes := func(r effect.Program) bool {
		return slices.Contains(table.Marks("makes-environments"), r.Canonical) &&
			slices.ContainsFunc(e.Writes, func(w effect.Path) bool {
				return (others == 0 || !w.Exists) && effect.Within(name, w.Name) && r.Span.Start <= w.Span.Start &&
					w.Span.End <= r.Span.End
			})
	}
	return slices.ContainsFunc(e.Hazards, func(h effect.Hazard) bool { return h.Rule == "install" }) ||
		slices.ContainsFunc(e.Runs, makes)
}

// covers reports whether what was cleared includes a change of this path: below a directory
// or in a new one, beside a file that is written where it is new itself, or anywhere.
func covers(e effect.Effects, dir string, p effect.Path) bool {
	builds := func(r effect.Program) bool { return r.Class == effect.ProgramBuilds }
	if e.Unbounded() || slices.ContainsFunc(e.Runs, builds) {
		return true
	}
	return slices.ContainsFunc(changes(e), func(q effect.Path) bool {
		beside := !p.Exists && effect.Within(p.Name, path.Dir(q.Name)) && q.Part == effect.PartNone
		// A directory on the way to what was named is made with it.
		parent := p.Dir && !p.Exists && effect.Within(q.Name, p.Name)
		if base := path.Base(q.Name); base == "*" { // some of what is there, chosen by its name or age
			q.Name, q.Dir = path.Dir(q.Name), true
		}
		below := (q.Tree || q.Dir || !q.Exists || q.Part == effect.PartTree) && effect.Within(p.Name, q.Name)
		return below || beside || parent
	}) || namesPath(e, dir, p)
}

// emptied reports whether a directory went that git removed since nothing was left in it of what it deleted there.
func emptied(e effect.Effects, c engine.Change) bool {
	removes := func(r effect.Program) bool { return slices.Contains(table.Marks("removes-emptied"), r.Canonical) }
	below := func(q effect.Path) bool { return effect.Within(q.Name, c.Path.Name) }
	return c.Kind == engine.ChangeDeleted && c.Mode.IsDir() && slices.ContainsFunc(e.Deletes, below) &&
		slices.ContainsFunc(e.Runs, removes)
}

// namesPath reports whether what was cleared names this very path, or the link that stands there.
func namesPath(e effect.Effects, dir string, p effect.Path) bool {
	return slices.ContainsFunc(changes(e), func(q effect.Path) bool {
		given := q.Given
		if !path.IsAbs(given) {
			given = path.Join(dir, given)
		}
		return q.Name == p.Name || q.Given != "" && given == p.Name
	})
}

// changes are all paths that an action writes, deletes or gives other metadata.
func changes(e effect.Effects) []effect.Path { return slices.Concat(e.Writes, e.Deletes, e.Metadata) }

// unsafe says why nobody may have such a file left behind, "" when it is none of those.
func unsafe(c engine.Change) cause.Kind {
	switch {
	case c.Never != "":
		return cause.LeavesUnsafe
	case c.Kind == engine.ChangeDeleted:
	case c.Mode&(fs.ModeSetuid|fs.ModeSetgid) != 0 && !c.Mode.IsDir():
		return cause.LeavesSetuid
	case c.Mode&(fs.ModeDevice|fs.ModeCharDevice) != 0:
		return cause.LeavesDevice
	case c.Mode&fs.ModeNamedPipe != 0:
		return cause.LeavesPipe
	case c.Mode&fs.ModeSocket != 0:
		return cause.LeavesSocket
	}
	return ""
}

// programs are the directories of the system in which a person has nothing of their own.
var programs = [...]string{"/bin", "/etc", "/gnu", "/lib", "/lib32", "/lib64", "/libx32", "/library", "/nix", "/opt",
	"/sbin", "/system", "/usr", "/dev/null"}

// linksOut reports whether a change leaves a symbolic link to outside the workspace; the system's own directories, in
// which nothing can be written, do not count. What goes up behind a name may go up from where that is a link to.
func linksOut(c engine.Change, f engine.Facts) bool {
	if c.Kind == engine.ChangeDeleted || c.Mode&fs.ModeSymlink == 0 {
		return false
	}
	to := c.Target
	if !path.IsAbs(to) {
		to = path.Join(path.Dir(c.Path.Name), to)
	}
	to = path.Clean(to)
	if _, inside := f.Workspace.Contains(to); inside {
		return strings.Contains(strings.TrimLeft(c.Target, "./")+"/", "/../")
	}
	return !slices.ContainsFunc(programs[:], func(dir string) bool { return effect.Within(paths.Fold(to), dir) })
}
