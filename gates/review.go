package gates

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Reviewer judges what a command did in a layer by the rules for what one would do, so
// that no way of changing a file is judged more mildly than another. It implements
// engine.Reviewer, and is safe for concurrent use.
type Reviewer struct {
	Rules   Rules // nil is the built-in table
	Waivers []engine.Waiver
}

// Review implements engine.Reviewer: for each change the strictest finding. What was
// cleared covers ordinary files, and a part of a repository that was named; nothing covers
// what the rules deny.
func (r Reviewer) Review(v engine.Verdict, approved bool, changes []engine.Change) []engine.Finding {
	out := make([]engine.Finding, len(changes))
	for i, c := range changes {
		out[i] = r.one(v, approved || v.Decision == engine.Allow, c)
	}
	return out
}

func (r Reviewer) one(v engine.Verdict, cleared bool, c engine.Change) engine.Finding {
	e := effect.Effect{Kind: effect.KindWrite, Subject: c.Path.Name}
	j := judgement{Dispatcher: Dispatcher{Rules: r.Rules}, c: engine.Case{Action: v.Action, Facts: v.Facts}}
	if why := unsafe(c); why != "" {
		j.add("write-device", e, "Leaves "+shown(c.Path)+": "+why+". No rule can allow it.")
		return j.out[0]
	}
	if cleared && coversPart(v.Effects.Writes, c.Path.Name) {
		return engine.Finding{Decision: engine.Allow, Rule: "covered", Effect: e, Reason: "It was cleared."}
	}
	switch c.Kind {
	case engine.ChangeNew, engine.ChangeModified:
		j.write(c.Path)
	case engine.ChangeMetadata:
		j.metadata(c.Path)
	case engine.ChangeDeleted:
		j.remove(c.Path)
	}
	if len(j.out) == 0 {
		return engine.Finding{Decision: engine.Allow, Rule: "effects", Effect: e, Reason: "No effect needs a rule."}
	}
	f := j.out[0]
	switch {
	case f.Decision == engine.Deny:
	case linksOut(c, v.Facts):
		j.add("write-linked", e, "Leaves "+shown(c.Path)+", a link to "+c.Target+", which is outside the workspace.")
		f = j.out[1]
	case cleared && ordinary(f.Row) && covers(v.Effects, c.Path):
		f.Decision = engine.Allow
	}
	if f.Decision == engine.Ask && f.Waivable && (c.Kind != engine.ChangeDeleted || c.Recoverable) {
		j.c.Effects = effect.Effects{}
		f.WaivedBy = clearedBy(r.Waivers, j.c, f)
	}
	return f
}

// ordinary are the rows of files that nothing executes or decides by later.
func ordinary(row string) bool {
	switch row {
	case "write-workspace", "write-temporary", "delete-workspace", "metadata-workspace":
		return true
	}
	return false
}

// covers reports whether what was cleared includes a change of this path: by its name, below
// a directory, beside a file that is written there where it is new, or anywhere.
func covers(e effect.Effects, p effect.Path) bool {
	builds := func(r effect.Program) bool { return r.Class == effect.ProgramBuilds }
	if e.Unbounded() || slices.ContainsFunc(e.Runs, builds) {
		return true
	}
	for _, list := range [...][]effect.Path{e.Writes, e.Deletes, e.Metadata} {
		for _, q := range list {
			beside := !p.Exists && path.Dir(p.Name) == path.Dir(q.Name) && q.Part == effect.PartNone
			// A directory on the way to what was named is made with it.
			parent := p.Dir && !p.Exists && effect.Within(q.Name, p.Name)
			below := (q.Tree || q.Dir || q.Part == effect.PartTree) && effect.Within(p.Name, q.Name)
			if q.Name == p.Name || below || beside || parent {
				return true
			}
		}
	}
	return false
}

// unsafe says why nobody may have such a file left behind, "" when it is none of those.
func unsafe(c engine.Change) string {
	switch {
	case c.Never != "":
		return c.Never
	case c.Kind == engine.ChangeDeleted:
	case c.Mode&(fs.ModeSetuid|fs.ModeSetgid) != 0 && !c.Mode.IsDir():
		return "it runs as its owner, whoever starts it"
	case c.Mode&(fs.ModeDevice|fs.ModeCharDevice) != 0:
		return "it is a device"
	case c.Mode&fs.ModeNamedPipe != 0:
		return "it is a pipe, on which whoever reads it waits"
	case c.Mode&fs.ModeSocket != 0:
		return "it is a socket that nothing listens on"
	}
	return ""
}

// linksOut reports whether a change leaves a symbolic link to outside the workspace; the
// system's own directories, in which nothing can be written, do not count.
func linksOut(c engine.Change, f engine.Facts) bool {
	if c.Kind == engine.ChangeDeleted || c.Mode&fs.ModeSymlink == 0 {
		return false
	}
	to := c.Target
	if !path.IsAbs(to) {
		to = path.Join(path.Dir(c.Path.Name), to)
	}
	to = path.Clean(to)
	_, inside := f.Workspace.Contains(to)
	return !inside && !systemDir(fold(to))
}

// coversPart reports whether a part of a repository that was cleared includes a path.
func coversPart(writes []effect.Path, name string) bool {
	for _, w := range writes {
		repository := w.Repository()
		if below, in := strings.CutPrefix(name, repository+"/"); repository != "" && in {
			if part := effect.PartOf(below); part == w.Part || w.Part == effect.PartStash && part == effect.PartRefs {
				return true
			}
		}
	}
	return false
}
