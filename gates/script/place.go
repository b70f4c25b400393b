package script

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/effect"
)

// Surroundings are where the commands of a file run.
type Surroundings struct {
	Place Place
	Home  string // of who runs them
	Root  string // of the workspace, "" where there is none
}

// Ordinary reports whether what was found in a script of a file is what such files are for: to build, to install, to
// change the working tree. A person who runs make has asked for that, and an image or a runner is made to be changed.
// What deceives, what runs code that nobody has read, what gives secrets away and what destroys is ordinary nowhere.
func (s Surroundings) Ordinary(f engine.Finding, l Located) bool {
	switch f.Row {
	case "":
		return false // no row: another gate than the dispatcher found it
	case "opaque":
		return strings.Contains(f.Reason, "the caller of this function") || !runsText(f, l) && !runsUnknown(f, l)
	case "opaque-delete":
		return !rootIfEmpty(f, l)
	case "hazard-ask", "hazard":
		return s.ordinaryHazard(f, l)
	case "escalate": // the two give rights up, as an image starts
		return s.Place != Machine || program(f, l) == "gosu" || program(f, l) == "su-exec" ||
			strings.Contains(command(f, l), "exec gosu ") || strings.Contains(command(f, l), "exec su-exec ")
	case "secret":
		return s.ordinarySecret(f, l)
	case "write-startup", "write-other-user", "write-outside", "delete-outside", "metadata-outside", "delete-root",
		"write-root":
		return s.ordinaryPath(f, l)
	case "own":
		return f.Effect.Kind == effect.KindRun
	case "connect-odd":
		return strings.HasPrefix(f.Effect.Subject, "an unknown host")
	}
	return slices.Contains(ordinaryRows[:], f.Row)
}

// ordinaryRows are the rows that a person is asked about when a model does it, and that files are for.
var ordinaryRows = [...]string{"read-home", "read-elsewhere", "read-device", "secret-below", "write-workspace",
	"write-temporary", "write-surface", "write-linked", "write-git-data", "left-git", "git-index", "git-objects",
	"git-refs", "git-stash", "git-config", "git-personal", "git-worktrees", "git-modules", "git-tree", "write-anything",
	"write-manifest", "delete-workspace", "metadata-workspace", "run-unconfined", "run-build-unconfined", "run-computes",
	"run-unknown", "connect-command", "listen", "socket", "signal"}

// ordinaryPath reports whether a path outside of the workspace may be changed. On a person's machine those are where
// things are installed and their own files; elsewhere all but the directories that the system is made of.
func (s Surroundings) ordinaryPath(f engine.Finding, l Located) bool {
	name := f.Effect.Subject
	if s.Place == Image && name == "/" && f.Effect.Kind == effect.KindWrite {
		return true // where it starts, into which it unpacks and downloads
	}
	if s.Place != Machine {
		if program(f, l) == "find" { // it is about what is found in there
			return name != "/" || f.Effect.Kind == effect.KindMetadata
		}
		return !systemDirectory(name)
	}
	if f.Row == "delete-outside" {
		return s.Home != "" && effect.Within(name, s.Home+"/.cache")
	}
	own := f.Row == "write-outside" || f.Row == "metadata-outside"
	switch {
	case strings.HasPrefix(name, "/usr/local/"), strings.HasPrefix(name, "/opt/"):
		return own || f.Row == "write-startup" || f.Row == "delete-root" && strings.Count(name, "/") > 3
	case s.Home != "" && (effect.Within(name, s.Home+"/.local/bin") || effect.Within(name, s.Home+"/bin")):
		return own || f.Row == "write-startup"
	case effect.Within(name, "/tmp"), effect.Within(name, "/var/tmp"):
		return own
	case s.Home == "":
		return false
	}
	return own && effect.Within(name, s.Home)
}

