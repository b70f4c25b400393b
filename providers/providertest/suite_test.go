package providertest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"
	"unicode"

	"pp/engine"
	"pp/providers/wire"
)

// TestConformance runs the whole suite over each protocol.
func TestConformance(t *testing.T) {
	t.Run("at once", func(t *testing.T) { // most of it waits for servers that hang
		for _, p := range All() {
			t.Run(p.Name, func(t *testing.T) {
				t.Parallel()
				conformance(t, p)
			})
		}
	})
	for _, p := range All() {
		t.Run(p.Name+", cancellation", func(t *testing.T) { cancellation(t, p) })
	}
	t.Run("leaves nothing", quiet)
}

func conformance(t *testing.T, p Protocol) {
	t.Run("answers", func(t *testing.T) { answers(t, p) })
	t.Run("fails", func(t *testing.T) { fails(t, p) })
	t.Run("names of models", func(t *testing.T) { modelNames(t, p) })
	t.Run("retries", func(t *testing.T) { retries(t, p) })
	t.Run("connections", func(t *testing.T) { connections(t, p) })
	t.Run("redirects", func(t *testing.T) { redirects(t, p) })
	t.Run("windows", func(t *testing.T) { windows(t, p) })
}

func answers(t *testing.T, p Protocol) {
	stream := p.Stream(p.Whole, pieces...)
	steps := map[string]Step{
		"at once":      Respond(200, stream, "Content-Type: "+p.Type),
		"byte by byte": InChunks(1, p.Type, stream),
		"in threes":    InChunks(3, p.Type, stream),
		"not streamed": Respond(200, p.Single(p.Whole, Answer), "Content-Type: application/json"),
		"one piece":    Respond(200, p.Stream(p.Whole, Answer), "Content-Type: "+p.Type),
		"after a mark": Respond(200, append([]byte("\xef\xbb\xbf"), stream...), "Content-Type: "+p.Type),
		"not streamed, after a mark": Respond(200, append([]byte("\xef\xbb\xbf"), p.Single(p.Whole, Answer)...),
			"Content-Type: application/json"),
		"counts with fractions, quotes and signs": Respond(200, oddCounts(stream), "Content-Type: "+p.Type),
		"then it hangs":  Partly(p.Type, stream, (*Conn).Hang),
		"then it resets": Partly(p.Type, stream, (*Conn).Reset),
		"slow but alive": func(c *Conn) {
			c.Head(200, "Content-Type: "+p.Type)
			for i := 0; i < len(stream); i += 100 {
				time.Sleep(10 * time.Millisecond)
				_, _ = c.Write(stream[i:min(i+100, len(stream))])
			}
		},
	}
	for name, step := range steps {
		for _, local := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/local=%v", name, local), func(t *testing.T) {
				t.Parallel()
				s := Serve(t, step)
				o := Options(s.URL())
				o.Local = local
				// What is tested here is that it answers; a loaded machine may be slow.
				o.Limits.FirstByte, o.Limits.Idle, o.Limits.Total = 20*time.Second, 20*time.Second, 20*time.Second
				prompt := Prompt()
				var preview strings.Builder
				prompt.Preview = func(delta string) { preview.WriteString(delta) }
				start := time.Now()
				reply, err := ask(t, p.New(o), prompt)
				if took := time.Since(start); took > 15*time.Second {
					t.Errorf("it took %v", took)
				}
				want := engine.Reply{Text: Answer, Provider: "probe", Model: Model, Usage: p.Usage}
				if err != nil || fmt.Sprint(reply) != fmt.Sprint(want) {
					t.Fatalf("%+v, %v\nwant %+v", reply, err, want)
				}
				if preview.String() != Answer {
					t.Errorf("previewed %q", preview.String())
				}
				asked := s.Requests()
				if len(asked) != 1 || asked[0].Method != "POST" || asked[0].Path != p.Path ||
					asked[0].Header.Get(p.KeyHeader) != p.KeyPrefix+Key {
					t.Errorf("asked %d times, %s %s with %q", len(asked), asked[0].Method, asked[0].Path,
						asked[0].Header.Get(p.KeyHeader))
				}
				if _, sent := asked[0].Header["Idempotency-Key"]; sent {
					t.Error("the permission to repeat was sent")
				}
			})
		}
	}
}

