package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// Run runs a command and waits until it and everything it started is gone. An
// error means that nothing ran, or that how it ended is not known.
func (s *Sandbox) Run(ctx context.Context, spec Spec, c Command) (Exit, error) {
	if err := c.check(); err != nil {
		return Exit{}, err
	}
	p := s.probed()
	o := s.order(spec, p)
	o.Argv = c.Argv
	_, exit, err := s.start(ctx, o, p, c.Output, c.Limit)
	if errors.Is(err, ErrSetUp) && s.opts.ProbeDir != "" {
		_ = os.Remove(path.Join(s.opts.ProbeDir, probeFile)) // the next start finds out what is so
	}
	if err == nil && spec.Build {
		exit.Planted = s.planted(spec)
	}
	return exit, err
}

// order compiles a specification for what the machine gives.
func (s *Sandbox) order(spec Spec, p probe) order {
	o := order{Namespaces: p.namespaces, Network: spec.Network, Inet: spec.Network || p.namespaces, Sockets: spec.Sockets,
		Loopback: spec.Build && !spec.Network, Metadata: spec.Metadata, Filter: p.confinement.Sockets, Limits: s.limits,
		Dir: spec.Dir, Env: s.environment(spec)}
	if p.namespaces {
		o.Steps = spec.steps()
		if spec.Dir != "" && !spec.seen(spec.Dir) && !slices.ContainsFunc(o.Steps,
			func(st step) bool { return st.Path == spec.Dir }) {
			o.Steps = append(o.Steps, step{Kind: stepHide, Path: spec.Dir})
		}
		o.Rules = spec.layered()
	} else if p.confinement.Files == engine.FilesLandlock {
		o.Rules = spec.alone()
	}
	return o
}

// pipes are both ends of what connects pp and the child.
type pipes struct {
	outR, outW, orderR, orderW, statusR, statusW, null *os.File
}

func newPipes() (p pipes, err error) {
	for _, pair := range [...]struct{ r, w **os.File }{{&p.outR, &p.outW}, {&p.orderR, &p.orderW},
		{&p.statusR, &p.statusW}} {
		if *pair.r, *pair.w, err = os.Pipe(); err != nil {
			p.close()
			return p, err
		}
	}
	if p.null, err = os.Open(os.DevNull); err != nil {
		p.close()
	}
	return p, err
}

func (p *pipes) close() {
	for _, f := range [...]*os.File{p.outR, p.outW, p.orderR, p.orderW, p.statusR, p.statusW, p.null} {
		if f != nil {
			_ = f.Close()
		}
	}
}

func (p *pipes) closeTheirs() {
	for _, f := range [...]**os.File{&p.outW, &p.orderR, &p.statusW, &p.null} {
		_ = (*f).Close()
		*f = nil
	}
}

// start executes pp as the first process of a sandbox and sees it to its end.
func (s *Sandbox) start(ctx context.Context, o order, p probe, output io.Writer,
	timeLimit time.Duration) (status, Exit, error) {
	if ctx.Err() != nil {
		return status{}, Exit{}, context.Cause(ctx)
	}
	ends, err := newPipes()
	if err != nil {
		return status{}, Exit{}, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	defer ends.close()
	// The kernel kills the child when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begun := s.opts.now()
	proc, err := os.StartProcess("/proc/self/exe", []string{"pp", childArg}, &os.ProcAttr{Env: []string{}, Dir: "/",
		Files: []*os.File{ends.null, ends.outW, ends.outW, ends.orderR, ends.statusW}, Sys: attributes(p, o.Network)})
	if err != nil {
		return status{}, Exit{}, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	ends.closeTheirs()
	r := running{pipes: &ends, process: proc, namespaces: p.namespaces}
	st, exit, err := r.watch(ctx, o, output, timeLimit)
	exit.Duration = s.opts.now().Sub(begun)
	return st, exit, err
}

// attributes are the namespaces and identities of the child.
func attributes(p probe, network bool) *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setsid: true}
	if !p.namespaces {
		return attr // the child must outlive pp for as long as it takes to end the rest
	}
	attr.Pdeathsig = syscall.SIGKILL
	attr.Cloneflags = unix.CLONE_NEWNS | unix.CLONE_NEWPID | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS
	if !network {
		attr.Cloneflags |= unix.CLONE_NEWNET
	}
	if !p.user {
		return attr
	}
	attr.Cloneflags |= unix.CLONE_NEWUSER
	attr.AmbientCaps = []uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP}
	uid, gid := os.Geteuid(), os.Getegid()
	if p.everyID {
		const all = 1<<32 - 2
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: all}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: all}}
		attr.GidMappingsEnableSetgroups = true
		return attr
	}
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
	return attr
}

