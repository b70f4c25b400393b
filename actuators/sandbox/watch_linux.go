package sandbox

import (
	"encoding/binary"
	"path"
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// watchedFS are the file systems that tell of every change, whoever makes it: what another machine changes on one of
// the others, nobody hears of.
var watchedFS = [...]int64{unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC,
	unix.F2FS_SUPER_MAGIC}

// watchedEvents are those after which a directory holds other names, or can be read.
const watchedEvents = unix.IN_CREATE | unix.IN_DELETE | unix.IN_MOVED_FROM | unix.IN_MOVED_TO | unix.IN_DELETE_SELF |
	unix.IN_MOVE_SELF | unix.IN_ATTRIB | unix.IN_ONLYDIR | unix.IN_DONT_FOLLOW

// watch is a tree that the kernel tells of: what it held when it was walked it still holds, but for the directories
// that changed. Whatever the kernel cannot tell ends the watch.
type watch struct {
	root    string
	dev     uint64
	events  int // the descriptor of inotify
	mounts  int // that of this process's mounts, which tells when they change
	wds     map[int]string
	dirs    map[string]watchedDir
	entries int // that were listed
	links   int // changes when a file may have got another name
	found   found
	parts   []string
}

type watchedDir struct {
	wd int
	listing
}

// newWatch begins a watch of a tree, nil where there can be none.
func newWatch(root string) *watch {
	var fs unix.Statfs_t
	var st unix.Stat_t
	if unix.Statfs(root, &fs) != nil || !slices.Contains(watchedFS[:], int64(fs.Type)) || unix.Lstat(root, &st) != nil {
		return nil
	}
	mounts, err := unix.Open("/proc/self/mountinfo", unix.O_RDONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	events, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		_ = unix.Close(mounts)
		return nil
	}
	return &watch{root: root, dev: uint64(st.Dev), events: events, mounts: mounts, wds: map[int]string{},
		dirs: map[string]watchedDir{}}
}

func (w *watch) close() { _, _ = unix.Close(w.events), unix.Close(w.mounts) }

// mounted reports whether something was mounted or unmounted.
func (w *watch) mounted() bool {
	fds := []unix.PollFd{{Fd: int32(w.mounts), Events: unix.POLLPRI}}
	_, err := unix.Poll(fds, 0)
	return err != nil || fds[0].Revents != 0
}

// walk lists a directory and all below it, each once it is watched. It reports false where it could not.
func (w *watch) walk(t *tree, root string) bool {
	queue := []string{root}
	for len(queue) > 0 {
		dir := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		wd, err := unix.InotifyAddWatch(w.events, dir, watchedEvents)
		if err == unix.ENOENT || err == unix.ENOTDIR {
			continue // gone meanwhile, which its parent tells
		}
		var st unix.Stat_t
		if err != nil || unix.Lstat(dir, &st) == nil && uint64(st.Dev) != w.dev {
			return false // no more can be watched, it cannot be read, or is another file system
		}
		delete(t.dirs, dir) // it may have changed within a tick of the clock
		l, ok := t.list(dir, maxEntries)
		if w.entries += l.size; w.entries > maxEntries || !ok {
			return false
		}
		w.wds[wd], w.dirs[dir] = dir, watchedDir{wd, l}
		for _, d := range l.dirs {
			queue = append(queue, path.Join(dir, d))
		}
	}
	return true
}

// forget ends the watch of a directory that is gone, and of all below it.
func (w *watch) forget(dir string) {
	for name, d := range w.dirs {
		if name == dir || strings.HasPrefix(name, dir+"/") {
			_, _ = unix.InotifyRmWatch(w.events, uint32(d.wd))
			delete(w.dirs, name)
			delete(w.wds, d.wd)
		}
	}
}

// update takes in what changed since the last look. It reports false when that cannot be told.
func (w *watch) update(t *tree) (changed, ok bool) {
	if w.mounted() {
		return false, false
	}
	dirty := map[string]bool{} // directories in which names changed
	moved := map[string]bool{} // directories that may be others by now
	links := w.links
	buf := make([]byte, 64<<10)
	for {
		n, err := unix.Read(w.events, buf)
		switch {
		case err == unix.EAGAIN:
			if ok = w.renew(t, dirty, moved); w.links != links {
				t.links++
			}
			return len(dirty) > 0, ok
		case err != nil || !w.note(buf[:n], dirty, moved):
			return false, false
		}
	}
}

// note reads events of inotify(7). It reports false when some are missing, or the root itself is gone.
func (w *watch) note(events []byte, dirty, moved map[string]bool) bool {
	for len(events) >= unix.SizeofInotifyEvent {
		wd, mask := int(int32(binary.NativeEndian.Uint32(events))), binary.NativeEndian.Uint32(events[4:])
		end := min(unix.SizeofInotifyEvent+int(binary.NativeEndian.Uint32(events[12:])), len(events))
		name := unix.ByteSliceToString(events[unix.SizeofInotifyEvent:end])
		events = events[end:]
		dir, known := w.wds[wd]
		if mask&(unix.IN_Q_OVERFLOW|unix.IN_UNMOUNT) != 0 || dir == w.root && mask&gone != 0 {
			return false
		}
		if known {
			dirty[dir] = true
			if mask&unix.IN_ISDIR == 0 && name != "" && severalNames(path.Join(dir, name)) {
				w.links++
			}
			if mask&unix.IN_ISDIR != 0 && name != "" && mask&unix.IN_ATTRIB == 0 {
				moved[path.Join(dir, name)] = true
			}
		}
	}
	return true
}

// severalNames reports whether a file has other names.
func severalNames(name string) bool {
	var st unix.Stat_t
	return unix.Lstat(name, &st) == nil && st.Nlink > 1
}

// renew lists what changed again.
func (w *watch) renew(t *tree, dirty, moved map[string]bool) bool {
	for dir := range moved {
		w.forget(dir)
	}
	for dir := range dirty {
		was, known := w.dirs[dir]
		if !known {
			continue // it went with one above it
		}
		delete(t.dirs, dir)
		l, ok := t.list(dir, maxEntries)
		if !ok {
			return false
		}
		w.dirs[dir] = watchedDir{was.wd, l}
		for _, d := range was.dirs {
			if !slices.Contains(l.dirs, d) {
				w.forget(path.Join(dir, d))
			}
		}
		for _, d := range l.dirs {
			name := path.Join(dir, d)
			if _, known := w.dirs[name]; known {
				continue
			}
			if !w.walk(t, name) {
				return false
			}
			w.links++
		}
	}
	return true
}

// gone are the events after which a directory is no more where it was.
const gone = unix.IN_DELETE_SELF | unix.IN_MOVE_SELF

// gather puts together what all directories hold.
func (w *watch) gather() {
	w.found, w.parts = found{complete: true}, nil
	for _, name := range slices.Sorted(w.special()) {
		d := w.dirs[name]
		w.found.add(d.listing)
		w.parts = append(w.parts, d.parts...)
	}
}

// special are the directories that hold something of interest.
func (w *watch) special() func(func(string) bool) {
	return func(yield func(string) bool) {
		for name, d := range w.dirs {
			if len(d.secrets)+len(d.pipes)+len(d.surfaces)+len(d.git)+len(d.parts) > 0 && !yield(name) {
				return
			}
		}
	}
}
