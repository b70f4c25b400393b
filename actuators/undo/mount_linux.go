package undo

import (
	"errors"
	"fmt"
	"os"
	"path"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// Capabilities are those that Open needs: the overlay acts on the files below with what the process that made it
// had, and enters directories that nobody else may enter.
func Capabilities() []uintptr { return []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_DAC_OVERRIDE} }

// Open makes the overlay and returns it as a detached mount, which the caller places with
// move_mount over the target. It must run in the mount namespace of the command, with
// Capabilities in its user namespace, before anything there is made read-only and while /proc is still
// there. The directories are given by
// descriptor, so that no character in a path matters; Linux 5.11 is enough.
func (m Mount) Open() (fd int, err error) {
	var names [4]string
	var fds []int
	defer func() {
		for _, fd := range fds {
			unix.Close(fd)
		}
	}()
	for i, dir := range [...]string{m.Target, m.Upper, m.Work, m.Mask} {
		if dir == "" {
			continue
		}
		fd, err := store.OpenUnlinked(dir, store.PathOnly|unix.O_DIRECTORY)
		if err != nil {
			return -1, fmt.Errorf("opening %s: %w", dir, err)
		}
		fds = append(fds, fd)
		names[i] = "/proc/self/fd/" + strconv.Itoa(fd)
	}
	lower := names[0]
	if m.Mask != "" {
		lower = names[3] + ":" + lower
	}
	fd, err = m.overlay(lower, names[1], names[2])
	runtime.KeepAlive(fds)
	return fd, err
}

// overlay makes a detached overlay of directories.
func (m Mount) overlay(lower, upper, work string) (fd int, err error) {
	ctx, err := unix.Fsopen("overlay", unix.FSOPEN_CLOEXEC)
	if err != nil {
		return -1, fmt.Errorf("an overlay: %w", err)
	}
	defer unix.Close(ctx)
	for _, option := range [...][2]string{{"lowerdir", lower}, {"upperdir", upper}, {"workdir", work}} {
		if err := unix.FsconfigSetString(ctx, option[0], option[1]); err != nil {
			return -1, fmt.Errorf("an overlay over %s: %s: %w", m.Target, option[0], err)
		}
	}
	// Without volatile, unmounting waits until all of the file system is on disk, whoever wrote it.
	for _, flag := range [...]string{"userxattr", "volatile"} {
		if err := unix.FsconfigSetFlag(ctx, flag); err != nil {
			return -1, fmt.Errorf("an overlay with %s: %w", flag, err)
		}
	}
	if err := unix.FsconfigCreate(ctx); err != nil {
		return -1, fmt.Errorf("mounting an overlay over %s: %w", m.Target, err)
	}
	return unix.Fsmount(ctx, unix.FSMOUNT_CLOEXEC, unix.MOUNT_ATTR_NOSUID|unix.MOUNT_ATTR_NODEV)
}

// TryOverlay finds out whether an overlay works over and on the file system of dir, an empty directory of
// pp's own: it makes one there, and in it makes, changes and deletes. It must run where a
// command's would be mounted, and leaves files in dir.
func TryOverlay(dir string) error {
	m := Mount{Target: path.Join(dir, "lower"), Upper: path.Join(dir, "upper"), Work: path.Join(dir, "work")}
	for _, d := range [...]string{m.Target, m.Upper, m.Work} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return err
		}
	}
	for _, f := range [...]string{"changed", "deleted"} {
		if err := os.WriteFile(path.Join(m.Target, f), []byte("below"), 0o600); err != nil {
			return err
		}
	}
	fd, err := m.Open()
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	inside := "/proc/self/fd/" + strconv.Itoa(fd)
	err = errors.Join(os.WriteFile(inside+"/new", nil, 0o600), os.WriteFile(inside+"/changed", []byte("above"), 0o600),
		os.Remove(inside+"/deleted"))
	var st unix.Stat_t
	if err == nil && (unix.Lstat(m.Upper+"/deleted", &st) != nil || !whiteout(st)) {
		err = errors.New("a deleted file leaves no mark")
	}
	return err
}

// whiteout reports whether something in an upper directory says that there is nothing.
func whiteout(st unix.Stat_t) bool { return st.Mode&unix.S_IFMT == unix.S_IFCHR && st.Rdev == 0 }
