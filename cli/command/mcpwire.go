package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/cli/system"
)

// How long calls have for their answers once the input has ended: first to come to their own end, and then to be ended.
const (
	lastTime = time.Second
	endTime  = 700 * time.Millisecond
)

// mcpWire carries messages, a line each. Unlike the library's own it goes on after a line that is no message. Once the
// input has ended, calls have a little time left for their answers.
type mcpWire struct {
	in     *bufio.Reader
	out    io.Writer
	cancel func() // ends every call

	lines  chan jsonrpc.Message
	failed error // why there is no other line; set before lines is closed
	closed chan struct{}
	close  func()

	mu   sync.Mutex // of what follows, and of what is written
	open int        // calls without an answer
	done *sync.Cond // an answer was written, or the wire was closed
}

// newMCPWire reads messages of at most maxMessage bytes. After the last one, it cancels calls that take too long.
func newMCPWire(in io.Reader, out io.Writer, cancel func()) *mcpWire {
	w := &mcpWire{in: bufio.NewReaderSize(in, 64<<10), out: out, cancel: cancel, lines: make(chan jsonrpc.Message),
		closed: make(chan struct{})}
	w.done = sync.NewCond(&w.mu)
	w.close = sync.OnceFunc(func() {
		close(w.closed)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.done.Broadcast()
	})
	return w
}

// Connect implements mcp.Transport.
func (w *mcpWire) Connect(context.Context) (mcp.Connection, error) {
	go w.pump()
	return w, nil
}

// pump reads lines, and closes lines when there are no more and calls had their time to be answered.
func (w *mcpWire) pump() {
	defer close(w.lines)
	for {
		line, long, err := system.Line(w.in, maxMessage)
		if long {
			w.complain(jsonrpc.CodeInvalidRequest, fmt.Sprintf("a message has at most %d bytes", maxMessage))
		} else if len(bytes.TrimSpace(line)) > 0 && !w.pass(line) {
			return
		}
		if err != nil {
			if !errors.Is(err, io.EOF) {
				w.failed = err
			}
			w.drain()
			return
		}
	}
}

// pass passes a message on, or says that it is none; false is once nobody takes one any more.
func (w *mcpWire) pass(line []byte) bool {
	m, err := jsonrpc.DecodeMessage(line)
	if err != nil {
		w.complain(jsonrpc.CodeParseError, "the line is no message")
		return true
	}
	if awaited(m) {
		w.mu.Lock()
		w.open++
		w.mu.Unlock()
	}
	select {
	case w.lines <- m:
		return true
	case <-w.closed:
		return false
	}
}

// awaited reports whether a message is a call that gets one answer.
func awaited(m jsonrpc.Message) bool {
	r, ok := m.(*jsonrpc.Request)
	return ok && r.IsCall() && r.Method != "subscriptions/listen" // which lasts as long as the connection
}

// drain waits until every call has its answer, or the wire is closed; those that take long are cancelled.
func (w *mcpWire) drain() {
	late := time.AfterFunc(lastTime, w.cancel)
	defer late.Stop()
	gone := time.AfterFunc(lastTime+endTime, w.close)
	defer gone.Stop()
	w.mu.Lock()
	defer w.mu.Unlock()
	for w.open > 0 {
		select {
		case <-w.closed:
			return
		default:
			w.done.Wait()
		}
	}
}

// complain answers what is no message.
func (w *mcpWire) complain(code int64, text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err := fmt.Fprintf(w.out, `{"jsonrpc":"2.0","id":null,"error":{"code":%d,"message":%q}}`+"\n", code, text)
	if err != nil {
		go w.close()
	}
}

// Read implements mcp.Connection.
func (w *mcpWire) Read(ctx context.Context) (jsonrpc.Message, error) {
	select {
	case m, more := <-w.lines:
		if more {
			return m, nil
		}
		if w.failed != nil {
			return nil, w.failed
		}
		return nil, io.EOF
	case <-w.closed:
		return nil, io.EOF
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Write implements mcp.Connection.
func (w *mcpWire) Write(_ context.Context, m jsonrpc.Message) error {
	data, err := jsonrpc.EncodeMessage(m)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, answers := m.(*jsonrpc.Response); answers {
		w.open--
		w.done.Broadcast()
	}
	_, err = w.out.Write(append(data, '\n'))
	return err
}

// Close implements mcp.Connection.
func (w *mcpWire) Close() error {
	w.close()
	return nil
}

// SessionID implements mcp.Connection.
func (w *mcpWire) SessionID() string { return "" }
