package command

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"pp/cli/exit"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/effect"
	"pp/engine/jobs"
	"pp/engine/session"
	"pp/engine/store"
	"pp/providers"
	"pp/providers/offline"
	"pp/sexp"
)

// scribed is what the store of a person's own state has of a note that was made.
type scribed struct {
	jobs.Distilled
	file    string // below the memex
	content string // the hash of what was written
}

func (d *scribed) fields(f *store.Fields) {
	f.Text("SOURCE", &d.Source)
	f.Text("HASH", &d.Hash)
	f.Text("FILE", &d.file)
	f.Text("CONTENT", &d.content)
}

// scribing is one run of the scribe.
type scribing struct {
	*Running
	memex   jobs.Memex
	to      string // where the notes go, absolute
	done    []scribed
	kept    *store.Journal
	plans   []approval.Plan
	extract bool // no model is asked
	model   engine.Provider
	silent  []engine.Target
	made    []madeJSON
}

type madeJSON struct {
	Source string `json:"source"`
	File   string `json:"file"`  // below the memex
	State  string `json:"state"` // written, suspended, waits, refused, denied, or kept: the person changed it
}

// scribe makes a note of its own of each note below scribe.from that none was made of.
func scribe(ctx context.Context, r *Running) (err error) {
	w := &scribing{Running: r}
	if w.memex, err = r.memex(ctx); err != nil {
		return err
	}
	w.to = filepath.Join(w.memex.Root, r.Settings.Config.Scribe.To)
	if r.Settings.Private.Whole(w.to) {
		return exit.ConfigError("choose another scribe.to, or take it out of private_paths",
			"scribe.to is private, and nothing is written there")
	}
	if err := w.open(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, w.kept.Close()) }()
	var done []jobs.Distilled
	for _, d := range w.done {
		done = append(done, d.Distilled)
	}
	sources := jobs.Distil(w.memex, filepath.Join(w.memex.Root, r.Settings.Config.Scribe.From), done)
	if len(sources) == 0 {
		return errIdle
	}
	if err := w.begin(); err != nil {
		return err
	}
	for _, s := range sources {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if err := w.distil(ctx, s); err != nil {
			return err
		}
	}
	r.Data = w.made
	if len(w.made) == 0 {
		return errIdle
	}
	return nil
}

// scribeLimits bound what is known of notes that were made.
func scribeLimits() store.Limits { return store.Limits{Record: 64 << 10, File: 256 << 20} }

// open reads which notes were made already.
func (w *scribing) open() (err error) {
	dir := w.Settings.Kept("scribe")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	w.kept, _, err = store.OpenJournal(filepath.Join(dir, "made.journal"), scribeLimits(), func(p sexp.Plist) error {
		var d scribed
		err := store.Decode(p, d.fields)
		w.done = append(w.done, d)
		return err
	})
	return err
}

// begin makes what notes are written with: the job's model, or nothing but what stands in them; and the
// person's configuration as a grant for new files where notes go.
func (w *scribing) begin() error {
	w.Settings.Options.NoTools = true // a note is text, whatever it says
	m, l, err := w.Agent()
	if err != nil {
		return err
	}
	w.model, w.silent, w.extract = l.Provider, l.Silent, m.Providers.Planner()
	for _, name := range m.Providers.Order {
		if !w.extract && !w.Settings.Config.Providers[name].Remembers() {
			w.Out.NoteOnce(providers.NoMemory(name))
			w.extract = true
		}
	}
	if m.Plans != nil {
		if w.plans, err = m.Plans.List(); err != nil && w.plans == nil {
			return err
		}
	}
	facts := l.Facts
	l.Facts = func(a engine.Action) engine.Facts {
		f := facts(a)
		f.Grants = append(slices.Clone(f.Grants), engine.Grant{ID: "scribe.to", Where: "in the configuration",
			Pattern: engine.Pattern{Path: w.to + "/"}, Kinds: []effect.Kind{effect.KindWrite}, Edits: true, New: true})
		return f
	}
	if setup.Exists(w.to) {
		return nil
	}
	if err := os.MkdirAll(w.to, 0o777); err != nil { // which the configuration names
		return fmt.Errorf("making the directory of scribe.to: %w", err)
	}
	return nil
}

