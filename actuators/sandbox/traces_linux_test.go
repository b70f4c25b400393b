package sandbox

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// A command may look into its own processes and list its own sockets, with the real debuggers. One that asks the first
// process to trace it is ended.
func TestDebuggers(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	if w.probed().status.ABI == 0 {
		enginetest.Skip(t, os.Getenv, landlockABI() > 0, "without Landlock nothing keeps commands apart")
	}
	for _, tc := range []struct{ program, script, want string }{
		{"strace", "strace -f -e trace=execve -o /tmp/o sh -c 'true; /bin/true' && grep -c execve /tmp/o", "2\n"},
		{"gdb", "gdb -nx -batch -ex run -ex 'info program' /bin/true 2>&1 | grep -c 'exited normally'", "1\n"},
		{"ss", "ss -Hltn 2>&1 | wc -l", "0\n"},
	} {
		if _, err := exec.LookPath(tc.program); err != nil {
			continue
		}
		if out, _ := w.sh(makes, tc.script); out != tc.want {
			t.Errorf("%s: %q", tc.program, out)
		}
	}
	if out, _ := w.sh(makes, "strace -p 1 2>&1 | head -1"); out != "" && !strings.Contains(out, "not permitted") &&
		!strings.Contains(out, "not found") {
		t.Errorf("the first process: %q", out)
	}
	_, exit := w.sh(effect.Effects{}, `exec python3 -c 'import ctypes, os, signal
ctypes.CDLL(None).ptrace(0, 0, 0, 0); os.kill(os.getpid(), signal.SIGSTOP)'`)
	if _, err := exec.LookPath("/usr/bin/python3"); err == nil && exit.Signal != unix.SIGKILL {
		t.Errorf("traced by the first process: %+v", exit)
	}
}
