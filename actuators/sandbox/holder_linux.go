package sandbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// holderArg is the hidden first argument of the process that holds the network of a conversation.
const holderArg = "__holder"

// holder is pp executed by itself as the first process of a conversation's namespaces: a network that has nothing but
// a loopback, and a process namespace that ends with it. It starts the sandbox of each command below it, in mounts,
// processes and IPC of the command's own, since only a process of its user namespace may enter its network.
type holder struct {
	cmd    *exec.Cmd
	socket *os.File

	mu sync.Mutex // one request at a time
}

// newHolder starts the holder of a conversation.
func newHolder(p probe) (*holder, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	mine, its := os.NewFile(uintptr(pair[0]), "holder"), os.NewFile(uintptr(pair[1]), "holder")
	defer its.Close()
	attr := attributes(p, false)
	attr.Cloneflags &^= unix.CLONE_NEWNS | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	h := &holder{socket: mine, cmd: &exec.Cmd{Path: "/proc/self/exe", Args: []string{"pp", holderArg}, Env: []string{},
		Dir: "/", SysProcAttr: attr, ExtraFiles: []*os.File{its}}}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	err = h.cmd.Start()
	if err == nil && p.user {
		err = mapIDs(h.cmd.Process.Pid, p.everyID)
	}
	if err != nil {
		h.close()
		return nil, err
	}
	return h, nil
}

// close ends the holder, and all that it started with it.
func (h *holder) close() {
	_ = h.socket.Close()
	if h.cmd.Process != nil {
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
	}
}

// spawn has the holder execute pp as the first process of a sandbox in the conversation's network.
func (h *holder) spawn(c Command) (*running, error) {
	r, ends, err := newRunning(true)
	defer ends.close()
	outR, outW, oerr := os.Pipe()
	empty, eerr := os.Open(os.DevNull)
	defer outW.Close()
	defer empty.Close()
	if err = errors.Join(err, oerr, eerr); err == nil {
		r.process, err = h.request(empty, outW, outW, ends.order, ends.status)
	}
	if err == nil {
		err = r.with(func(fd int) (err error) {
			r.pid, err = pidOf(fd)
			return err
		})
	}
	if err != nil {
		r.close()
		_ = outR.Close()
		return nil, err
	}
	read := make(chan struct{})
	r.pump = &pump{from: outR, to: infallible{c.Output}}
	go func() {
		defer close(read)
		r.pump.run()
	}()
	r.from = h
	r.end = func() {
		_ = r.with(func(fd int) error { return unix.PidfdSendSignal(fd, unix.SIGKILL, nil, 0) })
	}
	r.wait = func() error {
		err := r.with(awaitEnd)
		<-read
		return err
	}
	return r, nil
}

// with uses the descriptor of the child's process. It fails once that is closed: its number may then be another file's.
func (r *running) with(use func(fd int) error) error {
	conn, err := r.process.SyscallConn()
	if err != nil {
		return err
	}
	var used error
	return errors.Join(conn.Control(func(fd uintptr) { used = use(int(fd)) }), used)
}

// awaitEnd waits until a process has ended.
func awaitEnd(pidfd int) error {
	for {
		if _, err := unix.Poll([]unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}, -1); err != unix.EINTR {
			return err
		}
	}
}

// request has the holder start a child with these files as its descriptors, and returns a descriptor of the child.
func (h *holder) request(files ...*os.File) (process *os.File, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var fds []int
	for _, f := range files {
		fds = append(fds, int(f.Fd()))
	}
	socket := int(h.socket.Fd())
	if err := unix.Sendmsg(socket, []byte{1}, unix.UnixRights(fds...), nil, 0); err != nil {
		return nil, fmt.Errorf("the holder of the network: %w", err)
	}
	text, got, err := receive(socket)
	switch {
	case err != nil:
		return nil, fmt.Errorf("the holder of the network: %w", err)
	case len(got) != 1:
		return nil, fmt.Errorf("the holder of the network: %s", text)
	}
	return os.NewFile(uintptr(got[0]), "process"), nil
}

// isGone reports whether a request failed because the holder has ended, and not because pp or the machine is out of
// descriptors, processes or memory.
func isGone(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, unix.EPIPE) || errors.Is(err, unix.ECONNRESET)
}

// receive reads one message with its descriptors.
func receive(socket int) (text string, fds []int, err error) {
	buf, control := make([]byte, 4096), make([]byte, unix.CmsgSpace(8*4))
	for {
		n, size, _, _, err := unix.Recvmsg(socket, buf, control, unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return "", nil, err
		case n == 0:
			return "", nil, io.EOF
		}
		messages, err := unix.ParseSocketControlMessage(control[:size])
		for _, m := range messages {
			got, rerr := unix.ParseUnixRights(&m)
			fds, err = append(fds, got...), errors.Join(err, rerr)
		}
		return string(buf[:n]), fds, err
	}
}

// pidOf is the process of a descriptor, as pp's own process namespace has it.
func pidOf(pidfd int) (int, error) {
	info, err := store.Read(context.Background(), "/proc/self/fdinfo/"+strconv.Itoa(pidfd), 4096)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(info)) {
		if pid, ok := strings.CutPrefix(line, "Pid:"); ok {
			return strconv.Atoi(strings.TrimSpace(pid))
		}
	}
	return 0, errors.New("a child of the holder has no process number")
}

// hold is the holder's side: it starts children until pp is gone.
func hold() {
	// The kernel kills the children when this thread ends.
	runtime.LockOSThread()
	_ = unix.CloseRange(orderFD+1, ^uint(0)>>1, unix.CLOSE_RANGE_CLOEXEC)
	unix.CloseOnExec(orderFD)
	ignoreSignals()
	go reap()
	up := false
	for {
		_, fds, err := receive(orderFD)
		if err != nil {
			os.Exit(0)
		}
		if !up {
			// By now its identities are mapped, for which its files in /proc had to be its own. From here on nothing may look
			// into it.
			_, up = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0), true
			_ = loopback()
		}
		pidfd, err := startBelow(fds)
		if err != nil {
			_ = unix.Sendmsg(orderFD, []byte(err.Error()), nil, nil, 0)
			continue
		}
		_ = unix.Sendmsg(orderFD, []byte{1}, unix.UnixRights(pidfd), nil, 0)
		_ = unix.Close(pidfd)
	}
}

// startBelow starts the first process of a sandbox with the descriptors that pp sent.
func startBelow(fds []int) (pidfd int, err error) {
	var files []uintptr
	for _, fd := range fds {
		defer unix.Close(fd)
		files = append(files, uintptr(fd))
	}
	attr := attributes(probe{namespaces: true}, true)
	attr.PidFD = &pidfd
	attr.AmbientCaps = permitted()
	_, err = syscall.ForkExec("/proc/self/exe", []string{"pp", childArg},
		&syscall.ProcAttr{Dir: "/", Env: []string{}, Files: files, Sys: attr})
	if err == nil && pidfd < 0 {
		err = errors.New("the kernel has no descriptors of processes")
	}
	return pidfd, err
}

// permitted are the capabilities that this process may pass on.
func permitted() []uintptr {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if unix.Capget(&head, &data[0]) != nil {
		return nil
	}
	var out []uintptr
	for c := range uintptr(64) {
		if data[c/32].Permitted&(1<<(c%32)) != 0 {
			out = append(out, c)
		}
	}
	return out
}

// reap takes in children that have ended.
func reap() {
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	for range ended {
		for {
			if pid, err := unix.Wait4(-1, nil, unix.WNOHANG, nil); pid <= 0 || err != nil {
				break
			}
		}
	}
}
