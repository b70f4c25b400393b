package sandbox

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path"
	"strconv"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine/store"
)

// devices are what a command finds in /dev, besides links and what the steps put there.
var devices = [...]string{"null", "zero", "full", "random", "urandom"}

// mounter builds the file system of one command, in the child.
type mounter struct {
	base    int // O_PATH descriptor of a private tmpfs from which all empty things come
	made    int
	sources map[int]int // step to detached clone
	modes   map[string]uint32
	filled  map[int]unix.Stat_t // the files that fillers stand for, by step
	closing []int               // hidden places to make read-only at the end
}

// build makes the mounts of an order. Everything is first made read-only, so
// that a step that is left out leaves less, never more.
func (m *mounter) build(o order, st *status) error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return fmt.Errorf("making mounts private: %w", err)
	}
	nodes := cloneDevices()
	layers, err := openLayers(o.Layers)
	if err != nil {
		return err
	}
	for _, c := range o.Caches {
		if fd, err := c.Open(); err == nil {
			layers[c.Target] = fd
		}
	}
	ro := &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY | unix.MOUNT_ATTR_NOSUID | unix.MOUNT_ATTR_NODEV}
	if err := unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, ro); err != nil {
		return fmt.Errorf("making / read-only: %w", err)
	}
	if err := m.clone(o.Steps, layers); err != nil {
		return err
	}
	if err := m.tmpfs(o.Limits.Memory); err != nil {
		return err
	}
	if err := m.dev(nodes, o.Terminals); err != nil {
		return err
	}
	for i, s := range o.Steps {
		if err := m.apply(i, s); err != nil {
			return err
		}
	}
	if err := mountProc(o.Limits, st); err != nil {
		return err
	}
	for _, fd := range m.closing {
		if err := readOnly(fd); err != nil {
			return fmt.Errorf("making a hidden place read-only: %w", err)
		}
	}
	return nil
}

// at opens a path to mount from or on; no component may be a link, but the last
// may itself be what is mounted.
func at(name string) (int, error) {
	return store.OpenUnlinked(name, store.PathOnly|unix.O_NOFOLLOW)
}

const cloneTree = unix.OPEN_TREE_CLONE | unix.OPEN_TREE_CLOEXEC | unix.AT_RECURSIVE | unix.AT_EMPTY_PATH

// clone takes a detached copy of what every step shows, before anything covers it.
func (m *mounter) clone(steps []step, layers map[string]int) error {
	m.sources, m.modes = make(map[int]int, len(steps)), map[string]uint32{}
	m.filled = map[int]unix.Stat_t{}
	for i, s := range steps {
		switch s.Kind {
		case stepHide:
			var st unix.Stat_t
			if unix.Lstat(s.Path, &st) == nil {
				m.modes[s.Path] = st.Mode & 0o1777
			}
			continue
		case stepFiller:
			var st unix.Stat_t
			if unix.Lstat(s.Path, &st) == nil && st.Mode&unix.S_IFMT == unix.S_IFREG {
				m.filled[i] = st
			}
			continue
		case stepEmpty, stepBlank, stepText, stepApart:
			continue
		case stepLayer:
			if fd, ok := layers[s.Path]; ok {
				m.sources[i] = fd
				continue
			}
		case stepShow, stepGuard, stepWrite, stepKeep, stepLend:
		}
		fd, err := at(cmp.Or(s.From, s.Path))
		if errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ENOTDIR) {
			continue // gone since it was looked at
		}
		if err != nil {
			return fmt.Errorf("opening %s: %w", s.Path, err)
		}
		tree, err := unix.OpenTree(fd, "", cloneTree)
		unix.Close(fd)
		if err != nil {
			return fmt.Errorf("cloning %s: %w", s.Path, err)
		}
		if s.Kind == stepWrite {
			err := unix.MountSetattr(tree, "", unix.AT_EMPTY_PATH, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
			// EPERM: it was mounted read-only before; the command will find that out.
			if err != nil && err != unix.EPERM {
				return fmt.Errorf("making %s writable: %w", s.Path, err)
			}
		}
		m.sources[i] = tree
	}
	return nil
}

// openLayers makes the overlays of an order, while everything that they are made of is still
// there and can be written.
func openLayers(mounts []undo.Mount) (map[string]int, error) {
	out := make(map[string]int, len(mounts))
	for _, l := range mounts {
		fd, err := l.Open()
		if err != nil {
			return nil, err
		}
		out[l.Target] = fd
	}
	return out, nil
}

