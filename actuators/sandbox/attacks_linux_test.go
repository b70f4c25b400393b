package sandbox

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// attackArg makes the test binary try one way out of the sandbox. It runs in
// the directory of a workspace, and its argument after the name is the base of
// the throw-away tree.
const attackArg = "__attack"

// errStopped is what an attack gives that did not get what it wanted although no
// system call failed.
var errStopped = errors.New("nothing was there")

// attack tries something and returns nil when it got through.
type attack func(base string) error

func runAttack(args []string) {
	runtime.LockOSThread()
	try, ok := attacks()[args[0]]
	if !ok {
		fmt.Println("UNKNOWN", args[0])
		os.Exit(3)
	}
	if err := try(args[1]); err != nil {
		fmt.Println("STOPPED by", err)
		os.Exit(0)
	}
	fmt.Println("ESCAPED")
	os.Exit(1)
}

func attacks() map[string]attack {
	all := map[string]attack{}
	for _, group := range []map[string]attack{fileAttacks(), readAttacks(), socketAttacks(), processAttacks(),
		kernelAttacks(), layerAttacks()} {
		for name, a := range group {
			if all[name] != nil {
				panic("two attacks are named " + name)
			}
			all[name] = a
		}
	}
	return all
}

func outside(base string) string { return base + "/out/outside.txt" }

// writes tries to open a file for writing.
func writes(name string, flags int) error {
	fd, err := unix.Open(name, flags|unix.O_CLOEXEC, 0o644)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	_, err = unix.Write(fd, []byte("attacked"))
	return err
}

func fileAttacks() map[string]attack {
	now := []unix.Timespec{{Sec: 1}, {Sec: 1}}
	return map[string]attack{
		"write":    func(b string) error { return writes(outside(b), unix.O_WRONLY) },
		"append":   func(b string) error { return writes(outside(b), unix.O_WRONLY|unix.O_APPEND) },
		"create":   func(b string) error { return writes(b+"/out/new", unix.O_WRONLY|unix.O_CREAT) },
		"tmpfile":  func(b string) error { return writes(b+"/out", unix.O_WRONLY|unix.O_TMPFILE) },
		"truncate": func(b string) error { return unix.Truncate(outside(b), 0) },
		"rename":   func(b string) error { return unix.Rename(outside(b), b+"/out/renamed") },
		"steal":    func(b string) error { return unix.Rename(outside(b), "stolen") },
		"drop":     func(b string) error { return unix.Rename("a.txt", b+"/out/dropped") },
		"link":     func(b string) error { return unix.Link(outside(b), b+"/out/linked") },
		"symlink":  func(b string) error { return unix.Symlink("x", b+"/out/symlinked") },
		"unlink":   func(b string) error { return unix.Unlink(outside(b)) },
		"mkdir":    func(b string) error { return unix.Mkdir(b+"/out/dir", 0o755) },
		"rmdir":    func(b string) error { return unix.Rmdir(b + "/out/empty") },
		"fifo":     func(b string) error { return unix.Mkfifo(b+"/out/fifo", 0o644) },
		"chmod":    func(b string) error { return unix.Chmod(outside(b), 0o777) },
		"fchmod": func(b string) error {
			fd, err := unix.Open(outside(b), unix.O_RDONLY, 0)
			if err != nil {
				return err
			}
			return unix.Fchmod(fd, 0o777)
		},
		"chown":       func(b string) error { return unix.Chown(outside(b), os.Getuid(), os.Getgid()) },
		"utimes":      func(b string) error { return unix.UtimesNanoAt(unix.AT_FDCWD, outside(b), now, 0) },
		"setxattr":    func(b string) error { return unix.Setxattr(outside(b), "user.attacked", []byte("1"), 0) },
		"removexattr": func(b string) error { return unix.Removexattr(outside(b), "user.planted") },
		"fallocate": func(b string) error {
			fd, err := unix.Open(outside(b), unix.O_RDWR, 0)
			if err != nil {
				return err
			}
			return unix.Fallocate(fd, 0, 0, 4096)
		},
		"through-a-link": func(b string) error { return writes("to-outside", unix.O_WRONLY) },
		"through-proc":   func(b string) error { return writes("/proc/self/root"+outside(b), unix.O_WRONLY) },
		"reopen": func(b string) error {
			fd, err := unix.Open(outside(b), unix.O_RDONLY, 0)
			if err != nil {
				return err
			}
			return writes("/proc/self/fd/"+strconv.Itoa(fd), unix.O_WRONLY)
		},
		"shared-mapping": func(b string) error {
			fd, err := unix.Open(outside(b), unix.O_RDWR, 0)
			if err != nil {
				return err
			}
			_, err = unix.Mmap(fd, 0, 4096, unix.PROT_WRITE, unix.MAP_SHARED)
			return err
		},
		"neighbour-delete":  func(string) error { return unix.Unlink("b.txt") },
		"neighbour-write":   func(string) error { return writes("b.txt", unix.O_WRONLY|unix.O_TRUNC) },
		"neighbour-rename":  func(string) error { return unix.Rename("b.txt", "c.txt") },
		"neighbour-replace": func(string) error { return unix.Rename("a.txt", "b.txt") },
		"neighbour-chmod":   func(string) error { return unix.Chmod("b.txt", 0o777) },
		"neighbour-link":    func(string) error { return unix.Unlink("to-outside") },
		"neighbour-tree":    func(string) error { return os.RemoveAll("sub") },
		"neighbour-move":    func(string) error { return unix.Rename("sub", "moved") },
		"neighbour-inside":  func(string) error { return writes("sub/inside.txt", unix.O_WRONLY) },
		"workspace-write":   func(string) error { return writes("a.txt", unix.O_WRONLY) },
		"git-hook":          func(string) error { return writes(".git/hooks/post-checkout", unix.O_WRONLY|unix.O_CREAT) },
		"git-config":        func(string) error { return writes(".git/config", unix.O_WRONLY|unix.O_APPEND) },
		"git-config-new": func(string) error {
			if err := os.WriteFile("cfg", []byte("[core]"), 0o644); err != nil {
				return err
			}
			return unix.Rename("cfg", ".git/config")
		},
		"git-move":     func(string) error { return unix.Rename(".git", "git") },
		"surface":      func(string) error { return writes(".envrc", unix.O_WRONLY|unix.O_TRUNC) },
		"surface-dir":  func(string) error { return writes(".vscode/tasks.json", unix.O_WRONLY|unix.O_CREAT) },
		"home-startup": func(b string) error { return writes(b+"/home/.bashrc", unix.O_WRONLY|unix.O_CREAT|unix.O_APPEND) },
	}
}

