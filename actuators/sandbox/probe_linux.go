package sandbox

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"pp/engine"
)

// probe is what this machine gives.
type probe struct {
	confinement engine.Confinement
	namespaces  bool // mount, PID, IPC, UTS and network
	user        bool // and a user namespace
	everyID     bool // in which all users are mapped
	status      status
	nothing     bool     // confines a command here
	failed      []string // what was tried before, and why it did not work
}

// Probe is what this machine can enforce on a command. The first call tries it
// out, which takes some milliseconds, or reads Options.ProbeCache; later ones remember.
func (s *Sandbox) Probe() engine.Confinement { return s.probed().confinement }

// Report says in lines what is enforced, by what, how finely, and why it is not
// more. It probes as Probe does.
func (s *Sandbox) Report() []string {
	p := s.probed()
	if p.nothing {
		return append(slices.Clone(p.failed), "nothing confines a command on this machine")
	}
	return append(p.report(), s.limits.describe(p))
}

// probe finds out what the machine gives, or reads what an earlier start found.
func (s *Sandbox) probe() probe {
	machine := ""
	if s.opts.ProbeCache != "" {
		machine = s.fingerprint()
	}
	c, ok := readProbe(s.opts.ProbeCache, machine)
	if !ok {
		if c, ok = s.tryAll(Spec{Dir: "/", Hidden: s.hidden(), Scratch: s.scratch()}); !ok {
			return probe{nothing: true, failed: c.Failed}
		}
		// What gives less may be for want of something that is there the next time.
		if c.Machine = machine; machine != "" && c.Namespaces {
			_ = c.write(s.opts.ProbeCache)
		}
	}
	p := probe{namespaces: c.Namespaces, user: c.User, everyID: c.EveryID, status: c.Status, failed: c.Failed}
	p.conclude()
	return p
}

// tryAll tries from the strongest to the weakest. What a child with the same
// order as a command's can set up is what a command gets.
func (s *Sandbox) tryAll(spec Spec) (cachedProbe, bool) {
	root := os.Geteuid() == 0
	var failed []string
	for _, t := range [...]struct {
		p    probe
		name string
		skip bool
	}{
		{probe{namespaces: true, user: true, everyID: true}, "namespaces with all users mapped", !root},
		{probe{namespaces: true, user: true}, "namespaces with one user mapped", false},
		{probe{namespaces: true}, "namespaces of root", !root},
		{probe{}, "no namespaces", false},
	} {
		if t.skip {
			continue
		}
		st, err := s.try(spec, t.p)
		if err == nil {
			c := cachedProbe{Namespaces: t.p.namespaces, User: t.p.user, EveryID: t.p.everyID, Status: st, Failed: failed}
			return c, true
		}
		failed = append(failed, t.name+": "+strings.TrimPrefix(err.Error(), ErrSetUp.Error()+": "))
	}
	return cachedProbe{Failed: failed}, false
}

