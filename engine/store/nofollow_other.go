//go:build !linux

package store

import "golang.org/x/sys/unix"

// PathOnly is the flag that opens what stands at a path with the least effect on it:
// nothing is waited for. It takes the right to read, where Linux has O_PATH.
const PathOnly = unix.O_RDONLY | unix.O_NONBLOCK

// openat2 is Linux's alone; Open goes by component.
func openat2(string, int) (int, error) { return -1, unix.ENOSYS }

// RenameNew is not offered with this promise (ENOSYS); a hard link keeps it.
func RenameNew(int, string, string) error { return unix.ENOSYS }

// CreateUnnamed is Linux's alone (ENOSYS).
func CreateUnnamed(int, uint32) (int, error) { return -1, unix.ENOSYS }

// NameUnnamed is for what CreateUnnamed makes.
func NameUnnamed(int, int, string) error { return unix.ENOSYS }
