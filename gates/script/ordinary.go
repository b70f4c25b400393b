package script

import (
	"path"
	"slices"
	"strings"

	"pp/engine/effect"
)

// copying are programs that copy all that is below a directory.
var copying = [...]string{"cp", "tar", "zip", "rsync", "scp", "7z"}

// obeying are programs that carry out what they read, and that are asked about for other reasons.
var obeying = [...]string{"make", "gmake", "gdb", "lldb", "vim", "vi", "ex", "ed", "osascript", "psql", "mysql",
	"sqlite3"}

// obeys reports whether a command runs, applies or deletes what a download tells it, which nobody has read.
func (x *found) obeys(p Place) bool {
	fed := false
	for i := x.at - 1; i >= 0 && !fed && x.l.feeds(i); i-- {
		fed = downloads(x.l.Commands[i].Text)
	}
	words := strings.Fields(x.command)
	switch {
	case !fed || len(words) == 0:
		return false
	case x.program == "xargs":
		return slices.Contains(words, "rm")
	case x.f.Row == "opaque" && x.f.Effect.Span.Start == x.l.Commands[x.at].Start: // it is not known what it is
		return len(words) == 1 || isShell(words[1]) || strings.HasSuffix(unquoted(words[0]), "sh")
	case x.program == "patch", strings.HasPrefix(x.command, "git apply"), strings.HasPrefix(x.command, "git am"):
		return p == Machine
	}
	return slices.Contains(obeying[:], x.program)
}

// killing reports whether a trap does nothing but end processes or containers, whatever they are called.
func killing(command string) bool {
	_, text, ok := strings.Cut(command, `"`)
	text, _, _ = strings.Cut(text, `"`)
	for _, silent := range [...]string{"&>/dev/null", "2>/dev/null", ">/dev/null"} {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "> /", ">/"), silent, "")
	}
	text = strings.TrimSuffix(strings.TrimSpace(text), "; exit 0")
	if !ok || strings.ContainsAny(text, ";|&<>`(\n") {
		return false
	}
	switch words := strings.Fields(text); {
	case len(words) < 2:
		return false
	case words[0] == "docker", words[0] == "podman":
		return words[1] == "rm" || words[1] == "stop" || words[1] == "kill"
	default:
		return words[0] == "kill"
	}
}

// toldValue reports whether a program that is told a value by another one runs no other program with it.
func toldValue(x *found) bool {
	return x.program == "dc" || x.program == "sed" && !strings.Contains(x.command, " -f")
}

// setsOnly reports whether a part of a script only says in a variable where a file is.
func setsOnly(x *found) bool {
	source, exported := strings.CutPrefix(x.source, "export ")
	before := strings.TrimRight(x.l.Canonical[:max(0, min(x.f.Effect.Span.Start, len(x.l.Canonical)))], " \t")
	if exported || strings.HasPrefix(x.command, "export ") && wordEnd(source) == len(source) {
		return !strings.ContainsAny(source, "$`(")
	}
	end := wordEnd(x.source)
	return end > 0 && end < len(x.source) && x.source[end] == '=' && !strings.ContainsAny(x.source, "`(") &&
		(before == "" || strings.HasSuffix(before, "export") || strings.ContainsAny(before[len(before)-1:], "\n;"))
}

// joins reports whether files are put together, or decoded, in another one.
func joins(program, command string) bool {
	_, to, ok := strings.Cut(command, " >")
	if program == "base64" { // of macOS, which writes what it decodes to a file
		return strings.Contains(command, " --output ") || strings.Contains(command, " -o ")
	}
	return program == "cat" && ok && !strings.ContainsAny(to, "(|") && !strings.Contains(to, "/dev/")
}

// atHome reports whether a service is told to be the one on this machine.
func atHome(command string) bool {
	_, address, ok := strings.Cut(unquoted(command), " --endpoint-url")
	_, host, named := strings.Cut(address, "://")
	return ok && named && (strings.HasPrefix(host, "localhost:") || strings.HasPrefix(host, "127.0.0.1:"))
}

// madeHere reports whether what is deleted was made on a machine that is gone itself in the end.
func madeHere(reason, command string) bool {
	return strings.HasPrefix(reason, "Unused containers and images") || strings.HasPrefix(reason, "A cluster ") &&
		slices.ContainsFunc(strings.Fields(command), func(w string) bool {
			return strings.Contains(localClusters, " "+path.Base(w)+" ")
		})
}

