package gateway

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"pp/actuators/messenger"
	"pp/cli/exit"
	"pp/engine"
	"pp/engine/store"
)

// Messenger is a medium that people write to pp through. Its methods are called at the same
// time from several goroutines, but for Receive, which is called once.
type Messenger interface {
	// Receive hands what arrives to take, in order and one at a time, until ctx ends or the
	// medium refuses pp for good. What take gave no error for is acknowledged, and does not
	// come again; what take gave one for comes again. It reconnects by itself.
	Receive(ctx context.Context, take func(messenger.Incoming) error) error
	// Send sends one message. The error wraps [messenger.ErrUncertain] where nobody knows whether
	// it was sent, and [messenger.ErrTooLong] where the medium takes none of that length. With
	// any other error it was not sent.
	Send(ctx context.Context, m messenger.Outgoing) error
	// Fetch reads a file that came with a message, at most limit bytes of it; a larger one is
	// an error.
	Fetch(ctx context.Context, f messenger.File, limit int64) ([]byte, error)
}

// Presses is a messenger with buttons. It is told when a press was taken, so that the person
// sees it, and the buttons of a question that is answered go.
type Presses interface {
	Pressed(ctx context.Context, in messenger.Incoming) error
}

// Types is a messenger that can show that an answer is being worked on.
type Types interface {
	Typing(ctx context.Context, chat string) error
}

// Medium is a messenger, and what holds of it.
type Medium struct {
	Name   string        // lower case, as in the configuration: "telegram"
	Target engine.Target // where an answer goes: :TELEGRAM
	Messenger
	Allow   []string // the identities that are answered
	Most    int      // of one message's text, in UTF-16 code units
	Buttons bool     // questions are answered by pressing one; else by /approve
}

// Talker holds the conversations. Several chats call it at once, and one chat once at a time.
type Talker interface {
	// Answer answers a message. acting is called before the first thing is done that must not be
	// done again, and what it gives an error for must not be done; a message is answered anew after
	// a restart unless it was called. fetch reads a file of the message.
	Answer(ctx context.Context, m Message, acting func() error, fetch FetchFile) (Reply, error)
	// Approve carries out what a question is about, and goes on with its conversation.
	Approve(ctx context.Context, q Question, acting func() error) (Reply, error)
	// Deny denies it, for a reason or "".
	Deny(ctx context.Context, q Question, reason string) (Reply, error)
	// Status says where a chat's conversation stands, also while it is answered.
	Status(chat, session string) string
	// Redact masks secrets.
	Redact(text string) string
}

// FetchFile reads a file that came with a message.
type FetchFile func(ctx context.Context, f messenger.File) ([]byte, error)

// Message is what a person said in their chat.
type Message struct {
	Chat    string
	Session string // the conversation to go on with; "" begins one
	Text    string // the person's own words
	Data    []Data // what came with it, as data
}

// Data is a part of a message that the person has not written: a file, or what they forwarded.
type Data struct {
	Label string
	Text  string          // of a forwarded message
	File  *messenger.File // in the place of a text
}

// Reply is what a message came to.
type Reply struct {
	Session   string // of the conversation, to go on with
	Texts     []string
	Questions []Question
}

// Question is an action that waits for the person of a chat.
type Question struct {
	Chat    string
	Plan    string // the token of its flight plan
	Digest  string // of everything that the question is about
	Text    string // all that the person has to see; "" when it cannot be shown whole
	Why     string // of what cannot be shown: why
	Summary string // one line
	Expires time.Time
}

// Gateway is one medium's conversations, from their messages to their answers. Run is called
// once.
type Gateway struct {
	Medium Medium
	Talker Talker
	Dir    string // of its records
	Clock  func() time.Time
	Random io.Reader
	Log    func(line string) // safe for concurrent use; no text of anybody's is in it

	mu    sync.Mutex // guards what follows
	book  *book
	lanes map[string]*lane
	group sync.WaitGroup
	ctx   context.Context // of the run
	fatal context.CancelCauseFunc
}

// queued is how many messages of one chat may wait.
const queued = 5000

// errQueue says that too many messages of a chat wait.
var errQueue = errors.New("too many messages wait to be answered")

// lane is work of one chat, which is done one after the other.
type lane struct {
	waiting []*entry
	running bool
	now     *entry                  // was begun last
	stop    context.CancelCauseFunc // of the message that is being answered; nil when none is
}

