package providers

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"pp/engine"
	"pp/providers/wire"
)

func TestBreaker(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	var next error
	asked := 0
	inner := does(func(context.Context, engine.Prompt) (engine.Reply, error) {
		asked++
		return engine.Reply{Text: "yes"}, next
	})
	b := NewBreaker("p", inner, BreakerOptions{Failures: 2, Pause: time.Minute, Clock: func() time.Time { return now }})
	down := &engine.LLMError{Provider: "p", Kind: engine.LLMTryLater, Err: errors.New("overloaded"), Hint: "wait"}
	for i, step := range []struct {
		after time.Duration
		err   error
		asked bool
	}{
		{0, down, true}, {0, nil, true}, // one failure, then it works: forgotten
		{0, down, true}, {0, &engine.LLMError{Kind: engine.LLMTooLarge, Err: errors.New("big")}, true},
		{0, &wire.StopError{Stop: wire.StopRefused}, true},
		{0, down, true}, {0, down, false}, {59 * time.Second, down, false}, // two: left alone for a minute
		{2 * time.Second, down, true}, {61 * time.Second, nil, false}, // still down: two minutes
		{60 * time.Second, nil, true}, {0, down, true}, {0, down, true}, {0, down, false},
	} {
		now = now.Add(step.after)
		next = step.err
		before := asked
		_, err := b.Complete(t.Context(), engine.Prompt{})
		if (asked > before) != step.asked {
			t.Fatalf("step %d: asked %v, %v", i, asked > before, err)
		}
		var le *engine.LLMError
		if !step.asked && (!errors.As(err, &le) || le.Kind != engine.LLMTryLater || le.Hint != "wait" || le.Provider != "p" ||
			!strings.Contains(err.Error(), "not asked, because it failed 2 times in a row: overloaded") &&
				!strings.Contains(err.Error(), "3 times")) {
			t.Errorf("step %d: %v", i, err)
		}
	}
}

func TestBreakerCountsPanicsAndNotCancellations(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := NewBreaker("p", failing(context.Canceled), BreakerOptions{Failures: 1})
	for range 3 {
		if _, err := b.Complete(ctx, engine.Prompt{}); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	b = NewBreaker("p", does(nil), BreakerOptions{Failures: 1})
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was lost")
			}
		}()
		_, _ = b.Complete(t.Context(), engine.Prompt{})
	}()
	if _, err := b.Complete(t.Context(), engine.Prompt{}); err == nil || !strings.Contains(err.Error(), "not asked") {
		t.Errorf("%v", err)
	}
}

func TestBreakerLetsOneTry(t *testing.T) {
	now := time.Unix(0, 0)
	entered, leave := make(chan struct{}), make(chan struct{})
	var wait bool
	b := NewBreaker("p", does(func(context.Context, engine.Prompt) (engine.Reply, error) {
		if wait {
			close(entered)
			<-leave
			return engine.Reply{Text: "back"}, nil
		}
		return engine.Reply{}, errors.New("down")
	}), BreakerOptions{Failures: 1, Clock: func() time.Time { return now }})
	_, _ = b.Complete(t.Context(), engine.Prompt{})
	now, wait = now.Add(time.Hour), true
	done := make(chan error)
	go func() { _, err := b.Complete(context.Background(), engine.Prompt{}); done <- err }()
	<-entered
	if _, err := b.Complete(t.Context(), engine.Prompt{}); err == nil {
		t.Error("two tried at once")
	}
	close(leave)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
