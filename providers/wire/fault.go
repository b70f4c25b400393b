package wire

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"pp/engine"
)

// fault is why one request gave no answer, and what to do about it.
type fault struct {
	kind  engine.LLMKind
	err   error
	hint  string
	retry bool
	after time.Duration // the server asks to wait; negative when it does not
	spent bool          // the server did work on it
}

func faultf(kind engine.LLMKind, hint, format string, args ...any) *fault {
	return &fault{kind: kind, hint: hint, after: -1, err: fmt.Errorf(format, args...)}
}

// classifyConnection is the fault of a request that got no response at all.
func (c *Client) classifyConnection(err error, mask func(string) string) *fault {
	if ue, ok := errors.AsType[*url.Error](err); ok {
		err = ue.Err // without the method and the address, which say nothing new
	}
	var dns *net.DNSError
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns):
		return faultf(engine.LLMUnavailable, "check base_url and the connection to the network",
			"the host %s was not found: %w", clip(dns.Name, maxName), errors.New(clip(dns.Err, maxName)))
	case strings.Contains(err.Error(), "TLS handshake timeout"): // net/http has no value for it
		return faultf(engine.LLMUnavailable, "", "TLS with %s: %w", c.end.host, errConnect)
	case errors.As(err, &cert), errors.As(err, new(x509.UnknownAuthorityError)), errors.As(err, new(x509.HostnameError)):
		return faultf(engine.LLMUnavailable, "the server is not who it should be; nothing was sent to it",
			"no trusted TLS connection to %s: %s", c.end.host, clip(mask(err.Error()), maxText)) // it quotes the certificate
	case errors.Is(err, http.ErrSchemeMismatch), errors.As(err, new(tls.RecordHeaderError)):
		return faultf(engine.LLMUnavailable, "base_url says https; the server may speak http", "%s does not speak TLS",
			c.end.host)
	case errors.Is(err, syscall.ECONNREFUSED):
		hint := "check base_url and whether the server runs"
		if c.o.Local && c.p.Start != "" {
			hint = c.p.Start
		}
		return faultf(engine.LLMUnavailable, hint, "nothing listens at %s: %w", c.end.host, syscall.ECONNREFUSED)
	}
	return faultf(engine.LLMUnavailable, "", "no reply from %s: %w", c.end.host, broken(err, mask))
}

// broken is how a connection ended. The errors of net/http quote what the server
// sent, which may be anything, so of those only the text is kept, masked.
func broken(err error, mask func(string) string) error {
	if op, ok := errors.AsType[*net.OpError](err); ok {
		return op
	}
	return errors.New(clip(mask(err.Error()), maxText))
}

// classifyStatus is the fault of a response that is not 200.
func (c *Client) classifyStatus(res *http.Response, body []byte, model string, mask func(string) string) *fault {
	if res.StatusCode >= 300 && res.StatusCode < 400 {
		to := "another address"
		if u, err := res.Location(); err == nil {
			to = clip(mask(u.Scheme+"://"+u.Host+u.Path), maxName)
		}
		return faultf(engine.LLMConfig, "redirects are never followed, because they would take the key along; set base_url",
			"HTTP %d: the server redirects to %s", res.StatusCode, to)
	}
	e, ok := ReadError(body)
	if !ok {
		e = &ServerError{Message: plainText(res.Header.Get("Content-Type"), body), After: -1}
	}
	e.Status = res.StatusCode
	e.Code, e.Message = clip(mask(e.Code), maxName), clip(mask(e.Message), maxText)
	if wait, ok := c.retryAfter(res.Header); ok {
		e.After = wait
	}
	return c.classifyServer(e, model)
}

// plainText is what can be shown of a body that is no error object.
func plainText(contentType string, body []byte) string {
	if strings.Contains(contentType, "html") || strings.HasPrefix(strings.TrimSpace(string(body)), "<") {
		return "(a page of HTML)"
	}
	return string(body)
}

