//go:build linux

package shell_test

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/unix"
)

// socketNotice and socketAnswer are struct seccomp_notif and seccomp_notif_resp of
// seccomp_unotify(2).
type (
	socketNotice struct {
		id         uint64
		pid, flags uint32
		call       int32
		arch       uint32
		at         uint64
		args       [6]uint64
	}
	socketAnswer struct {
		id    uint64
		value int64
		err   int32
		flags uint32
	}
)

// watchSockets refuses every socket that a process asks for which this thread
// starts from now on, and counts them but for the local ones: by those the C library
// needsAnswer a name service, when all that the program wants is the name of a user.
func watchSockets(count *atomic.Int64) error {
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 0}, // the number of the call
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 4, K: unix.SYS_SOCKET},
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: 16}, // its first argument, the family
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: unix.AF_UNIX},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EACCES)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_USER_NOTIF},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	prog := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	fd, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER,
		uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("seccomp: %w", errno)
	}
	go func() {
		for {
			var notice socketNotice
			if _, _, errno := unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_RECV,
				uintptr(unsafe.Pointer(&notice))); errno != 0 {
				if errors.Is(errno, unix.EINTR) || errors.Is(errno, unix.ENOENT) {
					continue // the process is gone
				}
				fmt.Fprintln(os.Stderr, "seccomp:", errno)
				os.Exit(1) // the test sees that nothing answers any more
			}
			count.Add(1)
			answer := socketAnswer{id: notice.id, err: -int32(unix.EACCES)}
			_, _, _ = unix.Syscall(unix.SYS_IOCTL, fd, unix.SECCOMP_IOCTL_NOTIF_SEND, uintptr(unsafe.Pointer(&answer)))
		}
	}()
	return nil
}
