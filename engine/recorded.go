package engine

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"pp/engine/effect"
	"pp/sexp"
)

// The kinds of recorded facts: each fact is a list that begins with the keyword of its kind.
// Facts of what was observed name a path, and say what was there, in this way:
//
//	(:IN "/ws" "go.mod" "-644" "gates" "d755" "gone" NIL)   what was found in a directory, by name
//	(:DIR "/ws" "go.mod" "-644" "gates" "d755")             the same, and that there is nothing else
//	(:LIST "/ws/hooks" ("pre-commit"))                      the names in a directory; (:LIST "/ws/x") of none
//	(:LINK "/ws/latest" "v2")                               what a symbolic link holds; NIL of none
//	(:TEXT "/ws/.git/HEAD" "ref: refs/heads/main")          what a file holds; NIL of none
//	(:PARTS "/ws/notes.org" 2)                              how much of a file is private
//	(:KEPT "/ws/old.txt" T)                                 whether it could be had again
//
// A code is the kind of file and its mode in octal; behind it stand the number of hard links, the
// device and the inode where they may matter, and it is "!" of what could not be looked at. A
// private path is not named: PrivateName stands for it, in the directory "" or in a :LIST.
const (
	FactPlace       = "PLACE"
	FactEnvironment = "ENVIRONMENT"
	FactOwn         = "OWN"
	FactConfinement = "CONFINEMENT"
	FactPermission  = "PERMISSION"
	FactHosts       = "HOSTS"
	FactGrant       = "GRANT"
	FactFlow        = "FLOW"
	FactEvaluated   = "EVALUATED"
	FactOccasion    = "OCCASION"
	FactDisputed    = "DISPUTED"
	FactPrivacy     = "PRIVACY"
	FactIn          = "IN"
	FactDir         = "DIR"
	FactList        = "LIST"
	FactLink        = "LINK"
	FactText        = "TEXT"
	FactParts       = "PARTS"
	FactKept        = "KEPT"
	FactCommits     = "COMMITS"
)

// Bounds of what is recorded of one judgement; what is beyond them is not known to a replay.
const (
	maxRecordedPaths = 5000
	maxRecordedText  = 16 << 10 // bytes of one file
)

// answering is a Recoverer that knows what it answered.
type answering interface{ Answers() map[string]bool }

// committed is a Commits that remembers its answers.
type committed interface {
	Answered() map[string]CommitsAnswer
}

// CommitsAnswer holds one answer of a Commits.
type CommitsAnswer struct {
	Files []string
	Known bool
}

// CommitsQuestion returns the recorded form of one question to a Commits.
func CommitsQuestion(dir string, shown ...string) string {
	return strings.Join(append([]string{dir}, shown...), "\n")
}

// keyedPrivacy are rules that tell by keys which parts of a text and which paths they find private.
type keyedPrivacy interface{ Keys() (parts, paths string) }

// factsOf are the facts that a verdict rests on, as they are recorded. The rules of the
// configuration are not among them: a replay goes by those of its day.
func factsOf(v Verdict) []sexp.Value {
	f := v.Facts
	if f.Dir == "" {
		return nil // it was judged by nothing that could be recorded
	}
	r := &factRecord{facts: f}
	r.place()
	r.given()
	r.occasion(v)
	if o, ok := f.FS.(effect.Observer); ok {
		r.observed(o.Observed())
	}
	if k, ok := f.Kept.(answering); ok {
		said := k.Answers()
		for _, name := range slices.Sorted(maps.Keys(said)) {
			if !r.private(name) {
				r.add(FactKept, text(name), sexp.Bool(said[name]))
			}
		}
	}
	r.commits()
	return r.out
}

// commits records which secret files were found in git.
func (r *factRecord) commits() {
	c, ok := r.facts.Commits.(committed)
	if !ok {
		return
	}
	said := c.Answered()
	for _, question := range slices.Sorted(maps.Keys(said)) {
		r.add(FactCommits, text(question), sexp.Bool(said[question].Known), texts(said[question].Files))
	}
}

