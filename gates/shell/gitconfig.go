package shell

import (
	"cmp"
	"errors"
	"path"
	"regexp"
	"slices"
	"strings"

	"pp/engine/effect"
)

// gitSetting is one value of a git configuration: section and key in lower case, the subsection as it stands there.
type gitSetting struct{ section, sub, key, value string }

// Bounds of a git configuration.
const (
	maxGitConfig   = 256 << 10
	maxGitIncludes = 16
)

// gitToken matches what may come next in a configuration: white space or a comment, a section, or a key with its value.
// It refuses what git refuses, and some of what versions of git read differently.
var gitToken = regexp.MustCompile(`^(?:[ \t\n]+|[#;][^\n]*|` +
	`\[([A-Za-z0-9-]+)(?:\.([A-Za-z0-9.-]*[A-Za-z0-9-])|[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?\]|` +
	`([A-Za-z][A-Za-z0-9-]*)[ \t]*(?:(?:\n|$)|(=)[ \t\r\f\v]*((?:[^"\\#;\n\t\r\f\v]|\\[\nnt\\"b]|` +
	`"(?:[^"\\\n]|\\[\nnt\\"b])*")*)(?:[#;][^\n]*)?(?:\n|$)))`)

// parseGitConfig reads a configuration as git does; ok is false for what git refuses or this does not read.
func parseGitConfig(text string) (out []gitSetting, ok bool) {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	at := gitSetting{}
	for text != "" {
		m := gitToken.FindStringSubmatch(text)
		if m == nil || m[4] != "" && at.section == "" || strings.Contains(m[0], "\x00") {
			return nil, false
		}
		text = text[len(m[0]):]
		switch {
		case m[1] != "":
			at.section, at.sub = strings.ToLower(m[1]), strings.ToLower(m[2])+gitEscape.ReplaceAllString(m[3], "$1")
		case m[4] != "":
			if at.key, at.value = strings.ToLower(m[4]), "true"; m[5] != "" {
				at.value = gitValue(m[6])
			}
			out = append(out, at)
		}
	}
	return out, true
}

var (
	gitEscape = regexp.MustCompile(`\\(.)`)
	gitBlanks = regexp.MustCompile(`( |\\\n)+$`) // at the end of a value
)

