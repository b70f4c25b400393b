package effect_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
	"pgregory.net/rapid"

	"pp/engine/effect"
	"pp/engine/store"
)

// node is one entry of a random tree.
type node struct {
	path string // relative to the root
	kind int    // 0 directory, 1 file, 2 link
	to   string // of a link; "@" at its beginning is the root's path
}

// parts are the names in random trees and paths. There are few, so that paths
// often meet something.
var parts = []string{"a", "b", "c", "l", "m", "x"}

// genTarget is the text of a link, or a path to resolve.
func genTarget() *rapid.Generator[string] {
	part := rapid.SampledFrom(append([]string{"..", ".", "", "..", "missing"}, append(parts, parts...)...))
	return rapid.Custom(func(t *rapid.T) string {
		text := strings.Join(rapid.SliceOfN(part, 1, 6).Draw(t, "parts"), "/")
		text = rapid.SampledFrom([]string{"", "", "", "@/"}).Draw(t, "from") + text
		if text == "" {
			text = "."
		}
		return text
	})
}

func genTree() *rapid.Generator[[]node] {
	return rapid.Custom(func(t *rapid.T) []node {
		part := rapid.SampledFrom(parts)
		return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) node {
			return node{
				path: strings.Join(rapid.SliceOfN(part, 1, 3).Draw(t, "path"), "/"),
				kind: rapid.SampledFrom([]int{0, 0, 1, 2, 2, 2}).Draw(t, "kind"),
				to:   genTarget().Draw(t, "to"),
			}
		}), 1, 14).Draw(t, "nodes")
	})
}

// build makes a tree; what cannot be made, as below a file, is left out.
func build(t testing.TB, nodes []node) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	grow(root, nodes)
	return root
}

func grow(root string, nodes []node) {
	for _, n := range nodes {
		name := filepath.Join(root, n.path)
		// Below the root only: a parent that is a link is left alone.
		if dir, err := filepath.EvalSymlinks(filepath.Dir(name)); err != nil || dir != filepath.Dir(name) {
			if os.MkdirAll(filepath.Dir(name), 0o755) != nil {
				continue
			}
			if dir, err := filepath.EvalSymlinks(filepath.Dir(name)); err != nil || !effect.Within(dir, root) {
				continue
			}
		}
		switch n.kind {
		case 0:
			_ = os.Mkdir(name, 0o755)
		case 1:
			if f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err == nil {
				f.Close()
			}
		case 2:
			_ = os.Symlink(strings.ReplaceAll(n.to, "@", root), name)
		}
	}
}

// kernel is where the kernel gets to from dir.
func kernel(t testing.TB, dir, name string, flags int) (at string, st unix.Stat_t, err error) {
	t.Helper()
	d, err := unix.Open(dir, unix.O_PATH|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatalf("opening %s: %v", dir, err)
	}
	defer unix.Close(d)
	fd, err := unix.Openat(d, name, flags|unix.O_CLOEXEC, 0o644)
	if err != nil {
		return "", st, err
	}
	defer unix.Close(fd)
	if err := unix.Fstat(fd, &st); err != nil {
		t.Fatal(err)
	}
	at, err = os.Readlink(fmt.Sprintf("/proc/self/fd/%d", fd))
	if err != nil {
		t.Fatal(err)
	}
	return at, st, nil
}

// agree compares an answer of Resolve with the kernel's.
func agree(p effect.Path, rerr error, at string, st unix.Stat_t, kerr error) string {
	switch {
	case kerr == nil && rerr != nil:
		return fmt.Sprintf("Resolve fails (%v) where the kernel gets to %s", rerr, at)
	case kerr == nil && p.Name != at:
		return fmt.Sprintf("Resolve gets to %s, the kernel to %s", p.Name, at)
	case kerr == nil && !p.Exists:
		return fmt.Sprintf("Resolve says that %s does not exist", p.Name)
	case kerr == nil && p.Dir != (st.Mode&unix.S_IFMT == unix.S_IFDIR), kerr == nil && !p.Dir &&
		p.Links != uint64(st.Nlink):
		return fmt.Sprintf("Resolve says Dir %v, Links %d; the kernel mode %o, links %d", p.Dir, p.Links, st.Mode, st.Nlink)
	case kerr == unix.ELOOP && !errors.Is(rerr, effect.ErrLinkLoop):
		return fmt.Sprintf("the kernel finds a loop, Resolve %+v, %v", p, rerr)
	case kerr != unix.ELOOP && errors.Is(rerr, effect.ErrLinkLoop) && kerr == nil:
		return "Resolve finds a loop that the kernel does not"
	}
	return ""
}

