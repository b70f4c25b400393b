package gateway

import (
	"context"
	"encoding/base32"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"

	"pp/actuators/messenger"
	"pp/cli/output"
)

// errStopped is why a run ended that the person has stopped.
var errStopped = errors.New("stopped")

// What a person is told of what became of a message of theirs.
const (
	notSure        = "Whether the answer to your message %s reached you is not known; it is not sent again."
	stoppedWorking = "pp was stopped while it worked on your message %s. What it did stands in the thought trace (pp " +
		"trace on the machine); nothing is done again by itself."
)

// fileLimit bounds each file that comes with a message, in bytes, and filesHeld how many
// messages are kept for the next one.
const (
	fileLimit = 10 << 20
	filesHeld = 20
)

// about tells of a message by how it begins.
func about(in messenger.Incoming, format string) string {
	text := output.OneLine(strings.TrimSpace(in.Text), 60)
	switch {
	case in.Button != "":
		text = "(a button)"
	case text == "":
		text = "(a file)"
	default:
		text = "“" + text + "”"
	}
	return fmt.Sprintf(format, text)
}

// handle brings one message to its end. An error means that its record could not be kept.
// responded is called once there is nothing more to stop.
func (g *Gateway) handle(ctx context.Context, e *entry, responded func()) error {
	if e.answered {
		responded()
	} else {
		r, err := g.respond(ctx, e)
		responded()
		if g.ctx.Err() != nil && err != nil {
			return nil // it is answered after the restart
		}
		if err != nil {
			return err
		}
		if err := g.book.reply(e, r); err != nil {
			return err
		}
	}
	return g.deliver(g.ctx, e)
}

// respond is what a message comes to. What goes wrong is told to the person; an error ends
// the gateway.
func (g *Gateway) respond(ctx context.Context, e *entry) (record, error) {
	switch name, rest := commandOf(e.in); {
	case e.in.Button == "" && strings.TrimSpace(e.in.Text) == "" && len(e.in.Files) == 0: // such as a sticker
		return say("Only texts and files can be read here."), nil
	case e.in.Button != "":
		return g.press(ctx, e)
	case e.in.Forwarded:
		return g.hold(e), nil
	case name != "":
		return g.command(ctx, e, name, rest)
	case strings.TrimSpace(e.in.Text) == "":
		return g.hold(e), nil
	}
	return g.converse(ctx, e)
}

// hold keeps what a person gave as data for their next message, which says what to do with it.
func (g *Gateway) hold(e *entry) record {
	if len(g.book.kept(e.in.Chat)) >= filesHeld {
		return say(fmt.Sprintf("%d messages are kept for your next one already; this one is not.", filesHeld))
	}
	r := say("Kept. Say what to do with it.")
	r.held = true
	return r
}

// say is one text as an answer.
func say(text string) record { return record{parts: []part{{text: output.Escape(text, output.Text)}}} }

// converse has a message answered in the conversation of its chat.
func (g *Gateway) converse(ctx context.Context, e *entry) (record, error) {
	m := Message{Chat: e.in.Chat, Session: g.book.session(e.in.Chat), Text: e.in.Text}
	var with []string
	for _, h := range append(g.book.kept(e.in.Chat), e) {
		if h != e {
			with = append(with, h.in.ID)
			if text := strings.TrimSpace(h.in.Text); text != "" {
				m.Data = append(m.Data, Data{Label: "a forwarded message", Text: text})
			}
		}
		for i := range h.in.Files {
			f := h.in.Files[i]
			m.Data = append(m.Data, Data{Label: f.Name, File: &f})
		}
	}
	defer g.typing(ctx, e.in.Chat)()
	reply, err := g.Talker.Answer(ctx, m, g.acting(e), g.fetch)
	r, err := g.told(ctx, e, reply, err)
	r.with = with
	return r, err
}

// fetch reads a file of a message.
func (g *Gateway) fetch(ctx context.Context, f messenger.File) ([]byte, error) {
	if f.Size > fileLimit {
		return nil, fmt.Errorf("%d bytes are more than the %d MiB that are read", f.Size, fileLimit>>20)
	}
	return g.Medium.Fetch(ctx, f, fileLimit)
}

// acting notes that something may be done for a message, before it is.
func (g *Gateway) acting(e *entry) func() error {
	return func() error {
		if e.acting {
			return nil
		}
		return g.book.note(kindActing, e, 0)
	}
}

// told is what a person is told of a reply, or of why there is none.
func (g *Gateway) told(ctx context.Context, e *entry, reply Reply, err error) (record, error) {
	if g.ctx.Err() != nil && err != nil {
		return record{}, err
	}
	r := record{session: reply.Session}
	for _, text := range reply.Texts {
		r.add(g.Medium, text)
	}
	for _, q := range reply.Questions {
		if err := g.ask(&r, e, q); err != nil {
			return r, err
		}
	}
	switch {
	case errors.Is(context.Cause(ctx), errStopped):
		r.add(g.Medium, "Stopped.")
	case err != nil:
		r.add(g.Medium, "error: "+g.Talker.Redact(err.Error()))
	case len(r.parts) == 0:
		r.add(g.Medium, "(there was no answer)")
	}
	return r, nil
}

