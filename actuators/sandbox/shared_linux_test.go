package sandbox

import (
	"os"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// newSharing is a world whose commands share temporary directories.
func newSharing(t *testing.T) *world {
	t.Helper()
	w := newMountedWorld(t)
	w.shares = engine.Scratch{Place: w.base + "/place", Dirs: []string{"/tmp", "/var/tmp", "/dev/shm", w.temp}}
	for _, dir := range w.shares.Dirs {
		if err := os.MkdirAll(w.shares.Real(dir), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

var acts = effect.Effects{Runs: []effect.Program{{Name: "x", Class: effect.ProgramActs}}}

func TestShared(t *testing.T) {
	t.Parallel()
	w := newSharing(t)
	for _, dir := range w.shares.Dirs {
		out, _ := w.sh(acts, "cd "+dir+" && mkdir d && "+
			"printf '#!/bin/sh\necho ran\n' >d/run && chmod 755 d/run && mkfifo p && ln -s d l && mv d/run d/ran && "+
			"touch -d 2001-01-01 d/ran && echo made")
		if out != "made\n" {
			t.Errorf("%s: %s", dir, out)
		}
		if out, _ = w.sh(effect.Effects{}, dir+"/l/ran; rm -r "+dir+"/d; ls "+dir); out != "ran\nl\np\n" {
			t.Errorf("%s: %s", dir, out)
		}
		if names, _ := os.ReadDir(w.shares.Real(dir)); len(names) != 2 {
			t.Errorf("%s: %v", dir, names)
		}
	}
}

// TestInvariant10SharedStaysInside: what commands plant in the directories that they share leads none of them, and not
// pp, out of the sandbox, and what was cleared to be written there is not written on the machine.
func TestInvariant10SharedStaysInside(t *testing.T) {
	t.Parallel()
	w := newSharing(t)
	mark := "/tmp/pp-sandbox-test-" + strings.ReplaceAll(w.base[len(w.base)-8:], "/", "")
	cleared := acts
	cleared.Writes = []effect.Path{{Name: mark, Given: mark}}
	cleared.Reads = []effect.Path{{Name: "/tmp", Exists: true, Dir: true, Tree: true}}
	if out, _ := w.sh(cleared, "ls /tmp; echo x >"+mark+" && cat "+mark); out != "x\n" {
		t.Errorf("shown: %s", out)
	}
	if err := os.RemoveAll(w.shares.Real("/tmp")); err != nil {
		t.Fatal(err)
	}
	if out, _ := w.sh(cleared, "echo y >"+mark+" && cat "+mark); out != "y\n" { // its own
		t.Error(out)
	}
	if _, err := os.Lstat(mark); err == nil {
		_ = os.Remove(mark)
		t.Error("it was written on the machine")
	}
	if err := os.Mkdir(w.shares.Real("/tmp"), 0o777); err != nil {
		t.Fatal(err)
	}
	plant := "rm -rf /tmp/* /var/tmp/*; ln -s " + w.out + " /tmp/out; ln -s " + w.home + "/.ssh /var/tmp/ssh; " +
		"ln -s / /tmp/root; cp /bin/bash /tmp/sh; chmod 6755 /tmp/sh; mknod /tmp/null c 1 3; ln " +
		w.ws + "/a.txt /tmp/hard; mount --bind / /tmp; mv /tmp /tmp2; rmdir /tmp; chmod 777 /tmp; true"
	w.sh(acts, plant)
	out, _ := w.sh(acts, "echo z >/tmp/out/z; echo z >/tmp/root/etc/z; cat /var/tmp/ssh/*; "+
		"cat /tmp/root"+w.base+"/place/tmp/sh | wc -c; "+
		"echo z >/tmp/hard; rm -rf /tmp/out/* /tmp/root/home/*; /tmp/sh -p -c 'id -u' >/dev/null; ls "+w.base+"/place; :")
	if strings.Contains(out, "PLANTED") || w.read(w.out+"/outside.txt") != "outside\n" ||
		w.read(w.ws+"/a.txt") != "alpha\n" {
		t.Error(out)
	}
	for _, name := range []string{w.out + "/z", "/etc/z"} {
		if _, err := os.Lstat(name); err == nil {
			t.Errorf("%s was made", name)
		}
	}
	if info, err := os.Lstat(w.shares.Real("/tmp")); err != nil || !info.IsDir() {
		t.Errorf("%v %v", info, err)
	}
}

// A command is ended before the shared directories hold more than they may, and can still delete what is there.
func TestSharedIsBounded(t *testing.T) {
	t.Parallel()
	w := newSharing(t)
	o := w.options()
	o.Limits.Shared = 24 << 20
	w.Sandbox = New(o)
	fill := "i=0; while head -c 1M /dev/zero >/var/tmp/f$i; do i=$((i+1)); sleep 0.02; done; sleep 600"
	for range 2 {
		if _, exit := w.sh(acts, fill); !exit.Disk {
			t.Errorf("%+v", exit)
		}
	}
	if out, exit := w.sh(acts, "rm /var/tmp/*; ls /var/tmp; echo done"); out != "done\n" || exit.Disk {
		t.Errorf("%s %+v", out, exit)
	}
}

// TestSharedGone measures directories of which one is gone.
func TestSharedGone(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(dir+"/f", []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &shared{dirs: []string{dir + "/gone", dir}, limit: held{1 << 20, maxShared}}
	s.look()
	if got := s.holds(); got.bytes == 0 || got.bytes >= 1<<20 || got.files != 3 {
		t.Errorf("%+v", got)
	}
}