// Wherever the kernel gets to, Resolve gets to, and says the same of it.
func TestResolveAgreesWithKernel(t *testing.T) {
	reached, loops := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		root := build(t, genTree().Draw(rt, "tree"))
		defer os.RemoveAll(root)
		v := store.NewView()
		dir := root
		if d, err := filepath.EvalSymlinks(filepath.Join(root, "a")); err == nil && isDir(d) &&
			rapid.Bool().Draw(rt, "in a") {
			dir = d
		}
		for _, name := range rapid.SliceOfN(genTarget(), 1, 20).Draw(rt, "names") {
			name = strings.ReplaceAll(name, "@", root)
			at, st, kerr := kernel(t, dir, name, unix.O_PATH)
			p, rerr := effect.Resolve(v, dir, name)
			if why := agree(p, rerr, at, st, kerr); why != "" {
				rt.Fatalf("%q from %s: %s", name, dir, why)
			}
			if kerr == nil {
				reached++
			} else if kerr == unix.ELOOP {
				loops++
			}
		}
	})
	if enough := drawn(30); reached < enough {
		t.Errorf("only %d paths were reached: the trees test too little", reached)
	}
	t.Logf("%d paths reached, %d loops", reached, loops)
}

// drawn is the least count of an event that a full run meets; the few trees that rapid
// draws with -short may hold none.
func drawn(full int) int {
	if testing.Short() {
		return 0
	}
	return full
}

func isDir(name string) bool {
	info, err := os.Lstat(name)
	return err == nil && info.IsDir()
}

// The path that a file would be created at is the one that Resolve says: what a
// tool writes through a dangling link lands where the gates looked.
func TestResolveAgreesOnNewFiles(t *testing.T) {
	created := 0
	rapid.Check(t, func(rt *rapid.T) {
		root := build(t, genTree().Draw(rt, "tree"))
		defer os.RemoveAll(root)
		for _, name := range rapid.SliceOfN(genTarget(), 1, 12).Draw(rt, "names") {
			name = strings.ReplaceAll(name, "@", root)
			p, rerr := effect.Resolve(store.NewView(), root, name)
			if rerr != nil || p.Exists || !effect.Within(p.Name, root) {
				continue
			}
			at, _, kerr := kernel(t, root, name, unix.O_CREAT|unix.O_WRONLY|unix.O_NONBLOCK)
			if kerr != nil {
				continue
			}
			created++
			if at != p.Name {
				rt.Fatalf("%q: Resolve says %s would be made, the kernel made %s", name, p.Name, at)
			}
			if err := os.Remove(at); err != nil {
				rt.Fatal(err)
			}
		}
	})
	if enough := drawn(15); created < enough {
		t.Errorf("only %d files were created: the trees test too little", created)
	}
}

// ResolveParent stops at a link that comes last, as O_NOFOLLOW does.
func TestResolveParentAgreesWithKernel(t *testing.T) {
	links := 0
	rapid.Check(t, func(rt *rapid.T) {
		root := build(t, genTree().Draw(rt, "tree"))
		defer os.RemoveAll(root)
		v := store.NewView()
		for _, name := range rapid.SliceOfN(genTarget(), 1, 20).Draw(rt, "names") {
			name = strings.ReplaceAll(name, "@", root)
			at, st, kerr := kernel(t, root, name, unix.O_PATH|unix.O_NOFOLLOW)
			p, rerr := effect.ResolveParent(v, root, name)
			if why := agree(p, rerr, at, st, kerr); why != "" {
				rt.Fatalf("%q from %s: %s", name, root, why)
			}
			if kerr == nil && st.Mode&unix.S_IFMT == unix.S_IFLNK {
				links++
			}
		}
	})
	if enough := drawn(3); links < enough {
		t.Errorf("only %d links were last: the trees test too little", links)
	}
}

