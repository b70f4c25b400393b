package sandbox

import (
	"io"
	"os"
	"runtime"
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// spare is a child that was started before its command is known. To start pp takes longer than most commands take, and
// is over by the time a model has chosen the next one.
type spare struct {
	ready  chan struct{} // closed once it was started, or could not be
	r      *running      // nil if it could not be
	output chosenWriter
	mounts *os.File // tells whether the machine's mounts changed since
}

// chosenWriter is a writer that is known before the first write.
type chosenWriter struct{ to atomic.Pointer[io.Writer] }

func (w *chosenWriter) Write(p []byte) (int, error) {
	if to := w.to.Load(); to != nil && *to != nil {
		return (*to).Write(p)
	}
	return len(p), nil
}

// prepareSpare starts the child of the next command, from the second command on: after the first one there may be none.
func (s *Sandbox) prepareSpare(p probe) {
	s.holding.Lock()
	defer s.holding.Unlock()
	if s.spawned++; s.spawned < 2 || s.spare != nil {
		return
	}
	sp, shares := &spare{ready: make(chan struct{})}, s.held != nil
	s.spare = sp
	go func() {
		// The kernel kills the child when the thread that started it exits.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		mounts, err := os.Open("/proc/self/mountinfo")
		if err == nil {
			sp.mounts = mounts
			sp.r, _ = s.spawnAlone(p, shares, Command{Output: &sp.output})
		}
		close(sp.ready)
		if sp.r != nil {
			<-sp.r.closed
		}
	}()
}

// takeSpare returns the child that waits for a command, nil if there is none that fits.
func (s *Sandbox) takeSpare(shares bool, c Command) *running {
	s.holding.Lock()
	sp, held := s.spare, s.held
	s.spare = nil
	s.holding.Unlock()
	if sp == nil {
		return nil
	}
	<-sp.ready
	if sp.r == nil || shares && held == nil || !shares && sp.r.from != nil || shares && sp.r.from != held || sp.isStale() {
		sp.drop()
		return nil
	}
	_ = sp.mounts.Close()
	sp.output.to.Store(&c.Output)
	return sp.r
}

// isStale reports whether the child is gone, or has mounts that are not the machine's any more.
func (sp *spare) isStale() bool {
	fds := []unix.PollFd{{Fd: int32(sp.mounts.Fd()), Events: unix.POLLPRI}, {Fd: int32(sp.r.status.Fd())}}
	_, err := unix.Poll(fds, 0)
	return err != nil || fds[0].Revents != 0 || fds[1].Revents != 0
}

// drop ends the child.
func (sp *spare) drop() {
	<-sp.ready
	_ = sp.mounts.Close()
	if sp.r != nil {
		sp.r.end()
		_ = sp.r.wait()
		sp.r.close()
	}
}

// dropSpare ends the child that waits for a command.
func (s *Sandbox) dropSpare() {
	s.holding.Lock()
	sp := s.spare
	s.spare = nil
	s.holding.Unlock()
	if sp != nil {
		sp.drop()
	}
}
