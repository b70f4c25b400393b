package sandbox

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// TestProjectPath checks that the directories of the workspace stay on PATH, also a relative one.
func TestProjectPath(t *testing.T) {
	w := t.TempDir()
	for _, d := range []string{".venv/bin", "node_modules/.bin", "open"} {
		if err := os.MkdirAll(filepath.Join(w, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(filepath.Join(w, "open"), 0o777); err != nil {
		t.Fatal(err)
	}
	given := w + "/.venv/bin:./node_modules/.bin:" + w + "/open:/tmp::/usr/bin"
	if got, want := ProjectPath(given, w, w), w+"/.venv/bin:"+w+"/node_modules/.bin:/usr/bin"; got != want {
		t.Errorf("ProjectPath gives %s, want %s", got, want)
	}
	if got := CleanPath(given, w); got != "/usr/bin" {
		t.Errorf("CleanPath gives %s, want the machine's directories alone", got)
	}
}

// TestPathForCommands checks which commands find programs in the workspace: those that name one there, and those that
// stay on the machine and run code of the workspace.
func TestPathForCommands(t *testing.T) {
	s := &Sandbox{opts: Options{Path: "/w/.venv/bin:/usr/bin"}}
	reads := effect.Program{Name: "git", Class: effect.ProgramReads}
	builds := effect.Program{Name: "make", Class: effect.ProgramBuilds}
	own := effect.Program{Name: "/w/.venv/bin/pytest", Class: effect.ProgramBuilds}
	out := []effect.Endpoint{{Host: "x.example"}}
	for _, tc := range []struct {
		name string
		e    effect.Effects
		want bool
	}{
		{"an unconfined command that reads", effect.Effects{Runs: []effect.Program{reads}}, false},
		{"a build", effect.Effects{Runs: []effect.Program{reads, builds}}, true},
		{"a build that connects", effect.Effects{Runs: []effect.Program{builds}, Connects: out}, false},
		{"unknown code", effect.Effects{Opaque: []effect.Opaque{{Text: "x"}}}, true},
		{"unknown code that connects",
			effect.Effects{Opaque: []effect.Opaque{{Text: "x"}}, Connects: out}, false},
		{"a program of the workspace that connects", effect.Effects{Runs: []effect.Program{own}, Connects: out}, true},
	} {
		got := s.pathFor(engine.Verdict{Effects: tc.e, Workspace: effect.Workspace{Root: "/w"}})
		if strings.Contains(strings.Join(got, ""), ".venv") != tc.want {
			t.Errorf("%s: PATH %q, want the workspace on it: %v", tc.name, got, tc.want)
		}
	}
	confined := engine.Verdict{Confinement: engine.Confinement{Files: engine.FilesMounts,
		Network: true, Sockets: true, Tree: true},
		Effects: effect.Effects{Runs: []effect.Program{reads}}}
	if len(s.pathFor(confined)) == 0 {
		t.Error("a confined command that reads: the machine's PATH, want the workspace on it")
	}
	confined.Effects.Connects = out
	if len(s.pathFor(confined)) > 0 {
		t.Error("a confined command that connects: the workspace is on PATH, want only the machine's directories")
	}
}