// A chain of 40 links is followed and one of 41 is not, as in the kernel.
func TestResolveLinkLimit(t *testing.T) {
	for _, n := range []int{1, 39, 40, 41, 60} {
		root := build(t, []node{{path: "x", kind: 1}})
		last := "x"
		for i := range n {
			link := fmt.Sprintf("l%d", i)
			if err := os.Symlink(last, filepath.Join(root, link)); err != nil {
				t.Fatal(err)
			}
			last = link
		}
		at, st, kerr := kernel(t, root, last, unix.O_PATH)
		p, rerr := effect.Resolve(store.NewView(), root, last)
		if why := agree(p, rerr, at, st, kerr); why != "" {
			t.Errorf("%d links: %s", n, why)
		}
		if (n <= 40) != (rerr == nil) {
			t.Errorf("%d links: %v", n, rerr)
		}
	}
}

func TestResolveTable(t *testing.T) {
	root := build(t, []node{
		{path: "d", kind: 0}, {path: "d/f", kind: 1}, {path: "f", kind: 1},
		{path: "up", kind: 2, to: "d/.."}, {path: "dl", kind: 2, to: "d/"}, {path: "fl", kind: 2, to: "@/d/f"},
		{path: "out", kind: 2, to: "/etc/passwd"}, {path: "self", kind: 2, to: "self"}, {path: "hole", kind: 2, to: "d/none"},
		{path: "d/root", kind: 2, to: "/"},
	})
	if err := os.Link(filepath.Join(root, "f"), filepath.Join(root, "f2")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, want string // want begins with "/" or is below the root
		linked     bool
		exists     bool
	}{
		{".", "", false, true},
		{"..", filepath.Dir(root), false, true},
		{"d", "d", false, true},
		{"d/../f", "f", false, true},
		{"up/f", "f", true, true},
		{"dl/f", "d/f", true, true},
		{"dl/../f", "f", true, true},
		{"fl", "d/f", true, true},
		{"out", "/etc/passwd", true, true},
		{"d/root/etc/passwd", "/etc/passwd", true, true},
		{"d/root/../../etc", "/etc", true, true},
		{"hole", "d/none", true, false},
		{"none/deep/er", "none/deep/er", false, false},
		{"/", "/", false, true},
		{"//etc//passwd", "/etc/passwd", false, true},
		{"../../../../../../../../../../etc/passwd", "/etc/passwd", false, true},
	} {
		want := c.want
		if !strings.HasPrefix(want, "/") {
			want = filepath.Join(root, want)
		}
		p, err := effect.Resolve(store.NewView(), root, c.name)
		if err != nil || p.Name != want || p.Linked != c.linked || p.Exists != c.exists || p.Given != c.name {
			t.Errorf("Resolve(%q) = %+v, %v; want %s, linked %v, exists %v", c.name, p, err, want, c.linked, c.exists)
		}
	}
	if p, err := effect.Resolve(store.NewView(), root, "f"); err != nil || p.Links != 2 {
		t.Errorf("hard links: %+v, %v", p, err)
	}
	for name, want := range map[string]error{
		"self": effect.ErrLinkLoop, "self/x": effect.ErrLinkLoop,
		"a\x00b": effect.ErrPathNUL, strings.Repeat("a/", 3000): effect.ErrPathLong,
	} {
		if p, err := effect.Resolve(store.NewView(), root, name); !errors.Is(err, want) {
			t.Errorf("Resolve(%.20q) = %+v, %v; want %v", name, p, err, want)
		}
	}
}

// The links of procfs that depend on the process mean those of one that runs in
// the working directory, as a command would.
func TestResolveProcSelf(t *testing.T) {
	root := build(t, []node{{path: "f", kind: 1}})
	t.Chdir(root)
	for _, name := range []string{"/proc/self/cwd/f", "/proc/self/cwd", "/proc/self/root/etc/passwd",
		"/proc/thread-self/cwd/f",
		fmt.Sprintf("/proc/%d/cwd/f", os.Getpid()), "/dev/fd/../cwd/f"} {
		at, st, kerr := kernel(t, root, name, unix.O_PATH)
		p, rerr := effect.Resolve(store.NewView(), root, name)
		if why := agree(p, rerr, at, st, kerr); why != "" {
			t.Errorf("%s: %s", name, why)
		}
	}
}

