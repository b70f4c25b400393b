package setup

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"pp/actuators"
	"pp/actuators/credential"
	"pp/actuators/sandbox"
	"pp/actuators/tools"
	"pp/actuators/undo"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/memory/org"
	"pp/gates/paths"
	"pp/gates/secrets"
)

// Executor runs commands: it holds the sandbox and the store of before-images.
type Executor struct {
	Lender *credential.Lender // of the person's credentials, to commands that they approved

	Box func() *sandbox.Sandbox // made with the first command; nothing is probed before it is
	// images opens the store of before-images before the first change; nil if there is no place for it.
	Images  func() (*undo.Store, error)
	machine *Machine // nil where no command follows another
	used    atomic.Pointer[sandbox.Sandbox]
	root    string // of the workspace
	state   string // where layers are kept
	values  *workspaceSecrets
	private *privateFiles
}

// NewExecutor makes nothing and probes nothing before a command needs it.
func NewExecutor(s *Settings) *Executor {
	h := &Executor{private: &privateFiles{rules: s.Private}}
	h.Box = sync.OnceValue(func() *sandbox.Sandbox {
		o := sandboxOptions(s, h.private, s.Where.own().Paths)
		o.Shared = h.machine != nil
		box := sandbox.New(o)
		h.used.Store(box)
		return box
	})
	h.values = &workspaceSecrets{private: h.private,
		find: func() []sandbox.Mask { return h.Box().Secrets(s.Where.Workspace) }}
	if dir := s.Kept("undo"); dir != "" {
		h.root, h.state = s.Where.Workspace.Root, dir
		h.Images = sync.OnceValues(func() (*undo.Store, error) {
			return openUndo(s.System, dir, s.Private)
		})
		if undo.Interrupted(dir) {
			_, _ = h.Images() // cleans up; whatever is wrong with the store is said when it is used
		}
	}
	h.Lender = newLender(s)
	return h
}

// Running implements actuators.Keeper.
func (b lazySandbox) Running() []sandbox.Running { return b.box().Running() }

// End implements actuators.Keeper.
func (b lazySandbox) End(id int) bool { return b.box().End(id) }

// Running is what commands left running.
func (h *Executor) Running() []sandbox.Running {
	if box := h.used.Load(); box != nil {
		return box.Running()
	}
	return nil
}

// End ends what a command left running. It reports whether there was something by that number.
func (h *Executor) End(id int) bool {
	box := h.used.Load()
	return box != nil && box.End(id)
}

// mirror shows what commands left running which files changed.
func (h *Executor) mirror(r engine.Result) {
	if box := h.used.Load(); box != nil && len(r.Changed) > 0 {
		box.Mirror(r.Changed)
	}
}

// Close ends what commands left running, and returns what that was.
func (h *Executor) Close() []sandbox.Running {
	box := h.used.Load()
	if box == nil {
		return nil
	}
	was := slices.DeleteFunc(box.Running(), func(r sandbox.Running) bool { return r.Ended })
	box.Close()
	return was
}

// sandboxOptions are those of a sandbox here, which keeps commands from what is pp's own.
func sandboxOptions(s *Settings, private *privateFiles, own []string) sandbox.Options {
	caches := ""
	if s.Config.Paths.CacheDir != "" {
		caches = filepath.Join(s.Config.Paths.CacheDir, "builds")
	}
	env := maps.Clone(s.Where.Child())
	path := env["PATH"]
	programs, stores := paths.Tools()
	env["PATH"] = s.Where.Programs()
	return sandbox.Options{
		Home: s.Where.Home, Temp: os.TempDir(), Env: env, Path: path, Own: own, CacheDir: caches,
		Secret:  func(name string) bool { return secretFile(name) || s.Private.Whole(name) },
		MayHold: s.Private.MayHold, Private: private.holds, SystemSecrets: paths.SystemSecrets, Surface: paths.Surface,
		Values: secrets.Values, Clock: s.System.Now,
		Tools: programs, Caches: stores,
		ProbeDir: s.Config.Paths.StateDir, ProbeCache: s.Config.Paths.CacheDir,
	}
}

// openUndo opens the store of before-images, and of what waits for a person.
func openUndo(sys system.System, dir string, rules org.Privacy) (*undo.Store, error) {
	return undo.Open(dir, undo.Options{Clock: sys.Now, Temporary: tools.Temporary, Private: rules})
}

// lazySandbox creates a sandbox on first use. It implements the shell actuator's Runner.
type lazySandbox struct{ box func() *sandbox.Sandbox }

// Holds implements shell.Runner.
func (b lazySandbox) Holds(relied engine.Confinement) error { return b.box().Holds(relied) }

// Spec implements shell.Runner.
func (b lazySandbox) Spec(c engine.Cleared) (sandbox.Spec, error) { return b.box().Spec(c) }

// Run implements shell.Runner.
func (b lazySandbox) Run(ctx context.Context, s sandbox.Spec, c sandbox.Command) (sandbox.Exit, error) {
	return b.box().Run(ctx, s, c)
}

// guard wraps an actuator to keep before-images, if there is a place for them. An action without changes needs none.
func (h *Executor) guard(inner engine.Actuator) engine.Actuator {
	if h.Images == nil {
		return inner
	}
	return undoable{h, inner}
}

type undoable struct {
	*Executor
	inner engine.Actuator
}

