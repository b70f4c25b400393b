package engine

import (
	"context"

	"pp/sexp"
)

// RecordKind is what a record of the thought trace is about.
type RecordKind string

// The kinds of record.
const (
	RecordSignal   RecordKind = "SIGNAL"
	RecordPrompt   RecordKind = "PROMPT"
	RecordProposal RecordKind = "PROPOSAL"
	RecordVerdict  RecordKind = "VERDICT"
	RecordApproval RecordKind = "APPROVAL"
	RecordIntent   RecordKind = "INTENT"
	RecordResult   RecordKind = "RESULT"
	RecordFault    RecordKind = "FAULT"
)

// Record is one entry of the thought trace.
type Record struct {
	Kind   RecordKind
	Fields sexp.Plist
	// Text is kept beside the record when it is large. It is redacted before it
	// is written, like every string in Fields.
	Text string
	// Durable asks for the record to be on disk before Record returns.
	Durable bool
}

// Recorder keeps the thought trace. An error from a durable record means that
// the action it announces must not happen.
type Recorder interface {
	Record(ctx context.Context, r Record) error
}

// Redactor masks secrets in text that leaves the process or is written.
type Redactor interface {
	Redact(text string) string
}

// Redact masks a text; a nil Redactor masks nothing.
func Redact(r Redactor, text string) string {
	if r == nil {
		return text
	}
	return r.Redact(text)
}

// SessionStore keeps a conversation.
type SessionStore interface {
	Turns() []Turn
	Append(t Turn) error
}

// Memory is what the loop needs of the memory store: a position to go back to.
type Memory interface {
	Snapshot() (Mark, error)
	Rollback(m Mark) error
}

// Mark is a position in memory.
type Mark uint64

// Quadrant classifies an event of a conversation: whether a person asked for it now, and
// whether a model had a part in it. The zero Quadrant is ForegroundDeterministic.
type Quadrant uint8

// The quadrants.
const (
	ForegroundDeterministic Quadrant = iota
	ForegroundProbabilistic
	BackgroundDeterministic
	BackgroundProbabilistic
)

var quadrantNames = [...]string{"foreground deterministic", "foreground probabilistic", "background deterministic",
	"background probabilistic"}

// String returns the quadrant in lower case, such as "foreground probabilistic".
func (q Quadrant) String() string { return nameOf(quadrantNames[:], int(q)) }

// Quadrant returns the quadrant of a record of this kind: prompts and proposals are
// probabilistic, the work of gates, persons and actuators is deterministic. background is
// Meta.Background of the record's signal. modelled is false if rules answered or a skill
// proposed instead of a model.
func (k RecordKind) Quadrant(background, modelled bool) Quadrant {
	q := ForegroundDeterministic
	if modelled && (k == RecordPrompt || k == RecordProposal) {
		q = ForegroundProbabilistic
	}
	if background {
		q += BackgroundDeterministic
	}
	return q
}
