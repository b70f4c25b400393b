package paths

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Area is where a resolved path is.
type Area uint8

// The areas. The zero value is the least trusted.
const (
	AreaElsewhere Area = iota
	AreaSystem         // /usr, /etc, /proc …
	AreaHome           // the person's home, outside the workspace
	AreaOtherHome      // somebody else's home
	AreaTemp
	AreaWorkspace
	AreaSink // /dev/null and the like, which swallow or yield nothing of worth
)

// Place is what is known of a resolved path. The texts say why it is special, for a person, and are "" when it is not
// in that way.
type Place struct {
	Area    Area
	Secret  string // holds secrets
	Surface string // a file that runs or decides what runs, without the person starting it: CI files, editor tasks, .envrc
	Holds   string // the surfaces that a directory may contain, and that replacing it as a whole may create
	Startup string // run at log-in, by a scheduler or a service manager
	System  string // another part of the system
	Loaded  string // in a home, run or loaded by a tool of the person
	Tool    bool   // in the person's home, what a tool of the person keeps there: programs, settings or a cache
	Cache   bool   // and it is a cache
	Own     Own
	Git     Git
	Device  Device
	Root    Root
}

// Locate says what is known of a path.
func Locate(p effect.Path, f engine.Facts) Place {
	name := fold(p.Name)
	home, _ := homeOf(name)
	if home == "" {
		home = fold(f.Home) // one that is not where homes usually are
	}
	q := question{name, home, p.Dir || !p.Exists && strings.HasSuffix(p.Given, "/")}
	known := indexed().look(q)
	out := Place{Area: areaOf(p.Name, q, &known, f), Secret: q.secret(&known), Own: ownOf(p, f, &known),
		Root: rootOf(p.Name, q, &known, f), Device: deviceOf(name), Git: gitOf(name), Startup: known.kind(startup)}
	if out.Secret == "" && !p.Exists && strings.ContainsAny(name, "*?[") {
		out.Secret = secretPattern(name)
	}
	switch out.Area {
	case AreaWorkspace:
		out.Surface, out.Holds = known.kind(surface), known.kind(holder)
		if out.Surface == "" && OnPath(p.Name, f) {
			out.Surface = onPath
		}
		return out
	case AreaTemp:
		out.Surface, out.Holds = known.kind(surface), known.kind(holder)
	case AreaHome, AreaOtherHome:
		out.Cache = out.Area == AreaHome && known[cache] != nil
		out.Tool = out.Cache || out.Area == AreaHome && known[tool] != nil
		if out.Loaded = known.kind(loaded); strings.HasSuffix(name, ".pth") && strings.Contains(name, "/python") {
			out.Loaded = isLoaded
		}
	case AreaElsewhere, AreaSystem, AreaSink:
	}
	if out.Startup == "" {
		out.System = known.kind(system)
	}
	return out
}

// Surface reports whether a resolved path is a file that runs, or decides what runs, without the person starting it:
// continuous integration, editor tasks, git's configuration and hooks. A sandbox keeps such files read-only.
func Surface(name string) bool {
	folded := fold(name)
	known := indexed().look(question{path: folded})
	return known[surface] != nil || gitOf(folded) == GitTrusted
}

// Installed reports whether a resolved path is a surface that package managers create: a command on PATH, or a file of
// a package that an interpreter loads when it starts.
func Installed(name string, f engine.Facts) bool {
	known := indexed().look(question{path: fold(name)})
	return known.kind(surface) == onPath || OnPath(name, f)
}

// OnPath reports whether a resolved path is in a directory of PATH.
func OnPath(name string, f engine.Facts) bool {
	for dir := range strings.SplitSeq(f.Env["PATH"], ":") {
		if dir = strings.TrimSuffix(dir, "/"); dir != "" && dir == path.Dir(name) {
			return true
		}
	}
	return false
}

// System reports whether a resolved directory belongs to the operating system, and whether it is one of those at the
// top. Projects lie below /usr/src and /usr/local too.
func System(dir string) (inside, isTop bool) {
	folded := fold(dir)
	for _, at := range pathsOf(system) {
		inside = inside || effect.Within(folded, at)
	}
	inside = inside && !effect.Within(folded, "/usr/src") && !effect.Within(folded, "/usr/local") ||
		effect.Within(folded, "/run") || deviceOf(folded) != DeviceNone
	return inside, slices.Contains(pathsOf(top), folded)
}

