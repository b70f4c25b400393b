package session

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// Errors of a Dir.
var (
	ErrNoSession = errors.New("there is no such session")
	ErrNone      = errors.New("there is no session of this workspace yet")
)

// suffix is how the name of a session's file ends.
const suffix = ".session"

// maxSessions is how many sessions List and Latest look at, the newest first.
const maxSessions = 10000

// titleMax is how long a title is, in bytes.
const titleMax = 120

// Dir is a directory of sessions. Its methods may be called by many processes
// at once.
type Dir struct{ path string }

// NewDir returns the sessions of a directory. It touches nothing.
func NewDir(path string) Dir { return Dir{path} }

func (d Dir) name(id ID) string { return filepath.Join(d.path, string(id)+suffix) }

// limits bound a session's file: a text may be written in twice its length. The file holds
// what is left out of the memory too.
func (d Dir) limits(most int) store.Limits {
	most = cmp.Or(max(0, most), DefaultBytes)
	return store.Limits{Record: 2*most + 1<<20, File: 64*int64(most) + 1<<20}
}

// New returns a session that begins with its first turn.
func (d Dir) New(id ID, o Options) *File {
	return &File{dir: d, id: id, options: o, turns: Memory{limit: o.MaxBytes}}
}

// lingers is how long a session may be in use yet by a pp that was killed: the first process of a sandbox, which it was
// about to start, has its files until that begins.
const lingers = 500 * time.Millisecond

// Open returns a session to be continued, with what it held. It is ErrNoSession
// when there is none of that name, and ErrBusy while another process has it.
func (d Dir) Open(id ID, o Options) (*File, error) {
	stat, err := os.Lstat(d.name(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", id, ErrNoSession)
	}
	if err != nil {
		return nil, err
	}
	var c content
	f := &File{dir: d, id: id, last: stat.ModTime(), turns: Memory{limit: o.MaxBytes}}
	open := func() (*store.Journal, error) {
		w, _, err := store.OpenJournal(d.name(id), d.limits(o.MaxBytes), func(p sexp.Plist) error {
			err := c.take(p)
			for _, t := range c.turns {
				f.turns.add(t)
			}
			c.turns = c.turns[:0]
			return err
		})
		return w, err
	}
	w, err := open()
	for waited := time.Duration(0); errors.Is(err, store.ErrBusy) && waited < lingers; waited += lingers / 50 {
		time.Sleep(lingers / 50)
		w, err = open()
	}
	if errors.Is(err, store.ErrBusy) {
		return nil, fmt.Errorf("%s: %w", id, ErrBusy)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the session: %w", err)
	}
	switch {
	case c.records == 0:
		// Begun by a process that ended before its first turn.
		w.Close()
		return nil, fmt.Errorf("%s: %w", id, ErrNoSession)
	case c.id != id:
		w.Close()
		return nil, fmt.Errorf("%s: its first record does not name it; `pp sessions rm %s` removes it", d.name(id), id)
	}
	o.Workspace = c.workspace
	f.options, f.flows, f.left, f.began, f.writer = o, c.flows, c.left, c.began, w
	return f, nil
}

// Info is what a list says of a session.
type Info struct {
	ID        ID        `json:"id"`
	Workspace string    `json:"workspace"`
	Began     time.Time `json:"began"`
	Last      time.Time `json:"last"`  // when its file was last changed
	Title     string    `json:"title"` // the beginning of the person's first words
}

// errEnough ends a scan of a file that has told what was wanted of it.
var errEnough = errors.New("enough was listed")

// load reads a session's file, to its end or to the first turn.
func (d Dir) load(id ID, whole bool) (Info, content, error) {
	var c content
	stat, err := os.Lstat(d.name(id))
	if err == nil {
		_, err = store.Load(d.name(id), d.limits(0), func(p sexp.Plist) error {
			if err := c.take(p); err != nil || whole || len(c.turns) == 0 {
				return err
			}
			return errEnough
		})
	}
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && c.records == 0:
		return Info{}, c, fmt.Errorf("%s: %w", id, ErrNoSession)
	case err != nil && !errors.Is(err, errEnough):
		return Info{}, c, err
	case c.id != id:
		return Info{}, c, fmt.Errorf("%s: its first record does not name it", d.name(id))
	}
	in := Info{ID: c.id, Workspace: c.workspace, Began: c.began, Last: stat.ModTime()}
	if len(c.turns) > 0 {
		in.Title = title(c.turns[0].Text)
	}
	return in, c, nil
}

func title(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return engine.Clip(line, titleMax)
}

// ids are the names of the sessions, the newest first.
func (d Dir) ids() ([]ID, error) {
	names, err := store.FileNames(d.path, suffix)
	if err != nil {
		return nil, err
	}
	var out []ID
	for _, name := range slices.Backward(names) {
		if id, err := ParseID(name); err == nil {
			out = append(out, id)
		}
	}
	return out[:min(len(out), maxSessions)], nil
}

// List describes the sessions, the one used last first. Those that cannot be
// read are in the error, beside the list of the others.
func (d Dir) List() ([]Info, error) {
	ids, err := d.ids()
	if err != nil {
		return nil, fmt.Errorf("listing the sessions: %w", err)
	}
	var out []Info
	var wrong []error
	for _, id := range ids {
		in, _, err := d.load(id, false)
		switch {
		case errors.Is(err, ErrNoSession): // removed, or without a turn
		case err != nil:
			wrong = append(wrong, err)
		default:
			out = append(out, in)
		}
	}
	slices.SortStableFunc(out, func(a, b Info) int {
		return cmp.Or(b.Last.Compare(a.Last), strings.Compare(string(b.ID), string(a.ID)))
	})
	return out, errors.Join(wrong...)
}

// Read gives a session without continuing it.
func (d Dir) Read(id ID) (Info, []engine.Turn, error) {
	in, c, err := d.load(id, true)
	return in, c.turns, err
}

// Flows gives what was noted in a session, also while another process continues it.
func (d Dir) Flows(id ID) ([]engine.Flow, error) {
	_, c, err := d.load(id, true)
	return c.flows, err
}

// Remove deletes a session: ErrNoSession when there is none, ErrBusy while
// another process is in it.
func (d Dir) Remove(id ID) error {
	if _, err := os.Lstat(d.name(id)); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", id, ErrNoSession)
	}
	// A file that is damaged, and so cannot be opened, can still be removed.
	w, _, err := store.OpenJournal(d.name(id), d.limits(0), nil)
	if errors.Is(err, store.ErrBusy) {
		return fmt.Errorf("%s: %w", id, ErrBusy)
	}
	if w != nil {
		defer w.Close()
	}
	if err := os.Remove(d.name(id)); err != nil {
		return fmt.Errorf("removing the session: %w", err)
	}
	return nil
}

// Latest is the session of a workspace that was used last; ErrNone when it has
// none.
func (d Dir) Latest(workspace string) (ID, error) {
	list, err := d.List()
	for _, in := range list {
		if in.Workspace == workspace {
			return in.ID, nil
		}
	}
	if err != nil {
		return "", fmt.Errorf("%w; some could not be read: %w", ErrNone, err)
	}
	return "", ErrNone
}
