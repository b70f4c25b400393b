package undo

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"pp/engine/enginetest"
)

// TestUnprivileged runs the tests again as a user without privileges.
func TestUnprivileged(t *testing.T) {
	if os.Geteuid() != 0 {
		enginetest.Skip(t, os.Getenv, false, "root; whoever is not runs the tests in this way already")
	}
	t.Parallel()
	needs(t)
	base, err := os.MkdirTemp("", "layer")
	if err == nil {
		t.Cleanup(func() { _ = removeAll(base) })
		err = errors.Join(os.Chmod(base, 0o755), os.Mkdir(base+"/user", 0o755), os.Chown(base+"/user", nobody, nobody))
	}
	if err != nil {
		t.Fatal(err)
	}
	tests := "^(TestClosedBelow|TestTakeDropUndo|TestChoice|TestGitLocked)"
	if os.Getenv("PP_LONG") == "1" {
		tests = "^(TestClosedBelow|TestTakeDropUndo|TestNoChange|TestMask|TestChoice|TestGit|TestConflicts|" +
			"TestInvariant18|TestRandom|TestRename)"
	}
	cmd := exec.Command("/proc/self/exe", "-test.v", "-test.run", tests)
	cmd.Dir = "/"
	cmd.Env = append(environ, "TMPDIR="+base+"/user", "PP_CI="+os.Getenv("PP_CI"))
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	out, err := cmd.CombinedOutput()
	var failed strings.Builder
	for l := range strings.Lines(string(out)) {
		if !strings.Contains(l, "--- PASS") && !strings.Contains(l, "=== RUN") {
			failed.WriteString(l)
		}
	}
	if n := strings.Count(string(out), "--- PASS"); err != nil || n < 15 || strings.Contains(string(out), "--- SKIP") {
		t.Errorf("%d passed; %v\n%s", n, err, failed.String())
	}
}

const fixture = `mkdir -p d/e k ro; echo a > a; echo b > b; echo f > d/f; echo g > d/e/g; echo x > d/x; ln -s a link
chmod 755 d/x; echo r > ro/r; ln b hard; echo keep > k/keep; touch -d 2020-01-01 a b d/f d/e/g d/x
touch -d 2019-01-01 d/e k d .`

// scripts are what is done in a layer, beside it, and undone.
var scripts = []struct{ name, script string }{
	{"nothing", "cat a > /dev/null"},
	{"new", "echo n > n; mkdir -p p/q/r; echo m > p/q/m; ln -s m p/q/l; mkfifo p/fifo"},
	{"modify", "echo more >> a; echo less > d/f; chmod 600 d/e/g"},
	{"same content", "cp -p a aa; cat aa > a; touch -r aa a; rm aa"},
	{"delete", "rm a; rm -r d; rm link"},
	{"replace", "rm -r d; echo file > d; rm a; mkdir a; echo in > a/in; rm link; ln -s b link"},
	{"opaque", "rm -r d; mkdir d; echo f > d/f; echo new > d/new; mkdir d/e"},
	{"rename", "mv a a2; mv a2 d/a3; mv d/f f"},
	{"rename a directory", "mv d d2; mv k d2/k"},
	{"hard link", "ln a a-too; ln d/f k/f"},
	{"touch", "touch -d 2021-02-03 a; touch -d 2021-02-03 k"},
	{"temporary", "echo t > d/t; rm d/t"},
	{"read-only", "chmod 555 ro; mkdir n; echo > n/n; chmod 555 n; echo > ro2; chmod 400 ro2"},
	{"closed", "chmod 000 d; mkdir z; echo > z/z; chmod 000 z; chmod 000 a"},
	{"names", "mkdir 'n:m,o' $'a\\nb' 'back\\\\slash'; echo > $'a\\nb/\\xff'; echo > 'n:m,o/ü'"},
	{"sed", "sed -i s/a/b/ a d/f; sed -i s/g/h/ d/e/g"},
	{"attributes", "setfattr -n user.x -v y a 2>/dev/null || python3 -c 'import os; os.setxattr(\"a\", " +
		"\"user.x\", b\"y\")'"},
	{"mode of the top", "chmod 700 ."},
}

