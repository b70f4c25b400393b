package undo

import (
	"bytes"
	"errors"
	"net/netip"
	"os"
	"runtime"
	"strconv"
	"unsafe"

	"golang.org/x/sys/unix"
)

// An overlay of a user refuses with EXDEV to rename a directory that exists below. mv goes on with a
// copy then, and most other programs fail. So the kernel is asked to tell of every rename of the command; those
// of directories are done by a helper, file by file, and all others go on as if nothing had been.

// ours stands in the upper half of the last argument of the helper's own renames, which the kernel does not read:
// they are not told of. Whoever else writes it there gets EXDEV, as without a helper.
const ours = 0x7070

// The structures of seccomp_unotify(2).
type notification struct {
	id         uint64
	pid, flags uint32
	nr         int32
	arch       uint32
	ip         uint64
	args       [6]uint64
}

type response struct {
	id    uint64
	val   int64
	err   int32
	flags uint32
}

const (
	notifyReceive = 0xc0502100
	notifySend    = 0xc0182101
	notifyValid   = 0x40082102
	goOn          = 1
)

// Listen has the kernel tell the returned descriptor of every rename that this thread, and what it starts from now on,
// asks for, and of every address that it connects or sends to. The thread must be locked and without new privileges,
// and may have other filters. Serve answers.
func Listen() (fd int, err error) {
	const load, equal, ret = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K,
		unix.BPF_RET | unix.BPF_K
	// Offsets in struct seccomp_data: 0 the call, 16+8n its arguments, the low half first.
	p := []unix.SockFilter{
		{Code: load, K: 0},
		{Code: equal, K: oldRename, Jt: 13},
		{Code: equal, K: unix.SYS_RENAMEAT, Jt: 12},
		{Code: equal, K: unix.SYS_RENAMEAT2, Jt: 8},
		{Code: equal, K: unix.SYS_CONNECT, Jt: 10},
		{Code: equal, K: unix.SYS_SENDMSG, Jt: 9},
		{Code: equal, K: unix.SYS_SENDMMSG, Jt: 8},
		{Code: equal, K: unix.SYS_SENDTO, Jf: 6},
		{Code: load, K: 16 + 4*8}, // without an address it goes where the socket was connected to
		{Code: equal, K: 0, Jf: 5},
		{Code: load, K: 16 + 4*8 + 4},
		{Code: equal, K: 0, Jt: 2, Jf: 3},
		{Code: load, K: 16 + 4*8 + 4},
		{Code: equal, K: ours, Jf: 1},
		{Code: ret, K: unix.SECCOMP_RET_ALLOW},
		{Code: ret, K: unix.SECCOMP_RET_USER_NOTIF},
	}
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	errno := unix.EINVAL
	// While it waits for an answer only a deadly signal ends the call, where the kernel can (5.19).
	for _, flags := range [...]uintptr{unix.SECCOMP_FILTER_FLAG_NEW_LISTENER | unix.SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV,
		unix.SECCOMP_FILTER_FLAG_NEW_LISTENER} {
		var r uintptr
		r, _, errno = unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, flags, uintptr(unsafe.Pointer(&prog)))
		if errno == 0 {
			unix.CloseOnExec(int(r))
			return int(r), nil
		}
		if errno != unix.EINVAL {
			break
		}
	}
	runtime.KeepAlive(p)
	return -1, errno
}

// Serve answers what the kernel tells fd, until the descriptor is of no use. It must run on a thread that
// is not listened to, may look into the command's processes, and has their /proc. What is done to files is done
// by confined, which runs its argument on a thread that may do no more than the command may; nil runs it here. contacts
// is told which addresses are connected or sent to, and whether by a datagram socket that sends nothing yet; nil hears
// of none.
func Serve(fd int, confined func(func()), contacts func(to netip.AddrPort, idle bool)) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if confined == nil {
		confined = func(do func()) { do() }
	}
	for {
		var n notification
		if errno := ioctl(fd, notifyReceive, unsafe.Pointer(&n)); errno != 0 {
			if errno == unix.EINTR || errno == unix.ENOENT && alive(fd) {
				continue // who asked is gone
			}
			return
		}
		r := response{id: n.id, flags: goOn}
		switch n.nr {
		case unix.SYS_CONNECT, unix.SYS_SENDTO, unix.SYS_SENDMSG, unix.SYS_SENDMMSG:
			n.tell(fd, contacts)
		default:
			n.rename(fd, confined, &r)
		}
		_ = ioctl(fd, notifySend, unsafe.Pointer(&r))
	}
}

