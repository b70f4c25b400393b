package sandbox

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
)

// arm prepares a world for attacks: a helper program outside of what is hidden,
// listeners to connect to, links that lead out, and things to break.
func (w *world) arm() {
	w.t.Helper()
	w.helper()
	w.put(w.out+"/pid", fmt.Sprint(os.Getpid()))
	w.put(w.out+"/empty/.gone", "")
	w.put(w.ws+"/sub/inside.txt", "inside\n")
	w.put(w.ws+"/.git/config", "[core]\n")
	w.put(w.ws+"/.git/HEAD", "ref: refs/heads/main\n")
	w.put(w.ws+"/.git/hooks/pre-commit", "#!/bin/sh\n")
	w.put(w.ws+"/.envrc", "true\n")
	w.put(w.ws+"/.vscode/settings.json", "{}\n")
	w.put(w.home+"/.cache/pp/state", planted)
	_ = os.Remove(w.out + "/empty/.gone")
	for name, target := range map[string]string{"to-outside": w.out + "/outside.txt", "to-secret": w.home +
		"/.ssh/id_ed25519"} {
		if err := os.Symlink(target, w.ws+"/"+name); err != nil {
			w.t.Fatal(err)
		}
	}
	for name, secret := range map[string]string{"innocent.txt": w.ws + "/.env", "notes.txt": w.home + "/.ssh/id_ed25519"} {
		if err := os.Link(secret, w.ws+"/"+name); err != nil {
			w.t.Fatal(err)
		}
	}
	_ = unix.Setxattr(w.out+"/outside.txt", "user.planted", []byte("1"), 0)
	w.listen()
	w.bystander()
	w.segment()
}

// segment is shared memory (shmget(2)) with a secret in it, which anybody may read.
func (w *world) segment() {
	w.t.Helper()
	var st unix.Stat_t
	if err := unix.Stat(w.base, &st); err != nil {
		w.t.Fatal(err)
	}
	key := 0x70000000 | int(st.Ino&0xffffff)
	id, err := unix.SysvShmGet(key, len(planted), unix.IPC_CREAT|0o644)
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _, _ = unix.SysvShmCtl(id, unix.IPC_RMID, nil) })
	data, err := unix.SysvShmAttach(id, 0, 0)
	if err != nil {
		w.t.Fatal(err)
	}
	copy(data, planted)
	if err := unix.SysvShmDetach(data); err != nil {
		w.t.Fatal(err)
	}
	w.put(w.out+"/shm", strconv.Itoa(key))
}

// bystander is a process beside the sandbox with a secret in its environment, in
// its arguments and in its directory.
func (w *world) bystander() {
	w.t.Helper()
	cmd := exec.Command("/usr/bin/perl", "-e", "sleep 3600", strings.TrimSpace(planted))
	cmd.Env, cmd.Dir = []string{"PLANTED=" + strings.TrimSpace(planted)}, w.ws
	if err := cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
}

// helper puts the test binary where a command can see it.
func (w *world) helper() string {
	name := w.base + "/bin/helper"
	if exists(name) {
		return name
	}
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	if worlds != "" {
		self = worlds + "/helper"
	}
	w.put(name, "")
	if os.Remove(name); os.Link(self, name) == nil { // where it is on the same file system
		return name
	}
	data, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		w.t.Fatal(err)
	}
	w.put(name, string(data))
	if err := os.Chmod(name, 0o755); err != nil {
		w.t.Fatal(err)
	}
	return name
}

func (w *world) listen() {
	w.t.Helper()
	for _, l := range []struct{ network, address, file string }{{"tcp", "127.0.0.1:0", "tcp"},
		{"unix", w.out + "/socket", ""},
		{"unix", w.ws + "/socket", ""}, {"unix", "@" + filepath.Base(w.base), ""}} {
		ln, err := net.Listen(l.network, l.address)
		if err != nil {
			w.t.Fatal(err)
		}
		w.t.Cleanup(func() { ln.Close() })
		if l.file != "" {
			w.put(w.out+"/"+l.file, ln.Addr().String())
		}
		go func() {
			for {
				c, err := ln.Accept()
				if err != nil {
					return
				}
				_, _ = io.ReadFull(c, make([]byte, 5))
				_, _ = c.Write([]byte("welcome"))
				c.Close()
			}
		}()
	}
	for _, l := range []struct{ network, address, file string }{{"udp", "127.0.0.1:0", "udp"},
		{"unixgram", w.out + "/dgram", ""}} {
		pc, err := net.ListenPacket(l.network, l.address)
		if err != nil {
			w.t.Fatal(err)
		}
		w.t.Cleanup(func() { pc.Close() })
		if l.file != "" {
			w.put(w.out+"/"+l.file, pc.LocalAddr().String())
		}
		go func() {
			buf := make([]byte, 16)
			for {
				_, from, err := pc.ReadFrom(buf)
				if err != nil {
					return
				}
				if from != nil {
					_, _ = pc.WriteTo([]byte("welcome"), from)
				}
			}
		}()
	}
}

