package script

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
	"pp/engine/effect"
)

// Surroundings are where the commands of a file run.
type Surroundings struct {
	Place Place
	Home  string // of who runs them
	Root  string // of the workspace, "" where there is none
}

// finding is a finding with the command that it is about.
type finding struct {
	engine.Finding
	l       *Located
	at      int      // the simple command, -1 for none
	command string   // its text
	program string   // the name of its program, "" where that is not literal
	words   []string // its words without quotes
	source  string   // the part of the canonical text
}

func newFinding(f engine.Finding, l *Located) *finding {
	x := &finding{Finding: f, l: l, at: l.At(f.Effect.Span.Start)}
	if s := f.Effect.Span; s.Start >= 0 && s.End <= len(l.Canonical) && s.Start < s.End {
		x.source = l.Canonical[s.Start:s.End]
	}
	if x.at >= 0 {
		x.command, x.program = l.Commands[x.at].Text, path.Base(l.Commands[x.at].name)
		x.words = strings.Fields(unquoted(x.command))
	}
	return x
}

// has reports whether the command has one of some words.
func (x *finding) has(words ...string) bool {
	return slices.ContainsFunc(x.words, func(w string) bool { return slices.Contains(words, w) })
}

func unquoted(s string) string { return strings.NewReplacer(`"`, "", `'`, "").Replace(s) }

// IsOrdinary reports whether what was found in a script of a file is what such files are for: to build, to install, to
// change the working tree. A person who runs make has asked for that, and an image or a runner is made to be changed.
// What deceives, what runs code that nobody has read, what gives secrets away and what destroys is ordinary nowhere.
func (s Surroundings) IsOrdinary(f engine.Finding, l Located) bool {
	x := newFinding(f, &l)
	switch {
	case f.Row == "" || x.obeysDownload(s.Place): // no row: another gate than the dispatcher found it
		return false
	case s.Place == Machine && (f.Row == "opaque" || strings.HasPrefix(f.Row, "connect")) && x.sendsFiles():
		return false
	}
	switch f.Row {
	case "opaque":
		return x.isValue()
	case "opaque-delete":
		return !x.isRootIfEmpty()
	case "hazard-ask", "hazard":
		return s.isOrdinaryHazard(x)
	case "read-home":
		return f.Effect.Subject != s.Home || !slices.Contains([]string{"cp", "tar", "zip", "rsync", "scp", "7z"}, x.program)
	case "escalate":
		return s.Place != Machine || x.has("gosu", "su-exec") // the two give rights up, as an image starts
	case "secret", "write-new-secret":
		return s.isOrdinarySecret(x)
	case "write-startup", "write-system", "write-other-user", "write-outside", "delete-outside", "metadata-outside",
		"delete-root", "write-root":
		return s.isOrdinaryPath(x)
	case "own":
		return f.Effect.Kind == effect.KindRun
	case "connect-command":
		return !x.opensTunnel()
	case "connect-odd":
		return f.Cause.Kind == cause.OddUnknown
	}
	return slices.Contains(ordinaryRows[:], f.Row)
}

// ordinaryRows are the rows that a person is asked about when a model does it, and that files are for.
var ordinaryRows = [...]string{"read-elsewhere", "read-device", "secret-below", "write-workspace",
	"write-temporary", "write-surface", "write-linked", "write-git-data", "left-git", "git-index", "git-objects",
	"git-refs", "git-stash", "git-config", "git-personal", "git-worktrees", "git-modules", "git-tree", "write-anything",
	"write-manifest", "delete-workspace", "metadata-workspace", "run-unconfined", "run-build-unconfined",
	"run-unknown", "listen", "socket", "signal"}

