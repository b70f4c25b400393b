package script

import (
	"path"
	"slices"
	"strings"
)

// Unread is why a person should look before a command runs, though such files are for what it does: it installs what
// stands at an address, or builds on a person's machine what the same script clones. It is "" for nothing.
func (s Surroundings) Unread(l Located, i int) string {
	if i >= len(l.Commands) {
		return ""
	}
	words := strings.Fields(unquoted(l.Commands[i].Text))
	if name := handed(l.Commands[i], words); name != "" {
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

// handed is the variable of a forge with text of anybody that a command has another shell run, "" for none.
func handed(c Command, words []string) string {
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
		if name = name[:wordEnd(name)]; forgesOwn(name) && chosen(name) {
			return name
		}
	}
	return ""
}

// forgesOwn reports whether a variable is one that a forge sets.
func forgesOwn(name string) bool {
	first, _, _ := strings.Cut(name, "_")
	return strings.Contains(" CI GITHUB ", " "+first+" ")
}

// installers are programs that install packages, and those of them that need no further word for it.
var installers = [...]string{"npx", "uvx", "pipx", "bunx", "pip", "pip3", "uv", "npm", "pnpm", "yarn", "bun", "cargo",
	"gem"}

// servers are the ends of flags that name where packages are looked for, not what is installed.
var servers = [...]string{"-i", "-f", "-c", "index-url", "index", "links", "constraint", "constraints", "registry",
	"proxy", "source"}

// installedFrom is the address that a command installs from, "" for none, or where it says which commit or sum.
func installedFrom(words []string) string {
	at := slices.IndexFunc(words[:min(len(words), 4)], func(w string) bool {
		return slices.Contains(installers[:], path.Base(w))
	})
	if at < 0 || slices.ContainsFunc(words, pinned) {
		return ""
	}
	runs := slices.Index(installers[:], path.Base(words[at])) < 4 // a package's program, whose words follow
	installs := runs
	for i, w := range words[at+1:] {
		switch before := words[at+i]; {
		case w == "install" || w == "i" || w == "add" || w == "get":
			installs = true
		case w == "run": // of pipx
		case w == "exec" || w == "dlx":
			installs, runs = true, true
		case installs && elsewhere(w) && !slices.ContainsFunc(servers[:], func(flag string) bool {
			return strings.HasPrefix(before, "-") && strings.HasSuffix(before, flag)
		}):
			return w
		case runs && !strings.HasPrefix(w, "-") && before != "-p" && before != "--package" && before != "--with":
			return ""
		}
	}
	return ""
}

// pinned reports whether a word says which commit it means, or what the sum is.
func pinned(word string) bool {
	if word == "--rev" || word == "--require-hashes" || strings.Contains(word, "sha256") {
		return true
	}
	run := 0
	for i := range len(word) {
		if strings.IndexByte("0123456789abcdef", word[i]) < 0 {
			run = 0
		} else if run++; run == 40 {
			return true
		}
	}
	return false
}

// elsewhere reports whether a word is an address of another machine.
func elsewhere(word string) bool {
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
		switch {
		case c.name == "git" && strings.Contains(c.Text, " clone "):
			clone := strings.Fields(unquoted(c.Text))
			if tree := strings.TrimSuffix(path.Base(clone[len(clone)-1]), ".git"); !has(l.clones, tree) {
				l.clones[tree] = i
			}
		case c.name == "cd" && l.entered == len(l.Commands):
			if slices.ContainsFunc(strings.Fields(unquoted(c.Text)), func(w string) bool {
				return has(l.clones, path.Base(w))
			}) {
				l.entered = i
			}
		}
	}
}

func has(m map[string]int, name string) bool { _, ok := m[name]; return ok }

// chosen reports whether a variable of a forge holds what whoever proposes a change writes.
func chosen(name string) bool {
	name = strings.ReplaceAll(strings.ToLower(name), "_", "")
	return slices.ContainsFunc([]string{"message", "title", "requestsourcebranch", "requestdescription", "headref"},
		func(part string) bool { return strings.Contains(name, part) })
}