// state is everything outside the workspace that an attack could change.
func (w *world) state() string {
	var b strings.Builder
	_ = filepath.WalkDir(w.out, func(p string, d os.DirEntry, err error) error {
		if info, ierr := d.Info(); err == nil && ierr == nil {
			fmt.Fprintln(&b, p, info.Mode(), info.ModTime().UnixNano(), info.Size())
		}
		return nil
	})
	return b.String()
}

// escape is one attempt under effects that do not allow it.
type escape struct {
	name    string
	effects func(w *world) effect.Effects
	// control attacks are safe to run without a sandbox, where they must get
	// through: so that being stopped means something.
	control bool
	by      string // what must have stopped it; "" for any
}

func nothing(*world) effect.Effects { return effect.Effects{} }

func deletesA(w *world) effect.Effects {
	return effect.Effects{Deletes: []effect.Path{w.at("a.txt")}, Runs: []effect.Program{{Name: "rm",
		Class: effect.ProgramActs}}}
}

func builds(*world) effect.Effects {
	return effect.Effects{Runs: []effect.Program{{Name: "go", Class: effect.ProgramBuilds}}}
}

func commits(w *world) effect.Effects {
	git := w.at(".git")
	git.Tree = true
	return effect.Effects{Writes: []effect.Path{git}, Runs: []effect.Program{{Name: "git", Class: effect.ProgramActs}}}
}

func connects(*world) effect.Effects {
	return effect.Effects{Connects: []effect.Endpoint{{Host: "127.0.0.1"}}}
}

func escapes() []escape {
	var out []escape
	add := func(effects func(*world) effect.Effects, control bool, by string, names ...string) {
		for _, n := range names {
			out = append(out, escape{n, effects, control, by})
		}
	}
	readOnly := unix.EROFS.Error()
	add(nothing, true, readOnly, "write", "append", "create", "truncate", "chmod", "fchmod", "chown", "utimes", "setxattr",
		"removexattr", "fallocate", "unlink",
		"rename", "symlink", "mkdir", "rmdir", "fifo", "through-a-link", "through-proc", "reopen", "shared-mapping",
		"workspace-write")
	add(nothing, true, "", "tmpfile", "link", "steal", "drop", "home-startup")
	for _, effects := range []func(*world) effect.Effects{builds, commits, deletesA, connects} {
		add(effects, false, "", "write", "create", "truncate", "chmod", "utimes", "setxattr", "unlink", "rename", "steal",
			"drop", "link", "home-startup",
			"read-home", "read-env", "read-symlink", "read-hard-link", "read-hard-home", "unix", "unix-in-tree", "abstract",
			"pair-datagram",
			"git-hook", "git-config", "ptrace", "signal-parent", "mount", "umount")
	}
	add(deletesA, true, "", "neighbour-delete", "neighbour-write", "neighbour-rename", "neighbour-replace",
		"neighbour-chmod", "neighbour-tree",
		"neighbour-link", "neighbour-move", "neighbour-inside")
	add(builds, true, "", "git-hook", "git-config", "git-config-new", "git-move", "surface", "surface-dir")
	add(commits, true, "", "git-hook", "git-config", "neighbour-write", "neighbour-delete", "surface")
	add(nothing, true, "", "read-home", "read-env", "read-symlink", "read-hard-link", "read-hard-home", "read-environ",
		"read-cwd",
		"read-parents-root", "shared-memory", "read-mmap", "read-pps-own", "read-inherited", "read-inherited-proc",
		"read-root")
	add(nothing, true, "", "read-cmdline")
	add(nothing, false, "", "read-core", "read-shadow", "read-memory", "read-maps", "parents-descriptors")
	add(nothing, true, "", "tcp", "udp", "unix", "unix-in-tree", "abstract", "unix-datagram", "pair-datagram")
	add(nothing, false, "", "dns", "pair-stream", "vsock", "packet", "raw", "alg", "netlink-audit")
	add(connects, false, "", "unix-datagram", "vsock", "packet", "raw")
	add(nothing, true, "", "ptrace", "signal-parent", "pidfd")
	add(nothing, false, "", "ptrace-init", "process-vm", "memory-bomb", "file-bomb", "tmp-bomb", "descriptor-bomb",
		"raise-limit", "limit-init", "memory-file",
		"setuid", "setgid", "caps", "priority")
	add(builds, false, "", "file-bomb", "setuid", "caps")
	add(nothing, true, "", "new-user", "new-mounts", "clone3", "io-uring", "keyring", "add-key")
	add(nothing, false, unix.EPERM.Error(), "new-network", "unshare", "unshare-user", "setns", "mount", "bind", "remount",
		"umount", "mount-setattr", "open-tree", "fsopen", "chroot",
		"pivot", "request-key", "bpf", "perf", "userfaultfd", "module", "kexec", "open-by-handle", "syslog", "hostname",
		"settime", "tiocsti", "tiocsti-high")
	add(nothing, false, "", "mknod", "tty", "ptmx", "kmem", "disk", "core-pattern", "sysrq", "sysfs", "pid-max", "cgroup")
	add(connects, false, "", "mount", "setuid", "io-uring", "keyring", "tiocsti")
	return out
}

