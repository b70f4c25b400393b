//go:build linux

package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// patience is how long a test waits for what must come. It is no measure of
// speed: on a loaded machine everything takes long.
const patience = 5 * time.Minute

// terminal is a pseudo-terminal with a process on it.
type terminal struct {
	t             testing.TB
	master, slave *os.File
	cmd           *exec.Cmd
	before        unix.Termios

	mu   sync.Mutex
	came *sync.Cond
	out  bytes.Buffer
	at   int // what was expected already
	late bool
	over chan struct{} // closed when nothing more comes
}

// newPTY makes a pseudo-terminal of a size.
func newPTY(t testing.TB, columns, rows uint16) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	// Fd would make it blocking, and then Close would wait for what reads.
	raw, err := master.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var n int
	var wrong error
	err = raw.Control(func(fd uintptr) {
		if n, wrong = unix.IoctlGetInt(int(fd), unix.TIOCGPTN); wrong != nil {
			return
		}
		if wrong = unix.IoctlSetPointerInt(int(fd), unix.TIOCSPTLCK, 0); wrong != nil {
			return
		}
		wrong = unix.IoctlSetWinsize(int(fd), unix.TIOCSWINSZ, &unix.Winsize{Row: rows, Col: columns})
	})
	if err := errors.Join(err, wrong); err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// open starts a command on a new terminal of a size. Streams that the command
// has already are left to it.
func open(t testing.TB, cmd *exec.Cmd, columns, rows uint16) *terminal {
	t.Helper()
	master, slave := newPTY(t, columns, rows)
	tty := &terminal{t: t, master: master, slave: slave, cmd: cmd, over: make(chan struct{})}
	tty.came = sync.NewCond(&tty.mu)
	if before, err := unix.IoctlGetTermios(int(slave.Fd()), unix.TCGETS); err == nil {
		tty.before = *before
	}
	if cmd.Stdin == nil {
		cmd.Stdin = slave
	}
	if cmd.Stdout == nil {
		cmd.Stdout = slave
	}
	if cmd.Stderr == nil {
		cmd.Stderr = slave
	}
	cmd.ExtraFiles = append(cmd.ExtraFiles, slave)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 2 + len(cmd.ExtraFiles)}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go tty.read()
	t.Cleanup(tty.done)
	return tty
}

// done takes the terminal away.
func (m *terminal) done() {
	_ = m.cmd.Process.Kill()
	m.slave.Close()
	m.master.Close()
}

func (m *terminal) read() {
	defer close(m.over)
	buf := make([]byte, 4096)
	for {
		n, err := m.master.Read(buf)
		m.mu.Lock()
		m.out.Write(buf[:n])
		m.came.Broadcast()
		m.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// expect waits until a text came after those that were expected before, and
// gives what came until then.
func (m *terminal) expect(text string) string {
	m.t.Helper()
	_, before := m.either(text)
	return before
}

// either waits for the first of some texts and says which it was.
func (m *terminal) either(texts ...string) (which int, before string) {
	m.t.Helper()
	timer := time.AfterFunc(patience, func() {
		m.mu.Lock()
		m.late = true
		m.came.Broadcast()
		m.mu.Unlock()
	})
	defer timer.Stop()
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		fresh, first := m.out.Bytes()[m.at:], -1
		for n, text := range texts {
			if i := bytes.Index(fresh, []byte(text)); i >= 0 && (first < 0 || i < first) {
				first, which = i, n
			}
		}
		if first >= 0 {
			m.at += first + len(texts[which])
			return which, string(fresh[:first])
		}
		if m.late {
			m.t.Fatalf("none of %q came; the terminal has %q", texts, fresh)
		}
		m.came.Wait()
	}
}

func (m *terminal) send(keys string) {
	m.t.Helper()
	if _, err := m.master.WriteString(keys); err != nil {
		m.t.Fatal(err)
	}
}

// press waits for a prompt and types keys.
func (m *terminal) press(prompt, keys string) {
	m.t.Helper()
	m.expect(prompt)
	m.insist(keys)
}

// insist types keys. pp throws away what was typed before it asked, which can be
// just after the prompt appeared: so they are typed again until the screen goes on.
func (m *terminal) insist(keys string) {
	m.t.Helper()
	for end := time.Now().Add(patience); ; {
		before := len(m.text())
		m.send(keys)
		for range 1000 { // far longer than it takes to take a key
			time.Sleep(5 * time.Millisecond)
			if len(m.text()) > before || m.gone() {
				return
			}
		}
		if time.Now().After(end) {
			m.t.Fatalf("%q was not taken:\n%s", keys, m.text())
		}
	}
}

// gone reports whether the process ended; code still has to wait for it.
func (m *terminal) gone() bool {
	var info unix.Siginfo
	err := unix.Waitid(unix.P_PID, m.cmd.Process.Pid, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err != nil || info.Signo != 0
}

// theLast stands behind everything that a process wrote on its terminal.
const theLast = "\a(the process ended)\a"

// code waits for the end of the process, and until all that it wrote was read,
// and gives its exit code.
func (m *terminal) code() int {
	m.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- m.cmd.Wait() }()
	select {
	case err := <-ended:
		var failed *exec.ExitError
		if err != nil && !errors.As(err, &failed) {
			m.t.Fatal(err)
		}
		m.readOut()
		return m.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		m.t.Fatalf("it never ended; the terminal has %q", m.text())
	}
	return -1
}

// readOut waits until what is on its way was read.
func (m *terminal) readOut() {
	m.t.Helper()
	if _, err := m.slave.WriteString(theLast); err == nil {
		at := m.at
		m.expect(theLast)
		m.at = at // what came before it can still be expected
		return
	}
	select { // the terminal hung up, or the test took it away
	case <-m.over:
	case <-time.After(patience):
		m.t.Fatal("the terminal stayed open")
	}
}

func (m *terminal) text() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.ReplaceAll(strings.TrimSuffix(m.out.String(), theLast), "\r\n", "\n")
}

// sane fails the test when the terminal's modes are not those it began with.
func (m *terminal) sane() {
	m.t.Helper()
	now, err := unix.IoctlGetTermios(int(m.slave.Fd()), unix.TCGETS)
	if err != nil {
		m.t.Fatal(err)
	}
	if *now != m.before {
		m.t.Errorf("the terminal was left as %+v, not %+v", *now, m.before)
	}
}

// converse waits for each first text and types each second, in turn.
func (m *terminal) converse(keys ...string) {
	m.t.Helper()
	for i := 0; i < len(keys); i += 2 {
		m.expect(keys[i])
		if keys[i+1] != "" {
			m.send(keys[i+1])
		}
	}
}
