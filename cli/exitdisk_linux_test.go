package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"pp/cli/exit"
	"pp/engine/enginetest"
)

// onFullDisk runs pp with a home on a disk of its own, in namespaces of its own,
// on which there is no room left.
func onFullDisk(t *testing.T, args ...string) (out string, code int) {
	t.Helper()
	pp, err := exec.LookPath("pp")
	if err != nil {
		t.Fatal(err)
	}
	const script = `mount -t tmpfs -o size=64k tmpfs "$HOME" || exit 99
mkdir -p -m 700 "$HOME/.local/state/pp"
head -c 1000000 /dev/zero >"$HOME/fill" 2>/dev/null
exec "$@"`
	cmd := exec.Command("bash", append([]string{"-c", script, "bash", pp}, args...)...)
	home := t.TempDir()
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=dumb", "CI=1"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Cloneflags: syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}}}
	text, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		enginetest.Skip(t, os.Getenv, false, "no namespaces here: %v", err)
	}
	if code = cmd.ProcessState.ExitCode(); code == 99 {
		enginetest.Skip(t, os.Getenv, false, "nothing can be mounted here: %s", text)
	}
	return strings.ReplaceAll(string(text), filepath.Clean(home), "HOME"), code
}

// TestFullDisk: what cannot be kept is said with its place, its cause and the way
// on; with --ephemeral a prompt needs no disk; and doctor sees it.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	const full = "no space left on device"
	for _, tc := range []struct {
		args []string
		code int
		says []string
	}{
		{[]string{"-n", "what is 1+1"}, exit.Failed,
			[]string{"error: keeping the conversation: write HOME/.local/state/pp/sessions/", full,
				"hint: make room on the disk of HOME/.local/state/pp/sessions;", "--ephemeral"}},
		{[]string{"-n", "--ephemeral", "what is 1+1"}, exit.OK, []string{"2\n"}},
		{[]string{"doctor"}, exit.Failed, []string{"unhealthy  state directory  HOME/.local/state/pp: " + full,
			"try: df -h 'HOME/.local/state/pp'"}},
		{[]string{"config", "init"}, exit.Failed, []string{full, "make room on the disk of HOME/.config/pp;"}},
	} {
		out, code := onFullDisk(t, tc.args...)
		for _, text := range tc.says {
			if code != tc.code || !strings.Contains(out, text) {
				t.Errorf("%v: exit %d, without %q:\n%s", tc.args, code, text, out)
			}
		}
	}
}
