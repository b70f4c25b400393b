package sandbox

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"

	"pp/engine"
	"pp/engine/effect"
)

// cachedWorld is a world whose sandbox keeps what it finds out in a directory of its own.
func cachedWorld(t *testing.T) (w *world, name string) {
	t.Helper()
	w = newWorld(t)
	w.needs(engine.FilesMounts)
	w.probes = w.home + "/state"
	if err := os.Mkdir(w.probes, 0o700); err != nil {
		t.Fatal(err)
	}
	w.Sandbox = New(w.options())
	return w, w.probes + "/" + probeFile
}

func inode(t *testing.T, name string) uint64 {
	t.Helper()
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil {
		t.Fatal(err)
	}
	return st.Ino
}

// A second start of the same pp reads what the first found out, and says the same.
func TestProbeIsKept(t *testing.T) {
	w, name := cachedWorld(t)
	if exists(name) {
		t.Fatal("it is there before anybody asked")
	}
	first, lines := w.Probe(), w.Report()
	var st unix.Stat_t
	if err := unix.Lstat(name, &st); err != nil || st.Mode != unix.S_IFREG|0o600 {
		t.Fatalf("%v, mode %o", err, st.Mode)
	}
	again := New(w.options())
	if got := again.Probe(); got != first || !slices.Equal(again.Report(), lines) || inode(t, name) != st.Ino {
		t.Errorf("%+v %q, want %+v %q", got, again.Report(), first, lines)
	}
	before := inode(t, name)
	New(w.options()).Probe()
	if inode(t, name) != before {
		t.Error("it was found out again")
	}
	// A command of the second start is confined as one of the first.
	w.Sandbox = again
	if out, exit := w.sh(effect.Effects{}, "echo x > a.txt; cat .env; echo done"); exit.Code != 0 ||
		!strings.HasSuffix(out, "done\n") ||
		w.read(w.ws+"/a.txt") != "alpha\n" || strings.Contains(out, "PLANTED") {
		t.Errorf("%+v %s", exit, out)
	}
}

// Where there is no directory for it yet, it is kept in the cache, which is made; once a command cannot be
// set up, it is forgotten there too.
func TestProbeIsKeptInTheCache(t *testing.T) {
	w, name := cachedWorld(t)
	if err := os.Remove(w.probes); err != nil {
		t.Fatal(err)
	}
	o := w.options()
	o.ProbeCache = w.home + "/new/cache"
	kept := o.ProbeCache + "/" + probeFile
	first := New(o).Probe()
	if exists(w.probes) || !exists(kept) {
		t.Fatalf("%s is there: %v, %s is there: %v", w.probes, exists(w.probes), kept, exists(kept))
	}
	before := inode(t, kept)
	if got := New(o).Probe(); got != first || inode(t, kept) != before {
		t.Errorf("it was found out again: %+v, want %+v", got, first)
	}
	New(o).forget()
	if exists(kept) {
		t.Error("it was not forgotten")
	}
	if err := os.Mkdir(w.probes, 0o700); err != nil {
		t.Fatal(err)
	}
	if New(o).Probe(); !exists(name) || exists(kept) {
		t.Error("it is not kept in the directory for it")
	}
}

// What is not this user's own file about this machine counts for nothing, and is
// replaced by what is found out.
func TestProbeFileIsNotTrusted(t *testing.T) {
	w, name := cachedWorld(t)
	w.Probe()
	valid := w.read(name)
	machine := w.fingerprint()
	if machine == "" || !strings.Contains(valid, machine) {
		t.Fatalf("the file %s is not about %q", valid, machine)
	}
	weak, err := encode(cachedProbe{Machine: machine})
	if err != nil {
		t.Fatal(err)
	}
	put := func(text string, mode os.FileMode) func() error {
		return func() error { return errors.Join(os.WriteFile(name, []byte(text), 0o600), os.Chmod(name, mode)) }
	}
	for what, forge := range map[string]func() error{
		"nothing":         func() error { return nil },
		"empty":           put("", 0o600),
		"garbage":         put("\x00garbage", 0o600),
		"cut off":         put(valid[:len(valid)/2], 0o600),
		"too long":        put(valid+strings.Repeat(" ", maxProbeFile), 0o600),
		"another machine": put(strings.Replace(valid, machine, strings.Repeat("0", len(machine)), 1), 0o600),
		"no machine":      put(strings.Replace(valid, machine, "", 1), 0o600),
		"no namespaces":   put(string(weak), 0o600),
		"readable":        put(valid, 0o644),
		"writable":        put(valid, 0o602),
		"a directory":     func() error { return os.Mkdir(name, 0o700) },
		"a FIFO":          func() error { return unix.Mkfifo(name, 0o600) },
		"a link": func() error {
			return errors.Join(os.WriteFile(name+"2", []byte(valid), 0o600), os.Symlink(name+"2", name))
		},
		"two names": func() error { return errors.Join(put(valid, 0o600)(), os.Link(name, name+"3")) },
		"somebody else's": func() error {
			if os.Geteuid() != 0 {
				return nil
			}
			return errors.Join(put(valid, 0o600)(), os.Chown(name, nobody, nobody))
		},
	} {
		if err := errors.Join(os.RemoveAll(name), forge()); err != nil {
			t.Fatal(err)
		}
		if c, ok := readProbe(w.probes, machine); ok {
			t.Errorf("%s: trusted: %+v", what, c)
		}
		if got := New(w.options()).Probe(); got.Files != engine.FilesMounts {
			t.Errorf("%s: %+v", what, got)
		}
		if what != "a directory" && w.read(name) != valid {
			t.Errorf("%s: left as %s", what, w.read(name))
		}
	}
}

