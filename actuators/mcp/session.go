package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/engine"
)

// session is a server that was started or reached.
type session struct {
	client *mcp.ClientSession
	tools  []Definition         // as it listed them last
	says   string               // its instructions
	stale  atomic.Bool          // it said that its tools changed
	meter  *meter               // of what it says
	task   atomic.Pointer[task] // what is done with it now; nil for nothing
	stop   func()               // ends it at once, with everything that it started
	over   atomic.Bool          // it was stopped, and is no good any more
	ended  chan struct{}        // closed when it has ended
	heard  *heard               // its output besides messages; empty for one that was reached
}

// task is something that is done with a server.
type task struct {
	ctx   context.Context
	late  *time.Timer // ends it after limit, but for the time that the person takes to answer
	limit time.Duration
	mu    sync.Mutex // held while the person is asked
	asked int
}

// use does something with a server, started where it is not running, while nobody else uses it. What takes longer than
// limit ends the server: nothing is left that could still act. Only a review may use one whose tools changed.
func (one *server) use(ctx context.Context, limit time.Duration, review bool,
	do func(context.Context, *session) error) error {
	select {
	case <-one.turn:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { one.turn <- struct{}{} }()
	live, err := one.running(ctx)
	if err != nil {
		return one.failure(ctx, live, "starting it", err)
	}
	live.meter.reset()
	err = live.within(ctx, limit, func(ctx context.Context) error {
		if live.stale.Swap(false) {
			if err := live.list(ctx); err != nil {
				return fmt.Errorf("listing its tools: %w", err)
			}
		}
		if !review {
			if err := one.drifted(live); err != nil {
				return err
			}
		}
		return do(ctx, live)
	})
	one.stray(live)
	return one.failure(ctx, live, "using it", err)
}

// running gives the server's session, which it begins where there is none.
func (one *server) running(ctx context.Context) (*session, error) {
	one.mu.Lock()
	live := one.live
	one.mu.Unlock()
	if live != nil {
		select {
		case <-live.ended:
			one.end(live)
		default:
			return live, nil
		}
	}
	one.set.mu.Lock()
	closed := one.set.closed
	one.set.mu.Unlock()
	if closed {
		return nil, errors.New("the MCP servers are being ended")
	}
	live, err := one.begin(ctx)
	if err != nil {
		return live, err
	}
	one.mu.Lock()
	one.live = live
	one.mu.Unlock()
	return live, nil
}

// begin starts or reaches a server and asks for its tools.
func (one *server) begin(ctx context.Context) (*session, error) {
	live := &session{meter: &meter{}, stop: func() {}, ended: make(chan struct{}), heard: &heard{}}
	transport, err := one.transport(live)
	if err != nil {
		return nil, err
	}
	client := one.newClient(live)
	err = live.within(ctx, startTime, func(ctx context.Context) error {
		c, err := client.Connect(ctx, transport, nil)
		if err != nil {
			return err
		}
		live.client = c
		return live.list(ctx)
	})
	if err != nil {
		live.finish()
		return live, err
	}
	return live, nil
}

// newClient is one that offers a server nothing but to put questions to the person. They are read here and not by the
// SDK, which would take long over a hostile form.
func (one *server) newClient(live *session) *mcp.Client {
	none := &mcp.ClientCapabilities{} // no roots: what it may see is what its sandbox shows
	o := &mcp.ClientOptions{Capabilities: none, MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { live.stale.Store(true) }}
	if one.set.opts.Elicit != nil {
		o.ElicitationHandler = func(_ context.Context, r *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			return one.elicit(live, r.Params), nil
		}
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "pp", Version: one.set.opts.Version}, o)
	client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			if p, asks := r.GetParams().(*mcp.ElicitParams); asks && o.ElicitationHandler != nil {
				return one.elicit(live, p), nil
			}
			return next(ctx, method, r)
		}
	})
	return client
}

