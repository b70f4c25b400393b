package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// confineArg is the word after which this program takes something away from pp and
// then becomes it.
const confineArg = "-confined"

// namespaces are the flags of clone that make a namespace.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// confined becomes a program for which the kernel refuses namespaces and mounts, and in
// the mode "nothing" Landlock too.
func confined(mode string, argv []string) {
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		anyBit = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		answer = unix.BPF_RET | unix.BPF_K
		number = 0  // of the call in what the kernel shows a filter
		first  = 16 // the low half of its first argument
	)
	refused := map[int]unix.Errno{unix.SYS_UNSHARE: unix.EPERM, unix.SYS_SETNS: unix.EPERM, unix.SYS_MOUNT: unix.EPERM,
		unix.SYS_MOVE_MOUNT: unix.EPERM, unix.SYS_OPEN_TREE: unix.EPERM, unix.SYS_FSOPEN: unix.EPERM,
		unix.SYS_MOUNT_SETATTR: unix.EPERM, unix.SYS_CLONE3: unix.ENOSYS}
	if mode == "nothing" {
		refused[unix.SYS_LANDLOCK_CREATE_RULESET] = unix.ENOSYS
	}
	program := []unix.SockFilter{{Code: load, K: number}}
	for call, err := range refused {
		program = append(program, unix.SockFilter{Code: equal, Jf: 1, K: uint32(call)},
			unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(err)})
	}
	program = append(program, unix.SockFilter{Code: equal, Jf: 3, K: unix.SYS_CLONE},
		unix.SockFilter{Code: load, K: first},
		unix.SockFilter{Code: anyBit, Jf: 1, K: namespaces},
		unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	runtime.LockOSThread()
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		log.Fatal(err)
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		log.Fatal("cannot install the mode's system call filter: ", errno)
	}
	log.Fatal(syscall.Exec(argv[0], argv, os.Environ()))
}

// overlaid mounts an overlay below a directory and gives its place: nothing there can
// be the upper layer of another overlay.
func overlaid(base string) (string, error) {
	var at [4]string
	for i, name := range [...]string{"lower", "upper", "work", "on"} {
		at[i] = filepath.Join(base, name)
		if err := os.Mkdir(at[i], 0o755); err != nil {
			return "", err
		}
	}
	options := fmt.Sprintf("lowerdir=%s,upperdir=%s,workdir=%s", at[0], at[1], at[2])
	return at[3], unix.Mount("overlay", at[3], "overlay", 0, options)
}
