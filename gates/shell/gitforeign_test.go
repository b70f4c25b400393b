package shell_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/enginetest"
)

// repository is what makes a directory one of git's, with a configuration.
func repository(dir, config string) map[string]string {
	return map[string]string{dir + "/HEAD": "ref: refs/heads/main\n", dir + "/objects/x": "", dir + "/refs/x": "",
		dir + "/config": config}
}

// put adds files to a tree.
func put(all *tree, files map[string]string) {
	for file, text := range files {
		for dir, names := range newTree(file).dirs {
			for _, n := range names {
				all.add(dir, n)
			}
		}
		all.files[file] = text
	}
}

// TestGitElsewhere: git in a repository that is not the workspace's own is asked about where the configuration of that
// repository names a program, in whatever way it comes there.
func TestGitElsewhere(t *testing.T) {
	const w = "/home/dev/src/app"
	runs := map[string]string{
		"external":  "[diff]\n\texternal = ./evil\n",
		"textconv":  "[diff \"x\"]\n\ttextconv = ./evil\n",
		"filter":    "[filter \"x\"]\n\tclean = ./evil\n",
		"fsmonitor": "[core]\n\tfsmonitor = ./evil\n",
		"include":   "[include]\n\tpath = ../evil\n",
		"sloppy":    "[core\n",
	}
	for name, config := range runs {
		f := home()
		put := func(files map[string]string) { put(f.FS.(*tree), files) }
		put(repository(w+"/sub/.git", config))
		put(repository(w+"/embedded", config))
		put(repository(w+"/plain/.git", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://h/x\n"+
			"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n"))
		put(map[string]string{w + "/moved/.gitconfig": config})
		a := analyst()
		for _, cmd := range []string{"git -C sub diff", "cd sub && git log -p", "git --git-dir=sub/.git diff",
			"GIT_DIR=sub/.git git log", "export GIT_DIR=sub/.git; git log", "cd embedded && git log -p",
			"git -C embedded show", "(cd sub; git diff)", "env HOME=" + w + "/moved git diff",
			"env -C sub git log -p", "cd sub; git diff | cat"} {
			if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
				t.Errorf("%s: %s is allowed: %s", name, cmd, v.Sentence())
			}
		}
		for _, cmd := range []string{"git diff", "git -C plain log -p", "cd plain && git status"} {
			if v := judge(t, a, cmd, f); v.Decision != engine.Allow {
				t.Errorf("%s: %s: %s", name, cmd, v.Sentence())
			}
		}
	}
}

// TestGitGoesByWhatItDoes: a program that a foreign configuration names is asked about only where the subcommand, with
// its flags, could start it.
func TestGitGoesByWhatItDoes(t *testing.T) {
	const w = "/home/dev/src/app"
	patch, filter := "[diff]\n\texternal = ./evil\n", "[filter \"x\"]\n\tclean = ./evil\n"
	monitor, editor := "[core]\n\tfsmonitor = ./evil\n", "[core]\n\teditor = ./evil\n"
	sign, pager := "[gpg]\n\tprogram = ./evil\n", "[core]\n\tpager = ./evil\n"
	for _, c := range []struct{ config, asks, allows string }{
		{patch, "diff|log -p|show HEAD|diff-tree -p HEAD|diff --stat|log -S x|stash show -p|status|ls-files",
			"log|log --oneline -3|branch -a|rev-parse HEAD|tag -l|remote -v|describe --always|log --stat"},
		{filter, "status|diff|ls-files -m|ls-files -sm|ls-files --others|describe --dirty|log -p|add -n .|ls-files -s",
			"log|describe|shortlog -sn|cat-file -p HEAD|for-each-ref|worktree list"},
		{monitor, "status|ls-files|diff --cached|log -p|rev-parse :x", ""},
		{editor, "diff|log -p|status", "log|branch"},
		{sign, "log|tag -l|diff|show HEAD", ""},
		{pager, "log|diff", ""},
	} {
		f := home()
		put(f.FS.(*tree), repository(w+"/sub/.git", c.config))
		for want, list := range map[bool]string{true: c.allows, false: c.asks} {
			for cmd := range strings.SplitSeq(list, "|") {
				if v := judge(t, analyst(), "git -C sub "+cmd, f); cmd != "" && (v.Decision == engine.Allow) != want {
					t.Errorf("%q: git -C sub %s: %s: %s", c.config, cmd, v.Decision, v.Sentence())
				}
			}
		}
		f.Env["GIT_PAGER"] = "cat"
		if v := judge(t, analyst(), "git -C sub log", f); c.config == pager && v.Decision != engine.Allow {
			t.Errorf("the pager of the environment goes before: %s", v.Sentence())
		}
	}
}

