package front

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"

	"pp/cli/command"
	"pp/cli/exit"
	"pp/sexp"
)

// Bounds of what a client may send.
const (
	maxFrame  = 10 << 20 // bytes
	maxAtoms  = 1 << 16
	maxQueued = 64 // messages that wait their turn
)

// bridgeServer serves one client. One goroutine reads frames, a second (serve) interprets them, and a third handles
// slow messages, one at a time.
type bridgeServer struct {
	app        command.App
	frames     *sender
	questions  questions
	connection string        // by which the client proves that it reads what it is sent
	talk       *conversation // of the goroutine that does what takes time

	now situation

	// of serve alone
	queue     []message
	stop      context.CancelCauseFunc // of what is being done; nil when nothing is
	done      chan struct{}
	untrusted bool // what came could not be read, so what follows may be data
}

// situation is what a status tells. It is safe for concurrent use.
type situation struct {
	mu      sync.Mutex
	state   string // idle, thinking, acting or waiting
	id      sexp.Value
	session string
	dir     string
	asked   []string // who is asked
	pending int      // flight plans
	omitted []string // frames that the client does not take
}

// tag is that of what is being done.
func (n *situation) tag() tag {
	n.mu.Lock()
	defer n.mu.Unlock()
	return tag{n.id, n.session}
}

// set changes the situation.
func (n *situation) set(change func(n *situation)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(n)
}

// wants reports whether the client takes a kind of frame.
func (n *situation) wants(kind string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return !slices.Contains(n.omitted, kind)
}

// incoming is a frame, or why there is none.
type incoming struct {
	value sexp.Value
	err   error
}

// runBridge serves the client of an app until its input ends and everything is done.
func runBridge(ctx context.Context, a command.App) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := newServer(a, func(err error) { cancel(fmt.Errorf("%w: %w", exit.ErrTerminated, err)) })
	if err := s.begin(); err != nil {
		s.frames.fail(tag{}, err)
		return err
	}
	return untilEnded(ctx, func() error { return s.serve(ctx) })
}

// newServer speaks on the standard output of an app, on whose standard error it says nothing.
func newServer(a command.App, gone func(error)) *bridgeServer {
	out := *a.Out
	frames := &sender{out: a.System.Stdout, gone: gone}
	a.Out = &out
	s := &bridgeServer{app: a, frames: frames, connection: a.System.Nonce(), done: make(chan struct{})}
	out.Stdout, out.Stderr, out.Chunks = notes{s, "NOTE"}, notes{s, "NOTE"}, s.chunk
	frames.mask = a.Out.Redact // with the redactor that it comes to have
	s.questions = questions{random: a.System.Random, open: map[string]question{}, gone: make(chan struct{})}
	return s
}

// serve understands one frame after the other.
func (s *bridgeServer) serve(ctx context.Context) error {
	defer func() { s.talk.close() }()
	s.sayHello()
	in := make(chan incoming)
	go s.read(ctx, s.app.System.Stdin, in)
	var broken error
	for in != nil || s.stop != nil {
		select {
		case got, more := <-in:
			if !more {
				in = nil
				close(s.questions.gone)
				continue
			}
			broken = s.take(ctx, got)
		case <-s.done:
			s.stop(nil)
			s.stop = nil
			s.next(ctx)
		case <-ctx.Done():
			if s.stop != nil {
				<-s.done
			}
			return context.Cause(ctx)
		}
	}
	return broken
}

// read passes on what the client sends, and ends the channel with the input.
func (s *bridgeServer) read(ctx context.Context, stdin *os.File, in chan<- incoming) {
	defer close(in)
	if stdin == nil {
		return
	}
	r := sexp.NewFrameReader(stdin, sexp.Limits{Bytes: maxFrame, Atoms: maxAtoms})
	for {
		v, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		select {
		case in <- incoming{v, err}:
		case <-ctx.Done():
			return
		}
		if fe := new(sexp.FrameError); err != nil && !errors.As(err, &fe) {
			return
		}
	}
}

// take understands one frame. The error is for an input that ended in the middle of one.
func (s *bridgeServer) take(ctx context.Context, got incoming) error {
	if got.err != nil {
		s.untrusted = true
		err := &exit.Error{Code: exit.Data, Kind: "frame", Err: got.err,
			Hint: "send six upper-case hexadecimal digits, the length in bytes of UTF-8, and one property list; then the " +
				"handshake with the :CONNECTION of ours"}
		s.frames.fail(tag{}, err)
		if errors.Is(got.err, sexp.ErrFrameCut) {
			return err
		}
		return nil
	}
	m, err := parse(got.value)
	if err == nil {
		err = s.obey(ctx, m)
	}
	if err != nil {
		s.frames.fail(tag{id: m.id}, err)
	}
	return nil
}

