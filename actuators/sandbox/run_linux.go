package sandbox

import (
	"cmp"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine"
)

// Run runs a command and waits until it and everything it started is gone. An
// error means that nothing ran, or that how it ended is not known.
func (s *Sandbox) Run(ctx context.Context, spec Spec, c Command) (ended Exit, err error) {
	if err := c.check(); err != nil {
		return Exit{}, err
	}
	p := s.probed()
	if err := spec.replaceable(); p.namespaces && err != nil {
		return Exit{}, err
	}
	keeps := c.Lasts && s.mayKeep(spec)
	if p.namespaces {
		release, err := spec.caches.hold(s.opts.now())
		if err != nil {
			return Exit{}, fmt.Errorf("%w: private caches: %w", ErrSetUp, err)
		}
		c.release = sync.OnceFunc(release)
		defer func() {
			if ended.Kept == 0 { // else what is left running needs them
				c.release()
			}
		}()
	}
	o := s.order(spec, p)
	o.Keeps = keeps
	if !p.namespaces && p.confinement.Files == engine.FilesLandlock {
		held, err := temporary(path.Join(s.opts.CacheDir, "tmp"))
		if err == nil { // without one it runs as far as it gets, and says itself what it could not write
			dir := held.Name()
			defer held.Close()
			defer os.RemoveAll(dir)
			o.Rules, o.Disks = append(o.Rules, rule{dir, canWrite}), append(o.Disks, dir)
			spec.Env = append(slices.Clip(spec.Env), "TMPDIR="+dir, "TMP="+dir, "TEMP="+dir)
			if len(spec.Caches) == 0 {
				spec.Env = append(spec.Env, "GOCACHE="+dir+"/go-build", "XDG_CACHE_HOME="+dir+"/cache")
			}
		}
	}
	if p.confinement.Files != engine.FilesNone && !p.confinement.Layers {
		// Once a day go would say that it cannot write into the home what it counts there.
		spec.Env = append(slices.Clip(spec.Env), "TEST_TELEMETRY_DIR=/dev/null/go")
	}
	if p.namespaces {
		spec.Git = slices.Concat(spec.filters(), spec.Git)
	}
	o.Argv, o.Env = c.Argv, s.environment(spec, c.Env)
	if c.Leaves && p.namespaces && isDir("/run") {
		o.leaves()
	}
	begun := s.opts.now()
	st, exit, err := s.start(ctx, o, p, c)
	if o.Leaves {
		exit.Left = leftOf(st.LeftDir, st.LeftEnv, o.Env)
	}
	if p.namespaces && len(spec.Layers) == 0 && len(spec.Writable) > 0 {
		spec.refresh(begun.UnixNano())
	}
	if errors.Is(err, ErrSetUp) && s.opts.ProbeCache != "" {
		_ = os.Remove(path.Join(s.opts.ProbeCache, probeFile)) // the next start probes again
	}
	if exit.Disk {
		for _, dir := range append(spec.Caches, spec.caches.base) { // what filled the disk is not left there
			Discard(dir)
		}
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
		Loopback:   !spec.Network, Metadata: spec.Metadata, Terminals: spec.Terminals,
		Filter: p.confinement.Sockets, Limits: s.limits, Dir: spec.Dir}
	if p.namespaces && spec.Build {
		// What is made with a sanitizer sets room aside by terabytes, which counts as if it were used; what it uses is
		// watched for all processes together.
		o.Limits.Data = math.MaxInt64
	}
	for _, g := range spec.Writable {
		o.Disks = append(o.Disks, g.Path)
	}
	o.Disks = append(o.Disks, spec.Caches...)
	var shared []string
	if p.namespaces {
		for _, b := range spec.Shared {
			shared = append(shared, b.From)
		}
		o.Disks = append(append(o.Disks, spec.caches.base), shared...)
		o.Steps, o.Layers, o.Caches = spec.steps(), spec.Layers, spec.caches.layers
		o.Empty = spec.empty
		if spec.Dir != "" && !spec.seen(spec.Dir) && !slices.ContainsFunc(o.Steps,
			func(st step) bool { return st.Path == spec.Dir }) {
			o.Steps = append(o.Steps, step{Kind: stepHide, Path: spec.Dir})
		}
		o.Rules = spec.mountedRules()
	} else if p.confinement.Files == engine.FilesLandlock {
		o.Rules = spec.alone()
	}
	o.shared = s.watchShared(shared)
	return o
}

// temporary makes a directory for the files of one command in a directory of pp's own, as for its temporary files where
// no mount can make /tmp a private one: without those no compiler works. It is locked for as long as it is open; the
// caller removes it. What a pp that was killed left behind, which nobody holds, is removed.
func temporary(base string) (*os.File, error) {
	if err := os.MkdirAll(base, 0o700); !path.IsAbs(base) || err != nil {
		return nil, cmp.Or(err, os.ErrNotExist)
	}
	all, err := lock(base, unix.LOCK_EX) // so that no other pp takes what is not locked yet for left behind
	if err != nil {
		return nil, err
	}
	defer all.Close()
	names := readNames(base, maxSiblings)
	for _, n := range names {
		if left, err := lock(path.Join(base, n), unix.LOCK_EX|unix.LOCK_NB); err == nil {
			Discard(left.Name())
			left.Close()
		}
	}
	dir, err := os.MkdirTemp(base, "pp-command-")
	if err != nil {
		return nil, err
	}
	return lock(dir, unix.LOCK_EX)
}

