package cli

import (
	"errors"
	"fmt"
	"path/filepath"

	"pp/engine/approval"
	"pp/engine/session"
)

// sessions are the conversations that are kept, and whether there is a place
// for them.
func (a *app) sessions() (session.Dir, bool) {
	if a.cfg.Paths.StateDir == "" {
		return session.Dir{}, false
	}
	return session.NewDir(filepath.Join(a.cfg.Paths.StateDir, "sessions")), true
}

// converse opens the conversation of this run: a new one, this workspace's last
// (-c), or the one that was named (-r). What was read in it before still counts.
func (a *app) converse(m *machine) (string, error) {
	dir, kept := a.sessions()
	place := approval.PlaceOf(m.around.workspace, m.around.dir)
	o := session.Options{Workspace: place, Clock: a.sys.Now, Redactor: a.redactor}
	if a.opts.goOn || a.opts.resume != "" {
		if !kept {
			return "", usageError("set HOME or XDG_STATE_HOME", "there is no place where conversations are kept")
		}
		return a.reopen(m, dir, o, place)
	}
	id, err := session.NewID(a.sys.Random, a.sys.Now())
	if err != nil {
		return "", err
	}
	if kept && !a.unkept && !a.opts.ephemeral && !a.opts.showPrompt {
		m.file = dir.New(id, o)
		m.session = m.file
	}
	return string(id), nil
}

func (a *app) reopen(m *machine, dir session.Dir, o session.Options, place string) (string, error) {
	var id session.ID
	var err error
	if a.opts.resume != "" {
		id, err = session.ParseID(a.opts.resume)
	} else {
		id, err = dir.Latest(place)
	}
	if err == nil {
		m.file, err = dir.Open(id, o)
	}
	switch {
	case errors.Is(err, session.ErrNone):
		return "", usageError("leave -c out to begin one", "there is no conversation in this workspace yet")
	case err != nil:
		return "", usageError("`pp sessions` lists them", "%w", err)
	}
	m.session = m.file
	m.flows.add(m.file.Flows()...)
	if !a.opts.quiet {
		a.note("note", fmt.Sprintf("continuing %s, begun %s", id, m.file.Began().Local().Format("2006-01-02 15:04")))
	}
	return string(id), nil
}
