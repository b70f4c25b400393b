package messengertest

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"sync"
)

// Signal is one account. Its exported fields are set before it is started. It is safe for
// concurrent use, and outlives the processes that it stands in for.
type Signal struct {
	// Files are what can be fetched, by name.
	Files map[string][]byte
	// Send says what becomes of a message, after it was noted; nil sends all.
	Send func(m Message) Outcome

	mu         sync.Mutex
	out        io.Writer // nil while nobody is connected
	close      func()
	subscribed bool
	waiting    []string // notifications that nobody has received
	sent       []Message
	wrong      []string
	starts     int
}

// Message is one that a client has sent.
type Message struct {
	To    []string `json:"recipient"`
	Text  string   `json:"message"`
	Files []string `json:"attachments"` // data URIs
	Style []string `json:"textStyle"`
}

// Outcome is what becomes of a message.
type Outcome struct {
	Type string // of the result; "" is SUCCESS
	Code int    // of an error, 0 for none
	Bare bool   // without the results, as old versions have it
	Die  bool   // the process ends before it answers
}

// Sent are the messages that were sent so far.
func (s *Signal) Sent() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent)
}

// Wrong are the requests that signal-cli would not understand.
func (s *Signal) Wrong() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.wrong)
}

// Waiting is how many notifications nobody has received.
func (s *Signal) Waiting() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

// Starts is how often it was started.
func (s *Signal) Starts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.starts
}

// Deliver brings an envelope, in JSON, to whoever receives, now or later.
func (s *Signal) Deliver(envelope string) {
	s.Notify(`{"envelope":` + envelope + `,"account":"+4915112345678"}`)
}

// Notify is Deliver for what stands around the envelope too.
func (s *Signal) Notify(result string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.waiting = append(s.waiting, result)
	s.flush()
}

// Cut ends the process that is connected.
func (s *Signal) Cut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.close != nil {
		s.close()
		s.out, s.close = nil, nil
	}
}

// flush delivers what waits. The lock is held.
func (s *Signal) flush() {
	for len(s.waiting) > 0 && s.out != nil && s.subscribed {
		line := `{"jsonrpc":"2.0","method":"receive","params":{"subscription":0,"result":` + s.waiting[0] + "}}\n"
		if _, err := io.WriteString(s.out, line); err != nil {
			s.out = nil // what is not read yet is delivered to the next one
			return
		}
		s.waiting = s.waiting[1:]
	}
}

// streams are the two ends of a process.
type streams struct {
	io.Reader
	io.Writer
	close func()
}

// Close ends the process.
func (s streams) Close() error {
	s.close()
	return nil
}

// Start starts a process of the account.
func (s *Signal) Start() (io.ReadWriteCloser, error) {
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	end := func() { _, _ = fromClient.Close(), fromServer.Close() }
	go func() {
		_ = s.Serve(toServer, fromServer, end)
		end()
	}()
	return streams{toClient, fromClient, end}, nil
}

// Serve answers requests until there are no more; end ends the process.
func (s *Signal) Serve(in io.Reader, out io.Writer, end func()) error {
	s.mu.Lock()
	s.out, s.close, s.subscribed = out, end, false
	s.starts++
	s.mu.Unlock()
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		answer := s.answer(lines.Bytes())
		if answer == nil {
			continue
		}
		line, err := json.Marshal(answer)
		if err != nil {
			return err
		}
		s.mu.Lock()
		_, err = out.Write(append(line, '\n'))
		s.flush()
		s.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return lines.Err()
}

type request struct {
	Version string                     `json:"jsonrpc"`
	ID      json.RawMessage            `json:"id"`
	Method  string                     `json:"method"`
	Params  map[string]json.RawMessage `json:"params"`
}

// takes are the methods, with their parameters.
func takes() map[string]string {
	return map[string]string{"version": "", "subscribeReceive": "", "unsubscribeReceive": "subscription",
		"send":       "recipient message attachments textStyle",
		"sendTyping": "recipient", "getAttachment": "id recipient"}
}

// answer returns the response to a request, or nil for no response.
func (s *Signal) answer(line []byte) map[string]any {
	var r request
	if err := json.Unmarshal(line, &r); err != nil || r.Version != "2.0" || len(r.ID) == 0 {
		return s.fail(r, -32600, "not a request: "+string(line))
	}
	allowed, known := takes()[r.Method]
	if !known {
		return s.fail(r, -32601, "no method "+r.Method)
	}
	for name := range r.Params {
		if !slices.Contains(strings.Fields(allowed), name) {
			return s.fail(r, -32602, r.Method+" takes no "+name)
		}
	}
	switch r.Method {
	case "subscribeReceive", "unsubscribeReceive":
		s.mu.Lock()
		s.subscribed = r.Method == "subscribeReceive"
		s.mu.Unlock()
		return result(r, 0)
	case "send":
		return s.send(r)
	case "getAttachment":
		var id string
		_ = json.Unmarshal(r.Params["id"], &id)
		data, ok := s.Files[id]
		if !ok {
			return s.fail(r, -3, "no attachment "+id)
		}
		return result(r, map[string]string{"data": base64.StdEncoding.EncodeToString(data)})
	}
	return result(r, map[string]string{"version": "0.13.22"})
}

func (s *Signal) send(r request) map[string]any {
	var m Message
	params, err := json.Marshal(r.Params)
	if err != nil || json.Unmarshal(params, &m) != nil || len(m.To) != 1 || m.Text == "" && len(m.Files) == 0 {
		return s.fail(r, -1, "send: nobody, or nothing: "+string(params))
	}
	s.mu.Lock()
	s.sent = append(s.sent, m)
	s.mu.Unlock()
	o := Outcome{}
	if s.Send != nil {
		o = s.Send(m)
	}
	if o.Type == "" {
		o.Type = "SUCCESS"
	}
	done := map[string]any{"timestamp": 1631458508784, "results": []any{map[string]any{"type": o.Type,
		"recipientAddress": map[string]any{"number": m.To[0], "uuid": nil}}}}
	if o.Bare {
		delete(done, "results")
	}
	switch {
	case o.Die:
		s.Cut()
		return nil
	case o.Code != 0:
		return failure(r, o.Code, "Failed to send message", map[string]any{"response": done})
	}
	return result(r, done)
}

// fail notes a wrong request, and answers it.
func (s *Signal) fail(r request, code int, why string) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = append(s.wrong, why)
	return failure(r, code, why, nil)
}

func failure(r request, code int, why string, data any) map[string]any {
	return map[string]any{"jsonrpc": "2.0", "id": r.ID,
		"error": map[string]any{"code": code, "message": why, "data": data}}
}

func result(r request, v any) map[string]any {
	return map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": v}
}
