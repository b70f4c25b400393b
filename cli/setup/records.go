package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine/session"

	"golang.org/x/sys/unix"
)

// Converse opens the conversation of this run: a new one, this workspace's last
// (-c), or the one that was named (-r). What was read in it before still counts.
func (a *Agent) Converse() (string, error) {
	s := a.Settings
	dir, kept := s.Sessions()
	o := session.Options{Workspace: a.Place(), Clock: s.System.Now, Redactor: s.Redactor}
	if s.Options.Background {
		o.Workspace = "a job in " + o.Workspace // which -c does not go on with
	}
	if s.Options.GoOn || s.Options.Resume != "" {
		if !kept {
			return "", exit.NoPlace("conversations")
		}
		return a.reopen(dir, o)
	}
	id, err := session.NewID(s.System.Random, s.System.Now())
	if err != nil {
		return "", err
	}
	if kept && !a.unkept && !s.Options.Ephemeral && !s.Options.ShowPrompt {
		a.file = dir.New(id, o)
		a.Session = a.file
	}
	return string(id), nil
}

func (a *Agent) reopen(dir session.Dir, o session.Options) (string, error) {
	var id session.ID
	var err error
	if a.Settings.Options.Resume != "" {
		id, err = session.ParseID(a.Settings.Options.Resume)
	} else {
		id, err = dir.Latest(o.Workspace)
	}
	if err == nil {
		a.file, err = dir.Open(id, o)
	}
	switch {
	case errors.Is(err, session.ErrNone):
		return "", exit.UsageError("leave -c out to begin one", "there is no conversation in this workspace yet")
	case err != nil:
		return "", exit.UsageError("`pp sessions` lists them", "%w", err)
	}
	a.Session = a.file
	a.Flows.Add(a.file.Flows()...)
	if !a.Settings.Options.Quiet {
		a.Out.Note("note", fmt.Sprintf("continuing %s, begun %s", id, output.When(a.file.Began())))
	}
	return string(id), nil
}

// CheckState says in one line, before anything else is done, when nothing of
// what is done can be kept. It looks at names only, and stops nothing: an answer
// can be had without a history, and what must be recorded first does not happen.
func (a *Agent) CheckState() {
	dir := a.Settings.Config.Paths.StateDir
	if dir == "" || a.Settings.Options.Ephemeral {
		return
	}
	if err := Usable(dir); err != nil {
		a.unkept = true
		a.Out.Note("warning", fmt.Sprintf("the conversation will not be kept: %s: %v; `pp doctor` says more", dir, err))
	}
}

// Usable reports whether a directory can be written, or made: by the nearest
// one above it that is there.
func Usable(dir string) error {
	for ; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if errors.Is(err, fs.ErrNotExist) && dir != "/" {
			continue
		}
		var path *fs.PathError
		switch {
		case errors.As(err, &path):
			return path.Err
		case err != nil:
			return err
		case !info.IsDir():
			return unix.ENOTDIR
		}
		return unix.Access(dir, unix.W_OK|unix.X_OK)
	}
}
