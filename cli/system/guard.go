package system

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Refused is the exit code that blocks what another program asks about. Any other one but 0 may let it happen.
const Refused = 2

// Guard makes an armed process that exits without an answer refuse: it exits with Refused and a reason. It is safe for
// concurrent use. The zero value is not armed.
type Guard struct {
	stdout, stderr io.Writer
	exit           func(code int)

	armed    atomic.Bool
	over     atomic.Bool // the answer is said, or the refusal
	said     bool        // something was written to standard output
	mu       sync.Mutex
	fallback []byte
}

// NewGuard is a guard of the process whose streams these are; exit ends it.
func NewGuard(stdout, stderr io.Writer, exit func(code int)) *Guard {
	return &Guard{stdout: stdout, stderr: stderr, exit: exit}
}

// Arm has the process refuse from now on, and after a time limit whatever it is doing. It may be called again.
func (g *Guard) Arm(limit time.Duration) {
	if !g.armed.CompareAndSwap(false, true) {
		return
	}
	signal.Ignore(syscall.SIGPIPE) // else nobody to read the answer ends the process by a signal, which refuses nothing
	time.AfterFunc(limit, func() { g.end(fmt.Sprintf("there was no decision within %v", limit)) })
	if err := usable(g.stdout); err != nil {
		g.end("standard output cannot be used: " + err.Error())
	}
	for _, s := range [...]os.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP} {
		if signal.Ignored(s) {
			continue
		}
		c := make(chan os.Signal, 1)
		signal.Notify(c, s)
		go func() { g.end("it was stopped: " + (<-c).String()) }()
	}
}

// Armed reports whether it is armed.
func (g *Guard) Armed() bool { return g != nil && g.armed.Load() }

// Refusing sets the denial for standard output, in case standard error is not available.
func (g *Guard) Refusing(denial []byte) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.fallback = denial
}

// Answer says what was decided. The exit code is code, or Refused where it could not be said in full.
func (g *Guard) Answer(stdout, stderr []byte, code int) int {
	if !g.over.CompareAndSwap(false, true) {
		g.wait()
	}
	if code != 0 {
		return g.refuse(string(bytes.TrimRight(stderr, "\n")))
	}
	if len(stdout) > 0 {
		g.said = true
		if err := within(answerWait, g.stdout, stdout); err != nil {
			return g.refuse("pp: the answer could not be said: " + err.Error())
		}
	}
	return 0
}

// How long standard output may take the answer, and standard error a reason.
const (
	answerWait = 3 * time.Second
	reasonWait = 300 * time.Millisecond
)

// within writes all of a text, and gives up after a time: a pipe that nobody reads takes no more once it is full.
func within(limit time.Duration, w io.Writer, text []byte) error {
	wrote := make(chan error, 1)
	go func() {
		n, err := w.Write(text)
		if err == nil && n < len(text) {
			err = io.ErrShortWrite
		}
		wrote <- err
	}()
	select {
	case err := <-wrote:
		return err
	case <-time.After(limit):
		return errors.New("nobody reads it")
	}
}

// Code is what the process ends with where it would end with code: that, unless it is armed and said nothing.
func (g *Guard) Code(code int) int {
	if !g.Armed() || g.over.Load() {
		return code
	}
	if !g.over.CompareAndSwap(false, true) {
		g.wait()
	}
	return g.refuse("pp: the call is refused, because it could not be judged")
}

// end refuses and ends the process, unless it is ending.
func (g *Guard) end(why string) {
	if g.over.CompareAndSwap(false, true) {
		g.exit(g.refuse("pp: the call is refused: " + why))
	}
}

// wait is for who comes while the process is being ended.
func (g *Guard) wait() { select {} }

// refuse says why, by standard error and else by standard output, and gives the exit code for it.
func (g *Guard) refuse(why string) int {
	err := usable(g.stderr)
	if err == nil {
		err = within(reasonWait, g.stderr, []byte(why+"\n"))
	}
	g.mu.Lock()
	denial := g.fallback
	g.mu.Unlock()
	if err == nil || len(denial) == 0 || g.said || usable(g.stdout) != nil {
		return Refused
	}
	if within(reasonWait, g.stdout, denial) != nil {
		return Refused
	}
	return 0
}

// errNull reports that nobody reads a stream. The runtime opens /dev/null for a closed one.
var errNull = errors.New("it is closed, or /dev/null")

// usable reports why nothing that is written to a stream would be read, as far as that is known before.
func usable(w io.Writer) error {
	f, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if f == nil {
		return errNull
	}
	var s, null unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &s); err != nil {
		return err
	}
	if err := unix.Stat(os.DevNull, &null); err == nil && s.Mode&unix.S_IFMT == unix.S_IFCHR && s.Rdev == null.Rdev {
		return errNull
	}
	return nil
}
