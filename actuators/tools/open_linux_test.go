package tools

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/engine/store"
)

// Between verdict and open, any component may be swapped for a link that leads
// to a secret, or to somewhere a file should not be written. None is followed.
func TestLinkSwappedAfterVerdict(t *testing.T) {
	secret := scratch(t, map[string]string{"key": "TOP-SECRET", "sub/key": "TOP-SECRET", "sub/deep/key": "TOP-SECRET"})
	calls := []struct {
		tool string
		args []any
	}{
		{"read-file", []any{"FILEPATH", "w/sub/key"}},
		{"search-files", []any{"PATTERN", "SECRET", "PATH", "w/sub/key"}},
		{"search-files", []any{"PATTERN", "SECRET", "PATH", "w/sub"}},
		{"find-files", []any{"PATTERN", "*", "PATH", "w/sub"}},
		{"list-directory", []any{"PATH", "w/sub"}},
		{"write-file", []any{"FILEPATH", "w/sub/key", "CONTENT", "overwritten"}},
		{"write-file", []any{"FILEPATH", "w/sub/new", "CONTENT", "written"}},
	}
	for _, c := range calls {
		for _, swap := range []struct{ at, to string }{
			{"w", secret}, {"w/sub", filepath.Join(secret, "sub")},
			{"w/sub/key", filepath.Join(secret, "key")}, {"w/sub/new", filepath.Join(secret, "new")},
		} {
			name := c.args[len(c.args)-1].(string)
			if c.tool == "read-file" || c.tool == "write-file" {
				name = c.args[1].(string)
			}
			if name != swap.at && !strings.HasPrefix(name, swap.at+"/") {
				continue // the swapped part is not in the path
			}
			dir := scratch(t, map[string]string{"w/sub/key": "harmless"})
			tool := named(t, Options{}, c.tool)
			cleared := enginetest.Call(t, tool.Spec, plist(c.args...), factsIn(dir))
			at := filepath.Join(dir, swap.at)
			if err := os.RemoveAll(at); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(swap.to, at); err != nil {
				t.Fatal(err)
			}
			res, err := runCleared(t, tool, cleared)
			if err == nil || strings.Contains(res.Text+err.Error(), "TOP-SECRET") {
				t.Errorf("%s through %s: %q, %v", c.tool, swap.at, res.Text, err)
				continue
			}
			wantError(t, err, "has changed since it was judged", "Propose the call again")
		}
	}
	for _, name := range []string{"key", "sub/key"} {
		if got := mustRead(t, filepath.Join(secret, name)); got != "TOP-SECRET" {
			t.Errorf("%s was overwritten with %q", name, got)
		}
	}
	for _, name := range []string{"new", "sub/new"} {
		if _, err := os.Lstat(filepath.Join(secret, name)); err == nil {
			t.Errorf("%s was written", name)
		}
	}
}

// What is no regular file is refused at once, before it is opened.
func TestSpecialFilesDoNotHang(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "x"})
	fifo := filepath.Join(dir, "fifo")
	if err := unix.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mknod(filepath.Join(dir, "socket"), unix.S_IFSOCK|0o600, 0); err != nil {
		t.Fatal(err)
	}
	for name, kind := range map[string]string{"fifo": "a FIFO", "socket": "a socket", "/dev/zero": "a device"} {
		_, err := call(t, Options{}, dir, "read-file", "FILEPATH", name)
		wantError(t, err, "not a regular file: "+kind, "Choose a regular file")
		_, err = call(t, Options{}, dir, "search-files", "PATTERN", "x", "PATH", name)
		wantError(t, err, "not a regular file: "+kind)
		_, err = call(t, Options{}, dir, "write-file", "FILEPATH", name, "CONTENT", "x")
		wantError(t, err, "not a regular file: "+kind)
	}
	res, err := call(t, Options{}, dir, "search-files", "PATTERN", "x")
	wantText(t, res, err, "f\n1: x\n[2 special files left out]\n")

	// A FIFO put in the place of a file after the verdict.
	tool := named(t, Options{}, "read-file")
	cleared := enginetest.Call(t, tool.Spec, plist("FILEPATH", "f"), factsIn(dir))
	if err := os.Rename(fifo, filepath.Join(dir, "f")); err != nil {
		t.Fatal(err)
	}
	_, err = runCleared(t, tool, cleared)
	wantError(t, err, "a FIFO")
}

