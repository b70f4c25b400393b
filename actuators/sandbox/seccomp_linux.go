package sandbox

import (
	"fmt"
	"runtime"
	"slices"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Offsets in struct seccomp_data (seccomp(2)); arguments are 64 bits each, their
// low half first on the machines supported here.
const (
	dataNr   = 0
	dataArch = 4
	dataArgs = 16
)

// refused are system calls that no command needs and that reach beyond it: new namespaces and mounts, key rings, the
// kernel itself, and those that do their work where no filter sees it (io_uring).
var refused = [...]uint32{unix.SYS_KCMP, unix.SYS_PIDFD_GETFD, unix.SYS_KEYCTL, unix.SYS_ADD_KEY,
	unix.SYS_REQUEST_KEY, unix.SYS_UNSHARE, unix.SYS_SETNS, unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT,
	unix.SYS_CHROOT, unix.SYS_MOVE_MOUNT, unix.SYS_OPEN_TREE, unix.SYS_OPEN_TREE_ATTR, unix.SYS_FSOPEN,
	unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_FSPICK,
	unix.SYS_MOUNT_SETATTR, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN, unix.SYS_IO_URING_SETUP, unix.SYS_IO_URING_ENTER,
	unix.SYS_IO_URING_REGISTER, unix.SYS_USERFAULTFD, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_REBOOT, unix.SYS_SWAPON,
	unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_QUOTACTL, unix.SYS_SYSLOG, unix.SYS_OPEN_BY_HANDLE_AT,
	unix.SYS_FANOTIFY_INIT, unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_VHANGUP, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES}

// traces are the system calls of debuggers. A command may look into its own processes where it sees no others, and
// where Landlock keeps it from those of other commands.
var traces = [...]uint32{unix.SYS_PTRACE, unix.SYS_PROCESS_VM_READV, unix.SYS_PROCESS_VM_WRITEV}

// metadata are the system calls that Landlock does not look at; they are refused
// where nothing else keeps files outside from being changed by them.
var metadata = [...]uint32{unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT,
	unix.SYS_UTIMENSAT, unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR,
	unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR, unix.SYS_SETXATTRAT, unix.SYS_REMOVEXATTRAT}

// newNamespaces are the flags of clone(2) that make one.
const newNamespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET | unix.CLONE_NEWTIME

// ioctls that put input into somebody's terminal.
var ttyInput = [...]uint32{unix.TIOCSTI, unix.TIOCLINUX}

// program is a BPF program while it is written.
type program []unix.SockFilter

func (p *program) op(code uint16, k uint32) {
	*p = append(*p, unix.SockFilter{Code: code, K: k})
}

func (p *program) load(offset uint32) { p.op(unix.BPF_LD|unix.BPF_W|unix.BPF_ABS, offset) }

func (p *program) ret(verdict uint32) { p.op(unix.BPF_RET|unix.BPF_K, verdict) }

// equal returns a verdict when the loaded word is k, else goes on.
func (p *program) equal(k, verdict uint32) {
	*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: k})
	p.ret(verdict)
}

// unless skips what then writes when the loaded word is not k. What then writes
// must come to a verdict, since it loads other words.
func (p *program) unless(k uint32, then func(*program)) {
	var body program
	then(&body)
	*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: uint8(len(body)), K: k})
	*p = append(*p, body...)
}

const (
	allow   = unix.SECCOMP_RET_ALLOW
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	missing = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	family  = unix.SECCOMP_RET_ERRNO | uint32(unix.EAFNOSUPPORT)
)

// filter writes the system call filter of an order.
func filter(o order, arch uint32) program {
	var p program
	p.load(dataArch)
	p = append(p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: arch})
	p.ret(missing) // another architecture's calls have other numbers
	p.load(dataNr)
	if arch == unix.AUDIT_ARCH_X86_64 {
		// The x32 calls have this bit set.
		p = append(p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JGE | unix.BPF_K, Jf: 1, K: 0x40000000})
		p.ret(missing)
	}
	calls := refused[:]
	if !o.Traces {
		calls = slices.Concat(calls, traces[:])
	}
	if !o.Metadata && !o.Namespaces {
		calls = slices.Concat(calls, metadata[:], oldMetadata[:])
	}
	for _, nr := range calls {
		p.equal(nr, refuse)
	}
	p.arguments(o)
	p.ret(allow)
	return p
}

