package wire

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"

	"pp/engine"
)

// Protocol is what differs from one wire protocol to the next. Its functions
// are called from the goroutine of Complete and keep no state; Path, Header,
// Body and Read must be set.
type Protocol struct {
	// Path is what follows the base URL for a prompt to a model, query included.
	Path func(model string) string
	// Header puts the key, when there is one, and what else the protocol wants.
	Header func(h http.Header, key string)
	// Body is the request, for encoding/json.
	Body func(r Request) any
	// Framing says how the reply's events follow each other.
	Framing Framing
	// Read reads an event of a reply.
	Read ReadEvent

	// Adapt may change a request that the server refused with a message, by
	// Request.Refuse, and reports whether to send it again at once.
	Adapt func(r *Request, message string) bool
	// Output is the reply's length in tokens that the protocol must be told; 0
	// when it need not be.
	Output int
	// Models lists the models of the server; nil when it cannot be asked.
	Models func(ctx context.Context, ask Asker) ([]Offer, error)
	// About asks the server for what it says of a model. nil when it cannot be asked.
	About func(ctx context.Context, ask Asker, model string) (About, error)
	// AboutEach says that the list of models has no windows, so that each model is asked about.
	AboutEach bool
	// Documents says that the protocol has a place for a PDF.
	Documents bool
	// AskOver is the size of a request in tokens from which it is worth asking
	// for the window of a server on this machine.
	AskOver int
	// NoModel is the hint when the server does not have the model.
	NoModel func(model string) string
	// Truncates says that the server may silently drop the part of a prompt that does
	// not fit its window, wherever it runs.
	Truncates bool
	// Start is the hint when nobody listens on this machine.
	Start string
}

// Asker asks the server something that is no prompt, and reads its JSON into out.
// body nil sends a GET.
type Asker func(ctx context.Context, path string, body, out any) error

// Offer is a model that a server offers, with what its list says of it. Zero fields are unknown.
type Offer struct {
	Name          string
	Window        int     // in tokens
	Input, Output float64 // dollars for a million tokens, where Priced
	Priced        bool
}

// About is what a server says of a model.
type About struct {
	Window int // in tokens; 0 is unknown
	// NoTools says that the model can call none.
	NoTools bool
	// Sees says that it takes pictures, and Documents that it takes PDF.
	Sees, Documents bool
}

// Request is a prompt as a protocol sends it.
type Request struct {
	Base   string // the base URL
	Model  string
	System string
	// Tools are what the model may call; none where it acts in text or not at all.
	Tools    []Tool
	Messages []Message
	// Schema is the JSON schema that the answer should fit; nil is any answer. A protocol
	// that has no place for one leaves it out.
	Schema json.RawMessage
	// MaxTokens bounds the reply; 0 leaves it to the server.
	MaxTokens int
	// Need is the estimated size in tokens, room for the reply included.
	Need int
	size int // estimated size of the prompt alone
	// Window is the model's window in tokens; 0 is unknown.
	Window int
	fields
	note   string // for the person, with the reply
	blamed int    // how many of pp's own tools the server refused
}

// addNote adds a note for the person.
func (r *Request) addNote(text string) {
	if r.note != "" {
		text = r.note + "; " + text
	}
	r.note = text
}

// fields lists the fields of a request that a server has refused or demanded.
type fields struct{ refused, demanded []string }

// clone returns a copy that can be added to.
func (f fields) clone() fields { return fields{slices.Clone(f.refused), slices.Clone(f.demanded)} }

// Refuse notes that the server does not know a field. It reports whether that
// is news.
func (f *fields) Refuse(field string) bool { return added(&f.refused, field) }

// Refused reports whether the server does not know a field.
func (f *fields) Refused(field string) bool { return slices.Contains(f.refused, field) }

// Demand notes that the server wants a field that is missing in a part of the request. It
// reports whether this is new.
func (f *fields) Demand(field string) bool { return added(&f.demanded, field) }

// Demanded reports whether the server wants a field everywhere.
func (f *fields) Demanded(field string) bool { return slices.Contains(f.demanded, field) }

// added adds a field to a list, and reports whether it was not there.
func added(list *[]string, field string) bool {
	if slices.Contains(*list, field) {
		return false
	}
	*list = append(*list, field)
	return true
}

// Demands reports whether an error that names a field asks for it. Any other error about a
// field means that the server refuses it.
func Demands(message string) bool {
	has := HasAny(strings.ToLower(message))
	refuses := has("must not", "not be", "not support", "unsupported", "not permitted", "not allowed", "not required",
		"unknown", "unrecognized", "unexpected", "extra input", "forbidden", "cannot find field")
	return !refuses && has("must", "missing", "require", "passed back", "expected", "need")
}

// ReadEvent takes the data of one event of a reply, or the whole reply of a server
// that does not stream, and adds to res what it says: the calls with Result.Call, and
// with Result.Think what of the reasoning must go back. It returns the text it adds to
// the answer, and whether no event can follow. A *ServerError is an error that the
// server reported; any other error says that the data is not the protocol's.
type ReadEvent func(res *Result, data []byte) (text string, end bool, err error)

// Result is what a reply says of itself.
type Result struct {
	Model  string
	Stop   Stop
	Finish string // the protocol's own word
	Detail string // what a refusal says
	Usage  engine.Usage
	// Cost is what the server says it cost in dollars; nil when it does not.
	Cost *float64
	// Broken lists the tools of calls that were cut off with the reply.
	Broken []string
	// Said says that there is text already, which who reads a whole reply sets itself.
	Said bool

	calls       []*pendingCall
	thoughts    []*pendingThought
	thoughtSize int
	size        int // bytes of the calls
}

// Bearer is the Header of a protocol that sends a key, when there is one, as a
// bearer token.
func Bearer(h http.Header, key string) {
	if key != "" {
		h.Set("Authorization", "Bearer "+key)
	}
}
