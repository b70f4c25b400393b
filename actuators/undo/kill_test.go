package undo

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine/effect"
)

// TestInvariant11UndoSurvivesKill kills a process again and again while it keeps,
// changes and restores. Each file is the old one or the new one, the store opens,
// and no temporary is left.
func TestInvariant11UndoSurvivesKill(t *testing.T) {
	if dir := os.Getenv("UNDO_TEST_VICTIM"); dir != "" {
		victim(t, dir)
		return
	}
	dir := tempDir(t)
	files := []string{dir + "/ws/a", dir + "/ws/b", dir + "/ws/sub/c"}
	old, agent := strings.Repeat("old\n", 20_000), strings.Repeat("agent\n", 20_000)
	for _, f := range files {
		put(t, f, old, 0o640)
	}
	kills := 0
	for round := range 40 {
		cmd := exec.Command("/proc/self/exe", "-test.run", "TestInvariant11UndoSurvivesKill")
		cmd.Env = append(os.Environ(), "UNDO_TEST_VICTIM="+dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(8+round*2) * time.Millisecond)
		if cmd.Process.Kill() == nil {
			kills++
		}
		_ = cmd.Wait()
		store := open(t, dir+"/undo", Options{Clock: time.Now})
		if _, err := store.List(""); err != nil {
			t.Fatalf("round %d: the store does not open: %v", round, err)
		}
		for _, f := range files {
			if got, _ := os.ReadFile(f); string(got) != old && string(got) != agent {
				t.Fatalf("round %d: %s is neither old nor new: %d bytes", round, f, len(got))
			}
		}
		err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if strings.Contains(d.Name(), ".pp-undo-") || strings.HasPrefix(d.Name(), tempPrefix) {
				t.Errorf("round %d: %s is left", round, p)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if kills == 0 {
		t.Error("nothing was killed")
	}
}

func victim(t *testing.T, dir string) {
	files := []string{dir + "/ws/a", dir + "/ws/b", dir + "/ws/sub/c"}
	old, agent := strings.Repeat("old\n", 20_000), strings.Repeat("agent\n", 20_000)
	store, err := Open(dir+"/undo", Options{Clock: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	replace := func(f, text string) error {
		// The agent's own write is atomic too, as write-file is.
		temp := f + ".new"
		return errors.Join(os.WriteFile(temp, []byte(text), 0o640), os.Rename(temp, f))
	}
	for _, f := range files {
		if err := replace(f, old); err != nil {
			t.Fatal(err)
		}
	}
	for {
		act := does(func() error {
			return errors.Join(replace(files[0], agent), replace(files[1], agent), replace(files[2], agent))
		})
		if _, err := store.Guard(act).Do(context.Background(), cleared(t, effect.Effects{Writes: absolute(t,
			files...)})); err != nil {
			t.Fatal(err)
		}
		if e, err := store.Newest(""); err == nil {
			_, _ = store.Restore(e.ID)
		}
	}
}
