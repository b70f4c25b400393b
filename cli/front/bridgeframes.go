package front

import (
	"errors"
	"io"
	"strings"
	"sync"
	"time"

	"pp/cli/exit"
	"pp/engine"
	"pp/sexp"
)

// sender writes frames. It is safe for concurrent use.
type sender struct {
	mu   sync.Mutex
	out  io.Writer
	mask func(string) string
	buf  []byte
	gone func(error) // called when the client takes no more, which may be several times
}

// tag is what the frames have in their :META that answer one message.
type tag struct {
	id      sexp.Value // nil for none
	session string     // "" for none
}

// list makes a property list of keys and values, without the empty ones: "", nil and false.
func list(pairs ...any) sexp.Plist {
	p := sexp.NewPlist()
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := value(pairs[i+1]); v != nil {
			p = p.With(pairs[i].(string), v)
		}
	}
	return p
}

// value is what a frame has for a value; nil for an empty one.
func value(v any) sexp.Value {
	switch v := v.(type) {
	case sexp.Value:
		return v
	case string:
		if v != "" {
			return text(v)
		}
	case int:
		return sexp.Int(int64(v))
	case bool:
		if v {
			return sexp.T
		}
	case []string:
		if len(v) > 0 {
			return texts(v)
		}
	case []sexp.Plist:
		if len(v) > 0 {
			return plists(v)
		}
	case time.Time:
		if !v.IsZero() {
			return sexp.String(v.Format(time.RFC3339))
		}
	}
	return nil
}

// text is a text as a frame may have it.
func text(s string) sexp.Value { return sexp.String(strings.ToValidUTF8(s, "\uFFFD")) }

func texts(list []string) sexp.Value { return listOf(list, text) }

func plists(list []sexp.Plist) sexp.Value { return listOf(list, sexp.Plist.Value) }

func listOf[T any](list []T, of func(T) sexp.Value) sexp.Value {
	out := make([]sexp.Value, 0, len(list))
	for _, item := range list {
		out = append(out, of(item))
	}
	return sexp.NewList(out...)
}

func keyword(s string) sexp.Value { return sexp.Keyword(strings.ToUpper(s)) }

// masked is a value with the secrets in its texts masked, but for what is for the person alone: the tokens.
func (s *sender) masked(v sexp.Value) sexp.Value {
	if p, err := sexp.AsPlist(v); err == nil {
		out := sexp.NewPlist()
		for key, v := range p.All() {
			if key != "TOKEN" && key != "CONNECTION" {
				v = s.masked(v)
			}
			out = out.With(key, v)
		}
		return out.Value()
	}
	switch v := v.(type) {
	case sexp.String:
		return text(s.mask(string(v)))
	case sexp.List:
		out := make([]sexp.Value, 0, v.Len())
		for _, item := range v.All() {
			out = append(out, s.masked(item))
		}
		return sexp.NewList(out...)
	}
	return v
}

// send writes a message whose secrets are masked. What is too long for a frame is an error to the client instead.
func (s *sender) send(kind string, t tag, payload sexp.Plist) {
	if err := s.sendRaw(kind, t, s.masked(payload.Value())); errors.Is(err, sexp.ErrFrameLength) {
		s.fail(t, &exit.Error{Kind: "length", Err: errors.New("what was to be sent is too long for a frame"),
			Hint: "`pp trace` and `pp sessions` have it"})
	}
}

// sendRaw writes a message as it is. The error is sexp.ErrFrameLength; a client that is gone is none.
func (s *sender) sendRaw(kind string, t tag, payload sexp.Value) error {
	envelope := list("TYPE", keyword(kind))
	if meta := list("ID", t.id, "SESSION", t.session); meta.Len() > 0 {
		envelope = envelope.With("META", meta.Value())
	}
	envelope = envelope.With("PAYLOAD", payload)
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.buf, err = sexp.AppendFrame(s.buf[:0], envelope.Value()); err != nil {
		return err
	}
	if _, err := s.out.Write(s.buf); err != nil {
		s.gone(err)
	}
	if cap(s.buf) > maxKept {
		s.buf = nil
	}
	return nil
}

// maxKept is how large a buffer is kept between frames, in bytes.
const maxKept = 1 << 20

// fail tells the client of an error.
func (s *sender) fail(t tag, err error) {
	f := exit.Classify(err)
	s.send("EVENT", t, list("ACTION", keyword("error"), "KIND", keyword(f.Kind), "MESSAGE", f.Message(), "HINT", f.Hint))
}

// notes is a stream on which pp says what a person should know, or shows what a command prints: each piece is a
// message.
type notes struct {
	*bridgeServer
	action string // NOTE or OUTPUT
}

// Write implements io.Writer.
func (n notes) Write(p []byte) (int, error) {
	if n.now.wants(n.action) {
		n.frames.send("LOG", n.now.tag(), list("ACTION", keyword(n.action), "TEXT", strings.TrimSuffix(string(p), "\n")))
	}
	return len(p), nil
}

// traceOf is what every gate said of an action.
func traceOf(v engine.Verdict, final bool) sexp.Plist {
	var steps []sexp.Plist
	for _, s := range v.Trace {
		steps = append(steps, list("GATE", s.Gate, "PRIORITY", s.Priority, "DECISION", keyword(s.Decision.String()),
			"RULE", s.Rule, "REASON", s.Reason))
	}
	return list("ACTION", keyword("gate-trace"), "DECISION", keyword(v.Decision.String()), "FINAL", final,
		"REQUEST", v.Action.Canonical(), "REASON", v.Sentence(), "STEPS", steps)
}
