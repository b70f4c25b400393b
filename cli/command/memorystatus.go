package command

import (
	"context"
	"fmt"
	"os"
	"strings"

	"pp/cli/setup"
	"pp/engine/memory"
)

type statusJSON struct {
	Notes     int    `json:"notes"` // what pp was told, of every workspace
	Here      int    `json:"notes_here"`
	Dir       string `json:"dir"`
	Memex     string `json:"memex"`
	Files     int    `json:"files"`
	Headlines int    `json:"headlines"`
	Private   int    `json:"private"` // headlines left out
	Behind    int    `json:"behind"`  // files not looked at again
	Index     string `json:"index"`
	Bytes     int64  `json:"index_bytes"`
	Faults    int    `json:"faults"`
	Embedding string `json:"embedding"`
}

// status says what is remembered, and where.
func (r *memoryRun) status() error { return MemoryStatus(r.App, r.ctx, r.Memory) }

// MemoryStatus says what is remembered, and where.
func MemoryStatus(a App, ctx context.Context, r *setup.Memory) error {
	cfg := r.Settings.Config
	j := statusJSON{Dir: r.Settings.Kept("memory"), Memex: cfg.MemexDir, Index: r.Settings.IndexDir(),
		Embedding: cfg.Embedding.Provider}
	var err error
	if j.Notes, j.Here, err = memoryCounts(r); err != nil {
		return r.Explained(err)
	}
	if j.Notes > 0 || j.Memex != "" {
		x, _, err := r.Index(ctx)
		if err != nil {
			return err
		}
		s, err := x.Stat()
		if err != nil {
			return err
		}
		j.Files, j.Headlines, j.Private, j.Behind = s.Files, s.Notes-j.Notes, s.Private, s.Behind
		j.Bytes, j.Faults = s.Bytes, len(s.Faults)
	}
	return a.Show(j, statusText(j))
}

// memoryCounts says how many notes pp was told, and how many of them are of this workspace or everybody's.
func memoryCounts(m *setup.Memory) (all, here int, err error) {
	reach := memory.Reach{Workspace: m.Place}
	err = m.Store.All(memory.Reach{All: true}, func(o memory.Object) bool {
		all++
		if reach.Holds(o.Scope) {
			here++
		}
		return true
	})
	return all, here, err
}

// noMemex says that no directory of a person's own notes is named.
const noMemex = "none; pp config set memex_dir DIR names one"

func statusText(j statusJSON) string {
	var b strings.Builder
	line := func(what, format string, args ...any) {
		fmt.Fprintf(&b, "%-10s %s\n", what, fmt.Sprintf(format, args...))
	}
	if j.Notes == 0 {
		line("notes", "none yet; pp memory remember TEXT keeps one")
	} else {
		line("notes", "%d, %d of them for this workspace or everywhere: %s", j.Notes, j.Here, j.Dir)
	}
	switch _, err := os.Stat(j.Memex); {
	case j.Memex == "":
		line("memex", noMemex)
	case err != nil:
		line("memex", "%v", err)
	default:
		line("memex", "%s: %s, %s; private and left out: %d", j.Memex, counted(j.Files, "file"),
			counted(j.Headlines, "headline"), j.Private)
	}
	if j.Notes > 0 || j.Memex != "" {
		state := "up to date"
		if j.Behind > 0 {
			state = counted(j.Behind, "file") + " not looked at again"
		}
		line("index", "%s: %d bytes, %s", j.Index, j.Bytes, state)
		line("embedding", "%s", j.Embedding)
	}
	return b.String()
}

// counted is a number of things.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}
