package sandbox

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// probeFile is the name of the file, in Options.ProbeDir, with what a probe found.
const probeFile = "sandbox-probe"

// maxProbeFile bounds what is read of it, in bytes.
const maxProbeFile = 4 << 10

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
	if dir == "" || machine == "" {
		return cachedProbe{}, false
	}
	data := readSmall(path.Join(dir, probeFile), func(st *unix.Stat_t) bool {
		return st.Mode == unix.S_IFREG|0o600 && int(st.Uid) == os.Geteuid() && st.Nlink == 1
	})
	var c cachedProbe
	err := decode(data, &c)
	return c, err == nil && c.Machine == machine && c.Namespaces
}

// readSmall gives the content of a file of less than maxProbeFile bytes, "" where there is
// none or it is not trusted; nil trusts any. Every question pays for its few system calls.
func readSmall(name string, trusted func(*unix.Stat_t) bool) []byte {
	fd, err := unix.Open(name, unix.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if trusted != nil && (unix.Fstat(fd, &st) != nil || !trusted(&st)) {
		return nil
	}
	data := make([]byte, maxProbeFile)
	n, err := unix.Read(fd, data)
	if err != nil || n == len(data) {
		return nil
	}
	return data[:n]
}

// keptIn is the directory in which a probe is written down.
func (s *Sandbox) keptIn() string {
	if s.opts.ProbeCache == "" || isDir(s.opts.ProbeDir) || os.MkdirAll(s.opts.ProbeCache, 0o700) != nil {
		return s.opts.ProbeDir
	}
	return s.opts.ProbeCache
}

// forget has the next start find out what is so.
func (s *Sandbox) forget() {
	for _, dir := range [...]string{s.opts.ProbeDir, s.opts.ProbeCache} {
		if dir != "" {
			_ = os.Remove(path.Join(dir, probeFile))
		}
	}
}

// write keeps the probe for the next start, whole or not at all; of processes
// that do so at once, one prevails. Where it cannot, the next start probes again.
func (c cachedProbe) write(dir string) error {
	data, err := encode(c)
	if err != nil {
		return err
	}
	return store.Replace(path.Join(dir, probeFile), data, store.Fresh{})
}

// permissions are what the kernel lets this process do, as far as a probe can depend on it.
func permissions() string {
	var caps [2]unix.CapUserData
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	if unix.Capget(&header, &caps[0]) != nil {
		return ""
	}
	ruid, euid, suid := unix.Getresuid()
	rgid, egid, sgid := unix.Getresgid()
	groups, err := unix.Getgroups()
	if err != nil {
		return ""
	}
	noNew, _ := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0)
	filtered, _ := unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
	return fmt.Sprint(ruid, euid, suid, rgid, egid, sgid, groups, caps, noNew, filtered)
}

// fingerprint stands for what decides what a probe finds: this boot, who runs pp and within
// what, pp itself, and what is set up. It is "" where it cannot be told, and then nothing is
// kept. A setting of the kernel that is changed later is found out by the next command's
// set-up, which fails and forgets the probe.
func (s *Sandbox) fingerprint() string {
	boot, own := readSmall("/proc/sys/kernel/random/boot_id", nil), permissions()
	if len(boot) == 0 || own == "" {
		return ""
	}
	text := fmt.Appendf(nil, "%s %q %q %q %v\n%s\n", boot, s.opts.Home, s.opts.Temp, s.opts.ProbeDir, s.limits, own)
	for _, name := range [...]string{"/proc/self/exe", "/", "/proc/self/ns/user", "/proc/self/ns/mnt"} {
		var st unix.Stat_t
		if unix.Stat(name, &st) != nil {
			return ""
		}
		text = fmt.Appendln(text, st.Dev, st.Ino)
		if name == "/proc/self/exe" {
			text = fmt.Appendln(text, st.Size, st.Mtim, st.Ctim)
		}
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