// tmpfs mounts the private file system. It is reached through a descriptor
// only; the place it is mounted on is covered afterwards.
func (m *mounter) tmpfs(size int64) error {
	place := "/tmp"
	if _, err := os.Lstat(place); err != nil {
		place = "/run"
	}
	data := "mode=0755,nr_inodes=400000,size=" + strconv.FormatInt(size, 10)
	if err := unix.Mount("tmpfs", place, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, data); err != nil {
		return fmt.Errorf("mounting a private tmpfs: %w", err)
	}
	fd, err := at(place)
	if err != nil {
		return err
	}
	m.base = fd
	if err := unix.Mkdirat(fd, "empty", 0o555); err != nil {
		return err
	}
	blank, err := unix.Openat(fd, "blank", unix.O_CREAT|unix.O_WRONLY|unix.O_CLOEXEC, 0o444)
	if err != nil {
		return err
	}
	return unix.Close(blank)
}

func (m *mounter) apply(i int, s step) error {
	switch s.Kind {
	case stepHide:
		return m.hide(s.Path, s.Write)
	case stepEmpty, stepBlank:
		if s.Kind == stepEmpty {
			return m.cover("empty", s.Path, true)
		}
		return m.cover("blank", s.Path, false)
	case stepFiller:
		st, ok := m.filled[i]
		if !ok {
			return nil // gone since it was looked at
		}
		return m.file(s.Path, undo.Filler(st.Size), st.Mode&0o777, st.Mtim)
	case stepText:
		return m.file(s.Path, []byte(s.Text), 0o444, unix.Timespec{})
	case stepApart:
		fd, err := at(s.Path)
		if err != nil {
			return nil // gone since it was looked at
		}
		defer unix.Close(fd)
		src, err := unix.OpenTree(fd, "", cloneTree)
		if err != nil {
			return fmt.Errorf("cloning %s: %w", s.Path, err)
		}
		return place(src, s.Path, true, true)
	case stepShow, stepGuard, stepWrite, stepKeep, stepLayer, stepLend:
		src, ok := m.sources[i]
		if !ok {
			return nil
		}
		var st unix.Stat_t
		if err := unix.Fstat(src, &st); err != nil {
			return err
		}
		return place(src, s.Path, st.Mode&unix.S_IFMT == unix.S_IFDIR, s.Kind == stepGuard || s.Kind == stepKeep)
	}
	return fmt.Errorf("unknown step %d", s.Kind)
}

// file puts a private file over a path, read-only.
func (m *mounter) file(name string, content []byte, mode uint32, modified unix.Timespec) error {
	m.made++
	own := "f" + strconv.Itoa(m.made)
	fd, err := unix.Openat(m.base, own, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC, mode)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(fd), own)
	_, err = f.Write(content)
	err = errors.Join(err, f.Chmod(os.FileMode(mode)), f.Close(),
		unix.UtimesNanoAt(m.base, own, []unix.Timespec{modified, modified}, 0))
	if err != nil {
		return fmt.Errorf("a private file: %w", err)
	}
	return m.cover(own, name, false)
}

// cover puts what the private file system has under a name over a path, read-only.
func (m *mounter) cover(own, name string, dir bool) error {
	src, err := unix.OpenTree(m.base, own, cloneTree)
	if err != nil {
		return fmt.Errorf("cloning a private %s: %w", own, err)
	}
	if err := readOnly(src); err != nil {
		return err
	}
	return place(src, name, dir, true)
}

