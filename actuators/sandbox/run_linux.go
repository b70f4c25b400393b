package sandbox

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"runtime"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/layer"
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
	if err == nil && spec.Build && len(spec.Layers) == 0 {
		exit.Planted = s.planted(spec)
	}
	return exit, err
}

// order compiles a specification for what the machine gives.
func (s *Sandbox) order(spec Spec, p probe) order {
	o := order{Namespaces: p.namespaces, Network: spec.Network, Inet: spec.Network || p.namespaces, Sockets: spec.Sockets,
		LentSocket: spec.LentSocket,
		Loopback:   spec.Build && !spec.Network, Metadata: spec.Metadata, Filter: p.confinement.Sockets, Limits: s.limits,
		Dir: spec.Dir, Env: s.environment(spec)}
	for _, g := range spec.Writable {
		o.Disks = append(o.Disks, g.Path)
	}
	o.Disks = append(o.Disks, spec.Caches...)
	if p.namespaces {
		o.Steps, o.Layers = spec.steps(), spec.Layers
		if spec.Dir != "" && !spec.seen(spec.Dir) && !slices.ContainsFunc(o.Steps,
			func(st step) bool { return st.Path == spec.Dir }) {
			o.Steps = append(o.Steps, step{Kind: stepHide, Path: spec.Dir})
		}
		o.Rules = spec.mountedRules()
	} else if p.confinement.Files == engine.FilesLandlock {
		o.Rules = spec.alone()
	}
	return o
}

// start executes pp as the first process of a sandbox and sees it to its end.
func (s *Sandbox) start(ctx context.Context, o order, p probe, output io.Writer,
	timeLimit time.Duration) (status, Exit, error) {
	if ctx.Err() != nil {
		return status{}, Exit{}, context.Cause(ctx)
	}
	orderR, orderW, err := os.Pipe()
	statusR, statusW, serr := os.Pipe()
	for _, f := range [...]*os.File{orderR, orderW, statusR, statusW} {
		defer f.Close()
	}
	if err := errors.Join(err, serr); err != nil {
		return status{}, Exit{}, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	// The kernel kills the child when the thread that started it ends.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	begun := s.opts.now()
	var g *group
	if !o.Probe {
		g = newGroup(s.delegated(), s.made.Add(1), o.Limits)
		defer g.close()
	}
	cmd, err := startIn(g, o, p, &infallible{output}, orderR, statusW)
	if err != nil && g != nil {
		cmd, err = startIn(nil, o, p, &infallible{output}, orderR, statusW) // the group was not delegated after all
	}
	if err != nil {
		return status{}, Exit{}, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	_, _ = orderR.Close(), statusW.Close()
	r := running{cmd: cmd, order: orderW, status: statusR, namespaces: p.namespaces}
	st, exit, err := r.watch(ctx, o, timeLimit)
	if exit.Lost && g.exhausted() {
		exit.Lost, exit.Memory = false, true
	}
	exit.Duration = s.opts.now().Sub(begun)
	return st, exit, err
}

// startIn executes pp as the first process of a sandbox, in a control group if there is one.
func startIn(g *group, o order, p probe, output io.Writer, files ...*os.File) (*exec.Cmd, error) {
	cmd := &exec.Cmd{Path: "/proc/self/exe", Args: []string{"pp", childArg}, Env: []string{}, Dir: "/",
		SysProcAttr: attributes(p, o.Network), Stdout: output, Stderr: output, ExtraFiles: files}
	if g != nil {
		cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, g.fd
	}
	if !p.namespaces {
		cmd.WaitDelay = time.Second // what escaped may hold the output open; it is not waited for
	}
	return cmd, cmd.Start()
}

// infallible takes all of the output, whatever becomes of the writer, if there is
// one: a command is not to wait, or to end, for it.
type infallible struct{ to io.Writer }

func (w *infallible) Write(p []byte) (int, error) {
	if w.to != nil {
		_, _ = w.to.Write(p)
	}
	return len(p), nil
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
	attr.AmbientCaps = append([]uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_SETPCAP}, layer.Capabilities()...)
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
	cmd        *exec.Cmd
	order      *os.File // its end says that pp is gone
	status     *os.File
	namespaces bool
}

// watch gives the child its order, and ends it when its time is up or nobody
// waits any more.
func (r *running) watch(ctx context.Context, o order, timeLimit time.Duration) (status, Exit, error) {
	reported := make(chan status, 1)
	watching, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan status, 1)
	go func() {
		reported <- readStatus(r.status, func() { go newUsage(r.cmd.Process.Pid, o).watch(watching, over) })
	}()
	orderErr := writeOrder(r.order, o)

	limited, cancel := context.WithTimeout(ctx, cmp.Or(timeLimit, noLimit))
	defer cancel()
	var st status
	timedOut := false
	select {
	case st = <-reported:
	case st = <-over:
		r.kill()
		<-reported
	case <-limited.Done():
		timedOut = ctx.Err() == nil
		r.kill()
		st = <-reported
	}
	waitErr := r.cmd.Wait()
	if exited := new(exec.ExitError); errors.As(waitErr, &exited) || errors.Is(waitErr, exec.ErrWaitDelay) {
		waitErr = nil // how the command ended is in the report
	}
	if ctx.Err() != nil && !timedOut {
		return st, Exit{}, context.Cause(ctx)
	}
	exit, err := st.exit(timedOut)
	switch {
	case err != nil, timedOut, st.Lost:
		return st, exit, err
	case orderErr != nil:
		return st, Exit{}, fmt.Errorf("%w: giving the order: %w", ErrSetUp, orderErr)
	case waitErr != nil:
		return st, Exit{}, fmt.Errorf("waiting for the sandbox: %w", waitErr)
	}
	return st, exit, nil
}

// exit is how the command ended, or that it never began.
func (st status) exit(timedOut bool) (Exit, error) {
	switch {
	case timedOut, st.Lost:
		return Exit{TimedOut: timedOut, Lost: !timedOut, Code: -1, Signal: syscall.SIGKILL}, nil
	case st.Stage != "":
		return Exit{}, fmt.Errorf("%w: %s: %s", ErrSetUp, st.Stage, st.Err)
	}
	return Exit{Code: st.Exit, Signal: syscall.Signal(st.Signal), Memory: st.Memory, Disk: st.Disk}, nil
}

// kill ends the whole tree. In a PID namespace the first process takes all with
// it; else it is told to, by the end of its order, and given a moment.
func (r *running) kill() {
	if r.namespaces {
		_ = r.cmd.Process.Kill()
		return
	}
	_ = r.order.Close()
	time.AfterFunc(5*time.Second, func() { _ = r.cmd.Process.Kill() })
}

// readStatus reads what the child reports to its end, and says when it has started the
// command.
func readStatus(from io.Reader, running func()) status {
	mark := make([]byte, len(startedMark))
	n, err := io.ReadFull(from, mark)
	started := err == nil && string(mark) == startedMark
	if started {
		running()
		n = 0
	}
	rest, err := io.ReadAll(io.LimitReader(from, 64<<10))
	var st status
	if err == nil && json.Unmarshal(append(mark[:n], rest...), &st) == nil {
		return st
	}
	if started {
		return status{Lost: true}
	}
	return status{Stage: "child", Err: "it ended without a report"}
}
