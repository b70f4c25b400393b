package sandbox

import (
	"context"
	"errors"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"pp/actuators/undo"
	"pp/engine/effect"
	"pp/engine/store"
)

// group is the control group of one command (cgroups(7), version 2): the kernel itself
// bounds what is in it. There is one only where a part of the hierarchy was delegated
// to whoever runs pp, as a service manager does for a person's session.
type group struct {
	dir string
	fd  int
}

// groupPrefix begins the names of pp's groups; the process that made one comes next.
const groupPrefix = "pp-"

// newGroup makes a group below one that was delegated. nil: there is none, or it could
// not be bounded.
func newGroup(delegated string, number uint64, l Limits) *group {
	if delegated == "" {
		return nil
	}
	sweepGroups(delegated)
	g := &group{dir: path.Join(delegated, groupPrefix+strconv.Itoa(os.Getpid())+"-"+strconv.FormatUint(number, 10))}
	if unix.Mkdir(g.dir, 0o755) != nil {
		return nil
	}
	bound := func(file, value string) error { return os.WriteFile(path.Join(g.dir, file), []byte(value), 0o644) }
	err := bound("memory.max", strconv.FormatInt(l.Memory, 10))
	// What follows is not in every kernel.
	_ = bound("memory.oom.group", "1")
	_ = bound("memory.swap.max", "0")
	_ = bound("pids.max", strconv.Itoa(l.Processes))
	if err == nil {
		g.fd, err = unix.Open(g.dir, unix.O_DIRECTORY|unix.O_RDONLY|unix.O_CLOEXEC, 0)
	}
	if err != nil {
		_ = unix.Rmdir(g.dir)
		return nil
	}
	return g
}

// close takes the group away, when all in it has ended.
func (g *group) close() {
	if g != nil {
		unix.Close(g.fd)
		_ = unix.Rmdir(g.dir)
	}
}

// exhausted reports whether the kernel ended something for want of memory in the group.
func (g *group) exhausted() bool {
	if g == nil {
		return false
	}
	data, _ := store.Read(context.Background(), path.Join(g.dir, "memory.events"), 4096)
	for line := range strings.Lines(string(data)) {
		if n, ok := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); ok && n != "0" {
			return true
		}
	}
	return false
}

// sweepGroups takes away what a pp that was killed has left.
func sweepGroups(delegated string) {
	names := readNames(delegated, 1000)
	for _, n := range names {
		owner, ok := strings.CutPrefix(n, groupPrefix)
		pid, _, _ := strings.Cut(owner, "-")
		number, err := strconv.Atoi(pid)
		if ok && err == nil && errors.Is(unix.Kill(number, 0), unix.ESRCH) {
			_ = unix.Rmdir(path.Join(delegated, n))
		}
	}
}

// delegatedGroup is a directory in which groups with bounded memory can be made: the
// one that pp's own group lies in, or that itself; "" for none.
func delegatedGroup() string {
	own, err := store.Read(context.Background(), "/proc/self/cgroup", 64<<10)
	if strings.Contains(string(own), ":memory:") {
		return "" // version 1 bounds memory, and then version 2 cannot
	}
	mounts, merr := store.Read(context.Background(), "/proc/self/mountinfo", undo.MaxMountInfo)
	if err != nil || merr != nil {
		return ""
	}
	at := groupOf(string(own), string(mounts))
	if at == "" {
		return ""
	}
	for _, dir := range [...]string{path.Dir(at), at} {
		controllers, err := store.Read(context.Background(), path.Join(dir, "cgroup.subtree_control"), 4096)
		if err == nil && slices.Contains(strings.Fields(string(controllers)), "memory") &&
			unix.Access(dir, unix.W_OK) == nil && unix.Access(path.Join(dir, "cgroup.procs"), unix.W_OK) == nil {
			return dir
		}
	}
	return ""
}

// groupOf is the directory of a process's group of version 2, from its cgroup file and
// mountinfo, "" when it cannot be seen.
func groupOf(own, mounts string) string {
	name := ""
	for line := range strings.Lines(own) {
		if rest, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "0::"); ok {
			name = rest
		}
	}
	if name == "" || strings.HasPrefix(name, "/..") {
		return ""
	}
	for line := range strings.Lines(mounts) {
		if !strings.Contains(line, " - cgroup2 ") {
			continue
		}
		for _, m := range parseMounts(line) {
			if effect.Within(name, m.root) {
				return path.Join(m.place, strings.TrimPrefix(name, m.root))
			}
		}
	}
	return ""
}
