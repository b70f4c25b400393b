package undo

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/memory/org"
	"pp/engine/store"
)

// Errors of the store.
var (
	ErrNone    = errors.New("there is no change to undo")
	ErrUnknown = errors.New("there is no change with this ID; see the list")
	ErrUndone  = errors.New("it was undone already")
	// ErrChanged says that something is not as the action left it.
	ErrChanged = errors.New("it was changed since, and undoing would lose that")

	errTooMuch = errors.New("over the cap")
)

// Limits of the store.
const (
	maxFiles    = 5000     // files and directories of one action
	maxAction   = 64 << 20 // bytes of one action's before-images
	maxTotal    = 512 << 20
	idTime      = "20060102T150405"
	tempPrefix  = "tmp-"
	headName    = "before"
	afterName   = "after"
	undoneName  = "undone"
	pendingName = "restoring"
	// copiesName marks an entry of which nothing was taken over, and that holds the command's own
	// copies of what somebody else had changed.
	copiesName = "copies"
	// spareName is a directory that older versions kept to make the next layer of.
	spareName = "spare"
	// unfinished is the directory with a file for every action that is being
	// carried out, or was when pp was killed: the first holds a lock on its file.
	unfinished = "unfinished"
)

// Options are what a store is told. Zero fields take the defaults.
type Options struct {
	Clock func() time.Time
	// MaxAction and MaxTotal bound the copies of one action and of all, in bytes.
	MaxAction, MaxTotal int64
	// Private says what of files is in no copy.
	Private org.Privacy
	// Temporary reports whether a name is that of a file which an action was
	// writing beside the real one; nil: no action does so.
	Temporary func(name string) bool
}

// Entry is one action that changed files and can be undone.
type Entry struct {
	ID        string
	When      time.Time
	Action    string // the canonical action
	Workspace string
	Paths     []string // paths that it could write, delete or change, at most maxPaths
	More      int      // how many more paths there are
	// NotUndoable are paths of which no before-image was kept, each with why.
	NotUndoable []string
	Undone      bool

	hidden bool // it waits for a person, or holds copies alone
}

// Store is a directory of before-images. It is safe for concurrent use, also by
// several processes.
type Store struct {
	dir  string
	opts Options

	// stored and bytes are what this process kept since it pruned; who has the lock uses them.
	stored int
	bytes  int64
	until  atomic.Int64 // when something that this process kept has waited long enough, in Unix seconds; 0 for nothing
}

// Open returns the store in a directory, which need not exist, and removes what
// an interrupted run left behind, here and beside files that were being
// restored. The directory is made when the first image is kept.
func Open(dir string, o Options) (*Store, error) {
	o.MaxAction, o.MaxTotal = cmp.Or(o.MaxAction, maxAction), cmp.Or(o.MaxTotal, maxTotal)
	if o.Clock == nil {
		return nil, errors.New("the undo store needs a clock")
	}
	s := &Store{dir: dir, opts: o}
	if !exists(dir) {
		return s, nil
	}
	unlock, err := s.lock(false)
	if errors.Is(err, store.ErrBusy) {
		return s, nil // another pp is at work on it, and what is there is its own
	}
	if err != nil {
		return nil, fmt.Errorf("opening the undo store %s: %w", dir, err)
	}
	defer unlock()
	return s, s.clean()
}

// lock locks the store for this process, as store.OpenLock does.
func (s *Store) lock(wait bool) (unlock func(), err error) {
	f, err := store.OpenLock(path.Join(s.dir, "lock"), wait)
	return func() { _ = store.Release(f) }, err
}

// clean removes temporaries: half-kept images, and files that a restore was
// writing beside their places when it was cut off.
func (s *Store) clean() error {
	names, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	errs := []error{s.cleanUnfinished()}
	for _, n := range names {
		full := path.Join(s.dir, n.Name())
		if strings.HasPrefix(n.Name(), tempPrefix) || n.Name() == spareName {
			errs = append(errs, os.RemoveAll(full))
			continue
		}
		if n.IsDir() && exists(path.Join(full, pendingName)) {
			if err := RecoverLayers(path.Join(full, LayersName)); err != nil {
				errs = append(errs, err)
				continue
			}
			errs = append(errs, s.record(n.Name()).cleanRestore())
		}
	}
	return errors.Join(errs...)
}

func (r record) cleanRestore() error {
	_, before, err := r.read()
	if err != nil {
		return err
	}
	for i, img := range before {
		parent, err := openParent(img.Path)
		if err != nil {
			continue
		}
		_ = unix.Unlinkat(parent, r.tempName(i), 0)
		unix.Close(parent)
	}
	return os.Remove(path.Join(r.dir, pendingName))
}

// tempName is the name of the temporary file for one image of an entry.
func (r record) tempName(i int) string {
	return ".pp-undo-" + path.Base(r.dir) + "-" + strconv.Itoa(i) + ".tmp"
}

// Check lists those of an action's paths that could not be undone, each with
// why, so that a prompt can say so. It copies nothing.
func (s *Store) Check(e effect.Effects) []string {
	entry := Entry{Paths: changing(e)}
	_, err := s.copyAll("", &entry)
	out := entry.NotUndoable
	if err != nil {
		out = append(out, err.Error())
	}
	part := func(p effect.Path) bool { return p.Part != effect.PartNone }
	builds := func(r effect.Program) bool { return r.Class == effect.ProgramBuilds }
	if e.Unbounded() || slices.ContainsFunc(e.Runs, builds) || slices.ContainsFunc(e.Writes, part) {
		out = append(out, "not undoable: files of which it is not known before whether it changes them")
	}
	return out
}

