package setup

import (
	"cmp"
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/actuators/sandbox"
	"pp/cli/config"
	"pp/cli/exit"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/store"
	"pp/gates"
	"pp/gates/paths"
	"pp/gates/secrets"
)

// Bounds of reading the workspace's secrets.
const (
	maxSecretFiles = 200
	maxSecretBytes = 64 << 10 // of one file
	maxSecrets     = 2000     // values
)

// workspaceSecrets masks the values in the workspace's secret files. No action may read those, but a copy, a diff or
// the history of the repository may show the same values. It reads nothing before the first output to mask. It is safe
// for concurrent use.
type workspaceSecrets struct {
	find    func() []sandbox.Mask
	private *privateFiles

	mu       sync.Mutex
	of       []secretSource // what the redactor was made of
	redactor *secrets.Redactor
	kept     []string // the paths of what is private
}

// secretSource is a file as it was read.
type secretSource struct {
	name string
	node effect.Node
	size int64
	time int64
}

// mask hides the values in a text, and what it lists of secret files.
func (w *workspaceSecrets) mask(text string) string {
	if text == "" {
		return ""
	}
	r, kept := w.current()
	text = gates.MaskListed(text, kept)
	if r != nil {
		return r.Redact(text)
	}
	return text
}

// current is what masks the values that the files hold now, nil when there are none, and which files are private.
func (w *workspaceSecrets) current() (*secrets.Redactor, []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	masks := w.find()
	found := sources(masks)
	if slices.Equal(found, w.of) {
		return w.redactor, w.kept
	}
	w.of, w.redactor, w.kept = found, nil, nil
	for _, m := range masks {
		if w.private.rules.Whole(m.Path) || w.private.rules.MayHold(m.Path) {
			w.kept = append(w.kept, m.Path)
		}
	}
	var known []engine.Secret
	for _, s := range found {
		values := w.values(s.name)
		for _, value := range values {
			if len(known) < maxSecrets {
				known = append(known, engine.NewSecret(filepath.Base(s.name), value))
			}
		}
	}
	if vault := secrets.NewVault(known); vault != nil {
		r := secrets.NewRedactor(vault)
		w.redactor = &r
	}
	return w.redactor, w.kept
}

// values are what is masked of a file.
func (w *workspaceSecrets) values(name string) []string {
	rules := w.private.rules
	if !rules.Whole(name) && !rules.MayHold(name) {
		data, err := store.Read(context.Background(), name, maxSecretBytes+1)
		if err != nil {
			return nil
		}
		return secrets.Values(name, data)
	}
	data, _ := store.Read(context.Background(), name, org.MaxPrivate+1)
	return w.private.values(name, string(data))
}

// MaskGiven masks the values in the text of a secret file that a person named for a model, and reports whether the file
// is secret. It leaves other files unchanged. pp gives no link to a secret file to a model.
func MaskGiven(name, text string) (shown string, secret bool) {
	whole, err := filepath.Abs(name)
	if _, secret = paths.Secret(whole, false); !secret || err != nil {
		return text, false
	}
	var known []engine.Secret
	for _, value := range secrets.Values(whole, []byte(text)) {
		known = append(known, engine.NewSecret(filepath.Base(whole), value))
	}
	if vault := secrets.NewVault(known); vault != nil {
		text = secrets.NewRedactor(vault).Redact(text)
	}
	return text, true
}

// sources are the secret files, and those directly in secret directories.
func sources(masks []sandbox.Mask) []secretSource {
	var out []secretSource
	files := store.NewView()
	add := func(name string) {
		info, err := files.Lstat(name)
		if err == nil && info.Mode.IsRegular() && len(out) < maxSecretFiles {
			out = append(out, secretSource{name, info.Node(), info.Size, info.Modified})
		}
	}
	for _, m := range masks {
		if !m.Dir {
			add(m.Path)
			continue
		}
		names, _ := files.ReadDir(m.Path)
		for _, n := range names {
			add(filepath.Join(m.Path, n))
		}
	}
	return out
}

// masked hides the workspace's secrets in what an actuator tells.
type masked struct {
	values *workspaceSecrets
	inner  engine.Actuator
}

// Do implements engine.Actuator.
func (m masked) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	result, err := m.inner.Do(ctx, c)
	result.Text, result.Error = m.values.mask(result.Text), m.values.mask(result.Error)
	return result, err
}

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
	files := store.NewView()
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