// rename answers a rename, where the kernel alone would refuse it.
func (n *notification) rename(fd int, confined func(func()), r *response) {
	call, ok := read(fd, n)
	if !ok {
		return
	}
	defer call.close()
	var err error
	done := false
	confined(func() { done, err = call.emulate() })
	if done {
		r.flags = 0
	}
	if errno := unix.Errno(0); done && errors.As(err, &errno) {
		r.err = -int32(errno)
	} else if done && err != nil {
		r.err = -int32(unix.EIO)
	}
}

func ioctl(fd int, request uintptr, arg unsafe.Pointer) unix.Errno {
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), request, uintptr(arg))
	return errno
}

// alive reports whether anybody is left who could ask.
func alive(fd int) bool {
	p := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
	_, err := unix.Poll(p, 0)
	return err == nil && p[0].Revents&unix.POLLHUP == 0
}

// call is one rename that somebody asked for.
type call struct {
	from, to       int // directories that paths are relative to
	oldPath, newer string
	flags          uint
}

func (c *call) close() {
	unix.Close(c.from)
	unix.Close(c.to)
}

// read reads the arguments of a call from the process that made it. It reports false for what
// the kernel is to answer.
func read(fd int, n *notification) (call, bool) {
	at := [2]int32{unix.AT_FDCWD, unix.AT_FDCWD}
	pointers := [2]uint64{n.args[0], n.args[1]}
	c := call{from: -1, to: -1}
	if uint32(n.nr) != oldRename {
		at, pointers = [2]int32{int32(n.args[0]), int32(n.args[2])}, [2]uint64{n.args[1], n.args[3]}
		if n.nr == unix.SYS_RENAMEAT2 {
			c.flags = uint(uint32(n.args[4]))
		}
	}
	if c.flags&^(unix.RENAME_NOREPLACE|unix.RENAME_EXCHANGE) != 0 {
		return c, false
	}
	process := "/proc/" + strconv.Itoa(int(n.pid))
	memory, err := os.Open(process + "/mem")
	if err != nil {
		return c, false
	}
	defer memory.Close()
	var ok [2]bool
	c.oldPath, ok[0] = readPath(memory, pointers[0])
	c.newer, ok[1] = readPath(memory, pointers[1])
	if !ok[0] || !ok[1] {
		return c, false
	}
	for i, dir := range at {
		name := process + "/cwd"
		if dir != unix.AT_FDCWD {
			name = process + "/fd/" + strconv.Itoa(int(dir))
		}
		opened, err := unix.Open(name, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
		if err != nil {
			c.close()
			return c, false
		}
		if i == 0 {
			c.from = opened
		} else {
			c.to = opened
		}
	}
	// The process may have ended meanwhile, and its number be another's.
	if ioctl(fd, notifyValid, unsafe.Pointer(&n.id)) != 0 {
		c.close()
		return c, false
	}
	return c, true
}

func readPath(memory *os.File, at uint64) (string, bool) {
	buf := make([]byte, unix.PathMax)
	n, _ := memory.ReadAt(buf, int64(at))
	if n < len(buf) {
		// It may end before a page that is not there.
		for ; n < len(buf); n++ {
			if m, _ := memory.ReadAt(buf[n:n+1], int64(at)+int64(n)); m == 0 || buf[n] == 0 {
				break
			}
		}
	}
	end := bytes.IndexByte(buf, 0)
	return string(buf[:max(end, 0)]), end > 0
}
