package command

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/engine/session"
)

// Sessions lists, shows and removes conversations.
func Sessions(a App) *cli.Command {
	return &cli.Command{Name: "sessions", Usage: "list, show and remove conversations", UsageText: "[list | show ID | rm ID]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 1 a conversation cannot be read, 2 usage, 78 configuration",
		Action: func(c *cli.Context) error {
			s, err := a.load()
			if err != nil {
				return err
			}
			dir, ok := s.Sessions()
			if !ok {
				return exit.UsageError("set HOME or XDG_STATE_HOME", "there is no place where conversations are kept")
			}
			verb := c.Args().First()
			if verb == "" || verb == "list" {
				return ListSessions(a, dir, 0)
			}
			if err := a.Out.NoJSON("sessions " + verb); err != nil {
				return err
			}
			return oneSession(a, dir, verb, c.Args().Get(1))
		}}
}

type sessionJSON struct {
	ID        string    `json:"id"`
	Workspace string    `json:"workspace"`
	Began     time.Time `json:"began"`
	Last      time.Time `json:"last"`
	Title     string    `json:"title"`
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
	out := []sessionJSON{}
	var b strings.Builder
	for _, s := range list {
		out = append(out, sessionJSON{string(s.ID), s.Workspace, s.Began, s.Last, s.Title})
		fmt.Fprintf(&b, "%s  %s  %s\n    %s\n", s.ID, s.Last.Local().Format("2006-01-02 15:04"), s.Workspace, output.OneLine(s.Title, 100))
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more: pp sessions\n", more)
	}
	if a.Options.JSON {
		return a.Out.PrintJSON(out)
	}
	if len(out) == 0 {
		return a.Out.Print("no conversation was kept\n")
	}
	return a.Out.Print(a.Out.Redact(b.String()))
}

func oneSession(a App, dir session.Dir, verb, name string) error {
	id, err := session.ParseID(name)
	if err != nil {
		return exit.UsageError("`pp sessions` lists them", "%w", err)
	}
	if verb == "rm" {
		if err := dir.Remove(id); errors.Is(err, session.ErrNoSession) {
			return exit.UsageError("`pp sessions` lists them", "%w", err)
		} else if err != nil {
			return err
		}
		return a.Out.Print("removed " + string(id) + "\n")
	}
	_, turns, err := dir.Read(id)
	if errors.Is(err, session.ErrNoSession) {
		return exit.UsageError("`pp sessions` lists them", "%w", err)
	}
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
	return a.Out.Print(a.Out.Redact(b.String()))
}
