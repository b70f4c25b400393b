package layer

import (
	"errors"
	"os"
	"path"
	"testing"

	"golang.org/x/sys/unix"
)

// TestSpareDirectories is that the directories of a layer in which nothing was changed serve the next one, as if they
// had just been made, and that none that was used, or cut off anywhere on the way, leaks anything into it.
func TestSpareDirectories(t *testing.T) {
	w := newWorld(t)
	w.masks = []Mask{{Path: "secret"}}
	w.must("echo 1 > a; echo s > secret; chmod 750 .")
	spare := path.Join(path.Dir(w.state), "spare")
	upper := func(l *Layer) (st unix.Stat_t) {
		if err := unix.Lstat(l.Mounts()[0].Upper, &st); err != nil {
			t.Fatal(err)
		}
		return st
	}
	nothing := func(script string) uint64 {
		l, out, err := w.run(script)
		if c := w.changes(l); err != nil || len(c.List) > 0 {
			t.Fatal(out, err, list(c))
		}
		st := upper(l)
		if err := l.Drop(); err != nil {
			t.Fatal(err)
		}
		return st.Ino
	}
	first := nothing("cat a")
	if next := nothing("test ! -s secret && rm -f none"); next != first {
		t.Error("the directories were made anew")
	}
	w.must("chmod 700 .")
	l, out, err := w.run("echo 2 > b; echo 3 > a; rm -f secret")
	if st := upper(l); err != nil || st.Ino != first || st.Mode&0o777 != 0o700 {
		t.Errorf("%v %o %s %v", st.Ino == first, st.Mode, out, err)
	}
	if err := l.Drop(); err != nil || exists(spare) {
		t.Error("what was changed is spared", err)
	}
	nothing("true")
	for name, cut := range map[string]func() error{
		"before the journal is emptied": func() error {
			return os.WriteFile(spare+"/journal", []byte("; 1 0\n"), 0o600)
		},
		"before the journal has its other name": func() error {
			return os.Rename(spare+"/"+freshName, spare+"/journal")
		},
		"when the disk lost its order": func() error {
			return errors.Join(os.WriteFile(spare+"/0.upper/planted", nil, 0o600), os.Mkdir(spare+"/0.work/work", 0))
		},
	} {
		if err := cut(); err != nil {
			t.Fatal(name, err)
		}
		nothing("test ! -e planted")
		if names, err := readNames(w.state, 10); err != nil || len(names) > 0 || !exists(spare) {
			t.Error(name, names, err)
		}
	}
	// One that was cut off before it had its journal is nobody's after a while.
	if err := os.Rename(spare, path.Join(w.state, "cut")); err != nil {
		t.Fatal(err)
	}
	if err := setTime(unix.AT_FDCWD, path.Join(w.state, "cut"), 0); err != nil {
		t.Fatal(err)
	}
	if err := Recover(w.state); err != nil || exists(path.Join(w.state, "cut")) {
		t.Error(err)
	}
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}
