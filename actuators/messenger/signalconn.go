package messenger

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"
)

// Bounds of what is read.
const (
	maxLine  = 32 << 20 // bytes of one line, with a file in it
	maxNotes = 10000    // messages that wait to be handed over; then no more is read
)

// signalConn holds one running signal-cli.
type signalConn struct {
	streams io.ReadWriteCloser
	writing chan struct{} // held by who writes a request
	notes   chan json.RawMessage
	ended   chan struct{}   // closed once nothing more is read
	life    context.Context // whose cause says why it ended
	end     context.CancelCauseFunc
	closing sync.Once

	mu      sync.Mutex // guards what follows
	last    int
	pending map[string]chan response
}

// signalRequest is a line that asks for something.
type signalRequest struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  any             `json:"params"`
}

// response is a line that answers a request, or brings a message.
type response struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *failure        `json:"error"`
}

// failure is how signal-cli says that a request failed.
type failure struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		Response json.RawMessage `json:"response"`
	} `json:"data"`
}

// Error implements error.
func (f *failure) Error() string { return fmt.Sprintf("signal-cli: %.300s (%d)", f.Message, f.Code) }

// lostError says that nobody knows whether signal-cli did what a request asked for.
type lostError struct{ error }

// Unwrap returns the cause.
func (e *lostError) Unwrap() error { return e.error }

func newSignalConn(streams io.ReadWriteCloser) *signalConn {
	k := &signalConn{streams: streams, writing: make(chan struct{}, 1), notes: make(chan json.RawMessage, maxNotes),
		ended: make(chan struct{}), pending: map[string]chan response{}}
	k.life, k.end = context.WithCancelCause(context.Background())
	go k.read()
	return k
}

// why returns the reason that the connection ended, or nil while it is up.
func (k *signalConn) why() error { return context.Cause(k.life) }

// fail ends the connection; the first reason counts, but what signal-cli itself says does more.
func (k *signalConn) fail(err error) {
	k.closing.Do(func() {
		said := k.streams.Close()
		if errors.Is(err, errClosed) {
			said = nil
		}
		k.end(cmp.Or(said, err))
	})
}

// read reads lines until there are no more. What is no JSON is none of ours.
func (k *signalConn) read() {
	defer close(k.ended)
	lines := bufio.NewScanner(k.streams)
	lines.Buffer(nil, maxLine)
	for lines.Scan() {
		var r response
		switch err := json.Unmarshal(lines.Bytes(), &r); {
		case err != nil:
		case r.Method == "receive":
			select {
			case k.notes <- r.Params:
			case <-k.life.Done():
				return
			}
		case len(r.ID) > 0:
			k.mu.Lock()
			answer := k.pending[string(r.ID)]
			delete(k.pending, string(r.ID))
			k.mu.Unlock()
			if answer != nil {
				answer <- r
			}
		}
	}
	k.fail(fmt.Errorf("signal-cli ended: %w", cmp.Or(lines.Err(), io.EOF)))
}

// request sends a request and waits for its result. A *lostError means that signal-cli may have done it, a *failure is
// signal-cli's own error, and any other error means that the request was not sent.
func (k *signalConn) request(ctx context.Context, method string, params any, most time.Duration) (json.RawMessage,
	error) {
	ctx, cancel := context.WithTimeoutCause(ctx, most, errors.New("signal-cli does not answer"))
	defer cancel()
	answer := make(chan response, 1)
	k.mu.Lock()
	k.last++
	id := strconv.Quote(strconv.Itoa(k.last))
	k.pending[id] = answer
	k.mu.Unlock()
	defer func() {
		k.mu.Lock()
		delete(k.pending, id)
		k.mu.Unlock()
	}()
	line, err := json.Marshal(signalRequest{"2.0", json.RawMessage(id), method, params})
	if err == nil {
		err = k.write(ctx, append(line, '\n'))
	}
	if err != nil {
		return nil, err
	}
	select {
	case <-k.ended:
	case <-ctx.Done():
		return nil, &lostError{context.Cause(ctx)}
	case r := <-answer:
		return r.outcome()
	}
	select {
	case r := <-answer: // the last that came
		return r.outcome()
	default:
		return nil, &lostError{k.why()}
	}
}

func (r response) outcome() (json.RawMessage, error) {
	if r.Error != nil {
		return nil, r.Error
	}
	return r.Result, nil
}

// write writes one line. Where ctx ends while signal-cli does not read it, that is ended.
func (k *signalConn) write(ctx context.Context, line []byte) error {
	select {
	case k.writing <- struct{}{}:
		defer func() { <-k.writing }()
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-k.life.Done():
		return k.why()
	}
	stop := context.AfterFunc(ctx, func() { k.fail(context.Cause(ctx)) })
	n, err := k.streams.Write(line)
	if !stop() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil && n > 0 {
		return &lostError{err}
	}
	return err
}