// factRecord gathers the facts of one verdict.
type factRecord struct {
	facts Facts
	out   []sexp.Value
	left  int // paths that may be recorded yet
}

func (r *factRecord) add(kind string, items ...sexp.Value) {
	r.out = append(r.out, sexp.NewList(append([]sexp.Value{sexp.Keyword(kind)}, items...)...))
}

func (r *factRecord) place() {
	f := r.facts
	r.add(FactPlace, text(f.Dir), text(f.Home), text(f.Temp), text(f.User), sexp.Int(f.UID), text(f.Workspace.Root),
		texts(f.Workspace.Added), text(f.Workspace.Why), sexp.Bool(f.AcceptEdits))
	if len(f.Env) > 0 {
		var env []sexp.Value
		for _, name := range slices.Sorted(maps.Keys(f.Env)) {
			env = append(env, text(name), text(f.Env[name]))
		}
		r.add(FactEnvironment, env...)
	}
	if len(f.Own.Paths) > 0 || f.Own.Binary != "" {
		r.add(FactOwn, texts(f.Own.Paths), text(f.Own.Binary), sexp.Int(f.Own.Device), sexp.Int(f.Own.Inode))
	}
	if c := f.Confinement; c != (Confinement{}) {
		r.add(FactConfinement, text(c.Files.String()), sexp.Bool(c.Network), sexp.Bool(c.Sockets),
			sexp.Bool(c.Tree), sexp.Bool(c.Layers), sexp.Bool(c.Assumed))
	}
	if k, ok := f.Private.(keyedPrivacy); ok {
		parts, paths := k.Keys()
		r.add(FactPrivacy, text(parts), text(paths))
	}
}

// given is what the person permitted.
func (r *factRecord) given() {
	f := r.facts
	for _, p := range f.Permissions {
		r.add(FactPermission, text(p.Text), text(p.Decision.String()), text(p.Where), sexp.Int(p.Layer))
	}
	if len(f.Hosts) > 0 {
		r.add(FactHosts, texts(f.Hosts), texts(f.RunHosts))
	}
	for _, g := range f.Grants {
		kinds := make([]string, len(g.Kinds))
		for i, k := range g.Kinds {
			kinds[i] = k.String()
		}
		p := g.Pattern
		r.add(FactGrant, text(g.ID), sexp.Bool(g.Learned), text(p.Tool), texts(p.Words), text(p.Path), text(p.Host),
			texts(kinds), text(g.Script), text(g.Where), sexp.Bool(g.Edits), sexp.Bool(g.New))
	}
}

// occasion is what the action answers, and what came before it.
func (r *factRecord) occasion(v Verdict) {
	f := r.facts
	o := f.Occasion
	r.add(FactOccasion, text(o.Sensor.String()), text(string(o.Source)), sexp.Int(o.Depth), text(o.Chat))
	for _, flow := range f.Flows {
		r.add(FactFlow, sexp.Bool(flow.Secret), text(flow.Subject), sexp.Int(flow.Turn))
	}
	if f.Evaluated != nil {
		r.add(FactEvaluated, texts(f.Evaluated))
	}
	if len(v.Trace) > 0 && v.Trace[0].Gate == consensus {
		r.add(FactDisputed, text(v.Trace[0].Reason))
	}
}

// private reports whether a path stays with the person.
func (r *factRecord) private(name string) bool {
	return r.facts.Private != nil && r.facts.Private.Whole(name)
}

// directory is what was found in one directory.
type directory struct {
	name    string
	entries []sexp.Value // names and codes
	there   []string     // the names of what exists
}

