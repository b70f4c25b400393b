package session

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"sync"
	"time"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// format is the number of the form of a session's file.
const format = 1

// ErrBusy says that another process continues the session.
var ErrBusy = errors.New("another pp is in this session; leave it there, or begin a new one")

// Options are a File's settings.
type Options struct {
	// Workspace is where the session belongs, for `-c`: the workspace's root, or
	// the working directory where there is none. An opened session keeps its own.
	Workspace string
	Clock     func() time.Time // nil: turns have the zero time
	// Redactor masks what is written; this process still has the text as it was.
	Redactor engine.Redactor
	MaxBytes int // of the conversation; 0 is DefaultBytes
	// Aside says that additions to an opened session do not make it the workspace's last one.
	Aside bool
}

func (o Options) now() time.Time {
	if o.Clock == nil {
		return time.Time{}
	}
	return o.Clock()
}

// File is a conversation in a file of its own, which only its owner can read.
// It implements engine.SessionStore and is safe for concurrent use. Nothing is
// made on disk before the first turn. Make one with a Dir.
type File struct {
	dir     Dir
	id      ID
	options Options

	mu     sync.Mutex
	turns  Memory
	flows  []engine.Flow
	left   engine.Left
	began  time.Time
	writer *store.Journal
	last   time.Time // the time of the file before it was opened
	closed bool
}

var _ engine.SessionStore = (*File)(nil)

// Began is when the first turn was kept; the zero time when there is none.
func (f *File) Began() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.began
}

// Turns returns the turns in order, in a slice of the caller's own.
func (f *File) Turns() []engine.Turn { return f.turns.Turns() }

// Append adds a turn. When it returns nil the turn is in the file; after an
// error the conversation is as it was. A turn that does not fit is a *FullError.
func (f *File) Append(t engine.Turn) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.turns.mu.Lock()
	defer f.turns.mu.Unlock()
	if err := f.turns.fits(t); err != nil {
		return err
	}
	kept := t.Redacted(f.options.Redactor)
	if err := f.write(store.Encode(turnFields(&kept, f.options.now()))); err != nil {
		return err
	}
	f.turns.add(t)
	return nil
}

// Note keeps what the session has read that must not leave unasked, so that it
// is still known when the session is continued. What is known already is not
// kept twice.
func (f *File) Note(flow engine.Flow) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, known := range f.flows {
		if known.Secret == flow.Secret && known.Subject == flow.Subject {
			return nil
		}
	}
	kept := flow
	kept.Subject = engine.Redact(f.options.Redactor, flow.Subject)
	if err := f.write(store.Encode(flowFields(&kept))); err != nil {
		return err
	}
	f.flows = append(f.flows, flow)
	return nil
}

// Flows are what was noted, in order, in a slice of the caller's own.
func (f *File) Flows() []engine.Flow {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]engine.Flow(nil), f.flows...)
}

// Leave keeps what commands left, in the place of what they left before. What is masked in a file does not last.
func (f *File) Leave(left engine.Left) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	kept := engine.Left{Dir: left.Dir, Exported: maps.Clone(left.Exported)}
	maps.DeleteFunc(kept.Exported, func(_, value string) bool {
		return engine.Redact(f.options.Redactor, value) != value
	})
	if err := f.write(store.Encode(leftFields(&kept))); err != nil {
		return err
	}
	f.left = left
	return nil
}

// Left is what commands left last.
func (f *File) Left() engine.Left {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.left
}

// Close lets other processes continue the session. Nothing can be added after it.
func (f *File) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
	if f.writer == nil {
		return nil
	}
	w := f.writer
	f.writer = nil
	if err := w.Close(); err != nil || !f.options.Aside {
		return err
	}
	return os.Chtimes(f.dir.name(f.id), time.Time{}, f.last)
}

// write appends a record, making the file with its first one.
func (f *File) write(p sexp.Plist) error {
	if f.closed {
		return fmt.Errorf("the session %s is closed", f.id)
	}
	if f.writer == nil {
		if err := f.create(); err != nil {
			return err
		}
	}
	return f.writer.Append(p, false)
}

func (f *File) create() error {
	w, state, err := store.OpenJournal(f.dir.name(f.id), f.dir.limits(f.options.MaxBytes), nil)
	if errors.Is(err, store.ErrBusy) {
		return ErrBusy
	}
	if err != nil {
		return err
	}
	if state.Records > 0 {
		w.Close()
		return fmt.Errorf("there is a session %s already", f.id)
	}
	head := header{id: f.id, workspace: f.options.Workspace, began: f.options.now()}
	if err := w.Append(store.Encode(head.fields), false); err != nil {
		w.Close()
		return err
	}
	f.writer, f.began = w, head.began
	return nil
}
