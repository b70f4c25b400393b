package cli

import (
	"os"
	"path/filepath"
	"sync"
	"syscall"

	actshell "pp/actuators/shell"
	"pp/cli/config"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/view"
	"pp/gates"
)

// environment is what does not change while pp runs: where it works, and what a
// child process would get.
type environment struct {
	dir, home string
	workspace effect.Workspace
	// own and env cost more than the rest, and only an action needs them: they are
	// observed when they are first asked for, and then stay.
	own func() engine.Own
	env func() engine.Environment
}

// childVariables is the allow list of what a child process gets to see of the
// environment.
var childVariables = [...]string{"HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "TZ", "PATH", "TMPDIR", "GOPATH", "GOCACHE",
	"GOMODCACHE", "GOFLAGS", "GOROOT", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NVM_DIR", "VIRTUAL_ENV", "XDG_CACHE_HOME"}

func newEnvironment(sys System, at location, home string) environment {
	e := environment{dir: at.dir, home: home, workspace: at.workspace}
	e.own = sync.OnceValue(func() engine.Own { return ownFiles(sys, home) })
	e.env = sync.OnceValue(func() engine.Environment { return childEnvironment(sys, at) })
	return e
}

// childEnvironment is what a child process gets to see of the environment, with
// nothing on its PATH that an agent may write.
func childEnvironment(sys System, at location) engine.Environment {
	base := engine.Environment{"PWD": at.dir}
	for _, name := range childVariables {
		if v := sys.env(name); v != "" {
			base[name] = v
		}
	}
	return actshell.Environment(base, append([]string{at.workspace.Root}, at.workspace.Added...)...)
}

// homeOf is the person's home directory with its links resolved, "" when there
// is none.
func homeOf(sys System) string {
	home := sys.env("HOME")
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
func ownFiles(sys System, home string) engine.Own {
	var own engine.Own
	paths := config.FindPaths(sys.Getenv, home, "")
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

// facts observes the file system anew for one judgement of what has effects, which
// its answer alone never has.
func (s *settings) facts(tools engine.ToolTable) engine.Facts {
	f := s.answerFacts(tools)
	f.Env, f.Own = s.where.env(), s.where.own()
	return f
}

// answerFacts are the facts for what is only said: it has no effects, so that
// neither the environment nor pp's own files have a part in its judgement.
func (s *settings) answerFacts(tools engine.ToolTable) engine.Facts {
	return engine.Facts{Dir: s.where.dir, Home: s.where.home, Temp: os.TempDir(), User: s.sys.env("USER"), UID: os.Getuid(),
		Workspace: s.where.workspace, FS: view.New(), Tools: tools, AcceptEdits: s.opts.acceptEdits,
		Hosts: s.cfg.HostNames(), AskUnconfined: s.cfg.Sandbox.Unconfined == "ask",
		Permissions: append(permissions(s.cfg.Permissions), s.policy.permissions...), Rules: s.policy.rules, Vault: s.stored()}
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
