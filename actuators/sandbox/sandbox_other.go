//go:build !linux

package sandbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"syscall"
	"time"

	"pp/engine"
	"pp/engine/effect"
)

// Child does nothing: here no process is the first of a sandbox.
func Child([]string) (handled bool) { return false }

// Sandbox runs commands with nothing to keep them from anything: all that the
// package enforces by is Linux's. It is safe for concurrent use.
type Sandbox struct{ opts Options }

// New returns a sandbox.
func New(o Options) *Sandbox { return &Sandbox{o} }

// Probe says that nothing is enforced, so that whatever relies on it is asked about.
func (*Sandbox) Probe() engine.Confinement { return engine.Confinement{} }

const nothingConfines = "nothing confines a command on this system; on Linux, namespaces and Landlock do"

// Report says so in words.
func (*Sandbox) Report() []string { return []string{nothingConfines} }

// Spec fails when the action was not cleared, and else limits nothing.
func (s *Sandbox) Spec(c engine.Cleared) (Spec, error) {
	if !c.Valid() {
		return Spec{}, engine.ErrNotCleared
	}
	return Spec{Dir: c.Verdict().Dir, Network: true, Sockets: true, Metadata: true,
		Env: s.pathFor(c.Verdict())}, nil
}

// EveryID is false: no user is mapped anywhere.
func (*Sandbox) EveryID() bool { return false }

// ReadOnly fails with ErrWeaker: nothing would keep a command from writing.
func (*Sandbox) ReadOnly(string, effect.Workspace) (Spec, error) {
	return Spec{}, fmt.Errorf("%w: %s", ErrWeaker, nothingConfines)
}

// Service fails with ErrWeaker: nothing would hold a service to what it was granted.
func (*Sandbox) Service(string, effect.Workspace, effect.Effects, []string) (Spec, error) {
	return Spec{}, fmt.Errorf("%w: %s", ErrWeaker, nothingConfines)
}

// Run runs a command, which a person was asked about, and waits for its end; what
// it left behind in its own session is ended. An error means that nothing ran.
func (s *Sandbox) Run(ctx context.Context, spec Spec, c Command) (Exit, error) {
	if err := c.check(); err != nil {
		return Exit{}, err
	}
	if ctx.Err() != nil {
		return Exit{}, context.Cause(ctx)
	}
	limited, cancel := context.WithTimeout(ctx, cmp.Or(c.Limit, noLimit))
	defer cancel()
	cmd := exec.CommandContext(limited, c.Argv[0], c.Argv[1:]...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = spec.Dir, s.environment(spec, c.Env), c.Output, c.Output
	cmd.SysProcAttr, cmd.WaitDelay = &syscall.SysProcAttr{Setsid: true}, time.Second
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	begun := s.opts.now()
	if err := cmd.Start(); err != nil {
		return Exit{}, fmt.Errorf("%w: %w", ErrSetUp, err)
	}
	err := cmd.Wait()
	_ = cmd.Cancel()
	if ctx.Err() != nil {
		return Exit{}, context.Cause(ctx)
	}
	if cmd.ProcessState == nil {
		return Exit{}, fmt.Errorf("waiting for the command: %w", err)
	}
	exit := Exit{Code: cmd.ProcessState.ExitCode(), Duration: s.opts.now().Sub(begun),
		TimedOut: errors.Is(limited.Err(), context.DeadlineExceeded)}
	if ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		exit.Signal = ws.Signal()
	}
	return exit, nil
}

// Running finds nothing: what a command leaves is ended with it.
func (*Sandbox) Running() []Running { return nil }

// End finds nothing to end.
func (*Sandbox) End(int) bool { return false }

// Mirror has nobody to show anything to.
func (*Sandbox) Mirror([]string) {}

// Close does nothing: commands share nothing here.
func (*Sandbox) Close() {}

// OtherPaths finds nothing here: nothing tells of the machine's mounts.
func OtherPaths([]string) []string { return nil }

// Secrets finds none here, where nothing is masked.
func (*Sandbox) Secrets(effect.Workspace) []Mask { return nil }
