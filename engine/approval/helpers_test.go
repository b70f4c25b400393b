package approval

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// clock is a clock that a test sets.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func newClock() *clock { return &clock{at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// rounds is how often a costly test is repeated: often with PP_LONG=1.
func rounds(few, often int) int {
	if os.Getenv("PP_LONG") == "1" {
		return often
	}
	return few
}

func options(c *clock, seed byte) Options {
	return Options{Clock: c.now, Random: rand.NewChaCha8([32]byte{seed})}
}

// scene is a workspace on disk with an action in it that writes a file through
// a link, runs a script, and asks.
type scene struct {
	dir    string // the working directory, below the root
	root   string
	action engine.Action
	policy engine.RuleTable
	rule   string
	conf   engine.Confinement
	floor  bool
}

func newScene(t testing.TB) *scene {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := sceneAt(root)
	for _, d := range []string{"sub/one", "sub/two"} {
		if err := os.MkdirAll(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	s.file(t, "sub/run.sh", "echo one")
	s.file(t, "sub/one/out.txt", "before")
	s.file(t, "sub/two/out.txt", "before")
	s.link(t, "sub/link", "one")
	return s
}

// sceneAt is the scene of a workspace that is there already.
func sceneAt(root string) *scene {
	return &scene{root: root, dir: filepath.Join(root, "sub"), rule: "high-impact",
		policy: engine.RuleTable{"write-workspace": engine.Ask},
		action: engine.Action{Target: engine.TargetShell, Op: engine.Run{Command: "./run.sh > link/out.txt"},
			Explanation: "to see what happens"}}
}

func (s *scene) file(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(s.root, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func (s *scene) link(t testing.TB, name, target string) {
	t.Helper()
	os.Remove(filepath.Join(s.root, name))
	if err := os.Symlink(target, filepath.Join(s.root, name)); err != nil {
		t.Fatal(err)
	}
}

// judge is the verdict over the scene as it is now.
func (s *scene) judge(t testing.TB) (engine.Verdict, Binding) {
	t.Helper()
	fs := store.NewView()
	out, err := effect.Resolve(fs, s.dir, "link/out.txt")
	if err != nil {
		t.Fatal(err)
	}
	run, err := effect.Resolve(fs, s.dir, "./run.sh")
	if err != nil {
		t.Fatal(err)
	}
	w := effect.Workspace{Root: s.root}
	v := engine.Verdict{Decision: engine.Ask, Action: s.action, Dir: s.dir, Workspace: w, Confinement: s.conf,
		Effects: effect.Effects{Writes: []effect.Path{out}, Runs: []effect.Program{{Name: "./run.sh", Path: run.Name,
			Words: []string{"./run.sh"}}}}}
	v.Trace = []engine.Step{
		{Gate: "permissions", Priority: 600, Decision: engine.Allow,
			Findings: []engine.Finding{{Decision: engine.Allow, Rule: "default"}}},
		{Gate: "dispatcher", Priority: 150, Decision: engine.Ask, Duration: time.Second, Findings: []engine.Finding{
			{Decision: engine.Ask, Rule: s.rule, Reason: "Writes " + out.Name, Waivable: true, Floor: s.floor,
				Effect: effect.Effect{Kind: effect.KindWrite, Subject: out.Name}}}}}
	return v, Binding{FS: fs, Rules: s.policy}
}

var talk = Conversation{Meta: engine.Meta{Source: engine.TargetCLI, Session: "20260102-030405-00ff10a2b3c4"},
	Cascade: []string{"local/small", "ollama"}, Consensus: 2}

func suspended(t testing.TB, s *Store, sc *scene) engine.Answer {
	t.Helper()
	v, b := sc.judge(t)
	a, err := s.Suspend(t.Context(), v, b, talk)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func found(t testing.TB, s *Store, token string) Plan {
	t.Helper()
	p, err := s.Find(token)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// tree lists what is below a directory.
func tree(t testing.TB, dir string) []string {
	t.Helper()
	var out []string
	filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err == nil {
			out = append(out, strings.TrimPrefix(name, dir))
		}
		return nil
	})
	slices.Sort(out)
	return out
}
