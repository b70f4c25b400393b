package setup

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"pp/cli/config"
	"pp/engine"
)

// TestInvariant10ScratchLinks: what commands put into the temporary directories of a conversation leads pp nowhere else
// when it makes those again.
func TestInvariant10ScratchLinks(t *testing.T) {
	base := t.TempDir()
	s := engine.Scratch{Place: filepath.Join(base, "place"), Dirs: []string{"/scratch"}}
	outside, real := filepath.Join(base, "outside"), s.Real("/scratch")
	if err := os.Mkdir(s.Place, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(outside, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", "/scratch/mine/deep")
	for range 2 {
		if err := makeScratch(s, "/scratch"); err != nil {
			t.Fatal(err)
		}
	}
	if info, err := os.Stat(filepath.Join(real, "mine/deep")); err != nil || !info.IsDir() {
		t.Error(err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode() != os.ModeDir|os.ModeSticky|0o777 {
		t.Error(info.Mode(), err)
	}
	for _, link := range []string{"mine", "mine/deep"} {
		if err := os.RemoveAll(filepath.Join(real, "mine")); err != nil {
			t.Fatal(err)
		}
		_ = os.Mkdir(filepath.Join(real, filepath.Dir(link)), 0o700)
		if err := os.Symlink(outside, filepath.Join(real, link)); err != nil {
			t.Fatal(err)
		}
		if err := makeScratch(s, "/scratch"); err != nil {
			t.Error(err)
		}
	}
	info, err := os.Stat(outside)
	names, _ := os.ReadDir(outside)
	if err != nil || info.Mode().Perm() != 0o700 || len(names) > 0 {
		t.Errorf("%v %v %v", info.Mode(), names, err)
	}
}

func TestSweep(t *testing.T) {
	dir, now := t.TempDir(), time.Now()
	for name, age := range map[string]time.Duration{"new": time.Hour, "old": 25 * time.Hour, "used": 25 * time.Hour} {
		at := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Join(at, "tmp/a"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(at, now.Add(-age), now.Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	f, err := lockDir(filepath.Join(dir, "used"), 1) // LOCK_SH
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sweep(dir, now)
	for name, want := range map[string]bool{"new": true, "old": false, "used": true} {
		if _, err := os.Stat(filepath.Join(dir, name)); (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPlaceWithoutLinks: the temporary directories have one name, also where the state directory is behind a link.
func TestPlaceWithoutLinks(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	real, link := filepath.Join(base, "real"), filepath.Join(base, "link")
	if err := errors.Join(os.Mkdir(real, 0o700), os.Symlink(real, link)); err != nil {
		t.Fatal(err)
	}
	m := &Machine{settings: &Settings{Config: &config.Config{}}, Confined: func() bool { return true }}
	m.settings.Config.Paths.StateDir = filepath.Join(link, "pp")
	s := m.scratches(engine.Facts{Temp: "/tmp"})
	if want := filepath.Join(real, "pp", MachinesName, "none"); s.Place != want {
		t.Errorf("the place is %s, want %s", s.Place, want)
	}
	if s.Has(s.Place) {
		t.Errorf("the place is one of its own directories: %+v", s)
	}
	if err := os.MkdirAll(s.Real("/tmp/x"), 0o700); err != nil {
		t.Fatal(err)
	}
	m.left.Dir = "/tmp/x"
	if got := m.Left().Dir; got != "/tmp/x" {
		t.Errorf("a command that went to /tmp/x left %q", got)
	}
}
