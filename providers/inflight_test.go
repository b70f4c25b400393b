package providers

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"pp/engine"
)

// blocking answers when it is told to.
type blocking struct {
	begun  chan struct{}
	answer chan struct{}
}

func (b blocking) Complete(ctx context.Context, _ engine.Prompt) (engine.Reply, error) {
	b.begun <- struct{}{}
	<-b.answer
	return engine.Reply{Text: "yes", Model: "m", Usage: engine.Usage{Input: 1, Output: 100}}, nil
}

// TestDayCapOfManyProcesses: accounts that share only a directory, as processes
// do, go over the day's limit by one reply together.
func TestDayCapOfManyProcesses(t *testing.T) {
	dir, limit := t.TempDir(), 0.5
	b := blocking{begun: make(chan struct{}, 8), answer: make(chan struct{})}
	var wait sync.WaitGroup
	errs := make(chan error, 8)
	for range 8 {
		l := NewLedger(Caps{DayCost: &limit}, NewSpendingFiles(dir), "s", clock)
		wait.Go(func() {
			_, err := l.Meter(b, MeterOptions{Name: "p", Rates: priced(dear)}).Complete(t.Context(), says("x"))
			errs <- err
		})
	}
	<-b.begun
	select {
	case <-b.begun:
		t.Error("a second call began beside one whose cost has no bound")
	case <-time.After(4 * elsewhere):
	}
	close(b.answer)
	wait.Wait()
	over := 0
	for range 8 {
		var budget *engine.BudgetError
		if err := <-errs; errors.As(err, &budget) && budget.Scope == "day" {
			over++
		} else if err != nil {
			t.Error(err)
		}
	}
	day, err := NewSpendingFiles(dir).Day(noon.Format(time.DateOnly))
	if err != nil || over != 7 || math.Abs(day.Cost-1.001) > 1e-9 {
		t.Errorf("%d calls were refused and the day cost %v, %v; want 7 and one reply, 1.001", over, day.Cost, err)
	}
	if left, _ := os.ReadDir(filepath.Join(dir, inFlightDir)); len(left) != 0 {
		t.Errorf("calls are left: %v", left)
	}
}

// TestCallThatEndsMeanwhile: a call that ends between the two looks at the account, whatever
// is looked at first, is in one of them.
func TestCallThatEndsMeanwhile(t *testing.T) {
	s := NewSpendingFiles(t.TempDir())
	day := noon.Format(time.DateOnly)
	end, err := s.Begin(day, InFlight{Cost: 1}, func(Spending, []InFlight) bool { return true })
	if err != nil {
		t.Fatal(err)
	}
	meanwhile := sync.OnceFunc(func() {
		if err := s.Add(Entry{Time: noon, Cost: 1, Priced: true}); err != nil {
			t.Error(err)
		}
		end()
	})
	others, spent, err := account(func() ([]InFlight, error) {
		defer meanwhile()
		return requestsInFlight(filepath.Join(s.dir, inFlightDir))
	}, func() (Spending, error) {
		defer meanwhile()
		return s.Day(day)
	})
	if err != nil || len(others) == 0 && spent.Cost == 0 {
		t.Errorf("%d calls under way, %v spent, %v", len(others), spent.Cost, err)
	}
}

// TestCallsBesideEachOther: two calls that fit at their longest need not wait.
func TestCallsBesideEachOther(t *testing.T) {
	dir, limit := t.TempDir(), 100.0
	b := blocking{begun: make(chan struct{}, 2), answer: make(chan struct{})}
	var wait sync.WaitGroup
	for range 2 {
		l := NewLedger(Caps{DayCost: &limit}, NewSpendingFiles(dir), "s", clock)
		prompt := says("x")
		prompt.MaxTokens = 100
		wait.Go(func() {
			if _, err := l.Meter(b, MeterOptions{Name: "p", Rates: priced(dear)}).Complete(t.Context(), prompt); err != nil {
				t.Error(err)
			}
		})
	}
	<-b.begun
	<-b.begun
	close(b.answer)
	wait.Wait()
}

// TestCrashedCall: what a process that died left behind keeps nobody waiting.
func TestCrashedCall(t *testing.T) {
	dir, limit := t.TempDir(), 0.5
	calls := filepath.Join(dir, inFlightDir)
	if err := os.MkdirAll(calls, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(calls, "call-1"), []byte(`{"tokens":1,"cost_usd":null}`), 0o600); err != nil {
		t.Fatal(err)
	}
	l := NewLedger(Caps{DayCost: &limit}, NewSpendingFiles(dir), "s", clock)
	if _, err := l.Meter(uses(1, 1), MeterOptions{Name: "p", Rates: priced(dear)}).Complete(t.Context(),
		says("x")); err != nil {
		t.Error(err)
	}
	if left, _ := os.ReadDir(calls); len(left) != 0 {
		t.Errorf("calls are left: %v", left)
	}
	// A file that is no note of a call, in use by somebody, is a call without bound.
	f, err := openLocked(filepath.Join(calls, "call-2"), os.O_RDWR|os.O_CREATE, unix.LOCK_EX)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	ctx, cancel := context.WithTimeoutCause(t.Context(), 4*elsewhere, errEnough)
	defer cancel()
	if _, err := l.Meter(uses(1, 1), MeterOptions{Name: "p", Rates: priced(dear)}).Complete(ctx,
		says("x")); !errors.Is(err, errEnough) {
		t.Errorf("it did not wait: %v", err)
	}
}

var errEnough = errors.New("waited long enough")
