package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"pp/actuators/sandbox"
	actshell "pp/actuators/shell"
	"pp/actuators/tools"
	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
)

// executor is what carries out commands: the sandbox, and the store of
// before-images.
type executor struct {
	box func() *sandbox.Sandbox // made with the first command; nothing is probed before it is
	// images opens the store of before-images, once, when something is about to
	// change; nil where there is no place for it.
	images func() (*undo.Store, error)
}

func newExecutor(s *settings) *executor {
	caches := ""
	if s.cfg.Paths.CacheDir != "" {
		caches = filepath.Join(s.cfg.Paths.CacheDir, "builds")
	}
	h := &executor{box: sync.OnceValue(func() *sandbox.Sandbox {
		return sandbox.New(sandbox.Options{
			Home: s.where.home, Temp: os.TempDir(), Env: s.where.env(), Own: s.where.own().Paths, CacheDir: caches,
			Secret: secretFile, Surface: gates.ExecutionSurface, Clock: s.sys.Now,
		})
	})}
	if dir := s.kept("undo"); dir != "" {
		h.images = sync.OnceValues(func() (*undo.Store, error) {
			return undo.Open(dir, undo.Options{Clock: s.sys.Now, Temporary: tools.Temporary})
		})
		if undo.Interrupted(dir) {
			_, _ = h.images() // cleans up; whatever is wrong with the store is said when it is used
		}
	}
	return h
}

// boxed is a sandbox that is made when it is needed. It implements the shell
// actuator's Runner.
type boxed struct{ box func() *sandbox.Sandbox }

// Holds implements shell.Runner.
func (b boxed) Holds(relied engine.Confinement) error { return b.box().Holds(relied) }

// Spec implements shell.Runner.
func (b boxed) Spec(c engine.Cleared) (sandbox.Spec, error) { return b.box().Spec(c) }

// Run implements shell.Runner.
func (b boxed) Run(ctx context.Context, s sandbox.Spec, c sandbox.Command) (sandbox.Exit, error) {
	return b.box().Run(ctx, s, c)
}

// guard keeps before-images around an actuator, where they can be kept. An
// action that changes nothing needs none.
func (h *executor) guard(inner engine.Actuator) engine.Actuator {
	if h.images == nil {
		return inner
	}
	return imaged{h, inner}
}

type imaged struct {
	*executor
	inner engine.Actuator
}

// Do implements engine.Actuator.
func (g imaged) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if c.Valid() && c.Effects().Harmless() {
		return g.inner.Do(ctx, c)
	}
	store, err := g.images()
	if err != nil {
		return engine.Result{}, fmt.Errorf("nothing was done, because what it would change could not be kept for undo: %w", err)
	}
	return store.Guard(g.inner).Do(ctx, c)
}

// notUndoable lists what of an action's changes could not be taken back.
func (h *executor) notUndoable(e effect.Effects) []string {
	if h.images == nil || e.Harmless() {
		return nil
	}
	store, err := h.images()
	if err != nil {
		return []string{err.Error()}
	}
	return store.Check(e)
}

// shell is the :SHELL actuator; live gets the output as it comes, with secrets
// masked.
func (h *executor) shell(s *settings, live io.Writer) engine.Actuator {
	l, stream := s.cfg.Limits, s.sys.Stderr
	if s.opts.execute {
		stream = s.sys.Stdout
	}
	return h.guard(actshell.New(boxed{h.box}, actshell.Options{Limit: l.CommandTime, BuildLimit: l.BuildTime, MaxLimit: l.MaxCommandTime,
		MaxOutput: l.MaxOutput, Live: live, Text: isTerminal(stream), Mask: s.redactor.Redact}))
}

// confinement is what this machine enforces on a command. Only a command needs
// it, so only a command pays for finding out.
func (h *executor) confinement(action engine.Action) engine.Confinement {
	if _, command := action.Op.(engine.Run); !command {
		return engine.Confinement{}
	}
	return h.box().Probe()
}

// secretFile reports whether a path holds secrets. That it is a directory is asked
// of the file system only where its name alone would make it one.
func secretFile(name string) bool {
	if _, secret := gates.SecretPath(name, false); !secret {
		return false
	}
	info, err := os.Lstat(name)
	_, secret := gates.SecretPath(name, err == nil && info.IsDir())
	return secret
}
