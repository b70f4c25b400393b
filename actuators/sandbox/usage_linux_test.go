package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// taking tries to hold a gibibyte of memory in one way, and says so when it does.
var taking = map[string]string{
	"own memory of many": "for i in 1 2 3 4 5 6 7 8; do perl -e '$x = \"x\" x (120<<20); sleep 600' & done; wait",
	"files in /dev/shm":  "for i in 1 2 3 4 5 6 7 8; do head -c 120M /dev/zero >/dev/shm/$i || exit; done; sleep 600",
	"files in /tmp":      "for i in 1 2 3 4 5 6 7 8; do head -c 120M /dev/zero >/tmp/$i || exit; done; sleep 600",
	"shared mappings": `python3 -c '
import mmap, time
a = [mmap.mmap(-1, 120 << 20) for _ in range(8)]
for m in a:
    for i in range(0, len(m), 4096): m[i] = 1
time.sleep(600)'`,
	"shared mappings that are not shown": `python3 -c '
import mmap, time
a = []
for _ in range(8):
    m = mmap.mmap(-1, 120 << 20); a.append(m)
    for i in range(0, len(m), 4096): m[i] = 1
    m.madvise(mmap.MADV_DONTNEED)
time.sleep(600)'`,
	"memory files": `python3 -c '
import os, time
a = []
for i in range(8):
    f = os.memfd_create("x"); a.append(f)
    for _ in range(120): os.write(f, b"x" * (1 << 20))
time.sleep(600)'`,
	"segments": `python3 -c '
import ctypes, time
libc = ctypes.CDLL(None, use_errno=True); libc.shmat.restype = ctypes.c_void_p
for i in range(8):
    n = libc.shmget(0, 120 << 20, 0o1666)
    assert n >= 0, ctypes.get_errno()
    p = libc.shmat(n, None, 0); ctypes.memset(p, 1, 120 << 20); libc.shmdt(ctypes.c_void_p(p))
time.sleep(600)'`,
	"memory of a blinded watcher": `python3 -c '
import resource, subprocess, time
for what in resource.RLIMIT_NOFILE, resource.RLIMIT_AS, resource.RLIMIT_NPROC, resource.RLIMIT_CPU:
    try: resource.prlimit(1, what, (0, 0)); print("BLINDED", what)
    except OSError: pass
import os, signal
for s in signal.SIGSTOP, signal.SIGTSTP:
    try: os.kill(1, s)
    except OSError: pass
try: os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))
except OSError: pass
a = [subprocess.Popen(["perl", "-e", "$x = \"x\" x (120<<20); sleep 600"]) for _ in range(8)]
time.sleep(600)'`,
}

// Whatever kind of memory a command takes, it does not get more than its limit.
func TestMemoryOfEveryKind(t *testing.T) {
	for _, program := range []string{"perl", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			enginetest.Skip(t, os.Getenv, true, "%s is not installed", program)
		}
	}
	for name, script := range taking {
		t.Run(name, func(t *testing.T) {
			w := newMountedWorld(t)
			o := w.options()
			o.Limits.Memory = 300 << 20
			w.Sandbox = New(o)
			out, exit := w.sh(effect.Effects{}, script)
			if !exit.Memory && (exit.Code == 0 || exit.Lost || exit.TimedOut) {
				t.Errorf("it was not stopped: %+v\n%s", exit, out)
			}
			if strings.Contains(out, "BLINDED") {
				t.Errorf("the first process was reached:\n%s", out)
			}
			t.Logf("%+v %s", exit, out)
		})
	}
}

// A command that fills the disk is ended before it is full.
func TestDiskIsBounded(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	if err := unix.Mount("tmpfs", w.ws, "tmpfs", 0, "size=200m"); err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a small disk needs a mount: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(w.ws, unix.MNT_DETACH) })
	build := effect.Effects{Runs: []effect.Program{{Name: "make", Class: effect.ProgramBuilds}}}
	_, exit := w.sh(build, "i=0; while head -c 4M /dev/zero >f$i; do i=$((i+1)); sleep 0.05; done; sleep 600")
	var fs unix.Statfs_t
	if err := unix.Statfs(w.ws, &fs); err != nil {
		t.Fatal(err)
	}
	if free := int64(fs.Bavail) * fs.Bsize; !exit.Disk || free < 20<<20 {
		t.Errorf("%+v, and %d MiB are free", exit, free>>20)
	}
}

// A private cache, which builds fill unasked, gives way where the disk is nearly full, and goes with a command that is
// ended for what it wrote.
func TestCachesAreBounded(t *testing.T) {
	t.Parallel()
	w := newMountedWorld(t)
	o := w.options()
	o.ProbeDir, o.ProbeCache = t.TempDir(), ""
	w.Sandbox = New(o)
	caches := o.ProbeDir + "/caches"
	if err := errors.Join(os.MkdirAll(caches, 0o700), unix.Mount("tmpfs", caches, "tmpfs", 0, "size=1500m")); err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a small disk needs a mount: %v", err)
	}
	t.Cleanup(func() { _ = unix.Unmount(caches, unix.MNT_DETACH) })
	build := effect.Effects{Runs: []effect.Program{{Name: "make", Class: effect.ProgramBuilds}}}
	if out, _ := w.sh(build, `echo kept >~/.cache/a`); out != "" {
		t.Error(out)
	}
	if out, _ := w.sh(build, `cat ~/.cache/a`); out != "kept\n" {
		t.Errorf("%q, and the disk is not full", out)
	}
	if err := os.WriteFile(caches+"/other", make([]byte, 600<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _ := w.sh(build, `cat ~/.cache/a 2>&1`); out == "kept\n" {
		t.Error("the cache was kept, and the disk is nearly full")
	}
	if err := os.Remove(caches + "/other"); err != nil {
		t.Fatal(err)
	}
	_, exit := w.sh(build, "i=0; while head -c 40M /dev/zero >$HOME/.cache/$i; do i=$((i+1)); sleep 0.02; done; sleep 600")
	var fs unix.Statfs_t
	if err := unix.Statfs(caches, &fs); err != nil {
		t.Fatal(err)
	}
	if free := int64(fs.Bavail) * fs.Bsize; !exit.Disk || free < 1400<<20 {
		t.Errorf("%+v, and %d MiB are free", exit, free>>20)
	}
}

// What is made with a sanitizer sets aside terabytes that it does not use. A build may; a command that reads may not.
func TestBuildSetsMemoryAside(t *testing.T) {
	w := newMountedWorld(t)
	aside := `python3 -c '
import mmap
mmap.mmap(-1, 1 << 43, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
print("aside")'`
	if out, exit := w.sh(builds(w), aside); out != "aside\n" {
		t.Errorf("a build: %+v %q", exit, out)
	}
	if out, _ := w.sh(effect.Effects{}, aside); strings.HasPrefix(out, "aside") {
		t.Errorf("a command that reads: %q", out)
	}
}
