package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/system"
	"pp/engine"
	"pp/engine/approval"
	"pp/engine/audit"
	"pp/engine/session"
)

// Records holds the records of one conversation: its turns, its reads, and the thought trace.
type Records struct {
	Session engine.SessionStore

	settings *Settings
	out      *output.Printer
	flows    *flows
	machine  *Machine
	file     *session.File   // of the conversation; nil when it is in memory only
	id       string          // of the conversation whose thought trace is kept; "" before that
	recorder engine.Recorder // its thought trace, and
	trace    io.Closer       // that one's file; nil when none is kept
	unkept   bool            // the state directory cannot be used
	named    bool            // the conversation goes on by its name, and not as the last one
}

// Converse opens a new conversation, the workspace's last (-c), or a named one (-r).
func (r *Records) Converse() (string, error) {
	s := r.settings
	dir, kept := s.Sessions()
	o := session.Options{Workspace: s.Place(), Clock: s.System.Now, Redactor: s.Redactor}
	if s.Options.Background {
		o.Workspace = "a job in " + o.Workspace // which -c does not go on with
	}
	if s.Options.GoOn || s.Options.Resume != "" {
		if !kept {
			return "", exit.NoPlace("conversations")
		}
		return r.reopen(dir, o)
	}
	id, err := session.NewID(s.System.Random, s.System.Now())
	if err != nil {
		return "", err
	}
	if kept && !r.unkept && !s.Options.Ephemeral && !s.Options.ShowPrompt && !s.Options.DryRun {
		r.file = dir.New(id, o)
		r.Session = r.file
		r.machine.goesOn(r.file, false)
	}
	return string(id), nil
}

func (r *Records) reopen(dir session.Dir, o session.Options) (string, error) {
	var id session.ID
	var err error
	if r.settings.Options.Resume != "" {
		id, err = session.ParseID(r.settings.Options.Resume)
	} else {
		id, err = dir.Latest(o.Workspace)
	}
	if err == nil {
		r.file, err = dir.Open(id, o)
	}
	switch {
	case errors.Is(err, session.ErrNone):
		return "", exit.UsageError("leave -c out to begin one", "there is no conversation in this workspace yet")
	case err != nil:
		return "", exit.UsageError("`pp sessions` lists them", "%w", err)
	}
	r.Session = r.file
	r.flows.add(r.file.Flows()...)
	r.machine.goesOn(r.file, true)
	if !r.settings.Options.Quiet {
		r.out.Note("note", fmt.Sprintf("continuing %s, begun %s", id, output.When(r.file.Began())))
	}
	r.sayUnanswered()
	r.holdDry()
	return string(id), nil
}

// sayUnanswered warns the person of what the model is told as well: nobody knows what became of a call.
func (r *Records) sayUnanswered() {
	for _, c := range engine.Unanswered(r.file.Turns()) {
		r.out.Note("warning", "the run before ended within this call, and what became of it is not known; "+
			"look before you trust it: "+output.OneLine(c.Tool+" "+c.Args, 200))
	}
}

// onward is the command that goes on with the conversation; "" where nothing of it is kept.
func (r *Records) onward() string {
	switch o := r.settings.Options; {
	case r.file == nil:
		return ""
	case r.named || o.Background || o.Resume != "":
		return "pp -r " + r.id + ` "go on"`
	}
	return `pp -c "go on"`
}

// holdDry goes on in memory with a conversation of which --dry-run changes nothing.
func (r *Records) holdDry() {
	if !r.settings.Options.DryRun {
		return
	}
	memory := session.NewMemory(0)
	for _, t := range r.file.Turns() {
		_ = memory.Append(t) // it fitted a conversation of this size
	}
	_ = r.file.Close() // nothing was written
	r.machine.goesOn(nil, false)
	r.file, r.Session = nil, memory
}

