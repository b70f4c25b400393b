package command

import (
	"fmt"

	"pp/engine/memory/index"
)

type indexedJSON struct {
	Files    int `json:"files"`
	Notes    int `json:"notes"`
	Private  int `json:"private"`  // headlines left out
	Faults   int `json:"faults"`   // files that cannot be read
	Embedded int `json:"embedded"` // that got a vector now
	Refused  int `json:"refused"`  // of which the model made none
	Left     int `json:"left"`     // that have none yet
}

// reindex makes the index anew, from the files and the store, and the vectors that lack.
func (r *memoryRun) reindex() error {
	fresh, err := r.Memory.Rebuild(r.ctx)
	if err != nil {
		return err
	}
	for _, f := range fresh.Faults {
		r.Memory.Warn(f.File + ": " + f.Why)
	}
	j := indexedJSON{Files: fresh.Files, Notes: fresh.Notes, Private: fresh.Private, Faults: len(fresh.Faults)}
	steps := 0
	err = r.Memory.Embed(r.ctx, func(p index.Progress) {
		j.Embedded, j.Refused, j.Left = j.Embedded+p.Done, j.Refused+p.Refused, p.Left
		if steps++; p.Left > 0 {
			r.Out.NoteOnce(fmt.Sprintf("embedded %d, %d left", j.Embedded, p.Left))
		}
	})
	text := fmt.Sprintf("indexed %s, %s; private and left out: %d\n", counted(fresh.Files, "file"),
		counted(fresh.Notes, "note"), fresh.Private)
	if r.Memory.Settings.Config.MemexDir == "" {
		text += "memex: " + noMemex + "\n"
	}
	if steps > 0 {
		text += fmt.Sprintf("embedded %s; of %d the model makes nothing; left: %d\n", counted(j.Embedded, "note"), j.Refused,
			j.Left)
	}
	return r.Out.Worse(r.App.Show(j, text), err)
}
