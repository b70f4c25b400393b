package providers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"pp/engine"
	"pp/providers/wire"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func clock() time.Time { return noon }

var dear = Rates{Prices: Prices{Input: 1000, Cached: 100, Output: 10000}} // a cent for ten tokens in, or one out

func priced(r Rates) func(string) (Rates, bool) { return func(string) (Rates, bool) { return r, true } }

func says(text string) engine.Prompt {
	return engine.Prompt{Turns: []engine.Turn{{Role: engine.RoleUser, Origin: engine.OriginPerson, Text: text}}}
}

// memoryStore is a store that may fail.
type memoryStore struct {
	mu       sync.Mutex
	entries  []Entry
	fail     error
	calls    int
	inFlight map[int]InFlight
}

func (m *memoryStore) Add(e Entry) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail == nil {
		m.entries = append(m.entries, e)
	}
	return m.fail
}

func (m *memoryStore) Day(day string) (s Spending, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, e := range m.entries {
		if e.Time.Format(time.DateOnly) == day {
			s = s.plus(e)
		}
	}
	return s, m.fail
}

func (m *memoryStore) Begin(day string, most InFlight, admit func(Spending, []InFlight) bool) (func(), error) {
	spent, err := m.Day(day)
	m.mu.Lock()
	defer m.mu.Unlock()
	if err != nil || !admit(spent, slices.Collect(maps.Values(m.inFlight))) {
		return nil, err
	}
	if m.inFlight == nil {
		m.inFlight = map[int]InFlight{}
	}
	m.calls++
	n := m.calls
	m.inFlight[n] = most
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.inFlight, n)
	}, nil
}

func uses(in, out int) engine.Provider {
	return fixed{reply: engine.Reply{Text: "yes", Model: "m", Usage: engine.Usage{Input: in, Output: out}}}
}

func TestMeterAccounts(t *testing.T) {
	store := &memoryStore{}
	l := NewLedger(Caps{}, store, "s1", clock)
	broke := &engine.LLMError{Err: &wire.ReplyError{Err: wire.ErrTruncated, Model: "m",
		Used: engine.Usage{Input: 7, Output: 3}}}
	cost := 0.25
	for _, tc := range []struct {
		name  string
		p     engine.Provider
		o     MeterOptions
		want  engine.Usage
		cost  float64
		known bool
	}{
		{"a reply", uses(10, 2), MeterOptions{Rates: priced(dear)}, engine.Usage{Input: 10, Output: 2}, 0.03, true},
		{"no price", uses(10, 2), MeterOptions{}, engine.Usage{Input: 10, Output: 2}, 0, false},
		{"local", uses(10, 2), MeterOptions{Local: true}, engine.Usage{Input: 10, Output: 2}, 0, true},
		{"the server's own price", fixed{reply: engine.Reply{Text: "a", Usage: engine.Usage{Input: 1}, Cost: cost,
			Priced: true}},
			MeterOptions{Rates: priced(dear)}, engine.Usage{Input: 1}, cost, true},
		{"no output counted", fixed{reply: engine.Reply{Text: strings.Repeat("word ", 70), Usage: engine.Usage{Input: 3}}},
			MeterOptions{Rates: priced(dear)},
			engine.Usage{Input: 3, Output: wire.EstimateText(strings.Repeat("word ", 70))}, -1, true},
		{"no usage", fixed{reply: engine.Reply{Text: strings.Repeat("word ", 70)}}, MeterOptions{Rates: priced(dear)},
			engine.Usage{Input: wire.Estimate(says("x")), Output: wire.EstimateText(strings.Repeat("word ", 70))}, -1, true},
		{"a reply that broke off", failing(broke), MeterOptions{Rates: priced(dear)}, engine.Usage{Input: 7, Output: 3},
			0.037, true},
		{"never reached", failing(errors.New("refused")), MeterOptions{Rates: priced(dear)}, engine.Usage{}, 0, true},
	} {
		store.entries = nil
		before := l.Spent()
		reply, err := l.Meter(tc.p, tc.o).Complete(t.Context(), says("x"))
		spent := l.Spent()
		if tokens := spent.Tokens - before.Tokens; tokens != tc.want.Input+tc.want.Output {
			t.Errorf("%s: %d tokens", tc.name, tokens)
		}
		if got := spent.Cost - before.Cost; tc.cost >= 0 && math.Abs(got-tc.cost) > 1e-9 {
			t.Errorf("%s: it cost %v, want %v", tc.name, got, tc.cost)
		}
		if err == nil && (reply.Priced != tc.known || tc.cost >= 0 && math.Abs(reply.Cost-tc.cost) > 1e-9) {
			t.Errorf("%s: %+v", tc.name, reply)
		}
		if n := len(store.entries); n != 1 && tc.want != (engine.Usage{}) || n == 1 &&
			(store.entries[0].Usage != tc.want || store.entries[0].Failed != (err != nil) || store.entries[0].Session != "s1") {
			t.Errorf("%s: noted %+v", tc.name, store.entries)
		}
	}
}