// asNobody runs f with the file system rights of an unprivileged user, on a
// thread of its own that ends with it: tests run as root.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	if os.Getuid() != 0 {
		f()
		return
	}
	done := make(chan error)
	go func() {
		runtime.LockOSThread()
		_, _, _ = unix.RawSyscall(unix.SYS_SETFSGID, 65534, 0, 0)
		_, _, _ = unix.RawSyscall(unix.SYS_SETFSUID, 65534, 0, 0)
		now, _, _ := unix.RawSyscall(unix.SYS_SETFSUID, ^uintptr(0), 0, 0)
		if now != 65534 {
			done <- errors.New("cannot drop privileges")
			return
		}
		f()
		done <- nil
	}()
	if err := <-done; err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "%v", err)
	}
}

func TestUnreadable(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "x", "closed/g": "x", "open": "x"})
	for name, mode := range map[string]os.FileMode{filepath.Dir(dir): 0o755, dir: 0o755, dir + "/f": 0, dir +
		"/closed": 0} {
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
	}
	asNobody(t, func() {
		direct := func(name string, kv ...any) (string, error) {
			tool := named(t, Options{}, name)
			res, err := tool.Run(t.Context(), enginetest.Call(t, tool.Spec, plist(kv...), factsIn(dir)))
			return res.Text, err
		}
		for _, name := range []string{"f", "closed/g"} {
			_, err := direct("read-file", "FILEPATH", name)
			wantError(t, err, name+" may not be opened", "ask the person")
		}
		_, err := direct("list-directory", "PATH", "closed")
		wantError(t, err, "closed may not be opened")
		for _, name := range []string{"new", "open"} {
			_, err = direct("write-file", "FILEPATH", name, "CONTENT", "y")
			wantError(t, err, name+" may not be written", "ask the person")
		}
		text, err := direct("search-files", "PATTERN", "x")
		if want := "open\n1: x\n[2 entries could not be opened]\n"; text != want || err != nil {
			t.Errorf("search: %q, %v", text, err)
		}
	})
}

// A file with several names is read by none of them when one is a secret's.
func TestHardLinkToASecret(t *testing.T) {
	dir := scratch(t, map[string]string{"kept/.env": "KEY=planted-value\n", "ws/a.txt": "planted-value is told here\n",
		"ws/b.txt": "planted-value too\n"})
	err := errors.Join(os.Link(dir+"/kept/.env", dir+"/ws/notes.md"), os.Link(dir+"/ws/b.txt", dir+"/ws/c.txt"))
	if err != nil {
		t.Fatal(err)
	}
	secret, err := store.NewView().Lstat(dir + "/kept/.env")
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Linked: func(n effect.Node, _ string) bool { return n == secret.Node() }}
	for _, c := range [][]any{
		{"read-file", "FILEPATH", "notes.md"},
		{"search-files", "PATTERN", "planted", "PATH", "notes.md"},
		{"edit-file", "FILEPATH", "notes.md", "OLD", "KEY=planted-value", "NEW", "x"},
	} {
		res, err := call(t, o, dir+"/ws", c[0].(string), c[1:]...)
		if err == nil || !strings.Contains(err.Error(), "Secrets are never read") || strings.Contains(res.Text, "planted") {
			t.Errorf("%v: %q, %v", c, res.Text, err)
		}
	}
	res, err := call(t, o, dir+"/ws", "search-files", "PATTERN", "planted")
	wantText(t, res, err, "a.txt\n1: planted-value is told here\nb.txt\n1: planted-value too\n"+
		"c.txt\n1: planted-value too\n"+
		"[1 secret file left out]\n")
	res, err = call(t, o, dir+"/ws", "read-file", "FILEPATH", "c.txt")
	if err != nil || res.Text != "planted-value too\n" {
		t.Errorf("a file with two names that is no secret: %q, %v", res.Text, err)
	}
}
