package wire

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptrace"
	"slices"
	"strings"
	"sync"
	"time"

	"pp/engine"
)

// once sends a request and reads the reply.
func (c *Client) once(ctx context.Context, key string, r *Request, preview func(string)) (engine.Reply, *fault) {
	mask := masker(key)
	x, f := c.open(ctx, key, r.Model, c.p.Path(r.Model), c.p.Body(*r), mask)
	if f != nil {
		if errors.Is(f.err, errFirstByte) { // it may have been at work on it
			f.err = &ReplyError{Err: f.err, Model: r.Model, Used: used(Result{}, *r, "")}
		}
		return engine.Reply{}, f
	}
	defer x.close()
	text, res, err := Decode(x.body, c.p.Read, Reading{Framing: c.p.Framing, Limit: c.o.Limits.Reply, Preview: preview,
		Mask: mask, Ended: x.ended})
	if err != nil {
		wrote := text + res.written()
		f := c.classifyReply(x.cause(err), wrote, r.Model)
		if f.spent {
			f.err = &ReplyError{Err: f.err, Model: r.Model, Used: used(res, *r, wrote)}
		}
		return engine.Reply{}, f
	}
	// The name is shown, kept and printed by whoever asks what was spent.
	reply := engine.Reply{Text: text, Calls: res.Calls(), Native: len(r.Tools) > 0, Provider: c.o.Name,
		Model: clip(mask(res.Model), maxModel),
		Usage: res.Usage}
	marked := func(c engine.ToolCall) bool { return c.Mark != "" }
	if data := res.kept(); data != "" || slices.ContainsFunc(reply.Calls, marked) {
		reply.Kept = engine.Thoughts{Provider: c.o.Name, Data: data}
	}
	reply.Model = cmp.Or(reply.Model, r.Model)
	if res.Cost != nil {
		reply.Cost, reply.Priced = *res.Cost, true
	}
	ended := c.ended(res, mask)
	if res.Stop.isCut() || len(res.Broken) > 0 && res.Stop != StopRefused {
		reply.Cut, reply.CutCall = ended, len(res.Broken) > 0
	}
	notes := slices.DeleteFunc([]string{r.note, ended, c.doubt(*r, res.Usage.Input)},
		func(note string) bool { return note == "" })
	reply.Note = strings.Join(notes, "; ")
	return reply, nil
}

// ended describes for the person how a reply ended; "" if the model was done.
func (c *Client) ended(res Result, mask func(string) string) string {
	if len(res.Broken) == 0 && (res.Stop == StopNone || res.Stop == StopWhole) {
		return ""
	}
	end := StopError{Stop: res.Stop, Finish: clip(mask(res.Finish), maxName), Detail: clip(mask(res.Detail), maxText)}
	text := c.o.Name + ": " + end.Error()
	if len(res.Broken) > 0 {
		text += "; it also cut off a call (" + clip(mask(strings.Join(res.Broken, ", ")), maxName) + ")"
	}
	return text
}

// doubt warns the person about a server that may silently drop the part of a prompt that
// does not fit its window. Ollama does so, also through its OpenAI protocol, where pp cannot
// ask for a window, and then counts exactly that window. Counts may omit a cached part, so a
// small one proves nothing if the prompt is far from filling the window.
func (c *Client) doubt(r Request, read int) string {
	if !c.o.Local && !c.p.Truncates || r.size <= smallestWindow || read <= 0 || read >= r.size {
		return ""
	}
	hint := "; if it is Ollama, set protocol = \"ollama\""
	cut := read%1024 == 0 || 2*read < r.size
	if c.p.Truncates {
		hint = ""
		cut = read < r.least() && (read%1024 == 0 || r.Window > 0 && r.Need > r.Window*7/8)
	}
	if !cut {
		return ""
	}
	return fmt.Sprintf("%s counted %d tokens of a prompt of about %d, so it may have left something out%s", c.o.Name, read,
		r.size, hint)
}