func (q question) systems(known *found) bool { return q.path == "/" || known[top] != nil }

func areaOf(name string, q question, known *found, f engine.Facts) Area {
	if Sink(q.path) {
		return AreaSink
	}
	if _, ok := f.Workspace.Contains(name); ok {
		return AreaWorkspace
	}
	if effect.Within(name, f.Home) && f.Home != "/" {
		return AreaHome
	}
	if Temporary(name, f) {
		return AreaTemp
	}
	if _, below := homeOf(q.path); below {
		return AreaOtherHome
	}
	if q.systems(known) {
		return AreaSystem
	}
	return AreaElsewhere
}

// Sink reports whether a resolved path is a device that swallows or yields nothing of worth, or a descriptor of the
// command itself.
func Sink(name string) bool {
	return strings.HasPrefix(name, "/dev/") && (slices.Contains(sinks[:], name) || strings.HasPrefix(name, "/dev/fd/")) ||
		strings.HasPrefix(name, "/proc/self/fd/")
}

// Temporary reports whether a resolved path is one of the temporary directories or below one.
func Temporary(name string, f engine.Facts) bool {
	return effect.Within(name, "/tmp") || effect.Within(name, "/var/tmp") || f.Temp != "" && effect.Within(name, f.Temp)
}

// homeOf gives the home directory a folded path is in by the usual layout, and whether the path is at or below it.
func homeOf(folded string) (string, bool) {
	if effect.Within(folded, "/root") {
		return "/root", true
	}
	for _, base := range [...]string{"/home/", "/users/"} {
		if rest, ok := strings.CutPrefix(folded, base); ok && rest != "" {
			user, _, _ := strings.Cut(rest, "/")
			return base + user, true
		}
	}
	return "", false
}

// Root is a directory whose deletion or clobbering is never right: it is nobody's to take.
type Root uint8

// The roots.
const (
	RootNone Root = iota
	RootFileSystem
	RootHome
	RootAboveHome
	RootWorkspace
	RootAboveWorkspace
	RootHomes
	RootOtherHome
	RootHistory      // of the workspace
	RootOtherHistory // of another repository
	RootTemporary
	RootSystem
	RootPartOfSystem
)

var rootNames = [...]string{"", "the root of the file system", "the home directory",
	"a directory above the home directory", "the workspace itself", "a directory above the workspace",
	"the home directories", "a home directory",
	"the repository's history", "a repository's history", "the temporary directory", "a system directory",
	"a part of the system"}

// String says for a person what the root is, "" for none.
func (r Root) String() string { return rootNames[r] }

func rootOf(name string, q question, known *found, f engine.Facts) Root {
	switch folded := q.path; {
	case folded == "/":
		return RootFileSystem
	case f.Home != "" && name == f.Home:
		return RootHome
	case f.Home != "" && effect.Within(f.Home, name):
		return RootAboveHome
	case f.Workspace.Root != "" && name == f.Workspace.Root:
		return RootWorkspace
	case f.Workspace.Root != "" && effect.Within(f.Workspace.Root, name):
		return RootAboveWorkspace
	case folded == "/home", folded == "/root", folded == "/users":
		return RootHomes
	}
	if home, _ := homeOf(q.path); home == q.path && home != "" {
		return RootOtherHome
	}
	if _, in := f.Workspace.Contains(name); in {
		if slices.Contains([]string{".git", ".hg", ".svn", ".jj"}, path.Base(q.path)) {
			return RootHistory
		}
		return RootNone
	}
	switch folded := q.path; {
	case path.Base(folded) == ".git":
		return RootOtherHistory
	case Temporary(name, f):
		if folded == "/tmp" || folded == "/var/tmp" || name == f.Temp {
			return RootTemporary
		}
	case known[top] != nil && folded == "/"+known[top].given:
		return RootSystem
	case known[system] != nil:
		return RootPartOfSystem
	}
	return RootNone
}
