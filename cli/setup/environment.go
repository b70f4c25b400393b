package setup

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pp/actuators"
	"pp/actuators/sandbox"
	"pp/cli/config"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/view"
	"pp/gates"
	"pp/gates/secrets"
	"pp/gates/shell"
)

// environment is what does not change while pp runs: where it works, and what a
// child process would get.
type environment struct {
	Dir, Home string
	Workspace effect.Workspace
	// own and env cost more than the rest, and only an action needs them: they are
	// observed when they are first asked for, and then stay.
	own   func() engine.Own
	Child func() engine.Environment
	// Programs returns the machine's PATH for programs that pp itself starts. It has no directory of the workspace.
	Programs func() string
	// LeftOut returns the names of the variables that commands do not get.
	LeftOut func() []string
}

// childVariables lists the variables that a child process gets whatever their
// values are.
var childVariables = [...]string{"HOME", "USER", "LOGNAME", "SHELL", "TERM", "LANG", "TZ", "PATH", "TMPDIR", "GOPATH",
	"GOCACHE", "GOMODCACHE", "GOROOT", "CARGO_HOME", "RUSTUP_HOME", "JAVA_HOME", "NVM_DIR", "VIRTUAL_ENV",
	"XDG_CACHE_HOME", "DOCKER_HOST", "CONTAINER_HOST"}

// NewEnvironment is that of a location; what costs more is looked at when it is asked for.
// own lists further paths that belong to pp; redact masks secrets in a text.
func NewEnvironment(sys system.System, at Location, own []string, redact func(string) string) environment {
	e := environment{Dir: at.Dir, Home: at.Home, Workspace: at.Workspace}
	e.own = sync.OnceValue(func() engine.Own { return ownFiles(sys, at, own) })
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
	facts := engine.Facts{Dir: at.Dir, Home: at.Home, Temp: os.TempDir(), Workspace: at.Workspace, FS: view.New()}
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

// Home is the person's home directory with its links resolved, "" when there
// is none.
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

// Facts observes the file system anew for one judgement of what has effects, which
// its answer alone never has.
func (s *Settings) Facts(tools engine.ToolTable) engine.Facts {
	f := s.answerFacts(tools)
	if s.commits != nil {
		f.Commits = &answered{commits: s.commits}
	}
	f.Env, f.Own = s.Where.Child(), s.Where.own()
	return f
}

// answerFacts are the facts for what is only said: it has no effects, so that
// neither the environment nor pp's own files have a part in its judgement.
func (s *Settings) answerFacts(tools engine.ToolTable) engine.Facts {
	files := view.New()
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

// Permissions hands the configured table to the gates. A pattern that cannot
// be read was refused when the configuration was loaded.
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
