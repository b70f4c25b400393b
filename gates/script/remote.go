package script

import (
	"path"
	"slices"
	"strings"

	"pp/engine"
	"pp/engine/cause"
)

// obeying are programs that carry out what they read, and that are asked about for other reasons.
var obeying = [...]string{"make", "gmake", "gdb", "lldb", "vim", "vi", "ex", "ed", "osascript", "psql", "mysql",
	"sqlite3"}

// obeysDownload reports whether a command runs, applies or deletes what a download tells it, which nobody has read.
func (x *finding) obeysDownload(p Place) bool {
	fed := false
	for i := x.at - 1; i >= 0 && !fed && x.l.feeds(i); i-- {
		fed = downloads(x.l.Commands[i].Text)
	}
	switch {
	case !fed || len(x.words) == 0:
		return false
	case x.program == "xargs":
		return x.has("rm")
	case x.Row == "opaque" && x.Effect.Span.Start == x.l.Commands[x.at].Start: // it is not known what it is
		return len(x.words) == 1 || isShell(x.words[1]) || strings.HasSuffix(x.words[0], "sh")
	case x.program == "patch", x.program == "git" && x.has("apply", "am"):
		return p == Machine
	}
	return slices.Contains(obeying[:], x.program)
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

// opensTunnel reports whether a command opens a way into this machine, or into its network, for others elsewhere.
func (x *finding) opensTunnel() bool {
	if x.program != "ssh" {
		return slices.Contains([]string{"ngrok", "localtunnel", "lt", "bore", "frpc", "pagekite", "serveo", "chisel"},
			x.program) || x.program == "cloudflared" && x.has("tunnel") || x.program == "tailscale" && x.has("funnel")
	}
	for i, w := range x.words[:len(x.words)-1] {
		if strings.HasPrefix(w, "-") && strings.TrimLeft(w, "-NfnTgqCv46") == "R" && strings.Contains(x.words[i+1], ":") {
			return true
		}
	}
	return false
}

// sendsFiles reports whether a command copies something from here to another machine.
func (x *finding) sendsFiles() bool {
	if x.program != "scp" && x.program != "rsync" || len(x.words) < 3 || x.has("--server") {
		return false
	}
	host, _, remote := strings.Cut(x.words[len(x.words)-1], ":")
	return remote && !strings.Contains(host, "/")
}

// forces reports whether a push replaces or deletes commits elsewhere.
func (x *finding) forces() bool {
	return strings.Contains(x.command, "push") && slices.ContainsFunc(x.words, func(w string) bool {
		return slices.Contains([]string{"-f", "--mirror", "--delete", "-d", "--prune"}, w) ||
			strings.HasPrefix(w, "--force") || strings.HasPrefix(w, "+")
	})
}

// sendsToForge reports whether all addresses in a command are those of a forge or registry that gave out the token.
func sendsToForge(command string) bool {
	parts := strings.Split(command, "://")
	for _, address := range parts[1:] {
		host := address[:strings.IndexAny(address+" ", "/\"' \t\n")]
		switch host[strings.LastIndexByte(host, '@')+1:] {
		case "github.com", "api.github.com", "uploads.github.com", "gitlab.com", "registry.npmjs.org":
		default:
			return false
		}
	}
	return len(parts) > 1
}

// logsIn reports whether a command of a service is told what logs in there, not what it is to keep.
func (x *finding) logsIn() bool {
	switch x.program {
	case "twine", "docker", "npm":
		return !x.has("-")
	}
	return strings.HasPrefix(x.command, "gh auth login ") || x.program == "az" && x.has("login")
}

// Start is where in the canonical text stands what a finding is about. A variable is shown by what a script prints as a
// whole; its place is the first command that prints it.
func (l Located) Start(f engine.Finding) int {
	if f.Effect.Subject == "secret-variable" && f.Effect.Span.Start == f.Effect.Span.End {
		if i := l.shown(f.Cause); i >= 0 {
			return l.Commands[i].Start
		}
	}
	return f.Effect.Span.Start
}

// shown is the first command that prints the variable of a cause, for others than a login; -1 for none.
func (l *Located) shown(c cause.Cause) int {
	shows := [...]string{"", "echo", "printf", "printenv", "cat", "tee", "set"}
	return slices.IndexFunc(l.Commands, func(cmd Command) bool {
		sets := cmd.name == "" && strings.HasPrefix(cmd.Text, "export ") && !strings.Contains(cmd.Text, " -p")
		return slices.Contains(shows[:], cmd.name) && !sets && l.names(cmd.Text, c.Word) && !l.goesToLogin(cmd)
	})
}

// names reports whether a command names a variable, or one that the script sets to nothing but that.
func (l *Located) names(command, name string) bool {
	before, _, ok := strings.Cut(l.Canonical, "=${"+name+"}\n")
	other := before[strings.LastIndexByte(before, '\n')+1:]
	return ok && strings.Contains(command, "$"+other) || strings.Contains(command, name)
}

// goesToLogin reports whether what a command prints goes to a program alone that reads a password there, as documented,
// or that decodes it into a file.
func (l *Located) goesToLogin(c Command) bool {
	i := slices.IndexFunc(l.Commands, func(other Command) bool { return other.Start == c.Start })
	if !l.feeds(i) {
		return false
	}
	next := l.Commands[i+1].Text
	return strings.Contains(next, " --password-stdin") || strings.HasPrefix(next, "base64") &&
		(strings.Contains(next, " --output ") || strings.Contains(next, " -o "))
}

// isUnpacked reports whether what is run came in a tree that was unpacked or cloned, as sources do that are built. What
// is itself downloaded by name is not.
func (x *finding) isUnpacked() bool {
	if x.at < 0 || !strings.Contains(x.l.Commands[x.at].name, "/") && x.Effect.Span.Start == x.l.Commands[x.at].Start {
		return false
	}
	base, fetched := path.Base(unquoted(x.source)), false
	for _, c := range x.l.Commands[:x.at] {
		if strings.Contains(c.Text, "curl ") || strings.Contains(c.Text, "wget ") {
			if strings.Contains(c.Text, base) {
				return false
			}
		}
		fetched = fetched || c.name == "tar" || c.name == "unzip" || c.name == "git" && strings.Contains(c.Text, " clone ")
	}
	return fetched && base != "."
}

// Unread is why a person should look before a command runs, though such files are for what it does: it installs what
// stands at an address, or builds on a person's machine what the same script clones. It is "" for nothing.
func (s Surroundings) Unread(l Located, i int) string {
	if i >= len(l.Commands) {
		return ""
	}
	words := strings.Fields(unquoted(l.Commands[i].Text))
	if name := l.Commands[i].handsOver(words); name != "" {
		return "Another shell runs the text of " + name + ", which anybody can choose; hand it over as a value, not in code."
	}
	if address := installedFrom(words); address != "" {
		return "It installs, and runs, what stands at " + address + " now, in no registry; name a commit or a sum of it."
	}
	if s.Place == Machine && l.buildsClone(i, words) {
		return "It builds, and so runs, what the script has just cloned from elsewhere, which nobody has read."
	}
	return ""
}

// handsOver is the variable of a forge with text of anybody that a command has another shell run, "" for none.
func (c Command) handsOver(words []string) string {
	at := slices.Index(words, "-c")
	if c.name != "ssh" && (at < 1 || !isShell(words[at-1])) {
		return ""
	}
	var q quoting
	for i := range c.Text {
		if q.next(c.Text[i]); c.Text[i] != '$' || q.isLiteral() {
			continue
		}
		name := strings.TrimPrefix(c.Text[i+1:], "{")
		name = name[:wordEnd(name)]
		if first, _, _ := strings.Cut(name, "_"); (first == "CI" || first == "GITHUB") && isChosen(name) {
			return name
		}
	}
	return ""
}

// isChosen reports whether a variable of a forge holds what whoever proposes a change writes.
func isChosen(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "")
	return slices.ContainsFunc([]string{"message", "title", "requestsourcebranch", "requestdescription", "headref"},
		func(part string) bool { return strings.Contains(name, part) })
}

