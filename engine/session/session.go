// Package session keeps conversations: turns in order, each with its origin,
// within a limit of bytes.
//
// It must never change a turn it was given but to leave out what the oldest hold where
// there is too much of them, above all not its origin: what was untrusted stays so for as
// long as the conversation is kept. A file keeps all of it. It takes its clock
// and its randomness as values, and makes nothing on disk before the first turn.
// A conversation lives in memory ([Memory]) or in a file of its own ([File],
// found through a [Dir]).
// [Compactor] decides what is sent of a conversation that does not fit a model's window: first the
// oldest results become a line each, then the oldest turns a summary. It never sends a call without
// its result or a result without its call, and the cut is a turn of its own; the conversation stays whole.
// Start reading at [Memory], then [Dir] and [Compactor].
package session

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"pp/engine"
)

// DefaultBytes is how much of a conversation is held unless configured: an input
// of the largest size that is read (10 MiB) with room for what follows it.
const DefaultBytes = 32 << 20

// turnOverhead is counted for each turn beside its texts, so that very many
// empty turns have a limit too.
const turnOverhead = 64

// FullError says that a turn does not fit a conversation any more.
type FullError struct {
	Size   int // bytes that cannot be left out
	Adding int // bytes of the turn that does not fit
	Limit  int
}

// Error implements error.
func (e *FullError) Error() string {
	return fmt.Sprintf("the conversation has %d bytes and %d more do not fit its limit of %d; "+
		"start a new one, or give less input",
		e.Size, e.Adding, e.Limit)
}

// Memory is a conversation in memory. It implements engine.SessionStore and is
// safe for concurrent use. The zero Memory is empty and has the default limit.
// Where it is full, what its oldest turns hold is left out, as in bare.
type Memory struct {
	mu    sync.Mutex
	turns []engine.Turn
	size  int
	least int // the size with all left out that can be
	bared int // how many of the first turns are bare
	limit int
}

var _ engine.SessionStore = (*Memory)(nil)

// NewMemory returns an empty conversation of at most limit bytes; 0 means
// DefaultBytes.
func NewMemory(limit int) *Memory { return &Memory{limit: limit} }

// Turns returns the turns in order, in a slice of the caller's own.
func (m *Memory) Turns() []engine.Turn {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.turns)
}

// Append adds a turn. A turn that does not fit, whatever is left out, is a *FullError and
// leaves the conversation as it was.
func (m *Memory) Append(t engine.Turn) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.fits(t); err != nil {
		return err
	}
	m.add(t)
	return nil
}

func (m *Memory) most() int { return cmp.Or(max(0, m.limit), DefaultBytes) }

// fits is a *FullError for a turn that there is no room for.
func (m *Memory) fits(t engine.Turn) error {
	if adding := weight(t); adding > m.most()-m.least {
		return &FullError{Size: m.least, Adding: adding, Limit: m.most()}
	}
	return nil
}

// add adds a turn, and leaves out what the oldest hold when there are too many bytes: half
// of them, so that what is sent of the conversation seldom changes.
func (m *Memory) add(t engine.Turn) {
	m.turns = append(m.turns, t)
	m.size += weight(t)
	m.least += weight(bare(t))
	if m.size <= m.most() {
		return
	}
	for ; m.bared < len(m.turns)-1 && m.size > m.most()/2; m.bared++ {
		old := &m.turns[m.bared]
		m.size -= weight(*old)
		*old = bare(*old)
		m.size += weight(*old)
	}
}

// bareText is how long a text may be that is not worth leaving out, in bytes.
const bareText = 160

// bare is a turn without what it holds, which it says: results, data, what a model said
// and what it called with. What the person said stays, and so do summaries and the plan.
func bare(t engine.Turn) engine.Turn {
	if t.Origin == engine.OriginPerson || t.Cut != (engine.Cut{}) {
		return t
	}
	if len(t.Text) > bareText {
		t.Text = fmt.Sprintf("[%d bytes, left out because the conversation is very long]", len(t.Text))
	}
	t.Kept = engine.Thoughts{}
	t.Calls = slices.Clone(t.Calls)
	for i := range t.Calls {
		if c := &t.Calls[i]; len(c.Args)+len(c.Form)+len(c.Mark) > bareText && c.Tool != engine.TodoTool {
			c.Args, c.Form, c.Mark = fmt.Sprintf(`{"left_out":"%d bytes"}`, len(c.Args)), "", ""
		}
	}
	return t
}

// weight is what a turn counts, in bytes.
func weight(t engine.Turn) int {
	n := len(t.Text) + len(t.Label) + len(t.Kept.Data) + len(t.Picture.Data) + turnOverhead
	for _, c := range t.Calls {
		n += len(c.Args) + len(c.Form) + len(c.Mark) + turnOverhead
	}
	return n
}
