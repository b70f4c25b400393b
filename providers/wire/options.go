package wire

import (
	"context"
	"net"
	"time"

	"pp/engine"
)

// Options are what a provider is made of. Name and BaseURL must be set; every
// other zero value is a default. A mistake in them is not an error of the
// constructor but of every Complete, with kind engine.LLMConfig, so that a
// cascade goes on to the next provider and says why.
type Options struct {
	Name    string // as configured; it is in every reply and error
	BaseURL string // without a slash at the end
	Model   string // "" lets the protocol choose, where it can
	// Key gives the key. It is asked when the first request needs it, its answer
	// is kept until a server refuses it, and it must return soon after ctx is
	// cancelled. nil, or an empty secret, sends no key.
	Key func(ctx context.Context) (engine.Secret, error)
	// Context is the window in tokens; 0 asks Known, then the server.
	Context int
	// Known is what the table of models says: a model's window and its longest
	// reply in tokens, 0 for unknown. May be nil.
	Known func(model string) (window, output int)
	// Tools says how a model is given tools; ToolsOf says it of single models.
	Tools   ToolMode
	ToolsOf map[string]ToolMode
	// NoTools is what the table says: that a model can call none. May be nil.
	NoTools func(model string) bool
	// Sees is what the table says: that a model takes pictures and documents. May be nil.
	Sees func(model string) bool
	// Images is the person's word that every model of the server takes pictures.
	Images bool
	// Memory remembers which models of the server refused tools; nil remembers none.
	Memory Memory
	// Local says that the server is on this machine: no limit on the first byte,
	// because loading a model takes its time, and no connection kept open.
	Local  bool
	Limits Limits
	// Clock is the time now, for a Retry-After that is a date; nil ignores dates.
	Clock func() time.Time
	// Sleep waits between tries and returns early when ctx is done; nil waits.
	Sleep func(ctx context.Context, d time.Duration) error
	// Dialer opens connections; nil is the system's.
	Dialer Dialer
}

// Dialer opens a connection to "host:port", looking the host up where it is a
// name. *net.Dialer is one.
type Dialer interface {
	DialContext(ctx context.Context, network, address string) (net.Conn, error)
}

// Limits bound one Complete. Zero fields are those of DefaultLimits.
type Limits struct {
	Connect   time.Duration // to open a connection, and again for TLS
	FirstByte time.Duration // from the connection to the reply's first byte; not for local servers
	Idle      time.Duration // between two pieces of a reply
	Total     time.Duration // of the whole call, tries and waits included
	Wait      time.Duration // of all waits between tries together
	Tries     int           // requests
	Reply     int           // bytes of a reply's text
}

// DefaultLimits are the limits of a configuration that names none.
func DefaultLimits() Limits {
	return Limits{Connect: 10 * time.Second, FirstByte: 120 * time.Second, Idle: 60 * time.Second,
		Total: 10 * time.Minute, Wait: 30 * time.Second, Tries: 3, Reply: engine.DefaultLimits().ReplyBytes}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	for _, f := range []struct{ v, d *time.Duration }{
		{&l.Connect, &d.Connect}, {&l.FirstByte, &d.FirstByte}, {&l.Idle, &d.Idle}, {&l.Total, &d.Total}, {&l.Wait, &d.Wait},
	} {
		if *f.v <= 0 {
			*f.v = *f.d
		}
	}
	if l.Tries <= 0 {
		l.Tries = d.Tries
	}
	if l.Reply <= 0 {
		l.Reply = d.Reply
	}
	return l
}

// Bounds that nobody needs to change.
const (
	maxBody = 64 << 20 // bytes of a whole streamed reply, framing included
	maxLine = 8 << 20  // bytes of one event or line
	// No server's window is smaller, in tokens: what is shorter was not cut.
	smallestWindow = 2048
	maxError       = 64 << 10 // bytes read of an error's body
	maxText        = 300      // bytes shown of a server's error
	maxModel       = 200      // bytes of a model's name
	maxName        = 80       // bytes shown of a code, a name or a piece of garbage
	maxAnswer      = 4 << 20  // bytes of an answer that is not a reply, such as a list of models
	// afterEnd bounds the silence after a reply that is whole, of a server that
	// leaves the connection open.
	afterEnd = 2 * time.Second
	// auxiliary bounds the questions that are not the prompt: which models, which window.
	auxiliary = 10 * time.Second
)