// installers are programs that install packages, and whether they run one by its name, with the words behind it.
var installers = map[string]bool{"npx": true, "uvx": true, "pipx": true, "bunx": true, "pip": false, "pip3": false,
	"uv": false, "npm": false, "pnpm": false, "yarn": false, "bun": false, "cargo": false, "gem": false}

// servers are the ends of flags that name where packages are looked for, not what is installed.
var servers = [...]string{"-i", "-f", "-c", "index-url", "index", "links", "constraint", "constraints", "registry",
	"proxy", "source"}

// installedFrom is the address that a command installs from, "" for none, or where it says which commit or sum.
func installedFrom(words []string) string {
	at := slices.IndexFunc(words[:min(len(words), 4)], func(w string) bool {
		_, ok := installers[path.Base(w)]
		return ok
	})
	if at < 0 || slices.ContainsFunc(words, isPinned) {
		return ""
	}
	runs := installers[path.Base(words[at])]
	installs := runs
	for i, w := range words[at+1:] {
		before := words[at+i]
		ofServer := strings.HasPrefix(before, "-") && slices.ContainsFunc(servers[:], func(flag string) bool {
			return strings.HasSuffix(before, flag)
		})
		switch {
		case slices.Contains([]string{"install", "i", "add", "get"}, w):
			installs = true
		case w == "run": // of pipx
		case w == "exec" || w == "dlx":
			installs, runs = true, true
		case installs && isAddressElsewhere(w) && !ofServer:
			return w
		case runs && !strings.HasPrefix(w, "-") && !slices.Contains([]string{"-p", "--package", "--with"}, before):
			return ""
		}
	}
	return ""
}