func why(name string, err error) string {
	if errors.Is(err, errTooMuch) {
		return effect.Named(name) + ": not undoable, it is too large to be kept"
	}
	return effect.Named(name) + ": not undoable, " + strings.TrimPrefix(err.Error(), name+": ")
}

// changing are the paths that an action may change. What of a repository or of the
// workspace it changes is not known before, and a copy of all would be put back over
// what others did meanwhile.
func changing(e effect.Effects) []string {
	var out []string
	for _, list := range [][]effect.Path{e.Writes, e.Deletes, e.Metadata} {
		for _, p := range list {
			if p.Part == effect.PartNone && path.IsAbs(p.Name) && !strings.HasPrefix(p.Name, "/dev/") &&
				!strings.HasPrefix(p.Name, "/proc/") {
				out = append(out, p.Name)
			}
		}
	}
	return roots(out)
}

// keep stores an entry and marks its action as begun, while no other process cleans up: to that one
// a mark that nobody holds yet would be of an action that was cut off. The entry is there whole, and
// on disk, or not at all. done is to be called when the action is over.
func (s *Store) keep(e Entry) (id string, done func(), err error) {
	unlock, err := s.lockToBegin()
	if err != nil {
		return "", nil, err
	}
	defer unlock()
	if id, err = s.store(e); err != nil {
		return "", nil, err
	}
	if done, err = s.begin(id); err != nil {
		err = errors.Join(err, os.RemoveAll(path.Join(s.dir, id)))
	}
	return id, done, err
}

// lockToBegin takes the store for begin.
func (s *Store) lockToBegin() (unlock func(), err error) {
	if err := os.MkdirAll(path.Join(s.dir, unfinished), 0o700); err != nil {
		return nil, err
	}
	return s.lock(true)
}

// entryOf is the entry of a cleared action that may change these paths.
func entryOf(c engine.Cleared, names []string) Entry {
	return Entry{Action: c.Action().Canonical(), Workspace: c.Verdict().Workspace.Root, Paths: names}
}

// store writes the entry of an action.
func (s *Store) store(e Entry) (id string, err error) {
	now := s.opts.Clock()
	id = now.UTC().Format(idTime) + "-" + strings.ToLower(rand.Text()[:6])
	temp := path.Join(s.dir, tempPrefix+id)
	if err := os.Mkdir(temp, 0o700); err != nil {
		return "", err
	}
	defer os.RemoveAll(temp)
	e.ID, e.When = id, now
	before, err := s.copyAll(temp, &e)
	if err != nil {
		return "", err
	}
	text := printed(head(&e, &before))
	if err := writeBlob(path.Join(temp, headName), strings.NewReader(text), int64(len(text))); err != nil {
		return "", err
	}
	if err := store.SyncDir(temp); err != nil {
		return "", err
	}
	if err := os.Rename(temp, path.Join(s.dir, id)); err != nil {
		return "", err
	}
	s.pruneAtTimes(id, before)
	return id, store.SyncDir(s.dir)
}

// copyAll takes the images of an entry, and writes copies if there is a directory for them. It notes files that are too
// large or unreadable, and skips them; an error is one of the store itself.
func (s *Store) copyAll(temp string, e *Entry) ([]image, error) {
	budget, left, blobs := maxFiles, s.opts.MaxAction, 0
	var failed error
	var before []image
	for _, name := range e.Paths {
		if !utf8.ValidString(name) {
			e.NotUndoable = append(e.NotUndoable, fmt.Sprintf("%q: not undoable, its name is not UTF-8", name))
			continue
		}
		images, err := capture(name, &budget, func(img *image, r io.Reader, size int64) (err error) {
			if size > left {
				return errTooMuch
			}
			left -= size
			if s.mayHold(img.Path) {
				if r, size, err = s.public(img, name, r, size); err != nil {
					return err
				}
			}
			if temp != "" {
				blobs++
				img.Blob = "b" + strconv.Itoa(blobs)
				failed = writeBlob(path.Join(temp, img.Blob), r, size)
			}
			return failed
		})
		if failed != nil {
			return nil, failed
		}
		if err != nil {
			e.NotUndoable = append(e.NotUndoable, why(name, err))
			continue
		}
		before = append(before, images...)
	}
	return before, nil
}

// recordAfter notes what an action left, which an undo will compare with.
func (s *Store) recordAfter(id string) error {
	_, before, err := s.read(id)
	if err != nil {
		return err
	}
	after, err := s.lookAll(before)
	if err != nil {
		return err
	}
	unlock, err := s.lock(true)
	if err != nil {
		return err
	}
	defer unlock()
	if slices.EqualFunc(before, after, image.same) {
		return os.RemoveAll(path.Join(s.dir, id)) // nothing changed, so there is nothing to undo
	}
	return writeWhole(path.Join(s.dir, id, afterName), printed(left(&after)))
}

// lookAll captures the present state of the roots of some images.
func (s *Store) lookAll(images []image) ([]image, error) {
	var names []string
	for _, i := range images {
		names = append(names, i.Path)
	}
	var out []image
	for _, name := range roots(names) {
		now, err := s.look(name)
		if err != nil {
			return nil, err
		}
		out = append(out, now...)
	}
	return out, nil
}
