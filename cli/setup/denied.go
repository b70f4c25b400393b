package setup

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"pp/cli/config"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/session"
)

// DeniedTurn is how the conversation of a flight plan learns that a person denied it, since all it
// was told is that the action waits.
func DeniedTurn(p approval.Plan) engine.Turn {
	tool := p.Action.Tool()
	text := "ERROR [" + tool + "]: What waited for approval was denied by the person, and was not done: " +
		strconv.QuoteToGraphic(engine.Clip(p.Action.Essence(), 300)) + "."
	if p.Note != "" {
		text += " The reason: " + strconv.QuoteToGraphic(engine.Clip(p.Note, 1000)) + "."
	}
	return engine.Turn{Role: engine.RoleTool, Origin: engine.OriginUntrusted, Label: tool, Text: text, Failed: true,
		Denied: true}
}

// TellDenied writes that a flight plan was denied into the conversation that it is of, if that was kept.
// What cannot be written is said and stops nothing.
func TellDenied(sys system.System, out *output.Printer, p approval.Plan) {
	state := config.FindPaths(sys.Getenv, Home(sys), "").StateDir
	id, err := session.ParseID(p.Meta.Session)
	if state == "" || err != nil {
		return
	}
	file, err := session.NewDir(filepath.Join(state, "sessions")).Open(id, session.Options{Clock: sys.Now,
		Redactor: out.Redactor, Aside: true})
	if errors.Is(err, session.ErrNoSession) {
		return
	}
	if err == nil {
		err = cmp.Or(file.Append(DeniedTurn(p)), file.Close())
	}
	if err != nil {
		out.Note("warning", "its conversation was not told of the denial: "+err.Error())
	}
}

// RecordDenied writes that a flight plan was denied into the thought trace of its conversation, if that was kept.
func RecordDenied(ctx context.Context, s *Settings, p approval.Plan) error {
	_, err := session.ParseID(p.Meta.Session)
	dir := s.Kept("audit")
	if err != nil || dir == "" {
		return nil
	}
	store, err := audit.NewFileStore(dir, p.Meta.Session)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(store.Path()); err != nil {
		return nil
	}
	defer store.Close()
	log := audit.NewLog(store, audit.Options{Session: p.Meta.Session, Clock: s.System.Now, Redactor: s.Redactor})
	return log.Record(ctx, engine.DeniedRecord(p.Action, p.Note))
}

// tellMarked tells the conversations of the flight plans that were marked DENIED.
func tellMarked(sys system.System, store *approval.Store, out *output.Printer, marks []approval.Mark) {
	denied := map[string]bool{}
	for _, m := range marks {
		denied[m.ID] = m.State == approval.StateDenied
	}
	list, err := store.List()
	if err != nil {
		return // it is said elsewhere
	}
	for _, p := range list {
		if denied[p.ID] {
			TellDenied(sys, out, p)
		}
	}
}
