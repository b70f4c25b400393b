package approval

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Width is how much a waiver is for.
type Width uint8

// The widths, narrow to wide.
const (
	ThisCommand Width = iota // the very words, or the very file
	ThisProgram              // the program and its subcommand, or the tool, in the workspace
)

// Scope is how long a waiver is for.
type Scope uint8

// The scopes. For good is the zero value, as it is the stricter one.
const (
	ForGood    Scope = iota
	ForSession       // this session: deletion may be granted, of one exact path
)

// maxRules is how many rules one approval may make.
const maxRules = 10

// LearnError says why nothing can be learned from an ask, in a sentence without its
// full stop.
type LearnError string

// Error implements error.
func (e LearnError) Error() string { return "no rule can be made of this: " + string(e) }

// GeneraliseAll makes the rules under which a verdict's action would not ask
// again. It fails when one of its asks can have none: half of the asks waived
// would still ask.
func GeneraliseAll(v engine.Verdict, width Width, scope Scope, view effect.FS) ([]Rule, error) {
	var out []Rule
	for _, f := range v.Asks() {
		r, err := Generalise(v, f, width, scope, view)
		if err != nil {
			return nil, err
		}
		merged := false
		for i := range out {
			both := r
			both.Grant.Kinds = out[i].Grant.Kinds
			if merged = both.same(out[i]); merged {
				all := append(slices.Clone(out[i].Grant.Kinds), r.Grant.Kinds...)
				slices.Sort(all)
				out[i].Grant.Kinds = slices.Compact(all)
				break
			}
		}
		if !merged {
			out = append(out, r)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("no rule can be made of what does not ask")
	}
	if len(out) > maxRules {
		return nil, LearnError(fmt.Sprintf(
			"it would take %d rules, and one approval makes %d at most; write a permission instead", len(out), maxRules))
	}
	return out, nil
}

// Generalise makes the rule under which an ask would be waived: the action as it is,
// or generalised along the named dimensions, which are its tool or its program and
// subcommand, the workspace or directory of the path, and the host. A program that the
// knowledge table does not know with these words, and a script, is taken word by
// word; a script is bound to its content, read through view. The rule holds in
// the verdict's workspace. What must not be learned is a LearnError: opaque
// parts, escalation, interpreters, deletion, and a person's own asks.
func Generalise(v engine.Verdict, f engine.Finding, width Width, scope Scope, view effect.FS) (Rule, error) {
	if why := unlearnable(v, f, width, scope); why != "" {
		return Rule{}, LearnError(why)
	}
	r := Rule{Place: PlaceOf(v.Workspace, v.Dir), Example: engine.Clip(v.Action.Essence(), maxNote), action: v.Action}
	r.Grant = engine.Grant{Learned: scope == ForGood, Kinds: []effect.Kind{f.Effect.Kind}}
	r.Grant.Pattern.Tool = v.Action.Tool()
	if v.Action.Command() != "" {
		p, ok := v.Effects.Program(f.Effect)
		if !ok {
			return Rule{}, LearnError("it belongs to no program that could be named")
		}
		if err := r.forProgram(p, width, v.Workspace, view); err != nil {
			return Rule{}, LearnError(err.Error())
		}
	}
	switch f.Effect.Kind {
	case effect.KindRead, effect.KindWrite, effect.KindMetadata:
		r.Grant.Pattern.Path = f.Effect.Subject
		if width == ThisProgram {
			r.Grant.Pattern.Path = pathPattern(f.Effect.Subject, v)
		}
	case effect.KindDelete, effect.KindSocket, effect.KindCall: // a call as it is pinned
		r.Grant.Pattern.Path = f.Effect.Subject
	case effect.KindConnect:
		host, ok := hostOf(v.Effects.Connects, f.Effect)
		if !ok {
			return Rule{}, LearnError("its host is not known")
		}
		r.Grant.Pattern.Host = host
	case effect.KindAction, effect.KindRun, effect.KindListen, effect.KindSignal, effect.KindEscalate,
		effect.KindOpaque, effect.KindHazard, effect.KindText, effect.KindRemember, effect.KindRecall, effect.KindMessage:
	}
	return r, nil
}

// unlearnable says why nothing may be learned from an ask, "" when it may.
func unlearnable(v engine.Verdict, f engine.Finding, width Width, scope Scope) string {
	_, inside := v.Workspace.Contains(f.Effect.Subject)
	switch {
	case f.Decision != engine.Ask:
		return "it does not ask"
	case f.ByPermission && (f.Effect.Kind != effect.KindWrite || !inside) && !v.Effects.Restates(f.Effect):
		return "only a permission that you write for the program and its subcommand can allow it"
	case !f.Waivable && !f.ByPermission:
		return "only a person can allow it, each time"
	case f.Floor && scope == ForGood:
		return "your own permissions ask for it; change them there"
	case len(v.Effects.Opaque) > 0:
		return "a part of it cannot be read before it runs"
	case len(v.Effects.Escalates) > 0:
		return "it becomes another user"
	case slices.ContainsFunc(v.Effects.Hazards, func(h effect.Hazard) bool {
		return !v.Effects.Restates(effect.Effect{Kind: effect.KindHazard, Subject: h.Rule, Span: h.Span})
	}):
		return "it is dangerous whatever its parts are"
	case (scope == ForGood || width > ThisCommand) && len(v.Effects.Deletes) > 0:
		return "it deletes"
	}
	if why := unlearnableKind(f.Effect, scope); why != "" && !v.Effects.Restates(f.Effect) {
		return why
	}
	for _, p := range v.Effects.Runs {
		if p.Script == "" && interpreter(p) {
			return fmt.Sprintf("%s runs whatever it is given", path.Base(p.Name))
		}
	}
	return ""
}

// unlearnableKind says why no rule is made of a kind of effect.
func unlearnableKind(e effect.Effect, scope Scope) string {
	switch e.Kind {
	case effect.KindEscalate, effect.KindOpaque, effect.KindHazard, effect.KindText:
		return "nothing can waive it"
	case effect.KindMessage:
		return "it is for a person, and only you can say who gets what"
	case effect.KindRemember, effect.KindRecall:
		return "only a permission that you write for the tool can allow it"
	case effect.KindDelete:
		if scope == ForGood {
			return "it deletes"
		}
	case effect.KindSignal:
		if strings.Trim(e.Subject, "-0123456789") == "" {
			return "the number names another process next time"
		}
	case effect.KindAction, effect.KindRead, effect.KindWrite, effect.KindMetadata, effect.KindRun, effect.KindConnect,
		effect.KindListen, effect.KindSocket, effect.KindCall:
	}
	return ""
}

// forProgram makes the rule one for a program, as much of its words as name it.
func (r *Rule) forProgram(p effect.Program, width Width, w effect.Workspace, view effect.FS) error {
	if len(p.Words) == 0 {
		return errors.New("its program is not known")
	}
	r.Program = programName(p)
	words, rest := p.Words, false
	if width > ThisCommand {
		words, rest = namingWords(p)
	}
	r.Script = p.Script
	if _, ours := w.Contains(p.Path); ours && p.Path != "" && r.Script == "" {
		r.Script = p.Path
	}
	if r.Script != "" {
		hash, err := hashFile(view, r.Script)
		if err != nil {
			return err
		}
		r.Grant.Script = hash
		words, rest = p.Words, false
	}
	if slices.Contains(words, "*") {
		return errors.New("one of its words is an asterisk, which means any word in a rule")
	}
	r.Grant.Pattern.Words = slices.Clone(words)
	if rest {
		r.Grant.Pattern.Words = append(r.Grant.Pattern.Words, "*")
	}
	return nil
}

// namingWords are the words that name a program and its subcommand, and whether
// any words may follow them.
func namingWords(p effect.Program) (words []string, rest bool) {
	known := strings.Fields(p.Canonical)
	switch {
	case len(known) == 0 && len(p.Words) > 1 && plainWord(p.Words[1]):
		return p.Words[:2], true
	case len(known) == 0, p.Class == effect.ProgramUnknown:
		return p.Words, false // which flags are harmless is not known
	case len(known) == 1:
		return p.Words[:1], true
	}
	last := slices.Index(p.Words[1:], known[len(known)-1])
	if last < 0 {
		return p.Words, false
	}
	return p.Words[:last+2], true
}

// programName is a program with its subcommand, for telling one from another.
func programName(p effect.Program) string {
	if p.Canonical != "" {
		return p.Canonical
	}
	name := path.Base(p.Name)
	if len(p.Words) > 1 && plainWord(p.Words[1]) {
		name += " " + p.Words[1]
	}
	return name
}

// plainWord reports whether a word looks like a subcommand.
func plainWord(s string) bool {
	return s != "" && s[0] != '-' && len(s) <= 40 && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == ""
}

func hostOf(list []effect.Endpoint, e effect.Effect) (string, bool) {
	for _, c := range list {
		if c.Address() == e.Subject && c.Host != "" {
			return c.Host, c.Odd == ""
		}
	}
	return "", false
}

// pathPattern is the workspace of a path; of one outside its directory, or the path
// itself where its directory is a home, or near the root of the file system.
func pathPattern(name string, v engine.Verdict) string {
	if root, in := v.Workspace.Contains(name); in {
		return root + "/"
	}
	dir := path.Dir(name)
	if strings.Count(dir, "/") < 3 || effect.Within(v.Workspace.Root, dir) || effect.Within(v.Dir, dir) ||
		slices.ContainsFunc(v.Workspace.Added, func(r string) bool { return effect.Within(r, dir) }) {
		return name
	}
	return dir + "/"
}

// interpreters run code or programs that they are given as text or by name.
var interpreters = [...]string{
	"sh", "bash", "dash", "zsh", "ksh", "mksh", "ash", "fish", "csh", "tcsh", "busybox", "toybox", "pwsh", "python",
	"pypy", "ipython", "perl", "ruby", "irb", "node", "nodejs", "deno", "bun", "tsx", "ts-node", "php", "lua", "luajit",
	"tclsh", "wish", "expect", "awk", "gawk", "mawk", "nawk", "guile", "sbcl", "clisp", "ecl", "racket", "scheme",
	"emacs", "vim", "nvim", "ex", "ed", "R", "Rscript", "julia", "octave", "scala", "groovy", "jshell", "java", "ghci",
	"runghc", "runhaskell", "elixir", "iex", "erl", "escript", "ocaml", "swift", "osascript", "m4", "bc", "dc",
	"sqlite", "psql", "mysql", "mongosh", "redis-cli", "gdb", "lldb", "strace", "ltrace", "eval", "source", ".", "exec",
	"command", "builtin", "trap", "env", "nice", "ionice", "nohup", "timeout", "time", "stdbuf", "setsid", "setarch",
	"chroot", "unshare", "nsenter", "xargs", "parallel", "find", "fd", "watch", "entr", "script", "sudo", "doas", "su",
	"runuser", "pkexec", "ssh", "mosh", "docker", "podman", "kubectl", "nix", "nix-shell", "npx", "pipx", "uvx", "bunx",
	"uv", "poetry", "pp", "claude", "codex", "aider", "tmux", "screen", "at", "batch", "crontab", "systemd-run",
}

// interpreter reports whether a program is one, whatever its version.
func interpreter(p effect.Program) bool {
	for _, name := range [...]string{p.Name, p.Path} {
		base := path.Base(name)
		if name == "" {
			continue
		}
		unversioned := strings.TrimRight(base, "0123456789.-")
		if slices.Contains(interpreters[:], base) || slices.Contains(interpreters[:], unversioned) {
			return true
		}
	}
	return false
}
