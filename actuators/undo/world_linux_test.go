package undo

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/enginetest"
	"pp/engine/store"
)

const (
	childArg  = "__layer"
	victimArg = "__victim"
)

// nobody is a user without privileges, as most people are.
const nobody = 65534

func TestMain(m *testing.M) {
	switch {
	case len(os.Args) > 2 && os.Args[1] == childArg:
		runtime.LockOSThread()
		if err := child(os.Args[2]); err != nil {
			fmt.Fprintln(os.Stderr, "the child:", err)
			os.Exit(125)
		}
		os.Exit(0)
	case len(os.Args) > 4 && os.Args[1] == victimArg:
		layerVictim(os.Args[2], os.Args[3], os.Args[4])
	}
	enginetest.Quicken(os.Getenv, 4)
	flag.Parse()
	if os.Getenv("PP_LONG") != "1" && flag.Lookup("rapid.checks").Value.String() == "100" {
		_ = flag.Set("rapid.checks", "30")
	}
	os.Exit(m.Run())
}

// orders are what a test's child does in its namespace.
type orders struct {
	Mounts []Mount
	Script string
	Dir    string
	Try    string
	Rename bool // with the helper for renames of directories
}

// child mounts as a sandbox does, and becomes the command.
func child(text string) error {
	var o orders
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		return err
	}
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if o.Try != "" {
		return TryOverlay(o.Try)
	}
	for _, m := range o.Mounts {
		fd, err := m.Open()
		if err != nil {
			return err
		}
		target, err := store.OpenUnlinked(m.Target, store.PathOnly|unix.O_DIRECTORY)
		if err != nil {
			return err
		}
		const flags = unix.MOVE_MOUNT_F_EMPTY_PATH | unix.MOVE_MOUNT_T_EMPTY_PATH
		if err := unix.MoveMount(fd, "", target, "", flags); err != nil {
			return err
		}
		unix.Close(target)
		unix.Close(fd)
	}
	if o.Script == "" {
		os.Exit(0)
	}
	if err := os.Chdir(o.Dir); err != nil {
		return err
	}
	if o.Rename {
		if err := unix.Mount("proc", "/proc", "proc", 0, ""); err != nil {
			return err
		}
		return withRenames(o.Script)
	}
	if err := unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0); err != nil {
		return err
	}
	return unix.Exec("/bin/bash", []string{"bash", "-p", "-c", o.Script}, environ)
}

// withRenames runs a script whose renames this process is told of.
func withRenames(script string) error {
	// The helper is on another thread, that the kernel does not tell of.
	confined := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range confined {
			do()
		}
	}()
	done, dropped := make(chan bool), error(nil)
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	// The helper is as confined as the command: it may do no more to files.
	confined <- func() { dropped = drop(); close(done) }
	<-done
	if err := errors.Join(dropped, drop()); err != nil {
		return err
	}
	fd, err := Listen()
	if err != nil {
		return err
	}
	go Serve(fd, func(do func()) {
		done := make(chan bool)
		confined <- func() { do(); close(done) }
		<-done
	}, nil)
	pid, err := syscall.ForkExec("/bin/bash", []string{"bash", "-p", "-c", script},
		&syscall.ProcAttr{Env: environ, Files: []uintptr{0, 1, 2}})
	if err != nil {
		return err
	}
	var ws unix.WaitStatus
	if _, err := unix.Wait4(pid, &ws, 0, nil); err != nil {
		return err
	}
	os.Exit(ws.ExitStatus())
	return nil
}

var environ = []string{"PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent", "GIT_AUTHOR_NAME=a",
	"GIT_AUTHOR_EMAIL=a@b.c", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b.c", "GIT_CONFIG_NOSYSTEM=1",
	"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z", "TZ=UTC",
	"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=main"}

// drop takes its privileges from a thread, but for those of root.
func drop() error {
	if os.Geteuid() == 0 {
		return nil
	}
	head := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	var none [2]unix.CapUserData
	return errors.Join(unix.Prctl(unix.PR_CAP_AMBIENT, unix.PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0),
		unix.Capset(&head, &none[0]))
}

// namespaced is a command of this test binary in a user, mount and PID namespace.
func namespaced(o orders) *exec.Cmd {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err)
	}
	cmd := exec.Command("/proc/self/exe", childArg, string(text))
	cmd.Env = environ
	uid, gid := os.Geteuid(), os.Getegid()
	attr := &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER | unix.CLONE_NEWNS | unix.CLONE_NEWPID,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}},
		AmbientCaps: Capabilities()}
	if uid == 0 {
		const all = 1<<32 - 2
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: all}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: 0, Size: all}}
		attr.GidMappingsEnableSetgroups = true
	}
	cmd.SysProcAttr = attr
	return cmd
}

// world is a workspace and a state directory.
type world struct {
	t         testing.TB
	ws, state string
	masks     []Mask
	renames   bool
	n         int
}

// mountable is why this machine mounts no overlay in a user namespace.
var mountable = sync.OnceValue(func() error {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	out, err := namespaced(orders{Try: dir}).CombinedOutput()
	if err != nil {
		err = fmt.Errorf("%w %s", err, out)
	}
	return errors.Join(err, removeAll(dir))
})

