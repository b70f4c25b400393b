package providers

import (
	"cmp"
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
	Tokens   int          // input and output together
	Usage    engine.Usage // the same, told apart
	Cost     float64
	Unpriced int // replies whose cost is not known
}

func (s Spending) plus(e Entry) Spending {
	s.Usage = s.Usage.Add(e.Usage)
	s.Tokens = s.Usage.Input + s.Usage.Output
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
	// Begin notes down a call of this day, written 2006-01-02, that may come to most, until end is
	// called, if admit allows it beside what the day has cost and the calls that
	// are under way in any process; end is nil when admit does not. No other call
	// is admitted meanwhile.
	Begin(day string, most InFlight, admit func(spent Spending, others []InFlight) bool) (end func(), err error)
}

// InFlight is a request in flight and the most it may come to. A cost without bound is
// infinite.
type InFlight struct {
	Tokens int
	Cost   float64

	end func() // tells the store that the call is over; nil when it was not told
}

// Ledger is the account of one session. Every provider that costs something is
// wrapped by its Meter. It is safe for concurrent use.
type Ledger struct {
	caps    Caps
	store   Store
	session string
	clock   func() time.Time

	mu       sync.Mutex
	spent    Spending
	before   Spending           // what the session had spent when the account was made
	inFlight map[*InFlight]bool // calls under way in this session
	changed  chan struct{}      // closed and replaced when a call ends
	broken   error              // the store did not take an entry
}

// NewLedger returns an account. store may be nil when no cap is on a day; clock
// gives the days.
func NewLedger(caps Caps, store Store, session string, clock func() time.Time) *Ledger {
	return &Ledger{caps: caps, store: store, session: session, clock: clock,
		inFlight: map[*InFlight]bool{}, changed: make(chan struct{})}
}

// Carry adds what earlier runs of the same session have used up, which counts for
// its caps. It must be called before the first call.
func (l *Ledger) Carry(before Spending) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.before = before
}