// What decides what a probe finds is in the fingerprint.
func TestFingerprint(t *testing.T) {
	w, _ := cachedWorld(t)
	first := w.fingerprint()
	if again := New(w.options()).fingerprint(); first == "" || again != first {
		t.Errorf("%q, then %q", first, again)
	}
	for what, change := range map[string]func(*Options){
		"another home":                func(o *Options) { o.Home = w.out },
		"another temporary directory": func(o *Options) { o.Temp = w.out },
		"other limits":                func(o *Options) { o.Limits.Processes = 77 },
	} {
		o := w.options()
		if change(&o); New(o).fingerprint() == first {
			t.Error(what + " changes nothing")
		}
	}
}

// A file that promises what the machine does not give stops a command; it does
// not let one run with less.
func TestProbeFilePromisesTooMuch(t *testing.T) {
	w, name := cachedWorld(t)
	c := cachedProbe{Namespaces: true, User: true, EveryID: os.Geteuid() != 0, Status: status{Filter: true, ABI: 99,
		Proc: "fresh"}}
	c.Machine = w.fingerprint()
	if err := c.write(w.probes); err != nil {
		t.Fatal(err)
	}
	exit, err := w.Run(context.Background(), w.spec(builds(w)), Command{Argv: bash("touch ran; ls /dev/shm")})
	if os.Geteuid() == 0 {
		if err != nil || exit.Code != 0 {
			t.Errorf("less than there is: %+v, %v", exit, err)
		}
		return
	}
	if !errors.Is(err, ErrSetUp) || exists(w.ws+"/ran") || exists(name) {
		t.Errorf("more than there is: %+v, %v", exit, err)
	}
}

// A filter that a probe promised and the kernel does not take is an error, and
// nothing runs.
func TestFilterIsDemanded(t *testing.T) {
	w := newWorld(t)
	w.needs(engine.FilesMounts)
	p := w.probed()
	if o := w.order(Spec{}, p); o.Filter != p.confinement.Sockets || !o.Filter {
		t.Errorf("the order demands a filter: %v, of %+v", o.Filter, p.confinement)
	}
}

func TestConcurrentProbes(t *testing.T) {
	w, name := cachedWorld(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if c := New(w.options()).Probe(); c.Files != engine.FilesMounts {
				t.Errorf("%+v", c)
			}
		})
	}
	wg.Wait()
	if _, ok := readProbe(w.probes, w.fingerprint()); !ok {
		t.Errorf("no good file is left: %s", w.read(name))
	}
	names, err := os.ReadDir(w.probes)
	if err != nil || len(names) != 1 {
		t.Errorf("%v, %v", names, err)
	}
}

// Where nothing can be written, a probe is made all the same.
func TestProbeDirCannotBe(t *testing.T) {
	w, _ := cachedWorld(t)
	want := w.Probe()
	for _, dir := range []string{w.ws + "/a.txt/below", w.ws + "/missing", "/proc"} {
		w.probes = dir
		got := New(w.options()).Probe()
		got.Layers = want.Layers // are tried where they would be kept
		if got != want {
			t.Errorf("%s: %+v, want %+v", dir, got, want)
		}
	}
	if exists(w.ws + "/missing") {
		t.Error("to ask made a directory")
	}
}
