package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"pp/actuators/sandbox"
	actshell "pp/actuators/shell"
	"pp/actuators/tools"
	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
	"pp/gates"
)

// hands are what carries out commands: the sandbox, and the store of
// before-images.
type hands struct {
	box func() *sandbox.Sandbox // made with the first command; nothing is probed before it is
	// images opens the store of before-images, once, when something is about to
	// change; nil where there is no place for it.
	images func() (*undo.Store, error)
}

func (a *app) hands(s surroundings) *hands {
	h := &hands{box: sync.OnceValue(func() *sandbox.Sandbox {
		return sandbox.New(sandbox.Options{
			Home: s.home, Temp: os.TempDir(), Env: s.env(), Own: s.own().Paths, CacheDir: a.buildCaches(),
			ProbeDir: a.probeDir(),
			Secret:   secretFile,
			Surface:  gates.ExecutionSurface, Clock: a.sys.Now,
		})
	})}
	if dir := a.undoDir(); dir != "" {
		h.images = sync.OnceValues(func() (*undo.Store, error) {
			return undo.Open(dir, undo.Options{Clock: a.sys.Now, Temporary: tools.Temporary})
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

// buildCaches is where builds keep private caches, "" when there is no place.
func (a *app) buildCaches() string {
	if a.cfg == nil || a.cfg.Paths.CacheDir == "" {
		return ""
	}
	return filepath.Join(a.cfg.Paths.CacheDir, "builds")
}

// probeDir is where what the sandbox found out is kept, "" when there is no place.
func (a *app) probeDir() string {
	if a.cfg == nil {
		return ""
	}
	return a.cfg.Paths.StateDir
}

func (a *app) undoDir() string {
	if a.cfg == nil || a.cfg.Paths.StateDir == "" {
		return ""
	}
	return filepath.Join(a.cfg.Paths.StateDir, "undo")
}

// guard keeps before-images around an actuator, where they can be kept. An
// action that changes nothing needs none.
func (h *hands) guard(inner engine.Actuator) engine.Actuator {
	if h.images == nil {
		return inner
	}
	return imaged{h, inner}
}

type imaged struct {
	*hands
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
func (h *hands) notUndoable(e effect.Effects) []string {
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
func (a *app) shell(h *hands, live io.Writer) engine.Actuator {
	l, stream := a.cfg.Limits, a.sys.Stderr
	if a.opts.execute {
		stream = a.sys.Stdout
	}
	return h.guard(actshell.New(boxed{h.box}, actshell.Options{Limit: l.CommandTime, BuildLimit: l.BuildTime, MaxLimit: l.MaxCommandTime,
		MaxOutput: l.MaxOutput, Live: live, Text: isTerminal(stream), Mask: a.redact}))
}

// sayChanged names the files that an action changed, where a person follows.
func (a *app) sayChanged(r engine.Result) {
	if len(r.Changed) == 0 || (a.live == nil || a.opts.execute) && !a.opts.verbose || a.opts.quiet {
		return
	}
	const most = 20
	names := r.Changed
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	a.note("changed", strings.Join(names, ", ")+more)
}

// confinement is what this machine enforces on a command. Only a command needs
// it, so only a command pays for finding out.
func (a *app) confinement(h *hands, action engine.Action) engine.Confinement {
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
