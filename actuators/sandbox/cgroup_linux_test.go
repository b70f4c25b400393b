package sandbox

import (
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

func TestGroupOf(t *testing.T) {
	const v2 = "30 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
	for _, c := range []struct{ own, mounts, want string }{
		{"0::/user.slice/a.scope\n", v2, "/sys/fs/cgroup/user.slice/a.scope"},
		{"0::/\n", v2, "/sys/fs/cgroup"},
		{"4:memory:/x\n0::/a\n", "29 24 0:26 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n" +
			"30 24 0:27 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n", "/sys/fs/cgroup/unified/a"},
		{"0::/inner/x\n", "30 24 0:27 /inner /cg rw - cgroup2 cgroup2 rw\n", "/cg/x"},
		{"0::/../outer\n", v2, ""},
		{"4:memory:/x\n", v2, ""},
		{"0::/a\n", "", ""},
	} {
		if got := groupOf(c.own, c.mounts); got != c.want {
			t.Errorf("%q: %q, want %q", c.own, got, c.want)
		}
	}
}

// A group is bounded when it is made, and nothing is left of it.
func TestNewGroup(t *testing.T) {
	at := t.TempDir()
	left := path.Join(at, "pp-999999999-1")
	if err := os.Mkdir(left, 0o755); err != nil {
		t.Fatal(err)
	}
	g := newGroup(at, 1, Limits{Memory: 12345, Processes: 67})
	if g == nil {
		t.Fatal("none was made")
	}
	for name, want := range map[string]string{"memory.max": "12345", "memory.oom.group": "1", "memory.swap.max": "0",
		"pids.max": "67"} {
		got, err := os.ReadFile(path.Join(g.dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if _, err := os.Lstat(left); err == nil {
		t.Error("what a killed pp left is still there")
	}
	for events, want := range map[string]bool{"low 0\noom 1\noom_kill 3\n": true, "oom 1\noom_kill 0\n": false} {
		if err := os.WriteFile(path.Join(g.dir, "memory.events"), []byte(events), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := g.exhausted(); got != want {
			t.Errorf("%q: %v", events, got)
		}
	}
	if newGroup(at+"/none", 1, Limits{}) != nil || newGroup("", 1, Limits{}) != nil || (*group)(nil).exhausted() {
		t.Error("a group where none can be")
	}
}

// A command runs in its group, and where it cannot be put there it runs all the same.
func TestCommandInItsGroup(t *testing.T) {
	w := newWorld(t)
	w.needs(engine.FilesMounts)
	w.delegated = t.TempDir
	if out, exit := w.sh(effect.Effects{}, "echo ran"); out != "ran\n" || exit.Code != 0 {
		t.Errorf("in what is no group: %+v %s", exit, out)
	}
	mount, err := exec.Command("findmnt", "-nt", "cgroup2", "-o", "TARGET").Output()
	root := strings.TrimSpace(string(mount))
	if err != nil || root == "" || unix.Access(root, unix.W_OK) != nil {
		enginetest.Skip(t, os.Getenv, false, "there is no control group of version 2 to make others in")
	}
	g := path.Join(root, "pp-test-of-groups")
	if err := os.Mkdir(g, 0o755); err != nil {
		enginetest.Skip(t, os.Getenv, false, "no control group can be made: %v", err)
	}
	fd, err := unix.Open(g, unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	made := &group{dir: g, fd: fd}
	defer made.close()
	cmd := exec.Command("cat", "/proc/self/cgroup")
	cmd.SysProcAttr = attributes(kindOf(w.probed(), false))
	cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, made.fd
	out, err := cmd.Output()
	if err != nil || !strings.Contains(string(out), "0::/pp-test-of-groups") {
		t.Errorf("%s, %v", out, err)
	}
}
