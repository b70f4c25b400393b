package setup

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWorkspaceIsNotWhatIsAboveAHome: a manifest that lies in a directory that can be no
// workspace neither makes it one nor takes theirs from those below it.
func TestWorkspaceIsNotWhatIsAboveAHome(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(top, "home")
	for _, d := range []string{"home/project/sub", "other/deep", "other/repo/a/b", "other/repo/.git"} {
		if err := os.MkdirAll(filepath.Join(top, d), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"Makefile", "home/package.json", "home/project/go.mod", "other/repo/a/go.mod"} {
		if err := os.WriteFile(filepath.Join(top, f), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if w := FindWorkspace("relative", home); w.Root != "" || w.Why == "" {
		t.Errorf("a relative name has the workspace %q (%s)", w.Root, w.Why)
	}
	for dir, want := range map[string]string{
		"home/project/sub": "home/project", "other/deep": "other/deep", "other/repo/a/b": "other/repo", "home": "", "": "",
	} {
		w := FindWorkspace(filepath.Join(top, dir), home)
		if want != "" {
			want = filepath.Join(top, want)
		}
		if w.Root != want || (w.Root == "") != (w.Why != "") {
			t.Errorf("%q has the workspace %q (%s), want %q", dir, w.Root, w.Why, want)
		}
	}
}
