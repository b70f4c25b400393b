package shell

import (
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
	section, sub := "", ""
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(lines[i])
		for strings.HasPrefix(line, "[") {
			if section, sub, line, ok = gitSection(line); !ok {
				return nil, false
			}
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		for strings.HasSuffix(line, `\`) && !strings.HasSuffix(line, `\\`) && i+1 < len(lines) {
			i++
			line = strings.TrimSuffix(line, `\`) + lines[i]
		}
		key, value, assigned := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if section == "" || key == "" || strings.ContainsAny(key, " \t\"#;") {
			return nil, false
		}
		if value, ok = gitValue(value); !ok {
			return nil, false
		}
		if !assigned {
			value = "true"
		}
		out = append(out, gitSetting{section, sub, key, value})
	}
	return out, true
}

// gitSection reads [section "sub"] or [section.sub] and what follows on the line.
func gitSection(line string) (section, sub, rest string, ok bool) {
	end, quoted := -1, false
	for i := 1; i < len(line) && end < 0; i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ']' && !quoted:
			end = i
		}
	}
	if end < 0 {
		return "", "", "", false
	}
	section, sub, _ = strings.Cut(line[1:end], " ")
	sub = strings.TrimSpace(sub)
	switch {
	case strings.HasPrefix(sub, `"`) && strings.HasSuffix(sub, `"`) && len(sub) > 1:
		sub = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\`, "").Replace(sub[1 : len(sub)-1])
	case sub != "":
		return "", "", "", false
	default:
		section, sub, _ = strings.Cut(section, ".")
		sub = strings.ToLower(sub)
	}
	return strings.ToLower(section), sub, strings.TrimSpace(line[end+1:]), true
}

// gitValue takes quotes, escapes and a comment off a value.
func gitValue(value string) (string, bool) {
	var b strings.Builder
	quoted, kept := false, 0
	value = strings.TrimSpace(value)
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '"':
			quoted = !quoted
			continue
		case c == '\\':
			if i++; i == len(value) {
				return "", false
			}
			at := strings.IndexByte(`nt\"b`, value[i])
			if at < 0 {
				return "", false
			}
			c = "\n\t\\\"\b"[at]
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimRight(b.String()[:kept], " \t"), true
		}
		b.WriteByte(c)
		if kept = b.Len(); !quoted && (c == ' ' || c == '\t') {
			kept = len(strings.TrimRight(b.String(), " \t"))
		}
	}
	return b.String(), !quoted
}

// gitRepository is what of a repository says where it fetches from and pushes to.
type gitRepository struct {
	settings []gitSetting
	branch   string // that is checked out, "" when none is
	modules  bool   // it has submodules
}

// openGit reads the configuration that git goes by in a directory; ok is false when it is not known in full.
func openGit(dir, home string, files effect.FS) (r gitRepository, ok bool) {
	top, git, common := findGit(dir, files)
	if git == "" {
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
	text, ok := read(path.Join(common, "config"))
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
	r.settings = append(r.settings, settings...)
	head, _ := read(path.Join(git, "HEAD"))
	r.branch, _ = strings.CutPrefix(strings.TrimSpace(head), "ref: refs/heads/")
	if strings.HasPrefix(r.branch, "ref:") || !strings.HasPrefix(head, "ref: refs/heads/") {
		r.branch = ""
	}
	_, err := files.Lstat(path.Join(top, ".gitmodules"))
	r.modules = err == nil
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
		to := s.value
		if rest, tilde := strings.CutPrefix(to, "~/"); tilde {
			to = path.Join(home, rest)
		} else if !path.IsAbs(to) {
			to = path.Join(path.Dir(name), to)
		}
		more, ok := personalGit(to, home, read, budget)
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

// findGit finds the repository that holds a directory: the top of its working tree, its own directory and the one that
// it shares with other working trees.
func findGit(dir string, files effect.FS) (top, git, common string) {
	for top = dir; ; top = path.Dir(top) {
		git = path.Join(top, ".git")
		info, err := files.Lstat(git)
		switch {
		case err == nil && info.Mode.IsDir():
			return top, git, git
		case err == nil && info.Mode.IsRegular():
			text, err := files.ReadFile(git, 4096)
			to, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
			if err != nil || !ok {
				return top, "", ""
			}
			git = below(top, to)
			common = git
			if text, err := files.ReadFile(path.Join(git, "commondir"), 4096); err == nil {
				common = below(git, strings.TrimSpace(string(text)))
			}
			return top, git, common
		case err == nil:
			return top, "", ""
		}
		if top == "/" || top == "." {
			return top, "", ""
		}
	}
}

// below is a path as it is meant in a directory.
func below(dir, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(dir, name)
}

// last is the value that counts of a setting, "" when there is none.
func (r gitRepository) last(section, sub, key string) string {
	out := ""
	for _, s := range r.settings {
		if s.section == section && s.sub == sub && s.key == key {
			out = s.value
		}
	}
	return out
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