// servicesOwn reports whether a command of a service is told what logs in there, not what it is to keep.
func servicesOwn(program, command string) bool {
	switch program {
	case "twine", "docker", "npm":
		return !strings.Contains(command+" ", " - ")
	}
	return strings.HasPrefix(command, "gh auth login ") || program == "az" && strings.Contains(command, " login ")
}

// sedScript reports whether a word is what sed does, after the empty suffix that only some need behind -i.
func sedScript(word, command string) bool {
	_, rest, ok := strings.Cut(strings.ReplaceAll(command, `""`, "''"), " -i '' ")
	for strings.HasPrefix(rest, "-") {
		_, rest, _ = strings.Cut(rest, " ")
	}
	return ok && strings.HasPrefix(command, "sed ") && len(word) > 1 && (word[0] == '\'' || word[0] == '"') &&
		strings.HasPrefix(rest, word)
}

// looks reports whether a reason is of a command that may do no more than look.
func looks(reason, command string) bool {
	switch {
	case strings.HasPrefix(reason, "A package is looked over"):
		return !strings.Contains(command, "upload")
	case strings.HasPrefix(reason, "Another machine is contacted"), strings.HasPrefix(reason, "Providers are downloaded"):
		return true
	}
	words := strings.Fields(command)
	if strings.HasPrefix(reason, "A cluster is used") && len(words) > 1 &&
		strings.Contains(localClusters, " "+words[0]+" ") {
		return slices.Contains(ofClusters[:], words[1])
	}
	if strings.HasPrefix(reason, "A cloud is changed or asked") && len(words) > 0 && words[0] == "aws" {
		return len(words) > 2 && words[1] == "configure" && words[2] != "import" ||
			slices.ContainsFunc(words[:min(len(words), 8)], func(w string) bool {
				return w == "get-caller-identity" || strings.HasPrefix(w, "describe-") || strings.HasPrefix(w, "list-")
			})
	}
	if strings.HasPrefix(reason, "A cluster is used") || strings.HasPrefix(reason, "The cluster is changed") {
		return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(looking[:], w) })
	}
	return strings.HasPrefix(reason, "Something at the registry or in the project")
}

// localClusters are programs for clusters that are on this machine alone.
const localClusters = " kind minikube k3d "

// ofClusters are their words that make and delete none.
var ofClusters = [...]string{"get", "config", "profile", "image", "load", "status", "ip", "logs", "export",
	"docker-env"}

// looking are the words of programs for clusters with which they change none: they read, or work on files here.
var looking = [...]string{"repo", "dependency", "dep", "template", "lint", "package", "show", "search", "pull",
	"status", "list", "version", "node-image"}

// ordinaryElsewhere reports whether a setting is one that builds make on machines that are made for them.
func ordinaryElsewhere(reason string) bool {
	_, set, _ := strings.Cut(reason, "instead: LD_PRELOAD=")
	return strings.HasPrefix(set, "/usr/lib/") || strings.HasPrefix(set, "/lib/") ||
		strings.Contains(reason, "instead: PATH=") ||
		strings.HasPrefix(reason, "Cmake is told which program")
}