// TestGitWhereItIsNotKnown: a repository that is not known could be any, and one that is a submodule is compared with
// the one around it.
func TestGitWhereItIsNotKnown(t *testing.T) {
	const w = "/home/dev/src/app"
	f := home()
	put(f.FS.(*tree), repository(w+"/sub/.git", "[filter \"x\"]\n\tclean = ./evil\n"))
	for _, cmd := range []string{"cd $(cat x.txt) && git diff", "pushd $(cat x.txt) && git status", "git -C $OLDPWD diff",
		"git -C \"$OLDPWD\" status", "find . -name .git -execdir git diff \\;", "find . -type d -exec git -C {} diff \\;",
		"HOME=$(cat x.txt) git diff", "git --git-dir=nowhere diff", "git --git-dir=sub/.git --work-tree=sub status",
		"git --work-tree sub --git-dir sub/.git status", "git diff --submodule=diff", "git log -p --submodule=diff"} {
		if v := judge(t, analyst(), cmd, f); v.Decision == engine.Allow {
			t.Errorf("%s is allowed: %s", cmd, v.Sentence())
		}
	}
	for _, cmd := range []string{"cd $(cat x.txt) && git log --oneline", "find . -name .git -execdir git branch \\;",
		"cd src && git diff && cd - && git status", "cd \"$(git rev-parse --show-toplevel)\" && git diff",
		"git --git-dir=.git --work-tree=. status", "git status", "git diff --submodule=log"} {
		if v := judge(t, analyst(), cmd, f); v.Decision != engine.Allow {
			t.Errorf("%s: %s", cmd, v.Sentence())
		}
	}
	put(f.FS.(*tree), repository(w+"/hooked/.git", ""))
	put(f.FS.(*tree), map[string]string{w + "/hooked/.git/hooks/post-index-change": "./evil"})
	if v := judge(t, analyst(), "git -C hooked status", f); v.Decision == engine.Allow {
		t.Errorf("a hook of another repository runs: %s", v.Sentence())
	}
	put(f.FS.(*tree), map[string]string{w + "/.gitmodules": "[submodule \"sub\"]\n\tpath = sub\n\turl = ../sub\n"})
	for _, cmd := range []string{"git status", "git diff", "git describe --dirty"} {
		if v := judge(t, analyst(), cmd, f); v.Decision == engine.Allow {
			t.Errorf("with the submodule, %s is allowed: %s", cmd, v.Sentence())
		}
	}
	if v := judge(t, analyst(), "git log -3", f); v.Decision != engine.Allow {
		t.Errorf("with the submodule, git log: %s", v.Sentence())
	}
}

// namingPrograms makes a repository in sub of a directory, whose configuration names programs that note that they ran.
func namingPrograms(t *testing.T, dir, ran string) (write func(name, text string), git func(line string)) {
	t.Helper()
	helper := filepath.Join(dir, "helper")
	git = func(line string) {
		cmd := exec.Command("git", strings.Fields(line)...)
		cmd.Dir = filepath.Join(dir, "sub")
		cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a",
			"GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org"}
		_ = cmd.Run() // some fail where a helper does not answer
	}
	write = func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(helper, "#!/bin/sh\ntouch "+ran+"\ncat\n")
	git("init -q .")
	write(dir+"/sub/f.txt", "f\n")
	write(dir+"/sub/.gitattributes", "*.txt filter=x diff=x merge=x\n")
	git("add .")
	git("commit -qm one")
	write(dir+"/sub/f.txt", "g\n")
	git("commit -qam two")
	for _, key := range []string{"diff.external", "diff.x.textconv", "filter.x.clean", "filter.x.smudge", "core.editor",
		"merge.x.driver", "sequence.editor"} {
		git("config " + key + " " + helper)
	}
	return write, git
}

