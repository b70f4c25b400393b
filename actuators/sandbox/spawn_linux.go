package sandbox

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"time"
)

// running is a started child that waits for its order.
type running struct {
	pid        int
	namespaces bool
	from       *holder      // in whose network it is; nil for its own
	process    *os.File     // a descriptor of it; nil where it is a child of pp's own
	end        func()       // kills it
	wait       func() error // until it is gone, with all that it started and what that wrote
	pump       *pump        // of its output, where that can be turned; else nil
	order      *os.File     // closing it tells the child that pp is gone
	status     *os.File
	closed     chan struct{}
}

// infallible takes all of the output, whatever becomes of the writer, if there is
// one: a command is not to wait, or to end, for it.
type infallible struct{ to io.Writer }

func (w infallible) Write(p []byte) (int, error) {
	if w.to != nil {
		_, _ = w.to.Write(p)
	}
	return len(p), nil
}

// pipes are the ends of a child's own that pp passes to it.
type pipes struct{ order, status *os.File }

// newRunning makes the pipes of a child.
func newRunning(namespaces bool) (*running, pipes, error) {
	orderR, orderW, err := os.Pipe()
	statusR, statusW, serr := os.Pipe()
	r := &running{namespaces: namespaces, order: orderW, status: statusR, closed: make(chan struct{})}
	return r, pipes{orderR, statusW}, errors.Join(err, serr)
}

// close closes what the child has by now.
func (p pipes) close() { _, _ = p.order.Close(), p.status.Close() }

// spawn executes pp as the first process of a sandbox.
func spawn(p probe, network bool, c Command) (*running, error) {
	if c.Streams != nil {
		defer func() {
			for _, f := range c.Streams {
				_ = f.Close()
			}
		}()
	}
	r, ends, err := newRunning(p.namespaces)
	defer ends.close()
	out := infallible{c.Output}
	cmd := &exec.Cmd{Path: "/proc/self/exe", Args: []string{"pp", childArg}, Env: []string{}, Dir: "/",
		SysProcAttr: attributes(p, network), Stdout: out, Stderr: out, ExtraFiles: []*os.File{ends.order, ends.status}}
	if c.Streams != nil {
		cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Streams[0], c.Streams[1], c.Streams[2]
	}
	if !p.namespaces {
		cmd.WaitDelay = time.Second // what escaped may hold the output open; it is not waited for
	}
	r.end = func() { _ = cmd.Process.Kill() }
	r.wait = func() error {
		err := cmd.Wait()
		if exited := new(exec.ExitError); errors.As(err, &exited) || errors.Is(err, exec.ErrWaitDelay) {
			return nil // how the command ended is in the report
		}
		return err
	}
	if err == nil {
		err = cmd.Start()
	}
	if err == nil && p.user {
		if err = mapIDs(cmd.Process.Pid, p.everyID); err != nil {
			r.end()
			_ = r.wait()
		}
	}
	if err != nil {
		r.close()
		return nil, err
	}
	r.pid = cmd.Process.Pid
	return r, nil
}

// close releases pp's files of a child that has ended.
func (r *running) close() {
	_, _ = r.order.Close(), r.status.Close()
	_ = r.process.Close() // an error for nil
	close(r.closed)
}
