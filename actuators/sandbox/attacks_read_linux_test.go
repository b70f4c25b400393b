package sandbox

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// reads tries to find the planted secret in a file.
func reads(name string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	return secretIn(data)
}

func secretIn(data []byte) error {
	if strings.Contains(string(data), strings.TrimSpace(planted)) {
		return nil
	}
	return errStopped
}

func readAttacks() map[string]attack {
	// everyProc reads a file of every process that can be seen but this one.
	everyProc := func(file string) error {
		names, err := filepath.Glob("/proc/[0-9]*")
		if err != nil {
			return err
		}
		last := errStopped
		for _, n := range names {
			if n != "/proc/"+strconv.Itoa(os.Getpid()) {
				if last = reads(n + "/" + file); last == nil {
					return nil
				}
			}
		}
		return last
	}
	return map[string]attack{
		"read-home":         func(b string) error { return reads(b + "/home/.ssh/id_ed25519") },
		"read-env":          func(string) error { return reads(".env") },
		"read-symlink":      func(string) error { return reads("to-secret") },
		"read-hard-link":    func(string) error { return reads("innocent.txt") },
		"read-hard-home":    func(string) error { return reads("notes.txt") },
		"read-root":         func(b string) error { return reads("/proc/self/root" + b + "/home/.ssh/id_ed25519") },
		"read-parents-root": func(b string) error { return everyProc("root" + b + "/home/.ssh/id_ed25519") },
		"read-environ":      func(string) error { return everyProc("environ") },
		"read-cmdline":      func(string) error { return everyProc("cmdline") },
		"read-cwd":          func(string) error { return everyProc("cwd/.env") },
		"read-inherited": func(string) error {
			for fd := 3; fd < 64; fd++ {
				buf := make([]byte, 100)
				if n, err := unix.Pread(fd, buf, 0); err == nil && secretIn(buf[:max(n, 0)]) == nil {
					return nil
				}
			}
			return errStopped
		},
		"read-inherited-proc": func(string) error {
			fds, err := filepath.Glob("/proc/[0-9]*/fd/*")
			if err != nil {
				return err
			}
			for _, fd := range fds {
				if info, err := os.Stat(fd); err == nil && info.Mode().IsRegular() && reads(fd) == nil {
					return nil
				}
			}
			return errStopped
		},
		"shared-memory": func(b string) error {
			text, err := os.ReadFile(b + "/out/shm")
			if err != nil {
				return err
			}
			key, err := strconv.Atoi(string(text))
			if err != nil {
				return err
			}
			id, err := unix.SysvShmGet(key, len(planted), 0o444)
			if err != nil {
				return err
			}
			data, err := unix.SysvShmAttach(id, 0, unix.SHM_RDONLY)
			if err != nil {
				return err
			}
			return secretIn(data)
		},
		"read-mmap": func(string) error {
			fd, err := unix.Open(".env", unix.O_RDONLY, 0)
			if err != nil {
				return err
			}
			var st unix.Stat_t
			if err := unix.Fstat(fd, &st); err != nil {
				return err
			}
			data, err := unix.Mmap(fd, 0, max(int(st.Size), 1), unix.PROT_READ, unix.MAP_PRIVATE)
			if err != nil {
				return err
			}
			if st.Size == 0 {
				return errStopped
			}
			return secretIn(data)
		},
		"read-core": func(b string) error {
			var lim unix.Rlimit
			if err := unix.Getrlimit(unix.RLIMIT_CORE, &lim); err != nil {
				return err
			}
			if lim.Max > 0 {
				return nil
			}
			return fmt.Errorf("a core limit of %d", lim.Max)
		},
		"read-shadow": func(string) error {
			data, err := os.ReadFile("/etc/shadow")
			if err == nil && len(data) == 0 {
				return errStopped
			}
			return err
		},
		"read-pps-own": func(b string) error { return reads(b + "/home/.cache/pp/state") },
		"read-memory": func(string) error {
			if _, err := os.ReadFile("/proc/1/mem"); err != nil {
				return err
			}
			return errStopped
		},
		"read-maps": func(string) error {
			data, err := os.ReadFile("/proc/1/maps")
			if err != nil {
				return err
			}
			if len(data) == 0 {
				return errStopped
			}
			return nil
		},
		"parents-descriptors": func(string) error {
			// That there are some is no secret; what they are is.
			for fd := range 64 {
				if _, err := os.Readlink(fmt.Sprintf("/proc/1/fd/%d", fd)); err == nil {
					return nil
				} else if !errors.Is(err, os.ErrNotExist) {
					return err
				}
			}
			return errStopped
		},
	}
}

func dial(network, address string) error {
	c, err := net.DialTimeout(network, address, 30*time.Second)
	if err != nil {
		return err
	}
	defer c.Close()
	_ = c.SetDeadline(time.Now().Add(30 * time.Second))
	if _, err := c.Write([]byte("hello")); err != nil {
		return err
	}
	buf := make([]byte, 16)
	n, err := c.Read(buf)
	if err != nil {
		return err
	}
	if string(buf[:n]) != "welcome" {
		return errStopped
	}
	return nil
}

func socketAttacks() map[string]attack {
	port := func(base, name string) string {
		data, _ := os.ReadFile(base + "/out/" + name)
		return string(data)
	}
	family := func(domain, typ, proto int) error {
		fd, err := unix.Socket(domain, typ, proto)
		if err != nil {
			return err
		}
		return unix.Close(fd)
	}
	return map[string]attack{
		"tcp":           func(b string) error { return dial("tcp", port(b, "tcp")) },
		"udp":           func(b string) error { return dial("udp", port(b, "udp")) },
		"dns":           func(string) error { return dial("udp", "192.0.2.53:53") },
		"unix":          func(b string) error { return dial("unix", b+"/out/socket") },
		"unix-in-tree":  func(string) error { return dial("unix", "socket") },
		"abstract":      func(b string) error { return dial("unix", "@"+filepath.Base(b)) },
		"unix-datagram": func(b string) error { return family(unix.AF_UNIX, unix.SOCK_DGRAM, 0) },
		"pair-datagram": func(b string) error {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_DGRAM, 0)
			if err != nil {
				return err
			}
			return unix.Sendto(pair[0], []byte("hello"), 0, &unix.SockaddrUnix{Name: b + "/out/dgram"})
		},
		"pair-stream": func(b string) error {
			pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM, 0)
			if err != nil {
				return err
			}
			return unix.Connect(pair[0], &unix.SockaddrUnix{Name: b + "/out/socket"})
		},
		"vsock":         func(string) error { return family(unix.AF_VSOCK, unix.SOCK_STREAM, 0) },
		"packet":        func(string) error { return family(unix.AF_PACKET, unix.SOCK_RAW, 0) },
		"raw":           func(string) error { return family(unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP) },
		"alg":           func(string) error { return family(unix.AF_ALG, unix.SOCK_SEQPACKET, 0) },
		"netlink-audit": func(string) error { return family(unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_AUDIT) },
	}
}
