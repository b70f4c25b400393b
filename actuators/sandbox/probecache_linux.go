package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// probeFile is the name of the file, in Options.ProbeDir, with what a probe found.
const probeFile = "sandbox-probe.json"

// maxProbeFile bounds what is read of it, in bytes.
const maxProbeFile = 64 << 10

// cachedProbe is a probe as it is written down: what was tried and how it went.
// What that amounts to is concluded anew, and what it promises is demanded of
// every command's own set-up: a wrong file can stop a command, and weaken nothing.
type cachedProbe struct {
	Machine                   string // the fingerprint it is true of
	Namespaces, User, EveryID bool
	Status                    status
	Failed                    []string
}

// readProbe reads what a probe of this very machine found. A file that somebody
// else owns or could write, or that says anything else, counts for nothing.
func readProbe(dir, machine string) (cachedProbe, bool) {
	var c cachedProbe
	if dir == "" || machine == "" {
		return c, false
	}
	fd, err := unix.Open(path.Join(dir, probeFile), unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return c, false
	}
	f := os.NewFile(uintptr(fd), probeFile)
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || st.Mode != unix.S_IFREG|0o600 || int(st.Uid) != os.Geteuid() || st.Nlink != 1 {
		return c, false
	}
	data, err := io.ReadAll(io.LimitReader(f, maxProbeFile+1))
	if err != nil || len(data) > maxProbeFile || json.Unmarshal(data, &c) != nil {
		return cachedProbe{}, false
	}
	return c, c.Machine == machine && c.Namespaces && c.Status.Stage == ""
}

// write keeps the probe for the next start, whole or not at all; of processes
// that do so at once, one prevails. Where it cannot, the next start probes again.
func (c cachedProbe) write(dir string) error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, probeFile+"-*.tmp") // 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path.Join(dir, probeFile))
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// decides are files that say what the kernel lets this process do. What is not
// there does not decide.
var decides = [...]string{"/proc/self/mountinfo", "/proc/self/attr/current", "/proc/self/uid_map",
	"/proc/self/gid_map", "/proc/self/setgroups", "/proc/sys/user/max_user_namespaces",
	"/proc/sys/user/max_mnt_namespaces", "/proc/sys/user/max_pid_namespaces", "/proc/sys/user/max_net_namespaces",
	"/proc/sys/kernel/unprivileged_userns_clone", "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
	"/sys/kernel/security/lsm"}

// decidesOfStatus begin the lines of /proc/self/status that do.
var decidesOfStatus = [...]string{"Uid:", "Gid:", "Groups:", "Cap", "NoNewPrivs:", "Seccomp"}

// fingerprint stands for all that decides what a probe finds: this boot of this
// kernel, who runs pp and within what, pp itself, and what is set up. It is ""
// where it cannot be told, and then nothing is kept.
func (s *Sandbox) fingerprint(spec Spec) string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	own, serr := os.ReadFile("/proc/self/status")
	var kernel unix.Utsname
	var exe, root unix.Stat_t
	if errors.Join(err, serr, unix.Uname(&kernel), unix.Stat("/proc/self/exe", &exe), unix.Stat("/", &root)) != nil {
		return ""
	}
	sum := sha256.New()
	fmt.Fprintln(sum, boot, kernel.Release, kernel.Version, exe.Dev, exe.Ino, exe.Size, exe.Mtim, exe.Ctim, root.Dev,
		root.Ino)
	fmt.Fprintln(sum, spec.Hidden, spec.Scratch, s.limits)
	for line := range strings.Lines(string(own)) {
		for _, d := range decidesOfStatus {
			if strings.HasPrefix(line, d) {
				fmt.Fprint(sum, line)
			}
		}
	}
	for _, namespace := range [...]string{"user", "mnt", "pid", "net", "ipc", "uts", "cgroup"} {
		target, _ := os.Readlink("/proc/self/ns/" + namespace)
		fmt.Fprintln(sum, target)
	}
	for _, name := range decides {
		data, _ := os.ReadFile(name)
		fmt.Fprintln(sum, len(data), string(data))
	}
	var processes syscall.Rlimit
	_ = syscall.Getrlimit(unix.RLIMIT_NPROC, &processes)
	fmt.Fprintln(sum, processes)
	return hex.EncodeToString(sum.Sum(nil))
}