func TestCapsRefuse(t *testing.T) {
	money, tokens := func(v float64) *float64 { return &v }, func(v int) *int { return &v }
	for _, tc := range []struct {
		name  string
		caps  Caps
		asked int // how many of three calls, of 100 tokens in and 10 out, $0.20 each
		scope string
	}{
		{"none", Caps{}, 3, ""},
		{"nothing may be spent", Caps{SessionCost: money(0)}, 0, "session"},
		{"no token may be used", Caps{SessionTokens: tokens(0)}, 0, "session"},
		{"money of a session", Caps{SessionCost: money(0.25)}, 2, "session"},
		{"money of a day", Caps{DayCost: money(0.19)}, 1, "day"},
		{"tokens of a session", Caps{SessionTokens: tokens(200)}, 2, "session"},
		{"tokens of a day", Caps{DayTokens: tokens(115)}, 1, "day"},
		{"enough", Caps{SessionCost: money(9), DayCost: money(9), SessionTokens: tokens(900), DayTokens: tokens(900)}, 3, ""},
	} {
		asked := 0
		p := NewLedger(tc.caps, &memoryStore{}, "s",
			clock).Meter(does(func(context.Context, engine.Prompt) (engine.Reply, error) {
			asked++
			return engine.Reply{Text: "a", Usage: engine.Usage{Input: 100, Output: 10}}, nil
		}), MeterOptions{Rates: priced(dear)})
		var err error
		for range 3 {
			if _, e := p.Complete(t.Context(), says("x")); e != nil {
				err = e
			}
		}
		var be *engine.BudgetError
		if asked != tc.asked || (tc.scope != "") != errors.As(err, &be) || be != nil &&
			(be.Scope != tc.scope || be.Key == "" || be.Requested <= be.Remaining) {
			t.Errorf("%s: asked %d times, %v", tc.name, asked, err)
		}
	}
}

func TestUnknownPriceWithACap(t *testing.T) {
	limit := 1.0
	l := NewLedger(Caps{SessionCost: &limit}, nil, "s", clock)
	_, err := l.Meter(answering("x"), MeterOptions{Name: "own", Model: "new"}).Complete(t.Context(), says("x"))
	var le *engine.LLMError
	if !errors.As(err, &le) || le.Kind != engine.LLMConfig || !strings.Contains(err.Error(), `"new"`) ||
		!strings.Contains(le.Hint, "providers.own.prices") {
		t.Errorf("%v", err)
	}
	limit = 0
	if _, err := l.Meter(answering("x"), MeterOptions{Local: true}).Complete(t.Context(), says("x")); err != nil {
		t.Errorf("a free provider is refused: %v", err)
	}
}

func TestStoreThatFails(t *testing.T) {
	store := &memoryStore{fail: errors.New("the disk is full")}
	l := NewLedger(Caps{}, store, "s", clock)
	reply, err := l.Meter(uses(1, 1), MeterOptions{Local: true}).Complete(t.Context(), says("x"))
	if err != nil || !strings.Contains(reply.Note, "the disk is full") {
		t.Errorf("%+v, %v", reply, err)
	}
	limit := 100000
	for _, s := range []Store{store, nil} {
		l = NewLedger(Caps{DayTokens: &limit}, s, "s", clock)
		_, err = l.Meter(uses(1, 1), MeterOptions{Name: "p", Local: true}).Complete(t.Context(), says("x"))
		var le *engine.LLMError
		if !errors.As(err, &le) || le.Kind != engine.LLMConfig || le.Provider != "p" {
			t.Errorf("%v", err)
		}
	}
}

