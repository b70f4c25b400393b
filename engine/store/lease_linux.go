package store

import "golang.org/x/sys/unix"

// lease has the kernel notice who opens the file to write it, and gives what tells once
// whether nobody did. ErrWritten: somebody has it open already. Where the file system has no
// leases nothing is noticed.
func lease(fd int) (kept func() bool, err error) {
	switch _, err := unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_RDLCK); err {
	case nil:
	case unix.EAGAIN:
		return nil, ErrWritten
	default:
		return func() bool { return true }, nil
	}
	return func() bool {
		kind, err := unix.FcntlInt(uintptr(fd), unix.F_GETLEASE, 0)
		unix.FcntlInt(uintptr(fd), unix.F_SETLEASE, unix.F_UNLCK)
		return err == nil && kind == unix.F_RDLCK
	}, nil
}