// arguments looks at those of calls that are allowed with some only.
func (p *program) arguments(o order) {
	p.equal(unix.SYS_CLONE3, missing) // its flags stand in memory; libraries fall back to clone
	// Memory files are counted nowhere; programs fall back to files in /dev/shm or /tmp,
	// which are bounded.
	p.equal(unix.SYS_MEMFD_CREATE, missing)
	p.equal(unix.SYS_MEMFD_SECRET, missing)
	p.unless(unix.SYS_CLONE, func(p *program) {
		p.load(dataArgs)
		*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, Jf: 1, K: newNamespaces})
		p.ret(refuse)
		p.ret(allow)
	})
	p.unless(unix.SYS_IOCTL, func(p *program) {
		p.load(dataArgs + 8)
		for _, k := range ttyInput {
			p.equal(k, refuse)
		}
		p.ret(allow)
	})
	// The limits of another process are not the command's: the first process of the
	// sandbox is one.
	p.unless(unix.SYS_PRLIMIT64, func(p *program) {
		p.load(dataArgs)
		p.equal(0, allow) // its own
		for _, half := range [...]uint32{0, 4} {
			p.load(dataArgs + 16 + half)
			*p = append(*p, unix.SockFilter{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jt: 1, K: 0})
			p.ret(refuse) // not only asked for
		}
		p.ret(allow)
	})
	if !o.SysV {
		p.equal(unix.SYS_SHMGET, refuse)
	}
	p.unless(unix.SYS_SOCKET, func(p *program) { socketRule(p, o) })
	if !o.Sockets {
		// A pair of datagram sockets can be pointed at any other one.
		p.unless(unix.SYS_SOCKETPAIR, func(p *program) {
			p.load(dataArgs + 8)
			p.op(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0xf)
			p.equal(unix.SOCK_DGRAM, refuse)
			p.equal(unix.SOCK_RAW, refuse)
			p.ret(allow)
		})
	}
}

// socketRule allows the families that were approved, and asking the kernel
// about the network.
func socketRule(p *program, o order) {
	p.load(dataArgs)
	if o.Sockets {
		p.equal(unix.AF_UNIX, allow)
	} else if o.LentSocket {
		p.unless(unix.AF_UNIX, func(p *program) {
			p.load(dataArgs + 8)
			p.op(unix.BPF_ALU|unix.BPF_AND|unix.BPF_K, 0xf)
			p.equal(unix.SOCK_STREAM, allow)
			p.ret(refuse)
		})
	}
	if o.Inet {
		p.equal(unix.AF_INET, allow)
		p.equal(unix.AF_INET6, allow)
	}
	p.equal(unix.AF_UNIX, refuse)
	p.equal(unix.AF_INET, refuse)
	p.equal(unix.AF_INET6, refuse)
	p.unless(unix.AF_NETLINK, func(p *program) {
		p.load(dataArgs + 16)
		p.equal(unix.NETLINK_ROUTE, allow)
		if o.Namespaces && !o.Network { // it sees its own sockets
			p.equal(unix.NETLINK_SOCK_DIAG, allow)
		}
		p.ret(refuse)
	})
	p.ret(family)
}

// auditArch is the machine's number in a filter, 0 where it is not supported.
func auditArch() uint32 {
	switch runtime.GOARCH {
	case "amd64":
		return unix.AUDIT_ARCH_X86_64
	case "arm64":
		return unix.AUDIT_ARCH_AARCH64
	}
	return 0
}

// filterCalls puts the filter on this thread and what it starts. It reports
// whether there is one.
func filterCalls(o order) (bool, error) {
	arch := auditArch()
	if arch == 0 {
		return false, nil
	}
	p := filter(o, arch)
	prog := unix.SockFprog{Len: uint16(len(p)), Filter: &p[0]}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	runtime.KeepAlive(p)
	switch errno {
	case 0:
		return true, nil
	case unix.ENOSYS, unix.EINVAL:
		return false, nil
	}
	return false, fmt.Errorf("the system call filter: %w", errno)
}
