package undo

import (
	"errors"
	"os"
	"path"
	"strings"
	"testing"
)

const repository = `git init -q .; mkdir -p d/e; echo 1 > f; echo 2 > d/g; echo 3 > d/e/h
printf '#!/bin/sh\n' > x; chmod 755 x; ln -s f l
git add .; git commit -qm one; git tag v1; git checkout -q -b side; echo 4 > d/g; rm d/e/h; echo n > n
git add -A; git commit -qm two
git checkout -q main; echo dirty > untracked; git gc -q`

// What git does in a layer is there afterwards, its index as fresh as it left it, and can be undone.
func TestGit(t *testing.T) {
	for _, script := range []string{
		"git checkout -q side", "git merge -q side", "echo 5 > f; git commit -qam three", "git rm -q d/g x",
		"git stash -q -u", "git reset -q --hard HEAD", "git mv f f2", "git branch -D side; git pack-refs --all",
		"git rebase -q side 2>&1", "git worktree add -q tree side", "git add untracked; git commit -qm four; git tag v2",
		"rm -rf .git; git init -q; git add .; git commit -qm new", "git gc -q --prune=now", "git update-index " +
			"--index-version 4",
		"mkdir new; cd new; git init -q; echo > f; git add f; git commit -qm inner",
	} {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(repository)
			const state = "git log --all --oneline --decorate; git stash list; git ls-files -s; git diff; git status " +
				"-s; git fsck 2>&1"
			before, tree := w.must(state), look(t, w.ws, true)
			w.must("cp -a . ../copy")
			if out, err := w.bash(w.ws+"/../copy", script); err != nil {
				t.Fatalf("%v %s", err, out)
			}
			want, _ := w.bash(w.ws+"/../copy", state)
			clean, _ := w.bash(w.ws+"/../copy", "git diff-files")
			l := w.take(script)
			if got := w.must("git diff-files"); got != clean && !strings.Contains(clean, got) {
				t.Errorf("the index is not as fresh as git left it:\n%s", got)
			}
			if got := w.must(state); got != want {
				t.Errorf("taken over:\n%s", differ(want, got))
			}
			// To look is no change that would stand in the way.
			if got, err := l.Undo(); err != nil {
				t.Fatalf("%+v, %v", got, err)
			}
			if got := w.must("git diff-files"); got != "" {
				t.Errorf("after undoing, the index says:\n%s", got)
			}
			if got := look(t, w.ws, true); got != tree && !strings.Contains(differ(tree, got), `".git`) {
				t.Errorf("undone:\n%s", differ(tree, got))
			}
			if got := w.must(state); got != before {
				t.Errorf("undone:\n%s", differ(before, got))
			}
		})
	}
}

// A git that is at work has the repository to itself.
func TestGitLocked(t *testing.T) {
	w := newWorld(t)
	w.must(repository)
	l := w.ran("echo 5 > f; git commit -qam three")
	before := w.must("git log --oneline; touch .git/index.lock")
	if _, err := l.Take(w.changes(l), everything); !errors.Is(err, ErrBusy) {
		t.Fatal(err)
	}
	w.must("rm .git/index.lock; ! find .git -name '*.lock' | grep .")
	if got := w.must("git log --oneline"); got != before {
		t.Error(got)
	}
	if got, err := l.Take(w.changes(l), everything); err != nil || len(got.Conflicts) > 0 {
		t.Fatalf("%+v, %v", got, err)
	}
	if got := w.must("git log --oneline; ! find .git -name '*.lock' | grep ."); got == before {
		t.Error("nothing was taken over the second time")
	}
	w.must("touch .git/refs/heads/main.lock")
	if _, err := l.Undo(); !errors.Is(err, ErrBusy) {
		t.Fatal(err)
	}
	w.must("rm .git/refs/heads/main.lock")
	if _, err := l.Undo(); err != nil {
		t.Fatal(err)
	}
	if got := w.must("git log --oneline; ! find .git -name '*.lock' | grep ."); got != before {
		t.Error(got)
	}
}

// What somebody else changed meanwhile stays, and ours is kept.
func TestConflicts(t *testing.T) {
	for _, c := range []struct{ name, ours, theirs, conflict, kept string }{
		{"modified", "echo ours > a", "echo theirs > a", "a", "ours\n"},
		{"modified in place with the same time", "echo ours > a", "echo X > a; touch -d 2020-01-01 a", "a", "ours\n"},
		{"replaced", "echo ours > a", "echo theirs > t; mv t a", "a", "ours\n"},
		{"deleted", "echo ours > a", "rm a", "a", "ours\n"},
		{"we deleted", "rm a", "echo theirs > a", "a", ""},
		{"we deleted a directory", "rm -r d", "echo theirs > d/e/g", "d", ""},
		{"we deleted a directory in which something is new", "rm -r d", "echo theirs > d/e/new", "d", ""},
		{"both made", "echo ours > n", "echo theirs > n", "n", "ours\n"},
		{"both made a directory", "mkdir n; echo ours > n/x", "mkdir n; echo theirs > n/y", "n", ""},
		{"mode", "chmod 600 a", "chmod 640 a", "a", "a\n"},
		{"we replaced a directory", "rm -r d; echo ours > d", "echo theirs > d/f", "d", "ours\n"},
		{"the directory went", "echo ours > d/n", "rm -r d; touch d", "d/n", "ours\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(fixture)
			l := w.ran(c.ours)
			early := w.changes(l) // what is changed after the comparison counts as well
			w.must(c.theirs)
			theirs := look(t, w.ws, false)
			// Whether it is found when comparing, or only when taking over, comes to the same.
			if p := l.plan(w.changes(l), everything); len(p.out.Conflicts) == 0 && c.name != "both made a directory" {
				t.Error("comparing once more finds no conflict")
			}
			got, err := l.Take(early, everything)
			if err != nil {
				t.Fatal(err)
			}
			if len(got.Conflicts) != 1 || got.Conflicts[0].Path != path.Join(w.ws, c.conflict) {
				t.Fatalf("%+v", got)
			}
			if now := look(t, w.ws, false); now != theirs {
				t.Errorf("theirs became %s", differ(theirs, now))
			}
			if data, _ := os.ReadFile(got.Conflicts[0].Ours); string(data) != c.kept {
				t.Errorf("ours is %q in %+v", data, got)
			}
		})
	}
}

func TestUndoOfWhatChanged(t *testing.T) {
	for _, theirs := range []string{"echo theirs > a", "rm a", "chmod 700 d/f", "echo > n/theirs", "echo > " +
		"n/p/m", "echo back > b2", "rm n/p/m", "rm -r n"} {
		t.Run(theirs, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.must(fixture + "; echo b > b2")
			l := w.take("echo ours > a; chmod 600 d/f; mkdir -p n/p; echo > n/p/m; rm b2; echo 1 > d/other")
			w.must(theirs)
			before := look(t, w.ws, true)
			if got, err := l.Undo(); !errors.Is(err, ErrChanged) || len(got.Conflicts) != 1 || len(got.Done) > 0 {
				t.Errorf("%s: %+v, %v", theirs, got, err)
			}
			if got := look(t, w.ws, true); got != before {
				t.Errorf("%s: %s", theirs, differ(before, got))
			}
		})
	}
	w := newWorld(t)
	w.must(fixture)
	l := w.take("echo ours > d/n")
	w.must("echo theirs > d/theirs")
	if _, err := l.Undo(); err != nil || w.read("d/theirs") != "theirs\n" {
		t.Error(err, "a file beside it is in the way")
	}
	if _, err := l.Undo(); !errors.Is(err, ErrState) {
		t.Error(err)
	}
}
