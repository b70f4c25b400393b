package setup

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"

	"pp/actuators"
	"pp/actuators/sandbox"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/gates"
	"pp/gates/paths"
	"pp/gates/secrets"
	"pp/gates/shell"
)

// environment holds values that do not change while pp runs: its directories, and the variables of child processes.
type environment struct {
	Dir, Home string
	Workspace effect.Workspace
	// own and Child cost more than the rest, so they run when an action first needs them.
	own   func() engine.Own
	Child func() engine.Environment
	// Programs returns the machine's PATH for programs that pp itself starts. It has no directory of the workspace.
	Programs func() string
	// LeftOut returns the names of the variables that commands do not get.
	LeftOut func() []string
}

// childVariables lists the variables that a child process gets whatever their values are.
var childVariables = [...]string{"HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "TZ", "PATH", "TMPDIR", "GOPATH",
	"GOCACHE", "GOMODCACHE", "GOROOT", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NVM_DIR", "VIRTUAL_ENV",
	"XDG_CACHE_HOME", "DOCKER_HOST", "CONTAINER_HOST"}

// NewEnvironment returns the environment of a location, and defers its costly parts. cfg names pp's own files; redact
// masks secrets in a text.
func NewEnvironment(sys system.System, at Location, cfg *config.Config, redact func(string) string) environment {
	e := environment{Dir: at.Dir, Home: at.Home, Workspace: at.Workspace}
	e.own = sync.OnceValue(func() engine.Own { return ownFiles(cfg.Paths, at.Workspace.Root, cfg.OwnPaths()) })
	child := sync.OnceValues(func() (engine.Environment, []string) { return childEnvironment(sys, at, redact) })
	e.Child = func() engine.Environment { env, _ := child(); return env }
	e.LeftOut = func() []string { _, names := child(); return names }
	e.Programs = sync.OnceValue(func() string {
		return sandbox.CleanPath(sys.Env("PATH"), at.Workspace.Roots()...)
	})
	return e
}

// Git finds git where a repository could not provide its own; "" if there is none.
func (e environment) Git() string {
	for _, dir := range filepath.SplitList(e.Programs()) {
		if name, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
			return name
		}
	}
	return ""
}

// childEnvironment returns the environment of a child process, and the names of the variables that it does not get:
// those that hold credentials or make programs run or load something.
func childEnvironment(sys system.System, at Location, redact func(string) string) (engine.Environment, []string) {
	base := engine.Environment{"PWD": at.Dir}
	for _, name := range childVariables {
		if v := sys.Env(name); v != "" {
			base[name] = v
		}
	}
	roots := at.Workspace.Roots()
	ours := actuators.Environment(base, roots...) // pp sets these itself
	facts := engine.Facts{Dir: at.Dir, Home: at.Home, Temp: os.TempDir(), Workspace: at.Workspace, FS: store.NewView()}
	analyst := &shell.Analyst{}
	var left []string
	for _, entry := range sys.Environ {
		name, value, _ := strings.Cut(entry, "=")
		_, set := ours[name]
		switch {
		case set, name == "", strings.HasPrefix(name, "PP_"), slices.Contains(shellOwn[:], name),
			slices.Contains(childVariables[:], name):
		case isCredential(name, value, redact), !analyst.Inherits(name, value, facts):
			left = append(left, name)
		default:
			base[name] = value
		}
	}
	slices.Sort(left)
	return actuators.Environment(base, roots...), slices.Compact(left)
}

// shellOwn lists the variables that each shell sets for itself.
var shellOwn = [...]string{"_", "OLDPWD", "SHLVL", "COLUMNS", "LINES"}

// isCredential reports whether a variable holds a credential: a value that is in the vault or has a known format, a
// line that pp would mask in a document, or an address with a password.
func isCredential(name, value string, redact func(string) string) bool {
	flags := strings.HasPrefix(value, "-")
	if redact(value) != value || !flags && len(secrets.Values("variables.ini", []byte(name+"="+value+"\n"))) > 0 {
		return true
	}
	_, rest, found := strings.Cut(value, "://")
	authority, _, _ := strings.Cut(rest, "/")
	at := strings.LastIndexByte(authority, '@')
	return found && at > 0 && strings.Contains(authority[:at], ":")
}

