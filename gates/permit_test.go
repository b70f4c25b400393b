package gates_test

import (
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
	"pp/gates"
)

// A permission clears what it names and says so when it cannot.
func TestPermissionForASubcommand(t *testing.T) {
	facts := workspaceFacts(t)
	for _, c := range enginetest.Table[struct {
		permission, command string
		want                engine.Decision
		says                string // in the reason of a finding
	}]("testdata/permit.txt") {
		f := facts()
		p, err := gates.ParsePattern(c.permission)
		if err != nil {
			t.Fatal(err)
		}
		f.Permissions = []engine.Permission{{Text: c.permission, Pattern: p, Decision: engine.Allow, Where: "config.toml"}}
		v := realStack().Judge(run(c.command), f)
		said := ""
		for _, s := range v.Trace {
			for _, x := range s.Findings {
				said += x.Reason + "\n"
			}
		}
		if v.Decision != c.want || !strings.Contains(said, c.says) {
			t.Errorf("%s with %q: %v, want %v and %q\n%s", c.command, c.permission, v.Decision, c.want, c.says, said)
		}
	}
}

// Neither --accept-edits nor a grant clears a part of a repository that names no program and subcommand.
func TestPartsAreNoEdits(t *testing.T) {
	facts := workspaceFacts(t)
	for _, command := range []string{"git add main.go", "git commit -m x", "git checkout -- .", "make deploy"} {
		f := facts()
		f.AcceptEdits = true
		f.Grants = []engine.Grant{{ID: "g", Pattern: engine.Pattern{Tool: "shell"},
			Kinds: []effect.Kind{effect.KindWrite, effect.KindDelete, effect.KindRun, effect.KindHazard}}}
		if v := realStack().Judge(run(command), f); v.Decision != engine.Ask {
			t.Errorf("%s: %s", command, v.Sentence())
		}
		for _, words := range [][]string{{"git", "*"}, {"*"}, {"git", "push", "*"}} {
			f.Grants[0].Pattern = engine.Pattern{Tool: "shell", Words: words, Path: f.Workspace.Root + "/"}
			if v := realStack().Judge(run(command), f); v.Decision != engine.Ask {
				t.Errorf("%s with a grant for %q: %s", command, words, v.Sentence())
			}
		}
		f.Grants = []engine.Grant{{ID: "g", Edits: true, Pattern: engine.Pattern{Path: f.Workspace.Root + "/"},
			Kinds: []effect.Kind{effect.KindWrite, effect.KindMetadata}}}
		if v := realStack().Judge(run(command), f); v.Decision != engine.Ask {
			t.Errorf("%s with a grant for edits: %s", command, v.Sentence())
		}
	}
}