// CheckState warns if pp cannot keep anything. It only looks up names, and never stops a run: an answer needs no
// history.
func (r *Records) CheckState() {
	dir := r.settings.Config.Paths.StateDir
	if dir == "" || r.settings.Options.Ephemeral {
		return
	}
	if err := Usable(dir); err != nil {
		r.unkept = true
		r.out.Note("warning", fmt.Sprintf("the conversation will not be kept: %s: %v; `pp doctor` says more", dir, err))
	}
}

// recallReads takes into account what the conversation of a plan has read, and leaves the conversation to others.
func (r *Records) recallReads(plan approval.Plan) error {
	dir, kept := r.settings.Sessions()
	id, err := session.ParseID(plan.Meta.Session)
	if !kept || err != nil || r.file != nil {
		return nil
	}
	flows, err := dir.Flows(id)
	if errors.Is(err, session.ErrNoSession) {
		return nil
	}
	r.flows.add(flows...)
	return err
}

// goOn opens the conversation of a plan, if it was kept and is not open already.
func (r *Records) goOn(plan approval.Plan) error {
	dir, kept := r.settings.Sessions()
	id, err := session.ParseID(plan.Meta.Session)
	if !kept || err != nil || r.file != nil {
		return nil
	}
	file, err := dir.Open(id, session.Options{Clock: r.settings.System.Now, Redactor: r.settings.Redactor})
	if errors.Is(err, session.ErrNoSession) {
		return nil
	}
	if err != nil {
		return err
	}
	r.file, r.Session, r.named = file, file, true
	r.flows.add(file.Flows()...)
	r.machine.goesOn(file, false)
	return nil
}

// Read records reads with the conversation, so that they still count when the conversation continues.
func (r *Records) Read(read ...engine.Flow) {
	fresh := r.flows.add(read...)
	if r.file == nil {
		return
	}
	for _, f := range fresh {
		if err := r.file.Note(f); err != nil {
			r.out.Note("warning", "what was read could not be noted: "+err.Error())
			return
		}
	}
}

// keepTrace gives a loop the session's trace. Nothing is created before the first record.
func (r *Records) keepTrace(l *engine.Loop, id string) error {
	r.id = id
	dir := r.settings.Kept("audit")
	switch {
	case r.settings.Options.Ephemeral:
		l.Recorder = forgetful{}
		return nil
	case dir == "":
		return nil
	}
	store, err := audit.NewFileStore(dir, id)
	if err != nil {
		return err
	}
	r.prune(dir)
	r.trace = store
	log := audit.NewLog(store, audit.Options{Session: id, Clock: r.settings.System.Now, Redactor: r.settings.Redactor})
	r.recorder = noticed{log, r.out}
	l.Recorder = r.recorder
	return nil
}

// noticed warns once that the trace has a gap.
type noticed struct {
	engine.Recorder
	out *output.Printer
}

// Record implements engine.Recorder.
func (n noticed) Record(ctx context.Context, r engine.Record) error {
	err := n.Recorder.Record(ctx, r)
	if err != nil && !r.Durable && !n.out.Noted["gap"] {
		n.out.Noted["gap"] = true
		n.out.Note("warning", err.Error()+"; the trace will have a gap")
	}
	return err
}

// forgetful is the trace of --ephemeral, which keeps nothing.
type forgetful struct{}

func (forgetful) Record(context.Context, engine.Record) error { return nil }

// pruneEvery is how often the limits on thought traces are applied unasked.
const pruneEvery = 24 * time.Hour

// prune applies the limits on traces once a day. The time of a file next to them tells the last run.
func (r *Records) prune(dir string) {
	stamp := filepath.Join(dir, "pruned")
	now := r.settings.System.Now()
	if info, err := os.Lstat(stamp); err == nil && now.Sub(info.ModTime()).Abs() < pruneEvery {
		return
	}
	f, err := os.OpenFile(stamp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return // there is no directory yet, or it is not ours
	}
	if errors.Join(f.Close(), os.Chtimes(stamp, now, now)) != nil {
		return
	}
	kept := r.settings.Config.Trace
	l := audit.Limits{Before: now.Add(-kept.MaxAge), MaxBytes: int64(kept.MaxSize)}
	if gone, _ := audit.Prune(dir, l); len(gone) > 0 && !r.out.Options.Quiet {
		r.out.Note("note", fmt.Sprintf("%d thought traces were over the configured limits and are gone (trace.max_age, "+
			"trace.max_size)", len(gone)))
	}
}