// Run answers what people write until ctx ends, and first what was written before and was not
// answered. It is an error when another process does, and when a record cannot be kept.
func (g *Gateway) Run(ctx context.Context) error {
	b, err := openBook(g.Dir, g.Clock)
	if errors.Is(err, store.ErrBusy) {
		return exit.New(exit.TryLater, "stop the other one first", fmt.Errorf("%s has a gateway already", g.Medium.Name))
	}
	if err != nil {
		return err
	}
	defer b.close()
	ctx, g.fatal = context.WithCancelCause(ctx)
	defer g.fatal(nil)
	g.ctx, g.book, g.lanes = ctx, b, map[string]*lane{}
	if err := g.goOn(); err != nil {
		return err
	}
	err = g.Medium.Receive(ctx, g.take)
	g.fatal(err)
	g.group.Wait()
	if cause := context.Cause(ctx); cause != nil {
		return cause
	}
	return err
}

// goOn queues what was not done when the last run ended.
func (g *Gateway) goOn() error {
	g.mu.Lock()
	defer g.mu.Unlock()
	lost, err := g.book.settle()
	if err != nil {
		return err
	}
	for _, e := range lost {
		g.logf("whether the answer to message %s reached chat %s is not known: pp was stopped while sending it",
			e.in.ID, e.in.Chat)
	}
	for _, e := range g.book.unfinished() {
		if !slices.Contains(g.Medium.Allow, e.in.From) {
			g.logf("message %s of %s is dropped: that person is not on the allow list any more", e.in.ID, e.in.From)
			if err := g.book.drop(e); err != nil {
				return err
			}
			continue
		}
		g.enqueue(e)
	}
	return nil
}

// take takes one delivery. No error means that it is on disk, or that nothing is to be done
// with it.
func (g *Gateway) take(in messenger.Incoming) error {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.book.seen(in.ID) {
		return nil
	}
	if !in.Private || in.From == "" || in.From != in.Chat || !slices.Contains(g.Medium.Allow, in.From) {
		return g.stranger(in)
	}
	in.Text = g.Talker.Redact(in.Text)
	if l := g.lanes[g.laneOf(in)]; l != nil && len(l.waiting) >= queued {
		return errQueue // it comes again
	}
	e, err := g.book.receive(in)
	if err != nil {
		g.fatalIf(err)
		return err
	}
	if l := g.lanes[in.Chat]; l != nil && l.stop != nil && isStop(in) {
		l.stop(errStopped) // which is said as the answer to what was stopped
		err := g.book.drop(e)
		g.fatalIf(err)
		return err
	}
	g.enqueue(e)
	return nil
}

// stranger ignores a delivery, and says so once a day for each who wrote.
func (g *Gateway) stranger(in messenger.Incoming) error {
	first, err := g.book.stranger(in.From)
	g.fatalIf(err)
	if first {
		where := "is not on the allow list"
		if slices.Contains(g.Medium.Allow, in.From) {
			where = "wrote elsewhere than in a private chat"
		}
		g.logf("%.64q %s, and gets no answer", in.From, where)
	}
	return err
}

// fatalIf ends the run when a record could not be kept.
func (g *Gateway) fatalIf(err error) {
	if err != nil {
		g.fatal(err)
	}
}

// laneOf names the lane that a message belongs in: its chat's, or the one beside it for what only asks how things
// stand, and need not wait for an answer that is being worked on. The lock is held.
func (g *Gateway) laneOf(in messenger.Incoming) string {
	if l := g.lanes[in.Chat]; l != nil && l.running && onlyTells(in) {
		return in.Chat + " beside"
	}
	return in.Chat
}

// enqueue has an entry handled after those before it in its lane. The lock is held.
func (g *Gateway) enqueue(e *entry) {
	at := g.laneOf(e.in)
	l := g.lanes[at]
	if l == nil {
		l = &lane{}
		g.lanes[at] = l
	}
	l.waiting = append(l.waiting, e)
	if !l.running {
		l.running = true
		g.group.Add(1)
		go g.work(l)
	}
}

// work handles what waits in a lane until nothing does.
func (g *Gateway) work(l *lane) {
	defer g.group.Done()
	for {
		g.mu.Lock()
		if len(l.waiting) == 0 || g.ctx.Err() != nil {
			l.running = false
			g.mu.Unlock()
			return
		}
		e := l.waiting[0]
		l.waiting = l.waiting[1:]
		ctx, stop := context.WithCancelCause(g.ctx)
		l.now, l.stop = e, stop
		g.mu.Unlock()
		err := g.handle(ctx, e, func() {
			g.mu.Lock()
			l.stop = nil
			g.mu.Unlock()
		})
		stop(nil)
		if err != nil && g.ctx.Err() == nil {
			g.fatal(fmt.Errorf("answering message %s: %w", e.in.ID, err))
			return
		}
	}
}

func (g *Gateway) logf(format string, args ...any) { g.Log(fmt.Sprintf(format, args...)) }
