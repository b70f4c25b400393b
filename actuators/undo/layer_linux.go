package undo

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// Layer is one layerRecord, which this process has to itself until Close. It is not safe
// for concurrent use.
type Layer struct {
	dir   string
	file  *store.Journal
	trees []tree
	mark  string // what marks a mask
	state state
	kept  bool // it waited for a decision
	steps []step
	// skipped are the steps that were not done for a conflict, by number.
	skipped map[int]string
	since   []int64         // for each tree, the time from when on a change below is somebody else's
	taken   []int64         // the same for what was taken over
	before  map[inode]int64 // what undoing put back, and when that was changed before
	left    map[int]string  // steps on directories that undoing leaves, since somebody changed them
	// at is called before each thing that is done; tests end the process there.
	at func()
}

// tree is a Tree with where its data are: data is how their names begin.
type tree struct {
	dir, data, mask string
	masks           []Mask
}

func (t tree) upper(rel string) string { return path.Join(t.data+".upper", rel) }
func (t tree) work() string            { return t.data + ".work" }
func (t tree) lower(rel string) string { return path.Join(t.dir, rel) }
func (t tree) aside(n int) string      { return path.Join(t.data+".aside", strconv.Itoa(n)) }

const (
	journalName = "journal"
	freshName   = "fresh" // of the journal, until it has its header
)

// CreateLayer makes a record for a command that is about to run. ErrNoLayer says that there can
// be none for one of the trees; then nothing is left of it.
func CreateLayer(o LayerOptions) (*Layer, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	l := &Layer{dir: path.Join(o.State, o.ID), mark: rand.Text(), state: stateOpen, at: func() {}}
	if err := store.PrivateDir(o.State); err != nil {
		return nil, err
	}
	if err := os.Mkdir(l.dir, 0o700); err != nil {
		return nil, err
	}
	err := l.fill(o)
	if err != nil {
		err = errors.Join(err, l.Drop())
		return nil, err
	}
	return l, nil
}

func (o LayerOptions) check() error {
	if o.ID == "" || strings.ContainsAny(o.ID, "/.") || !path.IsAbs(o.State) || len(o.Trees) == 0 {
		return errors.New("a layer needs a name, a state directory and a tree")
	}
	for i, t := range o.Trees {
		if !path.IsAbs(t.Dir) || path.Clean(t.Dir) != t.Dir {
			return fmt.Errorf("%q is no absolute path of a tree", t.Dir)
		}
		for _, other := range o.Trees[:i] {
			if within(t.Dir, other.Dir) || within(other.Dir, t.Dir) {
				return fmt.Errorf("%w: %s and %s are one in the other", ErrNoLayer, other.Dir, t.Dir)
			}
		}
		for _, m := range t.Masks {
			if path.IsAbs(m.Path) || path.Clean(m.Path) != m.Path || m.Path == "." || strings.HasPrefix(m.Path, "../") {
				return fmt.Errorf("%q is no path below a tree", m.Path)
			}
		}
		if why := Impossible(t.Dir, o.State, o.IDs); why != "" {
			return fmt.Errorf("%w: %s", ErrNoLayer, why)
		}
	}
	return nil
}

// fill makes what is in the record. The header comes before any directory in a tree is made,
// so that a kill leaves nothing that Recover does not find.
func (l *Layer) fill(o LayerOptions) error {
	for i, t := range o.Trees {
		data := path.Join(l.dir, strconv.Itoa(i))
		masks := t.Masks
		if movable(o.State, t.Dir) != nil {
			// Records of several state directories meet there, and of several processes: the name is a random one.
			data = path.Join(t.Dir, InTree, l.mark+"-"+strconv.Itoa(i))
			masks = slices.DeleteFunc(slices.Clone(masks), func(m Mask) bool { return within(m.Path, InTree) })
			masks = append(masks, Mask{Path: InTree, Absent: true})
		}
		n := tree{dir: t.Dir, data: data, masks: masks}
		if len(masks) > 0 {
			n.mask = path.Join(l.dir, "mask"+strconv.Itoa(i))
		}
		l.trees = append(l.trees, n)
	}
	if err := l.begin(); err != nil {
		return err
	}
	for i, t := range l.trees {
		if err := t.make(l.mark + ":" + strconv.Itoa(i)); err != nil {
			return fmt.Errorf("making a layer over %s: %w", t.dir, err)
		}
	}
	for _, t := range l.trees {
		now, _, err := stamp(t.work())
		if err != nil {
			return err
		}
		l.since = append(l.since, now)
	}
	return l.append(layerRecord{state: stateReady, times: l.since})
}

// begin makes the journal, with its header.
func (l *Layer) begin() (err error) {
	name := path.Join(l.dir, freshName)
	if l.file, _, err = store.OpenJournal(name, store.Limits{}, nil); err != nil {
		return err
	}
	if err := l.append(layerRecord{state: stateOpen, trees: l.trees, text: l.mark}); err != nil {
		return err
	}
	return os.Rename(name, path.Join(l.dir, journalName))
}

