package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
)

// Provider answers a prompt. Complete returns soon after ctx is cancelled, and
// a reply that broke off is an error, not an answer.
type Provider interface {
	Complete(ctx context.Context, p Prompt) (Reply, error)
}

// Role is who speaks in a turn, as the model sees it.
type Role uint8

// The roles of a conversation.
const (
	RoleUser Role = iota
	RoleAssistant
	RoleTool
)

var roleNames = [...]string{"user", "assistant", "tool"}

// String returns the role in lower case.
func (r Role) String() string { return nameOf(roleNames[:], int(r)) }

// Turn is one piece of a conversation. Its calls and what it answers mean the same
// whatever protocol they came by, so that a conversation can go on with another.
type Turn struct {
	Role   Role
	Origin Origin
	Label  string     // what an untrusted text is: "standard input", a tool's name
	Text   string     // of the assistant: what it said beside its calls
	Failed bool       // the output of a tool that failed
	Denied bool       // the call was denied and never made
	Calls  []ToolCall // of the assistant: what it proposed in this turn, in order
	// Answers is the ID of the call that a tool's turn is the result of.
	Answers string
	// Kept is reasoning that the provider it came from wants to see again.
	Kept Thoughts
	// Picture is what an attachment shows; the text then says what it is.
	Picture Picture
	// Memory says that memory gave it: a provider that is to have none is not sent its text.
	Memory bool
	// Cut leaves out of prompts what came before this turn.
	Cut Cut
}

// Redacted is the turn with secrets masked in what it says. What a provider wants back
// as it was is left alone: nobody can read it.
func (t Turn) Redacted(by Redactor) Turn {
	t.Text, t.Label = Redact(by, t.Text), Redact(by, t.Label)
	t.Calls = slices.Clone(t.Calls)
	for i := range t.Calls {
		c := &t.Calls[i]
		c.Tool, c.Args, c.Form = Redact(by, c.Tool), Redact(by, c.Args), Redact(by, c.Form)
	}
	return t
}

// ToolCall is one tool call of a reply: a proposal by its structure, which no text can forge.
type ToolCall struct {
	// ID names the call in its conversation. The loop gives one where the protocol has none.
	ID   string
	Tool string // as the model named it
	Args string // a JSON object as the model wrote it, or whatever it wrote instead
	// Form is the action that it means, printed; "" of a call that means none.
	Form string
	// Mark goes back with the call to the provider it came from, as Kept does.
	Mark string
}

// Thoughts are what a provider wants back as it was, such as signed reasoning. Nobody
// else is ever sent it, and no one reads it. The zero value is nothing.
type Thoughts struct {
	Provider string // the configured name
	Data     string
}

// Prompt is everything a provider is given.
type Prompt struct {
	// System is what stays the same from prompt to prompt.
	System string
	// Tools are what may be called; none when nothing may be done.
	Tools []ToolSpec
	// Forms teaches a model without calls of its own how to act in text.
	Forms string
	// Context is what memory has for what the person said last; see Conversation.
	Context []Passage
	Turns   []Turn
	// Last changes from prompt to prompt, and is pp's own: it stands after the turns.
	Last string
	// Schema is the JSON schema that the answer should fit; nil is any answer. A provider
	// that knows no schemas leaves it out, so that the answer must be checked all the same.
	Schema json.RawMessage
	// Nonce marks the ends of untrusted text, so that the text cannot end itself.
	Nonce string
	// Model overrides the provider's default; "" leaves it.
	Model     string
	Tier      Tier
	MaxTokens int // 0: the provider's default
	// Preview receives text while it streams, for a terminal; may be nil. It is
	// called from the goroutine of Complete. An empty delta says that the reply begins
	// anew: what came before is no part of it.
	Preview func(delta string)
	// Stream receives the same text where it can be no action: of a model that makes
	// its calls natively, or may make none.
	Stream func(delta string)
}

// Anew tells who gets the text of a reply while it streams that it begins anew, since
// another provider is asked, or the same one again.
func (p Prompt) Anew() {
	for _, show := range [...]func(string){p.Preview, p.Stream} {
		if show != nil {
			show("")
		}
	}
}

// Tier is how much of a model a prompt wants.
type Tier uint8

// The tiers. The zero value leaves the choice to the selector.
const (
	TierAny Tier = iota
	TierReflex
	TierCognition
	TierReasoning
)

// Usage counts tokens. Zero fields are unknown or none.
type Usage struct {
	Input, Output int
	Cached        int // of Input: read from a cache
	Written       int // of Input: written to a cache, which some services sell dearer
	Reasoning     int // of Output
}

// Add returns the sum of two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{u.Input + v.Input, u.Output + v.Output, u.Cached + v.Cached, u.Written + v.Written,
		u.Reasoning + v.Reasoning}
}

// Reply is a provider's whole answer.
type Reply struct {
	Text   string
	Calls  []ToolCall // of a reply that acts; Text is then a remark
	Native bool       // the model could make calls: its text is not an action, except calls that its server left there
	Answer bool       // the text is an answer and never an action
	Kept   Thoughts
	// Cut says why the reply ends before the model was done, such as at its token limit; "" for a complete reply.
	// Calls then has only the complete calls.
	Cut      string
	CutCall  bool // a call was cut off
	Provider string
	Model    string
	Usage    Usage
	Cost     float64 // dollars; meaningful when Priced
	Priced   bool
	// Failed are the providers that failed before this one answered.
	Failed []Attempt
	// Note is said to the person once, on standard error ("not a model", …).
	Note string
}

// Attempt is one provider that was tried and failed.
type Attempt struct {
	Provider string
	Err      error
}

// InText is the system prompt for a model that is given no calls of its own: it also
// teaches the forms and lists the tools.
func (p Prompt) InText() string {
	sections := []string{p.System, p.Forms, p.toolBelt()}
	return strings.Join(slices.DeleteFunc(sections, func(t string) bool { return t == "" }), "\n\n")
}

// toolBelt lists the tools, one a line, as short as a signature can be.
func (p Prompt) toolBelt() string {
	if p.Forms == "" || len(p.Tools) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("TOOLS:")
	for _, t := range p.Tools {
		b.WriteString("\n" + t.Name)
		for _, a := range t.Params {
			form := ":" + a.Name + " " + a.Kind.String()
			if !a.Required {
				form = "[" + form + "]"
			}
			b.WriteString(" " + form)
		}
		b.WriteString(" - " + t.Doc)
	}
	return b.String()
}

// Render is a turn as text for a model: calls in their form after what was said, and
// untrusted text between delimiters with the prompt's nonce, as data. A protocol that
// has a place of its own for calls and their results does not need it for those.
func (p Prompt) Render(t Turn) string {
	if t.Origin != OriginUntrusted {
		said := t.Text
		for _, c := range t.Calls {
			said += "\n" + cmp.Or(c.Form, c.Tool+" "+c.Args)
		}
		return strings.TrimPrefix(said, "\n")
	}
	var b strings.Builder
	b.Grow(len(t.Text) + 2*len(p.Nonce) + len(t.Label) + 64)
	b.WriteString("<<data " + p.Nonce)
	if t.Label != "" {
		b.WriteString(" from " + t.Label)
	}
	if t.Failed {
		b.WriteString(" (failed)")
	}
	b.WriteString(">>\n" + t.Text)
	if !strings.HasSuffix(t.Text, "\n") {
		b.WriteByte('\n')
	}
	b.WriteString("<<end " + p.Nonce + ">>")
	return b.String()
}
