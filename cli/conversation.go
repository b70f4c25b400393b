package cli

import (
	"errors"
	"fmt"

	"pp/engine/session"
)

// converse opens the conversation of this run: a new one, this workspace's last
// (-c), or the one that was named (-r). What was read in it before still counts.
func (a *agent) converse() (string, error) {
	s := a.settings
	dir, kept := s.sessions()
	o := session.Options{Workspace: a.place(), Clock: s.sys.Now, Redactor: s.redactor}
	if s.opts.goOn || s.opts.resume != "" {
		if !kept {
			return "", usageError("set HOME or XDG_STATE_HOME", "there is no place where conversations are kept")
		}
		return a.reopen(dir, o)
	}
	id, err := session.NewID(s.sys.Random, s.sys.Now())
	if err != nil {
		return "", err
	}
	if kept && !a.unkept && !s.opts.ephemeral && !s.opts.showPrompt {
		a.file = dir.New(id, o)
		a.session = a.file
	}
	return string(id), nil
}

func (a *agent) reopen(dir session.Dir, o session.Options) (string, error) {
	var id session.ID
	var err error
	if a.settings.opts.resume != "" {
		id, err = session.ParseID(a.settings.opts.resume)
	} else {
		id, err = dir.Latest(o.Workspace)
	}
	if err == nil {
		a.file, err = dir.Open(id, o)
	}
	switch {
	case errors.Is(err, session.ErrNone):
		return "", usageError("leave -c out to begin one", "there is no conversation in this workspace yet")
	case err != nil:
		return "", usageError("`pp sessions` lists them", "%w", err)
	}
	a.session = a.file
	a.flows.add(a.file.Flows()...)
	if !a.settings.opts.quiet {
		a.out.note("note", fmt.Sprintf("continuing %s, begun %s", id, a.file.Began().Local().Format("2006-01-02 15:04")))
	}
	return string(id), nil
}

// checkState says in one line, before anything else is done, when nothing of
// what is done can be kept. It looks at names only, and stops nothing: an answer
// can be had without a history, and what must be recorded first does not happen.
func (a *agent) checkState() {
	dir := a.settings.cfg.Paths.StateDir
	if dir == "" || a.settings.opts.ephemeral {
		return
	}
	if err := usable(dir); err != nil {
		a.unkept = true
		a.out.note("warning", fmt.Sprintf("the conversation will not be kept: %s: %v; `pp doctor` says more", dir, err))
	}
}