// systemDirectory reports whether a path is the root, or a directory below it that a system is made of.
func systemDirectory(name string) bool {
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

// ordinarySecret reports whether a file with secrets is one of the workspace, which its builds use, or on a runner one
// that is written there from what the forge stores, and nothing shows or sends it.
func (s Surroundings) ordinarySecret(f engine.Finding, l Located) bool {
	if f.Effect.Kind != effect.KindWrite && slices.Contains(showing[:], program(f, l)) {
		return false
	}
	name := f.Effect.Subject
	if f.Effect.Kind == effect.KindRun {
		_, word, ok := strings.Cut(f.Reason, " with \"")
		if !ok {
			_, word, ok = strings.Cut(f.Reason, " with ")
		}
		name = strings.FieldsFunc(word+" ", func(r rune) bool { return r == ' ' || r == '"' })[0]
		if !ok || strings.HasPrefix(name, "~") || strings.HasPrefix(name, "$") {
			return false
		}
		if !path.IsAbs(name) {
			return !strings.HasPrefix(path.Clean(name), "..")
		}
		if s.Place != Machine && !effect.Within(name, s.Home) {
			return true
		}
	}
	if s.Place == Runner && f.Effect.Kind != effect.KindRead && effect.Within(name, s.Home) {
		return true
	}
	if s.Home != "" && effect.Within(name, s.Home) && !effect.Within(s.Root, s.Home) {
		return false // a home below /tmp, or in the workspace
	}
	return s.Root != "" && effect.Within(name, s.Root) || effect.Within(name, "/tmp")
}

// ordinaryHazard reports whether a combination that is dangerous for an agent is what the file is for.
func (s Surroundings) ordinaryHazard(f engine.Finding, l Located) bool {
	asks, elsewhere := f.Decision == engine.Ask, s.Place != Machine
	switch f.Effect.Subject {
	case "hidden-execution":
		return asks || ordinarySetting(f.Reason, command(f, l)) || elsewhere && ordinaryElsewhere(f.Reason)
	case "secret-sent":
		return knownForge(command(f, l))
	case "secret-variable":
		_, name, _ := strings.Cut(strings.TrimSuffix(f.Reason, "."), ": ")
		name, _, _ = strings.Cut(name, ".")
		shows := [...]string{"", "echo", "printf", "printenv", "cat", "tee", "set"}
		for i, c := range l.Commands {
			if slices.Contains(shows[:], c.name) && strings.Contains(c.Text, name) && !l.toLogin(i) {
				return false
			}
		}
		return true
	case "download-execute":
		return program(f, l) == "sed" || // which is told a value
			elsewhere && (strings.Contains(command(f, l), "-exec ldd ") || unpacked(f, l))
	case "network-redirect": // a look at whether somebody listens
		return slices.Contains([]string{"echo", "printf", ":", "true", "exec"}, program(f, l))
	case "whole-tree", "delete-all":
		_, rest, _ := strings.Cut(f.Reason, ": ")
		name, _, _ := strings.Cut(rest, " ")
		return elsewhere && strings.HasPrefix(name, "/") && !systemDirectory(strings.TrimRight(name, "."))
	case "history":
		return asks && !strings.Contains(f.Reason, " lost") && !strings.Contains(f.Reason, "undone") &&
			!strings.Contains(f.Reason, "are deleted")
	case "remote-change", "publish":
		return asks && (looks(f.Reason, command(f, l)) || elsewhere && !forced(command(f, l)))
	case "secret":
		return elsewhere && (asks || ordinaryKeychain(command(f, l)))
	case "message", "network-settings", "protection":
		return elsewhere
	case "accounts", "machine":
		return asks || elsewhere
	case "write-then-run", "file-emptied":
		return elsewhere
	case "destruction":
		return false
	}
	return asks
}

// toLogin reports whether what a command prints goes to a program alone that reads a password there, as documented.
func (l Located) toLogin(i int) bool {
	if i+1 >= len(l.Commands) || !strings.Contains(l.Commands[i+1].Text, " --password-stdin") {
		return false
	}
	from := l.Commands[i].Start + len(l.Commands[i].Text)
	to := l.Commands[i+1].Start
	return from <= to && to <= len(l.Canonical) && strings.TrimSpace(l.Canonical[from:to]) == "|"
}

// looks reports whether a reason is of a command that may do no more than look.
func looks(reason, command string) bool {
	switch {
	case strings.HasPrefix(reason, "A package is looked over"):
		return !strings.Contains(command, "upload")
	case strings.HasPrefix(reason, "Another machine is contacted"):
		return true
	}
	if strings.HasPrefix(reason, "A cluster is used") || strings.HasPrefix(reason, "The cluster is changed") {
		words := strings.Fields(command)
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(looking[:], w) })
	}
	return strings.HasPrefix(reason, "Something at the registry or in the project")
}

// looking are the words of programs for clusters with which they change none: they read, or work on files here.
var looking = [...]string{
	"repo",
	"dependency",
	"dep",
	"template",
	"lint",
	"package",
	"show",
	"search",
	"pull",
	"status",
	"list",
	"version",
}

// unpacked reports whether what is run came in a tree that was unpacked or cloned, as sources do that are built. What
// is itself downloaded by name is not.
func unpacked(f engine.Finding, l Located) bool {
	i := l.At(f.Effect.Span.Start)
	if i < 0 || !strings.Contains(l.Commands[i].name, "/") && f.Effect.Span.Start == l.Commands[i].Start {
		return false
	}
	base, fetched := path.Base(unquoted(source(f, l))), false
	for _, c := range l.Commands[:i] {
		switch {
		case strings.Contains(c.Text, "curl ") || strings.Contains(c.Text, "wget "):
			if strings.Contains(c.Text, base) {
				return false
			}
		case c.name == "tar", c.name == "unzip", c.name == "git" && strings.Contains(c.Text, " clone "):
			fetched = true
		}
		fetched = fetched || strings.Contains(c.Text, "| tar ")
	}
	return fetched && base != "."
}

