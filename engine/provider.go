package engine

import (
	"context"
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

// Turn is one piece of a conversation.
type Turn struct {
	Role   Role
	Origin Origin
	Label  string // what an untrusted text is: "standard input", a tool's name
	Text   string
	Failed bool // the output of a tool that failed
	Denied bool // the call was denied and never made
}

// Prompt is everything a provider is given.
type Prompt struct {
	System string
	Turns  []Turn
	// Nonce marks the ends of untrusted text, so that the text cannot end itself.
	Nonce string
	// Model overrides the provider's default; "" leaves it.
	Model     string
	Tier      Tier
	MaxTokens int // 0: the provider's default
	// Preview receives text while it streams, for a terminal; may be nil. It is
	// called from the goroutine of Complete.
	Preview func(delta string)
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
	Text     string
	Provider string
	Model    string
	Finish   string // "stop" when the provider said it was whole
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

// Render is a turn as text for a model: untrusted text stands between
// delimiters with the prompt's nonce, as data.
func (p Prompt) Render(t Turn) string {
	if t.Origin != OriginUntrusted {
		return t.Text
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
