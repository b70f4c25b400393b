package tools

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/tdewolff/parse/v2"
	markup "github.com/tdewolff/parse/v2/html"

	"pp/engine"
	"pp/engine/effect"
	"pp/sexp"
)

// Bounds of one fetch.
const (
	maxFetch     = 5 << 20 // bytes of a response
	maxRedirects = 5
	fetchTime    = 60 * time.Second
)

// Fetch is what fetch-url is told by package cli.
type Fetch struct {
	// Private lists hosts that may be on this machine or a private network, as effect.HostListed reads them.
	Private []string
}

// fetchURL gets what an address gives, as readable text. Its effect is one
// connection; the gates decide on it before anything is looked up.
func fetchURL(o Fetch) Tool {
	return newTool(engine.ToolSpec{
		Name:   "fetch-url",
		Doc:    "Gives the text of an https address.",
		Params: []engine.Param{{Name: "URL", Kind: engine.ParamURL, Required: true, MaxBytes: 8192}},
		Effects: func(args sexp.Plist, _ engine.Facts) (effect.Effects, error) {
			raw, _ := args.Text("URL")
			e, err := effect.ParseEndpoint(raw)
			if err != nil {
				return effect.Effects{}, fmt.Errorf("%q: %w", engine.Clip(raw, 100), err)
			}
			if e.Scheme != "https" && e.Scheme != "http" {
				return effect.Effects{}, fmt.Errorf("fetch-url takes https addresses, not %q", engine.Clip(e.Scheme, 20))
			}
			e.Tool, e.Span = true, effect.Span{Arg: "url", End: len(raw)}
			return effect.Effects{Connects: []effect.Endpoint{e}}, nil
		},
	}, o.run)
}

func (o Fetch) run(ctx context.Context, j job) (engine.Result, error) {
	raw, _ := j.args.Text("URL")
	meant, err := effect.ParseEndpoint(raw)
	if judged := j.effects.Connects; err != nil || len(judged) != 1 || judged[0].Address() != meant.Address() ||
		judged[0].Scheme != meant.Scheme {
		return engine.Result{}, fmt.Errorf("%w: the verdict does not name the address to fetch", engine.ErrNotCleared)
	}
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	client := o.client(&meant)
	defer client.CloseIdleConnections()
	text, cut, err := get(ctx, client, raw)
	if err != nil {
		return engine.Result{}, err
	}
	var notes []string
	if cut {
		notes = append(notes, fmt.Sprintf("only the first %d bytes were read", maxFetch))
	}
	var out lines
	for line := range strings.Lines(text) {
		out.add(strings.TrimRight(line, "\n"))
	}
	host := j.effects.Connects[0].Host
	return engine.Result{Text: out.text("the page has no text", notes), Origin: engine.OriginUntrusted,
		Flows: []engine.Flow{{Subject: host}}}, nil
}

// get gives the text at an address, and whether it is only a beginning.
func get(ctx context.Context, client *http.Client, address string) (text string, cut bool, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", false, errors.New("the address cannot be used")
	}
	req.Header.Set("User-Agent", "pp")
	req.Header.Set("Accept", "text/html, text/*, application/json;q=0.9, */*;q=0.1")
	res, err := client.Do(req)
	if err != nil {
		return "", false, fetchError(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxFetch+1))
	if err != nil {
		return "", false, fetchError(err)
	}
	text, err = readable(res.Header.Get("Content-Type"), body[:min(len(body), maxFetch)])
	if err == nil && res.StatusCode >= 400 {
		err = fmt.Errorf("the server answered %s: %s", res.Status, engine.Clip(text, 500))
	}
	return text, len(body) > maxFetch, err
}

// Client follows no proxy variable, and refuses private addresses when it dials, but for those of the hosts that are
// listed as effect.HostListed reads them. It waits for an answer for as long as its request's context.
func Client(private []string) *http.Client {
	c := Fetch{Private: private}.client(nil)
	if t, ok := c.Transport.(*http.Transport); ok {
		t.ResponseHeaderTimeout = 0
	}
	return c
}

