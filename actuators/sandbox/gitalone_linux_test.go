package sandbox

import (
	"errors"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"

	"pp/engine/effect"
	"pp/engine/enginetest"
)

// TestGitAlone checks which tracked secret files stay unmasked: those that only git can read, if git prints none of
// them.
func TestGitAlone(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	w := newWorld(t)
	script := `git init -q .; mkdir -p conf/.ssh d; echo 1 > conf/.env; echo 1 > conf/.ssh/known; cp conf/.env d/.env
		git add conf; git add -f .env; git -c user.name=x -c user.email=x@example.test commit -qm first; echo 2 >> .env
		printf -- 'diff --git a/.env b/.env\n--- a/.env\n+++ b/.env\n' > edit.patch
		printf 'diff --git a/.env b/x\ncopy from .env\ncopy to x\n' > copy.patch
		printf 'diff --git a/.env b/x\nrename from .env\nrename to sub/.env\n' > move.patch
		printf 'Content-Transfer-Encoding: base64\n\nY29weSBmcm9tIC5lbnY=\n' > mail.patch
		printf 'Content-Type: text/plain; charset=UTF-7\n\n' > utf7.patch`
	w.git("set -e; " + script)
	const acts, reads = effect.ProgramActs, effect.ProgramReads
	program := func(class effect.ProgramClass, lists bool, words ...string) effect.Program {
		p := effect.Program{Name: words[0], Words: words, Class: class, Lists: lists, Canonical: words[0]}
		if words[0] == "git" {
			p.Canonical += " " + words[1]
		}
		return p
	}
	git := func(words ...string) effect.Program {
		return program(acts, false, append([]string{"git"}, words...)...)
	}
	status, tail := program(reads, true, "git", "status"), program(reads, false, "tail", "-n", "3")
	patch := func(name string) effect.Effects {
		return effect.Effects{Runs: []effect.Program{git("apply", name)}, Reads: []effect.Path{w.at(path.Join(w.ws, name))}}
	}
	runs := func(p ...effect.Program) effect.Effects { return effect.Effects{Runs: p} }
	opaque := runs(git("add", "-A"))
	opaque.Opaque = []effect.Opaque{{Text: "$x"}}
	reading := runs(git("add", "-A"), tail)
	reading.Reads = []effect.Path{w.at(w.ws + "/a.txt")}
	written := patch("edit.patch")
	written.Runs = append(written.Runs, git("checkout", "x"))
	written.Writes = []effect.Path{{Name: w.ws, Part: effect.PartTree}}
	for _, tc := range []struct {
		name   string
		does   effect.Effects
		before string
		alone  bool
	}{
		{"git alone", runs(git("checkout", "x")), "", true},
		{"git and its status", runs(git("add", "-A"), status), "", true},
		{"a pipe that reads nothing else", runs(git("add", "-A"), tail), "", true},
		{"a pipe that may read a file", runs(git("add", "-A"), program(reads, false, "cat", "x")), "", false},
		{"a pipe that reads a file", reading, "", false},
		{"git that prints content", runs(git("add", "-A"), program(reads, false, "git", "diff")), "", false},
		{"changes piece by piece", runs(git("checkout", "-p")), "", false},
		{"a build", runs(git("add", "-A"), program(effect.ProgramBuilds, false, "make")), "", false},
		{"a hook", runs(git("commit"), program(effect.ProgramBuilds, false, "git", "commit")), "", false},
		{"unknown code", opaque, "", false},
		{"no git", runs(tail), "", false},
		{"an edit by a patch", patch("edit.patch"), "", true},
		{"a copy by a patch", patch("copy.patch"), "", false},
		{"a move to a secret's name by a patch", patch("move.patch"), "", true},
		{"mail in base64", patch("mail.patch"), "", false},
		{"mail in another charset", patch("utf7.patch"), "", false},
		{"a patch within the command", runs(git("apply")), "", false},
		{"a patch that git may change first", written, "", false},
		{"a move", runs(git("mv", "conf", "settings")), "", true},
		{"a move out of a secret directory", runs(git("mv", "conf/.ssh", "plain")), "", false},
		{"two moves", runs(git("mv", "conf", "a"), git("mv", "a", "b")), "", false},
		{"a filter", runs(git("add", "-A")), "git config filter.x.clean ./x.sh", false},
		{"a hook that checks out", runs(git("checkout", "x")), "echo > .git/hooks/post-checkout", false},
	} {
		undo := "git config --remove-section filter.x 2>/dev/null; rm -f .git/hooks/post-checkout"
		for _, script := range []string{undo, tc.before} {
			cmd := exec.Command("sh", "-c", script)
			cmd.Dir = w.ws
			_ = cmd.Run()
		}
		var masked []string
		for _, m := range w.spec(tc.does).Masked {
			if name, below := strings.CutPrefix(m.Path, w.ws+"/"); below {
				masked = append(masked, name)
			}
		}
		want := ".env conf/.env d/.env conf/.ssh/known"
		if tc.alone {
			want = "d/.env"
		}
		if got := strings.Join(masked, " "); got != want {
			t.Errorf("%s: %q is masked, want %q", tc.name, got, want)
		}
	}
}

// TestGitNotAlone checks that pp runs nothing if git would have to replace a tracked file that a mask hides.
func TestGitNotAlone(t *testing.T) {
	w := newWorld(t)
	if !w.probed().namespaces {
		enginetest.Skip(t, os.Getenv, os.Geteuid() == 0, "a mask is a mount")
	}
	script := `git init -q .; git config user.name x; git config user.email x@example.test; git add -f .env a.txt
		git commit -qm one; git checkout -qb topic; echo other > .env; git commit -qam two; git checkout -q -`
	w.git("set -e; " + script)
	does := effect.Effects{Writes: []effect.Path{{Name: w.ws, Given: "git", Part: effect.PartTree}},
		Runs: []effect.Program{{Name: "git", Canonical: "git checkout", Words: []string{"git", "checkout", "topic"},
			Class: effect.ProgramActs}}}
	for _, part := range [...]struct {
		name string
		part effect.Part
	}{{"index", effect.PartIndex}, {"refs", effect.PartRefs}, {"logs", effect.PartRefs}} {
		name := path.Join(w.ws, ".git", part.name)
		does.Writes = append(does.Writes, effect.Path{Name: name, Given: "git", Part: part.part})
	}
	touch := does
	touch.Runs = append(does.Runs[:1:1], effect.Program{Name: "touch", Canonical: "touch", Words: []string{"touch", "x"},
		Class: effect.ProgramActs})
	ran := w.ws + "/ran"
	_, err := w.Run(t.Context(), w.spec(touch), Command{Argv: bash("echo > ran; git checkout -q topic"), Limit: patience})
	if !errors.Is(err, ErrNotAlone) || exists(ran) {
		t.Errorf("git with touch: %v, want ErrNotAlone, and nothing to run", err)
	}
	out, exit := w.sh(does, "git checkout -q topic && git status --short")
	if exit.Code != 0 || strings.Contains(out, ".env") {
		t.Errorf("git alone ended with %d and %q, want it to replace .env", exit.Code, out)
	}
	staged := touch
	staged.Writes = append(does.Writes[1:], effect.Path{Name: w.ws + "/x"})
	if out, exit := w.sh(staged, "touch x && git status --short"); exit.Code != 0 {
		t.Errorf("git that replaces no file ended with %d next to touch, want 0: %s", exit.Code, out)
	}
}
