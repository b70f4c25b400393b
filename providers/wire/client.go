package wire

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"

	"pp/engine"
)

// Client is the provider of one server that speaks one protocol. It implements
// engine.Provider and is safe for concurrent use.
type Client struct {
	o     Options
	p     Protocol
	end   endpoint
	wrong error // what is wrong with the options
	http  *http.Client
	key   func(ctx context.Context) (string, error)
	// forget makes key ask again.
	forget func()

	mu      sync.Mutex
	learned map[string]learned // by model; that of none is the one to ask when none is named
}

var _ engine.Provider = (*Client)(nil)

// NewClient returns a provider. It opens no connection and asks for no key.
func NewClient(o Options, p Protocol) *Client {
	o.Limits = o.Limits.orDefault()
	if o.Sleep == nil {
		o.Sleep = Sleep
	}
	if o.Dialer == nil {
		o.Dialer = &net.Dialer{}
	}
	c := &Client{o: o, p: p, learned: map[string]learned{}}
	c.end, c.wrong = parseEndpoint(o.BaseURL)
	c.o.BaseURL = "" // a wrong one may hold a password
	c.key, c.forget = keeper(o.Key)
	c.http = &http.Client{
		Transport: &http.Transport{
			Proxy:                  nil, // a proxy is a host that nobody told pp about
			DialContext:            guarded{o.Dialer, o.Limits.Connect}.DialContext,
			TLSHandshakeTimeout:    o.Limits.Connect,
			TLSClientConfig:        &tls.Config{MinVersion: tls.VersionTLS12},
			DisableCompression:     true,
			DisableKeepAlives:      o.Local,
			MaxIdleConnsPerHost:    1,
			IdleConnTimeout:        30 * time.Second,
			MaxResponseHeaderBytes: maxError,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c
}

// keeper remembers a key. It lives in a closure, so that no way of printing a
// client shows it.
func keeper(ask func(context.Context) (engine.Secret, error)) (get func(context.Context) (string, error),
	forget func()) {
	turn := make(chan struct{}, 1) // a lock that waiting for can be cancelled
	kept := ""
	get = func(ctx context.Context) (string, error) {
		if ask == nil {
			return "", nil
		}
		select {
		case turn <- struct{}{}:
		case <-ctx.Done():
			return "", context.Cause(ctx)
		}
		defer func() { <-turn }()
		if kept != "" {
			return kept, nil
		}
		secret, err := ask(ctx)
		if err != nil {
			return "", err
		}
		kept = secret.Reveal()
		return kept, nil
	}
	forget = func() {
		turn <- struct{}{}
		kept = ""
		<-turn
	}
	return get, forget
}

// Sleep waits, or returns the cause of a ctx that is cancelled meanwhile.
func Sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Close closes connections that are kept open for the next prompt.
func (c *Client) Close() error {
	c.http.CloseIdleConnections()
	return nil
}

// Complete implements engine.Provider. Any failure is an *engine.LLMError, but
// the cause of a cancelled ctx is returned as it is. A request that was cut off
// or refused is not sent again; one that the server put off is, with growing
// waits or the wait it asks for, within Limits.Tries and Limits.Wait.
func (c *Client) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	var reply engine.Reply
	err := c.within(ctx, func(ctx context.Context) (tries int, f *fault) {
		reply, tries, f = c.complete(ctx, p)
		return tries, f
	})
	if err != nil {
		return engine.Reply{}, err
	}
	return reply, nil
}

// within does something under the limit of the whole call. Its error is Complete's.
func (c *Client) within(ctx context.Context, do func(context.Context) (tries int, f *fault)) error {
	limited, cancel := context.WithTimeoutCause(ctx, c.o.Limits.Total, errTotal)
	defer cancel()
	tries, f := do(limited)
	switch {
	case f == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case limited.Err() != nil && !errors.Is(f.err, errTotal):
		f.err = fmt.Errorf("%w; the last failure: %w", errTotal, f.err)
	}
	return c.failure(f, tries)
}

func (c *Client) failure(f *fault, tries int) *engine.LLMError {
	return &engine.LLMError{Provider: c.o.Name, Kind: f.kind, Tries: tries, Err: f.err, Hint: f.hint}
}

func (c *Client) complete(ctx context.Context, p engine.Prompt) (engine.Reply, int, *fault) {
	key, f := c.credentials(ctx)
	if f != nil {
		return engine.Reply{}, 0, f
	}
	r, f := c.request(ctx, key, p)
	if f != nil {
		return engine.Reply{}, 0, f
	}
	var reply engine.Reply
	tries, f := c.again(ctx, func() (f *fault, adapted bool) {
		reply, f = c.once(ctx, key, &r, shown(p, r))
		if f != nil && ctx.Err() == nil && c.adapt(ctx, key, &r, p, f) {
			return f, true
		}
		c.learnWindow(r.Model, f)
		return f, false
	})
	if f == nil {
		c.learn(r.Model, func(l *learned) { l.fields = r.fields })
	}
	return reply, tries, f
}

// again sends a request until it is answered, or must not or need not be sent again. One that
// was adapted is sent at once, and does not count.
func (c *Client) again(ctx context.Context, once func() (f *fault, adapted bool)) (int, *fault) {
	waits := &backoff.ExponentialBackOff{InitialInterval: 500 * time.Millisecond, RandomizationFactor: 0.5,
		Multiplier: 2, MaxInterval: 8 * time.Second}
	var waited time.Duration
	adaptations := 0
	for tries := 1; ; tries++ {
		f, adapted := once()
		if adapted {
			adaptations++
			continue
		}
		if f == nil || !f.retry || ctx.Err() != nil || tries-adaptations >= c.o.Limits.Tries {
			return tries, f
		}
		wait := waits.NextBackOff()
		if f.after >= 0 {
			wait = f.after
		}
		if waited += wait; waited > c.o.Limits.Wait {
			f.err = fmt.Errorf("%w; it may be asked again in %s, longer than is waited", f.err, waitText(wait))
			return tries, f
		}
		if c.o.Sleep(ctx, wait) != nil {
			return tries, f
		}
	}
}

// shown is who gets the text of a reply while it comes.
func shown(p engine.Prompt, r Request) func(delta string) {
	sure := p.Forms == "" || len(r.Tools) > 0 // it can be no action
	if p.Stream == nil || !sure {
		return p.Preview
	}
	return func(delta string) {
		if p.Preview != nil {
			p.Preview(delta)
		}
		p.Stream(delta)
	}
}

func waitText(d time.Duration) string {
	if d >= longestAfter {
		return "a year or more"
	}
	return d.Round(time.Second / 10).String()
}

// credentials gives the key, and refuses a configuration that must not be used.
func (c *Client) credentials(ctx context.Context) (string, *fault) {
	setting := "see providers." + c.o.Name + " in the configuration"
	if c.wrong != nil {
		return "", faultf(engine.LLMConfig, setting, "%w", c.wrong)
	}
	key, err := c.key(ctx)
	var known *engine.LLMError
	switch {
	case errors.As(err, &known): // it knows better why, and what to do
		if known.Hint != "" {
			setting = known.Hint
		}
		return "", faultf(known.Kind, setting, "no key: %w", known.Err)
	case err != nil:
		return "", faultf(engine.LLMAuth, setting, "no key: %w", err)
	case key != "" && !c.end.mayKey:
		return "", faultf(engine.LLMConfig, "use https, or a server on this machine",
			"the key is not sent to %s, because the connection is neither encrypted nor within this machine", c.end.host)
	}
	if strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return "", faultf(engine.LLMAuth, "check where the key of provider "+c.o.Name+" comes from",
			"the key has a space, a line's end or another character that no key has")
	}
	return key, nil
}