// client follows no proxy variable and no redirect but to the server that was judged, if there is one, and refuses
// private addresses when it dials: a name can resolve to one. Where else a redirect leads is judged as a call of its
// own, if it is made.
func (o Fetch) client(judged *effect.Endpoint) *http.Client {
	anywhere := &net.Dialer{Timeout: 10 * time.Second}
	public := &net.Dialer{Timeout: anywhere.Timeout, ControlContext: refusePrivate}
	single := slices.DeleteFunc(slices.Clone(o.Private), func(p string) bool { return strings.HasPrefix(p, "*") })
	dial := func(ctx context.Context, network, address string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(address)
		if err != nil {
			return nil, err
		}
		number, err := strconv.Atoi(port)
		if err != nil {
			return nil, err
		}
		// Below a public name that stands for many, anybody may have one that leads to this machine.
		if effect.HostListed(single, host, number, number) ||
			effect.PrivateName(host) && effect.HostListed(o.Private, host, number, number) {
			return anywhere.DialContext(ctx, network, address)
		}
		return public.DialContext(ctx, network, address)
	}
	return &http.Client{
		Transport: &http.Transport{
			Proxy: nil, DialContext: dial, TLSHandshakeTimeout: 10 * time.Second,
			ResponseHeaderTimeout: 30 * time.Second, MaxResponseHeaderBytes: 1 << 18, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) > maxRedirects {
				return errors.New("it redirects too often")
			}
			to, err := effect.ParseEndpoint(req.URL.String())
			if err != nil || judged == nil || to.Scheme != judged.Scheme || to.Address() != judged.Address() ||
				to.Odd != judged.Odd {
				return fmt.Errorf("it redirects to %s; fetch that address if it is meant", req.URL.Redacted())
			}
			return nil
		},
	}
}

var errPrivate = errors.New("the name leads to an address on this machine or a private network, " +
	"which is refused")

func refusePrivate(_ context.Context, _, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil {
		return errPrivate
	}
	a := at.Addr().Unmap()
	shared := netip.MustParsePrefix("100.64.0.0/10") // RFC 6598
	if !a.IsGlobalUnicast() || a.IsPrivate() || a.IsLoopback() || a.IsLinkLocalUnicast() || shared.Contains(a) {
		return errPrivate
	}
	return nil
}

func fetchError(err error) error {
	var dns *net.DNSError
	switch {
	case errors.Is(err, errPrivate):
		return errPrivate
	case errors.As(err, &dns):
		return fmt.Errorf("the name %s cannot be found", dns.Name)
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %v", fetchTime)
	}
	return fmt.Errorf("fetching failed: %w", err)
}

// readable is a response as text: HTML without its markup, other text as it is.
func readable(contentType string, body []byte) (string, error) {
	kind, _, _ := mime.ParseMediaType(contentType)
	switch {
	case kind == "text/html" || kind == "application/xhtml+xml":
		return htmlText(body), nil
	case strings.HasPrefix(kind, "text/"), kind == "", strings.HasSuffix(kind, "json"), strings.HasSuffix(kind, "xml"),
		strings.HasSuffix(kind, "javascript"), strings.HasSuffix(kind, "yaml"), kind == "application/toml":
		return strings.ToValidUTF8(string(body), "\uFFFD"), nil
	}
	return "", fmt.Errorf("it is %s, %d bytes, and not text", engine.Clip(kind, 60), len(body))
}

// htmlText keeps the text of a page, a line a block, and leaves out scripts,
// styles and what is hidden from readers.
func htmlText(body []byte) string {
	l := markup.NewLexer(parse.NewInputBytes(body))
	var b strings.Builder
	hidden, last := 0, ""
	for {
		kind, data := l.Next()
		name := strings.ToLower(string(l.Text()))
		switch kind {
		case markup.ErrorToken: // the end too
			return tidy(b.String())
		case markup.TextToken:
			if hidden == 0 {
				b.Write(data)
			}
		case markup.StartTagToken:
			if unread(name) {
				hidden++
			}
			switch {
			case oneOf(name, "p div br li tr h1 h2 h3 h4 h5 h6 pre section article table ul ol blockquote"):
				b.WriteString("\n")
			case oneOf(name, "td th"):
				b.WriteString("\t")
			}
			last = name
		case markup.StartTagVoidToken:
			if unread(last) {
				hidden = max(0, hidden-1) // <template/> holds nothing
			}
		case markup.EndTagToken:
			if unread(name) {
				hidden = max(0, hidden-1)
			}
			if oneOf(name, "p div h1 h2 h3 h4 h5 h6 pre title table") {
				b.WriteString("\n")
			}
		}
	}
}

// oneOf reports whether an element is one of a list.
func oneOf(element, list string) bool {
	return element != "" && strings.Contains(" "+list+" ", " "+element+" ")
}

// unread reports whether what an element holds is not for readers.
func unread(name string) bool { return oneOf(name, "script style noscript template svg") }

// tidy decodes entities and drops empty lines and surplus white space.
func tidy(text string) string {
	var b strings.Builder
	for line := range strings.Lines(html.UnescapeString(text)) {
		if fields := strings.Fields(line); len(fields) > 0 {
			b.WriteString(strings.Join(fields, " ") + "\n")
		}
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}
