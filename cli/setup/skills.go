package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"pp/cli/config"
	"pp/engine"
	"pp/engine/skills"
	"pp/engine/store"
	"pp/sexp"
)

// Skills holds the skills of a place: the person's, the repository's, and the enabled ones that come with pp. It loads
// them on first use. It is safe for concurrent use.
type Skills struct {
	// Follow has changed files loaded anew whenever the skills are asked for.
	Follow bool
	// Silent has nothing said of what came of loading them.
	Silent bool

	settings *Settings
	tried    []skills.File // are used although they are not installed
	analyse  func(engine.Action) engine.Case
	tools    func() engine.ToolTable
	say      func(label, text string)
	mandates mandates // that the person keeps in files

	mu      sync.Mutex
	chosen  config.Skills
	set     *skills.Set
	loaded  bool
	files   []skills.File // the files of the set
	trusted Trusted       // when the set was loaded
	config  os.FileInfo   // of the file of chosen; nil until it is read again
}

// NewSkills are those of the settings' place, to be looked at and not loaded.
func NewSkills(s *Settings) *Skills { return &Skills{settings: s, chosen: s.Config.Skills} }

// Dirs are the directories of the person's skills and of the repository's, "" for none.
func (k *Skills) Dirs() (person, repository string) {
	if root := k.settings.Where.Workspace.Root; root != "" {
		repository = filepath.Join(root, ".pp", "skills")
	}
	return k.settings.Config.SkillsHere(), repository
}

// Current are the skills as they are now; nil has none.
func (k *Skills) Current() *skills.Set {
	if k == nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if !k.loaded || k.Follow {
		k.load(false)
	}
	return k.set
}

// Reload loads the skills again, even if nothing changed.
func (k *Skills) Reload() *skills.Set {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.load(true)
	return k.set
}

