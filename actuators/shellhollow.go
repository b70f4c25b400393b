package actuators

import (
	"bytes"
	"context"
	"os"
	"path"
	"slices"
	"strings"

	"pp/actuators/sandbox"
	"pp/actuators/undo"
	"pp/engine"
	"pp/engine/effect"
	"pp/engine/store"
)

// hollow finds the copies that a command made of files which were hidden from it: where it read a directory and wrote
// another one, what stands there under the same name and holds nothing.
func hollow(e effect.Effects, spec sandbox.Spec) []string {
	var out []string
	for _, from := range e.Reads {
		for _, m := range spec.Masked {
			below, in := strings.CutPrefix(m.Path, from.Name+"/")
			if !from.Tree || !in || m.Dir || holdsNothing(m.Path) {
				continue
			}
			for _, to := range e.Writes {
				for _, name := range [...]string{path.Join(to.Name, below), path.Join(to.Name, path.Base(from.Name), below)} {
					if name != m.Path && to.Part == effect.PartNone && !slices.Contains(out, name) && isHollow(name) {
						out = append(out, name)
					}
				}
			}
		}
	}
	return out
}

// fail has a command fail for the copies that it made of nothing.
func fail(r *engine.Result, copies []string) {
	if len(copies) == 0 {
		return
	}
	r.Failed = true
	r.Error = "what these copy was hidden from the command, so that they hold none of it: " + strings.Join(copies, ", ")
	r.Text = "ERROR [shell]: " + r.Error + "\n" + r.Text
}

// holdsNothing reports whether a file is empty, or gone.
func holdsNothing(name string) bool {
	info, err := os.Lstat(name)
	return err != nil || info.Size() == 0
}

// isHollow reports whether a file holds nothing, or a filler.
func isHollow(name string) bool {
	content, err := store.Read(context.Background(), name, undo.MaxFiller)
	return err == nil && bytes.Equal(content, undo.Filler(int64(len(content))))
}
