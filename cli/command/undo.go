package command

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"pp/actuators/undo"
	"pp/cli/ask"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/engine/approval"
	"pp/engine/effect"
)

// Undo takes back the newest change, or a named one.
func Undo(a App) *cli.Command {
	var list, yes bool
	return &cli.Command{Name: "undo", Usage: "take back the newest change in this workspace",
		UsageText: "[--yes] [ID] | --list [--json]", Flags: []cli.Flag{a.jsonFlag(),
			Bool("list", "list what can be undone", &list),
			Bool("yes", "do not ask", &yes)},
		Description: "exit codes: 0 done, 1 it cannot be undone, 2 usage, 3 not confirmed, 78 configuration",
		Action: func(c *cli.Context) error {
			if !list {
				if err := a.Out.NoJSON("undo"); err != nil {
					return err
				}
			} else if c.Args().Present() {
				return exit.UsageError("leave the ID out, or leave --list out", "--list takes no ID")
			}
			s, err := a.load()
			if err != nil {
				return err
			}
			h := setup.NewExecutor(s)
			if h.Images == nil {
				return exit.NoPlace("before-images")
			}
			store, err := h.Images()
			if err != nil {
				return err
			}
			place := approval.PlaceOf(s.Where.Workspace, s.Where.Dir)
			if list {
				return listUndo(a, store, place)
			}
			return UndoChange(a, c.Context, store, place, c.Args().Slice(), yes)
		}}
}

func listUndo(a App, s *undo.Store, place string) error {
	entries, err := s.List(place)
	if err != nil {
		return err
	}
	return showList(a, entries, "nothing was changed in this workspace\n", func(e undo.Entry) (any, string) {
		state := ""
		if e.Undone {
			state = "  (undone)"
		}
		data := row{{"id", e.ID}, {"when", e.When}, {"action", e.Action}, {"workspace", e.Workspace},
			{"paths", all(e.Paths)}}.and("more", e.More).join(row{{"not_undoable", all(e.NotUndoable)}, {"undone", e.Undone}})
		return data, fmt.Sprintf("%s  %s%s\n    %s\n", e.ID, e.When.Local().Format(time.DateTime), state,
			output.OneLine(e.Action, 200))
	})
}

const undoHint = "pp undo --list lists changes"

// UndoChange shows a change as a diff, asks, and restores what was there before.
func UndoChange(a App, ctx context.Context, s *undo.Store, place string, words []string, yes bool) error {
	id := ""
	switch len(words) {
	case 0:
		e, err := s.Newest(place)
		if errors.Is(err, undo.ErrNone) {
			return exit.New(exit.Failed, undoHint, errors.New("nothing was changed in this workspace that could be undone"))
		}
		if err != nil {
			return err
		}
		id = e.ID
	case 1:
		id = words[0]
	default:
		return exit.UsageError(undoHint, "undo takes one ID")
	}
	diff, err := s.Show(id)
	if errors.Is(err, undo.ErrUnknown) {
		return exit.Unknown("change", id, nil, "`pp undo --list` lists changes")
	}
	if err != nil {
		return exit.New(exit.Failed, undoHint, err)
	}
	fmt.Fprint(a.Out.Stderr, a.Out.Redact(entryLine(s, id)+diff))
	if err := a.confirm(ctx, yes, "give --yes to undo without being asked", func(*ask.Person) {}, "take this change back?",
		"nothing was changed"); err != nil {
		return err
	}
	paths, err := s.Restore(id)
	if err != nil {
		return exit.New(exit.Failed, notUndone(err), err)
	}
	return a.Out.Print(undoneText(paths))
}

// notUndone says what to do about a change that could not be undone.
func notUndone(err error) string {
	if errors.Is(err, undo.ErrChanged) {
		return "nothing was undone. Undo what changed the file later first (pp undo --list), or move the file away and " +
			"edit it by hand: the diff above shows what it was"
	}
	return undoHint
}

// entryLine is when a change was made and by which action, "" where that cannot be read.
func entryLine(s *undo.Store, id string) string {
	list, err := s.List("")
	i := slices.IndexFunc(list, func(e undo.Entry) bool { return e.ID == id })
	if err != nil || i < 0 {
		return ""
	}
	return list[i].When.Local().Format(time.DateTime) + "  " + output.OneLine(list[i].Action, 200) + "\n"
}

// undoneText says of each path what undo made of it.
func undoneText(paths []string) string {
	done := map[string][]string{}
	for _, p := range paths {
		what := "restored"
		if _, err := os.Lstat(p); errors.Is(err, fs.ErrNotExist) {
			what = "removed"
		}
		done[what] = append(done[what], effect.Named(p))
	}
	text := ""
	for _, what := range []string{"restored", "removed"} {
		if len(done[what]) > 0 {
			text += what + " " + strings.Join(done[what], ", ") + "\n"
		}
	}
	return text
}