// isOrdinaryHazard reports whether a combination that is dangerous for an agent is what the file is for. What only asks
// is, but for what reaches other machines or cannot be undone.
func (s Surroundings) isOrdinaryHazard(x *finding) bool {
	asks, elsewhere := x.Decision == engine.Ask, s.Place != Machine
	switch x.Effect.Subject {
	case "hidden-execution":
		return asks || s.isOrdinarySetting(x)
	case "secret-sent":
		return sendsToForge(x.command) || elsewhere && x.logsIn()
	case "secret-variable":
		return x.l.shown(x.Cause) < 0
	case "download-execute":
		return x.isToldValue() || elsewhere && x.isUnpacked()
	case "decode-execute":
		return x.isToldValue()
	case "embedded-command":
		return asks && x.Cause.Kind != "download-execute"
	case "network-redirect": // a look at whether somebody listens
		return slices.Contains([]string{"echo", "printf", ":", "true", "exec"}, x.program)
	case "whole-tree", "delete-all":
		name := x.Cause.Path
		return elsewhere && strings.HasPrefix(name, "/") && !isSystemDirectory(name)
	case "history":
		return asks && !x.has("filter-branch") && (s.Place == Runner || !strings.Contains(x.command, "git prune") &&
			!x.has("stash", "reflog", "reset", "clean", "gc", "repack")) // which lose changes or commits
	case "remote-change", "publish":
		return asks && elsewhere && !x.opensTunnel() && !x.forces()
	case "exfiltration":
		return asks && elsewhere
	case "secret":
		return elsewhere && (asks || x.fillsKeychain())
	case "message", "network-settings", "protection", "file-emptied":
		return elsewhere
	case "container":
		return asks && (elsewhere || !x.has("--push") && !slices.Contains(x.words[:min(len(x.words), 3)], "push"))
	case "accounts", "machine":
		return asks || elsewhere
	case "deceptive-text": // a script talks with who started it, and no question of pp's is on that terminal
		return asks || x.Cause.Kind == cause.TerminalUnknown
	case "destruction":
		return false
	}
	return asks
}

// runningSettings are variables whose value is code that is run whatever else a script does.
var runningSettings = [...]string{"LD_PRELOAD", "LD_AUDIT", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PS4", "PERL5OPT",
	"PERL5DB", "RUBYOPT", "PYTHONSTARTUP", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "LESSOPEN", "DYLD_INSERT_LIBRARIES", "IFS"}

// isOrdinarySetting reports whether a setting is one that builds make: a variable in capitals whose value is no code,
// PATH with no directory that anybody writes to, flags of the linker, variables of make.
func (s Surroundings) isOrdinarySetting(x *finding) bool {
	name := x.Cause.Name
	switch x.Cause.Kind {
	case cause.ForeignConfiguration:
		return true
	case cause.OtherName: // a function is told which variable it sets
		return x.Cause.Word != "PATH" && !slices.Contains(runningSettings[:], x.Cause.Word)
	case cause.VariableValue, cause.VariableValueUnknown:
		switch {
		case name == "PATH":
			return s.Place != Machine || !isAnybodys(x.Cause.Word, s.Root)
		case name == "LD_PRELOAD" && s.Place != Machine:
			return strings.HasPrefix(x.Cause.Word, "/usr/lib/") || strings.HasPrefix(x.Cause.Word, "/lib/")
		}
		return name == strings.ToUpper(name) && !slices.Contains(runningSettings[:], name)
	}
	switch x.program {
	case "go":
		return !otherLinker.MatchString(x.command)
	case "make":
		return !strings.Contains(x.command, "SHELL=") && !strings.Contains(x.command, "--eval")
	case "compgen":
		return !expandedWords.MatchString(x.command)
	}
	return false
}

var (
	otherLinker   = regexp.MustCompile(`-extld[ =]|-(tool)?exec[ =]`)
	expandedWords = regexp.MustCompile(" -C|-W '[^']*[$`]") // code, and words that bash expands all the same
)

// isAnybodys reports whether programs are looked for first where anybody on the machine may put some.
func isAnybodys(path, root string) bool {
	dir, _, _ := strings.Cut(strings.TrimLeft(path, `="'`), ":")
	switch {
	case strings.Contains(dir, "XXX"), root != "" && effect.Within(dir, root): // what mktemp makes, and the workspace
		return false
	}
	return effect.Within(dir, "/tmp") || effect.Within(dir, "/var/tmp") || effect.Within(dir, "/dev/shm")
}

