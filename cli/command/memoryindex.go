package command

import (
	"fmt"

	"pp/engine/memory/index"
)

// reindex makes the index anew, from the files and the store, and the vectors that lack.
func (r *memoryRun) reindex() error {
	fresh, err := r.Memory.Rebuild(r.ctx)
	if err != nil {
		return err
	}
	for _, f := range fresh.Faults {
		r.Memory.Warn(f.File + ": " + f.Why)
	}
	steps, embedded, refused, left := 0, 0, 0, 0 // left have no vector yet; the model refused refused
	err = r.Memory.Embed(r.ctx, func(p index.Progress) {
		embedded, refused, left = embedded+p.Done, refused+p.Refused, p.Left
		if steps++; p.Left > 0 {
			r.Out.NoteOnce(fmt.Sprintf("embedded %d, %d left", embedded, p.Left))
		}
	})
	text := fmt.Sprintf("indexed %s, %s; private and left out: %d\n", counted(fresh.Files, "file"),
		counted(fresh.Notes, "note"), fresh.Private)
	if r.Memory.Settings.Config.MemexDir == "" {
		text += "memex: " + noMemex + "\n"
	}
	if steps > 0 {
		text += fmt.Sprintf("embedded %s; refused by the model: %d; left: %d\n", counted(embedded, "note"), refused,
			left)
	}
	return r.Out.Worse(r.App.Show(row{{"files", fresh.Files}, {"notes", fresh.Notes}, {"private", fresh.Private},
		{"faults", len(fresh.Faults)}, {"embedded", embedded}, {"refused", refused}, {"left", left}}, text), err)
}
