package messenger

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"
)

// SignalMost is the length of one message's text, in UTF-16 code units: what is longer is shown
// folded.
const SignalMost = 2000

// Bounds of what is waited for.
const (
	readyTime    = time.Minute // a virtual machine starts, and another process may hold the account
	signalTime   = 2 * time.Minute
	restTime     = 10 * time.Second
	signalStarts = 5 // to start signal-cli, none of which got it ready
)

// SignalOptions are what a Signal is made with.
type SignalOptions struct {
	Number string   // of the account: + and digits
	Allow  []string // a person who is here with one of their two identities is named by that one
	// Start starts signal-cli for the account, so that it reads requests and receives nothing
	// before it is asked to. What comes back is its standard streams; Close ends it, and says
	// why it ended where it did by itself.
	Start func() (io.ReadWriteCloser, error)
	// Wait waits, or until ctx ends; nil is with a timer.
	Wait func(ctx context.Context, d time.Duration)
	// Log is told what a person should know: that the connection is lost, and is back. nil is nobody.
	Log func(line string)
}

// Signal is an account's connection. It is safe for concurrent use; Receive is called once
// at a time. Nothing is started before the first message.
type Signal struct {
	SignalOptions
	lock chan struct{} // held by who connects

	mu     sync.Mutex // guards what follows
	conn   *signalConn
	closed bool
}

// New makes a client. It starts nothing.
func NewSignal(o SignalOptions) *Signal {
	if o.Wait == nil {
		o.Wait = Wait
	}
	if o.Log == nil {
		o.Log = func(string) {}
	}
	return &Signal{SignalOptions: o, lock: make(chan struct{}, 1)}
}

// Close ends signal-cli. Nothing can be sent after it.
func (c *Signal) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	if c.conn != nil {
		c.conn.fail(errClosed)
		<-c.conn.ended
	}
	return nil
}

// ErrNotReady says that signal-cli cannot be used.
var ErrNotReady = errors.New("signal-cli is not ready")

var errClosed = errors.New("the connection was closed")

// connect gives the connection that there is, or a new one that answers.
func (c *Signal) connect(ctx context.Context) (*signalConn, error) {
	select {
	case c.lock <- struct{}{}:
		defer func() { <-c.lock }()
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	c.mu.Lock()
	k, closed := c.conn, c.closed
	c.mu.Unlock()
	switch {
	case closed:
		return nil, errClosed
	case k != nil && k.why() == nil:
		return k, nil
	}
	streams, err := c.Start()
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrNotReady, err)
	}
	k = newSignalConn(streams)
	c.mu.Lock()
	if c.conn = k; c.closed {
		k.fail(errClosed)
	}
	c.mu.Unlock()
	if _, err = k.request(ctx, "version", struct{}{}, readyTime); err != nil {
		k.fail(err)
		<-k.ended
		return nil, fmt.Errorf("%w: %w", ErrNotReady, k.why())
	}
	return k, nil
}

// Receive hands each message of a person to take, in order, until ctx ends or signal-cli
// cannot be started. A message that take gives an error for comes again. signal-cli tells the
// server of a message before it hands it over: one that was not taken when the process is killed
// is lost. None is when ctx ends.
func (c *Signal) Receive(ctx context.Context, take func(Incoming) error) error {
	out, failed := newOutage(c.Log, c.Wait), 0
	for ctx.Err() == nil {
		k, err := c.connect(ctx)
		var subscription json.RawMessage
		if err == nil {
			subscription, err = k.request(ctx, "subscribeReceive", struct{}{}, signalTime)
		}
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil:
			failed = 0
			out.end()
			c.hand(ctx, k, subscription, take)
			if ctx.Err() != nil {
				return nil
			}
			err = k.why()
		default:
			if failed++; failed >= signalStarts {
				return err
			}
		}
		if errors.Is(err, errClosed) {
			return err
		}
		out.failed(ctx, err)
	}
	return nil
}

// hand delivers the messages of a connection until it ends. When ctx ends, it ends the subscription and delivers the
// messages that came before.
func (c *Signal) hand(ctx context.Context, k *signalConn, subscription json.RawMessage, take func(Incoming) error) {
	for open := true; open; {
		select {
		case raw := <-k.notes:
			c.note(ctx, raw, take)
		case <-k.ended:
			open = false
		case <-ctx.Done():
			_, err := k.request(context.WithoutCancel(ctx), "unsubscribeReceive",
				map[string]json.RawMessage{"subscription": subscription}, restTime)
			if err != nil && !errors.Is(err, errClosed) {
				c.Log("messages may be lost: " + err.Error())
			}
			open = false
		}
	}
	for {
		select {
		case raw := <-k.notes:
			c.note(ctx, raw, take)
		default:
			return
		}
	}
}

// note delivers a notification that is a message. It retries until the receiver takes it, but not after ctx has ended.
func (c *Signal) note(ctx context.Context, raw json.RawMessage, take func(Incoming) error) {
	in, ok, err := c.read(raw)
	if err != nil {
		c.Log("a message is left out: " + err.Error())
	}
	for ok {
		err := take(in)
		if err == nil {
			return
		}
		if ctx.Err() != nil {
			c.Log("a message is lost: " + err.Error())
			return
		}
		c.Log("a message is not taken yet: " + err.Error())
		c.Wait(ctx, time.Second)
	}
}

// who is the identity by which a person is named, of those that Signal gives them: the one
// that is allowed. An account's identifier stays that person's; a number may get another owner.
func (c *Signal) who(number, id string) string {
	id = strings.ToLower(id)
	switch {
	case id != "" && slices.Contains(c.Allow, id):
		return id
	case number != "":
		return number
	}
	return id
}
