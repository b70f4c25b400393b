package store_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/store"
)

func write(t testing.TB, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// What a view has said once it says again, whatever became of the tree.
func TestObservedOnce(t *testing.T) {
	dir := t.TempDir()
	file, link, missing := filepath.Join(dir, "f"), filepath.Join(dir, "l"), filepath.Join(dir, "later")
	write(t, file, "old")
	if err := os.Symlink("f", link); err != nil {
		t.Fatal(err)
	}
	v := store.NewView()
	before, err := v.Lstat(file)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Lstat(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("a missing file: %v", err)
	}
	if to, err := v.Readlink(link); err != nil || to != "f" {
		t.Fatalf("the link: %q, %v", to, err)
	}
	if names, err := v.ReadDir(dir); err != nil || !slices.Equal(names, []string{"f", "l"}) {
		t.Fatalf("the directory: %q, %v", names, err)
	}

	// Everything changes.
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/etc/shadow", file); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(link); err != nil {
		t.Fatal(err)
	}
	write(t, missing, "new")

	if after, err := v.Lstat(file); err != nil || after != before {
		t.Errorf("the second look at a file: %+v, %v; the first: %+v", after, err, before)
	}
	if _, err := v.Lstat(missing); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that came later is seen: %v", err)
	}
	if to, err := v.Readlink(link); err != nil || to != "f" {
		t.Errorf("the second look at a link: %q, %v", to, err)
	}
	if names, err := v.ReadDir(dir); err != nil || !slices.Equal(names, []string{"f", "l"}) {
		t.Errorf("the second look at a directory: %q, %v", names, err)
	}
	if info, err := store.NewView().Lstat(file); err != nil || info.Mode&fs.ModeSymlink == 0 {
		t.Errorf("a new view does not look anew: %+v, %v", info, err)
	}
}

// Lstat says what os.Lstat says, of every kind of file.
func TestLstatAgreesWithOS(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("file"), "12345")
	write(t, at("setuid"), "")
	for _, err := range []error{
		os.Chmod(at("setuid"), 0o755|fs.ModeSetuid|fs.ModeSetgid), os.Mkdir(at("dir"), 0o700),
		os.Chmod(at("dir"), 0o777|fs.ModeSticky), os.Symlink("nowhere", at("link")), unix.Mkfifo(at("fifo"), 0o640),
		os.Link(at("file"), at("second")), unix.Mknod(at("socket"), unix.S_IFSOCK|0o600, 0),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{at("file"), at("setuid"), at("dir"), at("link"), at("fifo"), at("second"), at("socket"),
		"/dev/null", "/", "/proc/self"} {
		want, err := os.Lstat(name)
		if err != nil {
			t.Fatal(err)
		}
		st := want.Sys().(*syscall.Stat_t)
		got, err := store.NewView().Lstat(name)
		if err != nil || got.Mode != want.Mode() || got.Inode != st.Ino || got.Dev != uint64(st.Dev) ||
			got.UID != st.Uid || got.Links != uint64(st.Nlink) || got.Size != want.Size() {
			t.Errorf("%s: %+v, %v; os says %v, %+v", name, got, err, want.Mode(), st)
		}
	}
}

func TestHash(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "f"), filepath.Join(dir, "l")
	text := strings.Repeat("0123456789", 100_000)
	write(t, file, text)
	if err := os.Symlink("f", link); err != nil {
		t.Fatal(err)
	}
	for max, want := range map[int64]string{0: "", 300_000: text[:300_000], 1_000_000: text, 1 << 40: text} {
		sum, size, err := store.NewView().Hash(file, max)
		if err != nil || size != int64(len(want)) || sum != sha256.Sum256([]byte(want)) {
			t.Errorf("at most %d bytes: %d, %v", max, size, err)
		}
	}
	for _, name := range []string{link, dir, "/dev/zero", filepath.Join(dir, "none")} {
		if _, _, err := store.NewView().Hash(name, 10); err == nil {
			t.Errorf("%s has a digest", name)
		}
	}
}

// A directory with one entry too many is an error, with as many names as are read;
// with PP_LONG=1 also at the limit of a view.
func TestReadDirIsBounded(t *testing.T) {
	bounded(t, 70, func(dir string) ([]string, error) { return store.ReadDirMost(dir, 70) })
	if os.Getenv("PP_LONG") == "1" {
		v := store.NewView()
		bounded(t, store.MaxEntries, v.ReadDir)
	}
}

func bounded(t *testing.T, most int, read func(string) ([]string, error)) {
	t.Helper()
	parent := t.TempDir()
	dir, exact := filepath.Join(parent, "over"), filepath.Join(parent, "exact")
	for i := range most + 1 {
		if err := os.MkdirAll(filepath.Join(dir, fmt.Sprintf("%05d", i)), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		names, err := read(dir)
		if !errors.Is(err, store.ErrTooMany) || len(names) != most || !slices.IsSorted(names) {
			t.Errorf("%d names, %v", len(names), err)
		}
	}
	if err := errors.Join(os.Remove(filepath.Join(dir, "00000")), os.Rename(dir, exact)); err != nil {
		t.Fatal(err)
	}
	if names, err := read(exact); err != nil || len(names) != most {
		t.Errorf("exactly the limit: %d names, %v", len(names), err)
	}
}

// A view may be used from many goroutines; they all see one tree.
func TestConcurrentUse(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "f")
	write(t, file, "")
	v := store.NewView()
	sizes := make([]int64, 16)
	var wg sync.WaitGroup
	for i := range sizes {
		wg.Go(func() {
			_ = os.WriteFile(file, bytes.Repeat([]byte("x"), i+1), 0o644)
			info, err := v.Lstat(file)
			if err != nil {
				t.Error(err)
			}
			sizes[i] = info.Size
		})
	}
	wg.Wait()
	if slices.Min(sizes) != slices.Max(sizes) {
		t.Errorf("one view saw different sizes: %v", sizes)
	}
}