// isPinned reports whether a word says which commit it means, or what the sum is.
func isPinned(word string) bool {
	return word == "--rev" || word == "--require-hashes" || strings.Contains(word, "sha256") ||
		slices.ContainsFunc(strings.FieldsFunc(word, func(r rune) bool {
			return !strings.ContainsRune("0123456789abcdef", r)
		}), func(run string) bool { return len(run) == 40 })
}

// isAddressElsewhere reports whether a word is an address of another machine.
func isAddressElsewhere(word string) bool {
	before, host, ok := strings.Cut(word, "://")
	return ok && !strings.HasSuffix(before, "file") && !strings.HasPrefix(host, "localhost") &&
		!strings.HasPrefix(host, "127.") && !strings.HasPrefix(word, "-") ||
		strings.HasPrefix(word, "github:") || strings.HasPrefix(word, "gitlab:")
}

// builders are programs that run what a tree says.
var builders = [...]string{"make", "gmake", "ninja", "cmake", "npm", "yarn", "pnpm", "pip", "pip3", "cargo", "meson",
	"bazel", "gradle", "mvn", "rake"}

// buildsClone reports whether a command builds in the directory that an earlier one cloned into.
func (l Located) buildsClone(at int, words []string) bool {
	if !slices.Contains(builders[:], l.Commands[at].name) {
		return false
	}
	return at > l.entered || slices.ContainsFunc(words[1:], func(w string) bool {
		i, ok := l.clones[path.Base(w)]
		return ok && i < at
	})
}

// findClones notes which commands clone trees, and the first command that enters such a tree.
func (l *Located) findClones() {
	l.clones, l.entered = map[string]int{}, len(l.Commands)
	for i, c := range l.Commands {
		words := strings.Fields(unquoted(c.Text))
		switch {
		case c.name == "git" && strings.Contains(c.Text, " clone "):
			tree := strings.TrimSuffix(path.Base(words[len(words)-1]), ".git")
			if _, ok := l.clones[tree]; !ok {
				l.clones[tree] = i
			}
		case c.name == "cd" && l.entered == len(l.Commands) && slices.ContainsFunc(words, func(w string) bool {
			_, ok := l.clones[path.Base(w)]
			return ok
		}):
			l.entered = i
		}
	}
}