// adapt changes a refused request so that the server may accept it: without a tool, in the
// protocol's way, or with actions in text.
func (c *Client) adapt(ctx context.Context, key string, r *Request, p engine.Prompt, f *fault) bool {
	if c.leavesOut(r, f) {
		return true
	}
	if f.kind == engine.LLMConfig && c.p.Adapt != nil && c.p.Adapt(r, f.err.Error()) {
		return true
	}
	if !c.refusesTools(*r, f) {
		return false
	}
	inText, wrong := c.requestAs(ctx, key, r.Model, p, false)
	if wrong != nil {
		return false
	}
	inText.fields, inText.note = r.fields, r.note
	inText.addNote(c.noTools(r.Model, r.blamed > 0))
	*r = inText
	return true
}

// request makes the prompt a request that fits, or says why it does not.
func (c *Client) request(ctx context.Context, key string, p engine.Prompt) (Request, *fault) {
	model, f := c.chooseModel(ctx, key, p.Model)
	if f != nil {
		return Request{}, f
	}
	native := len(p.Tools) > 0 && c.mayCall(model)
	r, f := c.requestAs(ctx, key, model, p, native)
	if !native || c.o.Mode(model) != ToolsAuto {
		return r, f
	}
	note := ""
	switch {
	case f == nil && c.of(model).NoTools:
		note = c.noTools(model, false)
	case !Crowded(p, r.Window):
		return r, f
	}
	r, f = c.requestAs(ctx, key, model, p, false)
	r.note = note
	return r, f
}

// requestAs makes the prompt a request with tools, or in text.
func (c *Client) requestAs(ctx context.Context, key, model string, p engine.Prompt, native bool) (Request, *fault) {
	p, f := c.showing(ctx, key, model, p)
	if f != nil {
		return Request{}, f
	}
	r := Request{Base: c.end.base, Model: model, System: p.InText(), Messages: messages(p, c.o.Name, native),
		Schema: p.Schema, MaxTokens: p.MaxTokens, fields: c.of(model).fields.clone()}
	switch {
	case native:
		r.System, r.Tools = p.System, c.offered(model, p.Tools)
	case p.Forms != "":
		r.Schema = nil // an answer that is bound to it could be no action
	}
	size := r.estimate()
	known, output := 0, 0
	if c.o.Known != nil {
		known, output = c.o.Known(model)
	}
	room := r.MaxTokens
	if room <= 0 {
		room = 1024
	}
	r.size = size
	r.Need = size + room
	r.Window = c.window(ctx, key, model, known, r.Need)
	if ctx.Err() != nil {
		return r, faultf(engine.LLMUnavailable, "", "%w", context.Cause(ctx))
	}
	if r.MaxTokens <= 0 && r.Window > 0 {
		room = min(room, r.Window/4)
		r.Need = size + room
	}
	if r.Window > 0 && r.Need > r.Window {
		return r, faultf(engine.LLMTooLarge, hintTooLarge, "%w",
			&TooLargeError{Model: clip(model, maxName), Need: r.Need, Reply: room, Window: r.Window})
	}
	if r.MaxTokens <= 0 && c.p.Output > 0 {
		r.MaxTokens = c.output(output, r.Window, size)
	}
	return r, nil
}