// modelNames checks that what a server calls its model can be printed: it is
// shown, kept with what was spent, and part of the JSON output.
func modelNames(t *testing.T, p Protocol) {
	s := Serve(t, func(c *Conn) {
		name := "m-1\x1b]0;title\a\nmore\u202e " + c.Request.Header.Get(p.KeyHeader) + strings.Repeat(" x", 5000)
		if c.Request.Method == "GET" {
			Respond(200, []byte(`{"data":[{"id":`+quote(name)+`},{"id":"m-2"}],"models":[{"name":`+quote(name)+`,`+
				`"supportedGenerationMethods":["generateContent"]},`+
				`{"name":"m-2","supportedGenerationMethods":["generateContent"]}]}`))(c)
			return
		}
		Respond(200, bytes.ReplaceAll(p.Stream(p.Whole, pieces...), []byte(`"m-1"`), []byte(quote(name))),
			"Content-Type: "+p.Type)(c)
	})
	reply, err := ask(t, p.New(Options(s.URL())), Prompt())
	if err != nil || !strings.HasPrefix(reply.Model, "m-1 ]0;title more "+p.KeyPrefix+engine.Masked) ||
		len(reply.Model) > 300 ||
		strings.ContainsFunc(reply.Model, unicode.IsControl) {
		t.Errorf("%q, %v", reply.Model, err)
	}
	o := Options(s.URL())
	o.Local, o.Model = true, "" // so it takes the first whose name can be printed
	_, err = ask(t, p.New(o), Prompt())
	asked := s.Requests()
	if last := asked[len(asked)-1]; err != nil || !strings.Contains(last.Path+string(last.Body), "m-2") {
		t.Errorf("asked %s %.100s, %v", last.Path, last.Body, err)
	}
}

// oddCounts writes the numbers of tokens in other ways.
func oddCounts(stream []byte) []byte {
	return regexp.MustCompile(`("[a-zA-Z_]*(?:tokens|[cC]ount)"): *([0-9]+)`).ReplaceAll(stream, []byte(`$1:"$2.0"`))
}

// fault is one way to fail and what must come of it.
type fault struct {
	name     string
	steps    []Step
	change   func(o *wire.Options)
	kind     engine.LLMKind
	is       error  // among the causes; nil is any
	says     string // in the error's text
	requests int    // 0 is one
}

// soon is how long a failure takes at most, on a busy machine too: far less than it would without the limits.
const soon = 30 * time.Second

func (f fault) run(t *testing.T, p Protocol) {
	s := Serve(t, f.steps...)
	o := Options(s.URL())
	o.Sleep = func(ctx context.Context, _ time.Duration) error { return ctx.Err() }
	if f.change != nil {
		f.change(&o)
	}
	start := time.Now()
	reply, err := ask(t, p.New(o), Prompt())
	took := time.Since(start)
	var le *engine.LLMError
	if !errors.As(err, &le) {
		t.Fatalf("an answer: %+v, %v", reply, err)
	}
	if le.Kind != f.kind || f.is != nil && !errors.Is(err, f.is) || !strings.Contains(err.Error(), f.says) {
		t.Errorf("kind %s: %v\nwant %s: %v, saying %q", kindName(le.Kind), err, kindName(f.kind), f.is, f.says)
	}
	if asked := fmt.Sprintf("(asked %d times)", f.requests); f.requests > 1 && !strings.HasSuffix(err.Error(), asked) {
		t.Errorf("%v does not say %s", err, asked)
	}
	if reply.Text != "" {
		t.Errorf("a text came with the error: %q", reply.Text)
	}
	if n := len(s.Requests()); n != max(1, f.requests) && f.requests >= 0 {
		t.Errorf("%d requests, want %d", n, max(1, f.requests))
	}
	if took > soon {
		t.Errorf("it took %v, over %v", took, soon)
	}
}

func kindName(k engine.LLMKind) string {
	return [...]string{"unavailable (69)", "try later (75)", "auth (77)", "config (78)", "too large (65)"}[k]
}

func fails(t *testing.T, p Protocol) {
	for _, f := range append(replyFaults(p), statusFaults(p)...) {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			f.run(t, p)
		})
	}
}

