package shell_test

import (
	"slices"
	"strings"
	"testing"

	"pp/engine/effect"
)

// TestParts checks which parts of which repository a command changes.
func TestParts(t *testing.T) {
	const w = "/home/dev/src/app"
	f := home()
	tree := newTree("/", "/tmp/", w+"/.git/HEAD", w+"/.git/config", w+"/sub/x.go", w+"/.git/worktrees/side/HEAD",
		"/home/dev/side/.git", w+"/.git/worktrees/side/commondir", w+"/.git/worktrees/side/gitdir",
		"/home/dev/thief/.git", w+"/lib/.git", w+"/.git/modules/lib/HEAD", "/home/dev/bare/HEAD", "/home/dev/bare/objects/",
		"/home/dev/bare/refs/", "/home/dev/none/a", "/home/dev/odd/.git", "/home/dev/long/.git",
		"/home/dev/hooked/.git/HEAD", "/home/dev/hooked/.git/hooks/pre-commit")
	tree.files["/home/dev/side/.git"] = "gitdir: ../src/app/.git/worktrees/side\n"
	tree.files[w+"/.git/worktrees/side/commondir"] = "../..\n"
	tree.files[w+"/.git/worktrees/side/gitdir"] = "/home/dev/side/.git\n"
	tree.files["/home/dev/thief/.git"] = "gitdir: " + w + "/.git/worktrees/side\n"
	tree.files[w+"/lib/.git"] = "gitdir: ../.git/modules/lib\n"
	tree.files["/home/dev/odd/.git"] = "nothing of git\n"
	tree.files["/home/dev/long/.git"] = "gitdir: " + strings.Repeat("/x", 5000)
	f.FS = tree
	for command, want := range map[string]string{
		"git add x":                       "git:index@.git/index git:objects@.git/objects",
		"cd sub && git add x":             "git:index@.git/index git:objects@.git/objects",
		"git -C sub add x":                "git:index@.git/index git:objects@.git/objects",
		"git add -n x":                    "",
		"git commit -m x":                 "git:index@.git/index git:objects@.git/objects git:refs@.git/refs",
		"git stash drop":                  "git:stash@.git/refs/stash",
		"git clean -fd":                   "git:tree@",
		"git config user.name x":          "git:config@.git/config",
		"git config user.name":            "",
		"git config --global user.name x": "git:personal@/home/dev/.gitconfig",
		"git config --unset a.b":          "git:config@.git/config",
		"git -C /home/dev/side add x": "git:index@.git/worktrees/side/index " +
			"git:objects@.git/objects",
		"git -C /home/dev/side tag v1": "git:refs@.git/refs git:refs@.git/worktrees/side/HEAD " +
			"git:objects@.git/objects",
		"git -C /home/dev/bare tag v1":          "git:refs@/home/dev/bare/refs git:objects@/home/dev/bare/objects",
		"git -C /home/dev/bare clean -fd":       "",
		"git -C /home/dev/none add x":           "",
		"git -C /home/dev/odd stash drop":       "",
		"git -C /home/dev/long stash drop":      "",
		"git --git-dir=/home/dev/bare tag v1":   "git:refs@/home/dev/bare/refs git:objects@/home/dev/bare/objects",
		"git --git-dir /home/dev/none tag v1":   "git:refs@/home/dev/none/refs git:objects@/home/dev/none/objects",
		"git -C /home/dev/hooked stash drop":    "git:stash@/home/dev/hooked/.git/refs/stash",
		"make deploy":                           "work@",
		"cd sub && npm install left-pad":        "work@ manifest@sub/package.json",
		"for i in a b; do git stash drop; done": "git:stash@.git/refs/stash",
	} {
		_, e := analyst().Infer(command, f)
		var got []string
		for _, p := range e.Writes {
			if p.Part != effect.PartNone {
				got = append(got, p.Part.String()+"@"+strings.TrimPrefix(strings.TrimPrefix(p.Name, w), "/"))
				if strings.HasPrefix(p.Name, w) {
					continue
				}
				got[len(got)-1] = p.Part.String() + "@" + p.Name
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s\n got %s\nwant %s", command, strings.Join(got, " "), want)
		}
	}
	for dir, foreign := range map[string]bool{"/home/dev/side": false, "/home/dev/thief": true, w + "/lib": false} {
		_, e := analyst().Infer("git -C "+dir+" stash drop", f)
		if got := slices.ContainsFunc(e.Hazards, func(h effect.Hazard) bool {
			return strings.Contains(h.Reason, "not its own")
		}); got != foreign {
			t.Errorf("%s is foreign: %v", dir, got)
		}
	}
	_, e := analyst().Infer("git -C /home/dev/hooked commit -m x", f)
	if !slices.ContainsFunc(e.Runs, func(r effect.Program) bool { return r.Class == effect.ProgramBuilds }) {
		t.Error("hooks of a repository are not run as its build is")
	}
}
