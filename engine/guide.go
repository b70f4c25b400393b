package engine

import (
	"context"
	"errors"
	"slices"
)

// Guide says more of how a signal is to be answered. It must be safe for concurrent use, and
// mask secrets in what it makes use of. Notes are what a person should read, each once.
type Guide interface {
	// Prompt is what a model is sent in the place of what the person said, and who says so; ""
	// leaves it as it is.
	Prompt(ctx context.Context, s Signal) (text, by string, notes []string)
	// Mandates are standing instructions, as the person's words.
	Mandates(ctx context.Context, s Signal) (texts, notes []string)
}

// guidance is what a guide said of the signal that is being answered.
type guidance struct {
	mandates []string
	instead  string // of what the person said; "" leaves it
	by       string
	at       int // the turn that it takes the place of
}

// said are the turns as they are sent.
func (g guidance) said(turns []Turn) []Turn {
	if g.instead == "" || g.at > len(turns) {
		return turns
	}
	turns = slices.Clone(turns)
	if g.at == len(turns) { // no conversation is kept
		return append(turns, Turn{Role: RoleUser, Origin: OriginPerson, Text: g.instead})
	}
	turns[g.at].Text = g.instead
	return turns
}

// guide asks the guide about a signal. What it says in the place of the person's words holds
// until the person says something else.
func (r *runState) guide(ctx context.Context, s Signal) {
	g := r.guided
	if in, ok := s.Payload.(Input); ok {
		g = guidance{at: max(0, len(r.turns())-len(in.Turns()))}
	}
	var notes []string
	r.guided, notes = r.loop.guidance(ctx, s, g)
	r.notes(ctx, s, notes...)
}

// guidance is what the guide says of a signal, after g was said of the one before.
func (l *Loop) guidance(ctx context.Context, s Signal, g guidance) (guidance, []string) {
	g.mandates = nil
	if l.Guide == nil {
		return g, nil
	}
	var notes, more []string
	if _, ok := s.Payload.(Input); ok {
		g.instead, g.by, notes = l.Guide.Prompt(ctx, s)
	}
	g.mandates, more = l.Guide.Mandates(ctx, s)
	return g, append(notes, more...)
}

// notes tells a person, and the thought trace.
func (r *runState) notes(ctx context.Context, s Signal, notes ...string) {
	for _, note := range notes {
		if note == "" {
			continue
		}
		r.loop.record(ctx, faultRecord(s, errors.New(note)))
		r.loop.watch(Noted{Text: Redact(r.loop.Redactor, note)})
	}
}
