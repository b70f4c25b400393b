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
	"time"
	"unicode/utf8"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
)

// Errors of the store.
var (
	ErrNone    = errors.New("there is no change to undo")
	ErrUnknown = errors.New("there is no change with this ID; see the list")
	ErrUndone  = errors.New("it was undone already")
	// ErrChanged says that something is not as the action left it.
	ErrChanged = errors.New("it was changed since, and undoing would lose that")

	errTooMuch = errors.New("it is too large to be kept")
	errNotText = errors.New("its name, or where it leads, is not UTF-8")
)

// Limits of the store.
const (
	maxFiles   = 5000     // files and directories of one action
	maxAction  = 64 << 20 // bytes of one action's before-images
	maxTotal   = 512 << 20
	idTime     = "20060102T150405"
	tempPrefix = "tmp-"
	headName   = "before"
	afterName  = "after"
	undoneName = "undone"
	// unfinished is the directory with a file for every action that is being carried
	// out or restored, or was when pp was killed: the first holds a lock on its file.
	unfinished = "unfinished"
)

// Options are what a store is told. Zero fields take the defaults.
type Options struct {
	Clock func() time.Time
	// MaxAction and MaxTotal bound the copies of one action and of all, in bytes.
	MaxAction, MaxTotal int64
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
	Paths     []string // that it could write, delete or change
	// NotUndoable are paths of which no before-image was kept, each with why.
	NotUndoable []string
	Undone      bool `json:"-"`
}

// Store is a directory of before-images. It is safe for concurrent use, also by
// several processes.
type Store struct {
	dir  string
	opts Options
}

// Open returns the store in a directory, which need not exist, and removes what
// an interrupted run left behind, here and beside files that were being
// restored. The directory is made when the first image is kept.
func Open(dir string, o Options) (*Store, error) {
	o.MaxAction, o.MaxTotal = cmp.Or(o.MaxAction, maxAction), cmp.Or(o.MaxTotal, maxTotal)
	if o.Clock == nil {
		return nil, errors.New("the undo store needs a clock")
	}
	if o.Temporary == nil {
		o.Temporary = func(string) bool { return false }
	}
	s := &Store{dir, o}
	if !exists(dir) {
		return s, nil
	}
	unlock, err := s.lock(unix.LOCK_EX | unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return s, nil // another pp is at work on it, and what is there is its own
	}
	if err != nil {
		return nil, fmt.Errorf("opening the undo store %s: %w", dir, err)
	}
	defer unlock()
	return s, s.clean()
}

// lock takes the store for this process.
func (s *Store) lock(how int) (func(), error) {
	fd, err := locked(path.Join(s.dir, "lock"), unix.O_CREAT, how)
	return func() { unix.Close(fd) }, err
}

// locked opens a file and locks it, until it is closed or the process ends.
func locked(name string, flags, how int) (int, error) {
	fd, err := unix.Open(name, flags|unix.O_RDWR|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o600)
	if err != nil {
		return -1, err
	}
	for err = unix.EINTR; err == unix.EINTR; {
		err = unix.Flock(fd, how)
	}
	if err != nil {
		unix.Close(fd)
	}
	return fd, err
}

// clean removes what was cut off: half-kept images, and the temporary files of actions and restores.
func (s *Store) clean() error {
	names, err := os.ReadDir(s.dir)
	if err != nil {
		return err
	}
	errs := []error{s.cleanUnfinished()}
	for _, n := range names {
		if strings.HasPrefix(n.Name(), tempPrefix) {
			errs = append(errs, os.RemoveAll(path.Join(s.dir, n.Name())))
		}
	}
	return errors.Join(errs...)
}

// tempName is the name of the temporary file for one image of an entry.
func tempName(id string, i int) string { return ".pp-undo-" + id + "-" + strconv.Itoa(i) + ".tmp" }

// Check lists those of an action's paths that could not be undone, each with
// why, so that a prompt can say so. It copies nothing.
func (s *Store) Check(e effect.Effects) []string {
	_, not, _ := s.captureAll(changing(e), func(string, io.Reader) error { return nil })
	return not
}

func why(name string, err error) string {
	reason := strings.TrimPrefix(err.Error(), name+": ")
	if !utf8.ValidString(name) {
		name = strconv.Quote(name)
	}
	return name + ": not undoable, " + reason
}

