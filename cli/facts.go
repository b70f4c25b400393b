package cli

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	actshell "pp/actuators/shell"
	"pp/cli/config"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/view"
	"pp/gates"
)

// surroundings are the facts that do not change while pp runs.
type surroundings struct {
	dir, home string
	workspace effect.Workspace
	// own and env cost more than the rest, and only an action needs them: they are
	// observed when they are first asked for, and then stay.
	own func() engine.Own
	env func() engine.Environment
}

// childVariables is the allow list of what a child process gets to see of the
// environment (design section 9).
var childVariables = [...]string{"HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "TZ", "PATH", "TMPDIR", "GOPATH", "GOCACHE",
	"GOMODCACHE", "GOFLAGS", "GOROOT", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NVM_DIR", "VIRTUAL_ENV", "XDG_CACHE_HOME"}

// surroundings are those that the configuration does not decide; load adds the
// others.
func (a *app) surroundings() (surroundings, error) {
	dir, err := workingDir(a.opts.dir)
	if err != nil {
		return surroundings{}, err
	}
	s := surroundings{dir: dir, home: a.home()}
	s.workspace = findWorkspace(dir, s.home)
	for _, d := range a.opts.addDirs.Value() {
		if !exists(d) {
			return s, usageError("check the name given with --add-dir", "%s: no such directory", d)
		}
	}
	s.own = sync.OnceValue(func() engine.Own { return a.ownFiles(s.home) })
	return s, nil
}

// addedTrees are those of --add-dir and of workspace_roots.
func (a *app) addedTrees(home string) []string {
	return fitTrees(append(slices.Clip(a.opts.addDirs.Value()), a.cfg.WorkspaceRoots...), home)
}

// childEnvironment is what a child process gets to see of the environment, with
// nothing on its PATH that an agent may write.
func (a *app) childEnvironment(s surroundings) engine.Environment {
	base := engine.Environment{"PWD": s.dir}
	for _, name := range childVariables {
		if v := a.sys.env(name); v != "" {
			base[name] = v
		}
	}
	return actshell.Environment(base, append([]string{s.workspace.Root}, s.workspace.Added...)...)
}

// home is the person's home directory with its links resolved, "" when there
// is none.
func (a *app) home() string {
	home := a.sys.env("HOME")
	if !filepath.IsAbs(home) {
		return ""
	}
	if resolved, err := filepath.EvalSymlinks(home); err == nil {
		return resolved
	}
	return filepath.Clean(home)
}

// ownFiles are pp's configuration, state, cache and binary, which no action
// may touch.
func (a *app) ownFiles(home string) engine.Own {
	var own engine.Own
	paths := config.FindPaths(a.sys.Getenv, home, "")
	for _, p := range []string{paths.StateDir, paths.CacheDir} {
		if p != "" {
			own.Paths = append(own.Paths, p)
		}
	}
	if paths.ConfigFile != "" {
		own.Paths = append(own.Paths, filepath.Dir(paths.ConfigFile))
	}
	if exe, err := os.Executable(); err == nil {
		own.Binary = exe
		var st syscall.Stat_t
		if syscall.Stat(exe, &st) == nil {
			own.Device, own.Inode = uint64(st.Dev), st.Ino
		}
	}
	return own
}

// facts observes the file system anew for one judgement.
func (a *app) facts(s surroundings, tools engine.ToolTable) engine.Facts {
	f := a.answerFacts(s, tools)
	f.Env, f.Own = s.env(), s.own()
	return f
}

// answerFacts are the facts for what is only said: it has no effects, so that
// neither the environment nor pp's own files have a part in its judgement.
func (a *app) answerFacts(s surroundings, tools engine.ToolTable) engine.Facts {
	f := engine.Facts{Dir: s.dir, Home: s.home, Temp: os.TempDir(), User: a.sys.env("USER"), UID: os.Getuid(),
		Workspace: s.workspace, FS: view.New(), Tools: tools, AcceptEdits: a.opts.acceptEdits}
	if a.cfg != nil {
		f.Hosts = a.cfg.HostNames()
		f.AskUnconfined = a.cfg.Sandbox.Unconfined == "ask"
		f.Permissions = append(permissions(a.cfg.Permissions), a.policy.permissions...)
		f.Rules = a.policy.rules
		f.Vault = a.stored()
	}
	return f
}

// permissions hands the configured table to the gates. A pattern that cannot
// be read was refused when the configuration was loaded.
func permissions(list []config.Permission) []engine.Permission {
	var out []engine.Permission
	for _, p := range list {
		pattern, err := gates.ParsePattern(p.Pattern)
		if err != nil {
			continue
		}
		d, _ := engine.ParseDecision(p.Decision.String())
		out = append(out, engine.Permission{Text: p.Pattern, Pattern: pattern, Decision: d,
			Where: p.Origin.String(), Layer: int(p.Origin.Source)})
	}
	return out
}
