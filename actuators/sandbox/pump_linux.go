package sandbox

import (
	"io"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

// pump passes on the output of a command, and then that of what it left running, to somebody else.
type pump struct {
	from *os.File // a pipe that is not waited for when it is read

	mu sync.Mutex
	to io.Writer
}

// run passes everything on, until nobody can write any more.
func (p *pump) run() {
	defer p.from.Close()
	conn, err := p.from.SyscallConn()
	buf := make([]byte, 32<<10)
	for more := true; more && err == nil; {
		err = conn.Read(func(fd uintptr) (isDone bool) {
			more, isDone = p.pass(int(fd), buf)
			return isDone
		})
	}
}

// pass passes on what there is. It does not wait, since turn waits for it: isDone is false where there is nothing yet.
// At the end there is no more.
func (p *pump) pass(fd int, buf []byte) (more, isDone bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	n, err := unix.Read(fd, buf)
	if n > 0 {
		_, _ = p.to.Write(buf[:n])
	}
	return n > 0 || err == unix.EINTR || err == unix.EAGAIN, err != unix.EAGAIN
}

// turn passes on what was written before, and the rest to somebody else. Nobody may write meanwhile.
func (p *pump) turn(to io.Writer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if conn, err := p.from.SyscallConn(); err == nil {
		_ = conn.Control(func(fd uintptr) {
			buf := make([]byte, 32<<10)
			for total := 0; total < 1<<20; { // what a pipe holds at most
				n, err := unix.Read(int(fd), buf)
				if err != nil || n == 0 {
					break
				}
				_, _ = p.to.Write(buf[:n])
				total += n
			}
		})
	}
	p.to = to
}