// within does something in a time, and ends the server when that is over: what hangs in it may not listen to a context.
func (live *session) within(ctx context.Context, limit time.Duration, do func(context.Context) error) error {
	limited, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	late := time.AfterFunc(limit, func() { cancel(fmt.Errorf("it did not answer within %s, and was ended", limit)) })
	defer late.Stop()
	live.task.Store(&task{ctx: limited, late: late, limit: limit})
	defer live.task.Store(nil)
	done := make(chan error, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- fmt.Errorf("what it said could not be read (%s)", engine.Clip(fmt.Sprint(p), 200))
			}
		}()
		done <- do(limited)
	}()
	var err error
	select {
	case err = <-done:
	case <-limited.Done():
		live.halt()
		select {
		case <-done: // an answer that came too late is none
		case <-time.After(endTime):
		}
		err = context.Cause(limited)
	}
	if limited.Err() != nil {
		live.halt()
		return context.Cause(limited)
	}
	if live.meter.flooded() {
		live.halt()
		return ErrFlood
	}
	return err
}

// halt ends it at once.
func (live *session) halt() {
	live.over.Store(true)
	live.stop()
}

// list asks for all tools.
func (live *session) list(ctx context.Context) error {
	c := live.client.InitializeResult()
	if c != nil {
		live.says = c.Instructions
	}
	if len(live.says) > maxDefinition {
		return fmt.Errorf("its instructions have %d bytes; at most %d are taken", len(live.says), maxDefinition)
	}
	if c == nil || c.Capabilities == nil || c.Capabilities.Tools == nil {
		live.tools = nil
		return nil // it has none
	}
	var out []Definition
	cursor := ""
	for range maxPages {
		got, err := live.client.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			return err
		}
		for _, t := range got.Tools {
			if t == nil {
				return errors.New("it lists a tool that is none")
			}
			d, err := definitionOf(t)
			if err != nil {
				return err
			}
			if out = append(out, d); len(out) > maxTools {
				return checkSet(out)
			}
		}
		if cursor = got.NextCursor; cursor == "" {
			live.tools = out
			return checkSet(out)
		}
	}
	return fmt.Errorf("its list has more than %d pages", maxPages)
}

// finish ends a session: politely, and then at once.
func (live *session) finish() {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		if live.client != nil {
			_ = live.client.Close()
		}
	}()
	select {
	case <-closed:
	case <-time.After(endTime):
	}
	live.stop()
	select {
	case <-live.ended:
	case <-time.After(endTime):
	}
}

// end ends the server's session, if it is live or there is any.
func (one *server) end(live *session) {
	one.mu.Lock()
	if live != nil && one.live != live {
		one.mu.Unlock()
		return
	}
	live, one.live = one.live, nil
	one.mu.Unlock()
	if live != nil {
		live.finish()
	}
}

// failure says what failed in using a server, and ends one that nothing can be done with any more.
func (one *server) failure(ctx context.Context, live *session, what string, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	said := ""
	if live != nil {
		var answered *jsonrpc.Error // anything else may have left nobody who listens
		gone := live.over.Load() || !errors.As(err, &answered) && !errors.Is(err, ErrDrift) &&
			!errors.Is(err, engine.ErrNotCleared)
		select {
		case <-live.ended:
			gone = true
		default:
		}
		if gone {
			one.end(live)
			said = live.heard.text()
		}
	}
	if errors.Is(err, ErrDrift) || errors.Is(err, engine.ErrNotCleared) {
		return err
	}
	why := one.set.opts.Mask(engine.Clip(err.Error(), 1000) + said)
	return &failed{"the MCP server " + one.Name + ": " + what + ": " + why, err}
}

// failed is an error whose text was masked; what it wraps is told apart, never shown.
type failed struct {
	text string
	err  error
}

// Error implements error.
func (f *failed) Error() string { return f.text }

// Unwrap gives the cause.
func (f *failed) Unwrap() error { return f.err }

// Bounds of what a server may say while one thing is done with it.
const (
	maxSaid     = 32 << 20 // bytes
	maxMessages = 4_000
	maxMessage  = 8 << 20 // bytes of one
)

// meter counts what a server says, and refuses more than is listened to.
type meter struct{ bytes, messages atomic.Int64 }

func (m *meter) reset() {
	m.bytes.Store(0)
	m.messages.Store(0)
}

// add counts bytes and messages, and reports whether they are still within bounds.
func (m *meter) add(bytes, messages int) bool {
	said, sent := m.bytes.Add(int64(bytes)), m.messages.Add(int64(messages))
	return said <= maxSaid && sent <= maxMessages
}

func (m *meter) flooded() bool { return !m.add(0, 0) }
