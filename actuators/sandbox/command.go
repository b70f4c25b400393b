package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// Errors of running a command.
var (
	// ErrWeaker says that a verdict relied on more confinement than there is.
	ErrWeaker = errors.New("the verdict relied on a confinement that this machine does not give")
	// ErrSetUp says that the confinement could not be set up; nothing was run.
	ErrSetUp = errors.New("the sandbox could not be set up, and nothing was run")
	// ErrNotAlone says that git could not replace a file that is hidden from the command. pp ran nothing.
	ErrNotAlone = errors.New("git may replace a tracked secret file, so pp ran nothing")
)

// Command is what to run under a specification.
type Command struct {
	Argv []string // the program by absolute path, then its arguments
	// Output gets what the command writes to its standard output and error, as it
	// comes. Its errors are ignored.
	Output io.Writer
	Limit  time.Duration // 0: none but that of the context
	// Streams, where it is set, are the command's standard input, output and error in the place of an empty input and
	// Output. They are closed once the command has them, or could not be started.
	Streams *[3]*os.File
	// Leaves has bash, which the command then is, say what it leaves to the next one. It needs mounts.
	Leaves bool
	// Lasts says that the command may leave something running, which later commands can reach.
	Lasts   bool
	release func() // releases the private caches; nil for none
	// Env, where it is set, is the whole environment in the place of that of commands.
	Env engine.Environment
}

// noLimit is in place of none: over a hundred years.
const noLimit = time.Duration(1 << 62)

func (c Command) check() error {
	if len(c.Argv) == 0 || !path.IsAbs(c.Argv[0]) {
		return fmt.Errorf("%w: the program %q is not an absolute path", ErrSetUp, c.Argv)
	}
	return nil
}

// Exit is how a command ended.
type Exit struct {
	Code     int // -1 when a signal ended it
	Signal   syscall.Signal
	TimedOut bool
	Lost     bool  // ended, because something killed the sandbox itself
	Memory   bool  // ended, because its processes together used too much memory
	Disk     bool  // ended, because it had filled too much of the disk
	Rest     bool  // what it had started went on without it, and was ended
	Kept     int   // what it had started goes on under this number; 0: nothing does
	NotKept  error // why not, where it could have gone on
	Duration time.Duration
	// Opened are the masked files of layers that the command opened, and found empty.
	Opened []string
	// Attempts are the hosts that a command in a layer tried to reach without a network: names, and addresses with a port.
	Attempts []string
	// Left is nil where the command was not to say it, and where it did not.
	Left *Left
	// Planted are execution surfaces and git directories that a build made or
	// replaced: something else may execute them later.
	Planted []string
}

// Running is what a command left running in the sandbox.
type Running struct {
	ID      int
	Command string // the command's text
	Began   time.Time
	Output  string // the beginning and the end of what it wrote since the command ended
	Ended   bool   // it has ended, and nobody asked for that
}

// Left is what a command left to the next one, in its own words: text from the sandbox, of which only the size is
// bounded.
type Left struct {
	Dir      string
	Exported engine.Environment // the variables that it was not given so
	Unset    []string           // those that it was given and did not leave
	TooMuch  bool               // there was too much, and nothing of it is known
}

// pathFor returns the PATH entry for the environment of a command whose PATH is not that of the machine alone. The PATH
// includes directories of the workspace for a command that names a program there, and for one that stays on this
// machine and is confined or was approved. A command that may use the network, or that runs unconfined because it only
// reads, must not find its helper programs in the workspace. A PATH that
// earlier commands exported replaces both.
func (s *Sandbox) pathFor(v engine.Verdict) []string {
	e := v.Effects
	outside := len(e.Connects)+len(e.Listens)+len(e.Sockets)+len(e.Escalates) > 0
	needs := !outside && (v.Confinement.Confined() || len(e.Opaque) > 0)
	for _, r := range e.Runs {
		_, inside := v.Workspace.Contains(r.Name)
		needs = needs || inside && path.IsAbs(r.Name) ||
			!outside && (r.Class == effect.ProgramBuilds || r.Class == effect.ProgramUnknown)
	}
	exported := v.Facts.Exported["PATH"]
	list := cmp.Or(exported, s.opts.Path)
	switch {
	case list == "", !needs && exported == "":
		return nil
	case !needs:
		list = CleanPath(list, v.Workspace.Roots()...)
	}
	return []string{"PATH=" + list}
}

