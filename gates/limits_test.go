package gates_test

import (
	"fmt"
	"path/filepath"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// crowded is a view in which a directory has more names than a view reads.
type crowded struct {
	effect.FS
	dir   string
	names []string
}

func (c crowded) ReadDir(name string) ([]string, error) {
	if name == c.dir {
		return c.names, store.ErrTooMany
	}
	return c.FS.ReadDir(name)
}

// TestLimitsFailClosed checks that pp asks before an unconfined command reads a tree with a secret, also if the secret
// is not among the names that pp reads of a directory.
func TestLimitsFailClosed(t *testing.T) {
	facts := workspaceFacts(t)
	f := facts()
	f.Confinement = engine.Confinement{}
	inside := filepath.Join(f.Dir, "src")
	many := crowded{FS: f.FS, dir: inside}
	for i := range store.MaxEntries {
		many.names = append(many.names, fmt.Sprintf("f%05d", i))
	}
	for _, command := range []string{"grep -r x src", "cat src/*", "tar cf - src | cat", "ls src | xargs cat"} {
		f.FS = many.FS
		if v := realStack().Judge(run(command), f); v.Decision != engine.Allow {
			t.Errorf("%s in a small directory without secrets: %s, want it allowed", command, v.Sentence())
		}
		f.FS = many
		if v := realStack().Judge(run(command), f); v.Decision == engine.Allow {
			t.Errorf("%s in a directory with more names than pp reads: allowed, want a question", command)
		}
	}
}