func TestWithin(t *testing.T) {
	for _, c := range []struct {
		name, dir string
		want      bool
	}{
		{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/", "/a", false},
		{"/a", "/", true}, {"/a", "", false}, {"/a/b", "/a/b/c", false},
	} {
		if got := effect.Within(c.name, c.dir); got != c.want {
			t.Errorf("Within(%q, %q) = %v", c.name, c.dir, got)
		}
	}
	w := effect.Workspace{Root: "/w", Added: []string{"/x/y"}}
	for name, want := range map[string]string{"/w/f": "/w", "/x/y/z": "/x/y", "/x": "", "/wf": ""} {
		if root, ok := w.Contains(name); root != want || ok != (want != "") {
			t.Errorf("Contains(%q) = %q, %v", name, root, ok)
		}
	}
	if _, ok := (effect.Workspace{}).Contains("/x"); ok {
		t.Error("no workspace contains something")
	}
}

func FuzzResolve(f *testing.F) {
	for _, s := range []string{"", "/", ".", "..", "a/../b", "l/m/x/", "@/l/..", "/proc/self/cwd/a", "/proc/self/fd/0",
		"a\x00", "\xff/a",
		"/proc/thread-self/root", strings.Repeat("../", 50), strings.Repeat("l/", 60), "/dev/fd/1", "/proc/1/task/1/cwd"} {
		f.Add(s, "m/..")
	}
	f.Fuzz(func(t *testing.T, name, to string) {
		root := build(t, nil)
		grow(root, []node{{path: "a/b", kind: 0}, {path: "x", kind: 1}, {path: "m", kind: 2, to: "a"},
			{path: "l", kind: 2, to: to}})
		name = strings.ReplaceAll(name, "@", root)
		for _, resolve := range []func(effect.FS, string, string) (effect.Path, error){effect.Resolve, effect.ResolveParent} {
			p, err := resolve(store.NewView(), root, name)
			if err == nil && (!strings.HasPrefix(p.Name, "/") || filepath.Clean(p.Name) != p.Name) {
				t.Errorf("%q resolves to %q, which is not a clean absolute path", name, p.Name)
			}
		}
		if strings.Contains(name+to, "proc") || strings.Contains(name+to, "dev") || name == "" ||
			strings.Contains(name, "\x00") {
			return
		}
		at, st, kerr := kernel(t, root, name, unix.O_PATH)
		p, rerr := effect.Resolve(store.NewView(), root, name)
		if why := agree(p, rerr, at, st, kerr); why != "" {
			t.Errorf("%q with l -> %q: %s", name, to, why)
		}
	})
}

// /proc/self is the command's, not pp's: its working directory is known, its
// descriptors and program stay as they are named. Another process's links are
// followed to where they really lead.
func TestResolveProcSelfIsTheCommands(t *testing.T) {
	dir := t.TempDir()
	for _, tc := range []struct{ name, want string }{
		{"/proc/self/cwd/x", dir + "/x"},
		{"/proc/thread-self/cwd/x", dir + "/x"},
		{"/proc/self/root/etc/passwd", "/etc/passwd"},
		{"/proc/self/environ", "/proc/self/environ"},
		{"/proc/self/fd/3", "/proc/self/fd/3"},
		{"/dev/stdin", "/proc/self/fd/0"},
		{"/proc/self/exe", "/proc/self/exe"},
		{"/proc/self/../self/cwd", dir},
	} {
		p, err := effect.Resolve(store.NewView(), dir, tc.name)
		if err != nil || p.Name != tc.want {
			t.Errorf("%s: %q, %v; want %q", tc.name, p.Name, err, tc.want)
		}
	}
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	other, err := effect.Resolve(store.NewView(), dir, "/proc/"+strconv.Itoa(os.Getpid())+"/cwd/x")
	if err != nil || other.Name != wd+"/x" {
		t.Errorf("a named process's directory: %q, %v; want %q", other.Name, err, wd+"/x")
	}
}
