package store_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

// Nothing but a regular file is opened, and nothing that is not one is waited for.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	large := bytes.Repeat([]byte("0123456789"), 100_000)
	socket, err := net.Listen("unix", dir+"/socket")
	err = errors.Join(err, os.WriteFile(dir+"/file", []byte("text"), 0o644), os.Symlink("file", dir+"/link"),
		os.WriteFile(dir+"/large", large, 0o644), os.WriteFile(dir+"/empty", nil, 0o644), os.Mkdir(dir+"/dir", 0o755),
		unix.Mkfifo(dir+"/fifo", 0o644), os.Symlink("/dev/zero", dir+"/endless"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	for _, c := range []struct {
		name string
		max  int64
		want []byte
		err  error
	}{
		{dir + "/file", 100, []byte("text"), nil},
		{dir + "/file", 4, []byte("text"), nil},
		{dir + "/file", 3, []byte("tex"), nil},
		{dir + "/empty", 3, nil, nil},
		{dir + "/large", 1 << 20, large, nil},
		{dir + "/large", 700_000, large[:700_000], nil},
		{dir + "/none", 3, nil, fs.ErrNotExist},
		{dir + "/link", 3, nil, store.ErrSpecial},
		{dir + "/endless", 3, nil, store.ErrSpecial},
		{dir + "/dir", 3, nil, store.ErrDirectory},
		{dir + "/fifo", 3, nil, store.ErrSpecial},
		{dir + "/socket", 3, nil, store.ErrSpecial},
		{"/dev/zero", 3, nil, store.ErrSpecial},
	} {
		got, err := store.Read(t.Context(), c.name, c.max)
		if !errors.Is(err, c.err) || err == nil && !bytes.Equal(got, c.want) {
			t.Errorf("%s, %d bytes: %d bytes, %v; want %d, %v", c.name, c.max, len(got), err, len(c.want), c.err)
		}
	}
	gone, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := store.Read(gone, dir+"/large", 1<<20); !errors.Is(err, stopped) {
		t.Errorf("when nobody waits: %v", err)
	}
}

func TestWhole(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "f"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(name, []byte("four"), 0o600), os.Symlink(name, link)); err != nil {
		t.Fatal(err)
	}
	if got, err := store.Whole(name, 4); err != nil || string(got) != "four" {
		t.Errorf("%q, %v", got, err)
	}
	for what, most := range map[string]int64{name: 3, link: 4, dir: 4, name + "x": 4} {
		if got, err := store.Whole(what, most); err == nil || got != nil {
			t.Errorf("%s of at most %d: %q, %v", what, most, got, err)
		}
	}
}

func TestSameFiles(t *testing.T) {
	dir := t.TempDir()
	a, b, c := filepath.Join(dir, "a"), filepath.Join(dir, "b"), filepath.Join(dir, "c")
	err := errors.Join(os.WriteFile(a, []byte("x"), 0o600), os.WriteFile(b, []byte("x"), 0o600),
		os.WriteFile(c, []byte("y"), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	same := store.SameFiles
	if !same(a, b) || same(a, c) || same(a, dir) || same(a, a+"x") {
		t.Error("not told apart")
	}
}
