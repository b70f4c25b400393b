package approval

import (
	"bufio"
	"context"
	crand "crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// childEnv names what this test binary does when it is run as a child.
const childEnv = "PP_APPROVAL_TEST_CHILD"

func TestMain(m *testing.M) {
	what := os.Getenv(childEnv)
	if what == "" {
		enginetest.Quicken(os.Getenv, 4)
		os.Exit(m.Run())
	}
	if err := child(what, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

// noTest stands in for a test where a child process needs one to fail.
type noTest struct{ testing.TB }

func (noTest) Helper()           {}
func (noTest) Fatal(args ...any) { panic(fmt.Sprint(args...)) }

func child(what string, args []string) error {
	c := newClock()
	ctx := context.Background()
	s := NewStore(args[0], Options{Clock: c.now, Random: crand.Reader, Pending: 1 << 20})
	switch what {
	case "claim":
		v, b := sceneAt(args[1]).judge(noTest{})
		fmt.Println("ready")
		io.Copy(io.Discard, os.Stdin) // until the parent lets all go at once
		p, err := s.Claim(ctx, args[2], v, b)
		if errors.Is(err, ErrUsed) {
			fmt.Println("used")
			return nil
		}
		if err != nil {
			return err
		}
		fmt.Println("acts")
		_, err = s.Commit(ctx, p.ID, "acted")
		return err
	case "suspend":
		v, b := sceneAt(args[1]).judge(noTest{})
		for {
			a, err := s.Suspend(ctx, v, b, talk)
			if err != nil {
				return err
			}
			fmt.Println("plan", a.Token)
			p, err := s.Deny(ctx, a.Token, "for the test")
			if err != nil {
				return err
			}
			fmt.Println("denied", p.Token)
		}
	case "learn":
		r := NewRules(args[0], Options{Clock: c.now})
		for i := 0; ; i++ {
			x, err := r.Learn(ctx, ruleFor(i), "a test", harmless)
			if err != nil {
				return err
			}
			fmt.Println("learned", x.Grant.ID)
			if x, err = r.Revoke(ctx, x.Grant.ID, "for the test"); err != nil {
				return err
			}
			fmt.Println("revoked", x.Grant.ID)
		}
	}
	return fmt.Errorf("there is no child %q", what)
}

func childCommand(t *testing.T, what string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), childEnv+"="+what)
	cmd.Stderr = os.Stderr
	return cmd
}

// A changed byte of anything an approval is bound to voids it, for good; so do a
// second use and the end of its time.
func TestInvariant8AChangeVoidsTheApproval(t *testing.T) {
	for _, tt := range []struct {
		name   string
		change func(t *testing.T, s *scene, c *clock)
		want   error
	}{
		{"nothing", func(*testing.T, *scene, *clock) {}, nil},
		{"another explanation", func(_ *testing.T, s *scene, _ *clock) { s.action.Explanation = "for quite another reason" },
			nil},
		{"a file beside it", func(t *testing.T, s *scene, _ *clock) { s.file(t, "sub/other.txt", "new") }, nil},
		{"an hour", func(_ *testing.T, _ *scene, c *clock) { c.pass(time.Hour) }, nil},
		{"a byte of the command", func(_ *testing.T, s *scene, _ *clock) {
			s.action.Op = engine.Run{Command: "./run.sh > link/out.txu"}
		}, ErrChanged},
		{"the time limit", func(_ *testing.T, s *scene, _ *clock) {
			s.action.Op = engine.Run{Command: "./run.sh > link/out.txt", Limit: time.Minute}
		}, ErrChanged},
		{"the target", func(_ *testing.T, s *scene, _ *clock) { s.action.Target = "EMACS" }, ErrChanged},
		{"the directory", func(t *testing.T, s *scene, _ *clock) {
			s.dir = s.root
			s.file(t, "run.sh", "echo one")
			s.link(t, "link", "sub/one")
		}, ErrChanged},
		{"the policy", func(_ *testing.T, s *scene, _ *clock) {
			s.policy = engine.RuleTable{"write-workspace": engine.Ask, "run-unknown": engine.Ask}
		}, ErrChanged},
		{"a decision of the policy", func(_ *testing.T, s *scene, _ *clock) { s.policy["write-workspace"] = engine.Allow },
			ErrChanged},
		{"the asking rule", func(_ *testing.T, s *scene, _ *clock) { s.rule = "secret-path" }, ErrChanged},
		{"whose ask it is", func(_ *testing.T, s *scene, _ *clock) { s.floor = true }, ErrChanged},
		{"the confinement", func(_ *testing.T, s *scene, _ *clock) { s.conf.Files = engine.FilesLandlock }, ErrChanged},
		{"a symlink on the path", func(t *testing.T, s *scene, _ *clock) { s.link(t, "sub/link", "two") }, ErrChanged},
		{"a directory in the symlink's place", func(t *testing.T, s *scene, _ *clock) {
			if err := errors.Join(os.Remove(filepath.Join(s.dir, "link")),
				os.Mkdir(filepath.Join(s.dir, "link"), 0o755)); err != nil {
				t.Fatal(err)
			}
			s.file(t, "sub/link/out.txt", "before")
		}, ErrChanged},
		{"the file it writes", func(t *testing.T, s *scene, _ *clock) { s.file(t, "sub/one/out.txt", "Before") }, ErrChanged},
		{"the file it writes is gone", func(t *testing.T, s *scene, _ *clock) {
			if err := os.Remove(filepath.Join(s.dir, "one/out.txt")); err != nil {
				t.Fatal(err)
			}
		}, ErrChanged},
		{"a second name for the file", func(t *testing.T, s *scene, _ *clock) {
			if err := os.Link(filepath.Join(s.dir, "one/out.txt"), filepath.Join(s.root, "again")); err != nil {
				t.Fatal(err)
			}
		}, ErrChanged},
		{"the script it runs", func(t *testing.T, s *scene, _ *clock) { s.file(t, "sub/run.sh", "echo two") }, ErrChanged},
		{"the script's mode", func(t *testing.T, s *scene, _ *clock) {
			if err := os.Chmod(filepath.Join(s.dir, "run.sh"), 0o755); err != nil {
				t.Fatal(err)
			}
		}, ErrChanged},
		{"the file grows out of bounds", func(t *testing.T, s *scene, _ *clock) {
			s.file(t, "sub/one/out.txt", strings.Repeat("x", MaxContent+1))
		}, ErrChanged},
		{"the last second", func(_ *testing.T, _ *scene, c *clock) { c.pass(24*time.Hour - time.Second) }, nil},
		{"its time is over", func(_ *testing.T, _ *scene, c *clock) { c.pass(24 * time.Hour) }, ErrExpired},
		{"the clock is set back", func(_ *testing.T, _ *scene, c *clock) { c.pass(-time.Hour) }, ErrExpired},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, sc := newClock(), newScene(t)
			s := NewStore(t.TempDir(), options(c, 1))
			a := suspended(t, s, sc)
			tt.change(t, sc, c)
			v, b := sc.judge(t)
			_, err := s.Claim(t.Context(), a.Token, v, b)
			var pe *PlanError
			if !errors.Is(err, tt.want) || tt.want != nil && !errors.As(err, &pe) {
				t.Fatalf("got %v, want %v", err, tt.want)
			}
			if tt.want == nil {
				return
			}
			if answer := found(t, s, a.Token).Answer(v, b, c.now()); answer.Approves() {
				t.Error("it still approves")
			}
			if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, tt.want) {
				t.Errorf("the second time: %v", err)
			}
			if len(tree(t, s.plans())) != 2 {
				t.Errorf("%v", tree(t, s.plans()))
			}
		})
	}
}

