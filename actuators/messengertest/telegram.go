package messengertest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Fault is what happens to one request instead of being answered.
type Fault struct {
	Method string // whose next request it is
	Status int    // an HTTP status; 0 cuts the connection
	Retry  int    // seconds, of status 429
	After  bool   // the request is carried out first
	Body   string // in the place of the answer of the API
}

// Sent is a message or a document that the bot sent.
type Sent struct {
	ID       int
	Chat     int64
	Text     string
	Pre      bool // all of it has a fixed pitch
	Buttons  map[string]string
	File     string
	FileData string
}

// Telegram is the fake. Its methods are safe for concurrent use.
type Telegram struct {
	*httptest.Server
	Token string

	mu        sync.Mutex
	changed   chan struct{} // closed at each change
	updates   []map[string]any
	offset    int // what was acknowledged
	messages  int
	sent      []Sent
	files     map[string]string
	callbacks map[string]bool // asked and not answered
	faults    []Fault
	problems  []string
	calls     map[string]int
}

// firstUpdate is the number of the first update.
const firstUpdate = 1001

// NewTelegram starts a server for a bot with a token. Close ends it.
func NewTelegram(token string) *Telegram {
	s := &Telegram{Token: token, changed: make(chan struct{}), files: map[string]string{},
		callbacks: map[string]bool{}, calls: map[string]int{}}
	s.Server = httptest.NewServer(s)
	return s
}

// change tells who waits. The lock is held.
func (s *Telegram) change() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// Push adds an update, of which the fields are given; it gets a number.
func (s *Telegram) Push(fields map[string]any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := maps.Clone(fields)
	u["update_id"] = firstUpdate + len(s.updates)
	s.updates = append(s.updates, u)
	s.change()
}

// Message is a private message of somebody, with more fields or others.
func (s *Telegram) Message(from int64, text string, more map[string]any) map[string]any {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages++
	m := map[string]any{"message_id": s.messages, "date": 1_800_000_000, "text": text,
		"from": map[string]any{"id": from, "is_bot": false, "first_name": "A"},
		"chat": map[string]any{"id": from, "type": "private", "first_name": "A"}}
	maps.Copy(m, more)
	return m
}

// Say has somebody write in private.
func (s *Telegram) Say(from int64, text string) {
	s.Push(map[string]any{"message": s.Message(from, text, nil)})
}

// SendFile has somebody send a file in private.
func (s *Telegram) SendFile(from int64, name, data, caption string) {
	s.mu.Lock()
	id := "file-" + strconv.Itoa(len(s.files))
	s.files[id] = data
	s.mu.Unlock()
	m := s.Message(from, "", map[string]any{"caption": caption,
		"document": map[string]any{"file_id": id, "file_unique_id": id, "file_name": name, "file_size": len(data)}})
	delete(m, "text")
	s.Push(map[string]any{"message": m})
}

// Press has somebody press a button with some data below a message of a private chat.
func (s *Telegram) Press(from, chat int64, message int, data string) {
	s.mu.Lock()
	s.messages++
	id := "callback-" + strconv.Itoa(s.messages)
	s.callbacks[id] = true
	s.mu.Unlock()
	s.Push(map[string]any{"callback_query": map[string]any{"id": id, "data": data, "chat_instance": "1",
		"from":    map[string]any{"id": from, "is_bot": false, "first_name": "A"},
		"message": map[string]any{"message_id": message, "date": 1, "chat": map[string]any{"id": chat, "type": "private"}}}})
}

// Fail has the next request of a method end otherwise.
func (s *Telegram) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
}

// Sent is what the bot has sent, in order.
func (s *Telegram) Sent() []Sent {
	list, _ := s.state()
	return list
}

func (s *Telegram) state() (sent []Sent, changed chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.sent), s.changed
}

// Wait waits until what was sent is as it must be, as long as something is sent every half
// minute.
func (s *Telegram) Wait(is func([]Sent) bool) ([]Sent, bool) {
	for {
		list, changed := s.state()
		if is(list) {
			return list, true
		}
		select {
		case <-changed:
		case <-time.After(30 * time.Second):
			return list, false
		}
	}
}

// Acknowledged reports whether every update was.
func (s *Telegram) Acknowledged() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.pending()) == 0
}

// pending returns the updates that the bot did not acknowledge. The caller holds the lock.
func (s *Telegram) pending() []map[string]any {
	return slices.Clone(s.updates[min(len(s.updates), max(0, s.offset-firstUpdate)):])
}

// Problems are the requests that the real server would have refused.
func (s *Telegram) Problems() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.problems)
}

// Calls is how often a method was called.
func (s *Telegram) Calls(method string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls[method]
}

// ServeHTTP implements http.Handler.
func (s *Telegram) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, ok := strings.CutPrefix(r.URL.Path, "/file/bot"+s.Token+"/documents/"); ok {
		s.mu.Lock()
		defer s.mu.Unlock()
		_, _ = io.WriteString(w, s.files[name])
		return
	}
	method, ok := strings.CutPrefix(r.URL.Path, "/bot"+s.Token+"/")
	if !ok {
		answer(w, http.StatusUnauthorized, map[string]any{"description": "Unauthorized"})
		return
	}
	f := s.fault(method)
	var result any
	var err error
	if f == nil || f.After {
		var args arguments
		if args, err = read(r); err == nil {
			result, err = s.call(r, method, args)
		}
	}
	switch late := lateError(""); {
	case f != nil && f.Status == 0:
		panic(http.ErrAbortHandler)
	case f != nil && f.Body != "":
		w.WriteHeader(f.Status)
		fmt.Fprint(w, f.Body)
	case f != nil:
		answer(w, f.Status, map[string]any{"description": http.StatusText(f.Status),
			"parameters": map[string]any{"retry_after": f.Retry}})
	case err == nil:
		answer(w, http.StatusOK, map[string]any{"result": result})
	default:
		if !errors.As(err, &late) && !errors.Is(err, io.ErrUnexpectedEOF) { // the bot was killed while it asked
			s.mu.Lock()
			s.problems = append(s.problems, method+": "+err.Error())
			s.mu.Unlock()
		}
		answer(w, http.StatusBadRequest, map[string]any{"description": "Bad Request: " + err.Error()})
	}
}

// lateError is a refusal of what was right before something else happened.
type lateError string

// Error implements error.
func (e lateError) Error() string { return string(e) }

// fault takes the one that was planned for a method.
func (s *Telegram) fault(method string) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls[method]++
	i := slices.IndexFunc(s.faults, func(f Fault) bool { return f.Method == method })
	if i < 0 {
		return nil
	}
	f := s.faults[i]
	s.faults = slices.Delete(s.faults, i, i+1)
	return &f
}

func answer(w http.ResponseWriter, status int, body map[string]any) {
	body["ok"] = status == http.StatusOK
	if status != http.StatusOK {
		body["error_code"] = status
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
