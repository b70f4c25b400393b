package setup

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"pp/cli/exit"
	"pp/engine/effect"
	"pp/gates/paths"
)

// manifests mark the root of a project that is not a repository.
var manifests = [...]string{"go.mod", "package.json", "Cargo.toml", "pyproject.toml", "setup.py", "pom.xml",
	"build.gradle",
	"build.gradle.kts", "Makefile", "CMakeLists.txt", "Gemfile", "composer.json", "mix.exs", "deno.json", "WORKSPACE",
	"MODULE.bazel"}

// FindWorkspace gives the tree the agent works in: the nearest ancestor with a
// repository, rules for pp or a build manifest, else the working directory; and
// none when that would be a home, a system directory or above the home. What lies
// in such a directory says nothing of those below it.
func FindWorkspace(dir, home string) effect.Workspace {
	w := effect.Workspace{Root: nearestProject(dir, home)}
	if why := unfit(w.Root, home); why != "" {
		w.Root, w.Why = "", why
	}
	return w
}

// usableTrees are the directories that may be added to a workspace, with their links
// resolved.
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
