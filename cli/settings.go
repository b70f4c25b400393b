package cli

import (
	"fmt"
	"path/filepath"
	"time"

	"pp/cli/config"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/session"
	"pp/gates/secrets"
)

// settings are what a run goes by: configuration files, environment and flags,
// resolved. Nothing changes them once they are made, so that they can be shared.
type settings struct {
	sys      System
	opts     options
	cfg      *config.Config
	where    environment
	policy   policy
	redactor secrets.Redactor
	timeout  time.Duration // of the whole run; 0 is none
	denyAll  bool          // whatever would need a person
	warnings []string      // what the person should be told, once
}

// location is a directory to work in, and its workspace.
type location struct {
	dir       string
	workspace effect.Workspace
}

// here is the place of the working directory, which -C changes.
func here(sys System, opts *options) (location, error) {
	dir, err := workingDir(opts.dir)
	if err != nil {
		return location{}, err
	}
	for _, d := range opts.addDirs.Value() {
		if !exists(d) {
			return location{}, usageError("check the name given with --add-dir", "%s: no such directory", d)
		}
	}
	return location{dir, findWorkspace(dir, homeOf(sys))}, nil
}

// loadSettings resolves the configuration of a place from all layers. It reads files
// and prints nothing.
func loadSettings(sys System, opts *options, at location) (*settings, error) {
	home := homeOf(sys)
	cfg, err := config.Load(config.Input{Env: sys.Getenv, Home: home, Project: at.workspace.Root,
		Files: config.OSFiles{}, Flags: flagLayer(opts)})
	if err != nil {
		return nil, err
	}
	s := &settings{sys: sys, opts: *opts, cfg: cfg, denyAll: opts.denyAll || cfg.DenyAllApprovals, timeout: cfg.Limits.Timeout.Value}
	for _, w := range cfg.Warnings {
		s.warnings = append(s.warnings, w.String())
	}
	ignored, err := checkPatterns(cfg.Permissions)
	if err != nil {
		return nil, err
	}
	s.warnings = append(s.warnings, ignored...)
	if s.policy, err = readPolicy(cfg, opts.policy); err != nil {
		return nil, err
	}
	s.redactor = secrets.NewRedactor(secrets.NewVault(s.stored()))
	at.workspace.Added = fitTrees(append(opts.addDirs.Value(), cfg.WorkspaceRoots...), home)
	s.where = newEnvironment(sys, at, home)
	return s, nil
}

// flagLayer is what the flags say about the configuration.
func flagLayer(o *options) config.Layer {
	var flags config.Layer
	for _, f := range []struct{ key, value, flag string }{
		{"model", o.model, "--model"}, {"limits.max_cost", o.maxCost, "--max-cost"}, {"limits.max_tokens", o.maxTokens, "--max-tokens"},
	} {
		if f.value != "" {
			flags.Set(f.key, f.value, f.flag)
		}
	}
	if o.maxTurns > 0 {
		flags.Set("limits.max_turns", fmt.Sprint(o.maxTurns), "--max-turns")
	}
	if o.timeout > 0 {
		flags.Set("limits.timeout", o.timeout.String(), "--timeout")
	}
	for _, p := range o.allow.Value() {
		flags.Permit(p, config.Allow, "--allow")
	}
	for _, h := range o.allowHosts.Value() {
		flags.AllowHost(h, "--allow-host")
	}
	return flags
}

// kept is a directory below the state directory, "" when there is no place for it.
func (s *settings) kept(name string) string {
	if s.cfg.Paths.StateDir == "" {
		return ""
	}
	return filepath.Join(s.cfg.Paths.StateDir, name)
}

// stored are the secrets the person keeps with pp.
func (s *settings) stored() []engine.Secret {
	var out []engine.Secret
	for _, secret := range s.cfg.Secrets() {
		out = append(out, engine.NewSecret(secret.Name, secret.Value.Reveal()))
	}
	return out
}

func (s *settings) unknownProvider(name string) error {
	var all []string
	for n := range s.cfg.Providers {
		all = append(all, n)
	}
	hint := "`pp providers` lists the providers"
	if n := near(name, all); n != "" {
		hint = fmt.Sprintf("did you mean %q? %s", n, hint)
	}
	return usageError(hint, "there is no provider %q", name)
}

// keyed is the order when none is configured: the providers whose keys are set,
// else the offline planner.
func (s *settings) keyed() []string {
	var order []string
	for _, name := range [...]string{"anthropic", "openai", "gemini", "openrouter", "groq"} {
		if p, ok := s.cfg.Providers[name]; ok && p.KeySource != config.KeyNone {
			order = append(order, name)
		}
	}
	if len(order) == 0 {
		return []string{"offline"}
	}
	return order
}

// sessions are the conversations that are kept, and whether there is a place
// for them.
func (s *settings) sessions() (dir session.Dir, kept bool) {
	if s.kept("sessions") == "" {
		return session.Dir{}, false
	}
	return session.NewDir(s.kept("sessions")), true
}

// stdinLimits are those of reading standard input.
func (s *settings) stdinLimits() stdinLimits { return stdinLimitsOf(s.sys, s.cfg) }
