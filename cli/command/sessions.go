package command

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine"
	"pp/engine/session"
)

// Sessions lists, shows and removes conversations.
func Sessions(a App) *cli.Command {
	return &cli.Command{Name: "sessions", Usage: "list, show and remove conversations",
		UsageText: "[list | show ID | rm ID]", Flags: []cli.Flag{a.jsonFlag()},
		Description: "exit codes: 0 done, 1 a conversation cannot be read, 2 usage, 78 configuration",
		Action: a.withSettings(func(c *cli.Context, s *setup.Settings) error {
			dir, ok := s.Sessions()
			if !ok {
				return exit.NoPlace("conversations")
			}
			verb := c.Args().First()
			if verb == "" || verb == "list" {
				return ListSessions(a, dir, 0)
			}
			if err := a.Out.NoJSON("sessions " + verb); err != nil {
				return err
			}
			return oneSession(a, dir, verb, c.Args().Get(1))
		})}
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
		fmt.Fprintf(&b, "%s  %s  %s\n    %s\n", s.ID, output.When(s.Last), s.Workspace, output.OneLine(s.Title, 100))
	}
	if more > 0 {
		fmt.Fprintf(&b, "and %d more: pp sessions\n", more)
	}
	return a.showRows(out, cmp.Or(b.String(), "no conversation was kept\n"))
}

func oneSession(a App, dir session.Dir, verb, name string) error {
	id, err := session.ParseID(name)
	if err != nil {
		return exit.UsageError("`pp sessions` lists them", "%w", err)
	}
	var turns []engine.Turn
	if verb == "rm" {
		err = dir.Remove(id)
	} else {
		_, turns, err = dir.Read(id)
	}
	switch {
	case errors.Is(err, session.ErrNoSession):
		return exit.UsageError("`pp sessions` lists them", "%w", err)
	case err != nil:
		return err
	case verb == "rm":
		return a.Out.Print("removed " + string(id) + "\n")
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
