package system

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Foreground reports whether this process may read from a terminal without being stopped.
func Foreground(f *os.File) bool {
	group, err := unix.IoctlGetInt(int(f.Fd()), unix.TIOCGPGRP)
	return err == nil && group == unix.Getpgrp()
}

// PollEvery is how long a wait for input may take to notice a cancelled context.
const PollEvery = 20 * time.Millisecond

// Ready waits for input for a while.
func Ready(f *os.File, wait time.Duration) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(wait/time.Millisecond))
	return err == nil && n > 0
}

// stopWait bounds the wait for a stop. The kernel does not stop a job that nothing can continue.
const stopWait = 200 * time.Millisecond

// StopJob stops this job, and returns when it is continued.
func StopJob() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	_ = unix.Kill(0, unix.SIGTSTP)
	select {
	case <-continued:
	case <-time.After(stopWait):
	}
}
