package front

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"github.com/coder/acp-go-sdk"

	"pp/cli/exit"
	"pp/cli/system"
)

// Bounds of what a client may send.
const (
	maxMessage  = 8 << 20 // bytes of one line
	maxInFlight = 100     // requests without an answer yet
)

// Codes of errors that JSON-RPC leaves to us or reserves.
const (
	codeParse   = -32700
	codeInvalid = -32600
	codeParams  = -32602
	codeFailed  = -32603
	codeNowhere = -32002 // there is no such thing
	codeBusy    = -32005
)

// rpcMessage holds the fields of a message that the connection reads.
type rpcMessage struct {
	JSONRPC string            `json:"jsonrpc"`
	ID      *json.RawMessage  `json:"id"`
	Method  string            `json:"method"`
	Params  json.RawMessage   `json:"params"`
	Result  json.RawMessage   `json:"result"`
	Error   *acp.RequestError `json:"error"`
}

// wire stands between a client and the connection. What is no message never gets to the connection, which would only
// log it; a request gets there once the one before it has begun, so that a cancellation finds what it is about; and
// the input ends when every request has its answer. It is an io.Reader and an io.Writer.
type wire struct {
	in     *bufio.Reader
	begin  <-chan struct{}        // closed once anything may be read
	ended  func()                 // called when no more comes
	gone   func(error)            // called when the client takes no more, which may be several times
	opened func(sessionID string) // called once the client was told of a session
	taken  chan struct{}          // gets one for each message that was passed on and has begun
	rest   []byte                 // of the line that is being read
	waits  bool                   // for the beginning of what was passed on
	broken error                  // the input ended inside a line

	mu       sync.Mutex
	out      io.Writer
	inFlight map[string]bool // the requests without an answer, by their IDs
	answered *sync.Cond
}

func newWire(in io.Reader, out io.Writer) *wire {
	w := &wire{in: bufio.NewReaderSize(in, 64<<10), out: out, taken: make(chan struct{}, 1), inFlight: map[string]bool{}}
	w.answered = sync.NewCond(&w.mu)
	return w
}

// Read gives the connection one message after the other, each with a line end.
func (w *wire) Read(p []byte) (int, error) {
	<-w.begin
	for len(w.rest) == 0 {
		if w.waits {
			<-w.taken
			w.waits = false
		}
		line, err := w.line()
		if len(line) > 0 && w.check(line, err) {
			w.rest = append(line, '\n')
			continue
		}
		if err != nil {
			w.ended()
			w.drain()
			return 0, io.EOF
		}
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// line reads one line without its end. One that is too long is answered with an error and left out. The error is
// there with the last line.
func (w *wire) line() ([]byte, error) {
	line, long, err := system.Line(w.in, maxMessage)
	if long {
		w.refuse(nil, codeInvalid, fmt.Sprintf("a message has at most %d bytes", maxMessage))
		return nil, err
	}
	return bytes.TrimSpace(line), err
}

// check reports whether a line is a message for the connection, and answers it with an error when it is none. err is
// set where the line had no end.
func (w *wire) check(line []byte, err error) bool {
	var h rpcMessage
	if !json.Valid(line) {
		if err != nil {
			w.broken = exit.DataError("send each message on a line that ends", "standard input ends inside a message")
		}
		w.refuse(nil, codeParse, "this is no JSON on one line")
		return false
	}
	if json.Unmarshal(line, &h) != nil || h.JSONRPC != "2.0" {
		w.refuse(nil, codeInvalid, "this is no message of JSON-RPC 2.0")
		return false
	}
	switch {
	case h.Method == "" && h.ID == nil:
		w.refuse(nil, codeInvalid, "the message has no method and no id")
		return false
	case h.Method == "": // an answer to a request of ours
		return true
	case h.ID == nil:
		w.waits = h.Method != "$/cancel_request" // which the connection does itself
		return true
	}
	w.waits = w.enter(*h.ID)
	return w.waits
}

// keyOf is an ID that a request may have, a text or a number, in one form.
func keyOf(id json.RawMessage) (key string, ok bool) {
	const most = 1000 // bytes
	d := json.NewDecoder(bytes.NewReader(id))
	d.UseNumber()
	var v any
	if len(id) > most || d.Decode(&v) != nil {
		return "", false
	}
	switch v := v.(type) {
	case string:
		return "s" + v, true
	case json.Number:
		return "n" + v.String(), true
	}
	return "", false
}

// enter takes a request in, if there is room for it.
func (w *wire) enter(id json.RawMessage) bool {
	key, ok := keyOf(id)
	if !ok {
		w.refuse(nil, codeInvalid, "an id is a number or a short text")
		return false
	}
	w.mu.Lock()
	twice, full := w.inFlight[key], len(w.inFlight) >= maxInFlight
	if !twice && !full {
		w.inFlight[key] = true
	}
	w.mu.Unlock()
	switch {
	case twice:
		w.refuse(nil, codeInvalid, "a request with that id has no answer yet")
	case full:
		w.refuse(id, codeBusy, "too much waits to be done already; wait for the answers to what was sent before")
	}
	return !twice && !full
}

// refuse answers a message that gets no further. id is nil where it cannot be told, or is another's.
func (w *wire) refuse(id json.RawMessage, code int, why string) {
	if id == nil {
		id = json.RawMessage("null")
	}
	line, err := json.Marshal(struct {
		JSONRPC string           `json:"jsonrpc"`
		ID      json.RawMessage  `json:"id"`
		Error   acp.RequestError `json:"error"`
	}{"2.0", id, acp.RequestError{Code: code, Message: why}})
	if err == nil {
		_, _ = w.put(append(line, '\n'), "") // whoever is gone is found there
	}
}

// put writes a line. Whoever reads it may use the id of the request that it answers again at once.
func (w *wire) put(line []byte, answered string) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n, err := w.out.Write(line)
	if err != nil {
		w.gone(err)
	}
	if answered != "" {
		delete(w.inFlight, answered)
		w.answered.Broadcast()
	}
	return n, err
}

// Write sends what the connection says, one message a call.
func (w *wire) Write(line []byte) (int, error) {
	var h rpcMessage
	if !bytes.HasPrefix(line, []byte(`{"jsonrpc":"2.0","id":`)) || json.Unmarshal(line, &h) != nil || h.Method != "" ||
		h.ID == nil {
		return w.put(line, "")
	}
	key, _ := keyOf(*h.ID)
	n, err := w.put(line, key)
	var result acp.NewSessionResponse
	if json.Unmarshal(h.Result, &result) == nil && result.SessionId != "" {
		w.opened(string(result.SessionId))
	}
	return n, err
}

// drain waits until every request has its answer.
func (w *wire) drain() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.inFlight) > 0 {
		w.answered.Wait()
	}
}

// begun is called by the handler of a message, once: what comes after it may be read.
func (w *wire) begun() { w.taken <- struct{}{} } // which has room for it
