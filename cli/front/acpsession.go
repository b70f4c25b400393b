package front

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/coder/acp-go-sdk"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/cli/output"
	"pp/cli/setup"
	"pp/cli/talk"
	"pp/engine"
)

// session is a conversation with a client. It implements talk.Front.
type session struct {
	server *acpServer
	talk   *talk.Talk
	id     acp.SessionId

	calls calls

	mu     sync.Mutex
	known  bool     // the client was told of it
	kept   []string // notes from before that
	mode   acp.SessionModeId
	said   bool  // something was said in this turn
	ended  bool  // and what was said last has ended
	last   *turn // the one that everything else waits for
	result acp.PromptResponse
	fault  error // of the turn
	closed bool
}

// turn is something that a session does, and that may be cancelled. A session does one thing at a time.
type turn struct {
	before *turn // nil once that has ended, or where there is none
	done   chan struct{}
	cancel context.CancelCauseFunc
}

// maxThoughts bounds the notes that wait until the client knows of a session.
const maxThoughts = 50

// place is where a client wants to work: a directory and more trees.
type place struct {
	dir  string
	more []string
}

// open opens a conversation in a place: the one of an ID, or a new one. The client is told nothing of it yet.
func (s *acpServer) open(at place, resume string) (*session, error) {
	t := &session{server: s, mode: modeAsk}
	a, where, err := t.appIn(at, resume)
	if err != nil {
		return nil, err
	}
	settings, err := setup.Load(a.System, a.Options, where)
	if err != nil {
		return nil, err
	}
	settings.Editor = editor{t}
	if settings.Options.AcceptEdits {
		t.mode = modeAcceptEdits
	}
	a.Out.Redactor = settings.Redactor
	a.Out.Warn(settings.Warnings)
	m := setup.NewAgent(settings, a.Out, a.Signals)
	m.Records.CheckState()
	if t.talk, err = talk.Open(a, m, t, t.Put, live{t}); err != nil {
		return nil, errors.Join(err, m.Close())
	}
	t.mu.Lock()
	t.id = acp.SessionId(t.talk.ID)
	t.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case len(s.sessions) >= maxSessions:
		return nil, errors.Join(&acp.RequestError{Code: codeBusy, Message: "too many sessions are open; close some"},
			m.Close())
	case s.sessions[t.id] != nil:
		return nil, errors.Join(invalid("that session is open already"), m.Close())
	}
	s.sessions[t.id] = t
	return t, nil
}

// appIn is the app of a session in a place, which says nothing on the process's own streams.
func (t *session) appIn(at place, resume string) (command.App, setup.Location, error) {
	a, opts := t.server.app, *t.server.app.Options
	dir, err := directory(at.dir)
	if err != nil {
		return a, setup.Location{}, err
	}
	opts.AddDirs = append(setup.Texts{}, opts.AddDirs...)
	for _, more := range at.more {
		if more, err = directory(more); err != nil {
			return a, setup.Location{}, err
		}
		opts.AddDirs = append(opts.AddDirs, more)
	}
	opts.NoStdin, opts.GoOn, opts.Resume, opts.Format = true, false, resume, "text"
	a.Options = &opts
	a.System.Stdin, a.System.Stdout, a.System.Stderr = nil, io.Discard, thoughts{t}
	a.Out = output.New(a.System, &opts.Options)
	a.Out.Stdout, a.Out.Stderr, a.Out.Chunks = thoughts{t}, thoughts{t}, t.chunk
	return a, setup.At(dir, setup.Home(a.System)), nil
}

// directory is a directory that a client named, with every link resolved.
func directory(name string) (string, error) {
	if !filepath.IsAbs(name) {
		return "", invalid("%q is no absolute path", name)
	}
	dir, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", invalid("%v", err)
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return "", invalid("%s is no directory", dir)
	}
	return dir, nil
}