// Do implements engine.Actuator.
func (g undoable) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if c.Valid() && c.Effects().Harmless() {
		return g.inner.Do(ctx, c)
	}
	store, err := g.Images()
	if err != nil {
		return engine.Result{}, fmt.Errorf("nothing was done, because what it would change could not be kept for undo: %w",
			err)
	}
	return store.Guard(g.inner).Do(ctx, c)
}

// NotUndoable says what of an action's changes could not be taken back; of what is done in a layer all can.
func (h *Executor) NotUndoable(v engine.Verdict) []string {
	if h.Images == nil || v.Effects.Harmless() || v.Action.Command() != "" && v.Confinement.Layers {
		return nil
	}
	store, err := h.Images()
	if err != nil {
		return []string{err.Error()}
	}
	return store.Check(v.Facts.Scratch.Outside(v.Effects))
}

// shell returns the :SHELL actuator. live gets the output as it comes, with secrets masked.
func (h *Executor) shell(s *Settings, live io.Writer) engine.Actuator {
	l, stream := s.Config.Limits, s.System.Stderr
	if s.Options.Execute {
		stream = s.System.Stdout
	}
	o := actuators.ShellOptions{Limit: l.CommandTime, BuildLimit: l.BuildTime,
		MaxLimit: l.MaxCommandTime, MaxOutput: l.MaxOutput, Live: live, Text: system.IsTerminal(stream),
		Mask: knownSecrets{s, h.values}.mask, Lender: h.Lender}
	if h.machine != nil {
		o.Lasts, o.Now = h.machine.lasts, s.System.Now
		o.Keeps = func() bool { return !h.machine.Single }
	}
	shell := actuators.NewShell(lazySandbox{h.Box}, o)
	if h.Images == nil {
		return masked{h.values, shell}
	}
	return masked{h.values, actuators.NewLayered(shell, h.guard(shell), h.begin)}
}

// begin creates the layer of a command, if the sandbox supports one for the trees that it writes.
func (h *Executor) begin(ctx context.Context, c engine.Cleared, trees []undo.Tree) (actuators.Transaction, error) {
	if !c.Verdict().Confinement.Layers {
		return nil, engine.ErrNoLayer
	}
	store, err := h.Images()
	if err != nil {
		return nil, err
	}
	t, err := store.Begin(ctx, c, trees, h.Box().EveryID())
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Confinement returns the restrictions that this machine enforces on a command or on the server of a tool. Probing
// takes time.
func (h *Executor) Confinement(action engine.Action) engine.Confinement {
	switch op := action.Op.(type) {
	case engine.Run:
	case engine.Call: // a server's program runs in the sandbox too
		if !strings.HasPrefix(op.Tool, engine.ServerPrefix) {
			return engine.Confinement{}
		}
		c := h.Box().Probe()
		c.Layers = false
		return c
	default:
		return engine.Confinement{}
	}
	c := h.Box().Probe()
	c.Layers = c.Layers && h.Images != nil && undo.Impossible(h.root, h.state, h.Box().EveryID()) == ""
	return c
}

// secretFile reports whether a path holds secrets. It reads the file system only if the name does not decide.
func secretFile(name string) bool {
	if _, secret := paths.Secret(name, false); !secret {
		return false
	}
	info, err := os.Lstat(name)
	_, secret := paths.Secret(name, err == nil && info.IsDir())
	return secret
}

// noticing tells the person which variables a command does not get and which programs on PATH are new.
type noticing struct {
	agent *Agent
	inner engine.Actuator
}

// Do implements engine.Actuator.
func (n noticing) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if !n.agent.Settings.Options.Quiet {
		n.agent.sayLeftOut()
		n.agent.sayNewer()
	}
	result, err := n.inner.Do(ctx, c)
	if err == nil { // else nothing ran
		n.agent.Judge.Attempts.note(c, result)
	}
	return result, err
}

// sayLeftOut tells the person, once in a conversation, which variables commands do not get.
func (a *Agent) sayLeftOut() {
	if a.told {
		return
	}
	a.told = true
	if names := a.Settings.Where.LeftOut(); len(names) > 0 {
		a.Out.Note("note", "commands do not get "+strings.Join(names, ", ")+", because these variables "+
			"hold credentials or change what programs run, load or trust")
	}
}

// maxNewer bounds how many entries of a directory pp checks.
const maxNewer = 5000

// sayNewer tells the person which programs on PATH in the workspace changed since the conversation began, each once.
func (a *Agent) sayNewer() {
	w := a.Settings.Where
	var found []string
	for _, dir := range filepath.SplitList(w.Child()["PATH"]) {
		if _, inside := w.Workspace.Contains(dir); inside {
			found = append(found, newer(dir, a.began, w.Workspace.Root)...)
		}
	}
	var fresh []string
	for _, name := range found {
		if !a.newer[name] {
			a.newer[name] = true
			fresh = append(fresh, name)
		}
	}
	if len(fresh) > 0 {
		more := ""
		if len(fresh) > 8 {
			fresh, more = fresh[:8], ", and more"
		}
		a.Out.Note("note", "programs on PATH that changed since this conversation began: "+strings.Join(fresh, ", ")+more)
	}
}

// newer returns the files in dir that changed after since, as paths relative to root.
func newer(dir string, since time.Time, root string) (names []string) {
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(maxNewer)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || info.IsDir() || !info.ModTime().After(since) {
			continue
		}
		name := filepath.Join(dir, e.Name())
		if rel, err := filepath.Rel(root, name); err == nil {
			name = rel
		}
		names = append(names, name)
	}
	return names
}
