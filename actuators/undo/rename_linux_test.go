package undo

import (
	"errors"
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A directory that exists below is renamed as without a layer, by programs that know no other way.
func TestRenames(t *testing.T) {
	const py = "python3 -c 'import os,sys; os.rename(*sys.argv[1:])' "
	const exchange = "python3 -c 'import ctypes, os, sys; a, b = map(os.fsencode, sys.argv[1:]); " +
		"sys.exit(ctypes.CDLL(None).renameat2(-100, a, -100, b, 2) != 0)' "
	for _, script := range []string{
		py + "d d2", py + "d k/d", "cd d; " + py + "e ../e2", "mkdir d2; " + py + "d d2", "mkdir n; " + py + "d " +
			"n/d; " + py + "n/d d4",
		py + "d $PWD/d6; " + py + "k d6/k; " + py + "d6 d7; echo > d7/new; rm d7/f",
		"chmod 700 d/e; touch -d 2018-01-01 d/e; " + py + "d d2", py + "a a2; " + py + "link l2; " + py + "a2 link; " +
			"" + py + "l2 d/l",
		"! " + py + "d k 2>&1; ! " + py + "d d/e/x 2>&1; ! " + py + "d a 2>&1; ! " + py + "none x 2>&1; ! " + py + "a k 2>&1",
		"mv d d2; mv -n k d2; mv d2/e .", exchange + "d k", exchange + "d/e k", exchange + "a d", exchange + "d a",
		"! " + exchange + "d d/e; ! " + exchange + "d none; ! " + exchange + "none d; " + exchange + "a d/f",
		"git init -q .; git add .; git " +
			"commit -qm 1; git mv d dd; git commit -qm 2",
		"ln d/f d/e/other; " + py + "d d2", "mkdir -p deep/{1,2}/{3,4}/{5,6}; touch deep/{1,2}/{3,4}/{5,6}/{7,8}; " +
			"" + py + "deep d/deep",
		// What a path leads to is for the kernel, not for its letters, to say.
		"mkdir -p far/off far/d; ln -s far/off l; " + py + "l/../d l/../d9", py + "d/. d2 2>&1 || " + py + "./d/ d2/",
		"chmod 555 d/e; " + py + "d d2; chmod 755 d2/e",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.renames = true
			w.must(fixture + "; chmod 755 ro; umask 0; find . -newer a -exec touch -h -d 2019-01-01 {} +")
			before := look(t, w.ws, true)
			w.must("cp -a . ../copy")
			plain, err := w.bash(w.ws+"/../copy", script)
			if err != nil {
				t.Fatal(plain, err)
			}
			l, out, err := w.run(script)
			if err != nil || strings.ReplaceAll(out, w.ws, "") != strings.ReplaceAll(plain, w.ws, "") {
				t.Fatalf("%v %s\nnot %s", err, out, plain)
			}
			changes := w.changes(l)
			if got, err := l.Take(changes, everything); err != nil || len(got.Conflicts) > 0 {
				t.Fatalf("%+v, %v", got, err)
			}
			if got, want := look(t, w.ws, false), look(t, w.ws+"/../copy", false); got != want {
				t.Errorf("%s\n%s", differ(want, got), list(changes))
			}
			w.undo(l, before)
		})
	}
}

// A rename that fails when all is moved leaves everything where it was.
func TestRenameRollsBack(t *testing.T) {
	w := newWorld(t)
	w.must(fixture + "; chmod 500 d/e")
	before := look(t, w.ws, true)
	dir, err := os.Open(w.ws)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Close()
	var top unix.Stat_t
	if err := unix.Fstat(int(dir.Fd()), &top); err != nil {
		t.Fatal(err)
	}
	for _, old := range []string{"d", "d/e"} {
		if err := moveInto(int(dir.Fd()), old, int(dir.Fd()), "k", 0); !errors.Is(err, unix.EEXIST) {
			t.Fatal(err)
		}
		if err := setTime(unix.AT_FDCWD, w.ws, top.Mtim.Nano()); err != nil {
			t.Fatal(err)
		}
		if got := look(t, w.ws, true); got != before {
			t.Errorf("%s: %s", old, differ(before, got))
		}
	}
}