func readOnly(mount int) error {
	return unix.MountSetattr(mount, "", unix.AT_EMPTY_PATH, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
}

// hide puts a fresh private directory over a path, with the mode of what is
// there, so that what looks at modes sees no difference.
func (m *mounter) hide(name string, write bool) error {
	mode, ok := m.modes[name]
	if !ok {
		mode = 0o755
	}
	m.made++
	dir := "d" + strconv.Itoa(m.made)
	if err := unix.Mkdirat(m.base, dir, mode|0o700); err != nil {
		return err
	}
	if err := unix.Fchmodat(m.base, dir, mode|0o700, 0); err != nil {
		return err
	}
	src, err := unix.OpenTree(m.base, dir, cloneTree)
	if err != nil {
		return fmt.Errorf("cloning an empty directory: %w", err)
	}
	keep, err := unix.FcntlInt(uintptr(src), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return err
	}
	if !write {
		m.closing = append(m.closing, keep)
	}
	return place(src, name, true, true)
}

// place mounts a detached tree on a path, which is made where a private
// directory hides it. vanished says that a path that is gone may stay gone.
func place(src int, name string, dir, vanished bool) error {
	defer unix.Close(src)
	target, err := at(name)
	if errors.Is(err, unix.ENOENT) {
		if err := ensure(name, dir); err != nil {
			if vanished && errors.Is(err, unix.EROFS) {
				return nil
			}
			return fmt.Errorf("making a place for %s: %w", name, err)
		}
		target, err = at(name)
	}
	if err != nil {
		if vanished && errors.Is(err, unix.ENOTDIR) {
			return nil
		}
		return fmt.Errorf("opening %s to mount on: %w", name, err)
	}
	defer unix.Close(target)
	if err := unix.MoveMount(src, "", target, "", unix.MOVE_MOUNT_F_EMPTY_PATH|unix.MOVE_MOUNT_T_EMPTY_PATH); err != nil {
		return fmt.Errorf("mounting %s: %w", name, err)
	}
	return nil
}

// ensure makes a mount point; outside a private directory everything is
// read-only, so it can be made nowhere else.
func ensure(name string, dir bool) error {
	if dir {
		return os.MkdirAll(name, 0o755)
	}
	if err := os.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	fd, err := unix.Open(name, unix.O_CREAT|unix.O_EXCL|unix.O_WRONLY|unix.O_CLOEXEC|unix.O_NOFOLLOW, 0o444)
	if err != nil {
		return &os.PathError{Op: "create", Path: name, Err: err}
	}
	return unix.Close(fd)
}

// cloneDevices takes the device nodes before devices are switched off.
func cloneDevices() map[string]int {
	out := map[string]int{}
	for _, d := range devices {
		if fd, err := unix.OpenTree(unix.AT_FDCWD, "/dev/"+d, unix.OPEN_TREE_CLONE|unix.OPEN_TREE_CLOEXEC); err == nil {
			out[d] = fd
		}
	}
	return out
}

// dev replaces /dev; the steps put back /dev/shm, and what of it is shown.
func (m *mounter) dev(nodes map[string]int, pty bool) error {
	if err := m.hide("/dev", false); err != nil {
		return err
	}
	for d, fd := range nodes {
		if err := place(fd, "/dev/"+d, false, false); err != nil {
			return err
		}
	}
	for name, target := range map[string]string{"fd": "/proc/self/fd", "stdin": "/proc/self/fd/0",
		"stdout": "/proc/self/fd/1", "stderr": "/proc/self/fd/2"} {
		if err := os.Symlink(target, "/dev/"+name); err != nil {
			return err
		}
	}
	if pty {
		return terminals()
	}
	return nil
}

// terminals gives the command pseudo-terminals of its own, as script and expect need them: no other process has one of
// the same instance. Of what the machine can have at once it takes a few. Where there can be none, it goes without.
func terminals() error {
	if err := os.Mkdir("/dev/pts", 0o755); err != nil {
		return err
	}
	if unix.Mount("devpts", "/dev/pts", "devpts", unix.MS_NOSUID|unix.MS_NOEXEC,
		"newinstance,ptmxmode=0666,mode=0600,max=64") != nil {
		return nil
	}
	return os.Symlink("pts/ptmx", "/dev/ptmx")
}

// mountProc mounts the /proc of the new PID namespace. Where the kernel refuses
// (a container that masks parts of its own), an empty directory stands in its
// place: the machine's processes must not be seen.
func mountProc(l Limits, st *status) error {
	const flags = unix.MS_NOSUID | unix.MS_NODEV | unix.MS_NOEXEC
	err := unix.Mount("proc", "/proc", "proc", flags, "")
	if err != nil {
		if err = unix.Mount("proc", "/proc", "proc", flags|unix.MS_RDONLY, ""); err == nil {
			st.Proc = "fresh"
			return nil
		}
		st.Proc = "empty"
		return unix.Mount("tmpfs", "/proc", "tmpfs", flags|unix.MS_RDONLY, "size=4k,mode=0555")
	}
	st.Proc = "fresh"
	// Since Linux 6.14 each PID namespace has its own bound, which also binds root.
	if major, minor := kernelVersion(); major > 6 || major == 6 && minor >= 14 {
		st.PidMax = set("/proc/sys/kernel/pid_max", strconv.Itoa(max(l.Processes, 400))) == nil
	}
	// System V memory belongs to no process; its bound is the namespace's.
	pages := strconv.FormatInt(max(maxSegments(l)/int64(os.Getpagesize()), 1), 10)
	st.SysV = set("/proc/sys/kernel/shmall", pages) == nil
	_ = set("/proc/sys/kernel/msgmni", "64")
	// Many files of /proc/sys may be written by user 0 without any privilege.
	return unix.MountSetattr(unix.AT_FDCWD, "/proc", 0, &unix.MountAttr{Attr_set: unix.MOUNT_ATTR_RDONLY})
}

// set writes to a file of the kernel's, without what a file that may have to be waited for costs.
func set(name, value string) error {
	fd, err := unix.Open(name, unix.O_WRONLY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte(value))
	return err
}

func kernelVersion() (major, minor int) {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return 0, 0
	}
	_, _ = fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &major, &minor)
	return major, minor
}
