package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Both ways of opening refuse a link in any component, and open the same.
func TestOpenUnlinked(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	err = errors.Join(err, os.MkdirAll(dir+"/d/e", 0o755), os.WriteFile(dir+"/d/e/f", []byte("x"), 0o644),
		os.Symlink("d", dir+"/dl"), os.Symlink("e", dir+"/d/el"), os.Symlink("f", dir+"/d/e/fl"),
		os.Symlink("none", dir+"/dangling"))
	if err != nil {
		t.Fatal(err)
	}
	for _, open := range []struct {
		name string
		open func(string, int) (int, error)
	}{{"at once", openat2}, {"by component", openByComponent}, {"as used", OpenUnlinked}} {
		for _, c := range []struct {
			name  string
			flags int
			want  error
		}{
			{"d/e/f", unix.O_RDONLY, nil},
			{"d/e/f", unix.O_PATH, nil},
			{"d/e", unix.O_RDONLY | unix.O_DIRECTORY, nil},
			{"d/e/f", unix.O_RDONLY | unix.O_DIRECTORY, unix.ENOTDIR},
			{"dl/e/f", unix.O_RDONLY, ErrLink},
			{"d/el/f", unix.O_RDONLY, ErrLink},
			{"d/e/fl", unix.O_RDONLY, ErrLink},
			{"d/e/fl", unix.O_PATH, ErrLink},
			{"d/el", unix.O_RDONLY | unix.O_DIRECTORY, ErrLink},
			{"d/el", unix.O_PATH | unix.O_DIRECTORY, ErrLink},
			{"dangling", unix.O_RDONLY, ErrLink},
			{"d/none", unix.O_RDONLY, unix.ENOENT},
			{"none/f", unix.O_RDONLY, unix.ENOENT},
			{"d/e/f/g", unix.O_RDONLY, unix.ENOTDIR},
		} {
			fd, err := open.open(filepath.Join(dir, c.name), c.flags)
			if !errors.Is(err, c.want) {
				t.Errorf("%s: %s with %#x: %v, want %v", open.name, c.name, c.flags, err, c.want)
			}
			if err == nil {
				unix.Close(fd)
			}
		}
		fd, err := open.open("/", unix.O_RDONLY|unix.O_DIRECTORY)
		if err != nil {
			t.Errorf("%s: the root: %v", open.name, err)
		} else {
			unix.Close(fd)
		}
		// A magic link of procfs is a link like any other.
		if fd, err := open.open("/proc/self/cwd", unix.O_PATH); !errors.Is(err, ErrLink) {
			t.Errorf("%s: /proc/self/cwd: %d, %v", open.name, fd, err)
		}
	}
	if n := openDescriptors(t); n > 30 {
		t.Errorf("%d descriptors are open: some leak", n)
	}
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// A new name is never one that is there.
func TestRenameNew(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.WriteFile(dir+"/a", []byte("a"), 0o644), os.WriteFile(dir+"/b", []byte("b"),
		0o644)); err != nil {
		t.Fatal(err)
	}
	fd, err := OpenUnlinked(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(fd)
	if err := RenameNew(fd, "a", "b"); !errors.Is(err, unix.EEXIST) {
		t.Errorf("over another file: %v", err)
	}
	if err := RenameNew(fd, "a", "c"); err != nil {
		t.Error(err)
	}
	for name, want := range map[string]string{"b": "b", "c": "a"} {
		if got, err := os.ReadFile(dir + "/" + name); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v", name, got, err)
		}
	}
}