// distil makes the note of a source.
func (w *scribing) distil(ctx context.Context, s jobs.Source) error {
	note := s.Note(w.to, "", w.System.Now())
	if s.Changed {
		was, ok := w.result(s.ID)
		if !ok {
			w.tell(s, was.file, "kept")
			return w.keep(s, was.file, "")
		}
		note.File = filepath.Join(w.memex.Root, was.file)
	}
	if state := w.waits(note.File); state != "" {
		w.tell(s, below(w.memex.Root, note.File), state)
		return nil
	}
	text, err := w.text(ctx, s)
	if err != nil {
		return err
	}
	note.Text = s.Note(w.to, text, w.System.Now()).Text
	return w.write(ctx, s, note)
}

// result is the note that was made of a source before that changed; ok is false where the person changed that, too.
func (w *scribing) result(source string) (was scribed, ok bool) {
	for _, d := range slices.Backward(w.done) {
		if d.Source != source {
			continue
		}
		for _, f := range w.memex.Files {
			if f.Name == filepath.Join(w.memex.Root, d.file) && contentHash(f.Text) == d.content {
				return d, true
			}
		}
		return d, false
	}
	return was, false
}

func contentHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// waits says that a note waits for the person, or was refused; "" else.
func (w *scribing) waits(file string) string {
	for _, p := range w.plans {
		call, ok := p.Action.Op.(engine.Call)
		if name, _ := call.Args.Text("FILEPATH"); !ok || name != file {
			continue
		}
		switch {
		case p.State == approval.StateDenied:
			return "refused"
		case p.Waits(w.System.Now()):
			return "waits"
		}
	}
	return ""
}

// distilling is what a model is asked.
const distilling = "Write the attached note of a journal anew as a note that can be understood alone: what it says, " +
	"shortly and in its own language, with its names, numbers and dates, as plain text without a title. " +
	"Add nothing. Answer with that text alone."

// text is what the note of a source says.
func (w *scribing) text(ctx context.Context, s jobs.Source) (string, error) {
	if w.extract {
		if text := offline.Summarize(s.Text); text != "" {
			return text, nil
		}
		return strings.TrimSpace(s.Text), nil
	}
	w.loop.Provider, w.loop.Silent, w.loop.Session = w.model, w.silent, session.NewMemory(0)
	out, err := w.carry(ctx, engine.Input{Text: distilling, Origin: engine.OriginPerson,
		Attachments: []engine.Attachment{{Label: filepath.Base(s.File), Text: s.Title + "\n\n" + s.Text}}})
	if err == nil {
		err = out.Err
	}
	text := strings.TrimSpace(strings.Join(w.agent.Answers, "\n"))
	if err == nil && text == "" {
		err = errors.New("the model said nothing of " + s.ID)
	}
	return text, err
}

// write has the note written, and notes that it was.
func (w *scribing) write(ctx context.Context, s jobs.Source, note jobs.Made) error {
	a := toolCall("write-file", "CONTENT", note.Text, "FILEPATH", note.File)
	a.Explanation = "The scribe makes a note of its own of " + s.ID + "."
	aside(w.loop)
	out, err := w.carry(ctx, engine.Request{Action: a})
	if err != nil {
		return err
	}
	shown := below(w.memex.Root, note.File)
	_, failed := out.Unmended()
	switch {
	case out.Err != nil:
		return out.Err
	case len(out.Pending) > 0:
		w.Out.SayUndone(out)
		w.tell(s, shown, "suspended")
		return nil
	case failed || len(out.Denials) > 0 || len(out.Actions) == 0:
		w.tell(s, shown, "denied")
		return nil
	}
	w.tell(s, shown, "written")
	return w.keep(s, shown, contentHash(note.Text))
}

// keep notes on disk that a note was made.
func (w *scribing) keep(s jobs.Source, file, content string) error {
	d := scribed{jobs.Distilled{Source: s.ID, Hash: s.Hash}, file, content}
	return w.kept.Append(store.Encode(d.fields), true)
}

// tell says what became of a note.
func (w *scribing) tell(s jobs.Source, file, state string) {
	w.made = append(w.made, madeJSON{s.ID, file, state})
	line := state + ": " + file
	switch state {
	case "written":
		line = file
	case "kept":
		line = s.ID + " changed since its note was made, which you changed too: it stays as it is"
	}
	_ = w.Out.Print(w.Out.Redact(line + "\n")) // what cannot be printed is in the store
}
