package gates_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
)

// waysToWrite lists ways to write a file, FILE, with the name NAME in a directory, DIR.
var waysToWrite = []string{`(write-file :filepath "FILE" :content "x")`,
	"echo x > FILE", "echo x >> ./FILE", ">|FILE echo x", "tee FILE < main.go", "tee -a FILE < main.go",
	"sed -i s/a/b/ FILE", "cp main.go FILE", "cp main.go $PWD/FILE", "mv main.go FILE",
	"ln main.go FILE", "ln -s main.go FILE", "ln -sf /usr/bin/env FILE", "install -m 755 main.go FILE",
	"dd if=main.go of=FILE", "touch FILE", "truncate -s 0 FILE", "gofmt main.go > FILE",
	"for f in FILE; do echo x > $f; done", "cp main.go z/NAME && cp z/NAME DIR",
	"mkdir -p DIR && cd DIR && echo x > NAME", "f=FILE; cat main.go > $f",
	"rsync main.go FILE"}

// TestSurfacesByEveryWayOfWriting checks that pp asks about a surface although edits are accepted, and not about an
// ordinary file, for every way to write it: before a command runs, and after a command wrote it.
func TestSurfacesByEveryWayOfWriting(t *testing.T) {
	facts := workspaceFacts(t)
	s := realStack()
	surfaces := []string{".envrc", "sub/.envrc", ".github/workflows/x.yml", ".GITHUB/workflows/ci.yml", ".husky/pre-push",
		".vscode/tasks.json", "mise.toml", "flake.nix", ".mcp.json", ".claude/settings.json", ".venv/bin/python",
		"node_modules/.bin/tsc", ".venv/lib/python3.12/site-packages/a.pth", "Jenkinsfile", "my.code-workspace"}
	code := []string{"Makefile", "package.json", "CMakeLists.txt", "sub/conftest.py", "Dockerfile", "setup.py",
		"CLAUDE.md", "sub/AGENTS.md", "build.rs", "src/lib.rs", "justfile", ".github/CODEOWNERS", "Gemfile", ".cursorrules"}
	for _, name := range slices.Concat(surfaces, code) {
		want := slices.Contains(surfaces, name)
		for _, way := range waysToWrite {
			way = strings.NewReplacer("FILE", name, "DIR", filepath.Dir(name), "NAME", filepath.Base(name)).Replace(way)
			f := facts()
			f.AcceptEdits, f.Confinement.Layers = true, true
			v := s.Judge(action(t, way), f)
			asks := slices.ContainsFunc(v.Asks(), func(f engine.Finding) bool { return f.Row == "write-surface" })
			if asks != want || !want && v.Decision != engine.Allow {
				t.Errorf("%s: %s; want a question about a surface: %v", way, v.Sentence(), want)
			}
		}
		f := facts()
		f.AcceptEdits = true
		unknown := engine.Verdict{Decision: engine.Ask, Facts: f, Dir: f.Dir, Action: run("frob"),
			Effects: effect.Effects{Runs: []effect.Program{{Name: "frob"}}}}
		for _, kind := range []engine.ChangeKind{engine.ChangeNew, engine.ChangeModified} {
			left := engine.Change{Kind: kind, Mode: 0o644, Path: effect.Path{Name: filepath.Join(f.Dir, name)}}
			for _, approved := range []bool{false, true} {
				found := gates.Reviewer{Waivers: gates.DefaultWaivers()}.Review(unknown, approved, []engine.Change{left})[0]
				if asked := found.Decision == engine.Ask && found.WaivedBy == ""; asked != want {
					t.Errorf("a command left %s: %+v; want a question: %v", name, found, want)
				}
			}
		}
	}
}
