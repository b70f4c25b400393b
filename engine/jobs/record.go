package jobs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/store"
	"pp/sexp"
)

// ErrBusy says that another process runs the job.
var ErrBusy = errors.New("another pp is running it")

// Outcome is how a run ended.
type Outcome string

// The outcomes. Never is of a job that has not run; Running is also what one says whose process died.
const (
	Never       Outcome = "never"
	Running     Outcome = "running"
	Done        Outcome = "done"
	Failed      Outcome = "failed"
	Denied      Outcome = "denied"
	Suspended   Outcome = "suspended"
	Limit       Outcome = "limit"
	Interrupted Outcome = "interrupted"
	Killed      Outcome = "killed" // its process died before it came to its end
)

// Record is what is known of a job.
type Record struct {
	Name     string
	Schedule string    // as it was when the job was first seen
	Seen     time.Time // when that was
	Began    time.Time // of the last run; zero where there was none
	Ended    time.Time // zero while it runs, and of one that did not come to its end
	Outcome  Outcome
	Exit     int    // the exit code that stands for the outcome
	Note     string // what is to be known of it, one line
	Tries    int    // runs in a row that did not come to their end
	Again    bool   // it is to run once more, before it is due
	Mark     string // what the job itself keeps of what it has seen
}

// format is the number of the form of a record.
const format = 1

func (r *Record) fields(f *store.Fields) {
	f.Format("JOB", format, "a job")
	f.Text("NAME", &r.Name)
	f.Text("SCHEDULE", &r.Schedule)
	f.Time("SEEN", &r.Seen)
	f.OptionalText("OUTCOME", (*string)(&r.Outcome))
	if f.Has("BEGAN", !r.Began.IsZero()) {
		f.Time("BEGAN", &r.Began)
	}
	if f.Has("ENDED", !r.Ended.IsZero()) {
		f.Time("ENDED", &r.Ended)
	}
	f.OptionalInteger("EXIT", &r.Exit)
	f.OptionalText("NOTE", &r.Note)
	f.OptionalInteger("TRIES", &r.Tries)
	f.Flag("AGAIN", &r.Again)
	f.OptionalText("MARK", &r.Mark)
}

// Store keeps the records in a directory. Many processes may use one at once; it touches nothing before
// the first lease.
type Store struct{ dir string }

// NewStore is the store of a directory.
func NewStore(dir string) *Store { return &Store{dir} }

// The endings of the files of a job.
const (
	recordSuffix = ".job"
	lockSuffix   = ".lock"
	logSuffix    = ".log"
)

func (s *Store) file(name, suffix string) string { return filepath.Join(s.dir, name+suffix) }

// limits bound a record's file.
func limits() store.Limits { return store.Limits{Record: 64 << 10, File: 64 << 10} }

// Read is what is known of a job: the zero record with its name where it was never seen. What says that it
// runs although no process does is Killed.
func (s *Store) Read(name string) (Record, error) {
	r, err := s.load(name)
	if err != nil || r.Outcome != Running {
		return r, err
	}
	f, err := os.OpenFile(s.file(name, lockSuffix), os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		r.Outcome = Killed
		return r, nil
	}
	defer f.Close()
	if unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB) == nil {
		r.Outcome = Killed
	}
	return r, nil
}

func (s *Store) load(name string) (Record, error) {
	r := Record{Name: name, Outcome: Never}
	n := 0
	_, err := store.Load(s.file(name, recordSuffix), limits(), func(p sexp.Plist) error {
		n++
		return store.Decode(p, r.fields)
	})
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Record{Name: name, Outcome: Never}, nil
	case err != nil:
		return Record{Name: name}, fmt.Errorf("what is known of the job %s: %w", name, err)
	case n != 1 || r.Name != name:
		return Record{Name: name}, fmt.Errorf("what is known of the job %s: %s is no record of it", name,
			s.file(name, recordSuffix))
	}
	return r, nil
}

// Lease is the right to run a job, which one process has at a time and which ends with it.
type Lease struct {
	store *Store
	lock  *os.File
	// Record is what is known of the job. Keep writes what was changed in it.
	Record Record
}

// Lease takes the right to run a job. It does not wait: ErrBusy says that somebody has it. One that did not
// come to its end is Killed.
func (s *Store) Lease(name string) (*Lease, error) {
	if err := store.PrivateDir(s.dir); err != nil {
		return nil, err
	}
	f, err := store.OpenLock(s.file(name, lockSuffix), false)
	if errors.Is(err, store.ErrBusy) {
		err = ErrBusy
	}
	if err != nil {
		return nil, err
	}
	l := &Lease{store: s, lock: f}
	if l.Record, err = s.load(name); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	if l.Record.Outcome == Running {
		l.Record.Outcome = Killed
	}
	return l, nil
}

// Keep writes the record, whole or not at all; durable has it on disk before Keep returns.
func (l *Lease) Keep(durable bool) error {
	data, err := store.AppendRecord(nil, store.Encode(l.Record.fields), limits())
	if err != nil {
		return err
	}
	return store.ReplacePrivate(l.store.file(l.Record.Name, recordSuffix), data, durable)
}

// Close gives the right up, at once.
func (l *Lease) Close() error { return store.Release(l.lock) }

// Names are the jobs that something is known of, sorted.
func (s *Store) Names() ([]string, error) { return store.FileNames(s.dir, recordSuffix) }

// Remove forgets a job and its log, unless somebody runs it.
func (s *Store) Remove(name string) error {
	l, err := s.Lease(name)
	if err != nil {
		return err
	}
	for _, suffix := range []string{recordSuffix, logSuffix, lockSuffix} {
		if rerr := os.Remove(s.file(name, suffix)); !errors.Is(rerr, fs.ErrNotExist) {
			err = errors.Join(err, rerr)
		}
	}
	return errors.Join(err, l.Close())
}

// OneLine is the beginning of a text as a note.
func OneLine(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	return engine.Clip(line, 400)
}
