package actuators_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pp/actuators"
	"pp/actuators/sandbox"
	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/enginetest"
)

// trial is a command over a layer, of which one file is read at the end; nothing is taken over.
type trial struct {
	engine.Held
	l    *undo.Layer
	read string
	text *string
}

func (t trial) Mounts() []undo.Mount { return t.l.Mounts() }
func (t trial) Drop() error          { return t.l.Drop() }

func (t trial) Join(engine.Cleared, []undo.Tree) error { return engine.ErrNoLayer }

func (t trial) Ended() (engine.Held, error) {
	data, err := os.ReadFile(filepath.Join(t.l.Mounts()[0].Upper, t.read))
	*t.text = string(data)
	return nil, errors.Join(err, t.l.Drop())
}

// TestInvariant16ExactlyTheCommandInALayer: what runs over a layer is the text that was cleared, byte for byte, and
// nothing of what it did is there before it was taken over.
func TestInvariant16ExactlyTheCommandInALayer(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ws, state := base+"/ws", base+"/state"
	if err := errors.Join(os.Mkdir(ws, 0o755), os.Mkdir(state, 0o700), os.Mkdir(base+"/home", 0o755)); err != nil {
		t.Fatal(err)
	}
	env := actuators.Environment(engine.Environment{"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": base + "/home",
		"PWD": ws}, ws)
	box := sandbox.New(sandbox.Options{Home: base + "/home", Env: env, ProbeDir: state})
	p := place{actuators.NewShell(box, actuators.ShellOptions{}), box, ws}
	if !box.Probe().Layers {
		known, _ := os.ReadFile("/proc/filesystems")
		enginetest.Skip(t, os.Getenv, strings.Contains(string(known), "\toverlay\n"), "no layers here")
	}
	said := ""
	layered := actuators.NewLayered(p.Shell, p.Shell, func(_ context.Context, _ engine.Cleared,
		trees []undo.Tree) (actuators.Transaction, error) {
		l, err := undo.CreateLayer(undo.LayerOptions{Trees: trees, State: state, ID: "L", IDs: box.EveryID()})
		return trial{l: l, read: "said", text: &said}, err
	})
	effects := effect.Effects{Runs: []effect.Program{{Name: "x", Class: effect.ProgramBuilds}}}
	for _, text := range []string{"a b", "a'b", `a"b`, "$x `y` \\ !", "ä €", "-n", "*", "#", "\t"} {
		command := "printf '%s' \"$BASH_EXECUTION_STRING\" > said # '" + strings.ReplaceAll(text, "'", `'\''`) + "'"
		c := p.cleared(t, engine.Run{Command: command}, effects, box.Probe())
		if res, err := layered.Do(context.Background(), c); err != nil || said != command {
			t.Errorf("%q ran as %q: %v %s", command, said, err, res.Text)
		}
		if _, err := os.Lstat(ws + "/said"); err == nil {
			t.Error("it is there before it was taken over")
		}
	}
}
