package skills_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine/skills"
)

// put writes a file with a mode, whatever the umask.
func put(t testing.TB, name, text string, mode os.FileMode) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, mode); err != nil {
		t.Fatal(err)
	}
}

func discovered(list []skills.File) string {
	var out []string
	for _, f := range list {
		what := "ok"
		if f.Err != nil {
			what = f.Err.Error()
		}
		out = append(out, f.Name+": "+what)
	}
	return strings.Join(out, "\n")
}

func TestDiscover(t *testing.T) {
	dir := t.TempDir()
	if got := skills.Discover(filepath.Join(dir, "none"), skills.Person, os.Geteuid()); got != nil {
		t.Errorf("%v", got)
	}
	in := func(name string) string { return filepath.Join(dir, "skills", name) }
	put(t, in("Upper.lisp"), "(defun f () 1)", 0o600)
	put(t, in("an-org.org"), "text", 0o644)
	put(t, in("core-loop.lisp"), "", 0o600)
	put(t, in("notes.txt"), "", 0o600)
	put(t, in(".hidden.lisp"), "", 0o600)
	put(t, in("#auto.lisp#"), "", 0o600)
	put(t, in("a b.lisp"), "", 0o600)
	put(t, in("open.lisp"), "", 0o666)
	put(t, in("large.lisp"), strings.Repeat(" ", 1<<20+1), 0o600)
	put(t, in("sub/deep.lisp"), "", 0o600)
	put(t, in("dir.lisp/x"), "", 0o600)
	put(t, filepath.Join(dir, "outside.lisp"), "(secret)", 0o600)
	for link, to := range map[string]string{"away": "../outside.lisp", "inside": "Upper.lisp", "gone": "nowhere.lisp"} {
		if err := os.Symlink(to, in(link+".lisp")); err != nil {
			t.Fatal(err)
		}
	}
	if err := unix.Mkfifo(in("fifo.lisp"), 0o600); err != nil {
		t.Fatal(err)
	}
	put(t, in("other.lisp"), "", 0o600)
	if os.Geteuid() == 0 {
		if err := os.Chown(in("other.lisp"), 12345, 12345); err != nil {
			t.Fatal(err)
		}
	}
	list := skills.Discover(filepath.Join(dir, "skills"), skills.Person, os.Geteuid())
	got := discovered(list)
	for _, want := range []string{"upper: ok", "an-org: ok", "inside: ok", "a b: its name",
		"open: it may be changed by others",
		"large: it has more than", "away: it is a link out of", "gone: it is a link that leads nowhere", "a FIFO"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	for _, not := range []string{"core-loop", "notes", "hidden", "auto", "deep", "dir:"} {
		if strings.Contains(got, not) {
			t.Errorf("%q in\n%s", not, got)
		}
	}
	if os.Geteuid() == 0 && !strings.Contains(got, "other: it belongs to another user") {
		t.Errorf("another user's file is taken:\n%s", got)
	}
	for _, f := range list {
		if f.Err != nil && f.Text != "" || strings.Contains(f.Text, "secret") {
			t.Errorf("%s has a text", f.Path)
		}
	}
}

func TestDiscoverRefusesADirectory(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "open", "a.lisp"), "", 0o600)
	if err := os.Chmod(filepath.Join(dir, "open"), 0o777); err != nil {
		t.Fatal(err)
	}
	for i := range 201 {
		put(t, filepath.Join(dir, "many", fmt.Sprintf("a%d.lisp", i)), "", 0o600)
	}
	if err := os.Symlink("many", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "file"), "", 0o600)
	for name, trust := range map[string]skills.Trust{"open": skills.Person, "many": skills.Person,
		"link": skills.Repository,
		"file": skills.Person} {
		list := skills.Discover(filepath.Join(dir, name), trust, os.Geteuid())
		if len(list) != 1 || list[0].Err == nil {
			t.Errorf("%s: %s", name, discovered(list))
			continue
		}
		if s := load(skills.Options{}, list...); len(s.Gates()) != 1 || s.Gates()[0].Name() != "skills" {
			t.Errorf("%s opens a door", name)
		}
	}
}

// Whatever writers do, a file is seen whole, or it is said that it is being written.
func TestNeverHalfAFile(t *testing.T) {
	dir := t.TempDir()
	const writers, rounds, size = 50, 20, 40_000
	name := func(i int) string { return filepath.Join(dir, fmt.Sprintf("s%d.lisp", i)) }
	text := func(i, n int) string {
		return fmt.Sprintf(
			"(defun s%d-n () %d)\n",
			i,
			n,
		) + strings.Repeat(
			"; filler\n",
			size/9,
		) + fmt.Sprintf(
			denies,
			fmt.Sprint("s", i),
		)
	}
	for i := range writers {
		put(t, name(i), text(i, 0), 0o600)
	}
	o := os.Geteuid()
	set := load(skills.Options{}, skills.Discover(dir, skills.Person, o)...)
	var wg sync.WaitGroup
	for i := range writers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for n := range rounds {
				if n%2 == 0 {
					os.WriteFile(name(i), []byte(text(i, n)), 0o600)
					continue
				}
				os.WriteFile(name(i)+".new", []byte(text(i, n)), 0o600)
				os.Rename(name(i)+".new", name(i))
			}
		}()
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for finished := false; !finished; {
		select {
		case <-done:
			finished = true
		default:
		}
		list := skills.Discover(dir, skills.Person, o)
		for _, f := range list {
			if f.Err == nil && len(f.Text) < size {
				t.Fatalf("%s: half a file, %d bytes", f.Path, len(f.Text))
			}
			if f.Err != nil && f.Err != skills.ErrBusy {
				t.Fatalf("%s: %v", f.Path, f.Err)
			}
		}
		set = load(skills.Options{Prior: set}, list...)
		for _, k := range set.Skills() {
			if k.State != skills.Ready {
				t.Fatalf("%s is %v: %v", k.Name, k.State, k.Problem)
			}
		}
	}
}
