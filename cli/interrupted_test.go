//go:build linux

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/effect"
	"pp/engine/session"
	"pp/providers/providertest"
	"pp/providers/wire"
)

// breaker interrupts at one event of many: of a stream, and of what is done.
type breaker struct {
	mu     sync.Mutex
	left   int // events until the interruption; negative never interrupts
	cancel context.CancelCauseFunc
	seen   func() // at the interruption; may be nil
	acting bool   // it was at a step of acting, so that what is begun next comes surely after it
}

var errInterrupted = errors.New("interrupted")

func (b *breaker) event(acting bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.left--; b.left == 0 {
		b.acting = acting
		if b.seen != nil {
			b.seen()
		}
		b.cancel(errInterrupted)
	}
}

// strictServer speaks a vendor's protocol, an event at a time, and takes no request that the vendor would refuse.
// A reply that it has sent whole it never sends again.
type strictServer struct {
	*httptest.Server
	protocol providertest.Protocol
	breaker  *breaker

	replies []engine.Reply
	sent    atomic.Int32 // how many of them were sent whole

	mu    sync.Mutex
	wrong []string
	last  string // the last request
}

func (s *strictServer) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil || r.Method != http.MethodPost {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = string(body)
	check := checkOpenAI
	if s.protocol.Name == "anthropic" {
		check = checkAnthropic
	}
	if why := check(body); why != "" {
		s.wrong = append(s.wrong, why)
	}
	stream := s.protocol.Stream(s.protocol.Whole, "All of it ", "is done.")
	number := int(s.sent.Load())
	if number < len(s.replies) {
		r := s.replies[number]
		stream = s.protocol.Calls(s.protocol.Called, r.Text, 24, r.Calls...)
	}
	w.Header().Set("Content-Type", "text/event-stream")
	events := strings.SplitAfter(strings.TrimSuffix(string(stream), "\n\n"), "\n\n")
	events[len(events)-1] += "\n\n"
	for i, event := range events {
		if i == len(events)-1 {
			s.sent.Store(int32(min(number+1, len(s.replies))))
		}
		if _, err := io.WriteString(w, event); err != nil || r.Context().Err() != nil {
			return
		}
		w.(http.Flusher).Flush()
		s.breaker.event(false)
	}
}

