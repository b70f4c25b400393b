package command

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"pp/engine/memory"
)

type reportJSON struct {
	Notes     int   `json:"notes"`
	Versions  int   `json:"versions"`
	Shown     int   `json:"shown"` // versions that were shown to a model
	Snapshots int   `json:"snapshots"`
	Records   int   `json:"records"`
	Bytes     int64 `json:"bytes"`
	Torn      int64 `json:"torn"` // bytes of a last record that was not written to its end
}

func reportOf(r memory.Report) reportJSON {
	return reportJSON{r.Objects, r.Versions, r.Shown, r.Snapshots, r.Records, r.Bytes, r.Torn}
}

// reportText is what a store has, for a person.
func reportText(r memory.Report) string {
	text := counted(r.Objects, "note") + ", " + counted(r.Versions, "version") + ", " + counted(r.Snapshots, "snapshot")
	if r.Torn > 0 {
		text += fmt.Sprintf("; the last record was not written to its end (%d bytes)", r.Torn)
	}
	return text
}

// verify reads everything that is kept, and says whether it is as it was written.
func (r *memoryRun) verify() error {
	report, err := r.Memory.Store.Verify(r.ctx)
	if err != nil {
		return r.Memory.Explained(err)
	}
	text := "sound: " + reportText(report) + "\n"
	if report.Records == 0 {
		text = "nothing is remembered\n"
	}
	return r.App.Show(reportOf(report), text)
}

// repair writes what is sound beside what is damaged.
func (r *memoryRun) repair() error {
	dir := r.Memory.Settings.Kept("memory")
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return r.Out.Print("nothing is remembered\n")
	}
	to := dir + "-" + r.System.Now().UTC().Format("20060102-150405")
	report, err := r.Memory.Store.Repair(r.ctx, to)
	if err != nil {
		return err
	}
	lost := "nothing was damaged"
	if report.Dropped > 0 {
		lost = "left out, because they are damaged: " + counted(report.Dropped, "stretch") + " of records"
	}
	return r.Out.Print(fmt.Sprintf("kept in %s: %s\n%s\nto use it: mv %s %s && mv %s %s\n", to, reportText(report), lost,
		QuoteWord(dir), QuoteWord(dir+"-damaged"), QuoteWord(to), QuoteWord(dir)))
}