// Close closes the files.
func (r *Records) Close() error {
	var errs []error
	if r.trace != nil {
		errs = append(errs, r.trace.Close())
	}
	if r.file != nil {
		errs = append(errs, r.file.Close())
	}
	return errors.Join(errs...)
}

// Usable returns an error if a directory cannot be written or created, judging by its nearest existing ancestor.
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

// DeniedTurn returns the turn that tells a conversation that a person denied its flight plan.
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

// TellDenied records in a plan's conversation and trace that a person denied it. here is the current conversation, or
// nil.
func TellDenied(ctx context.Context, sys system.System, out *output.Printer, here *Agent, p approval.Plan) {
	if here != nil && here.Records.knowsDenied(ctx, p) {
		return
	}
	s, err := Load(sys, &Options{}, Location{p.Dir, Home(sys), p.Workspace})
	if err == nil {
		if out.Redactor == nil {
			out.Redactor = s.Redactor
		}
		err = s.tellDenied(ctx, p)
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

// tellDenied is TellDenied for a conversation that has ended. A plan of another program has no session ID.
func (s *Settings) tellDenied(ctx context.Context, p approval.Plan) error {
	dir, kept := s.Sessions()
	id, err := session.ParseID(p.Meta.Session)
	if !kept || err != nil {
		return nil
	}
	file, err := dir.Open(id, session.Options{Clock: s.System.Now, Redactor: s.Redactor, Aside: true})
	if err == nil {
		err = cmp.Or(file.Append(DeniedTurn(p)), file.Close())
	} else if errors.Is(err, session.ErrNoSession) {
		err = nil
	}
	return errors.Join(err, s.recordDenied(ctx, p))
}

// recordDenied is TellDenied for the trace of a conversation that has ended.
func (s *Settings) recordDenied(ctx context.Context, p approval.Plan) error {
	store, err := audit.NewFileStore(s.Kept("audit"), p.Meta.Session)
	if err != nil {
		return err
	}
	defer store.Close()
	if !Exists(store.Path()) {
		return nil
	}
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

// flows holds the data that this session has read and that must not leave without a question. It is safe for
// concurrent use.
type flows struct {
	mu   sync.Mutex
	read []engine.Flow
}

// add takes note of flows, and returns those that are new.
func (f *flows) add(more ...engine.Flow) []engine.Flow {
	f.mu.Lock()
	defer f.mu.Unlock()
	var fresh []engine.Flow
	for _, flow := range more {
		if !slices.ContainsFunc(f.read, func(g engine.Flow) bool {
			return g.Subject == flow.Subject && g.Secret == flow.Secret
		}) {
			f.read = append(f.read, flow)
			fresh = append(fresh, flow)
		}
	}
	return fresh
}

func (f *flows) list() []engine.Flow {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.read)
}

// readBy returns what a cleared action read: what the actuator reports, and every file outside the workspace.
func readBy(c engine.Cleared, r engine.Result, turn int) []engine.Flow {
	var seen []engine.Flow
	for _, flow := range r.Flows {
		flow.Turn = turn
		seen = append(seen, flow)
	}
	return append(seen, readOutside(c.Verdict(), turn)...)
}

// readOutside is what a verdict's action reads that is not of the workspace.
func readOutside(v engine.Verdict, turn int) (out []engine.Flow) {
	for _, p := range v.Effects.Reads {
		if _, in := v.Workspace.Contains(p.Name); !in {
			out = append(out, engine.Flow{Subject: p.Name, Turn: turn})
		}
	}
	for _, e := range v.Effects.Connects {
		out = append(out, engine.Flow{Subject: e.Host, Turn: turn})
	}
	return out
}
