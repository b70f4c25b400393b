package shell_test

import (
	"testing"

	"pp/engine"
)

// TestGitElsewhere: git in a repository that is not the workspace's own is asked about where the configuration of that
// repository names a program, in whatever way it comes there.
func TestGitElsewhere(t *testing.T) {
	const w = "/home/dev/src/app"
	repo := func(dir, config string) map[string]string {
		return map[string]string{dir + "/HEAD": "ref: refs/heads/main\n", dir + "/objects/x": "", dir + "/refs/x": "",
			dir + "/config": config}
	}
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
		put := func(files map[string]string) {
			for file, text := range files {
				fresh := newTree(file)
				all := f.FS.(*tree)
				for dir, names := range fresh.dirs {
					for _, n := range names {
						all.add(dir, n)
					}
				}
				all.files[file] = text
			}
		}
		put(repo(w+"/sub/.git", config))
		put(repo(w+"/embedded", config))
		put(repo(w+"/plain/.git", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://h/x\n"+
			"[filter \"lfs\"]\n\tclean = git-lfs clean -- %f\n"))
		put(map[string]string{w + "/moved/.gitconfig": config})
		a := analyst()
		for _, cmd := range []string{"git -C sub diff", "cd sub && git log -p", "git --git-dir=sub/.git status",
			"GIT_DIR=sub/.git git log", "export GIT_DIR=sub/.git; git log", "cd embedded && git log",
			"git -C embedded show", "(cd sub; git status)", "env HOME=" + w + "/moved git diff",
			"env -C sub git log", "cd sub; git diff | cat"} {
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
