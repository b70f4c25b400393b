package setup

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/actuators/tools"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/session"
	"pp/engine/store"
	"pp/gates/secrets"
	"pp/sexp"
)

// Settings holds the resolved files, environment and flags. It never changes, so conversations can share it.
type Settings struct {
	System   system.System
	Options  Options
	Config   *config.Config
	Where    environment
	Policy   policy
	Redactor secrets.Redactor
	Private  org.Privacy   // what of the person's files no model is shown
	Timeout  time.Duration // of the whole run; 0 is none
	DenyAll  bool          // whatever would need a person
	Warnings []string      // what the person should be told, once
	Editor   tools.Editor  // where the person edits files; nil for none

	commits *commits // finds the secret files in repositories; nil finds nothing
}

// Location is a directory to work in, and its workspace.
type Location struct {
	Dir       string // absolute, with links resolved
	Home      string // of the person, "" for none
	Workspace effect.Workspace
}

// Here is the place of the working directory, which -C changes.
func Here(sys system.System, opts *Options) (Location, error) {
	dir, err := workingDir(opts.Dir)
	if err != nil {
		return Location{}, err
	}
	for _, d := range opts.AddDirs {
		if !Exists(d) {
			return Location{}, exit.UsageError("check the name given with --add-dir", "%s: no such directory", d)
		}
	}
	return At(dir, Home(sys)), nil
}

// At is the place of a directory, for a person whose home is given.
func At(dir, home string) Location { return Location{dir, home, FindWorkspace(dir, home)} }

// Load resolves the configuration of a place from all layers. It reads files and prints nothing.
func Load(sys system.System, opts *Options, at Location) (*Settings, error) {
	cfg, err := config.Load(config.Input{Env: sys.Getenv, Environ: sys.Environ, Home: at.Home, Project: at.Workspace.Root,
		Files: config.OSFiles{}, Flags: flagLayer(opts)})
	if err != nil {
		return nil, err
	}
	s := &Settings{System: sys, Options: *opts, Config: cfg, DenyAll: opts.DenyAll || cfg.DenyAllApprovals,
		Timeout: *cmp.Or(cfg.Limits.Timeout, new(time.Duration))}
	for _, w := range cfg.Warnings {
		s.Warnings = append(s.Warnings, w.String())
	}
	ignored, err := checkPatterns(cfg.Permissions)
	if err != nil {
		return nil, err
	}
	s.Warnings = append(s.Warnings, ignored...)
	if s.Policy, err = readPolicy(cfg, opts.Policy); err != nil {
		return nil, err
	}
	s.Warnings = append(s.Warnings, s.Policy.warnings...)
	s.Redactor = secrets.NewRedactor(secrets.NewVault(s.Config.Secrets()))
	at.Workspace.Added = usableTrees(append(opts.AddDirs, cfg.WorkspaceRoots...), at.Home)
	s.Where = NewEnvironment(sys, at, cfg, s.Redactor.Redact)
	s.Private = privateRules(cfg, at)
	s.commits = s.newCommits()
	return s, nil
}

// flagLayer is what the flags say about the configuration.
func flagLayer(o *Options) config.Layer {
	var flags config.Layer
	for _, f := range []struct{ key, value, flag string }{
		{"model", o.Model, "--model"}, {"limits.max_cost", o.MaxCost, "--max-cost"}, {"limits.max_tokens", o.MaxTokens,
			"--max-tokens"},
	} {
		if f.value != "" {
			flags.Set(f.key, f.value, f.flag)
		}
	}
	if o.MaxTurns > 0 {
		flags.Set("limits.max_turns", fmt.Sprint(o.MaxTurns), "--max-turns")
	}
	if o.Timeout > 0 {
		flags.Set("limits.timeout", o.Timeout.String(), "--timeout")
	}
	for _, p := range o.Allow {
		flags.Permit(p, engine.Allow, engine.AllowFlag)
	}
	for _, h := range o.AllowHosts {
		flags.AllowHost(h, "--allow-host")
	}
	return flags
}

// Kept is a directory below the state directory, "" when there is no place for it.
func (s *Settings) Kept(name string) string {
	if s.Config.Paths.StateDir == "" {
		return ""
	}
	return filepath.Join(s.Config.Paths.StateDir, name)
}

// Place is what rules, notes and conversations made here belong to.
func (s *Settings) Place() string { return approval.PlaceOf(s.Where.Workspace, s.Where.Dir) }

// Tests is the command that runs the project's tests, for a run-tests call.
func (s *Settings) Tests(args sexp.Plist) (string, error) {
	return tools.RunTests(store.NewView(), s.Where.Dir, args)
}

// UnknownProvider is the usage error for a name that no provider has.
func (s *Settings) UnknownProvider(name string) error {
	known := slices.Sorted(maps.Keys(s.Config.Providers))
	return exit.Unknown("provider", name, known, "there are "+strings.Join(known, ", ")+"; `pp providers` says more")
}

