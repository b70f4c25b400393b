package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
const patience = 30 * time.Second

// desk is a home and a workspace of their own, with a model that replays.
type desk struct{ home, dir string }

// newDesk makes one; replies are the entries of the script provider.
func newDesk(t *testing.T, replies string) desk {
	t.Helper()
	root := t.TempDir()
	p := desk{filepath.Join(root, "home"), filepath.Join(root, "ws")}
	for name, text := range map[string]string{
		filepath.Join(p.dir, "go.mod"):                        "module example\n",
		filepath.Join(p.dir, "notes.txt"):                     "one\ntwo\nthree\n",
		filepath.Join(p.home, "replies"):                      replies,
		filepath.Join(p.home, ".config", "pp", "config.toml"): "cascade = [\"replay\"]\n[providers.replay]\nprotocol = \"script\"\nfile = \"~/replies\"\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func (p desk) has(name string) bool { return exists(filepath.Join(p.dir, name)) }

// command is pp in the place; the environment's TERM is dumb unless given.
func (p desk) command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	pp, err := exec.LookPath("pp")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(pp, args...)
	cmd.Dir = p.dir
	cmd.Env = append([]string{"HOME=" + p.home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "LANG=C.UTF-8"}, env...)
	return cmd
}

// run is pp without a terminal, and what it printed.
func (p desk) run(t *testing.T, args ...string) string {
	t.Helper()
	cmd := p.command(t, nil, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	return string(out)
}

// screen is a pseudo-terminal with a process on it.
type screen struct {
	t             *testing.T
	master, slave *os.File
	cmd           *exec.Cmd
	before        unix.Termios

	mu   sync.Mutex
	came *sync.Cond
	out  bytes.Buffer
	at   int // what was expected already
	late bool
}

// open starts a command on a new terminal of a size. Streams that the command
// has already are left to it.
func open(t *testing.T, cmd *exec.Cmd, columns, rows uint16) *screen {
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
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	tty := &screen{t: t, master: master, slave: slave, cmd: cmd}
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
func (y *screen) done() {
	_ = y.cmd.Process.Kill()
	y.slave.Close()
	y.master.Close()
}

func (y *screen) read() {
	buf := make([]byte, 4096)
	for {
		n, err := y.master.Read(buf)
		y.mu.Lock()
		y.out.Write(buf[:n])
		y.came.Broadcast()
		y.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// expect waits until a text came after those that were expected before, and
// gives what came until then.
func (y *screen) expect(text string) string {
	y.t.Helper()
	_, before := y.either(text)
	return before
}

// either waits for the first of some texts and says which it was.
func (y *screen) either(texts ...string) (which int, before string) {
	y.t.Helper()
	timer := time.AfterFunc(patience, func() {
		y.mu.Lock()
		y.late = true
		y.came.Broadcast()
		y.mu.Unlock()
	})
	defer timer.Stop()
	y.mu.Lock()
	defer y.mu.Unlock()
	for {
		fresh, first := y.out.Bytes()[y.at:], -1
		for n, text := range texts {
			if i := bytes.Index(fresh, []byte(text)); i >= 0 && (first < 0 || i < first) {
				first, which = i, n
			}
		}
		if first >= 0 {
			y.at += first + len(texts[which])
			return which, string(fresh[:first])
		}
		if y.late {
			y.t.Fatalf("none of %q came; the terminal has %q", texts, fresh)
		}
		y.came.Wait()
	}
}

func (y *screen) send(keys string) {
	y.t.Helper()
	if _, err := y.master.WriteString(keys); err != nil {
		y.t.Fatal(err)
	}
}

// code waits for the end of the process and gives its exit code.
func (y *screen) code() int {
	y.t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- y.cmd.Wait() }()
	select {
	case err := <-ended:
		var failed *exec.ExitError
		if err != nil && !errors.As(err, &failed) {
			y.t.Fatal(err)
		}
		return y.cmd.ProcessState.ExitCode()
	case <-time.After(patience):
		y.t.Fatalf("it never ended; the terminal has %q", y.text())
	}
	return -1
}

func (y *screen) text() string {
	y.mu.Lock()
	defer y.mu.Unlock()
	return strings.ReplaceAll(y.out.String(), "\r\n", "\n")
}

// sane fails the test when the terminal's modes are not those it began with.
func (y *screen) sane() {
	y.t.Helper()
	now, err := unix.IoctlGetTermios(int(y.slave.Fd()), unix.TCGETS)
	if err != nil {
		y.t.Fatal(err)
	}
	if *now != y.before {
		y.t.Errorf("the terminal was left as %+v, not %+v", *now, y.before)
	}
}
