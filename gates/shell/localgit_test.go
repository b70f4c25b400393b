package shell_test

import (
	"slices"
	"strings"
	"testing"

	"pp/engine/effect"
	"pp/gates/shell"
)

// A repository on this machine is read, and a push writes its objects and references; no host is contacted then.
func TestLocalRepositories(t *testing.T) {
	config := "[remote \"origin\"]\n\turl = ../remote.git\n[remote \"far\"]\n\turl = git@h.test:x.git\n"
	const w, remote = "/home/dev/src/app", "/home/dev/src/remote.git"
	f := home()
	f.Dir = w
	tree := newTree("/", "/tmp/", w+"/.git/HEAD", w+"/.git/config", remote+"/HEAD", remote+"/objects/", remote+"/refs/",
		remote+"/hooks/update.sample")
	tree.files[w+"/.git/config"], tree.files[w+"/.git/HEAD"] = config, "ref: refs/heads/main\n"
	f.FS = tree
	for command, want := range map[string]string{
		"git fetch":                 "reads",
		"git fetch origin":          "reads",
		"git pull":                  "reads",
		"git push origin main":      "reads writes",
		"git clone ../remote.git x": "reads",
		"git clone file:///home/dev/src/remote.git x": "reads",
		"git fetch far":                                  "connects",
		"git fetch --all":                                "reads connects",
		"git push far main":                              "connects",
		"git clone git@h.test:x.git":                     "connects",
		"git remote add l ../remote.git && git fetch l":  "connects",
		"GIT_DIR=x git fetch":                            "reads connects",
		"git clone --recurse-submodules ../remote.git x": "reads connects",
	} {
		_, e := analyst().Infer(command, f)
		var got []string
		at := func(p effect.Path) bool { return strings.HasPrefix(p.Name, remote) }
		if slices.ContainsFunc(e.Reads, at) {
			got = append(got, "reads")
		}
		if slices.ContainsFunc(e.Writes, at) {
			got = append(got, "writes")
		}
		if len(e.Connects) > 0 {
			got = append(got, "connects")
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s\n%+v", command, got, want, e.Hazards)
		}
		if slices.ContainsFunc(e.Hazards, func(h effect.Hazard) bool { return h.Rule == shell.RuleSecretSent }) {
			t.Errorf("%s: %+v", command, e.Hazards)
		}
	}
}