// keyed returns the default order: providers with a key, else those set up without one, else the offline planner.
func (s *Settings) keyed() []string {
	var order []string
	for _, name := range [...]string{"anthropic", "openai", "gemini", "openrouter", "groq"} {
		if p, ok := s.Config.Providers[name]; ok && p.KeySource != config.KeyNone {
			order = append(order, name)
		}
	}
	if len(order) == 0 {
		order = slices.DeleteFunc(slices.Sorted(maps.Keys(s.Config.Providers)), func(name string) bool {
			return !s.SetUp(name)
		})
	}
	if len(order) == 0 {
		return []string{"offline"}
	}
	return order
}

// SetUp reports whether the person's own file says where a provider is, and no key is missing.
func (s *Settings) SetUp(name string) bool {
	p := s.Config.Providers[name]
	keyless := p.KeySource == config.KeyNone && p.KeyEnv != "" && !p.Local()
	return !keyless && p.BaseURL != "" && p.BaseURLSource == config.SourceUser
}

// Sessions returns the store of conversations, and reports whether there is a place for it.
func (s *Settings) Sessions() (dir session.Dir, kept bool) {
	if s.Kept("sessions") == "" {
		return session.Dir{}, false
	}
	return session.NewDir(s.Kept("sessions")), true
}

// InputLimits are those of reading what a person gives as data.
func (s *Settings) InputLimits() system.InputLimits {
	return system.InputLimitsOf(s.System, s.Config, s.Options.Head, s.Options.Chunk).Keeping(s.kept()).
		Without(privateNames{s})
}

// Options are the flags that prompts and some commands share.
type Options struct {
	output.Options
	Preamble                string // what a template asks, in front of the words
	Schema                  string // a file that the answer fits
	Template                string // its prompt is asked, with the words behind it
	Model, Provider, System string
	Dir                     string
	Files, AddDirs          Texts
	NoStdin, NoTools        bool
	Execute, ShowPrompt     bool
	DenyAll, AcceptEdits    bool
	Allow, AllowHosts       Texts
	Policy                  string
	MaxTurns                int
	MaxCost, MaxTokens      string // as written
	Consensus               int
	Ephemeral, GoOn         bool
	Resume                  string
	Timeout                 time.Duration
	Head, Chunk             bool
	Context                 bool
	Focus                   string // a note
	// Background says that no person is present: actions that need one wait, and -c does not continue the conversation.
	Background bool
	Tier       engine.Tier // of the models that are asked; TierAny leaves the choice
}

// Check refuses values that no run could use.
func (o *Options) Check() error {
	if o.Out == "-" { // as everywhere else; without -o it is standard output
		o.Out = ""
	}
	if err := cmp.Or(exit.OneOf("output-format", o.Format, "text", "json", "jsonl"),
		exit.OneOf("color", o.Color, "auto", "always", "never")); err != nil {
		return err
	}
	if o.Stream {
		o.NoTools = true // what may yet be an action cannot be shown
	}
	if o.Schema != "" {
		o.Raw = true // as it was checked
	}
	const leave = "leave one of them out"
	for _, c := range []struct {
		wrong     bool
		hint, why string
	}{
		{o.Stream && (o.Out != "" || o.Extract || o.Execute || o.Format == "json"), leave,
			"--stream excludes --output, --extract, --execute and --output-format json"},
		{o.Schema != "" && (o.Stream || o.Extract || o.Execute), leave,
			"--schema excludes --stream, --extract and --execute"},
		{o.Consensus < 0, "give a number from 1 on", fmt.Sprintf("--consensus %d is negative", o.Consensus)},
		{o.Ephemeral && (o.GoOn || o.Resume != "") || o.GoOn && o.Resume != "", leave,
			"--continue, --resume and --ephemeral exclude each other"},
		{o.MaxTurns < 0, "give a number from 1 on", fmt.Sprintf("--max-turns %d is negative", o.MaxTurns)},
		{o.Timeout < 0, "give a duration such as 90s", fmt.Sprintf("--timeout %v is negative", o.Timeout)},
		{o.Head && o.Chunk, leave, "--head and --chunk exclude each other"},
		{o.Execute && (o.Extract || o.NoTools), leave, "--execute excludes --extract and --no-tools"},
		{o.Extract && o.Format != "text", leave,
			fmt.Sprintf("--extract and --output-format %s exclude each other", o.Format)},
	} {
		if c.wrong {
			return exit.UsageError(c.hint, "%s", c.why)
		}
	}
	return nil
}

// Texts is the value of a flag that may be given several times, each for one text.
type Texts []string

// Set adds a text.
func (t *Texts) Set(text string) error {
	*t = append(*t, text)
	return nil
}

// String is all of them, for the library.
func (t *Texts) String() string { return strings.Join(*t, " ") }
