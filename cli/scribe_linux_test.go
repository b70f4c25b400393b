//go:build linux

package cli

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine/memory/org"
)

// Killed at any moment and run again, the scribe makes one note of each of the journal's, whole, and none of one twice.
func TestScribeKilled(t *testing.T) {
	t.Parallel()
	const notes = 60
	home := t.TempDir()
	memex := filepath.Join(home, "org")
	for _, dir := range []string{filepath.Join(home, ".config", "pp"), filepath.Join(memex, "daily")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(filepath.Join(home, ".config", "pp", "config.toml"), "memex_dir = \"~/org\"\ncascade = [\"offline\"]\n")
	for i := range notes {
		write(filepath.Join(memex, "daily", fmt.Sprintf("%d.org", i)), fmt.Sprintf("* Day %d\nIt rained all day.\n", i))
	}
	for range rounds() * 2 {
		cmd := ppCommand(t, home, "dumb", "jobs", "run", "scribe")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond) // a moment of it, whichever
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		made(t, memex)
	}
	if code, out := ran(t, home, home, "jobs", "run", "scribe"); code != 0 {
		t.Fatalf("exit %d: %s", code, out)
	}
	if n := made(t, memex); n != notes {
		t.Errorf("%d notes of %d", n, notes)
	}
}

// made counts the notes that were made, each of which is whole and of another source.
func made(t *testing.T, memex string) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(memex, "notes", "*"))
	if err != nil {
		t.Fatal(err)
	}
	sources := map[string]bool{}
	for _, name := range names {
		if strings.HasPrefix(filepath.Base(name), ".pp-") {
			continue // begun when it was killed, and never a note: nothing reads such names
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := org.Parse(string(text))
		whole := strings.Contains(string(text), "It rained") && strings.HasSuffix(string(text), "]].\n")
		if len(d.Headlines) != 1 || !whole {
			t.Fatalf("%s: %q", name, text)
		}
		id, _ := d.Property(0, "SOURCE_ID", false)
		if id == "" || sources[id] {
			t.Fatalf("%s is of %q, as another is", name, id)
		}
		sources[id] = true
	}
	return len(sources)
}

// ran runs pp, and gives its exit code and all that it printed.
func ran(t *testing.T, home, dir string, args ...string) (code int, out string) {
	t.Helper()
	cmd := ppCommand(t, home, "dumb", args...)
	cmd.Dir = dir
	data, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(data)
}
