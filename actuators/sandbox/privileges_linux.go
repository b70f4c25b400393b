package sandbox

import (
	"fmt"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// The bits of securebits.h: no privileges from being user 0, and none kept.
const secureBits = 1<<0 | 1<<1 | 1<<2 | 1<<3 | 1<<6 | 1<<7

// dropPrivileges takes every capability from this thread and from what it
// executes, for good. Without namespaces an ordinary user has none to drop.
func dropPrivileges(namespaces bool) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("no_new_privs: %w", err)
	}
	privileged := namespaces || os.Geteuid() == 0
	if privileged {
		if err := unix.Prctl(unix.PR_SET_SECUREBITS, secureBits, 0, 0, 0); err != nil && namespaces {
			return fmt.Errorf("securebits: %w", err)
		}
		for c := uintptr(0); c <= 63; c++ {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil {
				if err == unix.EINVAL {
					break // past the last capability
				}
				if namespaces {
					return fmt.Errorf("capability %d: %w", c, err)
				}
			}
		}
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return fmt.Errorf("ambient capabilities: %w", err)
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	if err := unix.Capset(&head, &none[0]); err != nil {
		return fmt.Errorf("capset: %w", err)
	}
	return nil
}

// limit sets the resource limits of this process and what it starts.
func limit(l Limits) error {
	for _, r := range [...]struct {
		what  int
		value uint64
		name  string
	}{
		{unix.RLIMIT_CORE, 0, "core"},
		{unix.RLIMIT_NOFILE, uint64(l.Files), "files"},
		{unix.RLIMIT_NPROC, uint64(l.Processes), "processes"},
		{unix.RLIMIT_FSIZE, uint64(l.FileSize), "file size"},
		{unix.RLIMIT_DATA, uint64(l.Data), "data"},
		{unix.RLIMIT_MEMLOCK, 8 << 20, "locked memory"},
		{unix.RLIMIT_MSGQUEUE, 819200, "message queues"},
		{unix.RLIMIT_RTPRIO, 0, "real-time priority"},
	} {
		var old syscall.Rlimit
		if err := syscall.Getrlimit(r.what, &old); err != nil {
			return fmt.Errorf("limit of %s: %w", r.name, err)
		}
		v := min(r.value, old.Max)
		if err := syscall.Setrlimit(r.what, &syscall.Rlimit{Cur: v, Max: v}); err != nil {
			return fmt.Errorf("limit of %s: %w", r.name, err)
		}
	}
	return nil
}

// loopback switches the loopback device of the new network namespace on.
func loopback() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	req, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	if err := unix.IoctlIfreq(fd, unix.SIOCGIFFLAGS, req); err != nil {
		return err
	}
	req.SetUint16(req.Uint16() | unix.IFF_UP)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, req)
}

// physicalMemory is the physical memory in bytes.
func physicalMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return 0
	}
	return int64(uint64(info.Totalram) * uint64(info.Unit))
}
