package sandbox

import (
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// pump passes on the output of a command, and then that of what it left running, to somebody else.
type pump struct {
	from *os.File // a pipe

	mu sync.Mutex
	to io.Writer
}

// run passes everything on, until nobody can write any more.
func (p *pump) run() {
	defer p.from.Close()
	fd := int(p.from.Fd())
	buf := make([]byte, 32<<10)
	for {
		_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, -1)
		if err != nil && err != unix.EINTR {
			return
		}
		if err == nil && !p.pass(fd, buf) {
			return
		}
	}
}

// pass passes on what there is. It reports false at the end.
func (p *pump) pass(fd int, buf []byte) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, err := unix.Read(fd, buf)
	if n > 0 {
		_, _ = p.to.Write(buf[:n])
	}
	return n > 0 || err == unix.EINTR || err == unix.EAGAIN
}

// turn passes on what was written before, and the rest to somebody else. Nobody may write meanwhile.
func (p *pump) turn(to io.Writer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fd := int(p.from.Fd())
	buf := make([]byte, 32<<10)
	for total := 0; total < 1<<20; { // what a pipe holds at most
		there, err := unix.IoctlGetInt(fd, unix.TIOCINQ)
		if err != nil || there == 0 {
			break
		}
		n, err := unix.Read(fd, buf)
		if err != nil || n == 0 {
			break
		}
		_, _ = p.to.Write(buf[:n])
		total += n
	}
	p.to = to
}
