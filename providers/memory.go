package providers

import (
	"context"
	"fmt"
	"sync/atomic"

	"pp/engine"
)

// WithoutMemory wraps a provider of that name that is not to be sent what memory gave,
// whatever the prompt is for. The first reply that was asked for without it says so.
func WithoutMemory(name string, p engine.Provider) engine.Provider {
	return &forgetful{Provider: p, name: name}
}

// forgetful is a provider without memory. It is safe for concurrent use.
type forgetful struct {
	engine.Provider
	name string
	said atomic.Bool
}

// Complete implements engine.Provider.
func (f *forgetful) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	p, had := p.WithoutMemory()
	reply, err := f.Provider.Complete(ctx, p)
	if err == nil && had && !f.said.Swap(true) {
		reply.Note = joinNotes(reply.Note, NoMemory(f.name))
	}
	return reply, err
}

// NoMemory says that a provider is sent nothing of memory, and how it would be.
func NoMemory(name string) string {
	return fmt.Sprintf("%s is sent nothing of your memory, since it is not on this machine; "+
		"providers.%[1]s.memory = true allows it", name)
}