// replyFaults come with status 200.
func replyFaults(p Protocol) []fault {
	const un = engine.LLMUnavailable
	half := p.Stream("", pieces...)
	garbage := []byte("\x00\xff\xfe\x80 this is not\n\x01 a reply \xf0\x9f\n")
	slow := func(o *wire.Options) { o.Limits.Total = 400 * time.Millisecond }
	hasty := func(o *wire.Options) { o.Limits.FirstByte, o.Limits.Idle = 150*time.Millisecond, 150*time.Millisecond }
	// What is to end for its length does not end for its time first, however busy the machine.
	patient := func(o *wire.Options) { o.Limits.Idle, o.Limits.Total = time.Minute, time.Minute }
	list := []fault{
		{name: "stream ends early", steps: []Step{Partly(p.Type, half, func(*Conn) {})}, is: wire.ErrTruncated},
		{name: "stream ends inside an event", steps: []Step{Partly(p.Type, half[:len(half)-9], func(*Conn) {})},
			is: wire.ErrTruncated},
		{name: "connection resets inside the stream", steps: []Step{Partly(p.Type, half, (*Conn).Reset)},
			is: wire.ErrTruncated},
		{name: "connection resets before the reply", steps: []Step{(*Conn).Reset}, says: "no reply from"},
		{name: "connection ends before the reply", steps: []Step{func(*Conn) {}}, says: "no reply from"},
		{name: "shorter than its length", steps: []Step{Respond(200, half, "Content-Type: "+p.Type, "Content-Length: 99999")},
			is: wire.ErrTruncated},
		{name: "hangs before the reply", steps: []Step{(*Conn).Hang}, says: "timeouts.first_byte", change: hasty},
		{name: "hangs after the headers", steps: []Step{Partly(p.Type, nil, (*Conn).Hang)}, says: "timeouts.first_byte",
			change: hasty},
		{name: "hangs inside the stream", steps: []Step{Partly(p.Type, half, (*Conn).Hang)}, says: "timeouts.idle",
			change: hasty},
		{name: "local: hangs before the reply", steps: []Step{(*Conn).Hang}, says: "timeouts.reply",
			change: func(o *wire.Options) { o.Local = true; slow(o) }},
		{name: "drips for ever", says: "timeouts.reply", change: slow,
			steps: []Step{func(c *Conn) {
				c.Head(200, "Content-Type: "+p.Type)
				for _, err := c.Write(half); err == nil; _, err = fmt.Fprint(c, "\n") {
					time.Sleep(20 * time.Millisecond)
				}
			}}},
		{name: "error inside a 200", steps: []Step{Respond(200, p.Error("server_error", "the model fell over"),
			"Content-Type: application/json")},
			says: "the model fell over", requests: -1}, // tried again where it says that it is the server's
		{name: "error inside the stream",
			steps: []Step{Partly(p.Type, append(half, p.InStream("the model fell over")...), func(*Conn) {})},
			says:  "the model fell over"},
		{name: "garbage", steps: []Step{Respond(200, garbage, "Content-Type: "+p.Type)}, is: wire.ErrGarbage},
		{name: "a page of HTML", steps: []Step{Respond(200, []byte("<html><body>Welcome</body></html>"),
			"Content-Type: text/html")}, is: wire.ErrGarbage},
		{name: "JSON of something else", steps: []Step{Respond(200, []byte(`{"hello":["world"]}`), "Content-Type: "+
			"application/json")}, is: wire.ErrGarbage},
		{name: "nothing", steps: []Step{Respond(200, nil, "Content-Type: "+p.Type)}, is: engine.ErrEmptyReply},
		{name: "no text", steps: []Step{Respond(200, p.Stream(p.Whole), "Content-Type: "+p.Type)}, is: engine.ErrEmptyReply},
		{name: "only space", steps: []Step{Respond(200, p.Stream(p.Whole, " \n\t"), "Content-Type: "+p.Type)},
			is: engine.ErrEmptyReply},
		{name: "text without end", change: patient, is: wire.ErrTooLong,
			steps: []Step{Endless(p.Type, nil, p.Stream("", strings.Repeat("word ", 2000)))}},
		{name: "one event without end", change: patient, is: wire.ErrTooLong,
			steps: []Step{Endless(p.Type, []byte(`data: {"x":"`), []byte(strings.Repeat("y", 64<<10)))}},
		{name: "headers without end", says: "no reply from", steps: []Step{func(c *Conn) {
			_, err := fmt.Fprint(c, "HTTP/1.1 200 OK\r\n")
			for err == nil {
				_, err = fmt.Fprintf(c, "X-More: %s\r\n", strings.Repeat("z", 1000))
			}
		}}},
		{name: "not HTTP", steps: []Step{func(c *Conn) { fmt.Fprint(c, "SSH-2.0-nope\r\n") }}, says: "no reply from"},
		{name: "stopped at the length, without text", says: "token limit",
			steps: []Step{Respond(200, p.Stream(p.Length), "Content-Type: "+p.Type)}},
		{name: "an unknown end, without text", is: engine.ErrEmptyReply,
			steps: []Step{Respond(200, p.Stream("something_new"), "Content-Type: "+p.Type)}},
		{name: "only keep-alives", is: wire.ErrGarbage, says: ": keepalive", steps: []Step{Respond(200,
			[]byte("data: : keepalive\n\ndata: ping\n\n"), "Content-Type: "+p.Type)}},
	}
	if p.Refused != "" {
		list = append(list, fault{name: "refused", says: "the model refused",
			steps: []Step{Respond(200, p.Stream(p.Refused), "Content-Type: "+p.Type)}})
	}
	for i := range list {
		list[i].kind = un
	}
	return list
}

