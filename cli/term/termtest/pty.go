package termtest

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// Terminal is a pseudo-terminal of 80 columns and 24 rows. What is written to it
// goes through a Screen. It is safe for concurrent use.
type Terminal struct {
	master, slave *os.File

	mu     sync.Mutex
	screen Screen
	raw    strings.Builder
	seen   chan struct{} // closed and replaced when something came
	ended  chan struct{}
}

// Open opens a pseudo-terminal that ends with the test.
func Open(tb testing.TB) *Terminal {
	tb.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { master.Close() })
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: 80})
	}
	if err != nil {
		tb.Fatal(err)
	}
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { slave.Close() })
	t := &Terminal{master: master, slave: slave, seen: make(chan struct{}), ended: make(chan struct{})}
	go t.read()
	return t
}

func (t *Terminal) read() {
	defer close(t.ended)
	buf := make([]byte, 4096)
	for {
		n, err := t.master.Read(buf)
		t.mu.Lock()
		_, _ = t.screen.Write(buf[:n]) // never fails
		t.raw.Write(buf[:n])
		close(t.seen)
		t.seen = make(chan struct{})
		t.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// Slave is the process's end.
func (t *Terminal) Slave() *os.File { return t.slave }

// Control makes the terminal the controlling one of a process that is started
// with Slave as its standard input.
func Control() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 0}
}

// Type sends keys.
func (t *Terminal) Type(tb testing.TB, keys string) {
	tb.Helper()
	if _, err := t.master.WriteString(keys); err != nil {
		tb.Fatal(err)
	}
}

// Text is what stands on the screen now.
func (t *Terminal) Text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.screen.Text()
}

// Raw is everything that came, byte for byte.
func (t *Terminal) Raw() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.raw.String()
}

// Wait waits until the screen shows a text.
func (t *Terminal) Wait(tb testing.TB, text string) {
	tb.Helper()
	t.until(tb, "the screen never showed "+strconv.Quote(text), func() bool { return strings.Contains(t.screen.Text(), text) })
}

// WaitRaw waits until a text has come, whether or not it still stands there.
func (t *Terminal) WaitRaw(tb testing.TB, text string) {
	tb.Helper()
	t.until(tb, "never came: "+strconv.Quote(text), func() bool { return strings.Contains(t.raw.String(), text) })
}

func (t *Terminal) until(tb testing.TB, otherwise string, done func() bool) {
	tb.Helper()
	late := time.NewTimer(30 * time.Second)
	defer late.Stop()
	for {
		t.mu.Lock()
		ok, seen := done(), t.seen
		t.mu.Unlock()
		if ok {
			return
		}
		select {
		case <-seen:
		case <-late.C:
			tb.Fatalf("%s; it shows:\n%s", otherwise, t.Text())
		}
	}
}

// Drain waits until everything that was written has come, once no process has
// the terminal open.
func (t *Terminal) Drain(tb testing.TB) {
	tb.Helper()
	if err := t.slave.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		tb.Fatal(err)
	}
	select {
	case <-t.ended:
	case <-time.After(30 * time.Second):
		tb.Fatal("a process still has the terminal open")
	}
}