// Home is the person's home directory with its links resolved, "" when there is none.
func Home(sys system.System) string {
	home := sys.Env("HOME")
	if !filepath.IsAbs(home) {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(home); err == nil {
		return resolved
	}
	return filepath.Clean(home)
}

// Facts observes the file system for one judgement of an action with effects.
func (s *Settings) Facts(tools engine.ToolTable) engine.Facts {
	f := s.answerFacts(tools)
	if s.commits != nil {
		f.Commits = &answered{commits: s.commits}
	}
	f.Env, f.Own = s.Where.Child(), s.Where.own()
	return f
}

// answerFacts returns the facts for an answer. It has no effects, so its judgement needs neither the environment nor
// pp's own files.
func (s *Settings) answerFacts(tools engine.ToolTable) engine.Facts {
	files := store.NewView()
	return engine.Facts{Dir: s.Where.Dir, Home: s.Where.Home, Temp: os.TempDir(), User: s.System.Env("USER"),
		UID: os.Getuid(), Workspace: s.Where.Workspace, FS: files, Private: &s.Private,
		Kept: gates.NewKept(files, nil), Tools: tools,
		AcceptEdits: s.Options.AcceptEdits,
		Hosts:       s.Config.HostNames(), RunHosts: s.Config.RunHosts(), AskUnconfined: s.Config.Sandbox.Unconfined == "ask",
		AskBefore:          s.Config.Sandbox.Ask == "before",
		RequireExplanation: s.Config.Explanation == "require",
		Permissions:        append(Permissions(s.Config.Permissions), s.Policy.Permissions...),
		Rules:              s.Policy.Rules, Messengers: s.messengers()}
}

// Permissions hands the configured table to the gates; Load has refused patterns that cannot be read.
func Permissions(list []config.Permission) []engine.Permission {
	var out []engine.Permission
	for _, p := range list {
		pattern, err := gates.ParsePattern(p.Pattern)
		if err != nil {
			continue
		}
		out = append(out, engine.Permission{Text: p.Pattern, Pattern: pattern, Decision: p.Decision,
			Where: p.Origin.String(), Layer: int(p.Origin.Source)})
	}
	return out
}

// Bounds of looking for links among pp's own files.
const (
	maxOwn   = 4000 // entries
	ownDepth = 3    // directories below that of the configuration
)

// ownFiles returns the paths of pp's configuration, state, cache and binary, which no action may touch: the paths that
// pp uses, the targets of links on them, and other mounts of the files.
func ownFiles(paths config.Paths, root string, more []string) engine.Own {
	o := ownSearch{view: store.NewView(), left: maxOwn}
	for _, p := range []string{paths.StateDir, paths.CacheDir} {
		if p != "" { // what pp fills, with thousands of files: a person links no more than its directories
			o.add(p, ownDepth-1)
		}
	}
	for _, p := range []string{paths.ConfigFile, paths.EnvFile} {
		if p == paths.ConfigFile && p != "" {
			o.add(filepath.Dir(p), 0)
		}
		if p != "" {
			o.add(p, 0)
		}
	}
	for _, p := range more {
		o.add(p, ownDepth-1)
	}
	// The project's rules are known by their names, but not where a link leads.
	if root != "" {
		for _, name := range []string{"config.toml", "skills"} {
			p := filepath.Join(root, ".pp", name)
			if links, _ := effect.Links(o.view, "/", p); len(links) > 0 {
				o.add(p, ownDepth)
			}
		}
	}
	own := engine.Own{Paths: append(o.found, sandbox.OtherPaths(o.found)...)}
	if exe, err := os.Executable(); err == nil {
		own.Binary = exe
		var st syscall.Stat_t
		if syscall.Stat(exe, &st) == nil {
			own.Device, own.Inode = uint64(st.Dev), st.Ino
		}
	}
	return own
}

type ownSearch struct {
	view  effect.FS
	left  int
	found []string
}

// add takes a path, every link on the way, and its target; of a directory the targets of the links below it.
func (o *ownSearch) add(name string, depth int) {
	links, err := effect.Links(o.view, "/", name)
	target, terr := effect.Resolve(o.view, "/", name)
	o.take(name)
	if err != nil || terr != nil {
		return
	}
	if target.Linked {
		for _, link := range links {
			o.take(link)
		}
		o.take(target.Name)
	}
	if target.Dir && depth < ownDepth {
		o.below(target.Name, depth)
	}
}

func (o *ownSearch) below(dir string, depth int) {
	entries, _ := o.view.ReadDir(dir)
	for _, n := range entries {
		if o.left--; o.left < 0 {
			return
		}
		full := filepath.Join(dir, n)
		info, err := o.view.Lstat(full)
		switch {
		case err != nil:
		case info.Mode&fs.ModeSymlink != 0:
			o.add(full, depth+1)
		case info.Mode.IsDir() && depth+1 < ownDepth:
			o.below(full, depth+1)
		}
	}
}

// take adds a path that no other path contains. It adds a link by itself: no resolved path leads through it.
func (o *ownSearch) take(name string) {
	if !slices.ContainsFunc(o.found, func(dir string) bool { return effect.Within(name, dir) }) {
		o.found = append(o.found, name)
	}
}

// manifests mark the root of a project that is not a repository.
var manifests = [...]string{"go.mod", "package.json", "Cargo.toml", "pyproject.toml", "setup.py", "pom.xml",
	"build.gradle",
	"build.gradle.kts", "Makefile", "CMakeLists.txt", "Gemfile", "composer.json", "mix.exs", "deno.json", "WORKSPACE",
	"MODULE.bazel"}

// FindWorkspace returns the tree that the agent works in: the nearest ancestor with a repository, rules for pp or a
// build manifest, else the working directory; and none if that is a home, a system directory or above the home. Files
// in such a directory do not make it the workspace of those below it.
func FindWorkspace(dir, home string) effect.Workspace {
	w := effect.Workspace{Root: nearestProject(dir, home)}
	if why := unfit(w.Root, home); why != "" {
		w.Root, w.Why = "", why
	}
	return w
}

// usableTrees returns the directories that a person may add to a workspace, with links resolved.
func usableTrees(dirs []string, home string) []string {
	var out []string
	for _, d := range dirs {
		if resolved, err := filepath.EvalSymlinks(d); err == nil && unfit(resolved, home) == "" {
			out = append(out, resolved)
		}
	}
	return out
}

func nearestProject(dir, home string) string {
	for _, marks := range [...][]string{{".git", ".pp"}, manifests[:]} {
		for d := dir; unfit(d, home) == ""; d = filepath.Dir(d) {
			if slices.ContainsFunc(marks, func(mark string) bool { return Exists(filepath.Join(d, mark)) }) {
				return d
			}
		}
	}
	return dir
}

// Exists reports whether there is something of that name.
func Exists(name string) bool {
	var s syscall.Stat_t // os.Lstat would make a value of each of the many names that are not there
	return syscall.Lstat(name, &s) == nil
}

// unfit says why a directory cannot be a workspace, "" when it can.
func unfit(dir, home string) string {
	switch {
	case !filepath.IsAbs(dir):
		return "the working directory is not known"
	case dir == "/":
		return "the working directory is the root of the file system"
	case home != "" && dir == home:
		return "the working directory is the home directory"
	case home != "" && effect.Within(home, dir):
		return dir + " is above the home directory"
	}
	inside, top := paths.System(dir)
	switch {
	case top, slices.Contains([]string{"/home", "/root", "/tmp", "/var/tmp", "/Users"}, dir):
		return dir + " is a system directory"
	case inside:
		return dir + " is in a system directory"
	}
	if rest, ok := strings.CutPrefix(dir, "/home/"); ok && !strings.Contains(rest, "/") {
		return dir + " is a home directory"
	}
	return ""
}

// workingDir resolves the working directory, or the one given with -C.
func workingDir(flag string) (string, error) {
	if flag != "" {
		info, err := os.Stat(flag)
		switch {
		case errors.Is(err, os.ErrNotExist):
			return "", exit.UsageError("check the name given with -C", "%s: no such directory", flag)
		case err != nil:
			return "", exit.UsageError("", "-C %s: %w", flag, err)
		case !info.IsDir():
			return "", exit.UsageError("give -C a directory", "%s is not a directory", flag)
		}
		if err := os.Chdir(flag); err != nil {
			return "", exit.UsageError("check its permissions", "-C %s: %w", flag, err)
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return "", exit.New(exit.Failed, "the working directory is gone; cd to one that exists", err)
	}
	resolved, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return dir, nil
	}
	return resolved, nil
}