// statusFaults come with a status.
func statusFaults(p Protocol) []fault {
	const (
		un, later, auth = engine.LLMUnavailable, engine.LLMTryLater, engine.LLMAuth
		config, large   = engine.LLMConfig, engine.LLMTooLarge
	)
	status := func(code int, header ...string) []Step {
		return []Step{Respond(code, p.Error("some_error", "the server's own words"),
			append(header, "Content-Type: application/json")...)}
	}
	const own = "the server's own words"
	return []fault{
		{name: "400", steps: status(400), kind: config, says: own},
		{name: "401", steps: status(401), kind: auth, says: own},
		{name: "another protocol, for ever", steps: []Step{func(c *Conn) {
			fmt.Fprint(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n")
			c.Hang()
		}}, kind: config, says: "HTTP 101"},
		{name: "402", steps: status(402), kind: auth, says: own},
		{name: "403", steps: status(403), kind: auth, says: own},
		{name: "404", steps: status(404), kind: config, says: own},
		{name: "413", steps: status(413), kind: large, says: own},
		{name: "429 for ever", steps: status(429), kind: later, says: own, requests: 3},
		{name: "429 for an hour", steps: status(429, "Retry-After: 3600"), kind: later,
			says: "1h0m0s, longer than is waited"},
		{name: "429 for ages", steps: status(429, "Retry-After: 99999999999"), kind: later,
			says: "a year or more, longer than is waited"},
		{name: "500 for ever", steps: status(500), kind: un, says: own, requests: 3},
		{name: "502 with HTML", steps: []Step{Respond(502, []byte("<html>Bad Gateway</html>"), "Content-Type: text/html")},
			kind: un, says: "a page of HTML", requests: 3},
		{name: "503 for ever", steps: status(503), kind: later, says: own, requests: 3},
		{name: "529 for ever", steps: status(529), kind: later, says: own, requests: 3},
		{name: "too large, says the server", kind: large, says: "9000",
			steps: []Step{Respond(400, p.Error("invalid_request_error", "prompt is too long: 9000 tokens > 8000 maximum"))}},
		{name: "error without end", kind: config, steps: []Step{func(c *Conn) {
			c.Head(400)
			for _, err := fmt.Fprint(c, "no "); err == nil; _, err = fmt.Fprint(c, strings.Repeat("no ", 1000)) {
			}
		}}, says: "no no no"},
		{name: "error that hangs", kind: un, steps: []Step{func(c *Conn) { c.Head(500); c.Hang() }},
			says: "timeouts.first_byte"},
		{name: "key in the error", kind: auth, says: "you sent " + p.KeyPrefix + engine.Masked, steps: []Step{func(c *Conn) {
			Respond(401, p.Error("authentication_error", "you sent "+c.Request.Header.Get(p.KeyHeader)+" and that is wrong"))(c)
		}}},
		{name: "key over the cut of the error", kind: auth, steps: []Step{func(c *Conn) {
			Respond(401, p.Error("authentication_error", strings.Repeat("x", 290)+c.Request.Header.Get(p.KeyHeader)))(c)
		}}},
		{name: "key in a stream", kind: un, says: engine.Masked, steps: []Step{func(c *Conn) {
			Respond(200, append(p.Stream("", "a"), p.InStream(strings.Repeat("x", 10)+c.Request.Header.Get(p.KeyHeader))...),
				"Content-Type: "+p.Type)(c)
		}}},
		{name: "key in garbage", kind: un, steps: []Step{func(c *Conn) {
			key := c.Request.Header.Get(p.KeyHeader)
			Respond(200, []byte("data: "+strings.Repeat("y", 60)+key+"\n\n"+key), "Content-Type: "+p.Type)(c)
		}}, is: wire.ErrGarbage},
		{name: "terminal codes in the error", kind: config, says: "red [31mx",
			steps: []Step{Respond(400, p.Error("e", "red\x1b[31mx\u202ey"))}},
	}
}

func retries(t *testing.T, p Protocol) {
	good := p.gives(p.Whole)
	busy := func(header ...string) Step { return Respond(429, p.Error("rate_limit_error", "slow down"), header...) }
	for _, tc := range []struct {
		name  string
		steps []Step
		waits []time.Duration // the first of each range is 0: any between 250 and 750 ms, doubling
	}{
		{"asked to wait", []Step{busy("Retry-After: 2"), good}, []time.Duration{2 * time.Second}},
		{"asked to wait in milliseconds", []Step{busy("Retry-After-Ms: 70"), good}, []time.Duration{70 * time.Millisecond}},
		{"asked to wait until a date", []Step{busy("Retry-After: Sat, 21 Nov 2026 00:00:05 GMT"), good},
			[]time.Duration{5 * time.Second}},
		{"twice", []Step{Respond(503, nil), Respond(500, nil), good}, []time.Duration{0, 0}},
		{"overloaded in a stream", []Step{Respond(200, p.Error(p.Overloaded, p.Overloaded), "Content-Type: application/json"),
			good}, []time.Duration{0}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := Serve(t, tc.steps...)
			o := Options(s.URL())
			o.Limits.Wait = time.Minute
			o.Clock = func() time.Time { return time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC) }
			var waits []time.Duration
			o.Sleep = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
			reply, err := ask(t, p.New(o), Prompt())
			if err != nil || reply.Text != Answer || len(waits) != len(tc.waits) {
				t.Fatalf("%q, %v after waiting %v", reply.Text, err, waits)
			}
			for i, want := range tc.waits {
				low, high := want, want
				if want == 0 {
					low, high = 250*time.Millisecond<<i, 750*time.Millisecond<<i
				}
				if waits[i] < low || waits[i] > high {
					t.Errorf("wait %d is %v, want %v to %v", i, waits[i], low, high)
				}
			}
		})
	}
}

