//go:build linux

package cli

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// ended is how one pp ended.
type ended struct {
	code int
	out  string
}

// newLayerDesk is a desk without a model, where commands are asked about after they ran in a layer.
func newLayerDesk(t *testing.T) desk {
	t.Helper()
	p := newAfterDesk(t, `(:REPLY "never asked")`)
	if err := os.WriteFile(filepath.Join(p.home, ".config", "pp", "config.toml"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// quietly runs pp without a terminal.
func (p desk) quietly(t *testing.T, args ...string) ended {
	cmd := p.command(t, nil, args...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	out, err := cmd.CombinedOutput()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Error(err)
	}
	return ended{cmd.ProcessState.ExitCode(), string(out)}
}

// tree is everything in the workspace but pp's own and git's index: modes, content and links.
func (p desk) tree(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(p.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(p.dir, name)
		info, err := d.Info()
		if err != nil || rel == ".git/index" {
			return err
		}
		out[rel] = info.Mode().String()
		switch {
		case info.Mode().IsRegular():
			text, err := os.ReadFile(name)
			out[rel] += " " + string(text)
			return err
		case info.Mode()&os.ModeSymlink != 0:
			to, err := os.Readlink(name)
			out[rel] += " -> " + to
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// difference are the paths that are not the same in two trees.
func difference(a, b map[string]string) []string {
	var out []string
	for name := range a {
		if a[name] != b[name] {
			out = append(out, fmt.Sprintf("%s: %q, %q", name, a[name], b[name]))
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			out = append(out, fmt.Sprintf("%s: not there, %q", name, b[name]))
		}
	}
	slices.Sort(out)
	return out
}

func (p desk) put(t *testing.T, name, text string, mode fs.FileMode) {
	t.Helper()
	name = filepath.Join(p.dir, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), mode)); err != nil {
		t.Fatal(err)
	}
}

// undoable are the entries that pp undo lists, the newest first.
func (p desk) undoable(t *testing.T) []string {
	t.Helper()
	got := p.quietly(t, "undo", "--list", "--json")
	var list []struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal([]byte(got.out), &list); err != nil || got.code != 0 {
		t.Fatalf("%d %v %s", got.code, err, got.out)
	}
	var out []string
	for _, e := range list {
		out = append(out, e.ID)
	}
	return out
}

// undoAll undoes every entry: one only after those that changed the same files later.
func (p desk) undoAll(t *testing.T) {
	t.Helper()
	left := p.undoable(t)
	for progress := true; progress && len(left) > 0; {
		progress = false
		left = slices.DeleteFunc(left, func(id string) bool {
			done := p.quietly(t, "undo", "--yes", id).code == 0
			progress = progress || done
			return done
		})
	}
	if len(left) > 0 {
		t.Errorf("%d cannot be undone: %s", len(left), p.quietly(t, "undo", "--yes", left[0]).out)
	}
}

const atOnce = 20

// together runs a command in each of twenty processes at once.
func (p desk) together(t *testing.T, command func(i int) string) []ended {
	t.Helper()
	out := make([]ended, atOnce)
	var wg sync.WaitGroup
	for i := range out {
		wg.Go(func() { out[i] = p.quietly(t, "--accept-edits", "run", command(i)) })
	}
	wg.Wait()
	return out
}

// Of twenty commands at once in one workspace none is lost: each finds what those before it did, all are taken
// over, and each can be undone.
func TestTwentyCommandsAtOnce(t *testing.T) {
	t.Parallel()
	p := newLayerDesk(t)
	before := p.tree(t)
	for i, e := range p.together(t, func(i int) string {
		return fmt.Sprintf("echo %d >> common; mkdir d%d; cp notes.txt d%d/n; echo %d > f%d.txt", i, i, i, i, i)
	}) {
		if e.code != 0 {
			t.Errorf("command %d: exit %d %s", i, e.code, e.out)
		}
	}
	after := p.tree(t)
	_, text, _ := strings.Cut(after["common"], " ")
	common := strings.Fields(text)
	slices.Sort(common)
	if common = slices.Compact(common); len(common) != atOnce || len(difference(before, after)) != 1+3*atOnce {
		t.Errorf("%d of %d; %q", len(common), atOnce, difference(before, after))
	}
	ids := p.undoable(t)
	if len(ids) != atOnce {
		t.Fatalf("%d can be undone", len(ids))
	}
	p.undoAll(t)
	if d := difference(before, p.tree(t)); len(d) > 0 {
		t.Errorf("undone: %q", d)
	}
}

// Of twenty commands at once, somebody writes into the file of every other one while it runs: that stays, and what
// the command made of it is kept and named; all else is taken over, and can be undone.
func TestTwentyCommandsSomeConflict(t *testing.T) {
	t.Parallel()
	p := newLayerDesk(t)
	p.put(t, "sync/none", "", 0o644)
	for i := range atOnce {
		p.put(t, fmt.Sprintf("f%d.txt", i), "before\n", 0o644)
	}
	before := p.tree(t)
	stop := make(chan struct{})
	var somebody sync.WaitGroup
	somebody.Go(func() { p.interfere(t, stop) })
	ends := p.together(t, func(i int) string {
		return fmt.Sprintf("echo ours > f%d.txt; echo %d > n%d.txt; until ls sync | grep -qx go%d; do sleep 0.01; done",
			i, i, i, i)
	})
	close(stop)
	somebody.Wait()
	for i, e := range ends {
		want, conflict := "ours\n", i%2 == 0
		if conflict {
			want = "theirs\n"
		}
		text, _ := os.ReadFile(filepath.Join(p.dir, fmt.Sprintf("f%d.txt", i)))
		if string(text) != want || !p.has(fmt.Sprintf("n%d.txt", i)) {
			t.Errorf("command %d: %q, exit %d %s", i, text, e.code, e.out)
		}
		if said := strings.Contains(e.out, "was not taken over"); said != conflict || conflict == (e.code == 0) {
			t.Errorf("command %d: exit %d %s", i, e.code, e.out)
		}
		kept, _ := filepath.Glob(filepath.Join(p.home, stateLayers, fmt.Sprintf("f%d.txt", i)))
		if conflict && (len(kept) != 1 || !holds(kept[0], "ours\n")) {
			t.Errorf("command %d: what it made is not kept: %q", i, kept)
		}
	}
	p.undoAll(t)
	after := p.tree(t)
	maps.DeleteFunc(after, func(name, _ string) bool { return strings.HasPrefix(name, "sync/go") })
	if d := difference(before, after); len(d) != atOnce/2 || slices.ContainsFunc(d, func(l string) bool {
		return !strings.HasSuffix(l, `theirs\n"`)
	}) {
		t.Errorf("undone: %q", d)
	}
}

// stateLayers is where, below the home, what commands changed stands.
const stateLayers = ".local/state/pp/*/*/layers/*/0.upper"

// holds reports whether a file holds a text.
func holds(name, text string) bool {
	data, err := os.ReadFile(name)
	return err == nil && string(data) == text
}

// interfere writes into the file of every other command once that has changed it in its layer, and lets each go on.
func (p desk) interfere(t *testing.T, stop chan struct{}) {
	met := map[string]bool{}
	for {
		select {
		case <-stop:
			return
		case <-time.After(5 * time.Millisecond):
		}
		made, _ := filepath.Glob(filepath.Join(p.home, stateLayers, "n*.txt"))
		for _, name := range made {
			var i int
			if _, err := fmt.Sscanf(filepath.Base(name), "n%d.txt", &i); err != nil || met[name] {
				continue
			}
			met[name] = true
			if i%2 == 0 {
				p.put(t, fmt.Sprintf("f%d.txt", i), "theirs\n", 0o644)
			}
			p.put(t, fmt.Sprintf("sync/go%d", i), "", 0o644)
		}
	}
}

// approve runs a command, approves what it asks about, and gives how it ended.
func (p desk) approve(t *testing.T, command string) ended {
	t.Helper()
	first := p.quietly(t, "run", command)
	_, rest, asks := strings.Cut(first.out, "pp approve ")
	if !asks {
		return first
	}
	token, _, _ := strings.Cut(rest, " ")
	return p.quietly(t, "approve", "--yes", token)
}

// plants leaves in a workspace all that would run or decide later, besides ordinary files.
//
//go:embed testdata/plants.py
var plants string

// TestInvariant10PlantedFromALayer: of what an approved script leaves, the ordinary files are there, and nothing
// that runs or decides later, has privileges, or gives a secret another name.
func TestInvariant10PlantedFromALayer(t *testing.T) {
	t.Parallel()
	p := newLayerDesk(t)
	if out, err := exec.Command("git", "-C", p.dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	p.put(t, "plant.py", plants, 0o644)
	p.put(t, ".env", "SECRET=planted-not-real-1234\n", 0o600)
	before := p.tree(t)
	e := p.approve(t, "/usr/bin/python3 plant.py")
	after := p.tree(t)
	if e.code != 3 || strings.Contains(e.out, "planted-not-real") {
		t.Errorf("exit %d %s", e.code, e.out)
	}
	for _, d := range difference(before, after) {
		name, _, _ := strings.Cut(d, ":")
		ordinary := name == "new" || strings.HasPrefix(name, "new/") || name == "notes.txt" ||
			strings.HasPrefix(name, "late") ||
			slices.Contains([]string{".", "nested", ".github", ".github/workflows"}, name)
		if !ordinary {
			t.Errorf("taken over: %s", d)
		}
	}
	if !p.has("new/deep/ordinary") || !strings.HasSuffix(after["notes.txt"], "three\nmore\n") {
		t.Errorf("the ordinary files are not there: %s", e.out)
	}
	for _, name := range []string{".git/hooks/post-checkout", ".github/workflows/x.yml", "ws/.pp]", ".envrc",
		"suid",
		".git/config", "pipe", "out", "plain.txt", "nested/.git"} {
		if !strings.Contains(e.out, name) {
			t.Errorf("%s is not said to be withheld: %s", name, e.out)
		}
	}
	if d := difference(after, p.tree(t)); len(d) > 0 {
		t.Errorf("something still writes: %q", d)
	}
	_ = p.quietly(t, "undo", "--yes")
	if d := difference(before, p.tree(t)); len(d) > 0 {
		t.Errorf("undone: %q", d)
	}
}

// TestInvariant17ApprovedHappens: what was approved does what bash does in a copy: the same tree, exit and output.
func TestInvariant17ApprovedHappens(t *testing.T) {
	t.Parallel()
	for _, command := range []string{
		"sed -i s/two/zwei/ notes.txt", "rm notes.txt", "mv notes.txt other.txt", "mkdir -p a/b && cp notes.txt a/b/c",
		"chmod 755 notes.txt", "ln -s notes.txt link", "tar cf t.tar notes.txt dir && rm -r dir && tar xf t.tar",
		"for i in 1 2 3; do echo $i > f$i; done; cat f1 f2 f3", "mv dir dir2 && echo more >> dir2/one",
		"/usr/bin/python3 -c 'import os; os.rename(\"dir\", \"dir3\")'", "find . -name one -delete",
		"git add . && git commit -qm more",
		"git rm -q notes.txt", "git checkout -q -b topic && git tag v1", "git stash -q -u", "exit 7", "echo gone >&2; false",
		"sort -r notes.txt -o notes.txt; wc -l notes.txt", "truncate -s 3 notes.txt", "(echo late > late.txt) & wait",
	} {
		t.Run(command, func(t *testing.T) {
			t.Parallel()
			p := newLayerDesk(t)
			p.put(t, "dir/one", "1\n", 0o644)
			p.put(t, "dir/sub/two", "2\n", 0o600)
			bash := desk{p.home, p.dir}
			env := []string{"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z"}
			script := func(text string) ended {
				cmd := exec.Command("bash", "-c", text)
				cmd.Dir, cmd.Env = bash.dir, append(p.command(t, nil).Env, env...)
				out, _ := cmd.CombinedOutput()
				return ended{cmd.ProcessState.ExitCode(), string(out)}
			}
			if e := script("git config --global user.name a; git config --global user.email a@b.c; git init -q; git add .; " +
				"git commit -qm 1; echo uncommitted >> notes.txt; cp -a . ../copy"); e.code != 0 {
				t.Fatal(e.out)
			}
			first := p.tree(t)
			bash.dir = filepath.Join(filepath.Dir(p.dir), "copy")
			want := script(command)
			got := p.approve(t, command)
			if (got.code == 0) != (want.code == 0) || !strings.Contains(got.out, strings.TrimSpace(want.out)) {
				t.Errorf("exit %d %s\nnot %d %s", got.code, got.out, want.code, want.out)
			}
			if d := p.unlike(t, bash); len(d) > 0 {
				t.Errorf("%q\n%s", d, got.out)
			}
			if strings.Join(p.undoable(t), "") == "" {
				return
			}
			if e := p.quietly(t, "undo", "--yes"); e.code != 0 || len(difference(first, p.tree(t))) > 0 {
				t.Errorf("undo: %d %s %q", e.code, e.out, difference(first, p.tree(t)))
			}
		})
	}
}

// unlike are the differences of two workspaces but in the times of git's commits and logs, which are
// compared by what they hold.
func (p desk) unlike(t *testing.T, other desk) []string {
	t.Helper()
	var trees [2]map[string]string
	for i, d := range []desk{p, other} {
		trees[i] = d.tree(t)
		maps.DeleteFunc(trees[i], func(name, _ string) bool { return strings.HasPrefix(name, ".git/") })
		cmd := exec.Command("bash", "-c", "git log --all --format=%T%s | sort; git branch -a; git tag; git status --short; "+
			"git stash list; git fsck --strict 2>&1 | grep -v dangling")
		cmd.Dir, cmd.Env = d.dir, p.command(t, nil).Env
		out, _ := cmd.Output()
		trees[i]["git"] = string(bytes.TrimSpace(out))
	}
	return difference(trees[1], trees[0])
}

// TestInvariant11LayersOutliveKill: pp is killed at any time of a command; when the next one starts all of what the
// command did is there, and can be undone, or nothing; a command that was acknowledged is there.
func TestInvariant11LayersOutliveKill(t *testing.T) {
	t.Parallel()
	p := newLayerDesk(t)
	for _, args := range [][]string{{"init", "-q"}, {"add", "go.mod"}} { // so that it can be deleted unasked
		if out, err := exec.Command("git", append([]string{"-C", p.dir}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("%v %s", err, out)
		}
	}
	const command = "for i in 1 2 3 4 5 6 7 8 9; do mkdir d$i; echo $i > d$i/f; done; echo more >> notes.txt; rm go.mod"
	before := p.tree(t)
	begun := time.Now()
	if e := p.quietly(t, "--accept-edits", "run", command); e.code != 0 {
		t.Fatalf("exit %d %s", e.code, e.out)
	}
	whole := time.Since(begun)
	after := p.tree(t)
	tries := 25
	if os.Getenv("PP_LONG") == "1" {
		tries = 250
	}
	kept, there := 0, true
	for n := range tries {
		if there {
			if e := p.quietly(t, "undo", "--yes"); e.code != 0 {
				t.Fatalf("undo: exit %d %s", e.code, e.out)
			}
		}
		cmd := p.command(t, nil, "--accept-edits", "run", command)
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		kill := time.AfterFunc(2*whole*time.Duration(n)/time.Duration(tries), func() { _ = cmd.Process.Kill() })
		err := cmd.Wait()
		kill.Stop()
		ids := p.undoable(t) // the next start
		got := p.tree(t)
		there = len(difference(after, got)) == 0
		if d := difference(before, got); !there && len(d) > 0 {
			t.Fatalf("killed at %d of %d: %q", n, tries, d)
		}
		if there {
			kept++
		}
		if there && len(ids) == 0 || err == nil && !there {
			t.Fatalf("killed at %d of %d: %v, there %v, %q can be undone", n, tries, err, there, ids)
		}
	}
	t.Logf("%d of %d were there", kept, tries)
}
