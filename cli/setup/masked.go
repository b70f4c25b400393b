package setup

import (
	"context"
	"path/filepath"
	"slices"
	"sync"

	"pp/actuators/sandbox"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/regular"
	"pp/engine/view"
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

// workspaceSecrets masks what the secret files of the workspace hold. Nobody may read
// those, but a copy, a diff or the history of the repository tells the same. Nothing is
// read before there is an output to mask. It is safe for concurrent use.
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
		data, err := regular.Read(context.Background(), name, maxSecretBytes+1)
		if err != nil {
			return nil
		}
		return secrets.Values(name, data)
	}
	data, _ := regular.Read(context.Background(), name, org.MaxPrivate+1)
	return w.private.values(name, string(data))
}

// MaskGiven hides the values in the text of a secret file that a person gave to a model by its name (a link to
// one is given to none); of any other file nothing. It reports whether the file is one.
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
	files := view.New()
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