// try sets everything up in a child that runs nothing.
func (s *Sandbox) try(spec Spec, p probe) (status, error) {
	o := s.order(spec, p)
	if !p.namespaces {
		o.Rules = spec.alone()
	}
	o.Probe = true
	if o.TryLayer = s.tryDir(); o.TryLayer != "" {
		defer os.RemoveAll(o.TryLayer)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	st, _, err := s.start(ctx, o, p, Command{})
	return st, err
}

// tryDir makes an empty directory on the file system of ProbeDir, "" where it cannot. It is
// removed again, so that to ask leaves no trace.
func (s *Sandbox) tryDir() string {
	dir := s.opts.ProbeDir
	for dir != "" && dir != "/" && !isDir(dir) {
		dir = path.Dir(dir)
	}
	if dir == "" || dir == "/" {
		return ""
	}
	name, err := os.MkdirTemp(dir, ".pp-probe-*")
	if err != nil {
		return ""
	}
	return name
}

// EveryID reports whether all users of the machine are users inside a sandbox too.
func (s *Sandbox) EveryID() bool { return s.probed().everyID }

// conclude turns what worked into a confinement.
func (p *probe) conclude() {
	c := &p.confinement
	c.Sockets, c.Layers = p.status.Filter, p.namespaces && p.status.Layer == layerWorks
	switch {
	case p.namespaces:
		c.Files, c.Network, c.Tree = engine.FilesMounts, true, true
	case p.status.ABI > 0:
		c.Files, c.Network = engine.FilesLandlock, p.status.Filter
	default:
		c.Network = p.status.Filter
	}
}

// report describes the results of the probe.
func (p probe) report() (out []string) {
	st, hasLandlock := p.status, p.status.ABI > 0
	kinds := "mount, PID, IPC, UTS and network namespaces"
	if p.user {
		kinds = "user, " + kinds
	}
	for _, line := range [...]struct {
		is   bool
		says string
	}{
		{p.namespaces, "files: " + kinds + "; all are read-only except those that you approved"},
		{p.namespaces, fmt.Sprintf("granularity: an approved redirection may write its one existing file; any other "+
			"approved write may also create names in the directory, where pp protects up to %d other files one by one; an "+
			"approved build or unknown program may write the workspace except git data and files that run later; /tmp is "+
			"private; the home shows only the workspace, and programs and caches of tools; other files: readable with your "+
			"normal permissions", maxSiblings)},
		{p.namespaces, "network: a loopback of its own, which the commands of a conversation share; a command with " +
			"an approved connection gets the machine's network and every host"},
		{p.namespaces, "processes: end with the command; in a conversation, what it leaves running ends with the " +
			"conversation"},
		{!p.namespaces && hasLandlock, fmt.Sprintf("files: Landlock ABI %d; a permission for one file covers every file "+
			"in its directory, and write permission includes read; /tmp is not private: TMPDIR names a directory that pp "+
			"removes after the command", st.ABI)},
		{!p.namespaces && !hasLandlock, "files: not restricted"},
		{!p.namespaces, "processes: pp ends those it finds through their parents; a detached one keeps running"},
		{p.namespaces && hasLandlock, fmt.Sprintf("second layer: Landlock ABI %d", st.ABI)},
		{!hasLandlock, "not available: Landlock"},
		{st.Filter, "system calls: filtered; no local sockets unless you approved one"},
		{!st.Filter, "not available: a system call filter, so commands can use local sockets"},
		{p.confinement.Layers, "changes: kept in an overlay over the workspace, reviewed, then applied or discarded whole"},
		{!p.confinement.Layers, strings.TrimSuffix("not available: overlays over the workspace: "+st.Layer, ": ")},
		{!p.confinement.Layers, "undo: restores the files that a command names, not the changes of a build, an unknown " +
			"program or git"},
		{p.namespaces && st.Proc != "fresh", "not available: a fresh /proc; it is empty"},
		{os.Geteuid() == 0 && !st.PidMax, "not available: a limit on root's processes (Linux 6.14 has one for each PID " +
			"namespace)"},
		{p.user && !p.everyID, "users: only yours is mapped; the files of others appear to belong to nobody"},
	} {
		if line.is {
			out = append(out, line.says)
		}
	}
	for _, f := range p.failed {
		out = append(out, "not available: "+f)
	}
	return out
}

// describe says what bounds a command, and by what.
func (l Limits) describe(p probe) string {
	processes := fmt.Sprintf("%d processes of this user, counted over the machine (RLIMIT_NPROC)", l.Processes)
	if p.status.PidMax {
		processes = fmt.Sprintf("%d processes (pid_max of the namespace)", max(l.Processes, 400))
	}
	memory := fmt.Sprintf("%d MiB of memory for each process (RLIMIT_DATA)", l.Data>>20)
	if p.namespaces {
		memory += fmt.Sprintf(" except builds, and %d MiB for all together (checked every %s)", l.Memory>>20, usageEvery)
	}
	return fmt.Sprintf("limits: %s; %s; %d open files; %d MiB for each file, half of the free space for all", processes,
		memory, l.Files, l.FileSize>>20)
}