// ReplyError is a reply that came and is no answer, though it was paid for.
type ReplyError struct {
	Err   error
	Model string
	Used  engine.Usage // as the server said, or estimated
}

// Error implements error.
func (e *ReplyError) Error() string { return e.Err.Error() }

// Unwrap returns what was wrong with the reply.
func (e *ReplyError) Unwrap() error { return e.Err }

// Spent is what the reply used, for a budget.
func (e *ReplyError) Spent() (model string, u engine.Usage) { return e.Model, e.Used }

// used is what a failed reply used: a reply that broke off rarely says.
func used(res Result, r Request, text string) engine.Usage {
	u := res.Usage
	u.Input = cmp.Or(u.Input, r.size)
	if text != "" {
		u.Output = max(u.Output, EstimateText(text))
	}
	return u
}

// exchange is an open response with its limits.
type exchange struct {
	body  io.Reader
	ended func() // the reply is whole: nobody need wait long for what follows
	close func()
	ctx   context.Context
	mask  func(string) string
}

// cause is why a reply is no answer: what it says, the limit that was reached,
// or how the connection ended.
func (x *exchange) cause(err error) error {
	switch {
	case aboutReply(err):
		return err
	case x.ctx.Err() != nil:
		return context.Cause(x.ctx)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return ErrTruncated
	}
	return fmt.Errorf("%w: %w", ErrTruncated, broken(err, x.mask))
}

// aboutReply reports whether an error is about what was read, not about reading.
func aboutReply(err error) bool {
	for _, v := range []error{ErrTruncated, ErrTooLong, ErrGarbage, engine.ErrEmptyReply} {
		if errors.Is(err, v) {
			return true
		}
	}
	return errors.As(err, new(*ServerError)) || errors.As(err, new(*StopError))
}

// open sends a request and returns its response, status 200, or the fault.
func (c *Client) open(ctx context.Context, key, model, path string, body any, mask func(string) string) (*exchange,
	*fault) {
	ctx, cancel := context.WithCancelCause(ctx)
	dog := &watchdog{cancel: cancel}
	end := func() { dog.disarm(); cancel(nil) }
	req, f := c.newRequest(ctx, dog, key, path, body)
	if f != nil {
		end()
		return nil, f
	}
	res, err := c.http.Do(req)
	if err != nil {
		defer end()
		if ctx.Err() != nil {
			return nil, faultf(engine.LLMUnavailable, "", "%w", context.Cause(ctx))
		}
		return nil, c.classifyConnection(err, mask)
	}
	in := &watched{r: res.Body, dog: dog, idle: c.o.Limits.Idle}
	x := &exchange{ctx: ctx, mask: mask, body: in, ended: func() { in.idle = min(in.idle, afterEnd) },
		close: func() { end(); _ = res.Body.Close() }}
	if res.StatusCode == http.StatusOK {
		return x, nil
	}
	defer x.close()
	var text []byte
	// After 101 the body is the bare connection, whose reading nothing ends.
	if res.StatusCode != http.StatusSwitchingProtocols {
		// What could not be read of an error only leaves its text out.
		text, _ = io.ReadAll(io.LimitReader(x.body, maxError))
	}
	if ctx.Err() != nil {
		return nil, faultf(engine.LLMUnavailable, "", "HTTP %d, and then: %w", res.StatusCode, context.Cause(ctx))
	}
	f = c.classifyStatus(res, text, model, mask)
	if f.kind == engine.LLMAuth {
		c.forget()
	}
	return nil, f
}

