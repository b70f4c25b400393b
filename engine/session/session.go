// Package session keeps conversations: turns in order, each with its origin,
// within a limit of bytes.
//
// It must never change a turn it was given, above all not its origin: what was
// untrusted stays so for as long as the conversation is kept. It takes its clock
// and its randomness as values, and makes nothing on disk before the first turn.
// A conversation lives in memory ([Memory]) or in a file of its own ([File],
// found through a [Dir]).
// Start reading at [Memory], then [Dir].
package session

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"pp/engine"
)

// DefaultBytes is how large a conversation may grow unless configured: an input
// of the largest size that is read (10 MiB) with room for what follows it.
const DefaultBytes = 32 << 20

// turnOverhead is counted for each turn beside its texts, so that very many
// empty turns have a limit too.
const turnOverhead = 64

// FullError says that a turn does not fit a conversation any more.
type FullError struct {
	Size   int // bytes kept
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
type Memory struct {
	mu    sync.Mutex
	turns []engine.Turn
	size  int
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

// Append adds a turn. A turn that does not fit is a *FullError and leaves the
// conversation as it was.
func (m *Memory) Append(t engine.Turn) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := m.fits(t); err != nil {
		return err
	}
	m.add(t)
	return nil
}

// fits is a *FullError for a turn that there is no room for.
func (m *Memory) fits(t engine.Turn) error {
	limit := cmp.Or(max(0, m.limit), DefaultBytes)
	if adding := weight(t); adding > limit-m.size {
		return &FullError{Size: m.size, Adding: adding, Limit: limit}
	}
	return nil
}

func (m *Memory) add(t engine.Turn) {
	m.turns = append(m.turns, t)
	m.size += weight(t)
}

// weight is what a turn counts, in bytes.
func weight(t engine.Turn) int {
	n := len(t.Text) + len(t.Label) + len(t.Kept.Data) + len(t.Picture.Data) + turnOverhead
	for _, c := range t.Calls {
		n += len(c.Args) + len(c.Form) + len(c.Mark) + turnOverhead
	}
	return n
}
