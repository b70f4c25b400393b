package wire

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strings"

	"pp/engine"
)

// Bounds of what a reply holds beside its text.
const (
	mostCalls = 128     // no model means more
	maxKept   = 1 << 20 // bytes of reasoning that is kept
	maxCallID = 200     // bytes; one that is longer is not kept
)

// CallPiece is what an event says of a call.
type CallPiece struct {
	// Key tells the calls of a reply apart where the protocol numbers them; Unnumbered
	// where it does not.
	Key  int
	ID   string
	Tool string
	Args string // a piece of the JSON
	Mark string
	// Whole says that nothing more of the call comes.
	Whole bool
}

// Unnumbered is the key of a call that the protocol gives no number.
const Unnumbered = -1

// pendingCall is a call that may still grow.
type pendingCall struct {
	key      int
	id, tool string
	mark     string
	args     []byte
	whole    bool
}

// Call adds a piece of a call. Servers differ in how they mark that a piece belongs to
// a call that has begun: by a number, by an identifier, or by nothing.
func (r *Result) Call(p CallPiece) {
	r.size += len(p.Args) + len(p.ID) + len(p.Tool) + len(p.Mark)
	c := r.continued(p)
	if c == nil {
		c = &pendingCall{key: p.Key, id: p.ID, tool: p.Tool}
		r.calls = append(r.calls, c)
	} else if p.Tool != c.tool && len(c.args) == 0 {
		c.tool += p.Tool // the name may come in pieces too
	}
	c.id = cmp.Or(c.id, p.ID)
	c.args = append(c.args, p.Args...)
	c.mark += p.Mark
	c.whole = p.Whole
}

// continued is the call that a piece goes on with; nil for a new one.
func (r *Result) continued(p CallPiece) *pendingCall {
	if p.Whole || len(r.calls) == 0 {
		return nil
	}
	var c *pendingCall
	for i := len(r.calls) - 1; i >= 0 && c == nil; i-- {
		if at := r.calls[i]; !at.whole && (p.Key == Unnumbered || at.key == p.Key) &&
			(p.ID == "" || at.id == "" || at.id == p.ID) {
			c = at
		}
	}
	// Without an identifier, a piece that names a tool begins a new call once the
	// arguments before are whole: some servers give every call the same number or none.
	if c != nil && p.ID == "" && p.Tool != "" && p.Args != "" && isObject(c.args) {
		return nil
	}
	return c
}

func isObject(args []byte) bool {
	args = bytes.TrimSpace(args)
	return len(args) > 1 && args[0] == '{' && args[len(args)-1] == '}' && json.Valid(args)
}

// Calls are the calls of the reply.
func (r *Result) Calls() []engine.ToolCall {
	var out []engine.ToolCall
	used := map[string]bool{}
	for _, c := range r.calls {
		call := engine.ToolCall{ID: c.id, Tool: clip(c.tool, maxModel), Args: string(c.args), Mark: c.mark}
		if call.Tool == "" && call.Args == "" {
			continue // some servers send an empty one
		}
		if len(call.ID) > maxCallID || used[call.ID] {
			call.ID = "" // who keeps the conversation gives one
		}
		used[call.ID] = call.ID != ""
		out = append(out, call)
	}
	return out
}

// dropBroken drops the calls with incomplete arguments from a reply that may have been cut.
func (r *Result) dropBroken() {
	last := len(r.calls) - 1
	whole := r.calls[:0]
	for i, c := range r.calls {
		empty := len(bytes.TrimSpace(c.args)) == 0
		if c.whole || isObject(c.args) || empty && i < last {
			whole = append(whole, c)
			continue
		}
		r.Broken = append(r.Broken, clip(c.tool, maxModel))
	}
	r.calls = whole
}

// written is what the calls have cost to write.
func (r *Result) written() string {
	var b strings.Builder
	for _, c := range r.calls {
		b.WriteString(c.tool)
		b.Write(c.args)
	}
	return b.String()
}

// Thought is a piece of reasoning that its service wants to see again as it was.
type Thought struct {
	// At is where it stood: 0 is before the text, n before the nth call.
	At   int    `json:"at,omitempty"`
	Kind string `json:"kind"` // the protocol's word
	Text string `json:"text,omitempty"`
	Sign string `json:"sign,omitempty"`
	// More is what else there is to it, as an object.
	More json.RawMessage `json:"more,omitempty"`
}

// pendingThought is a thought that may still grow.
type pendingThought struct {
	Thought
	key  int
	text []byte
}

// Think adds a piece of reasoning that must go back to the service. Pieces with the same
// key and kind are one.
func (r *Result) Think(key int, t Thought) {
	if r.thoughtSize += len(t.Text) + len(t.Sign) + len(t.More); r.thoughtSize > maxKept {
		r.thoughts = nil
		return
	}
	for i := len(r.thoughts) - 1; i >= 0; i-- {
		if at := r.thoughts[i]; at.key == key && at.Kind == t.Kind {
			at.text = append(at.text, t.Text...)
			at.Sign += t.Sign
			return
		}
	}
	if r.Said || len(r.calls) > 0 {
		t.At = 1 + len(r.calls)
	}
	r.thoughts = append(r.thoughts, &pendingThought{Thought: t, key: key, text: []byte(t.Text)})
}

// kept is the reasoning as a conversation keeps it; "" for none.
func (r *Result) kept() string {
	if len(r.thoughts) == 0 || len(r.calls) == 0 {
		return "" // no service wants that of a reply without calls
	}
	out := make([]Thought, 0, len(r.thoughts))
	for _, t := range r.thoughts {
		t.Text = string(t.text)
		out = append(out, t.Thought)
	}
	data, err := encode(out)
	if err != nil {
		return ""
	}
	return string(data)
}

// readThoughts reads what kept gave. What is none of it is nothing.
func readThoughts(data string) []Thought {
	var out []Thought
	if data == "" || json.Unmarshal([]byte(data), &out) != nil {
		return nil
	}
	return out
}

// Arguments are the arguments of a call, which some servers give as an object and
// some as its text.
type Arguments string

// UnmarshalJSON implements json.Unmarshaler.
func (a *Arguments) UnmarshalJSON(data []byte) error {
	switch {
	case string(data) == "null":
	case data[0] == '"':
		return json.Unmarshal(data, (*string)(a))
	default:
		*a = Arguments(data)
	}
	return nil
}
