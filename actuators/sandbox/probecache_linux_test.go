package sandbox

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"

	"pp/engine"
)

// cachedWorld is a world whose sandbox keeps what it finds out in a directory of its own.
func cachedWorld(t *testing.T) (w *world, name string) {
	t.Helper()
	w = newWorld(t)
	w.needs(engine.FilesMounts)
	w.probes = w.home + "/state"
	w.Sandbox = New(w.options())
	return w, w.probes + "/" + probeFile
}

// TestProbeIsKept checks that a second start of the same pp reads the cached probe, and ignores any other file.
func TestProbeIsKept(t *testing.T) {
	w, name := cachedWorld(t)
	if exists(name) {
		t.Fatal("it is there before anybody asked")
	}
	w.Probe()
	valid, machine := w.read(name), w.fingerprint()
	if c, ok := readProbe(w.probes, machine); !ok || machine == "" || !c.Namespaces {
		t.Fatalf("the file %s is not about %q", valid, machine)
	}
	o := w.options()
	if o.Home = w.out; New(o).fingerprint() == machine {
		t.Error("another home has the same fingerprint, want another one")
	}
	for what, text := range map[string]string{"empty": "", "garbage": "\x00garbage", "cut off": valid[:len(valid)/2],
		"too long":        valid + strings.Repeat(" ", maxProbeFile),
		"another machine": strings.Replace(valid, machine, strings.Repeat("0", len(machine)), 1)} {
		w.put(name, text)
		if c, ok := readProbe(w.probes, machine); ok {
			t.Errorf("%s: trusted: %+v", what, c)
		}
		if got := New(w.options()).Probe(); got.Files != engine.FilesMounts || w.read(name) != valid {
			t.Errorf("%s: probe %+v, file %q; want mounts, and the file replaced", what, got, w.read(name))
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
	w := newMountedWorld(t)
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
}
