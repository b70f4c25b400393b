package providers

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"pp/engine"
	"pp/providers/wire"
)

// Caps are the limits on spending. nil is no limit; zero lets nothing through
// that costs anything.
type Caps struct {
	SessionCost, DayCost     *float64 // dollars
	SessionTokens, DayTokens *int     // input and output together
}

// Spending is what was used up.
type Spending struct {
	Tokens   int
	Cost     float64
	Unpriced int // replies whose cost is not known
}

func (s Spending) plus(e Entry) Spending {
	s.Tokens += e.Usage.Input + e.Usage.Output
	s.Cost += e.Cost
	if !e.Priced {
		s.Unpriced++
	}
	return s
}

// Entry is one reply that was paid for.
type Entry struct {
	Time            time.Time
	Session         string
	Provider, Model string
	Usage           engine.Usage
	Cost            float64 // dollars; meaningful when Priced
	Priced          bool
	Failed          bool // it was no answer
}

// Store keeps what all sessions spend. It is used by several processes at once.
type Store interface {
	Add(e Entry) error
	// Day is what was spent on a day, written 2006-01-02.
	Day(day string) (Spending, error)
}

// Ledger is the account of one session. Every provider that costs something is
// wrapped by its Meter. It is safe for concurrent use.
type Ledger struct {
	caps    Caps
	store   Store
	session string
	clock   func() time.Time

	mu      sync.Mutex
	spent   Spending
	flying  map[*flight]bool // calls under way
	changed chan struct{}    // closed and replaced when a call ends
	broken  error            // the store did not take an entry
}

// flight is a call under way and the most it may come to.
type flight struct {
	tokens int
	cost   float64
}

// NewLedger returns an account. store may be nil when no cap is on a day; clock
// gives the days.
func NewLedger(caps Caps, store Store, session string, clock func() time.Time) *Ledger {
	return &Ledger{caps: caps, store: store, session: session, clock: clock,
		flying: map[*flight]bool{}, changed: make(chan struct{})}
}

// Spent is what the session has used up so far.
func (l *Ledger) Spent() Spending {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.spent
}

// MeterOptions say what a provider costs.
type MeterOptions struct {
	Name  string
	Local bool   // on this machine: free, unless Rates knows a price
	Model string // that answers a prompt without one
	// Rates are the prices of a model, if they are known. May be nil.
	Rates func(model string) (Rates, bool)
	// Known is the window and the longest reply of a model. May be nil.
	Known func(model string) (window, output int)
}

// Meter wraps a provider so that the caps are checked before every call and
// what it used is accounted after it, replies that were no answer included. The
// error is an *engine.BudgetError when a cap would be exceeded, and an
// *engine.LLMError of kind engine.LLMConfig when a cap on cost meets a model
// whose price is not known.
//
// What a session or a day spends goes over a cap by at most the reply of one
// call: the check counts the prompt, whose size is estimated high, and while
// calls are under way another may start only if all of them fit at their
// longest; else it waits for them. Of the same day's calls in other processes
// each may be one such call.
func (l *Ledger) Meter(p engine.Provider, o MeterOptions) engine.Provider {
	return &meter{ledger: l, provider: p, o: o}
}

type meter struct {
	ledger   *Ledger
	provider engine.Provider
	o        MeterOptions
}

// Complete implements engine.Provider.
func (m *meter) Complete(ctx context.Context, p engine.Prompt) (reply engine.Reply, err error) {
	model := p.Model
	if model == "" {
		model = m.o.Model
	}
	rates, priced := m.rates(model)
	if !priced && (m.ledger.caps.SessionCost != nil || m.ledger.caps.DayCost != nil) {
		return engine.Reply{}, &engine.LLMError{Provider: m.o.Name, Kind: engine.LLMConfig,
			Err:  fmt.Errorf("the price of %s is not known, so a limit on cost cannot be kept", quote(model)),
			Hint: "set providers." + m.o.Name + ".prices, or leave out max_cost and --max-cost"}
	}
	least := engine.Usage{Input: wire.Estimate(p)}
	f, err := m.ledger.begin(ctx, flight{tokens: least.Input, cost: rates.Cost(dearest(least, rates))}, m.most(p, model, rates, least))
	var le *engine.LLMError
	if errors.As(err, &le) {
		le.Provider = m.o.Name
	}
	if err != nil {
		return engine.Reply{}, err
	}
	e := Entry{Provider: m.o.Name, Model: model, Usage: least, Failed: true} // what a panic leaves
	defer func() {
		if !e.Priced && priced {
			e.Cost, e.Priced = rates.Cost(e.Usage), true
		}
		note := m.ledger.settle(f, e)
		if err == nil {
			reply.Cost, reply.Priced = e.Cost, e.Priced
			reply.Note = joinNotes(reply.Note, note)
		}
	}()
	reply, err = m.provider.Complete(ctx, p)
	e = m.entry(e, reply, err, ctx.Err() != nil)
	return reply, err
}

func (m *meter) rates(model string) (Rates, bool) {
	if m.o.Rates != nil {
		if r, ok := m.o.Rates(model); ok {
			return r, true
		}
	}
	return Rates{}, m.o.Local
}

