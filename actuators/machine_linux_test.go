package actuators_test

import (
	"os"
	"os/exec"
	"syscall"
	"testing"

	"pp/engine/enginetest"
)

// namespaces reports whether the kernel gives this process a user and a mount
// namespace of its own, by making a process in them.
func namespaces() bool {
	cmd := exec.Command("/proc/self/exe", "-test.run", "^$")
	cmd.SysProcAttr = ofItsOwn()
	return cmd.Run() == nil
}

func ofItsOwn() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Geteuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getegid(), Size: 1}}}
}

// insideVariable names the test that runs in namespaces of its own.
const insideVariable = "PP_TEST_INSIDE"

// inside runs the calling top-level test again, as user 0 of namespaces of its
// own, where it may mount what it likes and the machine sees nothing of it. It
// returns true there; in the process that started it, it returns false when the
// test has passed, and fails the test when it has not.
func inside(t *testing.T) bool {
	t.Helper()
	if os.Getenv(insideVariable) == t.Name() {
		if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
			t.Fatal(err)
		}
		return true
	}
	if !namespaces() {
		enginetest.Skip(t, os.Getenv, false, "the kernel gives no namespaces here")
	}
	cmd := exec.Command("/proc/self/exe", "-test.run", "^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), insideVariable+"="+t.Name())
	cmd.SysProcAttr = ofItsOwn()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("in namespaces of its own: %v\n%s", err, out)
	}
	return false
}

// mount mounts a small private file system in a test that inside runs.
func mount(t *testing.T, dir, options string) {
	t.Helper()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
}

// readOnly makes what mount mounted read-only.
func readOnly(t *testing.T, dir string) {
	t.Helper()
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
}
