package providertest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"pp/engine"
	"pp/providers/wire"
)

func connections(t *testing.T, p Protocol) {
	const un, config, auth = engine.LLMUnavailable, engine.LLMConfig, engine.LLMAuth
	here := Serve(t, Respond(200, nil))
	stranger := httptest.NewUnstartedServer(nil)
	stranger.Config.ErrorLog = log.New(io.Discard, "", 0)
	stranger.StartTLS()
	defer stranger.Close()
	unconnected := func(o *wire.Options) {
		o.Limits.Connect = 100 * time.Millisecond
		o.Dialer = dialer(func(ctx context.Context) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() })
	}
	nameless := func(o *wire.Options) {
		o.Dialer = &net.Dialer{Resolver: &net.Resolver{PreferGo: true,
			Dial: func(context.Context, string, string) (net.Conn, error) { return nil, errors.New("no network") }}}
	}
	withoutTLS := func(o *wire.Options) {
		o.Dialer = dialer(func(context.Context) (net.Conn, error) { return plain(t), nil })
	}
	inTheClear := func(o *wire.Options) {
		o.Dialer = dialer(func(context.Context) (net.Conn, error) { t.Error("it connected"); return nil, errors.New("no") })
	}
	key := func(text string, err error) func(*wire.Options) {
		return func(o *wire.Options) {
			o.Key = func(context.Context) (engine.Secret, error) { return engine.NewSecret("k", text), err }
		}
	}
	unsent := &engine.LLMError{Provider: "probe", Kind: config, Err: errors.New("it may not go there"), Hint: "say where"}
	for _, tc := range []struct {
		name, base string
		change     func(*wire.Options)
		kind       engine.LLMKind
		says       string
	}{
		{"refused", freed(t), nil, un, "nothing listens at 127.0.0.1"},
		{"name not found", "https://provider.invalid", nameless, un, "the host provider.invalid was not found"},
		{"never connects", "https://192.0.2.1", unconnected, un, "timeouts.connect"},
		{"TLS by a stranger", stranger.URL, nil, un, "no trusted TLS connection"},
		{"no TLS where it should be", "https://" + here.Addr(), withoutTLS, un, "does not speak TLS"},
		{"key in the clear", "http://192.0.2.1", inTheClear, config, "the key is not sent to 192.0.2.1"},
		{"no key to be had", here.URL(), key("", errors.New("the command failed")), auth, "no key: the command failed"},
		{"key with a line's end", here.URL(), key(Key+"\n", nil), auth, "the key has a space"},
		{"key that must not be sent", here.URL(), key("", unsent), config, "probe: no key: it may not go there"},
	} {
		t.Run(tc.name, func(t *testing.T) { expect(t, p, tc.base, tc.change, tc.kind, tc.says) })
	}
	for _, base := range []string{"", "127.0.0.1:80", "ftp://127.0.0.1", "http://", "http://u:" + Key + "@127.0.0.1/",
		"http://127.0.0.1/?x=1", "http://[::1"} {
		t.Run("base URL "+base, func(t *testing.T) { expect(t, p, base, nil, config, "base_url") })
	}
}

// redirects checks that none is followed.
func redirects(t *testing.T, p Protocol) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(fmt.Sprint("redirect ", status), func(t *testing.T) {
			other := Serve(t, p.gives(p.Whole))
			s := Serve(t, Respond(status, nil, "Location: "+other.URL()+"/elsewhere"))
			expect(t, p, s.URL(), nil, engine.LLMConfig, "redirects to "+other.URL())
			if n := len(other.Requests()); n != 0 {
				t.Errorf("the redirect was followed %d times", n)
			}
		})
	}
}

// freed is an address where nothing listens.
func freed(t *testing.T) string {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return "http://" + ln.Addr().String()
}

func expect(t *testing.T, p Protocol, base string, change func(*wire.Options), kind engine.LLMKind, says string) {
	t.Helper()
	o := Options(base)
	if change != nil {
		change(&o)
	}
	start := time.Now()
	_, err := ask(t, p.New(o), Prompt())
	took := time.Since(start)
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != kind || !strings.Contains(err.Error(), says) {
		t.Fatalf("%v\nwant %s saying %q", err, kindName(kind), says)
	}
	if took > time.Second {
		t.Errorf("it took %v", took)
	}
}

// cancellation checks that Complete returns the cause within 50 ms of being
// cancelled, wherever it is. The best of three counts, because a machine may be
// busy; a wait that is not cancelled takes seconds.
func cancellation(t *testing.T, p Protocol) {
	half := p.Stream("", pieces...)
	block := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	points := map[string]struct {
		step   Step
		change func(o *wire.Options)
	}{
		"asking for the key": {change: func(o *wire.Options) {
			o.Key = func(ctx context.Context) (engine.Secret, error) { return engine.Secret{}, block(ctx) }
		}},
		"connecting": {change: func(o *wire.Options) {
			o.Dialer = dialer(func(ctx context.Context) (net.Conn, error) { return nil, block(ctx) })
		}},
		"waiting for headers": {step: (*Conn).Hang},
		"waiting for a body":  {step: Partly(p.Type, nil, (*Conn).Hang)},
		"inside the stream":   {step: Partly(p.Type, half, (*Conn).Hang)},
		"inside an error":     {step: func(c *Conn) { c.Head(500); c.Hang() }},
		"between two tries":   {step: Respond(429, nil, "Retry-After: 20")},
	}
	for name, point := range points {
		t.Run(name, func(t *testing.T) {
			best := time.Hour
			for range 3 {
				step := point.step
				if step == nil {
					step = (*Conn).Hang
				}
				s := Serve(t, step)
				o := Options(s.URL())
				o.Limits = wire.Limits{Wait: time.Minute}
				if point.change != nil {
					point.change(&o)
				}
				cause := errors.New("the person changed their mind")
				ctx, cancel := context.WithCancelCause(t.Context())
				var at time.Time
				timer := time.AfterFunc(40*time.Millisecond, func() { at = time.Now(); cancel(cause) })
				c := p.New(o)
				_, err := c.Complete(ctx, Prompt())
				if timer.Stop() {
					t.Fatalf("it returned before it was cancelled: %v", err)
				}
				took := time.Since(at)
				_ = c.Close()
				s.Close()
				if !errors.Is(err, cause) {
					t.Fatalf("it returned %v", err)
				}
				if best = min(best, took); best <= 50*time.Millisecond {
					break
				}
			}
			if best > 50*time.Millisecond {
				t.Errorf("it returned after %v", best)
			}
		})
	}
}

// plain is a connection to something that answers TLS with text.
func plain(t *testing.T) net.Conn {
	here, there := net.Pipe()
	var once sync.WaitGroup
	once.Go(func() {
		buf := make([]byte, 4096)
		_, _ = there.Read(buf)
		_, _ = there.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
		_ = there.Close()
	})
	t.Cleanup(once.Wait)
	return here
}