// dearest is a prompt at its dearest: all of it is written to a cache, where that
// costs more.
func dearest(u engine.Usage, rates Rates) engine.Usage {
	written := u
	written.Written = u.Input
	if rates.Cost(written) > rates.Cost(u) {
		return written
	}
	return u
}

// most is what a call can come to at its longest.
func (m *meter) most(p engine.Prompt, model string, rates Rates, u engine.Usage) flight {
	u.Output = p.MaxTokens
	if u.Output <= 0 && m.o.Known != nil {
		_, u.Output = m.o.Known(model)
	}
	if u.Output > 0 {
		return flight{tokens: u.Input + u.Output, cost: rates.Cost(dearest(u, rates))}
	}
	f := flight{tokens: math.MaxInt / 4, cost: math.Inf(1)}
	if rates.Free() {
		f.cost = 0
	}
	return f
}

// entry is what a call came to. A call that failed before the provider worked
// on it cost nothing; of one that was cancelled nobody knows, so its prompt counts.
func (m *meter) entry(e Entry, reply engine.Reply, err error, cancelled bool) Entry {
	var spent interface {
		Spent() (model string, u engine.Usage)
	}
	estimated := e.Usage.Input
	switch {
	case err == nil:
		e.Failed = false
		e.Usage, e.Cost, e.Priced = reply.Usage, reply.Cost, reply.Priced
		if reply.Model != "" {
			e.Model = reply.Model
		}
		if e.Usage.Input == 0 && e.Usage.Output == 0 && !e.Priced {
			e.Usage.Input, e.Usage.Output = estimated, wire.EstimateText(reply.Text)
		}
	case errors.As(err, &spent):
		_, e.Usage = spent.Spent()
	case cancelled:
	default:
		e.Usage = engine.Usage{}
	}
	return e
}

func joinNotes(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// begin waits until a call may start, or says why it may not.
func (l *Ledger) begin(ctx context.Context, least, most flight) (*flight, error) {
	for {
		l.mu.Lock()
		day, err := l.day()
		if err == nil {
			err = l.check(day, least)
		}
		if err != nil {
			l.mu.Unlock()
			return nil, err
		}
		if l.room(day, least) {
			l.flying[&most] = true
			l.mu.Unlock()
			return &most, nil
		}
		changed := l.changed
		l.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// day is what the day has cost so far, where a cap asks for it.
func (l *Ledger) day() (Spending, error) {
	if l.caps.DayCost == nil && l.caps.DayTokens == nil {
		return Spending{}, nil
	}
	err := l.broken
	if err == nil && (l.store == nil || l.clock == nil) {
		err = errors.New("there is no place for it")
	}
	var s Spending
	if err == nil {
		s, err = l.store.Day(l.clock().Format(time.DateOnly))
	}
	if err != nil {
		return Spending{}, &engine.LLMError{Kind: engine.LLMConfig, Hint: "check the state directory, or leave out the limit for a day",
			Err: fmt.Errorf("the limit for a day cannot be kept, because the account of the day is out of reach: %w", err)}
	}
	return s, nil
}

// check refuses a call whose prompt alone goes over a cap.
func (l *Ledger) check(day Spending, f flight) error {
	for _, c := range []struct {
		limit      *float64
		spent      float64
		scope, key string
	}{
		{l.caps.SessionCost, l.spent.Cost, "session", "--max-cost or limits.max_cost"},
		{l.caps.DayCost, day.Cost, "day", "limits.max_cost_day"},
	} {
		if c.limit != nil && f.cost > 0 && c.spent+f.cost > *c.limit {
			return &engine.BudgetError{Remaining: max(0, *c.limit-c.spent), Requested: f.cost, Scope: c.scope, Key: c.key}
		}
	}
	for _, c := range []struct {
		limit      *int
		spent      int
		scope, key string
	}{
		{l.caps.SessionTokens, l.spent.Tokens, "session", "--max-tokens or limits.max_tokens"},
		{l.caps.DayTokens, day.Tokens, "day", "limits.max_tokens_day"},
	} {
		if c.limit != nil && c.spent+f.tokens > *c.limit {
			return &engine.BudgetError{Tokens: true, Remaining: float64(max(0, *c.limit-c.spent)), Requested: float64(f.tokens), Scope: c.scope, Key: c.key}
		}
	}
	return nil
}

// room reports whether a call may start beside those under way: alone always,
// else when all fit at their longest.
func (l *Ledger) room(day Spending, f flight) bool {
	if len(l.flying) == 0 {
		return true
	}
	for other := range l.flying {
		f.cost += other.cost
		f.tokens = min(f.tokens+other.tokens, math.MaxInt/2)
	}
	return l.check(day, f) == nil
}

// settle ends a call and accounts for it. It returns what a person should know.
func (l *Ledger) settle(f *flight, e Entry) (note string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.flying, f)
	close(l.changed)
	l.changed = make(chan struct{})
	if e.Usage == (engine.Usage{}) && e.Cost == 0 {
		return ""
	}
	l.spent = l.spent.plus(e)
	if l.store == nil || l.broken != nil {
		return ""
	}
	e.Session = l.session
	if l.clock != nil {
		e.Time = l.clock()
	}
	if l.broken = l.store.Add(e); l.broken != nil {
		return "what this cost could not be noted down: " + l.broken.Error()
	}
	return ""
}
