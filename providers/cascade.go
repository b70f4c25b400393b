package providers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"pp/engine"
)

// Why a member of a cascade counts as failed although it returned no error, or
// was not asked.
var (
	ErrReplyTooLong = errors.New("the reply is too long")
	ErrNotTried     = errors.New("not tried, because a local provider failed before it and this one is " +
		"remote; set cascade_cross = true to allow that")
	errNoReturn = errors.New("it ended without an answer")
)

// Options are the settings of a Cascade or a Consensus. The zero value is the safe one.
type Options struct {
	// CrossLocal lets a remote provider be asked after, or beside, a local one
	// that comes before it (cascade_cross).
	CrossLocal bool
	// ReplyBytes bounds a reply; 0 is the loop's default.
	ReplyBytes int
}

func (o Options) orDefault() Options {
	if o.ReplyBytes <= 0 {
		o.ReplyBytes = engine.DefaultLimits().ReplyBytes
	}
	return o
}

// ask gives a member's reply if it is an answer, under the member's name if it has none.
func (o Options) ask(ctx context.Context, m Member, p engine.Prompt) (engine.Reply, error) {
	r, err := ask(ctx, m, p)
	switch {
	case err != nil:
		return r, err
	case strings.TrimSpace(r.Text) == "" && len(r.Calls) == 0:
		return r, engine.ErrEmptyReply
	}
	size := len(r.Text)
	for _, c := range r.Calls {
		size += len(c.Args)
	}
	if size > o.ReplyBytes {
		return r, fmt.Errorf("%w: %d bytes, over the limit of %d", ErrReplyTooLong, size, o.ReplyBytes)
	}
	r.Provider = cmp.Or(r.Provider, m.Name)
	return r, nil
}

// Member is a provider under the name it is configured by.
type Member struct {
	Name     string
	Local    bool // it is on this machine: what it is given does not leave it
	Provider engine.Provider
}

// quote shows a name in an error, however long or odd it is.
func quote(name string) string { return fmt.Sprintf("%.64q", name) }

// Cascade asks providers in order until one answers. It implements
// engine.Provider and is safe for concurrent use.
type Cascade struct {
	members []Member
	options Options
}

var _ engine.Provider = (*Cascade)(nil)

// NewCascade returns a cascade that asks the members in this order. It is an error
// to name none, one twice, or one without a name or a provider.
func NewCascade(members []Member, o Options) (*Cascade, error) {
	if len(members) == 0 {
		return nil, errors.New("a cascade needs at least one provider")
	}
	for i, m := range members {
		if m.Name == "" || m.Provider == nil {
			return nil, fmt.Errorf("the cascade's member %s has no name or no provider", quote(m.Name))
		}
		if slices.Contains(namesOf(members[:i]), m.Name) {
			return nil, fmt.Errorf("the cascade names %s twice", quote(m.Name))
		}
	}
	return &Cascade{members: slices.Clone(members), options: o.orDefault()}, nil
}

// Complete implements engine.Provider. The reply lists in Failed who failed
// before. When all failed the error is an *engine.LLMError with every cause. The
// cause of a cancelled ctx, a budget's error and engine.ErrNothingToAdd end the cascade
// and are returned as they are: no other provider could do better.
func (c *Cascade) Complete(ctx context.Context, p engine.Prompt) (engine.Reply, error) {
	var failed []engine.Attempt
	fellFromLocal := false
	for _, m := range c.members {
		if ctx.Err() != nil {
			return engine.Reply{}, context.Cause(ctx)
		}
		if fellFromLocal && !m.Local && !c.options.CrossLocal {
			failed = append(failed, engine.Attempt{Provider: m.Name, Err: ErrNotTried})
			continue
		}
		reply, err := c.options.ask(ctx, m, p)
		switch {
		case err == nil:
			reply.Failed = append(failed, reply.Failed...)
			return reply, nil
		case ctx.Err() != nil:
			return engine.Reply{}, context.Cause(ctx)
		case final(err):
			return engine.Reply{}, err
		}
		failed = append(failed, engine.Attempt{Provider: m.Name, Err: err})
		fellFromLocal = fellFromLocal || m.Local
	}
	return engine.Reply{}, exhausted(namesOf(c.members), failed)
}