// ordinaryElsewhere reports whether a setting is one that builds make on machines that are made for them.
func ordinaryElsewhere(reason string) bool {
	_, set, _ := strings.Cut(reason, "instead: LD_PRELOAD=")
	return strings.HasPrefix(set, "/usr/lib/") || strings.HasPrefix(set, "/lib/") ||
		strings.HasPrefix(reason, "Cmake is told which program")
}

// ordinaryKeychain reports whether a command makes or fills a store of keys, and shows none.
func ordinaryKeychain(command string) bool {
	words := strings.Fields(command)
	if len(words) < 2 || words[0] != "security" {
		return false
	}
	switch words[1] {
	case "create-keychain", "default-keychain", "unlock-keychain", "import", "set-key-partition-list", "list-keychains",
		"set-keychain-settings", "delete-keychain":
		return true
	}
	return false
}

// forced reports whether a command replaces or deletes commits elsewhere.
func forced(command string) bool {
	if !strings.Contains(command, "push") {
		return false
	}
	for _, w := range strings.Fields(command) {
		switch w = strings.Trim(w, `"'`); {
		case w == "-f", strings.HasPrefix(w, "--force"), w == "--mirror", w == "--delete", w == "-d", w == "--prune",
			strings.HasPrefix(w, "+"):
			return true
		}
	}
	return false
}

// knownForge reports whether all addresses in a command are those of a forge or registry that gave out the token.
func knownForge(command string) bool {
	rest, found := command, false
	for {
		_, after, ok := strings.Cut(rest, "://")
		if !ok {
			return found
		}
		end := strings.IndexAny(after, "/\"' \t\n")
		if end < 0 {
			end = len(after)
		}
		switch after[:end] {
		case "api.github.com", "uploads.github.com", "gitlab.com", "registry.npmjs.org":
		default:
			return false
		}
		rest, found = after[end:], true
	}
}

// runningSettings are variables whose value is code that is run whatever else a script does.
var runningSettings = [...]string{"LD_PRELOAD", "LD_AUDIT", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PS4", "PERL5OPT",
	"PERL5DB", "RUBYOPT", "PYTHONSTARTUP", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "LESSOPEN", "DYLD_INSERT_LIBRARIES", "IFS"}

// ordinarySetting reports whether a reason, and the source that it is about, are of a setting that builds make, such as
// of a path.
func ordinarySetting(reason, source string) bool {
	if strings.HasPrefix(reason, "Go is told") {
		return !strings.Contains(source, "-extld=") && !strings.Contains(source, "-extld ") &&
			!strings.Contains(source, "toolexec")
	}
	if strings.HasPrefix(reason, "Configuration from outside") {
		return true
	}
	if strings.HasPrefix(reason, "Make is given") {
		return !strings.Contains(source, "SHELL=") && !strings.Contains(source, "--eval")
	}
	_, what, ok := strings.Cut(reason, "instead: ")
	if !ok {
		return false
	}
	end := 0
	for end < len(what) && wordByte(what[end]) {
		end++
	}
	switch name := what[:end]; {
	case strings.HasPrefix(what, "configuration from outside"):
		return true
	case name == "" || end < len(what) && what[end] != '=' && what[end] != ' ' || name != strings.ToUpper(name):
		return false
	default:
		return !slices.Contains(runningSettings[:], name)
	}
}

// source is the part of the canonical text that a finding is about.
func source(f engine.Finding, l Located) string {
	s := f.Effect.Span
	if s.Start < 0 || s.End > len(l.Canonical) || s.Start >= s.End {
		return ""
	}
	return l.Canonical[s.Start:s.End]
}

// command is the simple command that a finding is about.
func command(f engine.Finding, l Located) string {
	if i := l.At(f.Effect.Span.Start); i >= 0 {
		return l.Commands[i].Text
	}
	return ""
}

// program is the name of the program that a finding is about, "" where it is not known.
func program(f engine.Finding, l Located) string {
	if i := l.At(f.Effect.Span.Start); i >= 0 {
		return path.Base(l.Commands[i].name)
	}
	return ""
}

// runsText reports whether a part that cannot be known is run as a text of commands, and not as the name of a program.
func runsText(f engine.Finding, l Located) bool {
	switch program(f, l) {
	case "eval":
		return !quotedFor(command(f, l))
	case "trap":
		return true
	case "sh", "bash", "dash", "zsh", "ksh", "su":
		return slices.Contains(strings.Fields(command(f, l)), "-c")
	}
	return false
}