// output is the length of a reply for a protocol that must be told one: what
// the model can, within reason and within the window.
func (c *Client) output(known, window, size int) int {
	const most = 32000
	n := c.p.Output
	if known > 0 {
		n = min(known, most)
	}
	if window > 0 {
		n = min(n, window-size)
	}
	return max(n, 1)
}

// chooseModel is the prompt's model, the configured one, or the first that a
// server on this machine has.
func (c *Client) chooseModel(ctx context.Context, key, asked string) (string, *fault) {
	if asked != "" {
		return asked, nil
	}
	if c.o.Model != "" {
		return c.o.Model, nil
	}
	if !c.o.Local || c.p.Models == nil {
		return "", faultf(engine.LLMConfig, "name one with -m, or set providers."+c.o.Name+".model", "no model is configured")
	}
	if chosen := c.of("").chosen; chosen != "" {
		return chosen, nil
	}
	models, f := c.models(ctx, key)
	if f != nil {
		return "", f
	}
	c.learn("", func(l *learned) { l.chosen = models[0].Name })
	return models[0].Name, nil
}

// learnWindow notes the window that a server names when it refuses a prompt.
func (c *Client) learnWindow(model string, f *fault) {
	var over engine.Oversize
	if f == nil || f.kind != engine.LLMTooLarge || !errors.As(f.err, &over) {
		return
	}
	if _, window := over.Fits(); window > 0 {
		c.learn(model, func(l *learned) { l.window = window })
	}
}

// models lists the models of the server; none is a fault.
func (c *Client) models(ctx context.Context, key string) ([]Offer, *fault) {
	models, err := c.p.Models(ctx, c.asker(key))
	if err != nil {
		return nil, c.asFault(err)
	}
	// A name is sent back as it is, so it must be one that can be shown as it is.
	mask := masker(key)
	models = slices.DeleteFunc(models, func(o Offer) bool {
		return o.Name == "" || clip(mask(o.Name), maxModel) != o.Name
	})
	if len(models) > 0 {
		return models, nil
	}
	f := faultf(engine.LLMConfig, "", "the server at %s has no model", c.end.host)
	if c.p.NoModel != nil {
		f.hint = c.p.NoModel("")
	}
	return nil, f
}

// Models lists the models of the server, in its order. A failure is an *engine.LLMError,
// as a server without a model is.
func (c *Client) Models(ctx context.Context) ([]Offer, error) {
	key, f := c.credentials(ctx)
	var models []Offer
	if f == nil {
		models, f = c.models(ctx, key)
	}
	if f != nil {
		return nil, c.failure(f, 1)
	}
	return models, nil
}

// askedAbout is how many models a server is asked about one by one.
const askedAbout = 100

// Windows fills in the windows of models where the server has to be asked about each. What it
// does not say stays unknown.
func (c *Client) Windows(ctx context.Context, models []Offer) {
	key, f := c.credentials(ctx)
	if f != nil || !c.p.AboutEach {
		return
	}
	for i := range models[:min(len(models), askedAbout)] {
		about, err := c.ask(ctx, key, models[i].Name)
		if ctx.Err() != nil {
			return
		}
		if err == nil {
			models[i].Window = max(0, about.Window)
		}
	}
}

// window is the model's window: as configured, from the table, or from the
// server where it is worth asking. 0 is unknown: then the server decides.
func (c *Client) window(ctx context.Context, key, model string, known, need int) int {
	over := c.p.AskOver
	if !c.o.Local {
		over = max(over, 16384) // a service refuses what does not fit, and its list is long
	}
	switch {
	case c.o.Context > 0:
		return c.o.Context
	case c.of(model).window > 0:
		return c.of(model).window
	case known > 0:
		return known
	case c.p.About == nil || need <= over:
		return 0
	}
	about, err := c.ask(ctx, key, model)
	if err != nil || about.Window < 0 {
		return 0 // the prompt itself will show what is wrong
	}
	return about.Window
}

// faultError carries a fault through a function of a protocol.
type faultError struct{ *fault }

func (e faultError) Error() string { return e.err.Error() }
func (e faultError) Unwrap() error { return e.err }

func (c *Client) asFault(err error) *fault {
	var fe faultError
	if errors.As(err, &fe) {
		return fe.fault
	}
	return &fault{kind: engine.LLMUnavailable, err: err, after: -1}
}
