package command

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine/memory"
)

type snapshotJSON struct {
	Number  int64     `json:"number"`
	Name    string    `json:"name"` // "" of one that was taken before an input
	When    time.Time `json:"when"`
	Session string    `json:"session,omitempty"`
}

func snapshotOf(s memory.Snapshot) snapshotJSON {
	return snapshotJSON{s.Number, s.Name, s.Time, s.By.Session}
}

// labelOf is what a snapshot is called.
func labelOf(s memory.Snapshot) string { return cmp.Or(s.Name, fmt.Sprint(s.Number)) }

// snapshot names a place to go back to.
func (r *memoryRun) snapshot() error {
	s, err := r.Memory.Store.Snapshot(r.ctx, r.Memory.Author(""), strings.Join(r.words, " "))
	if errors.Is(err, memory.ErrObject) {
		return exit.UsageError("give it some words, such as: pp memory snapshot before the move", "%w", err)
	}
	if err != nil {
		return r.Memory.Explained(err)
	}
	return r.App.Show(snapshotOf(s), "snapshot "+labelOf(s)+"\n")
}

// snapshots lists the places to go back to, the newest first.
func (r *memoryRun) snapshots() error {
	list, err := r.Memory.Store.Snapshots()
	if err != nil {
		return r.Memory.Explained(err)
	}
	slices.Reverse(list)
	return showList(r.App, len(list), "no snapshot was taken\n", func(i int) (any, string) {
		s := list[i]
		about := cmp.Or(s.Name, "before an input of "+s.By.Session)
		if s.Checkpoint() {
			about = "a checkpoint of the heartbeat"
		}
		return snapshotOf(s), fmt.Sprintf("%-6d %s  %s\n", s.Number, output.When(s.Time), about)
	})
}

type rollbackJSON struct {
	Snapshot snapshotJSON   `json:"snapshot"`
	Changes  []revertedJSON `json:"changes"`
}

type revertedJSON struct {
	ID   string `json:"id"`
	Was  int    `json:"was"` // its version before; 0 where there was none
	Now  int    `json:"now"` // likewise
	Text string `json:"text"`
}

// rollback goes back to a snapshot, the newest if none is named.
func (r *memoryRun) rollback() error {
	if r.all && r.session != "" {
		return exit.UsageError("leave one of them out", "--all and --session exclude each other")
	}
	to, err := r.place()
	if err != nil {
		return err
	}
	o := memory.RollbackOptions{Session: r.session, All: r.all}
	list, err := r.Memory.Store.Rollback(r.ctx, r.Memory.Author(r.session), to.Number, o)
	if err != nil {
		return r.Memory.Explained(err)
	}
	out := rollbackJSON{snapshotOf(to), []revertedJSON{}}
	var b strings.Builder
	fmt.Fprintf(&b, "rolled back to %s: %s\n", labelOf(to), changed(len(list)))
	for _, c := range list {
		out.Changes = append(out.Changes, revertedJSON{c.ID, c.Was, c.Now, c.Content})
		now := fmt.Sprintf("version %d again", c.Now)
		if c.Now == 0 {
			now = "gone"
		}
		fmt.Fprintf(&b, "  %s: %s\n", now, output.OneLine(c.Content, shownContent))
	}
	return r.App.Show(out, b.String())
}

func changed(n int) string {
	switch n {
	case 0:
		return "nothing had changed"
	case 1:
		return "1 note changed"
	}
	return fmt.Sprintf("%d notes changed", n)
}

// place is the snapshot that is named, else the newest.
func (r *memoryRun) place() (memory.Snapshot, error) {
	name := strings.Join(r.words, " ")
	if name == "" {
		list, err := r.Memory.Store.Snapshots()
		list = slices.DeleteFunc(list, memory.Snapshot.Checkpoint) // which come by themselves, and would hide what was meant
		if err == nil && len(list) == 0 {
			err = exit.UsageError("`pp memory snapshot LABEL` takes one", "no snapshot was taken")
		}
		if err != nil {
			return memory.Snapshot{}, r.Memory.Explained(err)
		}
		return list[len(list)-1], nil
	}
	s, err := r.Memory.Store.FindSnapshot(name)
	if errors.Is(err, memory.ErrNoSnapshot) {
		return s, exit.Unknown("snapshot", name, nil, "`pp memory snapshots` lists them")
	}
	return s, r.Memory.Explained(err)
}
