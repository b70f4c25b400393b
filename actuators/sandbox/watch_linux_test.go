package sandbox

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
)

// What is watched gives what a walk gives, whatever changes in between: files, links and directories that are made,
// deleted, moved about, in and out, and made again.
func TestWatchIsAWalk(t *testing.T) {
	base := t.TempDir()
	root, out := filepath.Join(base, "root"), filepath.Join(base, "out")
	if os.MkdirAll(root, 0o700) != nil || os.Mkdir(out, 0o700) != nil {
		t.Fatal("no directories")
	}
	watched := newTree(fakeSecret, fakeSurface)
	r := rand.New(rand.NewPCG(1, 2))
	dirs := []string{root, root + "/a", root + "/a/b", root + "/c", root + "/a/b/c", out + "/d", root + "/d"}
	names := []string{".env", "x", ".git", "Makefile", ".vscode", "id_ed25519_x"}
	for i := range 3000 {
		dir, name := dirs[r.IntN(len(dirs))], names[r.IntN(len(names))]
		full := filepath.Join(dir, name)
		switch r.IntN(8) {
		case 0:
			_ = os.MkdirAll(dir, 0o700)
		case 1, 2:
			_ = os.WriteFile(full, nil, 0o600)
		case 3:
			_ = os.Remove(full)
		case 4:
			if to := dirs[1+r.IntN(len(dirs)-1)]; dir != root {
				_ = os.Rename(dir, to)
			}
		case 5:
			if dir != root && r.IntN(3) == 0 {
				_ = os.RemoveAll(dir)
			}
		case 6:
			_ = os.Mkdir(full, 0o700)
		case 7:
			_ = os.Symlink("x", full)
		}
		if r.IntN(3) > 0 {
			continue
		}
		got, want := watched.scan(root), newTree(fakeSecret, fakeSurface).walk(root)
		for _, f := range []*found{&got, &want} {
			slices.SortFunc(f.secrets, func(x, y Mask) int { return byDepth(x.Path, y.Path) })
			slices.Sort(f.surfaces)
			slices.Sort(f.git)
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("step %d: watched\n%+v, walked\n%+v", i, got, want)
		}
	}
	if w := watched.watches[root]; w == nil {
		t.Error("the tree is not watched")
	}
	if !reflect.DeepEqual(watched.scan(root), watched.scan(root)) {
		t.Error("a second look is another one")
	}
}

// A watch ends where events were lost, and when the tree itself is moved away.
func TestWatchEnds(t *testing.T) {
	base := t.TempDir()
	root := base + "/root"
	if err := os.MkdirAll(root+"/a", 0o700); err != nil {
		t.Fatal(err)
	}
	tree := newTree(fakeSecret, nil)
	scan := func(want int) {
		t.Helper()
		if got := tree.scan(root); len(got.secrets) != want || !got.complete {
			t.Errorf("%+v, want %d secrets", got, want)
		}
	}
	scan(0)
	scan(0)
	for i := range 20000 { // more than the kernel keeps
		name := fmt.Sprintf("%s/a/f%d", root, i)
		if os.WriteFile(name, nil, 0o600) != nil || os.Remove(name) != nil {
			t.Fatal("no file")
		}
	}
	if os.WriteFile(root+"/a/.env", nil, 0o600) != nil {
		t.Fatal("no file")
	}
	scan(1)
	if os.Rename(root, base+"/other") != nil || os.MkdirAll(root+"/b", 0o700) != nil {
		t.Fatal("no rename")
	}
	scan(0)
	if os.WriteFile(root+"/b/.env", nil, 0o600) != nil {
		t.Fatal("no file")
	}
	scan(1)
}

// Another name of a secret is found when it was made after the first look, wherever it was made.
func TestAliasesOfAWatchedTree(t *testing.T) {
	base := t.TempDir()
	root, secret := base+"/root", base+"/secrets"
	if os.MkdirAll(root+"/a", 0o700) != nil || os.Mkdir(secret, 0o700) != nil ||
		os.WriteFile(secret+"/key", nil, 0o600) != nil || os.WriteFile(root+"/a/file", nil, 0o600) != nil {
		t.Fatal("no files")
	}
	tree := newTree(fakeSecret, nil)
	for i, step := range []struct {
		do   func() error
		want []string
	}{
		{func() error { return nil }, nil},
		{func() error { return nil }, nil},
		{func() error { return os.Link(secret+"/key", root+"/a/alias") }, []string{root + "/a/alias"}},
		{func() error { return os.WriteFile(root+"/other", nil, 0o600) }, []string{root + "/a/alias"}},
		{func() error { return os.Remove(root + "/a/alias") }, nil},
		{func() error { return os.Link(root+"/a/file", secret+"/link") }, []string{root + "/a/file"}},
		{func() error { return os.Remove(secret + "/link") }, nil},
		{func() error {
			return errors.Join(os.Mkdir(root+"/new", 0o700), os.Link(secret+"/key", root+"/new/alias"))
		}, []string{root + "/new/alias"}},
		{func() error { return os.Rename(root+"/new", base+"/out") }, nil},
		{func() error { return os.Rename(base+"/out", root+"/in") }, []string{root + "/in/alias"}},
	} {
		if err := step.do(); err != nil {
			t.Fatal(err)
		}
		tree.scan(root)
		var got []string
		for _, m := range tree.aliases([]string{root}, []Mask{{Path: secret, Dir: true}}, "") {
			got = append(got, m.Path)
		}
		if !slices.Equal(got, step.want) {
			t.Errorf("step %d: %v, want %v", i, got, step.want)
		}
	}
}