// enter takes something to be done into the line of a session. wait waits for its turn.
func (t *session) enter(ctx context.Context) (_ context.Context, wait func() error, leave func(), err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed {
		return nil, nil, nil, &acp.RequestError{Code: codeNowhere, Message: "the session was closed"}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	stop := context.AfterFunc(t.server.ctx, func() { cancel(context.Cause(t.server.ctx)) })
	mine := &turn{before: t.last, done: make(chan struct{}), cancel: cancel}
	t.last = mine
	wait = func() error {
		if mine.before != nil {
			<-mine.before.done
		}
		t.mu.Lock()
		mine.before = nil
		t.mu.Unlock()
		return context.Cause(ctx)
	}
	return ctx, wait, func() {
		stop()
		cancel(nil)
		close(mine.done)
	}, nil
}

// interrupt ends what is being done, and drops what waits behind it.
func (t *session) interrupt(cause error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := t.last; i != nil; i = i.before {
		i.cancel(cause)
	}
}

// close ends a session once what it does has ended; nothing more is done in it.
func (t *session) close() {
	t.mu.Lock()
	last := t.last
	already := t.closed
	t.closed = true
	t.mu.Unlock()
	if last != nil {
		<-last.done
	}
	if already {
		return
	}
	if err := t.talk.Close(); err != nil {
		t.talk.App.Out.Note("warning", err.Error())
	}
}

// update tells the client of something. A client that is gone is found by the wire.
func (t *session) update(u acp.SessionUpdate) {
	_ = t.server.conn.SendNotification(context.Background(), acp.ClientMethodSessionUpdate,
		acp.SessionNotification{SessionId: t.id, Update: u})
}

// text is a text as a client may be sent it: UTF-8, with its secrets masked.
func (t *session) text(s string) string {
	return strings.ToValidUTF8(t.talk.App.Out.Redact(s), "\uFFFD")
}

// strict is a text for a person who decides by it.
func (t *session) strict(s string) string { return output.Escape(t.text(s), output.Strict) }

// thoughts is the stream of pp's notes to the person, which a client gets as thoughts.
type thoughts struct{ session *session }

// Write implements io.Writer. What is said before the client was told of the session is kept until then.
func (n thoughts) Write(p []byte) (int, error) {
	text := output.Escape(string(p), output.Strict)
	n.session.mu.Lock()
	known := n.session.known
	if !known && len(n.session.kept) < maxThoughts {
		n.session.kept = append(n.session.kept, text)
	}
	n.session.mu.Unlock()
	if known {
		n.session.update(acp.UpdateAgentThoughtText(text))
	}
	return len(p), nil
}

// introduce sends what a client is told once it knows a session.
func (s *acpServer) introduce(id acp.SessionId) {
	t, err := s.find(id)
	if err != nil {
		return
	}
	t.mu.Lock()
	kept := t.kept
	t.known, t.kept = true, nil
	t.mu.Unlock()
	for _, text := range kept {
		t.update(acp.UpdateAgentThoughtText(text))
	}
	t.update(acp.SessionUpdate{AvailableCommandsUpdate: &acp.SessionAvailableCommandsUpdate{
		AvailableCommands: slashCommands()}})
}

// chunk passes on a piece of an answer; an empty one ends it.
func (t *session) chunk(piece string) error {
	t.mu.Lock()
	switch {
	case piece == "":
		t.ended = true
	case t.said && t.ended:
		piece = "\n" + piece
		fallthrough
	default:
		t.said, t.ended = true, false
	}
	t.mu.Unlock()
	if piece != "" {
		t.update(acp.UpdateAgentMessageText(strings.ToValidUTF8(piece, "\uFFFD")))
	}
	return nil
}

// say says something that no model said, in the place of an answer.
func (t *session) say(text string) {
	_ = t.chunk(t.text(cmp.Or(text, "Done.")) + "\n")
	_ = t.chunk("")
}

// Concluded implements talk.Front: the answer to the prompt is what a run came to.
func (t *session) Concluded(out *output.Printer, answer string, came engine.Outcome) error {
	t.settle("It was not done.")
	t.result.StopReason = acp.StopReasonEndTurn
	u := came.Usage
	if total := u.Input + u.Output; total > 0 {
		t.result.Usage = &acp.Usage{InputTokens: u.Input, OutputTokens: u.Output, TotalTokens: total}
	}
	for _, p := range came.Pending {
		text := "It waits for approval: " + p.Reason
		if p.Token != "" {
			text += "\n\n`/approve " + p.Token + "` shows it again and carries it out, `/deny " + p.Token + "` does not."
		}
		t.say(text)
	}
	switch f := output.Ended(out, came); {
	case came.Err == nil:
	case f.Code == exit.Limit:
		t.say(f.Message() + "\n\n" + f.Hint)
		t.result.StopReason = acp.StopReasonMaxTurnRequests
	default:
		t.fault = f
	}
	return nil
}