// needs skips where this machine mounts no overlay in a user namespace.
func needs(t testing.TB) {
	t.Helper()
	if err := mountable(); err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "overlays in user namespaces: %v", err)
	}
}

func newWorld(t testing.TB) *world {
	t.Helper()
	needs(t)
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, ws: base + "/ws", state: base + "/state/layers"}
	if err := errors.Join(os.MkdirAll(w.ws, 0o755), os.MkdirAll(w.state, 0o700)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = removeAll(base) })
	return w
}

// bash runs a script without a layer.
func (w *world) bash(dir, script string) (string, error) {
	cmd := exec.Command("/bin/bash", "-p", "-c", script)
	cmd.Dir, cmd.Env = dir, environ
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (w *world) must(script string) string {
	w.t.Helper()
	out, err := w.bash(w.ws, script)
	if err != nil {
		w.t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return out
}

func (w *world) create() *Layer {
	w.t.Helper()
	w.n++
	l, err := CreateLayer(LayerOptions{Trees: []Tree{{Dir: w.ws, Masks: w.masks}}, State: w.state,
		ID: fmt.Sprintf("L%d", w.n), IDs: os.Geteuid() == 0})
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { l.Close() })
	return l
}

// run runs a script in a new layer.
func (w *world) run(script string) (*Layer, string, error) {
	w.t.Helper()
	l := w.create()
	out, err := namespaced(orders{Mounts: l.Mounts(), Dir: w.ws, Script: script, Rename: w.renames}).CombinedOutput()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() == 125 {
		w.t.Fatalf("%s", out)
	}
	return l, string(out), err
}

// ran is run for a script that must succeed.
func (w *world) ran(script string) *Layer {
	w.t.Helper()
	l, out, err := w.run(script)
	if err != nil {
		w.t.Fatalf("%s: %v %s", script, err, out)
	}
	return l
}

// undo undoes the applied changes of a layer, and checks that the workspace is as before.
func (w *world) undo(l *Layer, before string) {
	w.t.Helper()
	if got, err := l.Undo(); err != nil {
		w.t.Fatalf("undo: %+v, %v; want no error", got, err)
	}
	if got := look(w.t, w.ws, true); got != before {
		w.t.Errorf("undo did not restore the workspace:\n%s", differ(before, got))
	}
}

func (w *world) changes(l *Layer) Changes {
	w.t.Helper()
	c, err := l.Changes()
	if err != nil {
		w.t.Fatal(err)
	}
	return c
}

func everything(*Change) bool { return true }

// take runs a script and takes everything over.
func (w *world) take(script string) *Layer {
	w.t.Helper()
	l := w.ran(script)
	got, err := l.Take(w.changes(l), everything)
	if err != nil || len(got.Conflicts)+len(got.Withheld) > 0 {
		w.t.Fatalf("%s: %+v, %v", script, got, err)
	}
	return l
}

func list(c Changes) string {
	var b strings.Builder
	for _, x := range c.List {
		fmt.Fprintf(&b, "%s %s", x.Kind, x.Path)
		if x.onlyTimes {
			b.WriteString(" times")
		}
		if why := x.Conflict + x.Refused; why != "" {
			b.WriteString(": " + why)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// look describes a tree: content, modes, owners, links, and times where they are asked for.
func look(t testing.TB, dir string, times bool) string {
	t.Helper()
	var b bytes.Buffer
	inodes := map[uint64]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		var st unix.Stat_t
		rel, _ := filepath.Rel(dir, name)
		if err := unix.Lstat(name, &st); err == unix.EACCES {
			fmt.Fprintf(&b, "%q\n", rel)
			return nil
		} else if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%q %v %d:%d", rel, store.Mode(st.Mode), st.Uid, st.Gid)
		if times {
			fmt.Fprintf(&b, " %d", st.Mtim.Nano())
		}
		switch st.Mode & unix.S_IFMT {
		case unix.S_IFREG:
			data, err := os.ReadFile(name)
			if strings.HasSuffix(name, "/.git/index") {
				data = []byte(indexSum(name))
			}
			if first, ok := inodes[st.Ino]; ok && st.Nlink > 1 {
				fmt.Fprintf(&b, " same as %q", first)
			}
			inodes[st.Ino] = rel
			fmt.Fprintf(&b, " %d %.200q %v", len(data), data, err == nil)
		case unix.S_IFLNK:
			link, _ := os.Readlink(name)
			fmt.Fprintf(&b, " -> %q", link)
		}
		names, _ := attributes(name)
		for _, n := range names {
			if v, err := attribute(name, n); err == nil && strings.HasPrefix(n, "user.") {
				fmt.Fprintf(&b, " %s=%q", n, v)
			}
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// differ are the lines in which two texts differ.
func differ(a, b string) string {
	x, y := map[string]bool{}, map[string]bool{}
	for l := range strings.Lines(a) {
		x[l] = true
	}
	for l := range strings.Lines(b) {
		y[l] = true
	}
	var out strings.Builder
	for l := range strings.Lines(a) {
		if !y[l] {
			out.WriteString("- " + l)
		}
	}
	for l := range strings.Lines(b) {
		if !x[l] {
			out.WriteString("+ " + l)
		}
	}
	return out.String()
}

func (w *world) read(name string) string {
	data, err := os.ReadFile(path.Join(w.ws, name))
	if err != nil {
		return err.Error()
	}
	return string(data)
}