// changing are the paths that an action may change.
func changing(e effect.Effects) []string {
	var out []string
	for _, p := range slices.Concat(e.Writes, e.Deletes, e.Metadata) {
		if path.IsAbs(p.Name) && !strings.HasPrefix(p.Name, "/dev/") && !strings.HasPrefix(p.Name, "/proc/") {
			out = append(out, p.Name)
		}
	}
	return roots(out)
}

// keep copies what a cleared action may change. The entry is there whole, and on
// disk, or not at all. Its ID is "" when the action changes no files. done is to
// be called when the action is over.
func (s *Store) keep(c engine.Cleared) (kept record, done func(), err error) {
	done = func() {}
	names := changing(c.Effects())
	if len(names) == 0 {
		return kept, done, nil
	}
	if err := os.MkdirAll(path.Join(s.dir, unfinished), 0o700); err != nil {
		return kept, done, err
	}
	unlock, err := s.lock(unix.LOCK_EX)
	if err != nil {
		return kept, done, err
	}
	defer unlock()
	if kept, err = s.store(c, names); err != nil {
		return kept, done, err
	}
	done, err = s.begin(kept.ID)
	return kept, done, err
}

// store writes the entry of an action.
func (s *Store) store(c engine.Cleared, names []string) (record, error) {
	now := s.opts.Clock()
	id := now.UTC().Format(idTime) + "-" + strings.ToLower(rand.Text()[:6])
	temp := path.Join(s.dir, tempPrefix+id)
	if err := os.Mkdir(temp, 0o700); err != nil {
		return record{}, err
	}
	defer os.RemoveAll(temp)
	images, not, err := s.captureAll(names, func(blob string, r io.Reader) error {
		return writeSynced(path.Join(temp, blob), r)
	})
	if err != nil {
		return record{}, err
	}
	kept := record{Entry{ID: id, When: now, Action: c.Action().Canonical(), Workspace: c.Verdict().Workspace.Root,
		Paths: names, NotUndoable: not}, images}
	text, err := kept.print()
	if err != nil {
		return record{}, err
	}
	if err := writeSynced(path.Join(temp, headName), strings.NewReader(text)); err != nil {
		return record{}, err
	}
	if err := syncDir(temp); err != nil {
		return record{}, err
	}
	if err := os.Rename(temp, path.Join(s.dir, id)); err != nil {
		return record{}, err
	}
	s.prune(id)
	return kept, syncDir(s.dir)
}

// captureAll takes the images of some paths, and gives save the content of every
// file under the name for its copy. What is over the cap, or cannot be read, is
// told and left out; an error is one of save.
func (s *Store) captureAll(names []string, save func(blob string, r io.Reader) error) (images []image, not []string,
	failed error) {
	budget, left, blobs := maxFiles, s.opts.MaxAction, 0
	keep := func(r io.Reader, size int64) (string, error) {
		if size > left {
			return "", errTooMuch
		}
		left -= size
		blobs++
		blob := "b" + strconv.Itoa(blobs)
		failed = save(blob, io.LimitReader(r, size))
		return blob, failed
	}
	for _, name := range names {
		below, err := capture(name, &budget, keep)
		if failed != nil {
			return nil, nil, failed
		}
		if err != nil {
			not = append(not, why(name, err))
			continue
		}
		images = append(images, below...)
	}
	return images, not, nil
}

// recordAfter notes what an action left, which an undo will compare with.
func (s *Store) recordAfter(kept record) error {
	after, err := lookAll(kept.Images)
	if err != nil {
		return err
	}
	unlock, err := s.lock(unix.LOCK_EX)
	if err != nil {
		return err
	}
	defer unlock()
	dir := path.Join(s.dir, kept.ID)
	if slices.EqualFunc(kept.Images, after, image.same) {
		return os.RemoveAll(dir) // nothing changed, so there is nothing to undo
	}
	text, err := record{Images: after}.print()
	if err != nil {
		return err
	}
	return writeWhole(path.Join(dir, afterName), text)
}

// lookAll captures the present state of the roots of some images, without a copy.
func lookAll(images []image) ([]image, error) {
	var names []string
	for _, i := range images {
		names = append(names, i.Path)
	}
	var out []image
	for _, name := range roots(names) {
		budget := maxFiles
		now, err := capture(name, &budget, func(r io.Reader, _ int64) (string, error) {
			_, err := io.Copy(io.Discard, r)
			return "", err
		})
		if err != nil {
			return nil, err
		}
		out = append(out, now...)
	}
	return out, nil
}