// isOrdinaryPath reports whether a path outside of the workspace may be changed. On a person's machine those are where
// things are installed and their own files; elsewhere all but the directories that the system is made of.
func (s Surroundings) isOrdinaryPath(x *finding) bool {
	name := x.Effect.Subject
	own := x.Row == "write-outside" || x.Row == "write-system" || x.Row == "metadata-outside"
	system := strings.HasPrefix(name, "/usr/local/") || strings.HasPrefix(name, "/opt/")
	below := func(dirs ...string) bool {
		return slices.ContainsFunc(dirs, func(dir string) bool { return effect.Within(name, dir) })
	}
	switch {
	case s.Place == Image && name == "/" && (x.Effect.Kind == effect.KindWrite || unquoted(x.source) == "." &&
		x.Effect.Kind == effect.KindMetadata): // where it starts, as the image that it comes from says
		return true
	case s.Place != Machine && x.program == "find": // it is about what is found in there
		return name != "/" || x.Effect.Kind == effect.KindMetadata
	case s.Place != Machine:
		return !isSystemDirectory(name)
	case below("/var/lib/apt/lists", "/var/cache") && name != "/var/cache": // what the package manager fetches again
		return true
	case x.Row == "delete-outside" && !system:
		return s.Home != "" && below(s.Home+"/.cache")
	case system:
		deep := strings.Count(name, "/") > 3
		return own || x.Row == "write-startup" || deep && (x.Row == "write-root" || strings.HasPrefix(x.Row, "delete-"))
	case s.Home != "" && below(s.Home+"/.local/bin", s.Home+"/bin"):
		return own || x.Row == "write-startup"
	}
	return own && (below("/tmp", "/var/tmp") || s.Home != "" && below(s.Home))
}

// isSystemDirectory reports whether a path is the root, or a directory below it that a system is made of.
func isSystemDirectory(name string) bool {
	switch strings.TrimSuffix(strings.TrimPrefix(path.Clean(name), "/"), "/*") {
	case "", ".", "*", "bin", "boot", "dev", "etc", "home", "lib", "lib64", "proc", "root", "run", "sbin", "sys",
		"usr", "var":
		return true
	}
	return false
}

// showing are programs that print what is in a file, or send it away.
var showing = [...]string{"cat", "head", "tail", "less", "more", "bat", "base64", "xxd", "od", "hexdump", "strings",
	"grep", "curl", "wget", "scp", "rsync", "nc", "ncat", "socat", "tar", "zip"}

// setting is a part of a script that says in a variable where a file is, and does nothing else.
var setting = regexp.MustCompile("^(export )?\\w+=[^`($]*$")

// isOrdinarySecret reports whether a file with secrets is one of the workspace, which its builds use, or on a runner
// one that is written there from what the forge stores, and nothing shows or sends it.
func (s Surroundings) isOrdinarySecret(x *finding) bool {
	name, home := x.Effect.Subject, s.Home
	switch {
	case setting.MatchString(x.source):
		return true
	case x.Effect.Kind != effect.KindWrite && slices.Contains(showing[:], x.program) && !x.joins():
		return false
	case x.Effect.Kind == effect.KindRun:
		name = x.Cause.Path
		switch {
		case name == "" || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "$"):
			return false
		case !path.IsAbs(name):
			return !strings.HasPrefix(path.Clean(name), "..")
		case s.Place != Machine && !effect.Within(name, home):
			return true
		}
	}
	switch {
	case s.Place == Runner && x.Effect.Kind != effect.KindRead && effect.Within(name, home),
		s.Place == Image && x.Effect.Kind == effect.KindMetadata,
		s.Place != Machine && x.Effect.Kind == effect.KindWrite && effect.Within(name, "/etc"):
		return true
	case home != "" && effect.Within(name, home) && !effect.Within(s.Root, home): // a home below /tmp, or in the workspace
		return false
	}
	return s.Root != "" && effect.Within(name, s.Root) || effect.Within(name, "/tmp")
}

// joins reports whether the command puts files together, or decodes them, in another one.
func (x *finding) joins() bool {
	_, to, ok := strings.Cut(x.command, " >")
	if x.program == "base64" { // of macOS, which writes what it decodes to a file
		return x.has("--output", "-o")
	}
	return x.program == "cat" && ok && !strings.ContainsAny(to, "(|") && !strings.Contains(to, "/dev/")
}
