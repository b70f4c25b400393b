package gates_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
	"pp/gates"
	"pp/gates/shell"
	"pp/gates/shell/table"
)

// realStack is the stack as the command line wires it.
func realStack() *gates.Stack {
	return gates.New(gates.Analyser{Shell: &shell.Analyst{Table: table.Default()}}, gates.Default(nil),
		gates.DefaultWaivers(), nil)
}

// world is a workspace in a temporary home, confined.
func world(tb testing.TB) func() engine.Facts {
	tb.Helper()
	home, err := filepath.EvalSymlinks(tb.TempDir())
	if err != nil {
		tb.Fatal(err)
	}
	work := filepath.Join(home, "src", "project")
	if err := os.MkdirAll(work, 0o755); err != nil {
		tb.Fatal(err)
	}
	for _, name := range []string{"go.mod", "main.go", "README.md"} {
		if err := os.WriteFile(filepath.Join(work, name), []byte("x\n"), 0o644); err != nil {
			tb.Fatal(err)
		}
	}
	return func() engine.Facts {
		return engine.Facts{Dir: work, Home: home, Temp: "/tmp", User: "dev", Workspace: effect.Workspace{Root: work},
			FS: store.NewView(),
			Env: engine.Environment{"HOME": home, "PWD": work, "PATH": "/usr/local/bin:/usr/bin:/bin", "USER": "dev",
				"LC_ALL": "C.UTF-8"},
			Confinement: engine.Confinement{Files: engine.FilesMounts, Network: true, Sockets: true, Tree: true, Assumed: true}}
	}
}

func run(cmd string) engine.Action {
	return engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: cmd},
		Explanation: "Given to be judged by a test."}
}

// Budget: 40 µs and 200 allocations for a 60-character command with two paths.
func BenchmarkStack60(b *testing.B) {
	s, facts := realStack(), world(b)
	a := run("grep -n 'func main' main.go README.md | sort -k2 | head -5 | wc")
	b.ReportAllocs()
	for b.Loop() {
		if v := s.Judge(a, facts()); v.Decision != engine.Allow {
			b.Fatal(v.Sentence())
		}
	}
}

// Budget: 20 ms for a 64 KiB command.
func BenchmarkStack64K(b *testing.B) {
	s, facts := realStack(), world(b)
	a := run(strings.Repeat("echo one two three | tr a b\n", 64<<10/28)[:64<<10-28])
	b.ReportAllocs()
	for b.Loop() {
		if v := s.Judge(a, facts()); v.Decision == engine.Deny && !strings.Contains(v.Sentence(), "larger than") {
			b.Fatal(v.Sentence())
		}
	}
}

// TestStackAllocations holds the budget of allocations, which no load of the machine changes.
func TestStackAllocations(t *testing.T) {
	s, facts := realStack(), world(t)
	a := run("grep -n 'func main' main.go README.md | sort -k2 | head -5 | wc")
	if got := testing.AllocsPerRun(100, func() { s.Judge(a, facts()) }); got > 250 {
		t.Errorf("judging a command of 60 characters takes %.0f allocations, at most 250 are wanted", got)
	}
}
