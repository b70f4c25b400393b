package setup

import (
	"os"
	"path/filepath"
	"testing"
	"time"

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