// running is a child that was started.
type running struct {
	*pipes
	process    *os.Process
	namespaces bool
}

// watch gives the child its order, takes its output, and ends it when its time
// is up or nobody waits any more.
func (r *running) watch(ctx context.Context, o order, output io.Writer, timeLimit time.Duration) (status, Exit, error) {
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		drain(r.outR, output)
	}()
	reported := make(chan status, 1)
	go func() { reported <- readStatus(r.statusR) }()
	orderErr := writeOrder(r.orderW, o)

	var timer <-chan time.Time
	if timeLimit > 0 {
		t := time.NewTimer(timeLimit)
		defer t.Stop()
		timer = t.C
	}
	var st status
	var exit Exit
	select {
	case st = <-reported:
	case <-timer:
		exit.TimedOut = true
		r.kill()
		st = <-reported
	case <-ctx.Done():
		r.kill()
		st = <-reported
	}
	_, waitErr := r.process.Wait()
	r.finishOutput(drained)
	switch {
	case ctx.Err() != nil && !exit.TimedOut:
		return st, Exit{}, context.Cause(ctx)
	case exit.TimedOut:
		exit.Code, exit.Signal = -1, syscall.SIGKILL
		return st, exit, nil
	case st.Lost:
		exit.Lost, exit.Code, exit.Signal = true, -1, syscall.SIGKILL
		return st, exit, nil
	case st.Stage != "":
		return st, Exit{}, fmt.Errorf("%w: %s: %s", ErrSetUp, st.Stage, st.Err)
	case orderErr != nil:
		return st, Exit{}, fmt.Errorf("%w: giving the order: %w", ErrSetUp, orderErr)
	case waitErr != nil:
		return st, Exit{}, fmt.Errorf("waiting for the sandbox: %w", waitErr)
	}
	exit.Code, exit.Signal, exit.Memory, exit.MaxRSS = st.Exit, syscall.Signal(st.Signal), st.Memory, st.MaxRSS
	return st, exit, nil
}

// kill ends the whole tree. In a PID namespace the first process takes all with
// it; else it is told to, by the end of its order, and given a moment.
func (r *running) kill() {
	if r.namespaces {
		_ = r.process.Kill()
		return
	}
	_ = r.orderW.Close()
	time.AfterFunc(5*time.Second, func() { _ = r.process.Kill() })
}

// finishOutput waits for the end of the output. What escaped a sandbox without a
// PID namespace may keep the pipe open; it is not waited for.
func (r *running) finishOutput(drained chan struct{}) {
	if r.namespaces {
		<-drained
		return
	}
	select {
	case <-drained:
	case <-time.After(time.Second):
		_ = r.outR.SetReadDeadline(time.Unix(1, 0))
		<-drained
	}
}

// drain copies until the end, whatever becomes of the writer.
func drain(from *os.File, to io.Writer) {
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(buf)
		if n > 0 && to != nil {
			_, _ = to.Write(buf[:n])
		}
		if err != nil {
			return
		}
	}
}

func readStatus(from *os.File) status {
	data, err := io.ReadAll(io.LimitReader(from, 64<<10))
	var st status
	data, started := bytes.CutPrefix(data, []byte(startedMark))
	if err == nil && json.Unmarshal(data, &st) == nil {
		return st
	}
	if started {
		return status{Lost: true}
	}
	return status{Stage: "child", Err: "it ended without a report"}
}