// classifyServer is the fault of an error that the server reports, by its
// status, and by its code where the status says nothing.
func (c *Client) classifyServer(e *ServerError, model string) *fault {
	f := &fault{kind: engine.LLMConfig, err: e, after: e.After}
	words := strings.ToLower(e.Code + " " + e.Message)
	has := HasAny(words)
	switch {
	case e.isFull():
		f.kind, f.hint = engine.LLMTooLarge, hintTooLarge
	case has("image input", "image_url is only supported", "not support image"): // from llama.cpp with status 500
		f.kind, f.hint = engine.LLMUnseeing, hintUnseeing
	case e.Status == http.StatusPaymentRequired, has("insufficient_quota", "credit balance", "billing_not_active"):
		f.kind, f.hint = engine.LLMAuth, "the account of provider "+c.o.Name+" has no credit left"
	case e.Status == http.StatusUnauthorized, e.Status == http.StatusForbidden,
		has("authentication_error", "permission_error", "invalid_api_key", "api_key_invalid", "permission_denied",
			"unauthenticated"):
		f.kind, f.hint = engine.LLMAuth, "check the key of provider "+c.o.Name
	case e.Status == http.StatusNotFound, has("model_not_found", "not_found_error"):
		f.hint = "check the model's name (-m) and base_url"
		if c.p.NoModel != nil && model != "" {
			f.hint = c.p.NoModel(model)
		}
	case e.Status == http.StatusTooManyRequests, e.Status == http.StatusServiceUnavailable, e.Status == 529,
		has("overloaded", "rate_limit", "rate limit", "resource_exhausted"):
		f.kind, f.retry, f.hint = engine.LLMTryLater, true, "try again later, or another provider (-p)"
	case e.Status == http.StatusNotImplemented, e.Status == http.StatusHTTPVersionNotSupported:
		f.kind = engine.LLMUnavailable
	case e.Status >= 500, e.Status == http.StatusRequestTimeout, e.Status == http.StatusConflict,
		e.Status == 0 && has("server_error", "api_error"):
		f.kind, f.retry = engine.LLMUnavailable, true
	case e.Status == 0:
		f.kind = engine.LLMUnavailable
	case e.Status < 300: // no error, and nothing that a prompt is answered with
		f.hint = "check base_url and the protocol of provider " + c.o.Name
	}
	return f
}

const hintUnseeing = "choose a model that sees (-m)"

const hintTooLarge = "read it in pieces with --chunk, cut it with --head, or choose a model with a larger window (-m)"

// HasAny returns a function that reports whether any of a list is in a text.
func HasAny(text string) func(list ...string) bool {
	return func(list ...string) bool {
		return slices.ContainsFunc(list, func(w string) bool { return strings.Contains(text, w) })
	}
}

// longestAfter is the longest wait that is told apart from a longer one.
const longestAfter = 365 * 24 * time.Hour

// retryAfter reads Retry-After in both of its forms (RFC 9110, section 10.2.3),
// and the milliseconds that some services send beside it.
func (c *Client) retryAfter(h http.Header) (time.Duration, bool) {
	if wait, ok := waitOf(h.Get("Retry-After-Ms"), time.Millisecond); ok {
		return wait, true
	}
	text := strings.TrimSpace(h.Get("Retry-After"))
	if wait, ok := waitOf(text, time.Second); ok {
		return wait, true
	}
	if at, err := http.ParseTime(text); err == nil && c.o.Clock != nil {
		return min(max(0, at.Sub(c.o.Clock())), longestAfter), true
	}
	return 0, false
}

// waitOf reads a number of units. One that is too large for a duration, or for a
// number, is the longest wait: a server that says "not for ages" is not asked
// again as if it had said nothing.
func waitOf(text string, unit time.Duration) (time.Duration, bool) {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || !(n >= 0) {
		return 0, false
	}
	if n >= float64(longestAfter/unit) {
		return longestAfter, true
	}
	return time.Duration(n * float64(unit)), true
}

// classifyReply is the fault of a response that came and is no answer.
func (c *Client) classifyReply(err error, text, model string) *fault {
	f := &fault{kind: engine.LLMUnavailable, err: err, after: -1, spent: true}
	var server *ServerError
	var stop *StopError
	switch {
	case errors.As(err, &server):
		f = c.classifyServer(server, model)
		f.retry, f.spent = f.retry && text == "", text != ""
	case errors.As(err, &stop):
		if _, f.hint = stop.Stop.meaning(); stop.Stop == StopWindow {
			f.kind = engine.LLMTooLarge
		}
	case errors.Is(err, ErrGarbage):
		f.spent, f.hint = text != "", "check base_url and the protocol of provider "+c.o.Name
	}
	return f
}

// masker takes a key out of texts, in the forms in which a server may repeat it.
func masker(key string) func(string) string {
	if key == "" {
		return func(text string) string { return text }
	}
	r := strings.NewReplacer(key, engine.Masked, url.QueryEscape(key), engine.Masked, url.PathEscape(key), engine.Masked)
	return r.Replace
}