// Spent is what this account has used up so far, without what was carried.
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
// longest; else it waits for them. For a day, the calls of all processes count.
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
	model := cmp.Or(p.Model, m.o.Model)
	rates, priced := m.rates(model)
	if !priced && (m.ledger.caps.SessionCost != nil || m.ledger.caps.DayCost != nil) {
		return engine.Reply{}, &engine.LLMError{Provider: m.o.Name, Kind: engine.LLMConfig,
			Err:  fmt.Errorf("the price of %s is not known, so a limit on cost cannot be kept", quote(model)),
			Hint: "set providers." + m.o.Name + ".prices, or leave out max_cost and --max-cost"}
	}
	least := engine.Usage{Input: wire.Estimate(p)}
	f, err := m.ledger.begin(ctx, InFlight{Tokens: least.Input, Cost: rates.Cost(dearest(least, rates))},
		m.most(p, model, rates, least))
	if le, ok := errors.AsType[*engine.LLMError](err); ok {
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
func (m *meter) most(p engine.Prompt, model string, rates Rates, u engine.Usage) InFlight {
	u.Output = p.MaxTokens
	if u.Output <= 0 && m.o.Known != nil {
		_, u.Output = m.o.Known(model)
	}
	if u.Output > 0 {
		return InFlight{Tokens: u.Input + u.Output, Cost: rates.Cost(dearest(u, rates))}
	}
	f := InFlight{Tokens: math.MaxInt / 4, Cost: math.Inf(1)}
	if rates.Free() {
		f.Cost = 0
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
		// What the server does not say is estimated: a limit must not be got around
		// by one that counts only half of what it sells.
		if e.Usage.Input == 0 && !e.Priced {
			e.Usage.Input = estimated
		}
		if e.Usage.Output == 0 && !e.Priced {
			e.Usage.Output = wire.EstimateText(reply.Text)
			for _, c := range reply.Calls {
				e.Usage.Output += wire.EstimateText(c.Tool + c.Args)
			}
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

// elsewhere is how often it is looked whether a call of another process has ended.
const elsewhere = 50 * time.Millisecond

// begin waits until a call may start, or says why it may not.
func (l *Ledger) begin(ctx context.Context, least, most InFlight) (*InFlight, error) {
	look := time.NewTicker(elsewhere)
	defer look.Stop()
	for {
		l.mu.Lock()
		started, err := l.start(least, &most)
		changed := l.changed
		l.mu.Unlock()
		switch {
		case err != nil:
			return nil, err
		case started:
			return &most, nil
		}
		select {
		case <-changed:
		case <-look.C:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// start begins a call if there is room for it.
func (l *Ledger) start(least InFlight, most *InFlight) (bool, error) {
	session := l.caps.ofSession()
	spent := Spending{Tokens: l.before.Tokens + l.spent.Tokens, Cost: l.before.Cost + l.spent.Cost}
	if err := session.check(spent, least); err != nil || !session.room(spent, least, l.own()) {
		return false, err
	}
	if l.caps.DayCost != nil || l.caps.DayTokens != nil {
		var over error
		end, err := l.enter(*most, func(spent Spending, others []InFlight) bool {
			day := l.caps.ofDay()
			over = day.check(spent, least)
			return over == nil && day.room(spent, least, others)
		})
		if err != nil {
			return false, &engine.LLMError{Kind: engine.LLMConfig, Hint: "check the state directory, or leave out the limit " +
				"for a day",
				Err: fmt.Errorf("the limit for a day cannot be kept, because the account of the day is out of reach: %w", err)}
		}
		if over != nil || end == nil {
			return false, over
		}
		most.end = end
	}
	l.inFlight[most] = true
	return true, nil
}

// enter begins a call in the account of the day.
func (l *Ledger) enter(most InFlight, admit func(Spending, []InFlight) bool) (end func(), err error) {
	switch {
	case l.broken != nil:
		return nil, l.broken
	case l.store == nil || l.clock == nil:
		return nil, errors.New("there is no place for it")
	}
	return l.store.Begin(l.clock().Format(time.DateOnly), most, admit)
}

// scope is what a session or a day may use up.
type scope struct {
	name               string
	cost               *float64
	tokens             *int
	costKey, tokensKey string
}

func (c Caps) ofSession() scope {
	return scope{"session", c.SessionCost, c.SessionTokens, "--max-cost or limits.max_cost",
		"--max-tokens or limits.max_tokens"}
}

func (c Caps) ofDay() scope {
	return scope{"day", c.DayCost, c.DayTokens, "limits.max_cost_day", "limits.max_tokens_day"}
}

// check refuses a call that goes over a cap.
func (s scope) check(spent Spending, f InFlight) error {
	if s.cost != nil && f.Cost > 0 && spent.Cost+f.Cost > *s.cost {
		return &engine.BudgetError{Remaining: max(0, *s.cost-spent.Cost), Requested: f.Cost, Scope: s.name, Key: s.costKey}
	}
	if s.tokens != nil && spent.Tokens+f.Tokens > *s.tokens {
		return &engine.BudgetError{Tokens: true, Remaining: float64(max(0, *s.tokens-spent.Tokens)),
			Requested: float64(f.Tokens), Scope: s.name, Key: s.tokensKey}
	}
	return nil
}

// room reports whether a call may start beside those under way: alone always,
// else when all fit at their longest.
func (s scope) room(spent Spending, f InFlight, others []InFlight) bool {
	if len(others) == 0 {
		return true
	}
	for _, other := range others {
		f.Cost += other.Cost
		f.Tokens = min(f.Tokens+other.Tokens, math.MaxInt/2)
	}
	return s.check(spent, f) == nil
}

// own are the calls under way in this session.
func (l *Ledger) own() []InFlight {
	var out []InFlight
	for f := range l.inFlight {
		out = append(out, *f)
	}
	return out
}

// settle ends a call and accounts for it. It returns what a person should know.
func (l *Ledger) settle(f *InFlight, e Entry) (note string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if f.end != nil {
		defer f.end() // after it is in the account
	}
	delete(l.inFlight, f)
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
