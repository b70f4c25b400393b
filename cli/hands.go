package cli

import (
	"io"
	"os"
	"path/filepath"

	"pp/actuators/sandbox"
	actshell "pp/actuators/shell"
	"pp/actuators/undo"
	"pp/engine"
	"pp/gates"
)

// hands are what carries out commands: the sandbox, and the store of
// before-images.
type hands struct {
	box  *sandbox.Sandbox
	undo *undo.Store // nil where there is no place to keep images
}

// hands prepares the sandbox; nothing is probed before the first command.
func (a *app) hands(s surroundings) (*hands, error) {
	h := &hands{box: sandbox.New(sandbox.Options{
		Home: s.home, Temp: os.TempDir(), Env: s.env, Own: s.own.Paths, CacheDir: a.buildCaches(),
		Secret: func(name string) bool {
			_, secret := gates.SecretPath(name)
			return secret
		},
		Surface: gates.ExecutionSurface, Clock: a.sys.Now,
	})}
	if dir := a.undoDir(); dir != "" {
		var err error
		if h.undo, err = undo.Open(dir, undo.Options{Clock: a.sys.Now}); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// buildCaches is where builds keep private caches, "" when there is no place.
func (a *app) buildCaches() string {
	if a.cfg == nil || a.cfg.Paths.CacheDir == "" {
		return ""
	}
	return filepath.Join(a.cfg.Paths.CacheDir, "builds")
}

func (a *app) undoDir() string {
	if a.cfg == nil || a.cfg.Paths.StateDir == "" {
		return ""
	}
	return filepath.Join(a.cfg.Paths.StateDir, "undo")
}

// guard keeps before-images around an actuator, where they can be kept.
func (h *hands) guard(inner engine.Actuator) engine.Actuator {
	if h.undo == nil {
		return inner
	}
	return h.undo.Guard(inner)
}

// shell is the :SHELL actuator; live gets the output as it comes.
func (a *app) shell(h *hands, live io.Writer) engine.Actuator {
	l := a.cfg.Limits
	return h.guard(actshell.New(h.box, actshell.Options{Limit: l.CommandTime, BuildLimit: l.BuildTime, MaxLimit: l.MaxCommandTime,
		MaxOutput: l.MaxOutput, Live: live}))
}

// confinement is what this machine enforces on a command. Only a command needs
// it, so only a command pays for finding out.
func (a *app) confinement(h *hands, action engine.Action) engine.Confinement {
	if _, command := action.Op.(engine.Run); !command {
		return engine.Confinement{}
	}
	return h.box.Probe()
}
