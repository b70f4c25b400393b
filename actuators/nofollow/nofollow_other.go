//go:build !linux

package nofollow

import "golang.org/x/sys/unix"

// Path is the flag that opens what stands at a path with the least effect on it:
// nothing is waited for. It takes the right to read, where Linux has O_PATH.
const Path = unix.O_RDONLY | unix.O_NONBLOCK

// openat2 is Linux's alone; Open goes by component.
func openat2(string, int) (int, error) { return -1, unix.ENOSYS }

// Rename is not offered with this promise (ENOSYS); a hard link keeps it.
func Rename(int, string, string) error { return unix.ENOSYS }

// Unnamed is Linux's alone (ENOSYS).
func Unnamed(int, uint32) (int, error) { return -1, unix.ENOSYS }

// Link is for what Unnamed makes.
func Link(int, int, string) error { return unix.ENOSYS }
