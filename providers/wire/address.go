package wire

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// endpoint is the one place a client may talk to.
type endpoint struct {
	base string // without a slash at the end
	host string // with its port where one was given, for messages
	// mayKey says that the key may go there: over TLS, or within this machine.
	mayKey bool
}

func parseEndpoint(base string) (endpoint, error) {
	base = strings.TrimRight(base, "/")
	u, err := url.Parse(base)
	switch {
	case err != nil:
		// The error of url.Parse repeats the text, which may hold a password.
		return endpoint{}, errors.New("base_url cannot be read as an address")
	case u.Scheme != "http" && u.Scheme != "https":
		return endpoint{}, errors.New("base_url must begin with http:// or https://")
	case u.Hostname() == "":
		return endpoint{}, errors.New("base_url names no host")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return endpoint{}, errors.New("base_url must not have a user, a query or a fragment")
	}
	return endpoint{base: base, host: u.Host, mayKey: u.Scheme == "https" || isLoopback(u.Hostname())}, nil
}

// isLoopback reports whether a host is this machine by its own name or address.
func isLoopback(host string) bool {
	if isLocalhost(host) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.Unmap().IsLoopback()
}

func isLocalhost(host string) bool {
	return strings.EqualFold(strings.TrimSuffix(host, "."), "localhost")
}

// guarded is a dialer with a limit of its own that never looks up localhost: it
// is this machine whatever a resolver says (RFC 6761, section 6.3).
type guarded struct {
	Dialer
	limit time.Duration
}

func (g guarded) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, g.limit, errConnect)
	defer cancel()
	conn, err := g.dial(ctx, network, address)
	if err != nil && errors.Is(context.Cause(ctx), errConnect) {
		return nil, errConnect
	}
	return conn, err
}

func (g guarded) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil || !isLocalhost(host) {
		return g.Dialer.DialContext(ctx, network, address)
	}
	conn, err := g.Dialer.DialContext(ctx, network, net.JoinHostPort("127.0.0.1", port))
	if err == nil {
		return conn, nil
	}
	if conn, err6 := g.Dialer.DialContext(ctx, network, net.JoinHostPort("::1", port)); err6 == nil {
		return conn, nil
	}
	return nil, err
}

// The limits that a call can run into; each names the setting that raises it.
var (
	errConnect   = errors.New("no connection within the time limit (timeouts.connect)")
	errFirstByte = errors.New("no reply within the time limit (timeouts.first_byte)")
	errIdle      = errors.New("the reply stopped coming for the time limit (timeouts.idle)")
	errTotal     = errors.New("the reply took longer than the time limit (timeouts.reply)")
)
