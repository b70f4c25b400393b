package hook

import (
	"testing"

	"pp/engine"
	"pp/engine/effect"
)

// A command into which commands can be typed later is not let through where nobody would be told of them.
func TestTypedTo(t *testing.T) {
	for _, c := range []struct {
		command string
		runs    []string
		typed   bool
	}{
		{"less notes.txt", []string{"less"}, true},
		{"git log | /usr/bin/more", []string{"git", "/usr/bin/more"}, true},
		{"GIT_PAGER=less git log", []string{"git"}, true},
		{"GIT_PAGER=cat MANPAGER='less' man ls", []string{"man"}, true},
		{"git -c core.pager=vi log", []string{"git"}, true},
		{"git --no-pager log", []string{"git"}, false},
		{"PAGER=cat git log", []string{"git"}, false},
		{"zless x.gz", []string{"zless"}, true},
		{"grep -n pager less.go", []string{"grep"}, false},
		{"PAGER= git log", []string{"git"}, false},
	} {
		v := engine.Verdict{Decision: engine.Allow,
			Action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: c.command}}}
		for _, name := range c.runs {
			v.Effects.Runs = append(v.Effects.Runs, effect.Program{Name: name})
		}
		if why := typedTo(Call{Interactive: true}, v); (why != "") != c.typed {
			t.Errorf("%s: %q", c.command, why)
		}
		if why := typedTo(Call{}, v); why != "" {
			t.Errorf("%s, where it is told: %q", c.command, why)
		}
	}
}
