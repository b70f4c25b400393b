package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// confineArg is the word after which this program takes something away from pp and
// then becomes it.
const confineArg = "-confined"

// ownMounts is the word in the environment of this program that says that it has a
// mount namespace of its own.
const ownMounts = "APPROVED_OWN_MOUNTS"

// namespaces are the flags of clone that make a namespace.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
	unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// confined becomes a program for which the kernel refuses namespaces and mounts, and in
// the mode "nothing" Landlock too.
func confined(mode string, argv []string) {
	refused := map[int]unix.Errno{unix.SYS_UNSHARE: unix.EPERM, unix.SYS_SETNS: unix.EPERM, unix.SYS_MOUNT: unix.EPERM,
		unix.SYS_MOVE_MOUNT: unix.EPERM, unix.SYS_OPEN_TREE: unix.EPERM, unix.SYS_FSOPEN: unix.EPERM,
		unix.SYS_MOUNT_SETATTR: unix.EPERM, unix.SYS_CLONE3: unix.ENOSYS}
	if mode == "nothing" {
		refused[unix.SYS_LANDLOCK_CREATE_RULESET] = unix.ENOSYS
	}
	runtime.LockOSThread()
	if err := refuse(refused); err != nil {
		log.Fatal(err)
	}
	log.Fatal(syscall.Exec(argv[0], argv, os.Environ()))
}

// refuse installs a filter that answers system calls with errors, and clone when it
// would make a namespace.
func refuse(calls map[int]unix.Errno) error {
	const (
		load   = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS
		equal  = unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K
		anyBit = unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K
		answer = unix.BPF_RET | unix.BPF_K
		number = 0  // of the call in what the kernel shows a filter
		first  = 16 // the low half of its first argument
	)
	program := []unix.SockFilter{{Code: load, K: number}}
	for call, err := range calls {
		program = append(program, unix.SockFilter{Code: equal, Jf: 1, K: uint32(call)},
			unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(err)})
	}
	program = append(program, unix.SockFilter{Code: equal, Jf: 3, K: unix.SYS_CLONE},
		unix.SockFilter{Code: load, K: first},
		unix.SockFilter{Code: anyBit, Jf: 1, K: namespaces},
		unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)},
		unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ALLOW})
	prog := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	_, _, errno := unix.RawSyscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0, uintptr(unsafe.Pointer(&prog)))
	if errno != 0 {
		return fmt.Errorf("a filter for the mode: %w", errno)
	}
	return nil
}

// inOwnMounts runs this program again in a mount namespace of its own, and gives its
// exit status.
func inOwnMounts() int {
	self, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	cmd := exec.Command(self, os.Args[1:]...)
	cmd.Env = append(os.Environ(), ownMounts+"=1")
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if err := cmd.Run(); cmd.ProcessState == nil {
		log.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
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
	if err := unix.Mount("overlay", at[3], "overlay", 0, options); err != nil {
		return "", fmt.Errorf("an overlay to have none on it, which only root can make: %w", err)
	}
	return at[3], nil
}
