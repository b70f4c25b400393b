package setup

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"pp/engine"
)

// noticing tells the person, before a command runs, which variables it does not get and which programs on PATH are new.
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
	return n.inner.Do(ctx, c)
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