// gitValue takes quotes and escapes off a value.
func gitValue(raw string) string {
	raw = gitBlanks.ReplaceAllString(raw, "")
	var b strings.Builder
	quoted := false
	for i := 0; i < len(raw); i++ {
		switch c := raw[i]; {
		case c == '"':
			quoted = !quoted
		case c == '\\':
			if i++; raw[i] != '\n' {
				b.WriteByte("\n\t\\\"\b"[strings.IndexByte(`nt\"b`, raw[i])])
			}
		case c != ' ' || quoted || b.Len() > 0:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// errGitConfig says that pp does not read a configuration as a whole.
var errGitConfig = errors.New("a configuration of git that pp does not read")

// readGitConfig reads one file.
func readGitConfig(files effect.FS, name string) ([]gitSetting, error) {
	data, err := files.ReadFile(name, maxGitConfig)
	if err != nil {
		return nil, err
	}
	settings, ok := parseGitConfig(string(data))
	if !ok || len(data) >= maxGitConfig {
		return nil, errGitConfig
	}
	return settings, nil
}

// gitRepository is what of a repository says where it fetches from and pushes to.
type gitRepository struct {
	settings []gitSetting
	branch   string // that is checked out, "" when none is
	modules  bool   // it has submodules
	top      string // of its working tree
}

// openGit reads the configuration that git goes by in a directory; ok is false when it is not known in full.
func openGit(dir, home string, files effect.FS) (r gitRepository, ok bool) {
	at, found := repositories{files}.nearest(dir)
	budget := maxGitIncludes
	for _, name := range [...]string{"/etc/gitconfig", path.Join(home, ".config/git/config"),
		path.Join(home, ".gitconfig")} {
		settings, known := personalGit(name, home, files, &budget)
		if found = found && known; !found {
			return r, false
		}
		r.settings = append(r.settings, settings...)
	}
	settings, err := readGitConfig(files, path.Join(at.common, "config"))
	ok = err == nil
	for _, s := range settings {
		// What the repository includes, and what it keeps per working tree, is not followed.
		ok = ok && s.section != "include" && s.section != "includeif" &&
			!(s.section == "extensions" && s.key == "worktreeconfig")
	}
	r.settings, r.top = append(r.settings, settings...), cmp.Or(at.tree, at.dir)
	head, _ := files.ReadFile(path.Join(at.dir, "HEAD"), maxGitConfig)
	if branch, is := strings.CutPrefix(strings.TrimSpace(string(head)), "ref: refs/heads/"); is {
		r.branch = branch
	}
	_, err = files.Lstat(path.Join(r.top, ".gitmodules"))
	r.modules = err == nil
	return r, ok
}

// personalGit is a configuration of the person or the machine, with what it includes. One that may rewrite addresses
// under a condition is not known.
func personalGit(name, home string, files effect.FS, budget *int) (out []gitSetting, ok bool) {
	settings, err := readGitConfig(files, name)
	*budget--
	ok = err != errGitConfig // git goes without a file that it cannot read
	for _, s := range settings {
		if out = append(out, s); s.key != "path" || s.section != "include" && s.section != "includeif" {
			continue
		}
		if *budget < 0 {
			return nil, false
		}
		more, known := personalGit(included(name, s.value, home), home, files, budget)
		ok = ok && known && !slices.ContainsFunc(more, func(m gitSetting) bool {
			return m.section == "url" || m.section == "remote" || m.section == "branch"
		})
	}
	return out, ok
}

// included is the file that a configuration of git includes by that name.
func included(config, name, home string) string {
	if rest, tilde := strings.CutPrefix(name, "~/"); tilde {
		return path.Join(home, rest)
	}
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(path.Dir(config), name)
}

// last is the value that counts of a setting, "" when there is none.
func (r gitRepository) last(section, sub, key string) string {
	all := r.all(section, sub, key)
	return append([]string{""}, all...)[len(all)]
}

// all are the values of a setting that has several; an empty one takes back those before it.
func (r gitRepository) all(section, sub, key string) []string {
	var out []string
	for _, s := range r.settings {
		switch {
		case s.section != section || s.sub != sub || s.key != key:
		case s.value == "":
			out = nil
		default:
			out = append(out, s.value)
		}
	}
	return out
}

// remotes are the names of the remotes.
func (r gitRepository) remotes() map[string]bool {
	out := map[string]bool{}
	for _, s := range r.settings {
		if s.section == "remote" && s.sub != "" {
			out[s.sub] = true
		}
	}
	return out
}

// addresses are those that git contacts for a remote, with the rewriting that is configured.
func (r gitRepository) addresses(remote string, push bool) (out []string) {
	to := r.all("remote", remote, "pushurl")
	own := push && len(to) > 0
	if !own {
		to = r.all("remote", remote, "url")
	}
	for _, u := range to {
		rewritten := u
		if push && !own {
			rewritten = r.rewritten(u, "pushinsteadof")
		}
		if rewritten == u {
			rewritten = r.rewritten(u, "insteadof")
		}
		out = append(out, rewritten)
	}
	return out
}

// rewritten replaces the longest beginning of an address that the configuration has another one for.
func (r gitRepository) rewritten(address, key string) string {
	longest, to := "", ""
	for _, s := range r.settings {
		if s.section == "url" && s.key == key && strings.HasPrefix(address, s.value) && len(s.value) > len(longest) {
			longest, to = s.value, s.sub
		}
	}
	if longest == "" {
		return address
	}
	return to + address[len(longest):]
}
