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
	cmd        *exec.Cmd
	namespaces bool
	order      *os.File // closing it tells the child that pp is gone
	status     *os.File
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

// spawn executes pp as the first process of a sandbox.
func spawn(p probe, network bool, c Command) (*running, error) {
	if c.Streams != nil {
		defer func() {
			for _, f := range c.Streams {
				_ = f.Close()
			}
		}()
	}
	orderR, orderW, err := os.Pipe()
	statusR, statusW, serr := os.Pipe()
	defer orderR.Close()
	defer statusW.Close()
	out := infallible{c.Output}
	r := &running{namespaces: p.namespaces, order: orderW, status: statusR,
		cmd: &exec.Cmd{Path: "/proc/self/exe", Args: []string{"pp", childArg}, Env: []string{}, Dir: "/",
			SysProcAttr: attributes(p, network), Stdout: out, Stderr: out, ExtraFiles: []*os.File{orderR, statusW}}}
	if c.Streams != nil {
		r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = c.Streams[0], c.Streams[1], c.Streams[2]
	}
	if !p.namespaces {
		r.cmd.WaitDelay = time.Second // what escaped may hold the output open; it is not waited for
	}
	if err = errors.Join(err, serr); err == nil {
		err = r.cmd.Start()
	}
	if err == nil && p.user {
		if err = mapIDs(r.cmd.Process.Pid, p.everyID); err != nil {
			_ = r.cmd.Process.Kill()
			_ = r.cmd.Wait()
		}
	}
	if err != nil {
		r.close()
	}
	return r, err
}

// close releases pp's files of a child that has ended.
func (r *running) close() { _, _ = r.order.Close(), r.status.Close() }
