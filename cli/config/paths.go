package config

import "path/filepath"

// Env looks an environment variable up, as os.LookupEnv does.
type Env func(name string) (value string, set bool)

// get returns a variable's value; an empty variable counts as unset, as the
// XDG specification wants it and as a person who writes NAME= means it.
func (e Env) get(name string) (string, bool) {
	if e == nil {
		return "", false
	}
	value, set := e(name)
	return value, set && value != ""
}

// Paths are where pp's files are. A path is "" when it has no place: no home
// directory and no XDG variable, or no project. Finding them creates nothing.
type Paths struct {
	ConfigFile  string // the user's config.toml
	EnvFile     string // the .env beside it
	StateDir    string // sessions, audit, approvals; made 0700 by who writes first
	CacheDir    string // indexes that can be rebuilt
	ProjectFile string // .pp/config.toml of the workspace
}

// FindPaths resolves the XDG base directories (XDG Base Directory
// Specification 0.8: a relative value is invalid and ignored) and the
// project's file. home and project may be "".
func FindPaths(env Env, home, project string) Paths {
	var paths Paths
	if dir := baseDir(env, "XDG_CONFIG_HOME", home, ".config"); dir != "" {
		paths.ConfigFile = filepath.Join(dir, "config.toml")
		paths.EnvFile = filepath.Join(dir, ".env")
	}
	paths.StateDir = baseDir(env, "XDG_STATE_HOME", home, ".local/state")
	paths.CacheDir = baseDir(env, "XDG_CACHE_HOME", home, ".cache")
	if filepath.IsAbs(project) {
		paths.ProjectFile = filepath.Join(project, ".pp", "config.toml")
	}
	return paths
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

// expandHome replaces a leading "~" or "~/" by the home directory. It returns
// "" when that is needed and there is none.
func expandHome(path, home string) string {
	if path != "~" && (len(path) < 2 || path[:2] != "~/") {
		return path
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Join(home, path[1:])
}