func windows(t *testing.T, p Protocol) {
	s := Serve(t, p.gives(p.Whole))
	prompt := Prompt()
	prompt.Turns[0].Text = strings.Repeat("word ", 10000)
	for name, change := range map[string]func(o *wire.Options){
		"configured": func(o *wire.Options) { o.Context = 8192 },
		"known":      func(o *wire.Options) { o.Known = func(string) (int, int) { return 8192, 0 } },
	} {
		t.Run(name, func(t *testing.T) {
			o := Options(s.URL())
			change(&o)
			_, err := ask(t, p.New(o), prompt)
			var le *engine.LLMError
			if !errors.As(err, &le) || le.Kind != engine.LLMTooLarge || !strings.Contains(err.Error(), "is 8192") ||
				!strings.Contains(err.Error(), "about 1") ||
				!strings.Contains(le.Hint, "--chunk") || len(s.Requests()) != 0 {
				t.Errorf("%v after %d requests", err, len(s.Requests()))
			}
		})
	}
	t.Run("the server read less", func(t *testing.T) {
		o := Options(s.URL())
		o.Context = 1 << 20
		reply, err := ask(t, p.New(o), prompt) // the stream counts 120 tokens: the rest may come from a cache
		if err != nil || reply.Text != Answer || reply.Note != "" {
			t.Errorf("%+v, %v; want an answer without a note", reply, err)
		}
	})
}

// quiet checks that nothing of a client still runs.
func quiet(t *testing.T) {
	var left string
	for range 100 {
		buf := make([]byte, 1<<20)
		left = ""
		for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if strings.Contains(g, "pp/providers/wire.") || strings.Contains(g, "net/http.(*persistConn)") ||
				strings.Contains(g, "net/http.(*Transport)") {
				left = g
			}
		}
		if left == "" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("a goroutine is left:\n%s", left)
}