// TestRealGitStartsNothing: of the subcommands that are taken to start nothing for a repository whose configuration
// names programs for patches, files and changes, real git starts none.
func TestRealGitStartsNothing(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		enginetest.Skip(t, os.Getenv, true, "git: %v", err)
	}
	dir := t.TempDir()
	ran := filepath.Join(dir, "ran")
	write, git := namingPrograms(t, dir, ran)
	f := home()
	config, err := os.ReadFile(dir + "/sub/.git/config")
	if err != nil {
		t.Fatal(err)
	}
	put(f.FS.(*tree), repository(f.Dir+"/sub/.git", string(config)))
	started := 0
	for cmd := range strings.SplitSeq("log|log --stat|log --oneline -3|rev-parse HEAD|branch -avv|tag -l|tag -n|"+
		"shortlog -sn HEAD|ls-tree -r HEAD|name-rev HEAD|merge-base HEAD HEAD~1|show-ref|for-each-ref|remote -v|"+
		"worktree list|config --list|cat-file -p HEAD:f.txt|ls-files|ls-files -s|ls-files -u|describe --always|"+
		"rev-list HEAD|symbolic-ref HEAD|diff|log -p|status|show HEAD|blame f.txt|diff HEAD~1|ls-files -m", "|") {
		write(dir+"/sub/f.txt", "h\n") // as long as what is staged
		_ = os.Remove(ran)
		git(cmd)
		_, err := os.Lstat(ran)
		if err == nil {
			started++
		}
		if v := judge(t, analyst(), "git -C sub "+cmd, f); v.Decision == engine.Allow && err == nil {
			t.Errorf("git %s is allowed and starts a program", cmd)
		}
	}
	if started < 4 {
		t.Errorf("git started a program %d times, so that this shows nothing", started)
	}
}

// TestRemotesThatWordsName: what git contacts is the remote that its words name, by the table's flags, and any host
// where they may name several.
func TestRemotesThatWordsName(t *testing.T) {
	const config = "[remote \"origin\"]\n\turl = https://h.test/x\n[remote \"up\"]\n\turl = https://up.test/x\n"
	f := home()
	put(f.FS.(*tree), repository("/home/dev/src/app/sub/.git", config))
	for cmd, want := range map[string]string{
		"fetch": "h.test:443", "push -fu origin topic": "h.test:443", "push -o ci.skip up": "up.test:443",
		"fetch -j 4 up main": "up.test:443", "push --mirror up": "up.test:443", "ls-remote --sort=x up": "up.test:443",
		"fetch --all": "h.test:443 up.test:443", "fetch -qm origin up": "any host",
		"fetch --multiple origin up": "any host",
		"push --repo=up":             "any host", "fetch --recurse-submodules up": "any host",
	} {
		_, e := analyst().Infer("git -C sub "+cmd, f)
		var got []string
		for _, c := range e.Connects {
			got = append(got, c.Address())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("git %s contacts %q, not %q", cmd, got, want)
		}
	}
}

// TestRepositoryOfAnUnknownFlag: a repository that is named in part is not the one around the directory.
func TestRepositoryOfAnUnknownFlag(t *testing.T) {
	f := home()
	put(f.FS.(*tree), repository("/home/dev/src/app/.git", ""))
	_, e := analyst().Infer(`D=$(cat x); git --git-dir="$D"/.git --work-tree="$D" checkout -q main`, f)
	for _, p := range e.Writes {
		if p.Name == "/home/dev/src/app/.git/refs" {
			t.Error("it is taken for the workspace's own")
		}
	}
}
