package setup

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"pp/cli/config"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/regular"
	"pp/engine/view"
)

// privateRules are what the configuration keeps from models. A path stands there as it is written and as it is
// resolved; one that is relative is meant below the memex and below each tree of the workspace.
func privateRules(cfg *config.Config, at Location) org.Privacy {
	var r org.Privacy
	for _, tag := range cfg.PrivacyTags {
		if tag = strings.Trim(tag, ":"); tag != "" {
			r.Tags = append(r.Tags, tag)
		}
	}
	if len(cfg.PrivatePaths) == 0 {
		return r
	}
	files := view.New()
	for _, name := range cfg.PrivatePaths {
		bases := []string{""}
		if !filepath.IsAbs(name) {
			bases = append([]string{cfg.MemexDir, at.Workspace.Root, at.Dir}, at.Workspace.Added...)
		}
		for _, base := range bases {
			full := filepath.Join(base, name)
			if !filepath.IsAbs(full) {
				continue
			}
			r.Paths = append(r.Paths, full)
			if p, err := effect.Resolve(files, "/", full); err == nil && p.Name != full {
				r.Paths = append(r.Paths, p.Name)
			}
		}
	}
	slices.Sort(r.Paths)
	r.Paths = slices.Compact(r.Paths)
	return r
}

// privateFiles tells which files have private subtrees. What it found is good until the file changes. It is safe for
// concurrent use.
type privateFiles struct {
	rules org.Privacy

	mu    sync.Mutex
	known map[string]lookedThrough
}

// lookedThrough is a file as it was when it was read.
type lookedThrough struct {
	secretSource
	private bool
}

// holds reports whether a regular file has private subtrees. One that cannot be read counts as having some.
func (f *privateFiles) holds(name string) bool {
	if !f.rules.MayHold(name) {
		return false
	}
	info, err := view.New().Lstat(name)
	if err != nil || !info.Mode.IsRegular() {
		return false
	}
	is := secretSource{name, info.Node(), info.Size, info.Modified}
	f.mu.Lock()
	defer f.mu.Unlock()
	if was, known := f.known[name]; known && was.secretSource == is {
		return was.private
	}
	if f.known == nil {
		f.known = map[string]lookedThrough{}
	}
	text, err := regular.Read(context.Background(), name, org.MaxPrivate+1)
	f.known[name] = lookedThrough{is, err != nil || f.rules.Parts(string(text)) > 0}
	return f.known[name].private
}

// privateLine is the length in bytes from which a line of a private text is looked for in what commands print.
const privateLine = 12

// values are the lines of a private text that are long enough to be told from others.
func (f *privateFiles) values(name, text string) []string {
	var parts []string
	if f.rules.Whole(name) {
		parts = []string{text}
	} else {
		for _, s := range f.rules.Spans(text) {
			parts = append(parts, text[s.Start:s.End])
		}
	}
	var out []string
	for _, part := range parts {
		for line := range strings.Lines(part) {
			line = strings.TrimSpace(strings.TrimLeft(strings.TrimSpace(line), "*"))
			if len(line) >= privateLine && !strings.HasPrefix(line, "#+") {
				out = append(out, line)
			}
		}
	}
	return out
}

// privateNames are the private rules for files as a person names them.
type privateNames struct{ *Settings }

// Whole implements input.Privacy.
func (p privateNames) Whole(name string) bool {
	if len(p.Private.Paths) == 0 {
		return false
	}
	n, err := p.named(name)
	if err != nil { // its text may have come without it
		return p.Private.Whole(path.Clean(name))
	}
	return p.Private.Whole(n.target.Name)
}

// MayHold implements input.Privacy.
func (p privateNames) MayHold(name string) bool {
	if p.Private.MayHold(name) {
		return true
	}
	n, err := p.named(name)
	return err == nil && p.Private.MayHold(n.target.Name)
}

// StripOrg implements input.Privacy.
func (p privateNames) StripOrg(text string) (out string, left int) { return p.Private.StripOrg(text) }