// newRequest makes a request whose limit on the first byte runs from the moment
// it has a connection.
func (c *Client) newRequest(ctx context.Context, dog *watchdog, key, path string, body any) (*http.Request, *fault) {
	method, payload := http.MethodGet, []byte(nil)
	if body != nil {
		var err error
		if payload, err = encode(body); err != nil {
			return nil, faultf(engine.LLMConfig, "", "making the request: %w", err)
		}
		method = http.MethodPost
	}
	firstByte := c.o.Limits.FirstByte
	if c.o.Local {
		firstByte = 0
	}
	ctx = httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(httptrace.GotConnInfo) { dog.arm(firstByte, errFirstByte) },
	})
	req, err := http.NewRequestWithContext(ctx, method, c.end.base+path, bytes.NewReader(payload))
	if err != nil {
		return nil, faultf(engine.LLMConfig, "check base_url and the model's name",
			"the address of the request cannot be read")
	}
	c.header(req.Header, key, body != nil)
	return req, nil
}

func (c *Client) header(h http.Header, key string, post bool) {
	h.Set("User-Agent", "pp")
	if post {
		h.Set("Content-Type", "application/json")
	}
	// A kept connection that the server closes in this instant is replaced by a
	// new one. net/http does that only for requests it may repeat, and takes an
	// empty key, which is not sent, for that permission.
	h["Idempotency-Key"] = []string{}
	c.p.Header(h, key)
}

// encode writes JSON without escaping <, > and &, which a prompt is full of.
func encode(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// asker asks the server something that is no prompt, within a limit of its own.
func (c *Client) asker(key string) Asker {
	return func(ctx context.Context, path string, body, out any) error {
		ctx, cancel := context.WithTimeoutCause(ctx, auxiliary, fmt.Errorf("no answer within %v", auxiliary))
		defer cancel()
		f := c.post(ctx, key, "", path, body, out, maxAnswer)
		switch {
		case f == nil:
			return nil
		case errors.Is(f.err, ErrTooLong), errors.Is(f.err, ErrGarbage):
			return f.err
		}
		return faultError{f}
	}
}

// Post sends something to a model that is no prompt, such as texts to embed, and reads the JSON
// of the answer, of at most so many bytes, into out. It has the limits, the tries and the
// errors of Complete.
func (c *Client) Post(ctx context.Context, model, path string, body, out any, most int64) error {
	return c.within(ctx, func(ctx context.Context) (int, *fault) {
		key, f := c.credentials(ctx)
		if f != nil {
			return 0, f
		}
		return c.again(ctx, func() (*fault, bool) { return c.post(ctx, key, model, path, body, out, most), false })
	})
}

// post sends a body, or with none asks for a path, and reads JSON.
func (c *Client) post(ctx context.Context, key, model, path string, body, out any, most int64) *fault {
	x, f := c.open(ctx, key, model, path, body, masker(key))
	if f != nil {
		return f
	}
	defer x.close()
	data, err := io.ReadAll(io.LimitReader(x.body, most+1))
	switch {
	case err != nil:
		return c.asFault(x.cause(err))
	case int64(len(data)) > most:
		err = ErrTooLong
	case json.Unmarshal(data, out) != nil:
		err = ErrGarbage
	default:
		return nil
	}
	return &fault{kind: engine.LLMUnavailable, err: err, after: -1,
		hint: "check base_url and the protocol of provider " + c.o.Name}
}

// watchdog cancels an exchange when what it waits for does not come.
type watchdog struct {
	cancel context.CancelCauseFunc
	mu     sync.Mutex
	timer  *time.Timer
}

// arm starts to wait; 0 waits for ever.
func (w *watchdog) arm(d time.Duration, cause error) {
	w.disarm()
	if d <= 0 {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.timer = time.AfterFunc(d, func() { w.cancel(cause) })
}

func (w *watchdog) disarm() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.timer != nil {
		w.timer.Stop()
		w.timer = nil
	}
}

// watched reads a body under the limits: the first byte's, which runs since the
// connection, then the idle one, which runs only while something is waited for.
type watched struct {
	r     io.Reader
	dog   *watchdog
	idle  time.Duration
	begun bool
}

func (w *watched) Read(p []byte) (int, error) {
	if w.begun {
		w.dog.arm(w.idle, errIdle)
	}
	n, err := w.r.Read(p)
	if n > 0 || err != nil {
		w.begun = true
		w.dog.disarm()
	}
	return n, err
}
