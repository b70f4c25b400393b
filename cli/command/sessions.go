package command

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"pp/actuators/sandbox"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/session"
)

// Sessions lists, shows and removes conversations.
func Sessions(a App) *cli.Command {
	return &cli.Command{Name: "sessions", Usage: "list, show and remove conversations",
		UsageText: "[list | show SESSION | rm SESSION]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 1 a conversation cannot be read, 2 usage, 78 configuration",
		Action: verbs[*sessionsRun]{
			{"list", nil, true, func(r *sessionsRun) error { return ListSessions(r.App, r.dir, 0) }},
			{"show", nil, false, func(r *sessionsRun) error { return r.named(r.show) }},
			{"rm", nil, false, func(r *sessionsRun) error { return r.named(r.remove) }},
		}.action(a, func(r run) (*sessionsRun, error) {
			s, err := a.load()
			if err != nil {
				return nil, err
			}
			dir, kept := s.Sessions()
			if !kept {
				err = exit.NoPlace("conversations")
			}
			return &sessionsRun{r, dir, s}, err
		})}
}

// sessionsRun is one run of `pp sessions`.
type sessionsRun struct {
	run
	dir session.Dir
	*setup.Settings
}

// NewestShown is how many conversations are listed in the middle of one.
const NewestShown = 20

// ListSessions lists the conversations, the newest first; most of them, or all
// where most is 0.
func ListSessions(a App, dir session.Dir, most int) error {
	list, err := dir.List()
	if err != nil {
		a.Out.Note("warning", err.Error())
	}
	more := 0
	if most > 0 && len(list) > most {
		more, list = len(list)-most, list[:most]
	}
	var b strings.Builder
	for _, s := range list {
		fmt.Fprintf(&b, "%s  %s  %s\n    %s\n", s.ID, output.When(s.Last), s.Workspace, output.OneLine(s.Title, 100))
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more: pp sessions\n", more)
	}
	return a.showRows(append([]session.Info{}, list...), cmp.Or(b.String(), "no conversation was kept\n"))
}

// named does something with the conversation that the first word names.
func (r *sessionsRun) named(do func(session.ID) error) error {
	id, err := session.ParseID(r.words[0])
	if err == nil {
		if err = do(id); !errors.Is(err, session.ErrNoSession) {
			return err
		}
	}
	return exit.Unknown("conversation", r.words[0], nil, "`pp sessions` lists them")
}

func (r *sessionsRun) remove(id session.ID) error {
	if err := r.dir.Remove(id); err != nil {
		return err
	}
	sandbox.Discard(filepath.Join(r.Kept(setup.MachinesName), string(id)))
	return r.Out.Print("removed " + string(id) + "\n")
}

func (r *sessionsRun) show(id session.ID) error {
	_, turns, err := r.dir.Read(id)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, t := range turns {
		label := t.Role.String()
		if t.Label != "" {
			label += ", " + t.Label
		}
		fmt.Fprintf(&b, "[%s, %s]\n%s\n\n", label, strings.ToLower(t.Origin.String()), strings.TrimRight(t.Text, "\n"))
	}
	return r.Out.Print(r.Out.Redact(b.String()))
}
