package sandbox

import (
	"bytes"
	"context"
	"os"
	"path"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// usageEvery is how often it is looked at what a command takes of the machine.
const usageEvery = 200 * time.Millisecond

// Bounds of one look.
const (
	maxProcesses = 1 << 17
	maxMaps      = 1 << 20 // bytes of a process's mappings
)

// usage is what a command takes of the machine, seen from outside of its sandbox: no
// process in there can stop, slow or blind who looks.
type usage struct {
	pid    int    // the first process of the sandbox
	proc   string // the sandbox's own /proc, as seen from here; "" when it has none
	limits Limits
	disks  []disk
	shared *shared
	before held // of what is shared
	swap   bool // the machine has swap space
	most   int  // processes at once; 0: what the sandbox itself bounds
}

// disk is a file system that the command may write.
type disk struct {
	at   string
	free uint64 // bytes that are always left
}

// newUsage looks at how much there is before a command that was just started.
func newUsage(pid int, o order) *usage {
	u := &usage{pid: pid, limits: o.Limits, shared: o.shared, before: o.shared.holds()}
	root := "/proc/" + strconv.Itoa(pid) + "/root"
	if names := readNames(root+"/proc", 3); o.Namespaces && len(names) > 0 {
		u.proc = root + "/proc"
	}
	var info unix.Sysinfo_t
	u.swap = unix.Sysinfo(&info) == nil && info.Totalswap > 0
	seen := map[uint64]bool{}
	for _, at := range o.Disks {
		var st unix.Stat_t
		var fs unix.Statfs_t
		if unix.Stat(at, &st) != nil || seen[uint64(st.Dev)] || unix.Statfs(at, &fs) != nil {
			continue
		}
		seen[uint64(st.Dev)] = true
		free := fs.Bavail * uint64(fs.Bsize)
		left := free / 2
		if limit := uint64(o.Limits.Disk); limit > 0 {
			left = free - min(limit, free)
		}
		u.disks = append(u.disks, disk{at, left})
	}
	return u
}

// watch gives the status with which a command has to end, when it takes too much.
func (u *usage) watch(ctx context.Context, over chan<- status) {
	tick := time.NewTicker(usageEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		st := status{Signal: int(unix.SIGKILL), Exit: -1}
		st.Memory, st.Disk = u.memory() > u.limits.Memory || u.crowded(), u.full() || u.shared.full(u.before)
		if st.Memory || st.Disk {
			over <- st
			return
		}
	}
}

func (u *usage) crowded() bool { return u.most > 0 && len(u.processes()) > u.most }

func (u *usage) full() bool {
	for _, d := range u.disks {
		var fs unix.Statfs_t
		if unix.Statfs(d.at, &fs) == nil && fs.Bavail*uint64(fs.Bsize) < d.free {
			return true
		}
	}
	return false
}

// memory is what the command holds of the machine's memory, in bytes: its processes'
// own, its shared mappings, which stay in memory when no process shows them, and the
// private /tmp. What one process cannot have alone (System V segments, memory files)
// is bounded or refused in the sandbox itself.
func (u *usage) memory() int64 {
	var own, mapped int64
	pids := u.processes()
	for i := range pids {
		p := &pids[i]
		p.read(u.swap)
		own, mapped = own+p.own, mapped+p.mapped
	}
	if u.proc != "" {
		var fs unix.Statfs_t
		// It lies in the same private file system as all that is private.
		if unix.Statfs(path.Join(path.Dir(u.proc), "dev"), &fs) == nil {
			own += int64(fs.Blocks-fs.Bfree) * fs.Bsize
		}
	}
	if own+mapped <= u.limits.Memory {
		return own
	}
	shared := map[string]int64{}
	for i := range pids {
		own += pids[i].shared(shared)
	}
	for _, size := range shared {
		own += size
	}
	return own
}

// process is what is known of one process.
type process struct {
	dir    string
	own    int64 // bytes that are nobody else's
	mapped int64 // bytes of address space that may be shared memory, at most
}

// processes are those of the sandbox, but for the first.
func (u *usage) processes() []process {
	var out []process
	if u.proc == "" {
		for _, pid := range descendants(u.pid) {
			out = append(out, process{dir: "/proc/" + strconv.Itoa(pid)})
		}
		return out
	}
	names := readNames(u.proc, maxProcesses)
	for _, n := range names {
		if n[0] >= '0' && n[0] <= '9' && n != "1" {
			out = append(out, process{dir: u.proc + "/" + n})
		}
	}
	return out
}

// read takes the numbers of proc_pid_statm(5).
func (p *process) read(swap bool) {
	data, err := store.Read(context.Background(), p.dir+"/statm", 4096)
	if err != nil {
		return
	}
	var n [7]int64 // size, resident, shared, text, lib, data, dt
	for i, f := range strings.Fields(string(data)) {
		if i < len(n) {
			n[i], _ = strconv.ParseInt(f, 10, 64)
		}
	}
	page := int64(os.Getpagesize())
	p.own, p.mapped = (n[1]-n[2])*page, max(0, n[0]-n[3]-n[5])*page
	if !swap {
		return
	}
	data, _ = store.Read(context.Background(), p.dir+"/status", 64<<10)
	if _, rest, ok := bytes.Cut(data, []byte("\nVmSwap:")); ok {
		if f := strings.Fields(string(rest[:min(len(rest), 64)])); len(f) > 0 {
			kib, _ := strconv.ParseInt(f[0], 10, 64)
			p.own += kib << 10
		}
	}
}

// shared adds the sizes of the shared memory that a process has mapped, by what it is.
// rest is what could not be looked at.
func (p *process) shared(by map[string]int64) (rest int64) {
	if p.mapped == 0 {
		return 0
	}
	data, err := store.Read(context.Background(), p.dir+"/maps", maxMaps)
	if err != nil && len(data) == 0 {
		return 0 // it has ended
	}
	for line := range bytes.Lines(data) {
		if !bytes.Contains(line, []byte("(deleted)")) {
			continue
		}
		// address perms offset device inode name
		f := strings.Fields(string(line))
		if len(f) < 6 || len(f[1]) < 4 || f[1][3] != 's' || f[5] != "/dev/zero" {
			continue
		}
		from, to, _ := strings.Cut(f[0], "-")
		a, _ := strconv.ParseUint(from, 16, 64)
		b, _ := strconv.ParseUint(to, 16, 64)
		offset, _ := strconv.ParseUint(f[2], 16, 64)
		by[f[3]+" "+f[4]] = max(by[f[3]+" "+f[4]], int64(offset+b-a))
	}
	if len(data) >= maxMaps {
		return p.mapped
	}
	return 0
}