// add adds a text, in as many parts as the medium needs.
func (r *record) add(m Medium, text string) {
	for _, piece := range split(strings.TrimSpace(output.Escape(text, output.Text)), m.Most) {
		r.parts = append(r.parts, part{text: piece})
	}
}

// ask puts a question to the person of a chat: whole and in one message, or it cannot be
// answered there.
func (g *Gateway) ask(r *record, e *entry, q Question) error {
	a := asked{Question: q, message: e.in.ID}
	a.Chat = e.in.Chat
	text := output.Escape(q.Text, output.Strict)
	end := "\n/approve " + q.Plan + " carries it out, /deny " + q.Plan + " does not; until " + output.When(q.Expires)
	if text == "" || length(text+end) > g.Medium.Most {
		why := q.Why
		if text != "" {
			why = "too long to show"
		}
		a.Text = ""
		a.Why = why
		r.add(g.Medium, "Asks: "+q.Summary)
		r.add(g.Medium, why+"; approve it on the machine: pp approve "+q.Plan+"\n/deny "+q.Plan+" denies it here.")
		r.asked = append(r.asked, a)
		return nil
	}
	p := part{text: text + end}
	if g.Medium.Buttons {
		var err error
		if a.yes, err = g.token(); err == nil {
			a.no, err = g.token()
		}
		if err != nil {
			return err
		}
		p.token = q.Plan
	}
	r.parts = append(r.parts, p)
	r.asked = append(r.asked, a)
	return nil
}

// token is one that nobody can guess, for a button.
func (g *Gateway) token() (string, error) {
	var b [20]byte
	if _, err := io.ReadFull(g.Random, b[:]); err != nil {
		return "", fmt.Errorf("making a token: %w", err)
	}
	return base32.StdEncoding.EncodeToString(b[:]), nil
}

// deliver sends what is to be sent for a message, each part once.
func (g *Gateway) deliver(ctx context.Context, e *entry) error {
	for n := 0; n < len(e.parts); n++ { // an uncertain part adds another one
		if e.parts[n].state != kindNone {
			continue
		}
		if err := g.send(ctx, e, n); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// Waits between attempts to send what was certainly not sent.
const (
	firstWait = time.Second
	longWait  = time.Minute
)

// send sends one part: until it was sent, the medium refuses it, or nobody knows.
func (g *Gateway) send(ctx context.Context, e *entry, n int) error {
	out := messenger.Outgoing{Chat: e.in.Chat, Text: e.parts[n].text}
	if plan := e.parts[n].token; plan != "" {
		out.Code, out.Buttons = true, g.buttons(e.in.Chat, plan)
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval = firstWait, longWait
	for {
		if err := g.book.note(kindSending, e, n); err != nil {
			return err
		}
		err := g.Medium.Send(ctx, out)
		var refused *messenger.RefusedError
		switch {
		case err == nil:
			return g.book.note(kindSent, e, n)
		case errors.Is(err, messenger.ErrUncertain):
			g.logf("whether an answer to message %s reached chat %s is not known: %v", e.in.ID, e.in.Chat, err)
			return g.book.unsure(e, n)
		case errors.As(err, &refused), errors.Is(err, messenger.ErrTooLong):
			g.logf("an answer to message %s could not be sent to chat %s: %v", e.in.ID, e.in.Chat, err)
			return g.book.note(kindFailed, e, n)
		}
		if err := g.book.note(kindUnsent, e, n); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
		g.logf("an answer is not sent yet: %v", err)
		select {
		case <-ctx.Done():
		case <-time.After(wait.NextBackOff()):
		}
	}
}

// buttons are those of a question that still waits.
func (g *Gateway) buttons(chat, plan string) []messenger.Button {
	for _, q := range g.book.open(chat) {
		if q.Plan == plan {
			return []messenger.Button{{Label: "Approve", Token: q.yes}, {Label: "Deny", Token: q.no}}
		}
	}
	return nil
}

// typingEvery is how often a medium is told that an answer is being worked on.
const typingEvery = 4 * time.Second

// typing shows that an answer is being worked on, where the medium can, until it is ended.
func (g *Gateway) typing(ctx context.Context, chat string) (end func()) {
	m, ok := g.Medium.Messenger.(Types)
	if !ok {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	g.group.Go(func() {
		for ctx.Err() == nil {
			_ = m.Typing(ctx, chat) // which changes nothing
			select {
			case <-ctx.Done():
			case <-time.After(typingEvery):
			}
		}
	})
	return cancel
}
