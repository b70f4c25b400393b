package sandbox

import (
	_ "embed"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"golang.org/x/sys/unix"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

//go:embed testdata/taking.txtar
var takingText string

// Whatever kind of memory a command takes, it does not get more than its limit. Each command of testdata/taking.txtar
// tries to hold a gibibyte in one way, and says so when it does.
func TestMemoryOfEveryKind(t *testing.T) {
	for _, program := range []string{"perl", "python3"} {
		if _, err := exec.LookPath(program); err != nil {
			enginetest.Skip(t, os.Getenv, true, "%s is not installed", program)
		}
	}
	for _, taking := range txtar.Parse([]byte(takingText)).Files {
		t.Run(taking.Name, func(t *testing.T) {
			w := newMountedWorld(t)
			o := w.options()
			o.Limits.Memory = 300 << 20
			w.Sandbox = New(o)
			out, exit := w.sh(effect.Effects{}, string(taking.Data))
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
	if out, _ := w.sh(build, `echo kept >~/.cache/pip/a`); out != "" {
		t.Error(out)
	}
	if out, _ := w.sh(build, `cat ~/.cache/pip/a`); out != "kept\n" {
		t.Errorf("%q, and the disk is not full", out)
	}
	if err := os.WriteFile(caches+"/other", make([]byte, 600<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, _ := w.sh(build, `cat ~/.cache/pip/a 2>&1`); out == "kept\n" {
		t.Error("the cache was kept, and the disk is nearly full")
	}
	if err := os.Remove(caches + "/other"); err != nil {
		t.Fatal(err)
	}
	_, exit := w.sh(build, "i=0; while head -c 40M /dev/zero >~/.cache/pip/$i; do i=$((i+1)); sleep 0.02; done; sleep 600")
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
