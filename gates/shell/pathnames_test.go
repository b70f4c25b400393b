package shell_test

import (
	"slices"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// projectPath returns the facts of a machine whose PATH begins with directories of the workspace.
func projectPath() engine.Facts {
	f := layers()
	w := f.Dir
	put(f.FS.(*tree), map[string]string{w + "/.venv/bin/python": "x", w + "/.venv/bin/pytest": "x",
		w + "/.venv/bin/ls":  "x",
		w + "/.venv/bin/git": "x", w + "/.venv/bin/echo": "x", w + "/node_modules/.bin/eslint": "x", w + "/bin/curl": "x",
		"/usr/bin/cat": "x", "/usr/bin/ls": "x", "/usr/bin/git": "x", "/usr/bin/python": "x", "/usr/bin/env": "x"})
	f.Env["PATH"] = w + "/.venv/bin:" + w + "/node_modules/.bin:" + w + "/bin:/usr/bin:/bin"
	return f
}

// TestProgramsOfTheWorkspace checks that pp judges a bare name that PATH finds in the workspace as that file,
// and not as the program with this name in the table.
func TestProgramsOfTheWorkspace(t *testing.T) {
	f, a := projectPath(), analyst()
	for _, cmd := range []string{"ls", "ls -l", "git status", "git log -1", "env ls", "xargs ls < a.txt", "timeout 5 ls",
		"nice git status", "command ls", "exec ls", "sudo -n true; ls", "x=ls; $x", "cat a.txt | ls", "$(ls)", "env echo x",
		"python --version", "python -c 'print(1)'", "python a.py", "find . -exec ls {} +", "bash -c ls", "if ls; then :; fi",
		"ls --help", "git --version", "curl https://x.example"} {
		v := judge(t, a, cmd, f)
		if v.Decision == engine.Allow {
			t.Errorf("%s: allowed as the table's program, want a question about the file of the workspace", cmd)
		}
		if !slices.ContainsFunc(v.Effects.Runs, func(r effect.Program) bool {
			_, in := f.Workspace.Contains(r.Name)
			return in && r.Class != effect.ProgramReads && r.Class != effect.ProgramComputes
		}) {
			t.Errorf("%s: runs %v, want the file of the workspace", cmd, v.Effects.Runs)
		}
	}
	decides(t, f, engine.Allow, `cat a.txt | echo x | /usr/bin/ls | /usr/bin/git status | wc -l a.txt`)
	// A build in these places is the project's own, by its path and by PATH.
	decides(t, f, engine.Allow, `pytest | python -m pytest -q | eslint src`)
	for _, cmd := range []string{"./.venv/bin/python a.py", "./.venv/bin/ls", "./.venv/bin/git status"} {
		if byName, byPath := judge(t, a, cmd[len("./.venv/bin/"):], f), judge(t, a, cmd, f); byName.Decision !=
			byPath.Decision ||
			byName.When != byPath.When {
			t.Errorf("%s: %s %s, and by its name %s %s; want the same", cmd, byPath.Decision, byPath.When, byName.Decision,
				byName.When)
		}
	}
}

// TestPlantedPrograms checks that pp does not mistake a program that a command puts on PATH and calls for the program
// of the machine.
func TestPlantedPrograms(t *testing.T) {
	f, a := projectPath(), analyst()
	f.AcceptEdits = true
	for _, cmd := range []string{"cp README.md .venv/bin/cat; cat a.txt", "mv deploy.sh bin/cat && cat a.txt",
		"printf x > bin/cat; chmod +x bin/cat; cat a.txt", "ln -s ../deploy.sh bin/cat; cat a.txt",
		"ln -s /tmp/x bin/cat; cat a.txt", "install deploy.sh bin/cat; cat a.txt"} {
		if v := judge(t, a, cmd, f); v.Decision == engine.Allow {
			t.Errorf("%s: allowed, want a question about the program that it puts on PATH", cmd)
		}
	}
	link := projectPath() // a directory of the machine holds a link into the workspace
	put(link.FS.(*tree), map[string]string{link.Dir + "/deploy.sh": "x"})
	link.FS.(*tree).links["/usr/local/bin/wc"] = link.Dir + "/deploy.sh"
	link.Env["PATH"] = "/usr/local/bin:/usr/bin"
	if v := judge(t, a, "wc -l a.txt", link); v.Decision == engine.Allow {
		t.Errorf("a link into the workspace: allowed, want a question")
	}
}
