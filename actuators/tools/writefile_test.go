package tools

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine/enginetest"
	"pp/engine/store"
	"pp/sexp"
)

func TestWriteFile(t *testing.T) {
	dir := scratch(t, map[string]string{"old": "old content\n", "d/": "", "link": "->old", "dangling": "->d/made",
		"dl": "->d"})
	for _, c := range []struct {
		name, content, at, want string
	}{
		{"new", "new\n", "new", "Wrote 4 bytes to new (a new file)."},
		{"old", "ä", "old", "Wrote 2 bytes to old (in place of the old content)."},
		{"link", "through", "old", "Wrote 7 bytes to old (in place of the old content)."},
		{"dangling", "x", "d/made", "Wrote 1 byte to d/made (a new file)."},
		{"dl/sub", "", "d/sub", "Wrote 0 bytes to d/sub (a new file)."},
	} {
		res, err := call(t, Options{}, dir, "write-file", "FILEPATH", c.name, "CONTENT", c.content)
		wantText(t, res, err, c.want)
		at := filepath.Join(dir, c.at)
		if got := mustRead(t, at); got != c.content {
			t.Errorf("%s has %q", c.at, got)
		}
		if len(res.Changed) != 1 || res.Changed[0] != at {
			t.Errorf("%s: changed %q", c.name, res.Changed)
		}
	}
	if to, err := os.Readlink(filepath.Join(dir, "link")); err != nil || to != "old" {
		t.Errorf("the link was replaced: %q, %v", to, err)
	}
	noTemporary(t, dir)
}

func noTemporary(t *testing.T, dir string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(dir, ".pp-*"))
	if err != nil || len(left) > 0 {
		t.Errorf("temporary files are left: %q, %v", left, err)
	}
}