// privateFiles finds and remembers the files with private subtrees. It is safe for concurrent use.
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
	info, err := store.NewView().Lstat(name)
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
	text, err := store.Read(context.Background(), name, org.MaxPrivate+1)
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

// named is a file that a person named, and where that leads.
type named struct {
	target effect.Path
	// strays reports whether the path followed a link in the workspace or the working directory: a repository can hold
	// any link, and the person did not name its target.
	strays bool
	facts  engine.Facts
}

func (s *Settings) named(name string) (named, error) {
	n := named{facts: s.Facts(nil)}
	links, err := effect.Links(n.facts.FS, n.facts.Dir, name)
	if err != nil {
		return n, err
	}
	n.target, err = effect.Resolve(n.facts.FS, n.facts.Dir, name)
	n.strays = slices.ContainsFunc(links, func(link string) bool {
		_, inside := n.facts.Workspace.Contains(link)
		return inside || effect.Within(link, n.facts.Dir)
	})
	return n, err
}

// kept returns a function that explains why a model does not get a file that the person named, or "" if it does: the
// file is secret or pp's own, which its name does not tell. swept says that only a pattern matched the file.
func (s *Settings) kept() func(name string, swept bool) (why string) {
	linked := s.linked()
	return func(name string, swept bool) string {
		n, err := s.named(name)
		if err != nil {
			return "" // what cannot be reached cannot be read either, and says why
		}
		why := n.kept(linked)
		if why == "" || swept || n.strays {
			return why
		}
		full := name
		if !filepath.IsAbs(full) {
			full = filepath.Join(n.facts.Dir, full)
		}
		if at := paths.Locate(effect.Path{Name: filepath.Clean(full)}, n.facts); at.Own != paths.OwnNone || at.Secret != "" {
			return ""
		}
		return why
	}
}

// kept says why it is kept from models, whatever its name; "" when it is not.
func (n named) kept(linked func(effect.Node, string) bool) string {
	at := paths.Locate(n.target, n.facts)
	if why := cmp.Or(at.Own.String(), at.Secret); why != "" {
		return why
	}
	node := effect.Node{Dev: n.target.Is.Dev, Inode: n.target.Is.Inode}
	if n.target.Links > 1 && !n.target.Dir && linked(node, n.target.Name) {
		return "another name of what is kept from models"
	}
	return ""
}

// AnswerFile resolves the file of an answer. It refuses pp's own files, and a link in the repository that leads out of
// it, or to secrets or code.
func (s *Settings) AnswerFile(name string) (string, error) {
	if name == "" {
		return "", nil
	}
	n, err := s.named(name)
	if err != nil {
		return "", exit.UsageError("", "-o %s: %w", name, err)
	}
	at := paths.Locate(n.target, n.facts)
	_, inside := n.facts.Workspace.Contains(n.target.Name)
	inside = inside || effect.Within(n.target.Name, n.facts.Dir)
	why := cmp.Or(at.Own.String(), at.Secret, at.Surface, at.Git.String(), at.Startup, at.System, at.Loaded,
		at.Device.String())
	if n.strays && !inside {
		why = cmp.Or(why, "outside the workspace")
	}
	if at.Own != paths.OwnNone || n.strays && why != "" {
		return "", exit.UsageError("give another file, or the name of this one itself",
			"-o %s: it leads to %s (%s)", name, n.target.Name, why)
	}
	return n.target.Name, nil
}

// linkedLife is how long what is known of files by their other names is good for.
const linkedLife = time.Second

// linked returns a function that reports whether another name of a file makes it secret, private or pp's own. Private
// parts do not count, since pp leaves them out. The function is safe for concurrent use.
func (s *Settings) linked() func(n effect.Node, name string) bool {
	var mu sync.Mutex
	var known map[effect.Node]paths.Place
	var until time.Time
	return func(n effect.Node, name string) bool {
		mu.Lock()
		defer mu.Unlock()
		if now := s.System.Now(); known == nil || now.After(until) {
			known, until = paths.LinkedFiles(s.Facts(nil)), now.Add(linkedLife)
		}
		is, found := known[n]
		return found && (is.Secret != paths.PrivatePart || !s.Private.MayHold(name))
	}
}
