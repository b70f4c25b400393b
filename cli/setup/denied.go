package setup

import (
	"cmp"
	"context"
	"errors"
	"os"
	"strconv"

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

// TellDenied writes that a flight plan was denied into the conversation that it is of and into that one's thought
// trace, where these were kept: here is the conversation under way, which may be nil. What cannot be written is said
// and stops nothing.
func TellDenied(ctx context.Context, sys system.System, out *output.Printer, here *Agent, p approval.Plan) {
	if here != nil && here.Records.knowsDenied(ctx, p) {
		return
	}
	s, err := Load(sys, &Options{}, Location{p.Dir, Home(sys), p.Workspace})
	if err == nil {
		if out.Redactor == nil {
			out.Redactor = s.Redactor
		}
		err = errors.Join(s.tellDenied(p), s.recordDenied(ctx, p))
	}
	if err != nil {
		out.Note("warning", "its conversation was not told of the denial: "+err.Error())
	}
}

// knowsDenied is TellDenied for a conversation that is under way; false for a plan of another.
func (r *Records) knowsDenied(ctx context.Context, p approval.Plan) bool {
	if r.id != p.Meta.Session || r.Session.Append(DeniedTurn(p)) != nil {
		return false
	}
	if r.recorder != nil {
		_ = r.recorder.Record(ctx, engine.DeniedRecord(p.Action, p.Note)) // which says so itself if it cannot
	}
	return true
}

// tellDenied is TellDenied for a conversation that ended.
func (s *Settings) tellDenied(p approval.Plan) error {
	dir, kept := s.Sessions()
	id, err := session.ParseID(p.Meta.Session)
	if !kept || err != nil { // that of another program
		return nil
	}
	file, err := dir.Open(id, session.Options{Clock: s.System.Now, Redactor: s.Redactor, Aside: true})
	if errors.Is(err, session.ErrNoSession) {
		return nil
	}
	if err == nil {
		err = cmp.Or(file.Append(DeniedTurn(p)), file.Close())
	}
	return err
}

// recordDenied is TellDenied for the thought trace of a conversation that ended.
func (s *Settings) recordDenied(ctx context.Context, p approval.Plan) error {
	dir := s.Kept("audit")
	_, err := session.ParseID(p.Meta.Session)
	if dir == "" || err != nil {
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
func tellMarked(ctx context.Context, sys system.System, store *approval.Store, out *output.Printer, here *Agent,
	marks []approval.Mark) {
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
			p.Note = "" // which says that it was marked, not why
			TellDenied(ctx, sys, out, here, p)
		}
	}
}