func TestInvariant8ADeniedActionIsNeverClaimed(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	a := suspended(t, s, sc)
	v, b := sc.judge(t)
	v.Decision = engine.Deny
	if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, ErrChanged) {
		t.Fatalf("%v", err)
	}
	v.Decision = engine.Ask
	if _, err := s.Claim(t.Context(), a.Token, v, b); !errors.Is(err, ErrChanged) {
		t.Errorf("a void plan came back: %v", err)
	}
}

// What a learned rule waives, or no longer waives, changes nothing: the approval
// was for the action with all that asks.
func TestInvariant8LearnedRulesAreNotBound(t *testing.T) {
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	a := suspended(t, s, sc)
	v, b := sc.judge(t)
	v.Decision, v.Trace[1].Findings[0].WaivedBy = engine.Allow, "grant: r1"
	if _, err := s.Claim(t.Context(), a.Token, v, b); err != nil {
		t.Error(err)
	}
}

func TestInvariant8OfFiftyProcessesOneActs(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	for round := range rounds(1, 4) {
		a := suspended(t, s, sc)
		acted := 0
		for i, got := range atOnce(t, 50, "claim", s.dir, sc.root, a.Token) {
			switch got {
			case "acts":
				acted++
			case "used":
			default:
				t.Errorf("round %d: process %d said %q", round, i, got)
			}
		}
		if acted != 1 {
			t.Errorf("round %d: %d processes acted", round, acted)
		}
		if p := found(t, s, a.Token); p.State != StateDone {
			t.Errorf("round %d: the plan is %v", round, p.State)
		}
	}
}