func TestWriteFileKeepsModeAndOwner(t *testing.T) {
	old := syscall.Umask(0o027)
	defer syscall.Umask(old)
	dir := scratch(t, map[string]string{"run": "x", "set": "x", "private": "x", "theirs": "x"})
	for name, mode := range map[string]uint32{"run": 0o755, "set": 0o6755, "private": 0o600, "theirs": 0o664} {
		if err := unix.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	root := os.Getuid() == 0
	if root {
		if err := os.Chown(filepath.Join(dir, "theirs"), 1234, 4321); err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]uint32{"run": 0o755, "set": 0o755, "private": 0o600, "theirs": 0o664,
		"new": 0o640} {
		if _, err := call(t, Options{}, dir, "write-file", "FILEPATH", name, "CONTENT", "y"); err != nil {
			t.Fatal(err)
		}
		var st unix.Stat_t
		if err := unix.Stat(filepath.Join(dir, name), &st); err != nil {
			t.Fatal(err)
		}
		if uint32(st.Mode)&0o7777 != mode {
			t.Errorf("%s has mode %o, want %o", name, st.Mode&0o7777, mode)
		}
		if name == "theirs" && root && (st.Uid != 1234 || st.Gid != 4321) {
			t.Errorf("%s belongs to %d:%d", name, st.Uid, st.Gid)
		}
	}
}

func TestWriteFileRefuses(t *testing.T) {
	dir := scratch(t, map[string]string{"d/": "", "locked": "x", "f": "x"})
	if err := os.Chmod(filepath.Join(dir, "locked"), 0o444); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]string{
		"d":               {"d is a directory", "name of a file in it"},
		"/":               {"names a directory"},
		"none/f":          {"the directory of none/f does not exist", "Create it first"},
		"f/g":             {"f/g", "not a directory"},
		"locked":          {"locked is read-only", "ask the person"},
		"/proc/pp-test":   {"/proc/pp-test"},
		"/dev/null":       {"a device", "not replaced"},
		"d/../d/../fresh": nil,
	} {
		tool := named(t, Options{}, "write-file")
		args := plist("FILEPATH", name, "CONTENT", "y")
		_, err := tool.Spec.Effects(args, factsIn(dir))
		if err == nil {
			_, err = runCleared(t, tool, enginetest.Call(t, tool.Spec, args, factsIn(dir)))
		}
		if want == nil {
			if err != nil {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		wantError(t, err, want...)
	}
	if got := mustRead(t, filepath.Join(dir, "locked")); got != "x" {
		t.Errorf("a read-only file was changed to %q", got)
	}
	noTemporary(t, dir)
}

// A file that came to be after the verdict is not overwritten: nobody was asked
// about that.
func TestWriteFileDoesNotReplaceWhatAppeared(t *testing.T) {
	dir := scratch(t, nil)
	tool := named(t, Options{}, "write-file")
	c := enginetest.Call(t, tool.Spec, plist("FILEPATH", "f", "CONTENT", "y"), factsIn(dir))
	at := filepath.Join(dir, "f")
	if err := os.WriteFile(at, []byte("precious"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := runCleared(t, tool, c)
	wantError(t, err, "f has appeared since the call was judged", "Read it")

	// It may also appear between the look and the rename.
	dirfd, err := store.OpenUnlinked(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(dirfd)
	r := replacement{dirfd: dirfd, base: "f"}
	wantError(t, r.do(t.Context(), "y"), errAppeared.Error())
	if got := mustRead(t, at); got != "precious" {
		t.Errorf("the file was overwritten with %q", got)
	}
	noTemporary(t, dir)
}

// A file that changed after the verdict, in any way that a look can tell, is not
// the one that was approved: neither tool touches it.
func TestWhatChangedSinceTheVerdictIsKept(t *testing.T) {
	for name, change := range map[string]func(at string) error{
		"content": func(at string) error { return os.WriteFile(at, []byte("other text"), 0o644) },
		"same size": func(at string) error {
			if err := os.WriteFile(at, []byte("OLD"), 0o644); err != nil {
				return err
			}
			return os.Chtimes(at, time.Time{}, time.Now().Add(time.Second))
		},
		"another file": func(at string) error {
			info, err := os.Stat(at)
			if err != nil {
				return err
			}
			if err := os.WriteFile(at+".new", []byte("new"), 0o644); err != nil {
				return err
			}
			return errors.Join(os.Chtimes(at+".new", time.Time{}, info.ModTime()), os.Rename(at+".new", at))
		},
		"gone": os.Remove,
	} {
		for _, tool := range []struct {
			name string
			args sexp.Plist
		}{
			{"write-file", plist("FILEPATH", "f", "CONTENT", "mine")},
			{"edit-file", plist("FILEPATH", "f", "OLD", "old", "NEW", "mine")},
		} {
			t.Run(name+" "+tool.name, func(t *testing.T) {
				dir := scratch(t, map[string]string{"f": "old"})
				at := filepath.Join(dir, "f")
				which := named(t, Options{}, tool.name)
				c := enginetest.Call(t, which.Spec, tool.args, factsIn(dir))
				if err := change(at); err != nil {
					t.Fatal(err)
				}
				before, berr := os.ReadFile(at)
				_, err := runCleared(t, which, c)
				wantError(t, err, "since the call was judged", "propose the call again")
				if after, aerr := os.ReadFile(at); string(after) != string(before) || (aerr == nil) != (berr == nil) {
					t.Errorf("the file holds %q", after)
				}
				noTemporary(t, dir)
			})
		}
	}
}

// What changes while the new content is written is not replaced either.
func TestWhatChangesMeanwhileIsKept(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "old"})
	dirfd, err := store.OpenUnlinked(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(dirfd)
	r := replacement{dirfd: dirfd, base: "f"}
	if err := r.look(observed(t, dir, "f")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "f"), []byte("theirs"), 0o644); err != nil {
		t.Fatal(err)
	}
	wantError(t, r.do(t.Context(), "mine"), errDiffers.Error())
	if got := mustRead(t, filepath.Join(dir, "f")); got != "theirs" {
		t.Errorf("the file holds %q", got)
	}
	noTemporary(t, dir)
}

func TestWriteFileWithSecondName(t *testing.T) {
	dir := scratch(t, map[string]string{"f": "old"})
	if err := os.Link(filepath.Join(dir, "f"), filepath.Join(dir, "g")); err != nil {
		t.Fatal(err)
	}
	res, err := call(t, Options{}, dir, "write-file", "FILEPATH", "f", "CONTENT", "new")
	wantText(t, res, err, "Wrote 3 bytes to f (in place of the old content; the file's other names keep that).")
	if got := mustRead(t, filepath.Join(dir, "g")); got != "old" {
		t.Errorf("the other name has %q", got)
	}
}

// A reader sees the old content or the new, never a part.
func TestWriteFileIsAtomic(t *testing.T) {
	a, b := strings.Repeat("a", 500_000), strings.Repeat("b", 500_000)
	dir := scratch(t, map[string]string{"f": a})
	dirfd, err := unix.Open(dir, unix.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(dirfd)
	fd, err := store.CreateUnnamed(dirfd, 0o600)
	unnamed := err == nil
	unix.Close(fd)
	stop, done := make(chan struct{}), make(chan string, 1)
	go func() {
		for {
			select {
			case <-stop:
				done <- ""
				return
			default:
			}
			got, err := os.ReadFile(filepath.Join(dir, "f"))
			if err != nil || string(got) != a && string(got) != b {
				done <- "a reader saw a part of a write"
				return
			}
			// What is left when pp is killed: nothing, or a whole file for the moment until it is renamed.
			names, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*"))
			for _, n := range names {
				if info, err := os.Stat(n); unnamed && err == nil && info.Size() != int64(len(a)) {
					done <- "a temporary file has a name before it is written"
					return
				}
			}
		}
	}()
	for i := range 20 {
		content := a
		if i%2 == 0 {
			content = b
		}
		if _, err := call(t, Options{}, dir, "write-file", "FILEPATH", "f", "CONTENT", content); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	if why := <-done; why != "" {
		t.Error(why)
	}
}

// After a failure in the middle, the old content is there and nothing else. The
// limit is set in a process of its own, since go test too writes files here.
func TestWriteFileFailureLosesNothing(t *testing.T) {
	const limited = "PP_TEST_LIMITED"
	if os.Getenv(limited) == "" {
		cmd := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
		cmd.Env = append(os.Environ(), limited+"=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	dir := scratch(t, map[string]string{"f": "old"})
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_FSIZE, &limit); err != nil {
		t.Fatal(err)
	}
	low := unix.Rlimit{Cur: 1000, Max: limit.Max}
	if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &low); err != nil {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "%v", err)
	}
	// Writing over the limit raises SIGXFSZ, which the Go runtime ignores, and EFBIG.
	_, err := call(t, Options{}, dir, "write-file", "FILEPATH", "f", "CONTENT", strings.Repeat("x", 5000))
	if rerr := unix.Setrlimit(unix.RLIMIT_FSIZE, &limit); rerr != nil {
		t.Fatal(rerr)
	}
	wantError(t, err, "f cannot be used", "file too large")
	if got := mustRead(t, filepath.Join(dir, "f")); got != "old" {
		t.Errorf("the file has %q", got)
	}
	noTemporary(t, dir)
}
