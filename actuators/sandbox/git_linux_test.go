package sandbox

import (
	"os/exec"
	"strings"
	"testing"

	"os"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// gitParts are the effects of a git command that changes these parts of the workspace's repository.
func gitParts(parts ...effect.Part) func(*world) effect.Effects {
	return func(w *world) effect.Effects {
		e := effect.Effects{Runs: []effect.Program{{Name: "git", Class: effect.ProgramActs}}}
		for _, p := range parts {
			name := w.ws
			if p.Git() {
				name = p.In(w.ws + "/.git")
			}
			at := w.at(name)
			at.Name, at.Part = name, p
			e.Writes = append(e.Writes, at)
		}
		return e
	}
}

// What was approved of git works, and the other parts of the repository stay as they are.
func TestApprovedGit(t *testing.T) {
	newWorld(t).needs(engine.FilesMounts)
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, false, "git is not installed: %v", err)
	}
	const index, objects, refs, config = effect.PartIndex, effect.PartObjects, effect.PartRefs, effect.PartConfig
	for _, c := range []struct {
		name   string
		parts  []effect.Part
		script string
		ok     bool   // the script ends well
		look   string // without the sandbox, afterwards
		want   string
	}{
		{"add", []effect.Part{index, objects}, "git add -A sub && git diff --cached --name-only", true,
			"git diff --cached --name-only", "sub/new\n"},
		{"add alone makes no commit", []effect.Part{index, objects}, "git add sub; git commit -qm second", false,
			"git log --format=%s", "first\n"},
		{"commit", []effect.Part{index, objects, refs}, "git add sub && git commit -qm second", true,
			"git log --format=%s", "second\nfirst\n"},
		{"a commit changes no setting", []effect.Part{index, objects, refs}, "git config core.pager x", false,
			"git config core.pager || echo none", "none\n"},
		{"a commit plants no hook", []effect.Part{index, objects, refs, config, effect.PartTree},
			"echo x > .git/hooks/pre-push", false, "ls .git/hooks/pre-push 2>/dev/null || echo none", "none\n"},
		{"a commit names no other repository", []effect.Part{index, objects, refs, effect.PartTree},
			"rm .git/config; mv .git/hooks .git/h; mv .git .git2", false, "ls -A .git | grep -cx -e config -e hooks", "2\n"},
		{"anything but another repository", []effect.Part{effect.PartWork}, "mv .git .git2; mv .git/hooks .git/h", false,
			"ls -A .git | grep -cx -e config -e hooks", "2\n"},
		{"tag", []effect.Part{refs, objects}, "git tag v1 && git pack-refs --all", true, "git tag", "v1\n"},
		{"stash", []effect.Part{index, objects, effect.PartStash, effect.PartTree},
			"echo y > a.txt && git stash -q && cat a.txt", true, "git stash list | wc -l", "1\n"},
		{"switch", []effect.Part{index, refs, config, effect.PartTree}, "git switch -q other && cat a.txt", true,
			"git branch --show-current; cat a.txt Makefile", "other\nother\nother\n"},
		{"settings", []effect.Part{config}, "git config user.name N && git config user.name", true,
			"git config user.name", "N\n"},
		{"settings alone", []effect.Part{config}, "git tag v1", false, "git tag", ""},
		{"nothing", nil, "git add sub", false, "git diff --cached --name-only", ""},
		{"anything", []effect.Part{effect.PartWork}, "echo x > Makefile && git add -A sub && git commit -qm second", true,
			"cat Makefile; git log --format=%s | head -1", "x\nsecond\n"},
		{"anything but hooks", []effect.Part{effect.PartWork}, "echo x > .git/hooks/pre-push", false,
			"ls .git/hooks/pre-push 2>/dev/null || echo none", "none\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.git(`git init -q && git config user.name T && git config user.email t@example.org && mkdir -p .git/hooks
				printf '.env\n' > .gitignore && echo first > Makefile && git add -A && git commit -qm first
				git switch -qc other && echo other | tee a.txt > Makefile && git commit -qam other && git switch -q -
				mkdir sub && echo x > sub/new`)
			out, exit := w.sh(gitParts(c.parts...)(w), c.script)
			if (exit.Code == 0) != c.ok {
				t.Errorf("%+v: %s", exit, out)
			}
			if got := w.git(c.look); got != c.want {
				t.Errorf("afterwards %q, want %q: %s", got, c.want, out)
			}
			if w.git("cat .git/HEAD | grep -c .") != "1\n" {
				t.Error("the repository is gone")
			}
		})
	}
}

// git runs a script in the workspace without the sandbox.
func (w *world) git(script string) string {
	w.t.Helper()
	cmd := exec.Command("/bin/bash", "-c", script)
	cmd.Dir, cmd.Env = w.ws, []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + w.home, "GIT_CONFIG_NOSYSTEM=1"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		w.t.Fatalf("%s: %v: %s", strings.TrimSpace(script), err, out)
	}
	return string(out)
}

// The person's own settings of git can be changed when that was approved, and nothing else in the home.
func TestApprovedPersonalSettings(t *testing.T) {
	w := newMountedWorld(t)
	w.put(w.home+"/.gitconfig", "[user]\n\tname = A\n")
	w.put(w.home+"/.bashrc", "mine\n")
	at := w.at(effect.PartPersonal.In(w.home))
	at.Part = effect.PartPersonal
	e := effect.Effects{Writes: []effect.Path{at}, Runs: []effect.Program{{Name: "git", Class: effect.ProgramActs}}}
	out, exit := w.sh(e, "git config --global user.name B; echo x > ~/.bashrc; ls -A ~/.ssh")
	if exit.Code != 0 || !strings.Contains(w.read(w.home+"/.gitconfig"), "name = B") ||
		w.read(w.home+"/.bashrc") != "mine\n" {
		t.Errorf("%+v %s: %s", exit, out, w.read(w.home+"/.gitconfig"))
	}
}

// What the person's settings of git name is there: files that git leaves alone for them, it leaves alone here too.
func TestPersonalSettingsOfGit(t *testing.T) {
	w := newMountedWorld(t)
	w.put(w.home+"/.gitconfig", "[include]\n\tpath = .more\n[include]\n\tpath = ~/.ssh/id_ed25519\n")
	w.put(w.home+"/.more", "[core]\n\texcludesFile = ~/.ignored\n[user]\n\tname = N\n")
	w.put(w.home+"/.ignored", "junk\n")
	w.put(w.home+"/.other", "x\n")
	w.put(w.ws+"/junk", "x\n")
	w.git("git init -q && printf '.env\n' > .gitignore")
	out, exit := w.sh(gitParts(effect.PartIndex, effect.PartObjects)(w),
		"git add -A && git ls-files && git config user.name && ls ~/.other ~/.ssh/id_ed25519 2>&1 | grep -c 'No such'")
	if want := ".gitignore\na.txt\nb.txt\nN\n2\n"; exit.Code != 0 || out != want {
		t.Errorf("%+v %q, want %q", exit, out, want)
	}
}

// A subdirectory of a repository is a workspace too: git sees the whole working tree, and changes what was approved.
func TestApprovedGitAbove(t *testing.T) {
	w := newMountedWorld(t)
	w.git("git init -q && git config user.name T && git config user.email t@example.org && printf '.env\n' > .gitignore" +
		" && mkdir mod && echo x > mod/go.mod && git add -A && git commit -qm first && echo y > mod/go.mod")
	above := *w
	e := gitParts(effect.PartIndex, effect.PartObjects, effect.PartRefs)(w)
	above.ws = w.ws + "/mod"
	if out, exit := above.sh(e, "git commit -qam second"); exit.Code != 0 {
		t.Errorf("%+v %s", exit, out)
	}
	if got := w.git("git show --stat --format=%s | cat; git status --short"); !strings.Contains(got, "1 file changed") {
		t.Error(got)
	}
}
