package providertest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/engine"
	"pp/engine/enginetest"
	"pp/providers/wire"
)

// TestMain sets a proxy for the whole process: net/http reads these variables
// only once.
func TestMain(m *testing.M) {
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		_ = os.Setenv(name, "http://127.0.0.1:9")
	}
	_ = os.Setenv("NO_PROXY", "")
	enginetest.Quicken(os.Getenv, 16)
	os.Exit(m.Run())
}

// TestInvariant12KeysStayOut: a server that repeats the key wherever it can.
func TestInvariant12KeysStayOut(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			echo := func(status int, headers ...string) Step {
				return func(c *Conn) {
					key := c.Request.Header.Get(p.KeyHeader)
					body := p.Error("e "+key, "said "+key+" and "+strings.TrimPrefix(key, "Bearer "))
					h := []string{"X-Echo: " + key}
					for _, name := range headers {
						h = append(h, name+key)
					}
					Respond(status, body, h...)(c)
				}
			}
			steps := []Step{
				echo(200), echo(400), echo(401), echo(404), echo(429, "Retry-After: "), echo(500), echo(302,
					"Location: http://127.0.0.1:1/"),
				func(c *Conn) { Respond(500, []byte(c.Request.Header.Get(p.KeyHeader)))(c) },
				func(c *Conn) { fmt.Fprintf(c, "HTTP/1.1 200 %s\r\n\r\n", c.Request.Header.Get(p.KeyHeader)) },
				func(c *Conn) { fmt.Fprintf(c, "%s\r\n", c.Request.Header.Get(p.KeyHeader)) },
				func(c *Conn) { fmt.Fprintf(c, "HTTP/1.1 200 OK\r\n%s\r\n\r\n", c.Request.Header.Get(p.KeyHeader)) },
				func(c *Conn) {
					key := c.Request.Header.Get(p.KeyHeader)
					Respond(200, p.Stream(key, "a"), "Content-Type: "+p.Type)(c)
				},
			}
			for i, step := range steps {
				s := Serve(t, step)
				o := Options(s.URL())
				o.Sleep = func(context.Context, time.Duration) error { return nil }
				c := p.New(o)
				reply, err := c.Complete(t.Context(), Prompt())
				_ = c.Close()
				var le *engine.LLMError
				if answered := i == len(steps)-1; !errors.As(err, &le) && !answered {
					t.Errorf("step %d: %+v, %v", i, reply, err)
					continue
				}
				NoKey(t, c, reply, err)
				if le != nil {
					NoKey(t, le.Hint, le.Attempts)
				}
				for _, r := range s.Requests() {
					if strings.Contains(r.Path+string(r.Body), Key) {
						t.Errorf("step %d: the key is in the address or the body", i)
					}
				}
			}
		})
	}
}

// TestInvariant13ProviderBytes: recorded replies with bytes changed, left out,
// doubled and swapped give an answer or an error.
func TestInvariant13ProviderBytes(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(13, uint64(len(p.Name))))
			replies := [][]byte{p.Stream(p.Whole, pieces...), p.Stream(p.Length, "a"), p.Single(p.Whole, Answer),
				p.Error("e", "m"), p.InStream("m")}
			for range 300 {
				body := slices.Clone(replies[random.IntN(len(replies))])
				for range random.IntN(6) {
					at := random.IntN(len(body))
					switch random.IntN(4) {
					case 0:
						body[at] = byte(random.IntN(256))
					case 1:
						body = slices.Delete(body, at, min(len(body), at+random.IntN(40)))
					case 2:
						body = slices.Insert(body, at, body[at:min(len(body), at+random.IntN(40))]...)
					case 3:
						body = append(body, body[:at]...)
					}
					if len(body) == 0 {
						body = []byte{0}
					}
				}
				outcome(t, p, body, 1+random.IntN(64))
			}
		})
	}
}

// watcher records every address that is dialled and every name that is looked up.
type watcher struct {
	mu      sync.Mutex
	dialled []string
	names   []string
	real    net.Dialer
}

func newWatcher() *watcher {
	w := &watcher{}
	w.real.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		here, there := net.Pipe()
		go func() { // reads the question, and leaves it unanswered
			buf := make([]byte, 1500)
			n, _ := there.Read(buf)
			w.mu.Lock()
			w.names = append(w.names, question(buf[:n]))
			w.mu.Unlock()
			_ = there.Close()
		}()
		return here, nil
	}}
	return w
}

// question is the name in a DNS question over a stream (RFC 1035, sections 4.1 and 4.2.2).
func question(m []byte) string {
	var labels []string
	for m = m[min(len(m), 14):]; len(m) > 0 && m[0] > 0 && int(m[0]) < len(m); m = m[m[0]+1:] {
		labels = append(labels, string(m[1:m[0]+1]))
	}
	return strings.Join(labels, ".")
}

func (w *watcher) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	w.mu.Lock()
	w.dialled = append(w.dialled, address)
	w.mu.Unlock()
	return w.real.DialContext(ctx, network, address)
}

// TestInvariant15OnlyTheConfiguredHost: whatever the environment says and the
// server answers, only the configured host is looked up and dialled.
func TestInvariant15OnlyTheConfiguredHost(t *testing.T) {
	stranger := Serve(t, Respond(200, nil))
	for _, p := range All() {
		good := Respond(200, p.Stream(p.Whole, pieces...), "Content-Type: "+p.Type)
		for _, step := range []Step{good, Respond(500, nil), Respond(307, nil, "Location: "+stranger.URL()),
			Respond(404, nil), (*Conn).Reset} {
			s := Serve(t, step)
			_, port, _ := net.SplitHostPort(s.Addr())
			for base, want := range map[string]string{s.URL(): s.Addr(), "http://localhost:" + port: s.Addr()} {
				w := newWatcher()
				complete(t, p, base, w)
				for _, address := range w.dialled {
					if address != want && address != "[::1]:"+port {
						t.Errorf("%s: it dialled %s, not %s", p.Name, address, want)
					}
				}
				if len(w.dialled) == 0 || len(w.names) != 0 {
					t.Errorf("%s: dialled %q, looked up %q", p.Name, w.dialled, w.names)
				}
			}
		}
		w := newWatcher()
		complete(t, p, "https://models.provider.invalid", w)
		w.mu.Lock()
		for _, name := range w.names {
			if !strings.HasPrefix(name, "models.provider.invalid") { // a search domain of the machine may follow
				t.Errorf("%s: it looked up %q", p.Name, name)
			}
		}
		if len(w.names) == 0 || !slices.Equal(w.dialled, []string{"models.provider.invalid:443"}) {
			t.Errorf("%s: looked up %q, dialled %q", p.Name, w.names, w.dialled)
		}
		w.mu.Unlock()
	}
	if n := len(stranger.Requests()); n != 0 {
		t.Errorf("the stranger was asked %d times", n)
	}
}

func complete(t *testing.T, p Protocol, base string, d wire.Dialer) {
	t.Helper()
	o := Options(base)
	o.Dialer = d
	o.Sleep = func(context.Context, time.Duration) error { return nil }
	c := p.New(o)
	_, err := c.Complete(t.Context(), Prompt())
	NoKey(t, err)
	_ = c.Close()
}