// checkOpenAI says what that service would refuse: each call is answered by the messages right after it, in any
// order, and nothing else is answered.
func checkOpenAI(body []byte) string {
	var q struct {
		Messages []struct {
			Role  string `json:"role"`
			ID    string `json:"tool_call_id"`
			Calls []struct {
				ID string `json:"id"`
			} `json:"tool_calls"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return err.Error()
	}
	waiting, seen := map[string]bool{}, map[string]bool{}
	for i, m := range q.Messages {
		switch {
		case m.Role == "tool" && !waiting[m.ID]:
			return fmt.Sprintf("message %d answers %q, which nobody asked", i, m.ID)
		case m.Role != "tool" && len(waiting) > 0:
			return fmt.Sprintf("message %d stands before the results of %v", i, waiting)
		}
		delete(waiting, m.ID)
		for _, c := range m.Calls {
			if c.ID == "" || seen[c.ID] {
				return fmt.Sprintf("the call %q is there twice", c.ID)
			}
			waiting[c.ID], seen[c.ID] = true, true
		}
	}
	if len(waiting) > 0 {
		return fmt.Sprintf("nothing answers %v", waiting)
	}
	return ""
}

// checkAnthropic is the same there: the roles alternate, and the results begin the message after the calls.
func checkAnthropic(body []byte) string {
	var q struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &q); err != nil {
		return err.Error()
	}
	waiting, seen := map[string]bool{}, map[string]bool{}
	for i, m := range q.Messages {
		if want := [2]string{"user", "assistant"}[i%2]; m.Role != want {
			return fmt.Sprintf("message %d is of %s", i, m.Role)
		}
		var raw []struct {
			Type string `json:"type"`
			ID   string `json:"id"`
			Use  string `json:"tool_use_id"`
		}
		if m.Content[0] != '"' {
			if err := json.Unmarshal(m.Content, &raw); err != nil {
				return err.Error()
			}
		}
		next := map[string]bool{}
		for _, b := range raw {
			switch {
			case b.Type == "tool_result" && !waiting[b.Use]:
				return fmt.Sprintf("message %d answers %q, which nobody asked", i, b.Use)
			case b.Type == "tool_result":
				delete(waiting, b.Use)
			case len(waiting) > 0:
				return fmt.Sprintf("a %s stands before the results of %v", b.Type, waiting)
			case b.Type == "tool_use" && seen[b.ID]:
				return fmt.Sprintf("the call %q is there twice", b.ID)
			case b.Type == "tool_use":
				next[b.ID], seen[b.ID] = true, true
			}
		}
		if len(waiting) > 0 {
			return fmt.Sprintf("message %d has no results of %v", i, waiting)
		}
		waiting = next
	}
	if len(waiting) > 0 {
		return fmt.Sprintf("nothing answers %v", waiting)
	}
	return ""
}

// countingHands note what they do, and do it whether or not somebody has given up.
type countingHands struct {
	breaker *breaker
	mu      sync.Mutex
	did     map[string]int
	late    []string // begun after the interruption
}

func (h *countingHands) Find(engine.Target) (engine.Actuator, bool) { return h, true }

func (h *countingHands) Do(ctx context.Context, c engine.Cleared) (engine.Result, error) {
	if _, said := c.Action().Op.(engine.Message); said {
		return engine.Result{}, nil
	}
	h.mu.Lock()
	h.did[c.Action().Essence()]++
	if ctx.Err() != nil && !c.Effects().Harmless() {
		h.late = append(h.late, c.Action().Essence())
	}
	h.mu.Unlock()
	h.breaker.event(true)
	defer h.breaker.event(true)
	return engine.Result{Text: "the result"}, nil
}

// plainJudge allows everything; to write has an effect.
type plainJudge struct{}

func (plainJudge) Judge(a engine.Action, _ engine.Facts) engine.Verdict {
	v := engine.Verdict{Decision: engine.Allow, Action: a, Trace: []engine.Step{{Gate: "test", Decision: engine.Allow}}}
	if c, ok := a.Op.(engine.Call); ok && c.Tool == "write-file" {
		v.Effects = effect.Effects{Writes: []effect.Path{{Name: "/tmp/x"}}}
	}
	return v
}

// interruptedReplies are a job of three replies with calls: they read side by side, and write one after the other.
func interruptedReplies() []engine.Reply {
	at := func(id, tool, file string) engine.ToolCall {
		return engine.ToolCall{ID: id, Tool: tool,
			Args: fmt.Sprintf(`{"filepath":%q,"explanation":"because it is needed"}`, file)}
	}
	return []engine.Reply{
		{Text: "I look at both files first.\n", Calls: []engine.ToolCall{at("call_a", "read-file", "a"),
			at("call_b", "read-file", "b")}},
		{Text: "Now I write them.\n", Calls: []engine.ToolCall{at("call_c", "write-file", "c"),
			at("call_d", "write-file", "d"), at("call_e", "read-file", "e")}},
		{Text: "And the last one.\n", Calls: []engine.ToolCall{at("call_f", "write-file", "f")}},
	}
}

// interruptedOnce interrupts a run at an event, or takes what a process that is killed there
// leaves, and goes on with it.
// It reports whether there was such an event.
func interruptedOnce(t *testing.T, random io.Reader, native, kill bool, at int) bool {
	t.Helper()
	b := &breaker{left: at}
	s := &strictServer{protocol: providertest.OpenAI(), breaker: b, replies: interruptedReplies()}
	if native {
		s.protocol = providertest.Anthropic()
	}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	defer s.Close()
	o := wire.Options{Name: "x", BaseURL: s.URL, Model: "m", Context: 200000, Local: true, Tools: wire.ToolsNative}
	provider := s.protocol.New(o)
	id, err := session.NewID(random, time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	path, left := t.TempDir(), t.TempDir()
	file := session.NewDir(path).New(id, session.Options{})
	h := &countingHands{breaker: b, did: map[string]int{}}
	sent, did := int32(0), map[string]int{}
	if kill {
		b.seen = func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			sent, did = s.sent.Load(), maps.Clone(h.did)
			if err := os.CopyFS(left, os.DirFS(path)); err != nil {
				t.Error(err)
			}
		}
	}
	tool := func(name string) engine.ToolSpec {
		return engine.ToolSpec{Name: name, Doc: name, Params: []engine.Param{{Name: "FILEPATH", Required: true}}}
	}
	tools := []engine.ToolSpec{tool("read-file"), tool("write-file")}
	var shown strings.Builder
	run := func(store engine.SessionStore, text string) engine.Outcome {
		ctx, cancel := context.WithCancelCause(context.Background())
		defer cancel(nil)
		b.mu.Lock()
		b.cancel = cancel
		b.mu.Unlock()
		l := &engine.Loop{Provider: provider, Judge: plainJudge{}, Actuators: h, Session: store, Nonce: "n0nce",
			Recorder: noRecord{},
			Decoder:  engine.Decoder{Tools: engine.ToolTable{"read-file": tools[0], "write-file": tools[1]}},
			Prompter: engine.Prompter{Forms: engine.Forms, Tools: tools},
			Preview:  func(d string) { shown.WriteString(d) },
			Watch: func(e engine.Event) {
				if _, whole := e.(engine.Answered); whole {
					shown.Reset()
				}
			}}
		return l.Run(ctx, engine.Signal{Meta: engine.Meta{Source: engine.TargetCLI},
			Payload: engine.Input{Text: text, Origin: engine.OriginPerson}})
	}
	out := run(file, "do it")
	interrupted := out.Err != nil
	if interrupted && !errors.Is(out.Err, errInterrupted) {
		t.Fatalf("event %d: %v", at, out.Err)
	}
	turns := file.Turns()
	if said := strings.TrimSpace(shown.String()); interrupted && said != "" {
		if last := turns[len(turns)-1]; last.Text != said+"\n"+engine.CutOff || len(last.Calls) > 0 {
			t.Errorf("event %d: what was shown, %q, is not in the conversation, but %+v", at, said, last)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	b.mu.Lock()
	reached := b.left <= 0
	b.left = -1
	if kill && reached {
		s.sent.Store(sent)
		path, h.did = left, did
	}
	b.mu.Unlock()
	again, err := session.NewDir(path).Open(id, session.Options{})
	if errors.Is(err, session.ErrNoSession) {
		return reached
	} else if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if out := run(again, "go on"); out.Err != nil || len(out.Answers) != 1 {
		t.Errorf("event %d: going on gives %q, %v", at, out.Answers, out.Err)
	}
	for what, n := range h.did {
		if n > 1 {
			t.Errorf("event %d: %s was done %d times", at, what, n)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.wrong) > 0 || int(s.sent.Load()) < len(s.replies) || b.acting && len(h.late) > 0 {
		t.Errorf("event %d: refused %q, %d replies fetched, begun after the interruption %q", at, s.wrong, s.sent.Load(),
			h.late)
	}
	for _, mark := range []string{`"name":"read-file"`, `"name":"write-file"`} {
		if !strings.Contains(s.last, mark) {
			t.Errorf("event %d: the tools were not sent", at)
		}
	}
	return reached
}

// A run that is interrupted or killed at any event of a stream, and at any step of acting, goes on: the conversation is
// one that the vendor takes, nothing is done twice, nothing begins after the interruption, and what
// was seen is kept and marked. With PP_LONG=1 all events ten times.
func TestInterruptedAtEveryEvent(t *testing.T) {
	t.Parallel()
	rounds := 1
	if os.Getenv("PP_LONG") != "" {
		rounds = 10
	}
	for range rounds {
		n, more := 0, true
		for at := 1; more && !t.Failed(); at++ {
			more = false
			for mode := range 4 {
				if interruptedOnce(t, zeros{}, mode&1 != 0, mode&2 != 0, at) {
					n, more = n+1, true
				}
			}
		}
		t.Logf("interrupted %d times", n)
	}
}

// noRecord keeps no thought trace and says that it did.
type noRecord struct{}

func (noRecord) Record(context.Context, engine.Record) error { return nil }
