package gateway

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/actuators/messenger"
)

// medium is a messenger that delivers what it is told to, and remembers what is sent.
type medium struct {
	mu      sync.Mutex
	queue   chan messenger.Incoming
	refused []string // deliveries that were not taken
	sent    []messenger.Outgoing
	changed chan struct{}
	fail    func(messenger.Outgoing) error // nil sends
	files   map[string]string
}

func newMedium() *medium {
	return &medium{queue: make(chan messenger.Incoming, 1000), changed: make(chan struct{}, 1), files: map[string]string{}}
}

func (m *medium) Receive(ctx context.Context, take func(messenger.Incoming) error) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case in := <-m.queue:
			if err := take(in); err != nil {
				m.mu.Lock()
				m.refused = append(m.refused, in.ID)
				m.mu.Unlock()
			}
		}
	}
}

func (m *medium) Send(_ context.Context, out messenger.Outgoing) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail != nil {
		if err := m.fail(out); err != nil {
			return err
		}
	}
	m.sent = append(m.sent, out)
	select {
	case m.changed <- struct{}{}:
	default:
	}
	return nil
}

func (m *medium) Fetch(_ context.Context, f messenger.File, _ int64) ([]byte, error) {
	return []byte(m.files[f.Ref]), nil
}

func (m *medium) list() []messenger.Outgoing {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.sent)
}

// echo is a talker that answers with what was said. It asks about what begins with "ask".
type echo struct {
	mu       sync.Mutex
	approved []string // plans
	denied   []string
	expires  time.Time
	began    chan struct{} // told when "wait" begins to wait, until it is stopped
	long     string        // behind a question
	acted    func(string) error
}

func (k *echo) Answer(ctx context.Context, m Message, acting func() error, fetch FetchFile) (Reply, error) {
	r := Reply{Session: "s-" + m.Chat}
	switch {
	case strings.HasPrefix(m.Text, "ask "):
		plan := strings.TrimPrefix(m.Text, "ask ")
		r.Questions = []Question{{Plan: plan, Digest: "d", Text: "| rm " + plan + k.long, Summary: plan, Expires: k.expires}}
		return r, nil
	case m.Text == "wait":
		k.began <- struct{}{}
		<-ctx.Done()
		return r, context.Cause(ctx)
	case strings.HasPrefix(m.Text, "act"):
		if err := acting(); err != nil {
			return r, err
		}
		if k.acted != nil {
			if err := k.acted(m.Text); err != nil {
				return r, err
			}
		}
	}
	text := "echo: " + m.Text
	for _, d := range m.Data {
		text += " + " + d.Label + d.Text
		if d.File != nil {
			data, err := fetch(ctx, *d.File)
			if err != nil {
				return r, err
			}
			text += "=" + string(data)
		}
	}
	r.Texts = []string{text}
	return r, nil
}

func (k *echo) Approve(_ context.Context, q Question, _ func() error) (Reply, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.approved = append(k.approved, q.Plan+" in "+q.Chat)
	return Reply{Texts: []string{"approved " + q.Plan}}, nil
}

func (k *echo) Deny(_ context.Context, q Question, reason string) (Reply, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.denied = append(k.denied, q.Plan+reason)
	return Reply{Texts: []string{"denied " + q.Plan}}, nil
}

func (k *echo) Status(chat, session string) string { return chat + " " + session }
func (k *echo) Redact(text string) string          { return strings.ReplaceAll(text, "hunter2", "[MASKED]") }

// world is a gateway that runs.
type world struct {
	*testing.T
	medium *medium
	talker *echo
	dir    string
	now    time.Time
	logs   []string
	next   int
	end    func() error
	mu     sync.Mutex
}

func newWorld(t *testing.T) *world {
	w := &world{T: t, medium: newMedium(), talker: &echo{began: make(chan struct{}, 1)}, dir: t.TempDir() + "/gateway",
		now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	w.talker.expires = w.now.Add(time.Hour)
	t.Cleanup(func() { _ = w.end() })
	w.start()
	return w
}

func (w *world) clock() time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// start runs a gateway over what is on disk.
func (w *world) start() {
	g := &Gateway{Medium: Medium{Name: "test", Messenger: w.medium, Allow: []string{"7", "8"}, Most: 4096, Buttons: true},
		Talker: w.talker, Dir: w.dir, Clock: w.clock, Random: rand.Reader, Log: func(line string) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.logs = append(w.logs, line)
		}}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- g.Run(ctx) }()
	w.end = sync.OnceValue(func() error {
		cancel()
		return <-done
	})
}

func (w *world) restart() {
	_ = w.end()
	w.start()
}

// deliver delivers, with a number of its own.
func (w *world) deliver(in messenger.Incoming) {
	w.next++
	in.ID = fmt.Sprint(w.next)
	w.medium.queue <- in
}

// says has somebody write in private.
func (w *world) says(from, text string) {
	w.deliver(messenger.Incoming{From: from, Chat: from, Private: true, Text: text})
}

// expect waits for the next message that is sent, and compares how it begins.
func (w *world) expect(n int, chat, begins string) messenger.Outgoing {
	w.Helper()
	end := time.After(20 * time.Second)
	for {
		if list := w.medium.list(); len(list) > n {
			if list[n].Chat != chat || !strings.HasPrefix(list[n].Text, begins) {
				w.Fatalf("message %d to %s is %q, not %q to %s", n, list[n].Chat, list[n].Text, begins, chat)
			}
			return list[n]
		}
		select {
		case <-w.medium.changed:
		case <-end:
			w.Fatalf("message %d, %q, was not sent; logged %q", n, begins, w.logs)
		}
	}
}
