package command

import (
	"os"
	"path/filepath"
	"testing"
)

// What undo did is said of each file: one that was made is removed again.
func TestUndoSaysWhatItDid(t *testing.T) {
	dir := t.TempDir()
	here, gone := filepath.Join(dir, "here"), filepath.Join(dir, "gone")
	if err := os.WriteFile(here, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for want, paths := range map[string][]string{
		"restored " + here + "\n": {here},
		"removed " + gone + "\n":  {gone},
		"restored " + here + "\nremoved " + gone + ", " + gone + "2\n": {gone, here, gone + "2"},
		"": nil,
	} {
		if got := undoneText(paths); got != want {
			t.Errorf("%v: %q", paths, got)
		}
	}
}