// Try has a text used as a skill of the person's, in the place of one of its file's name, and gives what came of it.
func (k *Skills) Try(path, text string) (skills.Skill, error) {
	name := strings.ToLower(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
	k.tried = []skills.File{{Path: path, Name: name, Text: text, Trust: skills.Person}}
	list := k.Reload().Skills()
	i := slices.IndexFunc(list, func(s skills.Skill) bool { return s.Path == path })
	if i < 0 {
		return skills.Skill{}, errors.New("it was not loaded")
	}
	return list[i], nil
}

// Trying has nothing said of what is tried, which end forgets.
func (k *Skills) Trying() (end func()) {
	silent := k.Silent
	k.Silent = true
	return func() {
		k.tried = nil
		k.Reload()
		k.Silent = silent
	}
}

// Files are those that are there now. A directory that cannot be used is among them, failed.
func (k *Skills) Files() (files []skills.File) {
	person, repository := k.Dirs()
	replaced := func(f skills.File) bool {
		return slices.ContainsFunc(k.tried, func(x skills.File) bool { return x.Name == f.Name })
	}
	for _, d := range []struct {
		dir   string
		trust skills.Trust
	}{{person, skills.Person}, {repository, skills.Repository}} {
		if d.dir == "" {
			continue
		}
		found := skills.Discover(d.dir, d.trust, os.Getuid())
		files = append(files, slices.DeleteFunc(found, replaced)...)
	}
	if named := k.settings.Config.SkillsDir; named != "" && !Exists(named) {
		files = append(files, skills.File{Path: named, Name: "skills", Trust: skills.Person, Err: errors.New(
			"skills_dir (SKILLS_DIR) names it, and there is no such directory; make it, or correct the name")})
	}
	return slices.Concat(k.enabled(), files, k.tried)
}

// load loads the skills and reports what is new. Without force it does nothing if no file changed.
func (k *Skills) load(force bool) {
	if k.loaded && k.Follow && k.chosenChanged() {
		force = true
	}
	before, loaded := k.set, k.loaded
	files, trusted := k.Files(), Trusted(nil)
	if len(files) > 0 {
		trusted = ReadTrusted(k.settings)
	}
	if loaded && !force && slices.EqualFunc(files, k.files, sameFile) && maps.Equal(trusted, k.trusted) {
		return
	}
	k.loaded, k.files, k.trusted, k.set = true, files, trusted, nil
	if len(files) == 0 && before == nil {
		return
	}
	k.set = skills.Load(context.Background(), files, skills.Options{
		Disabled: func(name string) bool { return slices.Contains(k.chosen.Disable, name) },
		Trusted:  func(f skills.File) bool { return trusted.Holds(f) },
		Analyse:  k.analyse, Tools: k.tools(), Redactor: k.settings.Redactor, Prior: before,
		Decoder: engine.Decoder{Tests: k.settings.Tests}})
	if !k.Silent {
		k.tell(before, loaded)
	}
}

// sameFile reports whether a file is unchanged. A file that is being written counts as changed.
func sameFile(a, b skills.File) bool {
	return a.Path == b.Path && a.Text == b.Text && fmt.Sprint(a.Err) == fmt.Sprint(b.Err) &&
		!errors.Is(a.Err, skills.ErrBusy)
}

// chosenChanged reads the enabled skills from the user's file again, and reports whether they changed.
func (k *Skills) chosenChanged() bool {
	s := k.settings
	info, err := os.Stat(s.Config.Paths.ConfigFile)
	if err == nil && k.config != nil && os.SameFile(info, k.config) && info.ModTime().Equal(k.config.ModTime()) &&
		info.Size() == k.config.Size() {
		return false
	}
	cfg, err := config.Load(config.Input{Env: s.System.Getenv, Home: s.Where.Home, Files: config.OSFiles{}})
	if err != nil {
		return false
	}
	changed := !reflect.DeepEqual(cfg.Skills, k.chosen)
	k.config, k.chosen = info, cfg.Skills
	return changed
}

// tell says what came of loading: what is wrong and, of skills that are followed, what changed.
func (k *Skills) tell(before *skills.Set, loaded bool) {
	earlier := map[string]skills.Skill{}
	for _, s := range before.Skills() {
		earlier[s.Path] = s
	}
	for _, s := range k.set.Skills() {
		old, known := earlier[s.Path]
		same := known && old.State == s.State && old.Version == s.Version && old.Hash == s.Hash &&
			fmt.Sprint(old.Problem) == fmt.Sprint(s.Problem)
		delete(earlier, s.Path)
		switch {
		case same:
		case s.State == skills.Failed:
			k.say("warning", FailedText(s))
		case loaded && s.State == skills.Ready:
			k.say("note", "the skill "+s.Name+" is loaded"+map[bool]string{true: " anew"}[known])
		case loaded && s.State == skills.Disabled:
			k.say("note", "the skill "+s.Name+" is disabled")
		}
	}
	for _, s := range k.set.Skills() { // renamed, or moved
		delete(earlier, s.Path)
	}
	for _, path := range slices.Sorted(maps.Keys(earlier)) {
		k.say("note", "the skill "+earlier[path].Name+" is gone")
	}
}

// Base is the name that a skill has by its file.
func Base(s skills.Skill) string {
	base := filepath.Base(s.Path)
	return strings.ToLower(strings.TrimSuffix(base, filepath.Ext(base)))
}

// FailedText says why a skill failed, what that means, and what to do.
func FailedText(s skills.Skill) string {
	text := "the skill " + s.Name + " failed: "
	if s.Problem != nil {
		text += s.Problem.Error()
	}
	means := "; it is not used"
	if s.Asks {
		means = "; as it may have a gate, every action asks"
	}
	remedy := "disabled with `pp skills disable " + Base(s) + "`"
	if s.Shared {
		remedy = "taken away"
	}
	return strings.TrimSuffix(text, ".") + means + " until it is mended, or " + remedy
}

// Shipped names the skills that come with pp.
func (k *Skills) Shipped() []string {
	var out []string
	for _, f := range skills.ShippedFiles() {
		out = append(out, f.Name)
	}
	return out
}

// Off are those that come with pp and are not switched on.
func (k *Skills) Off() []skills.Skill {
	var out []skills.Skill
	for _, f := range skills.ShippedFiles() {
		if _, used := k.SkillOf(f.Name); !used {
			out = append(out, skills.Skill{Name: f.Name, Path: f.Path, Trust: f.Trust, State: skills.Disabled})
		}
	}
	return out
}

// enabled are those that come with pp and are switched on.
func (k *Skills) enabled() []skills.File {
	if len(k.chosen.Enable) == 0 {
		return nil
	}
	return slices.DeleteFunc(skills.ShippedFiles(), func(f skills.File) bool {
		return !slices.Contains(k.chosen.Enable, f.Name)
	})
}

// maxTrusted bounds the list of trusted files, in bytes.
const maxTrusted = 1 << 20

// Trusted maps the files of repositories that the person trusted to the hashes of their trusted content.
type Trusted map[string]string

// Holds reports whether a file is trusted as it is.
func (t Trusted) Holds(f skills.File) bool {
	hash, ok := t[f.Path]
	return ok && hash == HashOf(f.Text)
}

// HashOf is the hash that trust is bound to.
func HashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// trustFile returns the path of the list, "" if there is no place for it. Each line trusts a file or revokes that.
func (s *Settings) trustFile() string {
	if dir := s.Kept("skills"); dir != "" {
		return filepath.Join(dir, "trusted")
	}
	return ""
}

// ReadTrusted reads the list. What cannot be read of it trusts nothing.
func ReadTrusted(s *Settings) Trusted {
	list, err := readTrusted(s.trustFile())
	if err != nil {
		return nil
	}
	return list
}

func readTrusted(name string) (Trusted, error) {
	out := Trusted{}
	data, err := store.Read(context.Background(), name, maxTrusted)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	forms, err := sexp.ReadAll(string(data), sexp.Limits{Bytes: maxTrusted, Atoms: maxTrusted})
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove what is damaged, or the file", name, err)
	}
	for _, form := range forms {
		p, err := sexp.AsPlist(form)
		if err != nil {
			return nil, fmt.Errorf("%s: %w; remove what is damaged, or the file", name, err)
		}
		file, _ := p.Text("FILE")
		hash, _ := p.Text("HASH")
		out[file] = hash
	}
	return out, nil
}

