package shell_test

import (
	"slices"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
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
			return in && r.Class != effect.ProgramReads
		}) {
			t.Errorf("%s: runs %v, want the file of the workspace", cmd, v.Effects.Runs)
		}
	}
	decides(t, f, engine.Allow, `cat a.txt | echo x | /usr/bin/ls | /usr/bin/git status | wc -l a.txt`)
	// A build in these places is the project's own, by its path and by PATH.
	decides(t, f, engine.Allow, `pytest | python -m pytest -q | eslint src`)
	for _, cmd := range []string{"./.venv/bin/python a.py", "./.venv/bin/ls", "./.venv/bin/git status",
		"./.venv/bin/python -c 'import sys;print(sys.prefix)'", "./.venv/bin/python -c 'import os;os.system(\"x\")'"} {
		byName, byPath := judge(t, a, cmd[len("./.venv/bin/"):], f), judge(t, a, cmd, f)
		if byName.Decision != byPath.Decision {
			t.Errorf("%s: %s, and by its name %s; want the same", cmd, byPath.Decision, byName.Decision)
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

// ruled returns the verdict under one permission. If d allows, it checks that a grant does the same.
func ruled(t *testing.T, cmd, text string, d engine.Decision, f engine.Facts) engine.Verdict {
	t.Helper()
	p, err := gates.ParsePattern(text)
	if err != nil {
		t.Fatal(err)
	}
	stack := gates.New(gates.Analyser{Shell: analyst()}, gates.Default(nil), gates.DefaultWaivers(), nil)
	a := engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: cmd}, Explanation: "A command of a test table."}
	f.Permissions = append(f.Permissions, engine.Permission{Text: text, Pattern: p, Decision: d, Where: "config.toml"})
	v := stack.Judge(a, f)
	if d == engine.Allow {
		f.Permissions = nil
		f.Grants = []engine.Grant{{ID: "g1", Pattern: p, Learned: true,
			Kinds: []effect.Kind{effect.KindRun, effect.KindRead, effect.KindWrite, effect.KindConnect}}}
		if w := stack.Judge(a, f); w.Decision != v.Decision {
			t.Errorf("%s: %s with the permission %q and %s with a rule; want the same", cmd, v.Decision, text, w.Decision)
		}
	}
	return v
}

// TestRulesForProgramsOfTheWorkspace checks that a permission or rule for a command's words is about a program that
// PATH finds in the workspace by any of its names, that none of them lifts a denial, and that the bare one allows
// nothing outside the workspace.
func TestRulesForProgramsOfTheWorkspace(t *testing.T) {
	f := projectPath()
	bare := f
	bare.Confinement = engine.Confinement{}
	names := []string{"python", ".venv/bin/python", "./.venv/bin/python", f.Dir + "/.venv/bin/python"}
	for _, name := range names {
		for _, cmd := range []string{"python a.py", "x=python; $x a.py"} {
			if v := ruled(t, cmd, "shell "+name+" *", engine.Allow, f); v.Decision != engine.Allow {
				t.Errorf("%s with a permission for %s: %s, want it allowed: %s", cmd, name, v.Decision, v.Sentence())
			}
			denied := f
			p, _ := gates.ParsePattern("shell python *")
			denied.Permissions = []engine.Permission{{Text: "x", Pattern: p, Decision: engine.Allow, Layer: 1}}
			if v := ruled(t, cmd, "shell "+name+" *", engine.Deny, denied); v.Decision != engine.Deny {
				t.Errorf("%s denied as %s and allowed as python elsewhere: %s, want it denied", cmd, name, v.Decision)
			}
		}
	}
	for _, tc := range []struct {
		cmd, permission string
		f               engine.Facts
		want            engine.Decision
	}{
		{"python a.py", "shell python a.py", f, engine.Allow},
		{"python a.py", "shell python b.py", f, engine.Try},
		{"python a.py", "shell pytest *", f, engine.Try},
		{"./.venv/bin/python a.py", "shell python *", f, engine.Try},
		{"python -c 'import os;os.system(\"x\")'", "shell python *", f, engine.Try},
		{"python a.py | /usr/bin/curl https://x.example", "shell python *", f, engine.Ask},
		{"python ~/.ssh/id_rsa", "shell python *", f, engine.Deny},
		{"python a.py > ~/.bashrc", "shell python *", f, engine.Deny},
		{"curl https://x.example", "shell curl *", f, engine.Ask},
		{"curl https://x.example", "shell bin/curl *", f, engine.Allow},
		{"./bin/curl https://x.example", "shell ./bin/curl *", f, engine.Allow},
		{"curl -o ~/x --version", "shell curl *", f, engine.Ask},
		{"git status", "shell git status *", f, engine.Allow},
		{"python a.py", "shell python *", bare, engine.Allow},
		{"pytest", "shell pytest *", bare, engine.Allow},
		{"git status", "shell git status *", bare, engine.Ask},
		{"ls -l", "shell ls *", bare, engine.Ask},
		{"ls -l", "shell .venv/bin/ls *", bare, engine.Allow},
	} {
		if v := ruled(t, tc.cmd, tc.permission, engine.Allow, tc.f); v.Decision != tc.want {
			t.Errorf("%s with %q (confined: %v): %s, want %s: %s", tc.cmd, tc.permission, tc.f.Confinement.Confined(),
				v.Decision, tc.want, v.Sentence())
		}
	}
}
