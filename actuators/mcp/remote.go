package mcp

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"pp/actuators/tools"
)

// remote is the transport of a server that is reached.
func (one *server) remote(live *session) (mcp.Transport, error) {
	inner, err := one.client()
	if err != nil {
		return nil, err
	}
	to, err := url.Parse(one.URL)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	var once sync.Once
	live.stop = func() {
		cancel(errEnded)
		once.Do(func() { close(live.ended) })
	}
	client := &http.Client{Transport: &bounded{inner.Transport, one, live, to, ctx}, CheckRedirect: sameOrigin(to)}
	t := &mcp.StreamableClientTransport{Endpoint: one.URL, HTTPClient: client, MaxRetries: maxRetries,
		MaxEventSize: maxMessage}
	t.OAuthHandler, err = one.authorised(inner)
	return t, err
}

// maxRetries is how often a stream that ended early is taken up where it ended: a server may have its client come back
// for an answer that takes long. The time of a call bounds it too.
const maxRetries = 3

// client is what the server, and who gives logins to it, is reached by: its own host may be private, others not.
func (one *server) client() (*http.Client, error) {
	to, err := one.endpoint()
	if err != nil {
		return nil, err
	}
	return tools.Client([]string{to.Host}), nil
}

// sameOrigin follows redirects only where the server itself stays: what is sent is for it alone.
func sameOrigin(to *url.URL) func(*http.Request, []*http.Request) error {
	return func(r *http.Request, via []*http.Request) error {
		if len(via) > 3 || r.URL.Scheme != to.Scheme || r.URL.Host != to.Host {
			return fmt.Errorf("it redirects to %s://%s; configure that address if it is meant", r.URL.Scheme, r.URL.Host)
		}
		return nil
	}
}

// bounded sends a server's headers to it and to nobody else, and reads no more of its answers than is listened to.
type bounded struct {
	inner http.RoundTripper
	one   *server
	live  *session
	to    *url.URL
	ctx   context.Context // of the session
}

// RoundTrip implements http.RoundTripper.
func (b *bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	if b.ctx.Err() != nil && r.Method != http.MethodDelete {
		return nil, context.Cause(b.ctx)
	}
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(b.ctx, cancel)
	r = r.Clone(ctx)
	r.Header.Set("User-Agent", "pp")
	if r.URL.Scheme == b.to.Scheme && r.URL.Host == b.to.Host {
		for _, h := range b.one.Headers {
			r.Header.Set(h.Name, h.Value.Reveal())
		}
	}
	listens := r.Method == http.MethodGet && r.Header.Get("Last-Event-Id") == ""
	slow := time.AfterFunc(streamTime, func() {
		if listens {
			cancel()
		}
	})
	res, err := b.inner.RoundTrip(r)
	slow.Stop()
	if err != nil {
		stop()
		cancel()
		if listens && b.ctx.Err() == nil {
			return &http.Response{StatusCode: http.StatusMethodNotAllowed, Body: http.NoBody, Request: r}, nil
		}
		return nil, err
	}
	b.live.meter.add(0, 1)
	res.Body = &body{&metered{ReadCloser: res.Body, meter: b.live.meter}, func() { stop(); cancel() }, ctx, listens}
	return res, nil
}

// streamTime is how long a server may take to say whether it has a stream of what nobody asked it. One that cannot say
// has none.
const streamTime = 5 * time.Second

// body is an answer's, which is given up with it.
type body struct {
	*metered
	close   func()
	ctx     context.Context
	listens bool // to what nobody asked: its end is no end of the session
}

// Read implements io.Reader.
func (b *body) Read(p []byte) (int, error) {
	n, err := b.metered.Read(p)
	if err != nil && n == 0 && b.listens {
		<-b.ctx.Done()
	}
	return n, err
}

// Close implements io.Closer.
func (b *body) Close() error {
	b.close()
	return b.metered.Close()
}

var _ io.ReadCloser = (*body)(nil)