// Trust keeps that a file is trusted as it is, or with revoke that it no longer is.
func (s *Settings) Trust(f skills.File, revoke bool) error {
	name := s.trustFile()
	if name == "" {
		return errors.New("there is no place where it would be kept")
	}
	if _, err := readTrusted(name); err != nil {
		return err
	}
	hash := HashOf(f.Text)
	if revoke {
		hash = ""
	}
	line := sexp.Print(sexp.Plist{}.With("FILE", sexp.String(f.Path)).With("HASH", sexp.String(hash)).
		With("SINCE", sexp.String(s.System.Now().UTC().Format(time.RFC3339))).Value()) + "\n"
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	if info, err := os.Lstat(name); err == nil && info.Size()+int64(len(line)) > maxTrusted {
		return &fs.PathError{Op: "write", Path: name, Err: fmt.Errorf("the list is full; remove lines of it")}
	}
	out, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = out.WriteString(line)
	return errors.Join(err, out.Sync(), out.Close())
}

// Limits of what files and skills say to every model, in bytes.
const (
	maxMandate  = 2 << 10
	maxMandates = 8 << 10
	// maxMandateFile is how much of a file is read, as some of it may be private.
	maxMandateFile = 256 << 10
)

// mandates holds the standing instructions that a person keeps in files. It is safe for concurrent use.
type mandates struct {
	settings *Settings
	noted    sync.Map // by file, why it is not told
}

// texts reads the files again. notes names each skipped file once, with the reason.
func (m *mandates) texts(ctx context.Context) (texts, notes []string) {
	room := maxMandates
	for _, name := range m.settings.Config.Mandates {
		text, err := m.settings.mandate(ctx, name)
		if err == nil && len(text) > room {
			err = fmt.Errorf("does not fit: all of them have at most %d bytes. Shorten them", maxMandates)
		}
		if err != nil {
			why := fmt.Sprintf("the file %s of `mandates` is left out: it %v", name, err)
			if was, known := m.noted.Swap(name, why); !known || was != why {
				notes = append(notes, why)
			}
			continue
		}
		m.noted.Delete(name)
		if room -= len(text); text != "" {
			texts = append(texts, text)
		}
	}
	return texts, notes
}

// mandate is what one file says. What is private or secret is not told, wherever it stands.
func (s *Settings) mandate(ctx context.Context, name string) (string, error) {
	resolved, err := filepath.EvalSymlinks(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("does not exist. Write it, or take its name out with `pp config edit`")
	}
	if err != nil {
		return "", fmt.Errorf("cannot be read: %w", err)
	}
	if secretFile(resolved) || s.Private.Whole(resolved) {
		return "", errors.New("is private or secret. Take its name out with `pp config edit`")
	}
	data, err := store.Read(ctx, resolved, maxMandateFile)
	if err != nil {
		return "", fmt.Errorf("cannot be read: %w", err)
	}
	text, _ := s.Private.Strip(resolved, string(data))
	text = strings.TrimSpace(text)
	switch {
	case !utf8.ValidString(text):
		return "", errors.New("is not UTF-8 text. Convert it")
	case len(text) > maxMandate:
		return "", fmt.Errorf("is too long: a mandate has at most %d bytes. Shorten or split it", maxMandate)
	}
	return text, nil
}

// beside returns the whole texts of skills that fit after those of files.
func (m *mandates) beside(texts, files []string) (out, notes []string) {
	room := maxMandates
	for _, text := range files {
		room -= len(text)
	}
	for _, text := range texts {
		if room -= len(text); room < 0 {
			const why = "not all mandates of skills fit behind the files of `mandates`. Shorten those"
			if _, known := m.noted.Swap("", why); !known {
				notes = append(notes, why)
			}
			break
		}
		out = append(out, text)
	}
	return out, notes
}