// lock opens and locks a directory; the lock goes with the file.
func lock(dir string, how int) (*os.File, error) {
	f, err := openDir(dir)
	if err == nil {
		if err = unix.Flock(int(f.Fd()), how); err != nil {
			f.Close()
		}
	}
	return f, err
}

// start gives an order to pp as the first process of a sandbox and sees it to its end.
func (s *Sandbox) start(ctx context.Context, o order, p probe, c Command) (status, Exit, error) {
	if ctx.Err() != nil {
		return status{}, Exit{}, context.Cause(ctx)
	}
	begun := s.opts.now()
	// The kernel kills the child when the thread that started it exits.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	r, err := s.spawn(o, p, c)
	if err != nil {
		return status{}, Exit{}, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	o.Keeps = o.Keeps && r.pump != nil
	st, exit, err := r.watch(ctx, o, c.Limit)
	exit.Duration = s.opts.now().Sub(begun)
	if st.Kept && err == nil {
		exit.Kept, exit.NotKept = s.keep(r, o, c)
		exit.Rest = exit.Kept == 0
		return st, exit, nil
	}
	r.close()
	return st, exit, err
}

// spawn starts the first process of a sandbox, or takes the one that waits. From the first command that may leave
// something running on, commands that get no other network share one.
func (s *Sandbox) spawn(o order, p probe, c Command) (*running, error) {
	if !p.namespaces || o.Network || o.Probe || c.Streams != nil {
		return spawn(p, o.Network, c)
	}
	shares := s.opts.Shared && (c.Lasts || s.sharing())
	r := s.takeSpare(shares, c)
	if r == nil {
		var err error
		if r, err = s.spawnAlone(p, shares, c); err != nil {
			return nil, err
		}
	}
	s.prepareSpare(p)
	return r, nil
}

// spawnAlone starts the first process of a sandbox without a network, or in the shared one.
func (s *Sandbox) spawnAlone(p probe, shares bool, c Command) (*running, error) {
	for tries := 0; shares && tries < 2; tries++ {
		if h, err := s.holder(p); err == nil {
			r, err := h.spawn(c)
			if err == nil {
				return r, nil
			}
			if isGone(err) { // something killed it; there can be another one
				s.closeHolder()
			}
		}
	}
	return spawn(p, false, c)
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
	// Its identities are mapped once it runs, by mapIDs: to have package syscall do that would copy all memory of pp.
	attr.Cloneflags |= unix.CLONE_NEWUSER | unix.CLONE_VM | unix.CLONE_VFORK
	attr.AmbientCaps = append([]uintptr{unix.CAP_SYS_ADMIN, unix.CAP_NET_ADMIN, unix.CAP_NET_BIND_SERVICE,
		unix.CAP_SETPCAP}, undo.Capabilities()...)
	if p.everyID { // all of root's, for layers: a child without mapped IDs does not get them as root
		attr.AmbientCaps = nil
		for c := uintptr(0); c <= unix.CAP_AUDIT_READ; c++ {
			attr.AmbientCaps = append(attr.AmbientCaps, c)
		}
	}
	return attr
}

// mapIDs says which users and groups there are in the user namespace of a child that waits for its order.
func mapIDs(pid int, every bool) error {
	users, groups, set := "0 0 4294967294", "0 0 4294967294", "allow"
	if !every {
		users = fmt.Sprintf("%d %[1]d 1", os.Geteuid())
		groups, set = fmt.Sprintf("%d %[1]d 1", os.Getegid()), "deny"
	}
	for _, f := range [...]struct{ name, text string }{{"uid_map", users}, {"setgroups", set}, {"gid_map", groups}} {
		if err := os.WriteFile(fmt.Sprintf("/proc/%d/%s", pid, f.name), []byte(f.text), 0); err != nil {
			return fmt.Errorf("user namespace: %w", err)
		}
	}
	return nil
}

// watch gives the child its order, and ends it when its time is up or nobody
// waits any more.
func (r *running) watch(ctx context.Context, o order, timeLimit time.Duration) (status, Exit, error) {
	reported := make(chan status, 1)
	watching, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan status, 1)
	go func() {
		reported <- report(r.status, func() { go newUsage(r.pid, o).watch(watching, over) })
	}()
	orderErr := gob.NewEncoder(r.order).Encode(o)

	limited, cancel := context.WithTimeout(ctx, cmp.Or(timeLimit, noLimit))
	defer cancel()
	var st status
	timedOut := false
	select {
	case st = <-reported:
		if st.Kept && orderErr == nil {
			exit, err := st.exit(false)
			return st, exit, err
		}
	case st = <-over:
		r.kill()
		<-reported
	case <-limited.Done():
		timedOut = ctx.Err() == nil
		r.kill()
		st = <-reported
	}
	st.Kept = false // it was killed
	waitErr := r.wait()
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
	return Exit{Code: st.Exit, Signal: syscall.Signal(st.Signal), Memory: st.Memory, Disk: st.Disk, Rest: st.Rest,
		Opened: st.Opened, Attempts: st.Attempts}, nil
}

// kill ends the whole tree. In a PID namespace the first process takes all with
// it; else it is told to, by the end of its order, and given a moment.
func (r *running) kill() {
	if r.namespaces {
		r.end()
		return
	}
	_ = r.order.Close()
	time.AfterFunc(5*time.Second, r.end)
}