// quotedFor reports whether eval is given what programs print to be evaluated: the settings of a tool, or a list of
// words that getopt or jq quotes.
func quotedFor(command string) bool {
	_, rest, ok := strings.Cut(command, "eval ")
	if !ok || strings.ContainsAny(command, ";\n") {
		return false
	}
	rest = strings.TrimLeft(rest, `"`)
	if strings.HasPrefix(rest, "set -- ") {
		return true
	}
	if name := rest[:wordEnd(rest)]; name != "" && strings.HasPrefix(rest[len(name):], "=( $") {
		return true
	}
	inner, ok := strings.CutPrefix(rest, "$(")
	words := strings.Fields(strings.TrimRight(inner, `)"`))
	if !ok || len(words) < 2 || strings.ContainsAny(inner[:len(inner)-1], "|;&<>$`") {
		return false
	}
	switch path.Base(words[0]) + " " + words[1] {
	case "brew shellenv", "ssh-agent -s", "opam env", "minikube docker-env", "dircolors -b", "pyenv init", "rbenv init",
		"direnv hook", "direnv export", "luarocks path", "starship init":
		return true
	}
	return false
}

// runsUnknown reports whether a command is nothing but an argument or a variable that nobody set. With words after it
// it is a program whose name can be chosen; all the arguments at once are a command that was given to be run.
func runsUnknown(f engine.Finding, l Located) bool {
	i := l.At(f.Effect.Span.Start)
	if i < 0 || f.Effect.Span.Start != l.Commands[i].Start || !setByCaller(f.Reason) {
		return false
	}
	words := strings.Fields(l.Commands[i].Text)
	s := unquoted(source(f, l))
	if len(words) == 0 || unquoted(words[0]) != s || len(words) > 1 && !strings.ContainsAny(words[1], "<>") {
		return false
	}
	name := strings.Trim(s, "${}")
	return wordEnd(name) == len(name) && !computed(name)
}

// computed reports whether a variable stands for what make or a forge puts into the text.
func computed(name string) bool {
	return strings.HasPrefix(name, "make_") || strings.HasPrefix(name, "expr_") || name == "shell"
}

// setByCaller reports whether a part is not known because whoever runs the file sets it.
func setByCaller(reason string) bool {
	return strings.Contains(reason, "a variable that is set by who runs it") ||
		strings.Contains(reason, "an argument that is not known")
}

func unquoted(s string) string { return strings.NewReplacer(`"`, "", `'`, "").Replace(s) }

// rootIfEmpty reports whether a part that is deleted names a directory of the system when its variables are empty, or
// is nothing but an argument or a variable that nobody set.
func rootIfEmpty(f engine.Finding, l Located) bool {
	s := unquoted(source(f, l))
	if s == "" {
		return true
	}
	bare, unset := emptied(s, l)
	if bare == "" {
		return unset && setByCaller(f.Reason)
	}
	return strings.HasPrefix(bare, "/*") || strings.HasPrefix(bare, "/.") ||
		strings.HasPrefix(bare, "/") && systemDirectory(bare)
}

// emptied is a word with those variables empty that may be: the first thing in it, and what the script does not set.
// Its unset is whether one of them is set nowhere.
func emptied(s string, l Located) (bare string, unset bool) {
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i + 1
		switch {
		case s[i] != '$':
			b.WriteByte(s[i])
			i++
			continue
		case strings.HasPrefix(s[i:], "${"):
			end = i + strings.IndexByte(s[i:]+"}", '}') + 1
		case end < len(s) && strings.IndexByte("@*123456789", s[end]) >= 0:
			end++
		default:
			end += wordEnd(s[end:])
		}
		end = min(end, len(s))
		reference := s[i:end]
		name := strings.Trim(reference, "${}")
		switch {
		case end == i+1, strings.Contains(reference, ":?"), strings.Contains(reference, ":-"),
			i > 0 && (computed(name) || isSet(name, l)):
			b.WriteByte('x') // it is not empty
		case !computed(name) && !isSet(name, l):
			unset = true
		}
		i = end
	}
	return b.String(), unset
}

// isSet reports whether a script gives a variable a value anywhere.
func isSet(name string, l Located) bool {
	for rest := l.Canonical; name != ""; {
		i := strings.Index(rest, name)
		if i < 0 {
			return false
		}
		after := rest[i+len(name):]
		starts := i == 0 || !wordByte(rest[i-1]) && rest[i-1] != '$' && rest[i-1] != '{'
		if starts && (strings.HasPrefix(after, "=") || after == "" || !wordByte(after[0])) {
			return true
		}
		rest = after
	}
	return false
}