func (r *factRecord) observed(o effect.Observed) {
	r.left = maxRecordedPaths
	lists := map[string][]string{}
	for _, l := range o.Lists {
		name := l.Name
		if r.private(name) {
			name = PrivateName(name)
		}
		switch {
		case l.Err == nil:
			lists[name] = r.named(l.Name, l.Value)
		case len(l.Value) == 0: // else it has too many
			r.add(FactList, text(name))
		}
	}
	dirs := r.directories(o.Infos)
	large := func(d *directory) bool { return len(d.there) > 50 }
	for _, pass := range []bool{false, true} { // what is large only while there is room
		for _, d := range dirs {
			if large(d) == pass && r.takes(len(d.entries)/2) {
				names, known := lists[d.name]
				kind := FactIn
				if known && slices.Equal(names, d.there) {
					delete(lists, d.name)
					kind = FactDir
				}
				r.add(kind, append([]sexp.Value{text(d.name)}, d.entries...)...)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(lists)) {
		if r.takes(len(lists[name])) {
			r.add(FactList, text(name), texts(lists[name]))
		}
	}
	r.contents(o)
}

// named are the names in a directory, as they are recorded.
func (r *factRecord) named(dir string, names []string) []string {
	own := false
	for i, n := range names {
		full := path.Join(dir, n)
		if !r.private(full) {
			continue
		}
		if !own { // the view keeps the list
			names, own = slices.Clone(names), true
		}
		names[i] = PrivateName(full)
	}
	return names
}

// takes reports whether there is room for more paths.
func (r *factRecord) takes(n int) bool {
	if n > r.left {
		return false
	}
	r.left -= n
	return true
}

// directories groups what was found by where it is.
func (r *factRecord) directories(infos []effect.Observation[effect.FileInfo]) []*directory {
	var out []*directory
	known := map[string]*directory{}
	for _, o := range infos {
		dir, base := path.Dir(o.Name), path.Base(o.Name)
		if r.private(o.Name) {
			dir, base = "", PrivateName(o.Name)
		}
		d := known[dir]
		if d == nil {
			d = &directory{name: dir}
			known[dir], out = d, append(out, d)
		}
		d.entries = append(d.entries, text(base), r.code(o))
		if o.Err == nil {
			d.there = append(d.there, base)
		}
	}
	return out
}

// code is what was found under one name.
func (r *factRecord) code(o effect.Observation[effect.FileInfo]) sexp.Value {
	switch {
	case errors.Is(o.Err, fs.ErrNotExist):
		return sexp.NIL
	case o.Err != nil:
		return text("!")
	}
	out, i := ModeCode(o.Value.Mode), o.Value
	own := r.facts.Own.Inode != 0 && i.Inode == r.facts.Own.Inode
	if i.Mode.IsRegular() && (i.Links > 1 || own) {
		for _, n := range [...]uint64{i.Links, i.Dev, i.Inode} {
			out += " " + strconv.FormatUint(n, 10)
		}
	}
	return text(out)
}

// contents is what was read. Of files only what tells a repository apart is kept, and who
// uses the machine.
func (r *factRecord) contents(o effect.Observed) {
	for _, l := range o.Links {
		switch {
		case r.private(l.Name):
		case l.Err != nil:
			r.add(FactLink, text(l.Name), sexp.NIL)
		case !r.private(path.Join(path.Dir(l.Name), l.Value)) && !r.private(path.Clean(l.Value)):
			r.add(FactLink, text(l.Name), text(l.Value))
		}
	}
	for _, f := range o.Files {
		switch {
		case r.private(f.Name):
		case f.Err != nil:
			r.add(FactText, text(f.Name), sexp.NIL)
		case len(f.Value) <= maxRecordedText && describesRepository(f.Name):
			r.add(FactText, text(f.Name), text(string(f.Value)))
		}
	}
	for _, f := range o.Large {
		if f.Err == nil && r.facts.Private != nil && !r.private(f.Name) {
			r.add(FactParts, text(f.Name), sexp.Int(r.facts.Private.Parts(string(f.Value))))
		}
	}
}

// describesRepository reports whether a file is one in which git, or the system, says how it is set up.
func describesRepository(name string) bool {
	switch path.Base(name) {
	case "HEAD", "commondir", "config", "config.worktree", "gitdir":
		return strings.Contains(path.Dir(name), "git")
	case ".git", ".gitmodules", ".gitconfig", "gitconfig":
		return true
	}
	return name == "/etc/passwd"
}