func TestMeterSurvivesPanicsAndCancellation(t *testing.T) {
	l := NewLedger(Caps{}, nil, "s", clock)
	func() {
		defer func() { _ = recover() }()
		_, _ = l.Meter(does(nil), MeterOptions{Local: true}).Complete(t.Context(), says("x"))
	}()
	if l.Spent().Tokens == 0 || len(l.inFlight) != 0 {
		t.Errorf("after a panic: %+v, %d under way", l.Spent(), len(l.inFlight))
	}
	limit := 1e6
	l = NewLedger(Caps{SessionCost: &limit}, nil, "s", clock)
	entered, leave := make(chan struct{}), make(chan struct{})
	slow := l.Meter(does(func(context.Context, engine.Prompt) (engine.Reply, error) {
		close(entered)
		<-leave
		return engine.Reply{Text: "a"}, nil
	}), MeterOptions{Rates: priced(dear)})
	done := make(chan error)
	go func() { _, err := slow.Complete(context.Background(), says("x")); done <- err }()
	<-entered
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// waits: nobody knows how long the first gets
	if _, err := slow.Complete(ctx, says("x")); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestBudgetProperty: whatever is asked at once or in turn, what is spent goes
// over no cap by more than one reply, and a provider that is not asked was over.
func TestBudgetProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cost := rapid.Float64Range(0, 3).Draw(t, "cost")
		tokens := rapid.IntRange(0, 400).Draw(t, "tokens")
		longest := rapid.SampledFrom([]int{0, 20}).Draw(t, "longest") // 0 is unknown
		n := rapid.IntRange(1, 8).Draw(t, "calls")
		outputs := rapid.SliceOfN(rapid.IntRange(1, 20), n, n).Draw(t, "outputs")
		caps := Caps{SessionCost: &cost, SessionTokens: &tokens}
		if rapid.Bool().Draw(t, "day") {
			caps = Caps{DayCost: &cost, DayTokens: &tokens}
		}
		l := NewLedger(caps, &memoryStore{}, "s", clock)
		least := wire.Estimate(says("hello"))
		rates := dear
		if rapid.Bool().Draw(t, "cache") {
			rates.Written = 20 * rates.Input
		}
		var wait sync.WaitGroup
		for i, out := range outputs {
			p := l.Meter(does(func(context.Context, engine.Prompt) (engine.Reply, error) {
				time.Sleep(time.Duration(i%3) * 100 * time.Microsecond)
				return engine.Reply{Text: "a", Usage: engine.Usage{Input: least - i%3, Written: least - i%3, Output: out}}, nil
			}), MeterOptions{Rates: priced(rates), Known: func(string) (int, int) { return 0, longest }})
			if rapid.Bool().Draw(t, fmt.Sprint("at once ", i)) {
				wait.Go(func() { _, _ = p.Complete(context.Background(), says("hello")) })
			} else {
				_, _ = p.Complete(context.Background(), says("hello"))
			}
		}
		wait.Wait()
		spent := l.Spent()
		// The prompt is checked before, so that only what the reply adds can be too much.
		reply := engine.Usage{Output: slices.Max(outputs)}
		if spent.Cost > cost+rates.Cost(reply)+1e-9 || spent.Tokens > tokens+reply.Output {
			t.Fatalf("%+v with caps of $%v and %d tokens", spent, cost, tokens)
		}
		if _, err := l.Meter(answering("a"), MeterOptions{Rates: priced(rates)}).Complete(context.Background(),
			says("hello")); err == nil &&
			(spent.Cost > cost || spent.Tokens > tokens) {
			t.Fatalf("it was asked over the cap: %+v", spent)
		}
	})
}
