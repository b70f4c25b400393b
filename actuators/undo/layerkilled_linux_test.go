package undo

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// layerVictim does something with a record, and kills itself at a given point. It does not return.
func layerVictim(what, dir, point string) {
	left, _ := strconv.Atoi(point)
	l, err := OpenLayer(dir)
	if err == nil {
		l.at = func() {
			if left--; left == 0 {
				_ = unix.Kill(os.Getpid(), unix.SIGKILL)
				select {}
			}
		}
		switch what {
		case "take":
			var c Changes
			if c, err = l.Changes(); err == nil {
				_, err = l.Take(c, everything)
			}
		case "undo":
			_, err = l.Undo()
		case "recover":
			err = l.recover()
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// kill runs a victim, and reports whether it was killed before it was done.
func (w *world) kill(what, dir string, point int) bool {
	w.t.Helper()
	out, err := exec.Command("/proc/self/exe", victimArg, what, dir, strconv.Itoa(point)).CombinedOutput()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signal() == syscall.SIGKILL {
			return true
		}
	}
	if err != nil {
		w.t.Fatalf("%s at %d: %v %s", what, point, err, out)
	}
	return false
}

const killScript = `echo n > n; mkdir -p p/q; echo m > p/q/m; echo more >> a; rm d/f; rm -r d/e; chmod 700 d/x
mkdir t; mv k t/k;
touch -d 2021-01-01 ro/r; rm link; mkdir link; echo > link/l; git checkout -q -b other; echo 2 > tracked
git add tracked n; git commit -qm 2`

// TestInvariant18KilledTakingOver: killed at any point while taking over or undoing, the next start finishes it or
// leaves nothing of it; so it does when that is killed too. Git looks at its repository every few times, and the tree
// is the same file by file each time.
func TestInvariant18KilledTakingOver(t *testing.T) {
	w := newWorld(t)
	w.must(fixture + "\ngit init -q .; echo 1 > tracked; git add tracked; git commit -qm 1; touch -d 2019-01-01 .")
	before := look(t, w.ws, false)
	w.take(killScript).Close()
	after := look(t, w.ws, false)
	times := 24
	if os.Getenv("PP_LONG") == "1" {
		times = 1000
	}
	if n, err := strconv.Atoi(os.Getenv("PP_KILLS")); err == nil {
		times = n
	}
	dir, taken, killed := w.state+"/L1", true, 0
	fresh := false                                   // the layer at hand waits to be taken over
	last := map[string]int{"take": 100, "undo": 100} // the point after which it ran to its end
	for n := 0; killed < times; n++ {
		what := "take"
		if taken {
			what = "undo"
		} else if !fresh {
			l := w.ran(killScript)
			if err := errors.Join(l.Keep(), l.Close()); err != nil {
				t.Fatal(err)
			}
			dir, fresh = l.dir, true
		}
		point := 1 + (n*7)%last[what]
		if w.kill(what, dir, point) {
			killed++
			if n%3 == 0 && w.kill("recover", dir, 1+n%10) {
				killed++
			}
		} else {
			last[what] = point
		}
		if err := RecoverLayers(w.state); err != nil {
			t.Fatalf("%s at %d: %v", what, point, err)
		}
		got := look(t, w.ws, false)
		if taken = got == after; !taken && got != before {
			t.Fatalf("%s, killed at %d:\n%s\nand\n%s", what, point, differ(before, got), differ(after, got))
		}
		fresh = fresh && !taken
		if n%8 != 0 {
			continue
		}
		if out, err := w.bash(w.ws, "git fsck --strict && ! ls .git/*.lock .git/refs/heads/*.lock 2>/dev/null"); err != nil {
			t.Fatalf("%s, killed at %d: %s", what, point, out)
		}
	}
	t.Logf("the last points were %v", last)
}
