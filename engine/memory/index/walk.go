package index

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/regular"
)

// fileKey names a file.
type fileKey struct {
	root int
	path string
}

// compare puts files in the order in which they are walked: by directories.
func (k fileKey) compare(o fileKey) int {
	if k.root != o.root || k.path == o.path {
		return cmp.Compare(k.root, o.root)
	}
	i := 0
	for i < len(k.path) && i < len(o.path) && k.path[i] == o.path[i] {
		i++
	}
	at := func(s string) int {
		switch {
		case i == len(s):
			return -1
		case s[i] == '/':
			return 0
		}
		return 1 + int(s[i])
	}
	return cmp.Compare(at(k.path), at(o.path))
}

// holds reports whether a file is the directory k or stands below it.
func (k fileKey) holds(o fileKey) bool {
	return k.root == o.root && (k.path == "" || strings.HasPrefix(o.path, k.path) &&
		(len(o.path) == len(k.path) || o.path[len(k.path)] == '/'))
}

// walker looks at the files below the roots, from one place on and round to it again, until
// its time is up.
type walker struct {
	ctx     context.Context
	o       *Options
	until   time.Time // zero: without end
	from    fileKey   // where it begins
	to      fileKey   // where the part ends that it walks; the zero key: nowhere
	stopped bool
	last    fileKey // that it looked at, or would have looked at next when stopped
	looked  int
	hidden  int // files that are private
	// visit is called with each file of text, and with each file that cannot be one.
	visit func(k fileKey, at stamp, err error)
	// failed are directories that could not be read.
	failed []fileKey
}

var (
	errLink   = errors.New("a symbolic link, which is not followed")
	errVanish = errors.New("it is not there")
)

func (w *walker) walk() {
	w.part(w.from, fileKey{})
	if !w.stopped && w.from != (fileKey{}) {
		w.part(fileKey{}, w.from)
	}
}

func (w *walker) part(from, to fileKey) {
	w.from, w.to = from, to
	for root := from.root; root < len(w.o.Roots) && !w.stopped; root++ {
		w.dir(fileKey{root: root}, w.o.Roots[root])
	}
}

// late reports whether the time is up. It looks at the clock now and then, and never before
// some files were looked at.
func (w *walker) late(more int) bool {
	before := w.looked / lookEach
	if w.looked += more; before == 0 || w.looked/lookEach == before {
		return false
	}
	return w.ctx.Err() != nil || !w.until.IsZero() && !w.o.now().Before(w.until)
}

// lookEach is how many files are looked at between two looks at the clock.
const lookEach = 64

func (w *walker) dir(k fileKey, abs string) {
	names, err := os.ReadDir(abs)
	if errors.Is(err, fs.ErrNotExist) && k.path != "" {
		return
	}
	at := -1
	if err == nil {
		at, err = unix.Open(abs, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		w.failed = append(w.failed, k)
		w.visit(k, stamp{}, plain(err))
		return
	}
	defer unix.Close(at)
	var files []looked
	for _, d := range names {
		name := d.Name()
		if strings.HasPrefix(name, ".") || !d.IsDir() && !readable(name) {
			continue
		}
		below := fileKey{k.root, name}
		if k.path != "" {
			below.path = k.path + "/" + name
		}
		if w.to != (fileKey{}) && below.compare(w.to) >= 0 && !below.holds(w.to) {
			break
		}
		if below.compare(w.from) < 0 && !(d.IsDir() && below.holds(w.from)) {
			continue
		}
		switch {
		case w.o.Private.Paths != nil && w.o.private(abs+"/"+name):
			w.hidden++
		case d.IsDir():
			w.files(at, files)
			if files = files[:0]; !w.stopped {
				w.dir(below, abs+"/"+name)
			}
		case w.to == (fileKey{}) || below.compare(w.to) < 0:
			files = append(files, looked{key: below, name: name})
		}
		if w.stopped {
			return
		}
	}
	w.files(at, files)
}

// looked is a file of a directory, and what it is.
type looked struct {
	key  fileKey
	name string
	at   stamp
	err  error
}

// manyFiles is how many files are looked at before any of them is visited.
const manyFiles = 256

// files looks at files of an open directory, several at once: the kernel needs most of the
// time, and any of it may wait for a disk.
func (w *walker) files(dir int, all []looked) {
	for len(all) > 0 {
		some := all[:min(len(all), manyFiles)]
		if w.last = some[0].key; w.late(len(some)) {
			w.stopped = true
			return
		}
		all = all[len(some):]
		var wait sync.WaitGroup
		half := some[:len(some)/2]
		if len(half) >= lookEach/4 {
			wait.Go(func() { lookAll(dir, half) })
		} else {
			half = nil
		}
		lookAll(dir, some[len(half):])
		wait.Wait()
		for i := range some {
			w.last = some[i].key
			w.visit(some[i].key, some[i].at, some[i].err)
		}
	}
}

func lookAll(dir int, some []looked) {
	for i := range some {
		some[i].at, some[i].err = look(dir, some[i].name)
	}
}

// look says what a file of an open directory is now.
func look(dir int, name string) (stamp, error) {
	var st unix.Stat_t
	if err := unix.Fstatat(dir, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return stamp{}, plain(err)
	}
	switch {
	case st.Mode&unix.S_IFMT == unix.S_IFLNK:
		return stamp{}, errLink
	case st.Size > maxText:
		return stamp{}, errLarge
	}
	return stampOf(&st), regular.Check(uint32(st.Mode))
}

// plain is an error without the name of the file, which is said beside it.
func plain(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return errVanish
	}
	if of, ok := errors.AsType[*fs.PathError](err); ok {
		return of.Err
	}
	return err
}

// readable reports whether files of a name are read.
func readable(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".org", ".org_archive", ".md", ".markdown":
		return true
	}
	return false
}

// maxText is how large a file may be.
const maxText = 64 << 20

var errLarge = errors.New("it is larger than 64 MiB")

// readText reads a file whole, and says what it was then.
func readText(ctx context.Context, abs string) ([]byte, stamp, error) {
	f, err := regular.Open(abs)
	if err != nil {
		return nil, stamp{}, plain(err)
	}
	defer f.Close()
	if f.Size() > maxText {
		return nil, stamp{}, errLarge
	}
	text, err := regular.ReadAll(ctx, f, maxText+1)
	if err == nil && len(text) > maxText {
		err = errLarge
	}
	return text, stampOf(f.Stat()), err
}

func (o *Options) now() time.Time {
	if o.Now == nil {
		return time.Time{}
	}
	return o.Now()
}

func (o *Options) private(path string) bool { return o.Private.Paths != nil && o.Private.Paths(path) }
