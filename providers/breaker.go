package providers

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"pp/engine"
	"pp/providers/wire"
)

// BreakerOptions are a breaker's settings. Zero fields are the defaults.
type BreakerOptions struct {
	Failures int           // in a row, after which the provider is left alone; 3
	Pause    time.Duration // how long at first; twice as long each time, up to 10 minutes; 30 s
	// Clock is the time now. Without one a provider that was left alone stays so.
	Clock func() time.Time
}

const longestPause = 10 * time.Minute

// Breaker leaves a provider alone that failed several times in a row, so that a
// conversation of many turns does not wait for it at every turn. What is about
// the prompt and not about the provider does not count: a prompt that is too
// large, a refusal, a reply that is too long. It implements engine.Provider and
// is safe for concurrent use; it lives as long as a session.
type Breaker struct {
	name     string
	provider engine.Provider
	o        BreakerOptions

	mu       sync.Mutex
	failures int
	last     error
	pause    time.Duration
	until    time.Time
	probing  bool // one call is under way to see whether it works again
}

var _ engine.Provider = (*Breaker)(nil)

// NewBreaker wraps a provider of that name.
func NewBreaker(name string, p engine.Provider, o BreakerOptions) *Breaker {
	if o.Failures <= 0 {
		o.Failures = 3
	}
	if o.Pause <= 0 {
		o.Pause = 30 * time.Second
	}
	return &Breaker{name: name, provider: p, o: o}
}

// Complete implements engine.Provider. While the provider is left alone the
// error is an *engine.LLMError of the last failure's kind, at once.
func (b *Breaker) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	if err := b.enter(); err != nil {
		return engine.Reply{}, err
	}
	var reply engine.Reply
	err := errNoReturn // what a panic leaves
	defer func() { b.leave(ctx, err) }()
	reply, err = b.provider.Complete(ctx, p)
	return reply, err
}

func (b *Breaker) enter() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failures < b.o.Failures {
		return nil
	}
	left := time.Duration(1)
	if b.o.Clock != nil {
		left = b.until.Sub(b.o.Clock())
	}
	if left <= 0 && !b.probing {
		b.probing = true
		return nil
	}
	e, cause := &engine.LLMError{Provider: b.name}, b.last
	if le, ok := errors.AsType[*engine.LLMError](b.last); ok {
		e.Kind, e.Hint, cause = le.Kind, le.Hint, le.Err
	}
	e.Err = fmt.Errorf("not asked, because it failed %d times in a row: %w", b.failures, cause)
	return e
}

func (b *Breaker) leave(ctx context.Context, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probing = false
	switch {
	case err == nil:
		b.failures, b.pause = 0, 0
		return
	case ctx.Err() != nil || final(err) || aboutPrompt(err):
		return
	}
	b.failures++
	b.last = err
	if b.failures >= b.o.Failures && b.o.Clock != nil {
		b.pause = min(max(2*b.pause, b.o.Pause), longestPause)
		b.until = b.o.Clock().Add(b.pause)
	}
}

// aboutPrompt reports whether another prompt may well be answered.
func aboutPrompt(err error) bool {
	var le *engine.LLMError
	return errors.As(err, &le) && (le.Kind == engine.LLMTooLarge || le.Kind == engine.LLMUnseeing) ||
		errors.As(err, new(*wire.StopError)) || errors.Is(err, wire.ErrTooLong)
}
