package cli

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// ptyWait bounds each wait for something to appear on a terminal.
const ptyWait = time.Minute

// terminal is a pseudo-terminal with a process at it, and what it showed.
type terminal struct {
	t    testing.TB
	cmd  *exec.Cmd
	side *os.File // the other side from the process

	mu   sync.Mutex
	seen strings.Builder
	done chan struct{} // closed when nothing more comes
}

// openPTY opens a pseudo-terminal of 40 lines and 100 columns.
func openPTY(t testing.TB) (side, tty *os.File) {
	t.Helper()
	side, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetPointerInt(int(side.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(side.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(side.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 40, Col: 100}); err != nil {
		t.Fatal(err)
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return side, tty
}

// atTerminal starts a process whose controlling terminal, and whatever of its
// streams is not set, is a pseudo-terminal.
func atTerminal(t testing.TB, cmd *exec.Cmd) *terminal {
	t.Helper()
	side, tty := openPTY(t)
	defer tty.Close()
	if cmd.Stdin == nil {
		cmd.Stdin = tty
	}
	if cmd.Stdout == nil {
		cmd.Stdout = tty
	}
	if cmd.Stderr == nil {
		cmd.Stderr = tty
	}
	cmd.ExtraFiles = []*os.File{tty} // as descriptor 3, whatever the streams are
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 3}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	term := &terminal{t: t, cmd: cmd, side: side, done: make(chan struct{})}
	go func() {
		defer close(term.done)
		buf := make([]byte, 4096)
		for {
			n, err := side.Read(buf)
			term.mu.Lock()
			term.seen.Write(buf[:n])
			term.mu.Unlock()
			if err != nil { // EIO once the process is gone
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		side.Close()
	})
	return term
}

// screen is all that was shown so far.
func (m *terminal) screen() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.ReplaceAll(m.seen.String(), "\r\n", "\n")
}

// waitFor waits until a text was shown n times.
func (m *terminal) waitFor(text string, n int) {
	m.t.Helper()
	for end := time.Now().Add(ptyWait); ; time.Sleep(5 * time.Millisecond) {
		if strings.Count(m.screen(), text) >= n {
			return
		}
		if time.Now().After(end) {
			m.t.Fatalf("%q was not shown %d times:\n%s", text, n, m.screen())
		}
	}
}

// press types keys once a prompt was shown n times. pp throws away what was typed
// before it asked, which can be just after the prompt appeared: so the keys are
// typed again until the screen goes on.
func (m *terminal) press(prompt string, n int, keys string) {
	m.t.Helper()
	m.waitFor(prompt, n)
	for end := time.Now().Add(ptyWait); ; {
		before := len(m.screen())
		if _, err := m.side.WriteString(keys); err != nil {
			return // it ended
		}
		for range 1000 { // far longer than it takes to take a key
			time.Sleep(5 * time.Millisecond)
			if len(m.screen()) > before {
				return
			}
			select {
			case <-m.done:
				return
			default:
			}
		}
		if time.Now().After(end) {
			m.t.Fatalf("%q was not taken at %q:\n%s", keys, prompt, m.screen())
		}
	}
}

// end waits for the process to end and gives its exit code.
func (m *terminal) end() int {
	m.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- m.cmd.Wait() }()
	select {
	case <-ended:
	case <-time.After(ptyWait):
		m.t.Fatalf("it did not end:\n%s", m.screen())
	}
	select {
	case <-m.done:
	case <-time.After(ptyWait):
		m.t.Fatal("the terminal stayed open")
	}
	return m.cmd.ProcessState.ExitCode()
}