func call(nr uintptr, args ...uintptr) error {
	var a [6]uintptr
	copy(a[:], args)
	if _, _, errno := unix.RawSyscall6(nr, a[0], a[1], a[2], a[3], a[4], a[5]); errno != 0 {
		return errno
	}
	return nil
}

// readMemory reads the memory of a process; that there is none at the address tells that one may.
func readMemory(pid int) error {
	var buf [8]byte
	to, from := unix.Iovec{Base: &buf[0], Len: 8}, unix.RemoteIovec{Base: 1 << 20, Len: 8}
	_, err := unix.ProcessVMReadv(pid, []unix.Iovec{to}, []unix.RemoteIovec{from}, 0)
	if err == unix.EFAULT {
		return nil
	}
	return err
}

func processAttacks() map[string]attack {
	parentPid := func(base string) int {
		data, _ := os.ReadFile(base + "/out/pid")
		pid, _ := strconv.Atoi(string(data))
		return pid
	}
	return map[string]attack{
		"ptrace":        func(b string) error { return unix.PtraceSeize(parentPid(b)) },
		"ptrace-init":   func(string) error { return unix.PtraceSeize(1) },
		"process-vm":    func(b string) error { return readMemory(parentPid(b)) },
		"pidfd":         func(b string) error { _, err := unix.PidfdOpen(parentPid(b), 0); return err },
		"signal-parent": func(b string) error { return unix.Kill(parentPid(b), unix.SIGURG) },
		"fork-bomb": func(string) error {
			// Children that sleep and never end; the bound must come first.
			for i := range 20_000 {
				pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
				if errno != 0 {
					return fmt.Errorf("%w after %d processes", errno, i)
				}
				if pid == 0 {
					for {
						unix.RawSyscall6(unix.SYS_PPOLL, 0, 0, 0, 0, 0, 0)
					}
				}
			}
			return nil
		},
		"memory-bomb": func(string) error {
			for i := range 4096 {
				data, err := unix.Mmap(-1, 0, 64<<20, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON)
				if err != nil {
					return fmt.Errorf("%w after %d MiB", err, i*64)
				}
				_ = data
			}
			return nil
		},
		"file-bomb": func(string) error {
			fd, err := unix.Open("big", unix.O_CREAT|unix.O_WRONLY, 0o644)
			if err != nil {
				return err
			}
			// A file without content, but as long as a disk.
			err = unix.Ftruncate(fd, 1<<42)
			_ = unix.Unlink("big")
			return err
		},
		"tmp-bomb": func(string) error {
			f, err := os.Create("/tmp/bomb")
			if err != nil {
				return err
			}
			return unix.Fallocate(int(f.Fd()), 0, 0, 1<<40)
		},
		"descriptor-bomb": func(string) error {
			for i := range 1_000_000 {
				if _, err := unix.Open("/dev/null", unix.O_RDONLY, 0); err != nil {
					return fmt.Errorf("%w after %d", err, i)
				}
			}
			return nil
		},
		"raise-limit": func(string) error {
			return unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 1 << 19, Max: 1 << 19})
		},
		"limit-init": func(string) error {
			return unix.Prlimit(1, unix.RLIMIT_NOFILE, &unix.Rlimit{}, nil)
		},
		"memory-file": func(string) error { _, err := unix.MemfdCreate("x", 0); return err },
		"setuid":      func(string) error { return call(unix.SYS_SETUID, 12345) },
		"setgid":      func(string) error { return call(unix.SYS_SETGID, 12345) },
		"caps":        func(string) error { return gainCapabilities() },
		"priority":    func(string) error { return call(unix.SYS_SETPRIORITY, unix.PRIO_PROCESS, 0, ^uintptr(19)) },
		"leave-behind": func(b string) error {
			cmd := exec.Command("/bin/sh", "-c", "trap '' TERM HUP INT; while :; do echo x >> "+b+"/home/ws/ticks; sleep "+
				"0.05; done")
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if err := cmd.Start(); err != nil {
				return err
			}
			time.Sleep(200 * time.Millisecond)
			return errors.New("the end of the namespace, if the file stops growing")
		},
	}
}