// errUntrusted refuses what would speak for the person, when it may be a part of some text.
func errUntrusted() error {
	return &exit.Error{Kind: "connection", Err: errors.New("nothing is taken for what you say after something that " +
		"could not be read: it may be a part of a text"),
		Hint: "send the handshake with the :CONNECTION of ours, then this again"}
}

// obey does at once what takes no time, and has the rest wait its turn.
func (s *bridgeServer) obey(ctx context.Context, m message) error {
	switch m.kind {
	case "HANDSHAKE":
		return s.greeted(m)
	case "STATUS":
		s.sayStatus(m.id)
		return nil
	case "INTERRUPT":
		s.interrupt()
		return nil
	}
	switch {
	case s.untrusted:
		return errUntrusted()
	case m.kind == "APPROVAL":
		return s.questions.answer(m.token, m.choice)
	case len(s.queue) >= maxQueued:
		return &exit.Error{Kind: "busy", Err: errors.New("too much waits to be done already"),
			Hint: "wait for the :DONE of what was sent before"}
	}
	s.queue = append(s.queue, m)
	s.next(ctx)
	return nil
}

// next begins with what waits longest, unless something is being done.
func (s *bridgeServer) next(ctx context.Context) {
	if s.stop != nil || len(s.queue) == 0 {
		return
	}
	m := s.queue[0]
	s.queue = s.queue[1:]
	ctx, s.stop = context.WithCancelCause(ctx)
	s.now.set(func(n *situation) { n.id = m.id })
	go func() {
		s.talk.do(ctx, m)
		s.done <- struct{}{}
	}()
}

// interrupt ends what is being done, and drops what waits behind it.
func (s *bridgeServer) interrupt() {
	for _, m := range s.queue {
		s.frames.fail(tag{id: m.id}, exit.ErrInterrupted)
	}
	s.queue = nil
	if s.stop != nil {
		s.stop(exit.ErrInterrupted)
	}
}

// greeted takes the client's handshake.
func (s *bridgeServer) greeted(m message) error {
	if m.connection != "" && m.connection != s.connection {
		return &exit.Error{Kind: "connection", Err: errors.New("that is not the :CONNECTION of this one"),
			Hint: "repeat the one of our handshake"}
	}
	if m.connection != "" {
		s.untrusted = false
	}
	if m.given {
		var omitted []string
		for _, c := range optional {
			if !slices.Contains(m.wants, c) {
				omitted = append(omitted, c)
			}
		}
		s.questions.unanswerable(!slices.Contains(m.wants, "APPROVAL-REQUIRED"))
		s.now.set(func(n *situation) { n.omitted = omitted })
	}
	s.sayStatus(m.id)
	return nil
}

// optional are the frames that a client need not take.
var optional = [...]string{"STREAM-CHUNK", "GATE-TRACE", "TOOL-OUTPUT", "OUTPUT", "NOTE"}

// sayHello is our handshake.
func (s *bridgeServer) sayHello() {
	var able []sexp.Value
	for _, c := range append(optional[:], "APPROVAL-REQUIRED", "INTERRUPT", "REPL-EVAL", "SESSIONS", "PLANS") {
		able = append(able, sexp.Keyword(c))
	}
	t := s.now.tag()
	s.frames.send("EVENT", t, list("ACTION", keyword("handshake"), "VERSION", command.BuildOf(s.app.System).Version,
		"PROTOCOL", 1, "CAPABILITIES", sexp.NewList(able...), "CONNECTION", s.connection))
	s.sayStatus(nil)
}

// sayStatus says how things stand.
func (s *bridgeServer) sayStatus(id sexp.Value) {
	n := &s.now
	n.mu.Lock()
	payload := list("ACTION", keyword("status"), "STATE", keyword(n.state), "QUEUED", len(s.queue), "PROVIDERS", n.asked,
		"DIRECTORY", n.dir, "PENDING", n.pending)
	t := tag{id, n.session}
	n.mu.Unlock()
	_ = s.frames.sendRaw("STATUS", t, payload.Value()) // which is short, and has nothing to mask
}

// enter says that something else is being done now.
func (s *bridgeServer) enter(state string) {
	same := false
	s.now.set(func(n *situation) { same, n.state = n.state == state, state })
	if !same {
		s.frames.send("STATUS", s.now.tag(), list("ACTION", keyword("status"), "STATE", keyword(state)))
	}
}

// chunk passes on a piece of an answer; an empty one ends it.
func (s *bridgeServer) chunk(piece string) error {
	if s.now.wants("STREAM-CHUNK") {
		s.frames.send("STREAM-CHUNK", s.now.tag(), sexp.NewPlist().With("TEXT", text(piece)))
	}
	return nil
}