// ordinaryKeychain reports whether a command makes or fills a store of keys, and shows none.
func ordinaryKeychain(command string) bool {
	words := strings.Fields(command)
	if len(words) < 2 || words[0] != "security" {
		return false
	}
	switch words[1] {
	case "create-keychain", "default-keychain", "unlock-keychain", "import", "set-key-partition-list", "list-keychain",
		"list-keychains", "set-keychain-settings", "delete-keychain":
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

// pushes reports whether a command publishes an image.
func pushes(command string) bool {
	words := strings.Fields(command)
	return slices.Contains(words[:min(len(words), 3)], "push") || slices.Contains(words, "--push")
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
		host := after[:end]
		switch host[strings.LastIndexByte(host, '@')+1:] {
		case "github.com", "api.github.com", "uploads.github.com", "gitlab.com", "registry.npmjs.org":
		default:
			return false
		}
		rest, found = after[end:], true
	}
}

// anybodys reports whether programs are looked for first where anybody on the machine may put some.
func anybodys(path, root string) bool {
	dir, _, _ := strings.Cut(strings.TrimLeft(path, `="'`), ":")
	switch {
	case strings.Contains(dir, "XXX"), root != "" && effect.Within(dir, root): // what mktemp makes, and the workspace
		return false
	}
	return effect.Within(dir, "/tmp") || effect.Within(dir, "/var/tmp") || effect.Within(dir, "/dev/shm")
}

// tunnels reports whether a command opens a way into this machine, or into its network, for others elsewhere.
func tunnels(program, command string) bool {
	words := strings.Fields(command)
	if program != "ssh" {
		return strings.Contains(" ngrok localtunnel lt bore frpc pagekite serveo chisel ", " "+program+" ") ||
			program == "cloudflared" && slices.Contains(words, "tunnel") ||
			program == "tailscale" && slices.Contains(words, "funnel")
	}
	for i, w := range words[:len(words)-1] {
		if strings.HasPrefix(w, "-") && strings.TrimLeft(w, "-NfnTgqCv46") == "R" && strings.Contains(words[i+1], ":") {
			return true
		}
	}
	return false
}

// sends reports whether a command copies something from here to another machine.
func sends(program, command string) bool {
	words := strings.Fields(unquoted(command))
	if program != "scp" && program != "rsync" || len(words) < 3 || strings.Contains(command, " --server") {
		return false
	}
	last := words[len(words)-1]
	host, _, remote := strings.Cut(last, ":")
	return remote && !strings.Contains(host, "/")
}

// runningSettings are variables whose value is code that is run whatever else a script does.
var runningSettings = [...]string{"LD_PRELOAD", "LD_AUDIT", "BASH_ENV", "ENV", "PROMPT_COMMAND", "PS4", "PERL5OPT",
	"PERL5DB", "RUBYOPT", "PYTHONSTARTUP", "GIT_EXTERNAL_DIFF", "GIT_PAGER", "LESSOPEN", "DYLD_INSERT_LIBRARIES", "IFS"}

// cargoSettings reports whether cargo is told no setting that names a program, or a file with more of them.
func cargoSettings(command string) bool {
	for _, set := range strings.Split(command, "--config")[1:] {
		set = strings.TrimLeft(set, `= '"`)
		key := set[:max(0, strings.IndexAny(set, " ="))]
		flags := strings.HasSuffix(key, ".rustflags") && !strings.Contains(command, "link")
		if !flags && key != "build.target" && !strings.HasPrefix(key, "profile.") && !strings.HasPrefix(key, "net.") {
			return false
		}
	}
	return true
}

// ordinarySetting reports whether a reason, and the source that it is about, are of a setting that builds make, such as
// of a path.
func ordinarySetting(reason, source, root string) bool {
	if strings.HasPrefix(reason, "Go is told") {
		return !strings.Contains(source, "-extld=") && !strings.Contains(source, "-extld ") &&
			!strings.Contains(source, "toolexec")
	}
	if strings.HasPrefix(reason, "Cargo ") {
		return cargoSettings(source)
	}
	if strings.HasPrefix(reason, "Configuration from outside") {
		return true
	}
	if strings.HasPrefix(reason, "Go test is told") {
		_, what, ok := strings.Cut(source, " -exec")
		words := strings.Fields(strings.Trim(what, `= '"`))
		return ok && !strings.Contains(source, "toolexec") && len(words) > 0 && !isShell(words[0]) && words[0] != "env"
	}
	if strings.HasPrefix(reason, "Make is given") {
		return !strings.Contains(source, "SHELL=") && !strings.Contains(source, "--eval")
	}
	_, what, ok := strings.Cut(reason, "instead: ")
	if !ok {
		return false
	}
	if _, other, ok := strings.Cut(what, " is another name for "); ok { // which a function is told, to set it
		name := other[:wordEnd(other)]
		return strings.HasPrefix(other, name+" (") && name != "PATH" && !slices.Contains(runningSettings[:], name)
	}
	end := wordEnd(what)
	switch name := what[:end]; {
	case strings.HasPrefix(what, "compgen -W "):
		_, list, quoted := strings.Cut(source, "-W '") // which bash expands all the same
		list, _, _ = strings.Cut(list, "'")
		return !strings.Contains(source, " -C") && !(quoted && strings.ContainsAny(list, "$`"))
	case strings.HasPrefix(what, "configuration from outside"):
		return true
	case name == "" || end < len(what) && what[end] != '=' && what[end] != ' ' || name != strings.ToUpper(name):
		return false
	case name == "PATH":
		return !anybodys(what[end:], root)
	default:
		return !slices.Contains(runningSettings[:], name)
	}
}
