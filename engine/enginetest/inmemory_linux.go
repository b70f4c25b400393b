package enginetest

import (
	"os"
	"path/filepath"
	"runtime"

	"golang.org/x/sys/unix"
)

// writeToMemory begins this process anew where the temporary directory is in memory, which no other
// process sees. It returns where it is already, and where that needs rights that are not there.
func writeToMemory(others []string) error {
	var is unix.Statfs_t
	if err := unix.Statfs(os.TempDir(), &is); err != nil || is.Type == unix.TMPFS_MAGIC {
		return err
	}
	dir := filepath.Join(os.TempDir(), "pp-tests")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	runtime.LockOSThread() // the mounts are the thread's
	if err := unix.Unshare(unix.CLONE_NEWNS); err != nil {
		runtime.UnlockOSThread()
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("pp", dir, "tmpfs", 0, "mode=1777"); err != nil {
		return err
	}
	if err := unix.Setxattr(dir, "user.pp", nil, 0); err != nil { // before Linux 6.6
		_ = unix.Unmount(dir, 0)
		return err
	}
	for _, other := range others {
		_ = unix.Mount("pp", other, "tmpfs", 0, "mode=755") // or else it stays on the disk
	}
	if err := os.Setenv("TMPDIR", dir); err != nil {
		return err
	}
	return unix.Exec("/proc/self/exe", os.Args, os.Environ())
}
