package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"

	"pp/engine/store"
)

// Files opens a file by its absolute path in the operating system's notation. Errors wrap those of io/fs.
type Files interface {
	Open(name string) (fs.File, error)
}

// OSFiles is the machine's own file system. Opening and reading never wait, not even for a FIFO or a file of /proc.
type OSFiles struct{}

// Open opens the regular file of that name, or that a link of that name leads to, for reading.
func (OSFiles) Open(name string) (fs.File, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	f, err := store.Open(real)
	if err != nil {
		return nil, err
	}
	return regular{f}, nil
}

// regular is an open regular file. It implements fs.File.
type regular struct{ *store.File }

// Stat implements fs.File.
func (f regular) Stat() (fs.FileInfo, error) {
	return modeOf{mode: store.Mode(uint32(f.File.Stat().Mode))}, nil
}

// modeOf is the mode of a file, all that readFile asks of it.
type modeOf struct {
	fs.FileInfo
	mode fs.FileMode
}

// Mode implements fs.FileInfo.
func (m modeOf) Mode() fs.FileMode { return m.mode }

// maxFileBytes bounds each of the three files, and so the time for reading: the TOML library compares each key with
// its siblings.
const maxFileBytes = 64 << 10

// readFile returns a whole file, or nothing if it does not exist. Any other failure is an error: unreadable rules must
// not count as no rules.
func readFile(files Files, from Origin) (data []byte, mode fs.FileMode, err error) {
	file, err := files.Open(from.Name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil, 0, nil
	}
	if errors.Is(err, store.ErrSpecial) || errors.Is(err, store.ErrDirectory) {
		return nil, 0, notRegular(from)
	}
	if err != nil {
		return nil, 0, unreadable(from, err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		return nil, 0, notRegular(from)
	}
	if err == nil {
		data, err = io.ReadAll(io.LimitReader(file, maxFileBytes+1))
	}
	switch {
	case err != nil:
		return nil, 0, unreadable(from, err)
	case len(data) > maxFileBytes:
		return nil, 0, tooLarge(from)
	}
	return data, info.Mode(), nil
}

func notRegular(file Origin) error {
	return file.fail("", "is not a regular file", "Move it away, or put a file in its place")
}

func tooLarge(file Origin) error {
	return file.fail("", fmt.Sprintf("is larger than %d bytes", maxFileBytes), "Make it shorter")
}

func unreadable(file Origin, err error) error {
	cause := err
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		cause = pathErr.Err // the path is already in the message
	}
	return &Error{Origin: file, Message: "cannot be read: " + cause.Error(), Err: err,
		Hint: "Make it readable for you, or move it away"}
}

// refuseWritable returns an error when anyone on the machine may change the file: it holds rules, commands or keys.
func refuseWritable(file Origin, mode fs.FileMode) error {
	if mode.Perm()&0o002 == 0 {
		return nil
	}
	return file.fail("", fmt.Sprintf("may be changed by anyone (mode %04o)", mode.Perm()),
		"Run: chmod 600 "+shellWord(file.Name))
}

// shellWord quotes a path for the remedy a person pastes.
func shellWord(path string) string {
	if only(path, letters+digits+"/.-_") {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// Env looks an environment variable up, as os.LookupEnv does.
type Env func(name string) (value string, set bool)

// get returns a variable's value; an empty variable counts as unset, as in the XDG specification.
func (e Env) get(name string) (string, bool) {
	if e == nil {
		return "", false
	}
	value, set := e(name)
	return value, set && value != ""
}

// Paths holds the paths of pp's files, "" for no place. Finding them creates nothing.
type Paths struct {
	ConfigFile  string // the user's config.toml
	EnvFile     string // the .env beside it
	StateDir    string // sessions, audit, approvals; made 0700 by who writes first
	CacheDir    string // indexes that can be rebuilt
	ProjectFile string // .pp/config.toml of the workspace
}

// FindPaths resolves the XDG base directories, ignoring relative values, and the project's file.
func FindPaths(env Env, home, project string) Paths {
	var paths Paths
	if dir := baseDir(env, "XDG_CONFIG_HOME", home, ".config"); dir != "" {
		paths.ConfigFile = filepath.Join(dir, "config.toml")
		paths.EnvFile = filepath.Join(dir, ".env")
	}
	paths.StateDir = StateDir(env, home)
	paths.CacheDir = baseDir(env, "XDG_CACHE_HOME", home, ".cache")
	if filepath.IsAbs(project) {
		paths.ProjectFile = filepath.Join(project, ".pp", "config.toml")
	}
	return paths
}

// StateDir is where sessions, approvals and traces are, "" when there is no place for them. No configuration moves it.
func StateDir(env Env, home string) string {
	return baseDir(env, "XDG_STATE_HOME", home, ".local/state")
}

func baseDir(env Env, variable, home, under string) string {
	if dir, ok := env.get(variable); ok && filepath.IsAbs(dir) {
		return filepath.Join(dir, "pp")
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, under, "pp")
}

// expandHome replaces a leading "~" or "~/". It returns "" if there is no home directory.
func expandHome(path, home string) string {
	if path != "~" && (len(path) < 2 || path[:2] != "~/") {
		return path
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, path[1:])
}