// final reports whether an error ends the cascade.
func final(err error) bool {
	var budget *engine.BudgetError
	return errors.Is(err, engine.ErrNothingToAdd) || errors.As(err, &budget)
}

// ask calls one provider in a goroutine of its own, so that one that panics is
// a failure and one that hangs does not outlive the cancellation of ctx here.
func ask(ctx context.Context, m Member, p engine.Prompt) (engine.Reply, error) {
	type answer struct {
		reply engine.Reply
		err   error
	}
	done := make(chan answer, 1)
	p.Anew()
	preview, stream := &gatedPreview{out: p.Preview}, &gatedPreview{out: p.Stream}
	defer preview.stop()
	defer stream.stop()
	if p.Preview != nil {
		p.Preview = preview.show
	}
	if p.Stream != nil {
		p.Stream = stream.show
	}
	go func() {
		a := answer{err: errNoReturn} // what a runtime.Goexit leaves
		defer func() {
			if v := recover(); v != nil {
				a = answer{err: fmt.Errorf("unexpected failure: %.200s", fmt.Sprint(v))}
			}
			done <- a
		}()
		a.reply, a.err = m.Provider.Complete(ctx, p)
	}()
	select {
	case a := <-done:
		return a.reply, a.err
	case <-ctx.Done():
		return engine.Reply{}, context.Cause(ctx)
	}
}

// gatedPreview passes a reply's text on until it is stopped, so that a provider
// that was given up on does not write into the next one's preview.
type gatedPreview struct {
	mu  sync.Mutex
	out func(string) // nil once stopped
}

func (g *gatedPreview) show(delta string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.out != nil {
		g.out(delta)
	}
}

func (g *gatedPreview) stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.out = nil
}

// exhausted is the failure of a whole cascade. Its hint is that of the first
// cause of its kind that has one.
func exhausted(cascade []string, attempts []engine.Attempt) *engine.LLMError {
	e := &engine.LLMError{Kind: kindOf(attempts), Cascade: cascade, Attempts: attempts}
	causes := make([]error, len(attempts))
	for i, a := range attempts {
		causes[i] = a.Err
		var le *engine.LLMError
		if e.Hint == "" && errors.As(a.Err, &le) && le.Kind == e.Kind {
			e.Hint = le.Hint
		}
	}
	e.Err = errors.Join(causes...)
	return e
}

// kindOf is the most actionable kind among the causes: authentication when it
// is all there is, then what the models cannot see, configuration, too large, try again later; unavailable
// when none of them is. A provider that was not tried has no say.
func kindOf(attempts []engine.Attempt) engine.LLMKind {
	var seen [engine.LLMUnseeing + 1]bool
	onlyAuth := true
	for _, a := range attempts {
		if errors.Is(a.Err, ErrNotTried) {
			continue
		}
		kind := engine.LLMUnavailable
		if le, ok := errors.AsType[*engine.LLMError](a.Err); ok && int(le.Kind) < len(seen) {
			kind = le.Kind
		}
		seen[kind] = true
		onlyAuth = onlyAuth && kind == engine.LLMAuth
	}
	if seen[engine.LLMAuth] && onlyAuth {
		return engine.LLMAuth
	}
	for _, kind := range []engine.LLMKind{engine.LLMUnseeing, engine.LLMConfig, engine.LLMTooLarge, engine.LLMTryLater} {
		if seen[kind] {
			return kind
		}
	}
	return engine.LLMUnavailable
}

func namesOf(members []Member) []string {
	names := make([]string, len(members))
	for i, m := range members {
		names[i] = m.Name
	}
	return names
}
