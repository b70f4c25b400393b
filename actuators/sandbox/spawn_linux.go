package sandbox

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync/atomic"
	"time"
)

// kind is what a child is started with.
type kind struct{ namespaces, user, everyID, network bool }

func kindOf(p probe, network bool) kind { return kind{p.namespaces, p.user, p.everyID, network} }

// running is a child that was started, and waits for its order until it has it.
type running struct {
	kind   kind
	cmd    *exec.Cmd
	given  *[3]*os.File // the command's streams; nil: it has none but output
	group  *group
	output *infallible
	order  *os.File // its end says that pp is gone
	status *os.File
	err    error         // why there is no child
	ready  chan struct{} // closed when it is started, or err says why not
	over   chan struct{} // to be closed when it has ended
}

// infallible takes all of the output, whatever becomes of the writer, if there is
// one: a command is not to wait, or to end, for it.
type infallible struct{ to atomic.Pointer[io.Writer] }

func (w *infallible) Write(p []byte) (int, error) {
	if to := w.to.Load(); to != nil {
		_, _ = (*to).Write(p)
	}
	return len(p), nil
}

// spawn executes pp as the first process of a sandbox, in the background.
func (s *Sandbox) spawn(k kind, grouped bool, streams *[3]*os.File) *running {
	r := &running{kind: k, given: streams, output: &infallible{}, ready: make(chan struct{}), over: make(chan struct{})}
	go func() {
		// The kernel kills the child when the thread that started it ends.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		if grouped {
			r.group = newGroup(s.delegated(), s.made.Add(1), s.limits)
		}
		r.err = r.start()
		if r.err != nil && r.group != nil { // it was not delegated after all
			r.close()
			r.group = nil
			r.err = r.start()
		}
		if r.given != nil {
			for _, f := range r.given {
				_ = f.Close()
			}
		}
		close(r.ready)
		<-r.over
	}()
	return r
}

func (r *running) start() error {
	orderR, orderW, err := os.Pipe()
	statusR, statusW, serr := os.Pipe()
	defer orderR.Close()
	defer statusW.Close()
	r.order, r.status = orderW, statusR
	if err := errors.Join(err, serr); err != nil {
		return err
	}
	r.cmd = &exec.Cmd{Path: "/proc/self/exe", Args: []string{"pp", childArg}, Env: []string{}, Dir: "/",
		SysProcAttr: attributes(r.kind), Stdout: r.output, Stderr: r.output, ExtraFiles: []*os.File{orderR, statusW}}
	if r.given != nil {
		r.cmd.Stdin, r.cmd.Stdout, r.cmd.Stderr = r.given[0], r.given[1], r.given[2]
	}
	if r.group != nil {
		r.cmd.SysProcAttr.UseCgroupFD, r.cmd.SysProcAttr.CgroupFD = true, r.group.fd
	}
	if !r.kind.namespaces {
		r.cmd.WaitDelay = time.Second // what escaped may hold the output open; it is not waited for
	}
	if err := r.cmd.Start(); err != nil || !r.kind.user {
		return err
	}
	err = mapIDs(r.cmd.Process.Pid, r.kind.everyID)
	if err != nil {
		_ = r.cmd.Process.Kill()
		_ = r.cmd.Wait()
	}
	return err
}

// close gives up what pp has of a child that has ended.
func (r *running) close() {
	_, _ = r.order.Close(), r.status.Close()
	r.group.close()
}

// spareLife is how long a child waits for an order that may never come.
const spareLife = 2 * time.Second

// Expect starts the child of a command that may be about to run, while it is judged: to start takes longer than that.
// One that gets no order ends by itself within seconds.
func (s *Sandbox) Expect() { s.expect(false) }

// expect starts the child of a command. There is at most one, of which nobody needs to know.
func (s *Sandbox) expect(network bool) {
	k := kindOf(s.probed(), network)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spare != nil {
		if s.spare.kind == k {
			return
		}
		go s.spare.drop()
	}
	r := s.spawn(k, true, nil)
	s.spare = r
	time.AfterFunc(spareLife, func() {
		s.mu.Lock()
		unused := s.spare == r
		if unused {
			s.spare = nil
		}
		s.mu.Unlock()
		if unused {
			r.drop()
		}
	})
}

// drop ends a child without an order.
func (r *running) drop() {
	<-r.ready
	defer close(r.over)
	_ = r.order.Close()
	if r.err == nil {
		_ = r.cmd.Wait()
	}
	r.close()
}

// take gives a child that was started, the one that waits if it is of this kind.
func (s *Sandbox) take(k kind, grouped bool, streams *[3]*os.File) *running {
	s.mu.Lock()
	r := s.spare
	if r != nil && r.kind == k && grouped && streams == nil {
		s.spare = nil
	} else {
		r = nil
	}
	s.mu.Unlock()
	if r == nil {
		r = s.spawn(k, grouped, streams)
	}
	<-r.ready
	return r
}