// environment is exactly what the command gets.
func (s *Sandbox) environment(spec Spec, of engine.Environment) []string {
	if of == nil {
		of = s.opts.Env
	}
	set := make(map[string]string, len(of)+len(spec.Env)+1)
	maps.Copy(set, of)
	for _, e := range spec.Env {
		name, value, _ := strings.Cut(e, "=")
		set[name] = value
	}
	withGit(set, spec.Git)
	if spec.Dir != "" {
		set["PWD"] = spec.Dir
	}
	out := make([]string, 0, len(set))
	for name, value := range set {
		if name != "" && !strings.ContainsAny(name, "=\x00") && !strings.Contains(value, "\x00") {
			out = append(out, name+"="+value)
		}
	}
	slices.Sort(out)
	return out
}

// withGit adds settings to those that an environment has for git.
func withGit(env map[string]string, settings [][2]string) {
	if len(settings) == 0 {
		return
	}
	n, _ := strconv.Atoi(env["GIT_CONFIG_COUNT"])
	for i, s := range settings {
		at := strconv.Itoa(n + i)
		env["GIT_CONFIG_KEY_"+at], env["GIT_CONFIG_VALUE_"+at] = s[0], s[1]
	}
	env["GIT_CONFIG_COUNT"] = strconv.Itoa(n + len(settings))
}

// Holds returns ErrWeaker, wrapped with what is missing, when a verdict relied on
// more than this machine gives or was made on an assumption.
func (s *Sandbox) Holds(relied engine.Confinement) error {
	have := s.Probe()
	var missing []string
	if relied.Assumed {
		missing = append(missing, "the confinement was only assumed, for judging")
	}
	if relied.Files > have.Files {
		missing = append(missing, fmt.Sprintf("files are confined by %s, not by %s", have.Files, relied.Files))
	}
	if relied.Network && !have.Network {
		missing = append(missing, "the network is not kept away")
	}
	if relied.Sockets && !have.Sockets {
		missing = append(missing, "local sockets are not kept away")
	}
	if relied.Tree && !have.Tree {
		missing = append(missing, "a process could outlive the command")
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrWeaker, strings.Join(missing, "; "))
}

// CleanPath gives a PATH without relative directories, without those that
// everybody may write, and without those below any of the directories a command
// may write: the workspace and the temporary ones. What is left is what a name in
// a command can mean, so the gates should judge with it too.
func CleanPath(value string, writable ...string) string { return cleanPath(value, "", writable) }

// ProjectPath returns a PATH as CleanPath does, but keeps directories below the roots in workspace. It resolves
// relative directories from dir. The gates judge a program in such a directory as code of the workspace.
func ProjectPath(value, dir string, workspace ...string) string {
	return cleanPath(value, dir, workspace)
}

// cleanPath leaves out the directories of the workspace where dir is "".
func cleanPath(value, dir string, workspace []string) string {
	var out []string
	for _, d := range strings.Split(value, ":") {
		if dir != "" && d != "" && !path.IsAbs(d) {
			d = path.Join(dir, d)
		}
		below := func(w string) bool { return w != "" && effect.Within(path.Clean(d), w) }
		inside := slices.ContainsFunc(workspace, below)
		if !path.IsAbs(d) || inside && dir == "" ||
			!inside && slices.ContainsFunc([]string{"/tmp", "/var/tmp", "/dev", "/proc"}, below) {
			continue
		}
		info, err := os.Stat(d)
		if err != nil || !info.IsDir() || info.Mode().Perm()&0o002 != 0 || slices.Contains(out, d) {
			continue
		}
		out = append(out, d)
	}
	if len(out) == 0 {
		return "/usr/local/bin:/usr/bin:/bin"
	}
	return strings.Join(out, ":")
}

// Discard removes a directory of pp's, with what overlays and commands left in it that its owner may not enter.
func Discard(dir string) {
	left, _ := filepath.Glob(path.Join(dir, "*.work", "work"))
	for _, work := range left {
		_ = os.Chmod(work, 0o700)
	}
	if os.RemoveAll(dir) == nil {
		return
	}
	_ = filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error { // modules are kept read-only
		if err == nil && d.IsDir() {
			_ = os.Chmod(name, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(dir)
}