func (t tree) make(mark string) error {
	err := t.keepTimes(func() error { return os.MkdirAll(path.Dir(t.data), 0o700) })
	if err != nil {
		return err
	}
	if err := errors.Join(os.Mkdir(t.upper(""), 0o700), os.Mkdir(t.work(), 0o700)); err != nil {
		return err
	}
	if err := t.makeMasks(mark); err != nil {
		return fmt.Errorf("masking: %w", err)
	}
	return likeDir(t.dir, t.upper(""))
}

// keepTimes does something to pp's own directory in the tree without leaving a trace in the times
// of the tree.
func (t tree) keepTimes(do func() error) error {
	if !within(t.data, t.dir) {
		return do()
	}
	var st unix.Stat_t
	if err := unix.Stat(t.dir, &st); err != nil {
		return err
	}
	err := do()
	return errors.Join(err, setTime(unix.AT_FDCWD, t.dir, st.Mtim.Nano()))
}

// likeDir gives a directory the mode, owner, attributes and time of another one.
func likeDir(from, to string) error {
	var st unix.Stat_t
	if err := unix.Lstat(from, &st); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		if err := unix.Lchown(to, int(st.Uid), int(st.Gid)); err != nil {
			return err
		}
	}
	names, err := attributes(from)
	if err != nil {
		return err
	}
	for _, n := range names {
		if v, err := attribute(from, n); err == nil && !strings.HasPrefix(n, overlayPrefix) {
			_ = unix.Lsetxattr(to, n, v, 0) // the kernel's own cannot be given
		}
	}
	if err := unix.Fchmodat(unix.AT_FDCWD, to, st.Mode&0o7777, 0); err != nil {
		return err
	}
	return setTime(unix.AT_FDCWD, to, st.Mtim.Nano())
}

func setTime(dirfd int, name string, mtime int64) error {
	times := []unix.Timespec{{Nsec: unix.UTIME_OMIT}, unix.NsecToTimespec(mtime)}
	return unix.UtimesNanoAt(dirfd, name, times, unix.AT_SYMLINK_NOFOLLOW)
}

// stamp is a time of the file system: what is changed after it has that time or a later one. exact says that all
// that was changed before has an earlier one: since Linux 6.13 the kernel gives a finer time to what was looked at
// since its last change, if that was within the same tick of its clock. On older kernels that tick is as
// fine as it gets.
func stamp(dir string) (now int64, exact bool, err error) {
	touch := func() error { return unix.Fchmodat(unix.AT_FDCWD, dir, 0o700, 0) }
	var first, second unix.Stat_t
	err = errors.Join(unix.Lstat(dir, &first), touch(), unix.Lstat(dir, &first), touch(), unix.Lstat(dir, &second))
	return second.Ctim.Nano(), first.Ctim != second.Ctim, err
}

// Mounts are what the process that runs the command mounts, one for each tree.
func (l *Layer) Mounts() []Mount {
	var out []Mount
	for _, t := range l.trees {
		out = append(out, Mount{Target: t.dir, Upper: t.upper(""), Work: t.work(), Mask: t.mask})
	}
	return out
}

// again has the layer mounted once more: what the overlay notes in its own directory would forbid that.
func (l *Layer) again() error {
	for _, t := range l.trees {
		err := t.keepTimes(func() error { return errors.Join(removeAll(t.work()), os.Mkdir(t.work(), 0o700)) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Keep says that the layer waits for a decision: Recover leaves it alone.
func (l *Layer) Keep() error {
	if l.state != stateReady && l.state != stateKept {
		return ErrState
	}
	return l.append(layerRecord{state: stateKept})
}

// Close gives the record up for other processes.
func (l *Layer) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// Drop forgets the layer: nothing below was changed, or what was taken over stays, and can
// no longer be undone.
func (l *Layer) Drop() error {
	var errs []error
	for _, t := range l.trees {
		errs = append(errs, t.keepTimes(func() error {
			if !within(t.data, t.dir) {
				return nil // it goes with the record
			}
			err := errors.Join(removeAll(t.upper("")), removeAll(t.work()), removeAll(path.Dir(t.aside(0))))
			_ = os.Remove(t.lower(InTree)) // unless another layer is there
			_ = os.Remove(path.Dir(t.lower(InTree)))
			return err
		}))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	if l.file != nil {
		_ = l.file.Close()
	}
	return removeAll(l.dir)
}

// removeAll removes a directory of pp's own, in which there may be directories that
// their owner cannot enter.
func removeAll(dir string) error {
	err := os.RemoveAll(dir)
	if err == nil || !errors.Is(err, unix.EACCES) {
		return err
	}
	openUp(dir, 0)
	return os.RemoveAll(dir)
}

func openUp(dir string, depth int) {
	var st unix.Stat_t
	if depth > maxDepth || unix.Lstat(dir, &st) != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return
	}
	_ = unix.Fchmodat(unix.AT_FDCWD, dir, st.Mode&0o7777|0o700, 0)
	names, _ := os.ReadDir(dir)
	for _, n := range names {
		if n.IsDir() {
			openUp(path.Join(dir, n.Name()), depth+1)
		}
	}
}

func within(name, dir string) bool {
	return name == dir || dir == "/" || strings.HasPrefix(name, dir+"/")
}
