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

// found is a finding with what it is about.
type found struct {
	f                *engine.Finding
	l                *Located
	at               int    // the simple command, -1 for none
	command, program string // its text, and its name where that is known
	source           string // the part of the canonical text
}

func newFound(f *engine.Finding, l *Located) *found {
	x := &found{f: f, l: l, at: l.At(f.Effect.Span.Start)}
	if s := f.Effect.Span; s.Start >= 0 && s.End <= len(l.Canonical) && s.Start < s.End {
		x.source = l.Canonical[s.Start:s.End]
	}
	if x.at >= 0 {
		x.command, x.program = l.Commands[x.at].Text, path.Base(l.Commands[x.at].name)
	}
	return x
}

// Ordinary reports whether what was found in a script of a file is what such files are for: to build, to install, to
// change the working tree. A person who runs make has asked for that, and an image or a runner is made to be changed.
// What deceives, what runs code that nobody has read, what gives secrets away and what destroys is ordinary nowhere.
func (s Surroundings) Ordinary(f engine.Finding, l Located) bool {
	x := newFound(&f, &l)
	if f.Row == "" || x.obeys(s.Place) {
		return false // no row: another gate than the dispatcher found it
	}
	if s.Place == Machine && (f.Row == "opaque" || strings.HasPrefix(f.Row, "connect")) && sends(x.program, x.command) {
		return false
	}
	switch f.Row {
	case "opaque":
		if strings.Contains(x.f.Reason, "(bash calculates with it") {
			return true
		}
		if name := unquoted(x.source); strings.HasSuffix(name, "rc") && strings.Contains(name, "/.") {
			return false // what a shell runs when it starts, whichever it is
		}
		return strings.Contains(f.Reason, "(it could be a flag)") ||
			strings.Contains(f.Reason, "the caller of this function") || !runsText(x) && !runsUnknown(x)
	case "opaque-delete":
		return !rootIfEmpty(x)
	case "hazard-ask", "hazard":
		return s.ordinaryHazard(x)
	case "read-home":
		return f.Effect.Subject != s.Home || !slices.Contains(copying[:], x.program)
	case "escalate": // the two give rights up, as an image starts
		return s.Place != Machine || x.program == "gosu" || x.program == "su-exec" ||
			strings.Contains(x.command, "exec gosu ") || strings.Contains(x.command, "exec su-exec ")
	case "secret":
		return s.ordinarySecret(x)
	case "write-startup", "write-other-user", "write-outside", "delete-outside", "metadata-outside", "delete-root",
		"write-root":
		return s.ordinaryPath(x) || sedScript(x.source, x.command)
	case "own":
		return f.Effect.Kind == effect.KindRun
	case "connect-command":
		return !tunnels(x.program, x.command)
	case "connect-odd":
		return strings.HasPrefix(f.Effect.Subject, "an unknown host")
	}
	return slices.Contains(ordinaryRows[:], f.Row)
}

// ordinaryRows are the rows that a person is asked about when a model does it, and that files are for.
var ordinaryRows = [...]string{"read-elsewhere", "read-device", "secret-below", "write-workspace",
	"write-temporary", "write-surface", "write-linked", "write-git-data", "left-git", "git-index", "git-objects",
	"git-refs", "git-stash", "git-config", "git-personal", "git-worktrees", "git-modules", "git-tree", "write-anything",
	"write-manifest", "delete-workspace", "metadata-workspace", "run-unconfined", "run-build-unconfined", "run-computes",
	"run-unknown", "listen", "socket", "signal"}