// TestInvariant10Escapes tries every way out under effects that do not allow it, over binds
// and from inside a layer. Each line of -v says what stopped it.
func TestInvariant10Escapes(t *testing.T) {
	newWorld(t).needs(engine.FilesMounts)
	named := map[string]bool{}
	for i, c := range escapes() {
		if named[c.name] && !long() {
			continue // each once, under the first effects
		}
		named[c.name] = true
		alone := strings.HasSuffix(c.name, "-bomb") // it takes what it can get of the machine
		t.Run(fmt.Sprintf("%d-%s", i, c.name), func(t *testing.T) {
			if !alone {
				t.Parallel()
			}
			if c.control {
				control(t, c)
			}
			over(t, c)
		})
		t.Run(fmt.Sprintf("%d-%s-in-a-layer", i, c.name), func(t *testing.T) {
			if !alone {
				t.Parallel()
			}
			inLayer(t, c)
		})
	}
	for name := range attacks() {
		if !named[name] && layerAttacks()[name] == nil && name != "fork-bomb" && name != "leave-behind" {
			t.Errorf("the attack %s is never tried", name)
		}
	}
}

// over runs an attack over binds, where it must not get through.
func over(t *testing.T, c escape) {
	t.Helper()
	w := newWorld(t)
	w.arm()
	leak := leakSecret(t, w)
	defer leak.Close()
	if _, err := w.holder(w.probed()); err != nil { // the network is a shared one
		t.Fatal(err)
	}
	before := w.state()
	out, exit := w.sh(c.effects(w), w.attacks(c.name))
	w.stopped(c, out, exit, before)
	if got := w.read(w.ws + "/b.txt"); got != "beta\n" {
		t.Errorf("the neighbour is %q", got)
	}
}

// attacks is the command line of an attack.
func (w *world) attacks(name string) string {
	return w.helper() + " " + attackArg + " " + name + " " + w.base
}

// stopped fails the test unless an attack was stopped, and outside is as it was before.
func (w *world) stopped(c escape, out string, exit Exit, before string) {
	w.t.Helper()
	if exit.Code != 0 || !strings.HasPrefix(out, "STOPPED by ") {
		w.t.Errorf("%s: %+v %s", c.name, exit, out)
	}
	if c.by != "" && !strings.Contains(out, c.by) {
		w.t.Errorf("%s was stopped by something else: %s", c.name, out)
	}
	w.harmless(out, before)
}

// harmless fails the test when a secret was printed, or outside is not as it was before.
func (w *world) harmless(out, before string) {
	w.t.Helper()
	if strings.Contains(out, strings.TrimSpace(planted)) {
		w.t.Errorf("the secret is in the output: %s", out)
	}
	if after := w.state(); after != before {
		w.t.Errorf("outside changed from\n%s\nto\n%s", before, after)
	}
	w.t.Log(strings.TrimSpace(out))
}

// leakSecret opens a secret so that every child of this process would inherit
// it, if nothing were closed.
func leakSecret(t *testing.T, w *world) *os.File {
	t.Helper()
	fd, err := unix.Open(w.home+"/.ssh/id_ed25519", unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return os.NewFile(uintptr(fd), "leak")
}

// control runs an attack with nothing in its way.
func control(t *testing.T, c escape) {
	t.Helper()
	w := newWorld(t)
	w.arm()
	leak := leakSecret(t, w)
	defer leak.Close()
	cmd := exec.Command(w.helper(), attackArg, c.name, w.base)
	cmd.Dir = w.ws
	out, _ := cmd.CombinedOutput()
	if !bytes.HasPrefix(out, []byte("ESCAPED")) {
		t.Errorf("without a sandbox, %s does not get through either: %s", c.name, out)
	}
}
