package providertest

import (
	"context"
	"errors"
	"fmt"
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
	t.Run("refused", func(t *testing.T) {
		ln, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		base := "http://" + ln.Addr().String()
		_ = ln.Close()
		expect(t, p, "connection refused", Options(base), engine.LLMUnavailable, "nothing listens at 127.0.0.1")
	})
	t.Run("not found", func(t *testing.T) {
		o := Options("https://provider.invalid")
		o.Dialer = &net.Dialer{Resolver: &net.Resolver{PreferGo: true,
			Dial: func(context.Context, string, string) (net.Conn, error) {
				return nil, errors.New("no network")
			}}}
		expect(t, p, "name not found", o, engine.LLMUnavailable, "the host provider.invalid was not found")
	})
	t.Run("never connects", func(t *testing.T) {
		o := Options("https://192.0.2.1")
		o.Dialer = dialer(func(ctx context.Context) (net.Conn, error) { <-ctx.Done(); return nil, ctx.Err() })
		o.Limits.Connect = 100 * time.Millisecond
		expect(t, p, "never connects", o, engine.LLMUnavailable, "timeouts.connect")
	})
	t.Run("TLS by a stranger", func(t *testing.T) {
		s := httptest.NewUnstartedServer(nil)
		s.Config.ErrorLog = silent()
		s.StartTLS()
		defer s.Close()
		expect(t, p, "TLS by a stranger", Options(s.URL), engine.LLMUnavailable, "no trusted TLS connection")
	})
	t.Run("no TLS where it should be", func(t *testing.T) {
		s := Serve(t, Respond(200, nil))
		o := Options("https://" + s.Addr())
		o.Dialer = dialer(func(context.Context) (net.Conn, error) { return plain(t), nil })
		expect(t, p, "no TLS", o, engine.LLMUnavailable, "does not speak TLS")
	})
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(fmt.Sprint("redirect ", status), func(t *testing.T) {
			other := Serve(t, Respond(200, p.Stream(p.Whole, pieces...), "Content-Type: "+p.Type))
			s := Serve(t, Respond(status, nil, "Location: "+other.URL()+"/elsewhere"))
			expect(t, p, fmt.Sprint("redirect ", status), Options(s.URL()), engine.LLMConfig, "redirects to "+other.URL())
			if n := len(other.Requests()); n != 0 {
				t.Errorf("the redirect was followed %d times", n)
			}
		})
	}
	t.Run("key in the clear", func(t *testing.T) {
		o := Options("http://192.0.2.1")
		o.Dialer = dialer(func(context.Context) (net.Conn, error) { t.Error("it connected"); return nil, errors.New("no") })
		expect(t, p, "key over plain http", o, engine.LLMConfig, "the key is not sent to 192.0.2.1")
	})
	t.Run("no key to be had", func(t *testing.T) {
		s := Serve(t, Respond(200, nil))
		o := Options(s.URL())
		o.Key = func(context.Context) (engine.Secret, error) { return engine.Secret{}, errors.New("the command failed") }
		expect(t, p, "no key to be had", o, engine.LLMAuth, "no key: the command failed")
	})
	t.Run("key with a line's end", func(t *testing.T) {
		s := Serve(t, Respond(200, nil))
		o := Options(s.URL())
		o.Key = func(context.Context) (engine.Secret, error) { return engine.NewSecret("k", Key+"\n"), nil }
		expect(t, p, "key with a line's end", o, engine.LLMAuth, "the key has a space")
	})
	t.Run("key that must not be sent", func(t *testing.T) {
		o := Options("http://127.0.0.1:9")
		o.Key = func(context.Context) (engine.Secret, error) {
			return engine.Secret{}, &engine.LLMError{Provider: "probe", Kind: engine.LLMConfig,
				Err: errors.New("it may not go there"), Hint: "say where it may go"}
		}
		expect(t, p, "key that must not be sent", o, engine.LLMConfig, "probe: no key: it may not go there")
	})
	for _, base := range []string{"", "127.0.0.1:80", "ftp://127.0.0.1", "http://", "http://u:" + Key + "@127.0.0.1/",
		"http://127.0.0.1/?x=1", "http://[::1"} {
		t.Run("base URL "+base, func(t *testing.T) { expect(t, p, "base URL", Options(base), engine.LLMConfig, "base_url") })
	}
}

func expect(t *testing.T, p Protocol, name string, o wire.Options, kind engine.LLMKind, says string) {
	t.Helper()
	start := p.now()
	_, err := ask(t, p.New(o), Prompt())
	took := p.now().Sub(start)
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != kind || !strings.Contains(err.Error(), says) {
		t.Fatalf("%v\nwant %s saying %q", err, kindName(kind), says)
	}
	t.Logf("TABLE | %s | %s | %v | %v | %s | %d |", name, p.Name, err, took.Round(time.Millisecond), kindName(le.Kind),
		le.Tries)
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
				s := Serve(t, orHang(point.step))
				o := Options(s.URL())
				o.Limits = wire.Limits{Wait: time.Minute}
				if point.change != nil {
					point.change(&o)
				}
				cause := errors.New("the person changed their mind")
				ctx, cancel := context.WithCancelCause(t.Context())
				var at time.Time
				timer := time.AfterFunc(40*time.Millisecond, func() { at = p.now(); cancel(cause) })
				c := p.New(o)
				_, err := c.Complete(ctx, Prompt())
				if timer.Stop() {
					t.Fatalf("it returned before it was cancelled: %v", err)
				}
				took := p.now().Sub(at)
				_ = c.Close()
				s.Close()
				if !errors.Is(err, cause) {
					t.Fatalf("it returned %v", err)
				}
				if best = min(best, took); best <= 50*time.Millisecond {
					break
				}
			}
			t.Logf("TABLE | cancelled %s | %s | the cause | %v | – | – |", name, p.Name, best.Round(time.Microsecond*100))
			if best > 50*time.Millisecond {
				t.Errorf("it returned after %v", best)
			}
		})
	}
}

func orHang(s Step) Step {
	if s == nil {
		return (*Conn).Hang
	}
	return s
}

// dialer is a dialer made of a function.
type dialer func(ctx context.Context) (net.Conn, error)

// DialContext implements wire.Dialer.
func (d dialer) DialContext(ctx context.Context, _, _ string) (net.Conn, error) { return d(ctx) }

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
