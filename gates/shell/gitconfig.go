package shell

import (
	"cmp"
	"path"
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

// parseGitConfig reads a configuration as git does; ok is false for what git refuses or this does not read.
func parseGitConfig(text string) (out []gitSetting, ok bool) {
	r := gitReader{text: strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")}
	if strings.Contains(r.text, "\x00") {
		return nil, false
	}
	section, sub := "", ""
	for {
		switch c := r.next(); {
		case c == 0:
			return out, true
		case c == '\n', c == ' ', c == '\t':
		case c == '#', c == ';':
			r.line(c)
		case c == '[':
			if section, sub, ok = r.section(); !ok {
				return nil, false
			}
		case section != "" && gitLetter(c):
			s := gitSetting{section: section, sub: sub}
			if s.key, s.value, ok = r.setting(c); !ok {
				return nil, false
			}
			out = append(out, s)
		default:
			return nil, false
		}
	}
}

// gitReader goes through a configuration byte by byte; at its end it gives 0.
type gitReader struct {
	text string
	at   int
}

func (r *gitReader) next() byte {
	r.at++
	if r.at > len(r.text) {
		return 0
	}
	return r.text[r.at-1]
}

// line passes over the rest of a line that c is in.
func (r *gitReader) line(c byte) {
	for c != '\n' && c != 0 {
		c = r.next()
	}
}

func gitLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func gitKeyByte(c byte) bool { return gitLetter(c) || c >= '0' && c <= '9' || c == '-' }

// section reads [section "sub"] or [section.sub], after the bracket.
func (r *gitReader) section() (section, sub string, ok bool) {
	var b, quoted strings.Builder
	c := r.next()
	for ; gitKeyByte(c) || c == '.'; c = r.next() {
		b.WriteByte(c)
	}
	section = strings.ToLower(b.String())
	if section == "" || section[0] == '.' || strings.HasSuffix(section, ".") {
		return "", "", false
	}
	if c == ']' {
		section, sub, _ = strings.Cut(section, ".")
		return section, sub, true
	}
	for c == ' ' || c == '\t' {
		c = r.next()
	}
	if c != '"' {
		return "", "", false
	}
	for c = r.next(); c != '"'; c = r.next() {
		if c == '\\' {
			c = r.next()
		}
		if c == '\n' || c == 0 {
			return "", "", false
		}
		quoted.WriteByte(c)
	}
	return section, quoted.String(), r.next() == ']'
}

// setting reads a key that begins with c, and its value.
func (r *gitReader) setting(c byte) (key, value string, ok bool) {
	var b strings.Builder
	for ; gitKeyByte(c); c = r.next() {
		b.WriteByte(c)
	}
	for c == ' ' || c == '\t' {
		c = r.next()
	}
	key = strings.ToLower(b.String())
	switch c {
	case '\n', 0:
		return key, "true", true
	case '=':
		value, ok = r.value()
		return key, value, ok
	}
	return "", "", false
}

// value reads what stands after an equals sign, with quotes, escapes and a comment taken off.
func (r *gitReader) value() (string, bool) {
	var b strings.Builder
	quoted, spaces := false, 0
	for {
		c := r.next()
		switch {
		case c == '\n', c == 0:
			return b.String(), !quoted
		case !quoted && (c == '#' || c == ';'):
			r.line(c)
			return b.String(), true
		case !quoted && (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'):
			if c != ' ' && b.Len() > 0 {
				return "", false // versions of git differ in what they make of it
			}
			spaces++
			continue
		}
		if b.Len() > 0 {
			b.WriteString(strings.Repeat(" ", spaces))
		}
		spaces = 0
		switch c {
		case '"':
			quoted = !quoted
			continue
		case '\\':
			escaped := r.next()
			if escaped == '\n' {
				continue
			}
			at := strings.IndexByte(`nt\"b`, escaped)
			if at < 0 {
				return "", false
			}
			c = "\n\t\\\"\b"[at]
		}
		b.WriteByte(c)
	}
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
	if !found {
		return r, false
	}
	read := func(name string) (string, bool) {
		data, err := files.ReadFile(name, maxGitConfig)
		return string(data), err == nil && len(data) < maxGitConfig
	}
	budget := maxGitIncludes
	for _, name := range [...]string{"/etc/gitconfig", path.Join(home, ".config/git/config"),
		path.Join(home, ".gitconfig")} {
		settings, ok := personalGit(name, home, read, &budget)
		if !ok {
			return r, false
		}
		r.settings = append(r.settings, settings...)
	}
	text, ok := read(path.Join(at.common, "config"))
	settings, parsed := parseGitConfig(text)
	if !ok || !parsed {
		return r, false
	}
	for _, s := range settings {
		// What the repository includes, and what it keeps per working tree, is not followed.
		if s.section == "include" || s.section == "includeif" || s.section == "extensions" && s.key == "worktreeconfig" {
			return r, false
		}
	}
	r.settings, r.top = append(r.settings, settings...), cmp.Or(at.tree, at.dir)
	head, _ := read(path.Join(at.dir, "HEAD"))
	r.branch, _ = strings.CutPrefix(strings.TrimSpace(head), "ref: refs/heads/")
	if strings.HasPrefix(r.branch, "ref:") || !strings.HasPrefix(head, "ref: refs/heads/") {
		r.branch = ""
	}
	modules, found := read(path.Join(r.top, ".gitmodules"))
	r.modules = found
	if settings, ok := parseGitConfig(modules); ok {
		for _, s := range settings {
			if s.section == "submodule" {
				r.settings = append(r.settings, s)
			}
		}
	}
	return r, true
}

// personalGit is a configuration of the person or the machine, with what it includes. One that may rewrite addresses
// under a condition is not known.
func personalGit(name, home string, read func(string) (string, bool), budget *int) ([]gitSetting, bool) {
	text, found := read(name)
	if !found {
		return nil, true // as git takes a file that it cannot read
	}
	settings, ok := parseGitConfig(text)
	if *budget--; !ok || *budget < 0 {
		return nil, false
	}
	var out []gitSetting
	for _, s := range settings {
		out = append(out, s)
		if s.section != "include" && s.section != "includeif" || s.key != "path" {
			continue
		}
		more, ok := personalGit(included(name, s.value, home), home, read, budget)
		if !ok {
			return nil, false
		}
		for _, m := range more {
			if m.section == "url" || m.section == "remote" || m.section == "branch" {
				return nil, false
			}
		}
	}
	return out, true
}

// included is the file that a configuration of git includes by that name.
func included(config, name, home string) string {
	switch rest, tilde := strings.CutPrefix(name, "~/"); {
	case tilde:
		return path.Join(home, rest)
	case path.IsAbs(name):
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
func (r gitRepository) addresses(remote string, push bool) []string {
	var out []string
	if push {
		for _, u := range r.all("remote", remote, "pushurl") {
			out = append(out, r.rewritten(u, "insteadof"))
		}
	}
	if len(out) > 0 {
		return out
	}
	for _, u := range r.all("remote", remote, "url") {
		to := u
		if push {
			to = r.rewritten(u, "pushinsteadof")
		}
		if to == u {
			to = r.rewritten(u, "insteadof")
		}
		out = append(out, to)
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