func gainCapabilities() error {
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var data [2]unix.CapUserData
	if err := unix.Capget(&head, &data[0]); err != nil {
		return err
	}
	if data[0].Effective|data[0].Permitted|data[1].Effective|data[1].Permitted != 0 {
		return nil
	}
	data[0].Effective, data[0].Permitted = 1<<unix.CAP_SYS_ADMIN, 1<<unix.CAP_SYS_ADMIN
	return unix.Capset(&head, &data[0])
}

func kernelAttacks() map[string]attack {
	p := func(s string) uintptr {
		b, _ := unix.BytePtrFromString(s)
		return uintptr(unsafe.Pointer(b))
	}
	clone := func(flags uintptr) error {
		pid, _, errno := unix.RawSyscall6(unix.SYS_CLONE, flags|uintptr(unix.SIGCHLD), 0, 0, 0, 0, 0)
		if errno != 0 {
			return errno
		}
		if pid == 0 {
			unix.RawSyscall(unix.SYS_EXIT, 0, 0, 0)
		}
		return nil
	}
	return map[string]attack{
		"new-user":     func(string) error { return clone(unix.CLONE_NEWUSER) },
		"new-mounts":   func(string) error { return clone(unix.CLONE_NEWUSER | unix.CLONE_NEWNS) },
		"new-network":  func(string) error { return unix.Unshare(unix.CLONE_NEWNET) },
		"unshare":      func(string) error { return unix.Unshare(unix.CLONE_NEWNS) },
		"unshare-user": func(string) error { return unix.Unshare(unix.CLONE_NEWUSER) },
		"clone3": func(string) error {
			var args [11]uint64
			args[0] = unix.CLONE_NEWUSER
			args[4] = uint64(unix.SIGCHLD)
			return call3(&args)
		},
		"setns":   func(string) error { return setns() },
		"mount":   func(string) error { return unix.Mount("none", "/tmp", "tmpfs", 0, "") },
		"bind":    func(string) error { return unix.Mount("/", "/tmp", "", unix.MS_BIND|unix.MS_REC, "") },
		"remount": func(string) error { return unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND, "") },
		"umount":  func(string) error { return unix.Unmount(".env", unix.MNT_DETACH) },
		"mount-setattr": func(string) error {
			return unix.MountSetattr(unix.AT_FDCWD, "/", unix.AT_RECURSIVE, &unix.MountAttr{Attr_clr: unix.MOUNT_ATTR_RDONLY})
		},
		"open-tree": func(string) error { _, err := unix.OpenTree(unix.AT_FDCWD, "/", unix.OPEN_TREE_CLONE); return err },
		"fsopen":    func(string) error { _, err := unix.Fsopen("tmpfs", 0); return err },
		"chroot":    func(string) error { return unix.Chroot("/tmp") },
		"pivot":     func(string) error { return unix.PivotRoot("/", "/tmp") },
		"mknod":     func(string) error { return unix.Mknod("/tmp/disk", unix.S_IFBLK|0o600, int(unix.Mkdev(254, 0))) },
		"keyring":   func(string) error { _, err := unix.KeyctlGetKeyringID(unix.KEY_SPEC_USER_KEYRING, true); return err },
		"add-key": func(string) error {
			_, err := unix.AddKey("user", "attack", []byte("x"), unix.KEY_SPEC_PROCESS_KEYRING)
			return err
		},
		"request-key": func(string) error { _, err := unix.RequestKey("user", "attack", "", 0); return err },
		"io-uring": func(string) error {
			var params [120]byte
			return call(unix.SYS_IO_URING_SETUP, 4, uintptr(unsafe.Pointer(&params)))
		},
		"bpf":            func(string) error { return call(unix.SYS_BPF, 0, 0, 0) },
		"perf":           func(string) error { return call(unix.SYS_PERF_EVENT_OPEN, 0, 0, 0, 0, 0) },
		"userfaultfd":    func(string) error { return call(unix.SYS_USERFAULTFD, unix.O_CLOEXEC) },
		"module":         func(string) error { return call(unix.SYS_INIT_MODULE, 0, 0, p("")) },
		"kexec":          func(string) error { return call(unix.SYS_KEXEC_LOAD, 0, 0, 0, 0) },
		"open-by-handle": func(string) error { return call(unix.SYS_OPEN_BY_HANDLE_AT, ^uintptr(99), 0, 0) },
		"syslog":         func(string) error { return call(unix.SYS_SYSLOG, 3, 0, 0) },
		"hostname":       func(string) error { return unix.Sethostname([]byte("attacked")) },
		"settime":        func(string) error { return call(unix.SYS_SETTIMEOFDAY, 0, 0) },
		"tiocsti": func(string) error {
			c := byte('x')
			return call(unix.SYS_IOCTL, 0, unix.TIOCSTI, uintptr(unsafe.Pointer(&c)))
		},
		"tiocsti-high": func(string) error {
			c := byte('x')
			return call(unix.SYS_IOCTL, 0, unix.TIOCSTI|1<<40, uintptr(unsafe.Pointer(&c)))
		},
		"tty":          func(string) error { _, err := unix.Open("/dev/tty", unix.O_RDWR, 0); return err },
		"ptmx":         func(string) error { _, err := unix.Open("/dev/ptmx", unix.O_RDWR, 0); return err },
		"kmem":         func(string) error { _, err := unix.Open("/dev/mem", unix.O_RDONLY, 0); return err },
		"disk":         func(string) error { _, err := unix.Open("/dev/vda", unix.O_RDONLY, 0); return err },
		"core-pattern": func(string) error { return writes("/proc/sys/kernel/core_pattern", unix.O_WRONLY) },
		"sysrq": func(string) error {
			fd, err := unix.Open("/proc/sysrq-trigger", unix.O_WRONLY, 0)
			unix.Close(fd)
			return err
		},
		"sysfs": func(string) error {
			fd, err := unix.Open("/sys/kernel/mm/ksm/run", unix.O_WRONLY, 0)
			unix.Close(fd)
			return err
		},
		"pid-max": func(string) error { return writes("/proc/sys/kernel/pid_max", unix.O_WRONLY) },
		"cgroup":  func(string) error { return unix.Mkdir("/sys/fs/cgroup/pids/attack", 0o755) },
	}
}

func call3(args *[11]uint64) error {
	pid, _, errno := unix.RawSyscall(unix.SYS_CLONE3, uintptr(unsafe.Pointer(args)), 88, 0)
	if errno != 0 {
		return errno
	}
	if pid == 0 {
		unix.RawSyscall(unix.SYS_EXIT, 0, 0, 0)
	}
	return nil
}

func setns() error {
	fd, err := unix.Open("/proc/self/ns/uts", unix.O_RDONLY, 0)
	if err != nil {
		return err
	}
	return unix.Setns(fd, 0)
}
