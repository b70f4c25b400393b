package providertest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/engine"
)

func FuzzOpenAI(f *testing.F)    { fuzzReply(f, OpenAI()) }
func FuzzAnthropic(f *testing.F) { fuzzReply(f, Anthropic()) }
func FuzzGemini(f *testing.F)    { fuzzReply(f, Gemini()) }
func FuzzOllama(f *testing.F)    { fuzzReply(f, Ollama()) }

// fuzzReply gives a protocol any bytes as a reply: the outcome is an answer that
// is not empty, or an error without the key; it is the same when the bytes come
// one by one, and it comes at once.
func fuzzReply(f *testing.F, p Protocol) {
	for _, finish := range []string{p.Whole, p.Length, p.Refused, ""} {
		f.Add(p.Stream(finish, pieces...))
	}
	for _, size := range []int{1, 100} {
		f.Add(p.Calls(p.Called, "I look.", size, engine.ToolCall{ID: "a", Tool: "read-file", Args: `{"filepath":"a"}`,
			Mark: "m"},
			engine.ToolCall{Tool: "b", Args: "{"}))
	}
	f.Add(p.Calls("", "", 9, engine.ToolCall{ID: "a", Tool: "f", Args: `{"a":1}`}))
	f.Add(p.Single(p.Whole, Answer))
	f.Add(append(p.Stream("", "a"), p.InStream("no")...))
	f.Add(p.Error(p.Overloaded, "no"))
	f.Add(p.Calls(p.Length, "", 9, engine.ToolCall{ID: "a", Tool: "f", Args: `{"a":1`}))
	f.Add(aliveBetween(p, p.Stream("something_new", "a"), ": keepalive"))
	f.Add([]byte("error: {\"code\":400,\"message\":\"no\"}\n\ndata: [DONE]\n\n"))
	f.Add([]byte("<html>"))
	f.Add([]byte("data: null\n\ndata: [DONE]\n\n"))
	f.Add([]byte(`{"error":{"error":null,"message":[1]}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		whole, first := outcome(t, p, body, 1<<20)
		bytewise, second := outcome(t, p, body, 1)
		if whole != bytewise || first != second {
			t.Fatalf("at once %q, %s\nbyte by byte %q, %s", whole, first, bytewise, second)
		}
	})
}

func outcome(t *testing.T, p Protocol, body []byte, size int) (text, failure string) {
	o := Options("http://127.0.0.1:1")
	o.Local = true
	o.Limits.Tries = 1
	o.Limits.Reply = 1 << 10
	o.Dialer = dialer(func(context.Context) (net.Conn, error) { return newCanned(body, size), nil })
	c := p.New(o)
	start := time.Now()
	reply, err := c.Complete(t.Context(), Prompt())
	if took := time.Since(start); took > 2*time.Second {
		t.Fatalf("it took %v", took)
	}
	NoKey(t, reply, err)
	got := reply.Text
	for _, c := range reply.Calls {
		got += fmt.Sprintf("[%q %q %q %q]", c.ID, c.Tool, c.Args, c.Mark)
	}
	if err == nil && strings.TrimSpace(got) == "" && reply.Cut == "" || err != nil && got != "" ||
		len(reply.Text) > o.Limits.Reply {
		t.Fatalf("%q, %v", got, err)
	}
	return got + reply.Kept.Data, fmt.Sprint(err)
}

// aliveBetween puts a keep-alive before each event of a stream, and one after the last.
func aliveBetween(p Protocol, stream []byte, alive string) []byte {
	end, data := "\n\n", "data: "
	if p.Name == "ollama" {
		end, data = "\n", ""
	}
	if !strings.HasPrefix(alive, "event:") && !strings.HasPrefix(alive, ":") {
		alive = data + alive
	}
	var out bytes.Buffer
	for event := range strings.SplitSeq(strings.TrimSuffix(string(stream), end), end) {
		out.WriteString(alive + end + event + end)
	}
	return out.Bytes()
}

// canned is a connection that answers a request with a body, in pieces.
type canned struct {
	net.Conn // never used: every method that is called is below
	rest     []byte
	size     int
	asked    chan struct{}
	ask      sync.Once
}

func newCanned(body []byte, size int) *canned {
	head := "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\n"
	return &canned{rest: append([]byte(head), body...), size: size, asked: make(chan struct{})}
}

func (c *canned) Write(b []byte) (int, error) {
	c.ask.Do(func() { close(c.asked) })
	return len(b), nil
}

func (c *canned) Read(b []byte) (int, error) {
	<-c.asked
	if len(c.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b, c.rest[:min(c.size, len(c.rest))])
	c.rest = c.rest[n:]
	return n, nil
}

func (c *canned) Close() error {
	c.ask.Do(func() { close(c.asked) })
	return nil
}

func (*canned) SetDeadline(time.Time) error { return nil }

// dialer is a dialer made of a function.
type dialer func(ctx context.Context) (net.Conn, error)

// DialContext implements wire.Dialer.
func (d dialer) DialContext(ctx context.Context, _, _ string) (net.Conn, error) { return d(ctx) }
