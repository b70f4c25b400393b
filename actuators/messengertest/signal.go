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
	To    []string
	Text  string
	Files []string // data URIs
	Style []string
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
	end := func() {
		_, _ = fromClient.Close(), fromServer.Close()
	}
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
		if answer := s.answer(lines.Bytes()); answer != nil {
			s.mu.Lock()
			_, err := out.Write(append(answer, '\n'))
			s.flush()
			s.mu.Unlock()
			if err != nil {
				return err
			}
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
func takes(method string) (params string, known bool) {
	switch method {
	case "version", "subscribeReceive":
		return "", true
	case "unsubscribeReceive":
		return "subscription", true
	case "send":
		return "recipient message attachments textStyle", true
	case "sendTyping":
		return "recipient", true
	case "getAttachment":
		return "id recipient", true
	}
	return "", false
}

func (s *Signal) answer(line []byte) []byte {
	var r request
	if err := json.Unmarshal(line, &r); err != nil || r.Version != "2.0" || len(r.ID) == 0 {
		return s.fail(r, -32600, "not a request: "+string(line))
	}
	allowed, known := takes(r.Method)
	if !known {
		return s.fail(r, -32601, "no method "+r.Method)
	}
	for name := range r.Params {
		if !slices.Contains(strings.Fields(allowed), name) {
			return s.fail(r, -32602, r.Method+" takes no "+name)
		}
	}
	switch r.Method {
	case "subscribeReceive":
		s.mu.Lock()
		s.subscribed = true
		s.mu.Unlock()
		return result(r, 0)
	case "unsubscribeReceive":
		s.mu.Lock()
		s.subscribed = false
		s.mu.Unlock()
	case "send":
		return s.send(r)
	case "getAttachment":
		var id string
		data, ok := s.Files[id]
		if json.Unmarshal(r.Params["id"], &id) == nil {
			data, ok = s.Files[id]
		}
		if !ok {
			return s.fail(r, -3, "no attachment "+id)
		}
		return result(r, map[string]string{"data": base64.StdEncoding.EncodeToString(data)})
	case "version":
		return result(r, map[string]string{"version": "0.13.22"})
	}
	return result(r, struct{}{})
}

func (s *Signal) send(r request) []byte {
	var m Message
	for name, to := range map[string]any{"recipient": &m.To, "message": &m.Text, "attachments": &m.Files,
		"textStyle": &m.Style} {
		if raw, ok := r.Params[name]; ok && json.Unmarshal(raw, to) != nil {
			return s.fail(r, -32602, "send: "+name+" is "+string(raw))
		}
	}
	if len(m.To) != 1 || m.Text == "" && len(m.Files) == 0 {
		return s.fail(r, -1, "send: nobody, or nothing")
	}
	s.mu.Lock()
	s.sent = append(s.sent, m)
	s.mu.Unlock()
	var o Outcome
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
		return line(map[string]any{"jsonrpc": "2.0", "id": r.ID, "error": map[string]any{"code": o.Code,
			"message": "Failed to send message", "data": map[string]any{"response": done}}})
	}
	return result(r, done)
}

// fail notes a wrong request, and answers it.
func (s *Signal) fail(r request, code int, why string) []byte {
	s.mu.Lock()
	s.wrong = append(s.wrong, why)
	s.mu.Unlock()
	return line(map[string]any{"jsonrpc": "2.0", "id": r.ID,
		"error": map[string]any{"code": code, "message": why, "data": nil}})
}

func result(r request, v any) []byte {
	return line(map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": v})
}

func line(v any) []byte {
	out, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return out
}