// atOnce runs n children that wait until all are ready, and gives the last thing
// that each said.
func atOnce(t *testing.T, n int, what string, args ...string) []string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmds, outs := make([]*exec.Cmd, n), make([]*bufio.Scanner, n)
	for i := range cmds {
		cmds[i] = childCommand(t, what, args...)
		cmds[i].Stdin = read
		out, err := cmds[i].StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		outs[i] = bufio.NewScanner(out)
		if err := cmds[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	for i, out := range outs {
		if !out.Scan() || out.Text() != "ready" {
			t.Errorf("process %d is not ready: %q", i, out.Text())
		}
	}
	read.Close()
	write.Close()
	said := make([]string, n)
	for i, cmd := range cmds {
		for outs[i].Scan() {
			said[i] = outs[i].Text()
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v", i, err)
		}
	}
	return said
}

func TestInvariant8InlineSeal(t *testing.T) {
	c, sc := newClock(), newScene(t)
	v, b := sc.judge(t)
	const life = 10 * time.Minute
	seal, err := NewSeal(v, b, c.now(), life)
	if err != nil {
		t.Fatal(err)
	}
	if err := seal.Check(v, b, c.now().Add(life-1)); err != nil {
		t.Error(err)
	}
	if err := seal.Check(v, b, c.now().Add(life)); !errors.Is(err, ErrExpired) {
		t.Errorf("%v", err)
	}
	sc.file(t, "sub/run.sh", "echo two")
	v, b = sc.judge(t)
	if err := seal.Check(v, b, c.now()); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	if err := (Seal{}).Check(v, b, c.now()); err == nil {
		t.Error("the zero seal is good")
	}
}

// killed runs a child, kills it some time after its first line, and returns the lines that it wrote.
func killed(t *testing.T, after time.Duration, what string, args ...string) [][2]string {
	t.Helper()
	cmd := childCommand(t, what, args...)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var said [][2]string
	for s := bufio.NewScanner(out); s.Scan(); {
		if len(said) == 0 { // a busy machine may take long to start it
			time.AfterFunc(after, func() { cmd.Process.Kill() })
		}
		verb, object, ok := strings.Cut(s.Text(), " ")
		if ok {
			said = append(said, [2]string{verb, object})
		}
	}
	cmd.Wait()
	return said
}

func TestInvariant11PlansOutliveKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	c, sc := newClock(), newScene(t)
	s := NewStore(t.TempDir(), options(c, 1))
	total := 0
	for round := range rounds(3, 10) {
		said := killed(t, time.Duration(30+round*17)*time.Millisecond, "suspend", s.dir, sc.root)
		if _, err := s.List(); err != nil {
			t.Fatalf("round %d: the store does not open: %v", round, err)
		}
		state := map[string]State{}
		for _, line := range said {
			state[line[1]] = map[string]State{"plan": StatePlan, "denied": StateDenied}[line[0]]
		}
		total += len(state)
		for token, want := range state {
			p, err := s.Find(token)
			if err != nil || p.State < want {
				t.Errorf("round %d: plan %s is %v, acknowledged %v, %v", round, token, p.State, want, err)
			}
		}
		if n, err := s.Prune(t.Context(), -time.Hour); err != nil {
			t.Fatalf("round %d: pruned %d, %v", round, n, err)
		}
		suspended(t, s, sc)
	}
	if total == 0 {
		t.Error("no child said anything; nothing was tested")
	}
}

func TestInvariant11RulesOutliveKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	c := newClock()
	total := 0
	for round := range rounds(3, 8) {
		dir := t.TempDir()
		said := killed(t, time.Duration(30+round*17)*time.Millisecond, "learn", dir)
		r := NewRules(dir, options(c, 1))
		if _, err := r.List(); err != nil {
			t.Fatalf("round %d: the rules do not open: %v", round, err)
		}
		for _, line := range said {
			x, err := r.Get(line[1])
			if err != nil || line[0] == "revoked" && x.Active() {
				t.Errorf("round %d: %v was acknowledged: %v, %v", round, line, x.Active(), err)
			}
		}
		total += len(said)
		if _, err := r.Learn(t.Context(), ruleFor(1<<20), "a test", harmless); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
	}
	if total == 0 {
		t.Error("no child said anything; nothing was tested")
	}
}

// ruleFor is a rule of its own for a number.
func ruleFor(i int) Rule {
	return Rule{Place: "/w", Program: "frob", Grant: engine.Grant{Kinds: []effect.Kind{effect.KindRun},
		Pattern: engine.Pattern{Tool: "shell", Words: []string{"frob", fmt.Sprint("x", i)}}}}
}

// harmless is a judge to whom no grant makes a difference.
func harmless(a engine.Action, _ []engine.Grant) engine.Verdict {
	return engine.Verdict{Decision: engine.Deny, Action: a}
}