// What is taken over is what bash does; undone, and dropped, all is as it was.
func TestTakeDropUndo(t *testing.T) {
	for _, c := range scripts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(fixture)
			before := look(t, w.ws, true)
			w.must("cp -a . ../copy; chmod 755 ../copy")
			if out, err := w.bash(w.ws+"/../copy", c.script); err != nil {
				t.Fatalf("%v %s", err, out)
			}
			want := look(t, w.ws+"/../copy", false)

			l := w.ran(c.script)
			if got := look(t, w.ws, true); got != before {
				t.Fatalf("before anything was taken over:\n%s", differ(before, got))
			}
			changes := w.changes(l)
			if got, err := l.Take(changes, everything); err != nil || len(got.Conflicts)+len(got.Withheld) > 0 {
				t.Fatalf("%+v, %v", got, err)
			}
			if got := look(t, w.ws, false); got != want {
				t.Errorf("taken over:\n%s\nthe changes:\n%s", differ(want, got), list(changes))
			}
			// Another process can undo it, by what the journal says.
			err := l.Close()
			if err == nil {
				l, err = OpenLayer(l.dir)
			}
			if err != nil {
				t.Fatal(err)
			}
			w.undo(l, before)

			l, _, _ = w.run(c.script)
			_ = w.changes(l)
			if err := l.Drop(); err != nil {
				t.Fatal(err)
			}
			if got := look(t, w.ws, true); got != before {
				t.Errorf("dropped:\n%s", differ(before, got))
			}
			if left, _ := os.ReadDir(w.state); len(left) != 1 {
				t.Errorf("%d records are left", len(left))
			}
		})
	}
}

func TestNoChange(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	for _, script := range []string{"true", "cat a", "echo a > z; rm z; touch -d 2019-01-01 .", ": >> a", "mv " +
		"d/f x; mv x d/f; touch -d 2019-01-01 d ."} {
		l := w.ran(script)
		if c := w.changes(l); len(c.List) > 0 {
			t.Errorf("%s: %s", script, strings.ReplaceAll(list(c), "\n", "; "))
		}
	}
}

// What several commands did to the same files and directories is undone one after the other; what somebody did
// between them is not lost.
func TestUndoInTurn(t *testing.T) {
	w := newWorld(t)
	w.must(fixture)
	states := []string{look(t, w.ws, true)}
	var records []string
	for _, script := range []string{"echo 1 >> a; mkdir n; echo 1 > n/f; rm d/x",
		"echo 2 >> a; echo 2 > n/f; chmod 600 d/f",
		"echo 3 >> a; rm n/f; echo 3 > n/g; chmod 640 d/f; mv d/e n/e", "rm -r n; echo 4 > a"} {
		l := w.take(script)
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		records = append(records, l.dir)
		states = append(states, look(t, w.ws, true))
	}
	undo := func(n int) error {
		l, err := OpenLayer(records[n])
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		_, err = l.Undo(records[n+1:]...)
		return err
	}
	for n := range 3 {
		if err := undo(3 - n); err != nil {
			t.Fatalf("undoing %d: %v", 3-n, err)
		}
		if got := look(t, w.ws, true); got != states[3-n] {
			t.Errorf("undone %d:\n%s", 3-n, differ(states[3-n], got))
		}
	}
	w.must("touch -r n/f stamp; echo 9 > n/f; touch -r stamp n/f; rm stamp") // of the same size and time
	if err := undo(0); !errors.Is(err, ErrChanged) || w.read("n/f") != "9\n" {
		t.Errorf("somebody's change: %v", err)
	}
}

// What a directory holds that its owner may not enter cannot be compared: it is refused with the reason, and all else
// is taken over. Root enters every directory.
func TestClosedBelow(t *testing.T) {
	w := newWorld(t)
	w.must(fixture + "; chmod 000 d; chmod 600 k")
	before := look(t, w.ws, true)
	l := w.ran("chmod 700 d k; echo more >> d/f; rm -r d/e; echo > k/new; echo more >> a; chmod 600 k")
	changes := w.changes(l)
	refused := 0
	for _, c := range changes.List {
		if c.Refused != "" {
			refused++
		}
	}
	if os.Geteuid() != 0 && refused != 2 || os.Geteuid() == 0 && refused != 0 {
		t.Errorf("%d refused: %s", refused, list(changes))
	}
	if got, err := l.Take(changes, everything); err != nil || len(got.Conflicts) > 0 || w.read("a") != "a\nmore\n" {
		t.Errorf("%+v, %v", got, err)
	}
	w.undo(l, before)
}