// ordinaryPath reports whether a path outside of the workspace may be changed. On a person's machine those are where
// things are installed and their own files; elsewhere all but the directories that the system is made of.
func (s Surroundings) ordinaryPath(x *found) bool {
	name := x.f.Effect.Subject
	if s.Place == Image && name == "/" && (x.f.Effect.Kind == effect.KindWrite || unquoted(x.source) == "." &&
		x.f.Effect.Kind == effect.KindMetadata) {
		return true // where it starts, which the image that it comes from says: it unpacks there, and makes it its own
	}
	if s.Place != Machine {
		if x.program == "find" { // it is about what is found in there
			return name != "/" || x.f.Effect.Kind == effect.KindMetadata
		}
		return !systemDirectory(name)
	}
	if effect.Within(name, "/var/lib/apt/lists") || strings.HasPrefix(name, "/var/cache/") {
		return true // a look at what packages there are brings it back
	}
	if x.f.Row == "delete-outside" {
		return s.Home != "" && effect.Within(name, s.Home+"/.cache")
	}
	own := x.f.Row == "write-outside" || x.f.Row == "metadata-outside"
	switch {
	case strings.HasPrefix(name, "/usr/local/"), strings.HasPrefix(name, "/opt/"):
		return own || x.f.Row == "write-startup" || x.f.Row == "delete-root" && strings.Count(name, "/") > 3
	case s.Home != "" && (effect.Within(name, s.Home+"/.local/bin") || effect.Within(name, s.Home+"/bin")):
		return own || x.f.Row == "write-startup"
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
func (s Surroundings) ordinarySecret(x *found) bool {
	switch {
	case setsOnly(x):
		return true
	case x.f.Effect.Kind != effect.KindWrite && slices.Contains(showing[:], x.program) && !joins(x.program, x.command):
		return false
	}
	name := x.f.Effect.Subject
	if x.f.Effect.Kind == effect.KindRun {
		_, word, ok := strings.Cut(x.f.Reason, " with \"")
		if !ok {
			_, word, ok = strings.Cut(x.f.Reason, " with ")
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
	if s.Place == Runner && x.f.Effect.Kind != effect.KindRead && effect.Within(name, s.Home) ||
		s.Place == Image && x.f.Effect.Kind == effect.KindMetadata {
		return true
	}
	if s.Home != "" && effect.Within(name, s.Home) && !effect.Within(s.Root, s.Home) {
		return false // a home below /tmp, or in the workspace
	}
	return s.Root != "" && effect.Within(name, s.Root) || effect.Within(name, "/tmp")
}

// ordinaryHazard reports whether a combination that is dangerous for an agent is what the file is for.
func (s Surroundings) ordinaryHazard(x *found) bool {
	asks, elsewhere := x.f.Decision == engine.Ask, s.Place != Machine
	switch x.f.Effect.Subject {
	case "hidden-execution":
		return asks || ordinarySetting(x.f.Reason, x.command, s.Root) || elsewhere && ordinaryElsewhere(x.f.Reason)
	case "secret-sent":
		return knownForge(x.command) || elsewhere && servicesOwn(x.program, x.command)
	case "secret-variable":
		return x.l.shown(x.f.Reason) < 0
	case "download-execute":
		return toldValue(x) ||
			elsewhere && (strings.Contains(x.command, "-exec ldd ") || unpacked(x))
	case "network-redirect": // a look at whether somebody listens
		return slices.Contains([]string{"echo", "printf", ":", "true", "exec"}, x.program)
	case "whole-tree", "delete-all":
		_, rest, _ := strings.Cut(x.f.Reason, ": ")
		name, _, _ := strings.Cut(rest, " ")
		return elsewhere && strings.HasPrefix(name, "/") && !systemDirectory(strings.TrimRight(name, "."))
	case "history":
		kept := !strings.Contains(x.f.Reason, " lost") && !strings.Contains(x.f.Reason, "undone") &&
			!strings.Contains(x.f.Reason, "are deleted")
		return asks && (kept || s.Place == Runner) && !strings.Contains(x.command, "filter-branch")
	case "exfiltration":
		return asks && elsewhere
	case "remote-change", "publish":
		return asks && !tunnels(x.program, x.command) && (looks(x.f.Reason, x.command) || elsewhere && !forced(x.command) ||
			atHome(x.command))
	case "secret":
		return elsewhere && (asks || ordinaryKeychain(x.command))
	case "message", "network-settings", "protection":
		return elsewhere
	case "container":
		return asks && (elsewhere || !pushes(x.command))
	case "accounts", "machine":
		return asks || elsewhere
	case "decode-execute":
		return toldValue(x)
	case "deceptive-text": // a script talks with who started it, and no question of pp's is on that terminal
		return asks || strings.Contains(x.f.Reason, "it writes to the terminal what is not known")
	case "file-emptied":
		return elsewhere
	case "destruction":
		return asks && elsewhere && madeHere(x.f.Reason, x.command)
	}
	return asks
}

// Start is where in the canonical text stands what a finding is about. A variable is shown by what a script prints as a
// whole; its place is the first command that prints it.
func (l Located) Start(f engine.Finding) int {
	if f.Effect.Subject == "secret-variable" && f.Effect.Span.Start == f.Effect.Span.End {
		if i := l.shown(f.Reason); i >= 0 {
			return l.Commands[i].Start
		}
	}
	return f.Effect.Span.Start
}

// shown is the first command that prints the variable that a reason names, for others than a login; -1 for none.
func (l *Located) shown(reason string) int {
	_, name, _ := strings.Cut(strings.TrimSuffix(reason, "."), ": ")
	name, _, _ = strings.Cut(name, ".")
	shows := [...]string{"", "echo", "printf", "printenv", "cat", "tee", "set"}
	for i, c := range l.Commands {
		sets := c.name == "" && strings.HasPrefix(c.Text, "export ") && !strings.Contains(c.Text, " -p")
		if slices.Contains(shows[:], c.name) && !sets && l.names(c.Text, name) && !l.toLogin(i) {
			return i
		}
	}
	return -1
}

// names reports whether a command names a variable, or one that the script sets to nothing but that.
func (l *Located) names(command, name string) bool {
	before, _, ok := strings.Cut(l.Canonical, "=${"+name+"}\n")
	other := before[strings.LastIndexByte(before, '\n')+1:]
	return ok && strings.Contains(command, "$"+other) || strings.Contains(command, name)
}

// toLogin reports whether what a command prints goes to a program alone that reads a password there, as documented, or
// that decodes it into a file.
func (l *Located) toLogin(i int) bool {
	if !l.feeds(i) {
		return false
	}
	next := l.Commands[i+1]
	return strings.Contains(next.Text, " --password-stdin") || next.name == "base64" && joins(next.name, next.Text)
}

// feeds reports whether what a command prints goes to the next one.
func (l *Located) feeds(i int) bool {
	if i+1 >= len(l.Commands) {
		return false
	}
	from := l.Commands[i].Start + len(l.Commands[i].Text)
	to := l.Commands[i+1].Start
	return from <= to && to <= len(l.Canonical) && strings.TrimSpace(l.Canonical[from:to]) == "|"
}

// unpacked reports whether what is run came in a tree that was unpacked or cloned, as sources do that are built. What
// is itself downloaded by name is not.
func unpacked(x *found) bool {
	i := x.at
	if i < 0 || !strings.Contains(x.l.Commands[i].name, "/") && x.f.Effect.Span.Start == x.l.Commands[i].Start {
		return false
	}
	base, fetched := path.Base(unquoted(x.source)), false
	for _, c := range x.l.Commands[:i] {
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

// runsText reports whether a part that cannot be known is run as a text of commands, and not as the name of a program.
func runsText(x *found) bool {
	switch x.program {
	case "eval":
		return !quotedFor(x.command)
	case "trap":
		words := strings.Fields(x.command)
		if strings.Contains(x.source, "$(mktemp ") || strings.Contains(x.f.Reason, `"$(mktemp `) {
			return false // a name that it made up
		}
		return strings.Contains(x.f.Reason, "run as code") && !killing(x.command) ||
			len(words) > 1 && strings.HasPrefix(unquoted(words[1]), "$")
	case "sh", "bash", "dash", "zsh", "ksh", "su":
		return slices.Contains(strings.Fields(x.command), "-c")
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
	rest = strings.TrimPrefix(rest, "declare -g -A ")
	if name := rest[:wordEnd(rest)]; name != "" && strings.HasPrefix(rest[len(name):], "=( $") {
		return true
	}
	inner, ok := strings.CutPrefix(rest, "$(")
	words := strings.Fields(strings.TrimRight(inner, `)"`))
	if !ok || len(words) < 2 || strings.ContainsAny(inner[:len(inner)-1], "|;&<>$`") {
		return false
	}
	name := path.Base(words[0])
	switch words[1] {
	case "shellenv", "env", "docker-env", "init", "hook", "shell-hook", "shell.bash", "activate":
		return !isShell(name) && !isFetcher(name) && !slices.Contains(showing[:], name) &&
			!slices.Contains(speaking[:], name)
	}
	switch name + " " + words[1] {
	case "ssh-agent -s", "dircolors -b", "direnv export", "luarocks path":
		return true
	}
	return false
}

// speaking are programs that print what they are told, or what a file tells them.
var speaking = [...]string{"echo", "printf", "python", "python3", "node", "perl", "ruby", "ssh", "sed", "awk", "jq",
	"git", "xargs", "find", "tee", "gh", "docker", "kubectl", "aws", "sudo", "env", "timeout", "nohup", "exec", "command"}

// runsUnknown reports whether a command is nothing but an argument or a variable that nobody set. With words after it
// it is a program whose name can be chosen; all the arguments at once are a command that was given to be run.
func runsUnknown(x *found) bool {
	i := x.at
	if i < 0 || x.f.Effect.Span.Start != x.l.Commands[i].Start || !setByCaller(x.f.Reason) {
		return false
	}
	words := strings.Fields(x.l.Commands[i].Text)
	s := unquoted(x.source)
	if len(words) == 0 || unquoted(words[0]) != s || len(words) > 1 && !strings.ContainsAny(words[1], "<>") {
		return false
	}
	name := strings.Trim(s, "${}")
	return wordEnd(name) == len(name) && !computed(name) && !truth(name, x.l)
}

// truth reports whether a script sets a variable to nothing but true and false, which are programs too.
func truth(name string, l *Located) bool {
	set := false
	parts := strings.Split(l.Canonical, name+"=")
	for i, rest := range parts[1:] {
		if before := parts[i]; before != "" && wordEnd(before[len(before)-1:]) == 1 {
			continue // the end of another name
		}
		switch rest = unquoted(rest[:min(len(rest), 10)]); rest[:wordEnd(rest)] {
		case "true", "false":
			set = true
		default:
			return false
		}
	}
	return set
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
func rootIfEmpty(x *found) bool {
	s := unquoted(x.source)
	if s == "" {
		return true
	}
	bare, unset := emptied(s, x.l)
	if bare == "" {
		return unset && setByCaller(x.f.Reason)
	}
	return strings.HasPrefix(bare, "/*") || strings.HasPrefix(bare, "/.") ||
		strings.HasPrefix(bare, "/") && systemDirectory(bare)
}

// emptied is a word with those variables empty that may be: the first thing in it, and what the script does not set.
// Its unset is whether one of them is set nowhere.
func emptied(s string, l *Located) (bare string, unset bool) {
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
func isSet(name string, l *Located) bool {
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
